"""What a person says is over: "I no longer work at Siemens" tells that they worked there until then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from assistant.extraction.parsing.parse import parse
from assistant.extraction.statements import is_question
from assistant.extraction.text.own_words import own_words
from assistant.extraction.words.base_forms import third_person
from assistant.extraction.words.role_words import PETS

if TYPE_CHECKING:
    from spacy.tokens import Span

How = Literal["left", "parted with", "died", "separated", "moved out", "paid"]

_HINTS = re.compile(
    r"no longer|any ?more|any longer|stopped|quit|g[ai]ven? up|used to|left|resigned|retired|laid off|fired|let go"
    r"|moved (?:out|away)|sold|g[ai]ven? away|got rid|scrapped|traded|wrote off|died|passed away|put (?:down|to)"
    r"|br[eo]ken? up|stolen|totalled|written off|destroyed|split up|separated|divorced|changed|paid|repaid"
    r"|returned|gave back|\boff\b|back from",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bMs)(?<!\bSt)(?<!\bProf)[.!?]+\s+|\n+")  # sentences
_LONGEST = 600  # characters of a sentence that plainly says so; longer ones would be searched for as long as they like
_SO_FAR = r"(?:just |recently |finally |already |now )?"
_ANY_MORE = r"(?:any ?more|any longer)\b"
_IS = r"(?P<be>\bis|\bare|\bam|['’]m|['’]re|['’]s)"
_CLAUSE = re.compile(
    r"[,;:–—]| - |\b(?:but|because|since|as|so|and (?=(?:i|we|he|she|they|my|our|now)\b))\b", re.IGNORECASE
)
_SUPPOSED = re.compile(
    r"(?:and |but |so )?(?:if|unless|when|once|until|before|suppose|imagine|maybe|perhaps|say)\b", re.I
)
_NO_LONGER = re.compile(r"^(?P<before>.+?)\bno longer (?P<after>.+)$", re.IGNORECASE)
_NOT_ANY_MORE = re.compile(
    rf"^(?P<who>.+?) (?P<aux>do|does)(?:n['’]?t| not) (?P<verb>\w+)(?P<rest>.*?),? {_ANY_MORE}", re.IGNORECASE
)
_IS_NOT_ANY_MORE = re.compile(rf"^(?P<who>.+?) ?{_IS}(?:n['’]?t| not) (?P<rest>.+?),? {_ANY_MORE}", re.IGNORECASE)
_INSTEAD = re.compile(
    r"\s*[,;–—-]+ *(?:but )?(?:it|that|he|she)(?:['’]s| is) (?:now )?(?P<new>[^,;.!?]+)", re.IGNORECASE
)
_STOPPED = re.compile(
    rf"^(?P<who>.+?)(?: have| has|['’]ve|['’]s)? {_SO_FAR}(?:stopped|quit|gave up|given up)"
    r" (?P<verb>\w+ing)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
_USED_TO = re.compile(r"^(?P<who>.+?) used to (?P<verb>\w+)(?P<rest> .+)$", re.IGNORECASE)
# "Bethan took me off metformin", "I'm off metformin now": what was taken so far.
_TAKEN_OFF = re.compile(
    rf"^.+? (?:(?:has|have) )?{_SO_FAR}(?:took|taken|weaned) (?P<who>me|us|him|her|(?:my|our) \w+|[A-ZÀ-ÞĀ-Ž]\w+) off"
    r" (?P<what>(?!the\b|my\b|our\b|his\b|her\b|their\b|an?\b)[\w-]+)",
    re.IGNORECASE,
)
_IS_OFF = re.compile(
    r"^(?P<who>i|we|he|she|[A-ZÀ-ÞĀ-Ž]\w+)(?:['’](?:m|re|s|ve)| am| are| is| have| has)? "
    r"(?:now |finally |completely |just )?"
    r"(?:been taken |come |came |been )?off"
    r" (?P<what>(?!to\b|for\b|work\b|school\b|sick\b|on\b|in\b|until\b|the\b|today\b|tomorrow\b)[\w-]+)",
    re.IGNORECASE,
)
_WHOM = {"me": "I", "us": "we", "him": "he", "her": "she"}
_NAMED = r"(?P<what>[A-ZÀ-ÞĀ-Ž][\w&.'’-]*(?: (?:of |and |& )?[A-ZÀ-ÞĀ-Ž][\w&.'’-]*)*)"
_WHO = (
    r"(?P<who>(?i:i|we|he|she|they|(?:my|our) [\w-]+(?: (?!has\b|have\b|had\b|was\b|just\b)[\w-]+)?)"
    r"|[A-ZÀ-ÞĀ-Ž]\w+(?: [A-ZÀ-ÞĀ-Ž]\w+)?)"
)
_HAVE = rf"(?:(?: have| has|['’]ve|['’]s)? {_SO_FAR})"
_LEFT = re.compile(
    rf"^{_WHO}(?i:{_HAVE}(?:left|quit|resigned from|retired from"
    r"|(?:was|were|got) (?:laid off|fired|let go) (?:from|by))"
    rf"(?: my| his| her| our)?(?: job| post| position)?(?: at| with)? ){_NAMED}"
)
_MOVED_OUT = re.compile(rf"^{_WHO}(?i:{_HAVE}moved (?:out of|away from) ){_NAMED}")
_PARTED_WITH = re.compile(
    rf"^{_WHO}{_HAVE}(?:sold|gave away|given away|got rid of|scrapped|traded in|wrote off)"
    r" (?:the |my |our |his |her |their )(?P<what>[\w-]+(?: [\w-]+){0,3}?)"
    r"(?= (?:in|on|last|this|to|for|and|yesterday|today)\b|$)",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"^(?:my|our) (?P<what>[\w-]+(?: [\w-]+){0,2}?) (?:(?:was|were|got) (?:\w+ly )?|has been |have been )"
    r"(?:stolen|sold|totalled|written off|destroyed|scrapped)\b",
    re.IGNORECASE,
)
_DIED = re.compile(
    rf"^(?i:(?:my|our) (?:{'|'.join(sorted(PETS))}) )?(?P<what>[A-ZÀ-ÞĀ-Ž]\w+)(?i:(?: has| had| was)? {_SO_FAR}"
    r"(?:died|passed away|put (?:down|to sleep)))\b"
)
_SEPARATED = re.compile(
    rf"^{_WHO}(?i:(?: are| am|['’]re|['’]m)?{_HAVE}"
    r"(?:broke up|broken up|split up|separated|got divorced|gotten divorced|divorced)(?: (?:with|from))?)"
    r"(?: (?P<what>[A-ZÀ-ÞĀ-Ž]\w+(?: [A-ZÀ-ÞĀ-Ž]\w+)*))?(?= |$)"
)
_PAID = re.compile(
    rf"^{_WHO}(?i:{_HAVE}(?:re)?paid (?:back )?)(?P<whom>me|us|[A-ZÀ-ÞĀ-Ž]\w+(?: [A-ZÀ-ÞĀ-Ž]\w+)?)(?: back)?\b"
    r"(?P<what>[^,;]*)"
)
_PAID_BY_ME = re.compile(r"^(?i:(?:just |finally )?(?:re)?paid) (?P<whom>[A-ZÀ-ÞĀ-Ž]\w+)(?= back\b)(?P<what>)")
_GOT_BACK = re.compile(
    r"^(?i:(?:(?:i|we)(?: have|['’]ve)? )?(?:just |finally )?(?:got|received) (?:my |the |our )?)"
    r"(?P<what>[€£$]?\d[\w.,]*(?: (?:euros|pounds|dollars))?|money|deposit) back from"
    r" (?P<who>(?:[Tt]he |[Mm]y |[Oo]ur )[\w ]{3,30}?|[A-ZÀ-ÞĀ-Ž]\w+)(?= today| yesterday| now| on | in | at |$)"
)
_RETURNED = re.compile(
    rf"^{_WHO}(?i:{_HAVE}(?:returned|repaid|gave back|paid back))(?P<what> (?:the |those |his |her )?[€£$]?\d[^,;]*?)"
    r" to (?P<whom>me|us|[A-ZÀ-ÞĀ-Ž]\w+(?: [A-ZÀ-ÞĀ-Ž]\w+)?)\b"
)
_OPENING = re.compile(r"^(?:actually|ok|okay|oh|well|good news|update)\b[,:]? ", re.IGNORECASE)
_CHANGED = re.compile(
    r"^(?P<what>my [\w -]+?) (?:has |have )?(?:just |recently )?changed[,;.:]?"
    r" (?:it(?:['’]s| is)|(?:and )?the new one is) (?:now )?(?P<new>[^,;.!?]+)",
    re.IGNORECASE,
)
_TIME_OF_DAY = re.compile(
    r"\bat (?:\d|noon|midnight|lunch|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
    r"|\b(?:early|late)\b",
    re.IGNORECASE,
)
_ENDS: tuple[tuple[re.Pattern[str], How], ...] = (
    (_LEFT, "left"),
    (_MOVED_OUT, "moved out"),
    (_PARTED_WITH, "parted with"),
    (_TAKEN, "parted with"),
    (_DIED, "died"),
    (_SEPARATED, "separated"),
    (_PAID, "paid"),
    (_PAID_BY_ME, "paid"),
    (_GOT_BACK, "paid"),
    (_RETURNED, "paid"),
)
_BE = {"'m": "am", "’m": "am", "'re": "are", "’re": "are", "'s": "is", "’s": "is"}
_SEVERAL = frozenset({"i", "we", "you", "they"})


@dataclass(frozen=True, slots=True)
class Over:
    """What is over, with where its sentence stands in the message.

    `held` says it as it was so far, "I work at Siemens"; or `how` it ended tells what it was with `what`: a firm was
    left, a thing sold, a sum paid to `whom`. `now` says what is so instead, where the same sentence does.
    """

    start: int
    end: int
    held: str = ""
    how: How | None = None
    who: str = ""
    what: str = ""
    whom: str = ""
    now: str = ""


def over(text: str) -> Iterator[Over]:
    """All that a message says is over, sentence by sentence; nothing of what is asked, or quoted."""
    if _HINTS.search(text) is None:
        return
    own, at = own_words(text), 0
    for end in [*(gap.end() for gap in _BETWEEN.finditer(own)), len(own)]:
        if end - at < _LONGEST and _HINTS.search(own, at, end):  # what has none need not be parsed
            for sentence in parse(own[at:end]).sents:
                yield from _of_sentence(sentence, at + sentence.start_char, at + sentence.end_char)
        at = end


def _of_sentence(sentence: Span, start: int, end: int) -> Iterator[Over]:
    if not is_question(sentence):
        yield from _changed(sentence, start, end)
        for clause in _clauses(sentence):
            yield from _of_clause(sentence, clause, start, end)


def _clauses(sentence: Span) -> list[str]:
    return [part.strip(" .!") for part in _CLAUSE.split(_OPENING.sub("", sentence.text)) if part and part.strip(" .!")]


def _changed(sentence: Span, start: int, end: int) -> Iterator[Over]:
    """ "My number changed, it's now 22": what is so now takes the place of what was."""
    if (said := _CHANGED.match(sentence.text.strip())) is not None:
        yield Over(start, end, now=f"{said['what']} is {said['new'].strip()}.")


def _of_clause(sentence: Span, clause: str, start: int, end: int) -> Iterator[Over]:
    if _SUPPOSED.match(clause):
        return
    if held := _held(sentence, clause):
        yield Over(start, end, held=f"{held}.", now=_instead(sentence, clause))
        return
    for pattern, how in _ENDS:
        said = pattern.match(clause)
        if said is not None and not (how == "left" and _TIME_OF_DAY.search(clause)):
            words = said.groupdict()
            yield Over(
                start,
                end,
                how=how,
                who=words.get("who") or ("I" if how in {"parted with", "paid"} else ""),
                what=(words.get("what") or "").strip(),
                whom=words.get("whom") or ("me" if pattern is _GOT_BACK else ""),
            )
            return


def _held(sentence: Span, clause: str) -> str:
    """The clause as it was so until then, in the simple present; empty where it says nothing of the kind."""
    if (said := _NO_LONGER.match(clause)) is not None:
        return f"{said['before']}{said['after']}"
    if (said := _NOT_ANY_MORE.match(clause)) is not None:
        verb = third_person(said["verb"]) if said["aux"].casefold() == "does" else said["verb"]
        return f"{said['who']} {verb}{said['rest']}"
    if (said := _IS_NOT_ANY_MORE.match(clause)) is not None:
        return f"{said['who']} {_BE.get(said['be'].casefold(), said['be'])} {said['rest']}"
    if (said := _STOPPED.match(clause) or _USED_TO.match(clause)) is not None:
        doing = next((one for one in sentence if one.text == said["verb"]), None)
        base = doing.lemma_ if doing is not None and doing.lemma_.isalpha() else said["verb"]
        alone = said["who"].casefold() in _SEVERAL
        return f"{said['who']} {base if alone else third_person(base)}{said['rest']}"
    if (said := _TAKEN_OFF.match(clause) or _IS_OFF.match(clause)) is not None:
        who = _WHOM.get(said["who"].casefold(), said["who"])
        return f"{who} {'take' if who.casefold() in _SEVERAL else 'takes'} {said['what']}"
    return ""


def _instead(sentence: Span, clause: str) -> str:
    """ "My boss isn't Carla anymore, it's Henrik since May": what is so of the same instead."""
    said = _IS_NOT_ANY_MORE.match(clause)
    behind = sentence.text.split(clause, 1)[-1]
    new = _INSTEAD.match(behind)
    return f"{said['who']} is {new['new'].strip()}." if said is not None and new is not None else ""
