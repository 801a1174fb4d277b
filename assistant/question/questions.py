"""Whether a message asks or tells."""

from __future__ import annotations

import re

from assistant.extraction.text.language import is_english, is_foreign
from assistant.extraction.words.dates import EXPRESSION, SHORT_DAYS, WEEKDAYS
from assistant.extraction.words.vocabulary import ACTIONS, EVENTS
from assistant.question.told_as_asked import is_asked_of_somebody, is_stated, is_told
from graph.retrieval.question.word_forms import PAST

WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_ASKS = re.compile(
    r"^(?:(?:and|so|but|ok|okay|well|hey|hi|please|also|then)[\s,]+)*"
    r"(?:(?:what|where|when|who|why|how)s?|whose|whom|which|is|are|was|were|"
    r"am|do|does|did|can|could|will|would|should|has|have|had|(?:is|are|was|were|do|does|did|has|have|would|should)n['’]t|"
    r"tell|show|list|remind|describe|summari[sz]e|explain|find|search|compare|give|name|say|write|help|look)\b",
    re.IGNORECASE,
)
# In German, Dutch, French, Spanish, Italian, Portuguese, Swedish: what begins hardly anything that is told.
_ASKS_ELSEWHERE = re.compile(
    r"^(?:(?:und|aber|en|et|y|e|och|hallo|hoi|bonjour|hola|ciao)[\s,]+)?(?:wer|wo|wann|warum|wieso|weshalb|wessen|wem|wen"
    r"|woher|wohin|wo(?:mit|für|von|gegen)|welche[rsmn]?"
    r"|wie (?:hei(?:ß|ss)|alt|viele?|hoch|lang|oft|geht|ist|war|lautet|gro(?:ß|ss))\w*"
    r"|was (?!ich|wir)|wat (?!ik|we|wij)|waar|wanneer|waarom|hoe|hoeveel|welke?"
    r"|qui|où|combien|pourquoi|comment|quel(?:le)?s?"
    r"|quand (?:est|a|sont|commence)\w*|qué|quién(?:es)?|dónde|cuándo|cómo|cuánt[oa]s?|cuál|chi|dove|quant[oa]|quale"
    r"|quem|onde|qual|vem|vad|var|när|varför|hur|vilken|vilket)\b",
    re.IGNORECASE,
)
_SAYS = re.compile(
    r"(?:\b(?:am|is|are|was|were|have|has|had)\b|\b(?:he|she|it|that)['’]s\b|\b(?:hes|shes|theyre|theyve|weve|youre)\b"
    r"|['’](?:m|re|ve)\b|\b(?:cannot|(?:ca|do|does|is|are|wo|did|was|have|has)n['’]?t)\b"
    r"(?! (?:you|i|we|he|she|it|they)\b)"
    r"|['’]s (?:a|an|the|my|our|from|called|allergic|married|on|in|at|off|out|back|due(?! date)|coming|going|here|there"
    r"|sick|ill|home|not|away|late|pregnant|vegan|gone|broken)\b|\b\w+s (?:me|us|him|them)\b)",
    re.IGNORECASE,
)
_LIVED = re.compile(r"[*†] ?(?:\d{1,2}\.\d{1,2}\.)?\d{4}\b")  # "Otto Brandt, * 11.3.1921"
_OF_ONESELF = re.compile(
    r"^(?:(?:and|so|but|oh|well|ok|okay|hey|hi|yes|no)[\s,]+)*(?:i|we|im|ive|i['’](?:m|ve|d|ll)|we['’](?:re|ve|d|ll))\s+\w",
    re.IGNORECASE,
)
_WONDERS = re.compile(
    r"\bi(?:['’]d|['’]m| am| was|['’]ve been)? (?:wonder(?:ing)?|forg[eo]t|(?:want|need|would like|like) to know"
    r"|(?:can|do)(?:['’]?t|n['’]?t| ?not) (?:remember|recall)) "
    r"(?:what|where|when|who|whose|which|how|why|if|the (?:name|number|date|address|title))\b",
    re.IGNORECASE,
)

