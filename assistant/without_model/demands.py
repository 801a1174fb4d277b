"""What an answer must hold for what a question asks: a time, a number, a reason, or the thing it is about."""

from __future__ import annotations

import re
from typing import NamedTuple

from assistant.extraction.words.dates import MONTHS, SHORT, WEEKDAYS
from assistant.question.asked import FILLERS
from assistant.question.focus import WITH_WHOM
from graph.documents.formats.messenger import SAID_AT
from graph.retrieval.question.words import content_stems
from graph.retrieval.seeding.seeds import words

TIME, NUMBER, SUM, REASON, PURPOSE = "time", "number", "sum", "reason", "purpose"
CLOCK, AGE, LONG, OFTEN = "clock", "age", "long", "often"  # of which no day tells
YEAR = "year"  # of which also the year of a make tells: "2016 Skoda Octavia"
MEASURE = "measure"  # of which the facts that are found are no count: "how many hours do I work?"
LENGTH, WEIGHT, HEAT = "length", "weight", "heat"  # measures whose unit tells them: "how tall is he?"
MANNER = "manner"  # how something came about, of which that it did tells nothing
TRAVEL = "travel"  # by what one gets somewhere, of which that it is there tells nothing
COMPANY, TOPIC, THING = "company", "topic", "thing"


class Demand(NamedTuple):
    """A kind of answer; of a thing the stem of its word.

    It is the last of "who is allergic to peanuts?" and "what paint is in the bedroom?".
    """

    kind: str
    stem: str = ""


