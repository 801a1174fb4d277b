"""Whether a line says of what is asked when or where it is, what it is, what it is called, or what befell it. Pure."""

from __future__ import annotations

import re

from assistant.extraction.words.dates import MONTHS
from assistant.extraction.words.named_days import is_told
from assistant.extraction.words.role_words import ANY_ROLE
from assistant.question.referents import names_in
from assistant.without_model.asking import Asking
from assistant.without_model.demands import TIME, Demand, is_held
from graph.retrieval.question.words import content_stems

_ASKS_WHAT_IT_IS = re.compile(r"\W*what(?:['’]?s| is| are) (?:the|my|our) (?P<what>[\w -]+?)\W*$", re.IGNORECASE)
_ASKS_WHEN_IT_IS = re.compile(r"\W*when(?:['’]s| is| are)\b", re.IGNORECASE)
WHAT_HAPPENED = re.compile(r"\bwhat(?:['’]s| has| did)? happen(?:s|ed|ing)? (?:to|with)\b", re.IGNORECASE)
# "How is mum?", "how is Jonas Reuter doing?"; not "how is Siobhán spelled?".
_HOW_IS = re.compile(
    r"\W*(?i:(?:and |so )?how(?:['’]s| is| are| was)) "
    rf"(?:(?i:(?:my |our |the )?(?:{ANY_ROLE}))|[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)?)"
    r"(?i: doing| feeling| getting on| now| these days| today)*\W*"
)
_HOW_IS_IT = re.compile(r"\W*(?:and |so )?how (?:is|are|was|were) (?:the|my|our) (?:[\w-]+ )?[a-z-]+\W*", re.IGNORECASE)
_STATE = re.compile(
    r"\b(?:operation|surgery|operated|replacement|hospital|clinic|ill|sick|better|worse|fine|well|broke|broken|fell|hurt"
    r"|pregnant|tired|stroke|recover\w*|pain|fever|flu|cold|cancer|treatment|therapy|depressed|stressed|happy|happier|sad"
    r"|okay|ok|great|good|lovely|nice|bad|awful|terrible|horrible|boring|amazing|brilliant|fantastic|wonderful|friendly|rude"
    r"|exciting|disappointing|worried|lonely|exhausted|retired|divorced|died|diagnos\w+|injur\w+|feels?|feeling"
    r"|too [a-z]+)\b",
    re.IGNORECASE,
)
_HAPPENED_TO = re.compile(r"\bhappen\w* (?:to|with) (?:my|our|the) (?P<what>[a-z][a-z -]*?)\W*$", re.IGNORECASE)
_ASKS_WHAT = re.compile(r"\W*(?:and )?(?:what|which)\b", re.IGNORECASE)
_NOT_SO = re.compile(r"\W*not (?P<what>[a-z]+)(?: \w+){0,3}:", re.IGNORECASE)
_DENIED = re.compile(r"\bnot\b|n['’]t\b", re.IGNORECASE)
_PARTS = re.compile(r"[,;:]\s+|\s(?:and|but)\s")
_PLACE = re.compile(
    r"\bon (?!(?:the )?\d|\w+days?\b)"
    rf"|\bto (?!(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: (?:of )?(?:{'|'.join(MONTHS)})|\W*$))"
    rf"|\bin (?!(?:the )?(?:(?:18|19|20)\d\d|early|late|mid|spring|summer|autumn|winter|morning|afternoon|evening"
    rf"|{'|'.join(MONTHS)})\b)"
    r"|\bat\b(?! (?:noon|midnight)\b)(?! \d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?\b(?! (?-i:[A-ZÀ-ÞĀ-Ž])))"  # "at 14 Elm Row"
    r"|\b(?:under|behind|above|below|beside|near|by|from|off|via|with|inside|outside|opposite|next|between"
    r"|upstairs|downstairs|home|here|there|abroad|through|around|across|along|over)\b|\w@\w|(?<!\w)[~/]\w|://"
    rf"|(?-i:\b[A-ZÀ-ÞĀ-Ž]\w+ \d|\b\d+\w? (?!(?:{'|'.join(month.title() for month in MONTHS)}))[A-ZÀ-ÞĀ-Ž])",
    re.IGNORECASE,
)
_STANDS = r"(?:['’](?:s|re)| (?:is|are|was|were|lives?|sits?|stands?|hangs?|lies?))\b(?P<where>[^.;,]*)"
_COMES = (
    r"(?: (?:in|at) [\w'’ -]{2,30})?"
    r" (?P<when>(?:is|are|will|takes?|has|have|moved|starts?|begins?|from|on)\b[^.;]*)"
)
_HAS_IT = r"\b(?:i|we|he|she|they)(?:['’]ve got)? (?:do|does|have|has|had|go to|goes to|attend|attends|teach|teaches)"
_ON = r" (?P<when>(?:on|at|every|each|from|in|this|next|tomorrow|today|tonight)\b[^.;]*)"
_WHERE_FROM = re.compile(r"\bwhere\b.*\bfrom\W*$", re.IGNORECASE)
_ORIGIN = re.compile(
    r"\bfrom\b|\bborn (?:in|at|near)\b|\bgrew up\b|\bnative\b|\b(?:caught|bought|got|found|collected|inherited)\b",
    re.IGNORECASE,
)
_PLACED = re.compile(r"^(?:\w+ )?(?:address|location|place|venue|where|room|site|city|meeting point):", re.IGNORECASE)