_PUT = re.compile(  # "When I was twelve" and "how to get there" put nothing
    r"^(?:(?:and|so|but|ok|okay|well|hey|hi|please|also|then)[\s,]+)*(?:who(?:se|m|s)?\b|(?:what|where|when|which|why|how)"
    r"(?:['’]?s\b|(?!\s+(?:i|you|he|she|we|they|it|the|my|our|to)\b)(?:\s+[\w'’-]+){0,4}?"
    r"\s+(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had)\b))",
    re.IGNORECASE,
)

# What asks behind a preposition, first or last: "in what languages are the films", "the film was directed by who". Not
# "we moved, by which time it rained", and nothing that is only said to be known or not.
_BEHIND = r"(?:by|with|to|for|of|in|at|from|on|under|since)"
_ASKS_BEHIND = re.compile(
    rf"^{_BEHIND} (?:(?:what|which)(?: [\w-]+){{1,3}}|whom?|when) (?:is|are|was|were|do|does|did|has|have|can|will)\b"
    r"|^(?!.*\b(?:know|knows|knew|sure|wonders?|remember|idea|forgot|forget|tell|told|ask|asked|says?|said|cares?|matter)\b)"
    rf".{{8,}} {_BEHIND} (?:whom?|what|which(?: [\w-]+){{1,2}})\W*$",
    re.IGNORECASE,
)

