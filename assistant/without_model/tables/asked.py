"""What a question asks of a table: rows that are so, a cell of one, how many, the most, or a sum. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from assistant.question.asked import FILLERS
from assistant.without_model.tables.comparing import Compared, compared
from assistant.without_model.tables.extremes import Extreme, extreme
from graph.retrieval.question.words import content_stems, stem
from graph.retrieval.seeding.seeds import words

Kind = Literal["who", "which", "cell", "count", "most", "sum", "mean"]

_OPENING = re.compile(r"^\W*(?:(?:and|so|but|ok|also)\W+)*", re.IGNORECASE)
_ENDS = (
    r"(?=\W*$|\s+(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|must|got|get|gets|from|in|on|at"
    r"|of|with|for|to|per|there|that|belongs?|contains?)\b)"
)
_NOUN = r"(?P<noun>[^\W\d_]+(?:[ -][^\W\d_]+)?)"
_FORMS: tuple[tuple[Kind, str], ...] = (
    ("sum", r"(?:how (?:much|many)\b.*\b(?:in total|altogether|in all|overall|all together)\b"
            r"|what (?:is|was|are|were) the (?:total|sum|overall)\b).*"),
    ("mean", r"(?:what (?:is|was)|how (?:much|many|long|old)\b).*\b(?:average|mean|on average)\b.*"),
    ("count", rf"how many (?:of (?:the |my |our )?)?{_NOUN}{_ENDS}.*"),
    ("which", rf"(?:which|what) (?:of (?:the |my |our )?)?(?!(?:is|are|was|were|do|does|did|has|have|had|can|will)\b)"
              rf"{_NOUN}{_ENDS}.*"),
    ("which", r"which (?P<noun>[^\W\d_]+) [a-z].*"),
    ("which", r"(?:who|what|which) (?:are|were) (?:all )?(?:the|my|our) (?P<noun>[a-z]+(?: [a-z]+)?).*"),
    ("which", r"(?:list|show(?: me)?) (?:all )?(?:the|my|our) (?P<noun>[a-z]+(?: [a-z]+)?).*"),
    ("who", r"(?:who|whom|whose)\b.*"),
    ("which", r"what (?:(?:do|does) (?!i\b)[\w'’ ]+? (?:have|need) to do|(?:must|should) (?!i\b)[\w'’ ]+? do"
              r"|(?:is|are) [\w'’ ]+ responsible for)\W*"),
    ("cell", rf"how much (?!(?:is|are|was|were|do|does|did|has|have|had|will|would|for|money)\b){_NOUN}{_ENDS}.*"),
    ("cell", r"(?:when|where|what|how)\b.*"),
)  # fmt: skip
_READ = tuple((kind, re.compile(form, re.IGNORECASE | re.DOTALL)) for kind, form in _FORMS)
_DONE = ("what do", "what did", "what can", "what should", "what must")
TASKS = ("action", "task", "job", "todo", "duty")  # by which it is headed what somebody has to do
_NOT = frozenset({"not", "no", "without", "never"})
_SAYS_LITTLE = FILLERS | content_stems(  # nor what one does with what a row tells: who plays
    "play sing sit stand belong come live work bring start take get go make give keep put much many long often be being"
    " been need against total sum average mean altogether overall all every each there list show not no never yet"
    " still already ever most least"
)
# What befell somebody, and where one is from, is told by no column of what happened and where.
_OF_ONE = re.compile(r"\bhappen(?:s|ed)? to\b|\bwhere (?:is|are|was|were|do|does|did) .* from\W*$", re.IGNORECASE)
_HAVING = re.compile(r"\b(?:has|have|had|with)\b", re.IGNORECASE)
_CUT = re.compile(r"(\w+)n['’]t\b", re.IGNORECASE)  # "haven't"
_MINE = re.compile(r"\b(?:my|mine|i|me)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """A word, as it is written, and its stem; `place` is its place in the question. One that `says_little` no row has
    to have.
    """

    text: str
    stem: str
    place: int
    says_little: bool = False

    @property
    def is_number(self) -> bool:
        return self.text.isdigit() or (len(self.text) == 1 and self.text.isupper())


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it may be asked of a table. `noun`: the words that are asked for; `denied`: the place behind which
    stands what is not so.
    """

    kind: Kind
    opening: str  # the first three words: "when is the", "how much did"
    words: tuple[Word, ...]
    noun: tuple[str, ...] = ()
    extreme: Extreme | None = None
    denied: int | None = None
    is_having: bool = False  # of what somebody has, of which none is not so
    is_mine: bool = False
    compared: Compared | None = None

    @property
    def may_be_of_rows(self) -> bool:
        """Whether it may be asked what has something below a head, by no head's name: "what do I sow in May?"."""
        is_of_deeds = self.denied is not None or self.opening.startswith(_DONE)
        return self.kind == "who" or (self.kind == "cell" and is_of_deeds)


def asked_of(question: str) -> Asked | None:
    """None of what is no question of these forms."""
    if _OF_ONE.search(question):
        return None
    text = _CUT.sub(r"\1 not", _OPENING.sub("", question.strip(), count=1).replace("-", " "))
    kind, said = next(((kind, said) for kind, form in _READ if (said := form.fullmatch(text))), (None, None))
    if kind is None or said is None:
        return None
    told = words(text)
    comparison = compared(text)
    groups = said.groupdict()
    most = extreme([word.casefold() for word in told])
    noun = tuple(words((groups.get("noun") or "").casefold()))
    if kind == "which" and "noun" not in groups:
        noun = TASKS
    beside = comparison.words if comparison is not None else frozenset[str]()
    little = _SAYS_LITTLE | ({stem(most.word)} if most is not None else frozenset())
    return Asked(
        kind="most" if most is not None and kind != "count" else kind,
        opening=" ".join(text.casefold().split()[:3]),
        words=tuple(
            Word(word, found, place, says_little=_is_little(word, found, place, little) or word.casefold() in beside)
            for place, word in enumerate(told)
            for found in (content_stems(word) or (frozenset({word}) if _is_mark(told, place) else frozenset()))
        ),
        noun=tuple(word for word in noun if most is None or word != most.word),
        extreme=most,
        denied=next((place for place, word in enumerate(told) if word.casefold() in _NOT), None),
        is_having=kind in {"who", "which"} and _HAVING.search(text) is not None,
        is_mine=_MINE.search(text) is not None,
        compared=comparison,
    )


def _is_little(word: str, found: str, place: int, little: frozenset[str]) -> bool:
    return found in little and not (word[:1].isupper() and place)


def _is_mark(told: list[str], place: int) -> bool:
    """Whether it is a single letter by which something is told apart: "group A"."""
    return place > 0 and len(told[place]) == 1 and told[place].isupper() and told[place] != "I"