_ON_STAGE = re.compile(
    r"\b(?:see|sees|seeing|seen|saw|watch\w*|hear\w*|play\w*|perform\w*|record\w*|sing\w*|sang|catch\w*|caught)\b"
    r"[^.;!?]{0,40}?\blive\b(?! (?:in|with)\b)|\blive (?:music|show|concert|stream|album|band|act)s?\b"
    r"|\b(?:go|goes|going|went|gone) live\b",
    re.IGNORECASE,
)
_LIVES = content_stems("live")

_GOING = re.compile(
    r"\b(?i:flight|fly|train|ferry|bus|coach|land|arrive|get)\b.*"
    r"\b(?P<by>(?i:to|in|at|from)) (?P<place>[A-ZÀ-ÞĀ-Ž][\w'’-]+)"
)
_WAY = re.compile(r"\b(?P<from>[A-ZÀ-ÞĀ-Ž][\w'’ ]+)(?: \([A-Z]{3}\))? ?[-–→] ?(?P<to>[A-ZÀ-ÞĀ-Ž][\w'’ ]+)")


def asks_how_is(question: str) -> bool:
    """Whether it asks how somebody is, or what happened to them: of which who they are tells nothing."""
    return WHAT_HAPPENED.search(question) is not None or _HOW_IS.fullmatch(question) is not None


def tells_no_state(question: str, text: str) -> bool:
    """Whether it does not, where how somebody is is asked: that Radu drives a mixer."""
    return _asks_state(question) and _STATE.search(text) is None


def tells_state(question: str, text: str) -> bool:
    """Whether it says how somebody is, where that is asked: in hospital, better, or pregnant."""
    return _asks_state(question) and _STATE.search(text) is not None


def _asks_state(question: str) -> bool:
    return any(form.fullmatch(question) for form in (_HOW_IS, _HOW_IS_IT))


def is_on_stage(asked: frozenset[str], text: str) -> bool:
    """Whether it is only a show or a site that is "live", where it is asked (stems) where somebody lives."""
    return asked == _LIVES and _ON_STAGE.search(text) is not None


def tells_when(asking: Asking, text: str) -> bool:
    """Whether it says of what is named that it is on some day, or moved to it: "the workshop has moved to 12 December",
    "fair: FachPack in Nuremberg from 28 to 30 September".
    """
    if _ASKS_WHEN_IT_IS.match(asking.question) is None:
        return False
    names = "|".join(re.escape(name) for name in [*asking.targets.names, *names_in(asking.question)])
    if not names:
        return False
    said = re.search(rf"(?:^|[,;:] |\b(?:the|my|our) (?:[\w-]+ )?)(?:{names}){_COMES}", text, re.I)
    said = said or re.search(rf"{_HAS_IT} (?:{names}){_ON}", text, re.I)  # "I do Zumba on Thursdays at 7"
    return said is not None and is_held(Demand(TIME), said["when"])


def befell(asking: Asking, text: str) -> bool:
    """Whether it tells, of what is named, what it did or what became of it: "Hive 1 lost its queen"."""
    thing = _HAPPENED_TO.search(asking.question)  # "what happened to my bike?"
    things = [thing["what"]] if thing is not None else []
    names = "|".join(re.escape(name) for name in [*asking.targets.names, *names_in(asking.question), *things])
    before = r"(?:^|[,;.] |\b(?:and|but|the|my|our) |(?:['’]s|\b(?:the|my|our|his|her|their)) \w+ )"
    found = re.search(rf"{before}(?P<clause>(?:{names})\b.*)", text, re.IGNORECASE | re.DOTALL) if names else None
    clause = _PARTS.split(found["clause"])[0] if found is not None else ""
    return is_told(clause, 0, len(clause))  # "Leon broke his arm and can't write"


def tells_called(asking: Asking, text: str) -> bool:
    """Whether it says of what is named what it is called: "The cat is called Stephenson"."""
    names = "|".join(re.escape(name) for name in asking.targets.names)
    says = rf"\b(?:the|my|our) (?:{names})(?:['’]s name)? (?:is|are|was)(?: (?:called|named))?\b"
    return bool(names) and re.search(says, text, re.IGNORECASE) is not None