# What is told in haste without its "I": "had the interview today", "was at the dentist", "will be late". Behind whom it
# would be asked of, or what was counted, it asks.
_WHOM = (
    r"(?:i|you|u|he|she|it|we|they|there|this|that|these|those|my|our|his|her|your|their"
    r"|(?:any|some|every|no)(?:one|body|thing)|(?-i:[A-ZÀ-ÞĀ-Ž]\w+))\b"
)
_LEFT_OUT = re.compile(
    rf"^(?:(?:and|so|but|ok|okay|well|also|then)[\s,]+)*(?:had (?!{_WHOM})"
    rf"|(?:have|has) (?!{_WHOM}|(?:the|all|both|most|many|any)\b)"
    r"|(?:could|would|should) (?:not|rather) (?!i\b|we\b|you\b)|am (?!i\b)"
    r"|(?:could|should|would)(?:['’]ve| have) (?!i\b|we\b)"
    r"|(?:was|were) (?:at|in|on|to|from|with|back|late|off|out|just|really|so|not|going|told|asked|given)\b"
    r"|(?:will|would|can|could|should) (?:be|have|go|call|send|take|buy|get|ask|need|do|try|see|bring|pick)\b"
    rf"|(?:(?:ca|could|do|does|did|wo|would|should|is|are|was|were|has|have|had)n['’]?t|cannot|can not) "
    rf"(?!{_WHOM}|(?:the|all|both|most|many|any)\b)"  # "can't tolerate lactose"
    r"|(?:back|home|out|off) (?:from|of|to|at|in)\b|no [a-z]+ for (?-i:[a-zA-ZÀ-ž])"
    r"|needs? (?:to|an?|some|new|more)\b|did (?:not|some|a|an)\b|(?:do|does) not (?!i\b|you\b|we\b|they\b))",
    re.IGNORECASE,
)
_DAYS = "|".join(WEEKDAYS)
_SHORT_DAYS = "|".join(SHORT_DAYS)
# A note to oneself, and nothing that is asked for here: "write to Anna by Friday", "give Tom the key on Monday".
_NOTE_TO_SELF = re.compile(
    r"^(?:say (?:thanks|thank you|happy|sorry|hello|hi|goodbye) to\b|(?:find|get) (?:an?|some) [^?\n]*\bby (?:the )?\w"
    r"|(?:tell|remind|give) (?:(?-i:[A-ZÀ-ÞĀ-Ž]\w+)(?!['’]s)|(?:my |our )?(?:mum|mom|dad|boss|neighbour|landlord)|the"
    r" (?:cat|dog|kids|baby|plants))\b:? (?!about\b|how\b|why\b)"
    r"|(?:write (?:to|back|report|letter)|(?:write|help) (?-i:[A-ZÀ-ÞĀ-Ž]\w+)(?!['’]s)|look (?:after|for|at the)"
    r"|give back)\b"
    rf"[^?\n]*\b(?:(?:by|before|until|on) )?(?:{EXPRESSION}|tomorrow|tonight|next \w+|by (?:{_DAYS})"
    rf"|(?:{_SHORT_DAYS}) \d))",
    re.IGNORECASE,
)
# "Show starts at 8", "Search for a flat is on hold", "Name of the vet: Dr. Palm", "Help from Tom on Saturday".
_NAMES_ITS_SUBJECT = re.compile(
    r"^(?:(?:show|search|help|name(?: day)?|list|look)(?: (?:of|for|from) (?!me\b|my\b|all\b)[^?:\n]{1,60})?"
    r" (?:is|are|was|were|starts?|begins?|ends?)\b|(?:names?|name day|list) (?:of|for) [^?:\n]{1,60}(?::| =) ?\S"
    r"|help (?:from \w|desk\b|line\b))",
    re.IGNORECASE,
)
_TO_BE_KEPT = re.compile(  # "can you remember that the caretaker is called Roy?", "remind me to call Anna"
    r"^\s*(?:(?:hey|hi|please|and|ok|okay)[\s,]+)*(?:write (?:this |it )?down: ?\S"
    r"|(?:(?:can|could|would|will) you (?:please )?)?"
    r"(?:remind me (?:to|about)\b|don['’]t let me forget\b)|(?:can|could|would|will) you (?:please )?"
    r"(?:remember|note|keep in mind|make a note) that"
    r" (?:i|we|he|she|it|they|the|my|our|his|her|their|there|(?-i:[A-ZÀ-ÞĀ-Ž]\w+))\b)",  # not "that restaurant"
    re.IGNORECASE,
)
_LABELLED = re.compile(
    r"^[^\W\d][\w'’ -]{1,40}: ?\S|^\d[\d.,:]*(?: \w+)? (?:now|today)\W*$"
)  # "new number: 0171 55", "28 now"
_PUTS_RIGHT = re.compile(  # "no, second floor"; not "no, when is it"
    r"^(?:no|nope|wait|sorry|actually|correction|i mean)\s*[,:–—-]\s*(?!(?:what|where|when|who|why|how|which|whose"
    r"|is|are|was|were|do|does|did|can|could|will|would|should)\b)\w",
    re.IGNORECASE,
)
# A list of which something is still open, "gifts: Eetu - a book, dad slippers, mum ???", and "who: us and my parents".
_LISTED = re.compile(
    r"^[^\W\d][\w'’ -]{1,30}: [^?\n]*,[^?,\n]{1,25}(?: \?+|\?{2,})(?:,[^?\n]*)?$"
    r"|^(?:who|what|where|when|why|how): ?[^?\n]+$"
    r"|^(?:who|is|are|was|were|has|have|can|will|may|must|should|do|does|did)\b(?![^:\n]*\b(?:i|you|we)\b)[^:?\n]{0,50}:"
    r" (?![^?\n]* or )[^?\n]+$"  # "can of paint: RAL 9010", "who has keys: mum, Ben"
    r"|^[^\W\d][\w'’ -]{1,30}: (?!.*\b(?:what|where|when|who|why|how|which|is|are|do|does|did|can|should)\b)"
    r"[^?\n]+ \?$",  # "wifi at mum's: apfelkuchen77 ?"
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"(?<=\w )\([^()\n]{1,40}\?\)$")  # "passport expires in March (or May?)"
_HAS = re.compile(r"^(?:has|have) [a-z]", re.IGNORECASE)  # "has falk paid", written in haste
_HEADED = re.compile(
    r"^(?!(?:what|how) about\b)(?:what|where|when|who|why|how|which|whose)\b[^:?\n]{0,60}: ?(?![^.!\n]*\?)\S",
    re.IGNORECASE,
)
_MAY_TELL = re.compile(
    r"^(?:what|where|when|who|why|how|which|whose|can|could|will|would|should|do|does|did|is|are|was|were|am)\b",
    re.IGNORECASE,
)
# Words up to a full stop: what asks is shorter, or begins like a question, or has its mark. What has happened ("Mia and
# I broke up.") is told in fewer.
PLAIN_SENTENCE = 6
LONG = 12  # different words without any form of a question: who searches by words writes fewer