# Of what is asked in between: "what is the ground of the team that Anna plays for?"
_WHOM = r".* [\w-]+ [A-ZÀ-ÞĀ-Ž][\w ’'-]* (?:plays|works|studies|stands|votes|drives|races)\b"
_ASKED = (
    (
        CLOCK,
        r"\b(?:what|which) (?:times?|hours?)\b(?! of\b)"
        r"|\bwhat(?:['’]s| is| was) (?:my|our|his|her|their|\w+['’]s) (?:[\w-]+ ){1,4}time\W*$"  # of a race
        r"|\bwhat (?:is|was) (?:my|our|his|her|their|\w+['’]s) time (?:in|at|for|over|on) ",
    ),
    (AGE, r"\bhow old\b"),
    (LONG, r"\bhow long\b(?! ago)"),
    (
        TIME,
        r"\bwhen (?:is|are|was|were|am|do|does|did|will|would|have|has|had|can|should)\b|\bsince when\b"
        r"|\b(?:what|which) (?:time|day|date|month)s?\b|\bhow (?:long ago|recently)\b",
    ),
    (YEAR, r"\b(?:what|which) years?\b"),
    (
        SUM,
        r"\bhow much\b.*\b(?:pay|paid|costs?|spend|spent|owes?|owed|earns?|quoted?|charged?|fined?|billed|invoiced?)\b"
        r"|\bhow much (?:is|are|was|were) (?:an?|one|each|(?:the |our |my )?"
        r"(?:rent|fee|fare|ticket|bill|deposit|pension|salary|wage|insurance|premium|mortgage|loan|tax|bonus|price|fine"
        r"|quote|advance|budget))\b"
        r"|\bhow much (?:is|are|was|were) (?:the |our |my )(?:[\w-]+ ){0,3}(?:grant|donation|subscription|invoice)\b"
        r"|\bwhat (?:did|do|does|will|must|should)(?: \w+){1,4}? (?:pay|cost|owe|spend|earn|charge)\b(?!.*\bfor\W*$)"
        r"|\bhow much (?:is|are|was|were) (?:the|my|our) [\w-]+\W*$"
        r"|\bwhat(?:['’]?s| is| was) (?:the|my|our) (?:[\w-]+ ){0,3}"
        r"(?:rent|fee|fare|price|deposit|premium|excess|wage)\b",
    ),
    (
        MEASURE,
        r"\bhow many (?:\w+ )?(?:hours|minutes|days|weeks|months|years|euros|dollars|pounds|kilomet(?:er|re)s|miles"
        r"|kilos|pages|times|attempts|points|percent)\b",
    ),
    (LENGTH, r"\bhow (?:tall|high|deep|wide)\b"),
    (WEIGHT, r"\bhow heavy\b"),
    (HEAT, r"\bhow (?:hot|warm|cold)\b|\b(?:what|which) temperature\b"),
    (MEASURE, r"\bhow (?:much|far|big|large)\b"),
    (OFTEN, r"\bhow often\b"),
    (NUMBER, r"\bhow (?:many|loud)\b"),
    (REASON, r"\bwhy\b|\bhow come\b"),
    (
        TRAVEL,
        r"\bhow (?:do|did|can|should|will|could) (?:i|we|you|one) (?:get|go|travel|come) (?:there|to|home|back)\b",
    ),
    (MANNER, r"\bhow did (?:my )?[a-z]+ (?!(?:do|go|feel|like|perform|get on|take|find)\b)[a-z]+"),
    (COMPANY, WITH_WHOM.pattern),
    (TOPIC, r"\bwhat(?:['’]s| is| are| was| were)\b.*(?<! mad)(?<! crazy)(?<! nuts) about\W*$"),
    (PURPOSE, rf"\bwhat\b(?!{_WHOM}).*(?<! out)\s+for\W*$"),  # not "watch out for"
)
_WHO = re.compile(r"(?:(?:and|so|but|ok|well|then|do you know)[\s,]+)*who(?:m|se)?\b", re.IGNORECASE)
_IN_IT = re.compile(
    r"(?:what|which|where|how)\b.* (?:in|at|on|for|of|from|with|about) (?:the|my|our|his|her|their) [\w-]+\W*$",
    re.IGNORECASE,
)
_HOURS = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_NAMED = "|".join([*(month for month in MONTHS if month != "may"), *WEEKDAYS])
_SHORT = "|".join(SHORT)
_NUMBERED = "article|section|chapter|clause|paragraph|page|room|apartment|flat|number|no.|step|version|bus|line"
# Behind a number that is a day, a time, a length or a count of things: what something cost is told by none.
_NO_SUM = (
    r"[%:]|(?:of (?:it|them|which|us)|am|pm|st|nd|rd|th|kg|g|km|ml|mm|cm|m|mph|kwh|kw|mb|gb|tb|year|month|week|day|hour"
    rf"|[a-z]+s|{'|'.join(MONTHS)})\b"
)
# The number of an article, a room or a bus is no sum either.
_NO_COUNT = "".join(rf"(?<!\b{re.escape(word)} )" for word in _NUMBERED.split("|"))
_HOLDS = {
    TIME: rf"\b(?:{_NAMED}|(?-i:May))s?\b|\b\d{{1,2}}[:.]\d\d\b|\b(?:18|19|20)\d\d\b|\b\d{{1,2}}(?:st|nd|rd|th)\b"
    rf"|\b\d{{1,2}}\.? (?:{_SHORT})\b|\b(?:{_SHORT})\.? \d{{1,2}}\b"
    r"|\b(?:today|tonight|tomorrow|yesterday|ago|noon|midnight|christmas|easter|birthday)\b|\bo['’]clock\b"
    r"|\b(?:\d+|an?|one|two|three) (?:minutes?|hours?|days?|weeks?|months?) (?:before|after|prior)\b"
    rf"|\bin (?:\d+|an?|half an|a few|a couple of|{_HOURS}) (?:minutes?|hours?|days?|weeks?|fortnight|months?|years?)\b"
    r"|\bwithin (?:the next )?(?:\d+|a|one|two|three|four|six) (?:working )?(?:days?|weeks?|months?)\b"
    r"|\b(?:last|next|this|every|each|in|since|until|before|after|at) (?:the )?"
    r"(?:day|night|morning|afternoon|evening|week|weekend|month|year|spring|summer|autumn|fall|winter|lunch|dinner)s?\b"
    rf"|\bat (?:half|quarter|\d|{_HOURS}\b(?! of\b))"
    r"|\b(?:first|second|third|fourth|fifth|sixth|seventh|last) (?:working )?(?:day|week|month|year)\b",
    CLOCK: r"\b\d{1,2}(?:[:.]| ?[hu])\d\d\b|\b\d{1,2} ?h\b|\b\d{1,2} ?[ap]\.?m\b|\bo['’]clock\b"
    r"|\b(?:noon|midnight|half past|quarter (?:past|to))\b|\b(?:at|from|until|till|by|before|after|between|to)"
    rf" (?:\d{{1,2}}\b(?![.,]?\d|%| ?(?:{'|'.join(MONTHS)}))|{_HOURS}\b)",
    LONG: r"\b(?:since|until|till|for (?:ever|good|life))\b"
    rf"|\bfrom (?:the )?(?:\d+|{_NAMED}|(?-i:May)|{_HOURS}|early|late|spring|summer|autumn|winter|now)\b.*\bto\b"
    r"|(?:\d|\b(?:an?|half|couple of|few|several"
    rf"|{_HOURS}|twenty|thirty|forty|fifty|sixty)) ?(?:\w+ )?(?:seconds?|minutes?|mins?|hours?|h|hrs?|days?|nights?"
    r"|weeks?|fortnight|months?|years?|m|cm|mm|km|kilomet(?:er|re)s?|met(?:er|re)s?|feet|foot|ft|inch(?:es)?|miles?|pages?)\b"
    r"|\b(?:18|19|20)\d\d\b",
    AGE: rf"(?<![:.,\d£$€]){_NO_COUNT}\b\d{{1,3}}\b(?![:.,]\d|(?:st|nd|rd|th)\b)|\b(?:18|19|20)\d\d\b"
    rf"|\b(?:{_HOURS}|thir\w+|four\w+|fif\w+|six\w+|seven\w+|eigh\w+|nine\w+|twenty|forty)\b",
    NUMBER: r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty"
    r"|seventy|eighty|ninety|hundred|thousand|dozen|half|once|twice|daily|weekly|monthly|yearly|every|each|no|none|never)\b",
    SUM: r"[€$£¥]\s?\d|\b(?:spent|paid|cost) (?:about |around |almost |over )?\d[\d.,]* of (?:it|that|them)\b"
    r"|\b(?:hundred|thousand|(?<!-)free|nothing|euros?|dollars?|pounds?|shillings?"
    r"|pence|cents?|francs?|kron(?:er|or)|rupees?|yen|z[łl]oty(?:ch)?|quid)\b"
    rf"|(?<![:.\d])\b{_NO_COUNT}(?!(?:18|19|20)\d\d\b)\d[\d.,]*\b(?![.,]?\d|[-–]\d)(?!\s?(?:{_NO_SUM}))",
    REASON: r"\bfor [a-z]+ing\b"
    r"|\bas (?=(?:i|we|you|he|she|it|they|there|this|that|the|my|our|your|his|her|its|their)\b)"  # not "as cents"
    r"|\b(?:because|when(?:ever)?|since|so|therefore|due to|owing to|thanks to|in order to|reason"
    r"|that['’]s why)\b"
    r"|\b(?:can|could|wo|would|do|does|did)n?['’]?t\b[^.!?]*, (?:i|we|my|our|he|she|they|his|her|their|the|there|it)\b",
    MANNER: r"\b(?:by|with|through|using|via|when|while|after|because|from|off|at|on|thanks to)\b|\b[a-z]{2,}ing\b",
    TRAVEL: r"\b(?:bus|buses|coach|train|trains|tram|metro|subway|underground|ferry|boat|plane|flights?|fly|flew|taxi"
    r"|car|bike|bicycle|lift|drive|drove|walk|walked|cycle|platform|station|motorway|junction|on foot)\b",
    COMPANY: r"(?-i:^[A-ZÀ-ÞĀ-Ž]\w*(?:er|or): )|\bwith\b|\band (?:i|me)\b|\bme and\b|\btogether\b|\bof us\b",
    TOPIC: r"\babout\b|\b(?:is|was|are|were|book|talk|paper|thesis|essay|article|film) on\b"
    rf"(?! (?:the )?(?:\d|{_NAMED}|(?-i:May)))|\btopic\b|\bdeals with\b",
}
# "visiting hours are 2 to 4", "open 9-5"
_OPEN = r"|\b(?:hours|opens?)\b[^.;!?]{0,30}?\b\d{1,2} ?(?:to|till|until|-|–) ?\d{1,2}\b"
_HOLDS[TIME] += _OPEN
_HOLDS[CLOCK] += _OPEN
_HOLDS[OFTEN] = (
    rf"{_HOLDS[NUMBER]}|\b(?:first|second|third|[a-z]+th) time\b"
    r"|\b(?:times|always|rarely|seldom|sometimes|usually|regularly)\b"
    rf"|\b(?:{'|'.join(WEEKDAYS)})s\b"
)
_HOLDS[YEAR], _HOLDS[MEASURE] = _HOLDS[TIME], _HOLDS[NUMBER]
_HOLDS[LENGTH] = (
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|half an?|a)) ?"
    r"(?:m|cm|mm|km|met(?:er|re)s?|centimet(?:er|re)s?|kilomet(?:er|re)s?|feet|foot|ft|inch(?:es)?|['\"′″])"
    r"(?!\w)|\b\d['′]\d|\b(?:[12][.,]\d\d|tall|short|high|deep|shallow|wide|narrow)\b"
)
_HOLDS[WEIGHT] = (
    r"\bweigh(?:s|ed|ing|t)?\b[^.;!?]{0,20}?\d"
    r"|\d ?(?:kg|kilos?|kilograms?|g|grams?|lbs?|pounds|stone|tons?|tonnes?|oz|ounces)\b|\b(?:heavy|light)\b"
)
_HOLDS[HEAT] = r"\d ?(?:°|degrees?|[CF]\b)|\b(?:hot|warm|cold|cool|boiling|freezing|gas mark)\b"
_HOLDS[PURPOSE] = rf"{_HOLDS[REASON]}|\bfor (?!\d|a (?:day|week|month|year|while)\b)\w"


def demanded(question: str) -> Demand | None:
    """Which of these the question asks for; None for any other question."""
    kind = next((kind for kind, asks in _ASKED if re.search(asks, question, re.IGNORECASE)), None)
    if kind is not None:
        return Demand(kind)
    if _WHO.match(question.strip()) is None and _IN_IT.search(question) is None:
        return None
    last = next((word for word in reversed(words(question)) if content_stems(word) - FILLERS), "")
    return Demand(THING, *content_stems(last)) if last and not is_held(Demand(TIME), last) else None


def is_held(demand: Demand | None, text: str) -> bool:
    """Whether a text holds what is demanded."""
    if demand is None:
        return True
    if demand.kind == THING:
        return demand.stem in content_stems(text)
    said = SAID_AT.sub("", text)  # when somebody said a line is no time that it tells
    return re.search(_HOLDS[demand.kind], said, re.IGNORECASE) is not None