def tells_place(asking: Asking, text: str) -> bool:
    """Whether a line names any place, from the part on that has the words of the question."""
    if _PLACED.match(text):
        return True
    if _WHERE_FROM.search(asking.question):  # of where she comes from it tells nothing where she marries
        return _ORIGIN.search(text) is not None
    parts = _PARTS.split(text)
    first = next((at for at, part in enumerate(parts) if asking.words & content_stems(part)), 0)
    return _PLACE.search(" ".join(parts[first:])) is not None


def tells_where(asking: Asking, text: str) -> bool:
    """Whether it says of what is named, or of "it", that it is, stands or hangs somewhere: "club nights are Wednesdays
    at the Methodist hall".
    """
    named = [re.escape(name) for name in [*asking.targets.names, *names_in(asking.question)]]
    names = "|".join([*named, "it", "they"])
    if _WHERE_FROM.search(asking.question):  # "my best friend is Precious, from Zimbabwe"
        from_there = rf"\b(?:{names})\b[^.;]{{0,30}}?\bfrom (?-i:[A-ZÀ-ÞĀ-Ž])"
        return re.search(from_there, text, re.IGNORECASE) is not None
    said = re.search(rf"(?:^|[,;] |\b(?:and|but) )(?:(?:the|my|our|his|her|their) )?(?:{names}){_STANDS}", text, re.I)
    if said is None and named:  # "Bodil broke her hip in January, she is in a clinic in Voss"
        of_them = re.search(rf"\b(?:{'|'.join(named)})\b(?P<rest>[^.;]*), (?:and )?s?he{_STANDS}", text, re.I)
        said = of_them if of_them and not {*names_in(f"of {of_them['rest']}")} - {*map(str.title, MONTHS)} else None
    if said is None and named:  # "my biggest customer is Nordsaft in Flensburg"
        is_in = rf"\b(?:is|are|was|called) (?:{'|'.join(named)}) (?:in|near|outside) (?-i:[A-ZÀ-ÞĀ-Ž])"
        return re.search(is_in, text, re.IGNORECASE) is not None
    return said is not None and _PLACE.search(said["where"]) is not None


def tells_who(asking: Asking, text: str) -> bool:
    """Whether it says of whom the question only names what they are: "the physio, Marta, gave me a wax bath"."""
    names = "|".join(re.escape(name) for name in names_in(asking.question))
    before, behind = r"\b(?i:the|my|our|his|her|their|an?) [a-z][\w-]*,? ", r"(?:,| is| was) (?i:the|my|our|an?)\b"
    called = r"\b(?i:an?|the) (?:[a-z][\w-]* ){1,4}(?:called|named) "
    said = rf"(?:{before}|{called})(?:{names})\b|\b(?:{names}){behind}"
    return bool(names) and re.search(said, text) is not None


def is_place(text: str) -> bool:
    """Whether a value may be a place: it has a word that leads to one, or a name that is no day's."""
    return _PLACE.search(text) is not None or any(not is_held(Demand(TIME), name) for name in names_in(text))


def tells_what(asking: Asking, text: str) -> bool:
    """Whether it says what something is that the question only names: "The van is a 2017 Renault Kangoo"."""
    asked = _ASKS_WHAT_IT_IS.match(asking.question)
    defined = rf"(?:the|my|our) {re.escape(asked['what'])} (?:is|are) (?:an?|the|my|our|[A-Z\d])" if asked else ""
    return bool(defined) and re.match(defined, text, re.IGNORECASE) is not None


def is_the_contrary(question: str, text: str) -> bool:
    """Whether it lists what is not so, of what is, "Not included: lights", or is of the new one where the old one is
    asked for.
    """
    if any(_is_of_the_other(question, text, *pair) for pair in (("old", "new"), ("new", "old"))):
        return True
    said = _NOT_SO.match(text)
    if said is None or _ASKS_WHAT.match(question) is None or _DENIED.search(question) is not None:
        return False
    return content_stems(said["what"]) <= content_stems(question)


def _is_of_the_other(question: str, text: str, asked: str, other: str) -> bool:
    thing = re.search(rf"\b{asked} (?P<what>[a-z]+(?: [a-z]+)?)", question)
    if thing is None or re.search(rf"\b{asked}\b", text, re.IGNORECASE):
        return False
    return any(re.search(rf"\b{other} {re.escape(what)}\b", text) for what in (thing["what"], thing["what"].split()[0]))


def is_other_way(question: str, text: str) -> bool:
    """Whether it tells of the way from a place, of when one lands there: "Bremen (BRE) - Barcelona (BCN) 18:05"."""
    asked, way = _GOING.search(question), _WAY.search(text)
    if asked is None or way is None:
        return False
    here, there = (way["to"], way["from"]) if asked["by"].casefold() == "from" else (way["from"], way["to"])
    return asked["place"] in here and asked["place"] not in there