def asks(text: str, *, by_form: bool = False) -> bool:
    """Whether a message is put as a question or a request. "Am Freitag" begins none, "Was kostet das" does.

    `by_form` looks at the words alone: what "When I was 12 we moved" does takes the parser, 7 ms for each such text.
    """
    if is_to_be_kept(text) or _LISTED.match(text.strip()):
        return False
    if any(mark in _BRACKETED.sub("", text) for mark in "?？؟¿"):
        return True
    begun = text.strip()
    english, other = _asks_in_english(begun, by_form=by_form), _ASKS_ELSEWHERE.match(begun)
    if english is None and other is None:
        return False  # of most sentences, whose language need not be known
    return (other if is_foreign(text) else english) is not None


def _asks_in_english(text: str, *, by_form: bool) -> re.Match[str] | None:
    if any(form.match(text) for form in (_LEFT_OUT, _NOTE_TO_SELF, _NAMES_ITS_SUBJECT)):
        is_asked = not by_form and _HAS.match(text) is not None and is_asked_of_somebody(text)
        return _ASKS.match(text) if is_asked else None
    if _HEADED.match(text) and not _PUT.match(text):
        return None  # "What I need for the cake: 4 eggs"
    if not by_form and _MAY_TELL.match(text) and is_told(text):
        return None
    return _ASKS.match(text) or _WONDERS.search(text) or _ASKS_BEHIND.match(text)


def is_to_be_kept(text: str) -> bool:
    """Whether a question only asks that something be kept: "can you remember that my number is 5?"."""
    return _TO_BE_KEPT.match(text) is not None


def is_put(sentence: str) -> bool:
    """Whether a sentence is surely a question, with its mark or without: what was asked once is no answer later."""
    if is_to_be_kept(sentence) or _LISTED.match(sentence.strip()):
        return False
    return sentence.rstrip().endswith(("?", "？", "؟")) or _PUT.match(sentence.strip()) is not None


def is_asked_again(question: str, text: str) -> bool:
    """Whether a text begins with a question that begins with the same words: it was asked before, and is no answer."""
    first = text.partition("?")
    if not first[1] or len(text) == len(first[0]):
        return False
    return _begun(question) == _begun(first[0])


def _begun(question: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(question)[:2]]


def is_question(text: str) -> bool:
    """Whether a message wants an answer; what plainly tells something does not, nor what cannot be read."""
    if asks(text):
        return True
    if is_to_be_kept(text):
        return False
    if not is_english(text) or _ASKS.match(text.strip()) or _PUTS_RIGHT.match(text.strip()):
        return False
    if _LABELLED.match(text.strip()):
        return False
    words = {word.casefold() for word in WORD.findall(text)}
    begun = text.strip()
    tells = (
        _SAYS.search(text)
        or _LIVED.search(text)
        or _OF_ONESELF.match(begun)
        or _LEFT_OUT.match(begun)
        or _NOTE_TO_SELF.match(begun)
        or words & _TELLING
    )
    happened = len(words) >= 3 and any(word in PAST or (word.endswith("ed") and len(word) > 4) for word in words)
    sentence = text.rstrip().endswith((".", "!")) and (happened or len(words) >= PLAIN_SENTENCE)
    if (tells and len(words) >= 3) or sentence or len(words) >= LONG:
        return False
    return len(words) < 3 or not is_stated(begun)


def _forms(verb: str) -> set[str]:
    stem = verb.removesuffix("e")
    short = verb.removesuffix("y")
    return {verb, f"{verb}s", f"{verb}es", f"{stem}ed", f"{stem}ing", f"{short}ies", f"{short}ied"}


_TELLING = {form for verb, _ in [*ACTIONS, *EVENTS] for form in _forms(verb)} | {
    *("call", "remember", "grew", "got", "owe", "owes", "owed", "lent", "borrowed"),
}
