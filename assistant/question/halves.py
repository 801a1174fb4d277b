"""A question that asks two things, as two: "Where does Anna live and what does she do?", "… live and work?". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.question.asked import GROUPS
from assistant.question.questions import asks
from assistant.question.referents import Earlier, Named, resolve, stands_in
from assistant.question.walked import RELATIONS
from graph.retrieval.question.word_forms import PAST
from graph.retrieval.seeding.anchors import Anchor

MOST = 3  # questions in one message: more are a form to be filled in
_WORD = r"(?:what|where|when|who|whose|whom|which|why|how)"
_HELPS = r"(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had)"
_MAY = r"(?:may|might|must|needs?|costs?|belongs?|contains?|means?)"
_DID = rf"(?:[\w-]+ed|{'|'.join(sorted(PAST))})"
# What begins a question of its own: "what does", "how old is", "what's", "who lives", "what ate", "is she".
_BEGINS = (
    rf"(?:{_WORD}(?:['’]s\b|(?: [\w'’-]+){{0,3}}? (?:{_HELPS}|{_MAY}) \w)|(?:who|what) {_DID}\b|who [\w-]+s\b"
    rf"|{_HELPS} (?:i|he|she|they|it|we|my|our|his|her|their|there)\b"
    r"|(?:is|are|was|were|do|does|did|has|have) (?-i:[A-ZÀ-ÞĀ-Ž]))"
)
_JOINED = re.compile(
    rf"(?:\s*[,;?]+\s*|\s+)(?:and|but|also|&) (?:also )?(?={_BEGINS})|\?+\s+(?={_BEGINS})", re.IGNORECASE
)
_BOTH_WORDS = re.compile(rf"(?P<one>{_WORD}) and (?P<other>{_WORD}) (?P<rest>{_HELPS}\b.+)", re.IGNORECASE)
_WHICH_FIRST = re.compile(  # told by the days of both
    r"(?:which|what) (?:(?:event|thing|one) )?(?:came|happened|was|took place|did (?:i|we) do) "
    r"(?:first|earlier|later|last)\s*[,:–-]?\s*(?P<one>.+?),? or (?P<other>.+?)[\s?!.]*",
    re.IGNORECASE,
)
_LIKE = r"[a-z][a-z-]+(?: (?:number|address|food|drink|colou?r))?"
_LAST_TWO = re.compile(rf"(?P<lead>.+? )(?P<one>{_LIKE}),? and (?:(?:my|his|her|their) )?(?P<other>{_LIKE})[\s?!.]*")
# "And what do I do?", behind what a light on the boiler means: of oneself nothing is asked by it.
_OF_THE_FIRST = re.compile(
    r"(?:(?:what|when|where|how|why|who|for how long)(?: (?:time|long|far))? "
    r"(?:am|are|do|did|should|can|must|will|would|have) (?:i|we) (?:(?:have|need) to )?"
    r"(?:do|go|going|leave|leaving|get|getting|come|coming|arrive|arriving|start|starting|stay|staying|pay|paying|call"
    r"|ring|phone|ask|contact|there)(?: (?:there|then|now|back|home|about it|with it|in that case))?"
    r"|for how (?:many|much) \w+)\W*",
    re.IGNORECASE,
)
_DOES = re.compile(r"\bdo(?:ing)?\W*$", re.IGNORECASE)  # "what does Jo do?", "and what do I do?"
_OF_ONESELF = re.compile(r"\b(?:i|we|my|our|me|us)\b", re.IGNORECASE)
_ASKED_FOR = [frozenset(group.words.split()) for group in GROUPS] + [frozenset({word}) for word in RELATIONS]


def parts(question: str, known: Sequence[Anchor] = ()) -> tuple[str, ...]:
    """The questions that one is made of, each to be asked by itself; only itself where it asks one thing.

    `known` are the entities that it was found to name: what "she" means in the second is taken from the first.
    """
    asked = question.strip()
    if first := _WHICH_FIRST.fullmatch(asked):
        return tuple(f"When {_were(one)} {one}?" for one in (first["one"].strip(), first["other"].strip()))
    if both := _BOTH_WORDS.fullmatch(asked):
        return (f"{both['one']} {both['rest']}", f"{both['other'].capitalize()} {both['rest']}")
    if (last := _LAST_TWO.fullmatch(asked)) and asks(asked) and _differ(last["one"], last["other"]):
        return (f"{last['lead']}{last['one']}?", f"{last['lead']}{last['other']}?")
    found: list[str] = []
    for piece in _by_themselves(pieces(asked)):
        named = tuple(Named(one.name, one.type) for one in known if found and stands_in(one.name, found[-1]))
        found.append(resolve(piece, [Earlier(found[-1], named)])[0] if found else piece)
    return tuple(f"{piece.rstrip(' ?!.')}?" for piece in found) if len(found) > 1 else (asked,)


def pieces(question: str) -> list[str]:
    """The whole questions that stand beside each other in one, as they are written; else only itself."""
    found = [piece.strip(" ,;") for piece in _JOINED.split(question) if piece.strip(" ,;?!.")]
    if not 1 < len(found) <= MOST or not asks(found[0]) or len(found[0].split()) < 2:
        return [question]
    return found


def of_the_first(piece: str, first: str) -> str:
    """Both as one question, where this one means nothing without the first; "" where it is one by itself."""
    head = pieces(first)[0]
    if _OF_THE_FIRST.fullmatch(piece.strip()) is None or _OF_ONESELF.search(head) or _DOES.search(head):
        return ""
    return f"{head.rstrip(' ?')} and {piece.strip()}"


def _by_themselves(found: Sequence[str]) -> list[str]:
    """The questions, one that means nothing without the first together with it."""
    first, *others = found
    for place, piece in enumerate(others):
        if together := of_the_first(piece, first):
            return [together, *others[:place], *others[place + 1 :]]
    return [first, *others]


def _differ(one: str, other: str) -> bool:
    """Whether these words ask for different things: "live" and "work", "phone number" and "email"; not "like" and
    "love"."""
    first, second = ({group for group in _ASKED_FOR if set(words.split()) & group} for words in (one, other))
    return bool(first) and bool(second) and not first & second


def _were(what: str) -> str:
    return "were" if re.search(r"(?<!s)s$", what.split(" of ")[0]) else "was"
