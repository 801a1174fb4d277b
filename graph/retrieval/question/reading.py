"""A question read: by which of its words it asks, of whom, and where in it its names stand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise

from graph.naming import SELF_WORDS
from graph.retrieval.question import standing, words
from graph.retrieval.question.asked_for import LANDS, WIDE, Called, Wanted
from graph.retrieval.question.once import ONCE, asks_of_now, asks_of_once
from graph.retrieval.question.shared_with import asked_back, joined
from graph.retrieval.question.telling import ASKED_WITH, KINDS, TELLING, WITHIN, Stems, deeds
from graph.retrieval.seeding import seeds

_THINGS = words.content_stems("company firm")  # "my company" asks for where I work; "the company that …" does not
_PLACES = LANDS | words.content_stems("university college school club team")
_IS_THE = (("where", "is", "the"), ("where", "are", "the"))
_WHO = frozenset({"who", "whom"})
_DIES = words.deed("die")
_PEOPLE = words.deed("people")
_JOB, _OWN = words.deed("job"), words.deed("own")
_WRITES = frozenset(map(words.deed, ["write", "publish", "speak", "lecture"]))


def wanted(question: str, named: Mapping[int, str], me: int | None, relation_of: Callable[[str], Called]) -> Wanted:
    """What a question asks for that names these entities (primary key -> normalised name), and `me` by "I" or "my"."""
    question = question[: question.rfind("?") + 1] or question  # what stands behind it is searched for, and not asked
    told = seeds.words(question)
    said = [words.deed(word) for word in told]
    named = standing.proper(told, named)
    of_names = frozenset[str]().union(*map(deeds, named.values()))
    own = SELF_WORDS if me is not None else frozenset[str]()
    names = standing.of_names(told, said, named.values(), of_names, own)
    which = [stem for word, stem in zip(told, said[1:], strict=False) if word.casefold() in standing.WHICH]
    place = next((stem for stem in which if stem in TELLING["where"] | WIDE), "")
    asking = {word.casefold() for word in told} & ASKED_WITH
    asking |= {"where"} if place else set()
    asking |= set() if TELLING["when"].isdisjoint(which) else {"when"}
    asking |= {ONCE} if asks_of_once(told) else set()
    asking |= {"about"} if _asks_of_what(told) else set()
    asking |= {"why"} if _asks_how_died(told) else set()
    asking |= {WITHIN} if standing.is_within(told, names) else set()
    asking |= {_OWN} if any(word.casefold() == "whose" for word in told) else set()
    classes = _described(told, said, names)
    trade = {_JOB} if _asks_trade(told) else set()
    asked = deeds(question)
    anybody = {_PEOPLE} if _speaks_of_anybody(told) else frozenset[str]()
    stems = (asked | joined(told) | asking | trade) - of_names - (classes - _PLACES) - anybody
    said = ["" if place in names else stem for place, stem in enumerate(said)]
    is_of_a_thing = tuple(word.casefold() for word in told[:3]) in _IS_THE and bool(classes)
    is_of_somebody = bool(told) and told[0].casefold() in _WHO
    everybody = named.keys() if me is None else {*named, me}
    through = standing.of_the_named(told, names)
    again = asked_back(told, stems, named.values(), through.keys())
    last = standing.ending(told, said, names, bool(asking))
    happened = said[last] if last >= 0 and not asking.isdisjoint(("when", "where")) else ""
    things = (standing.things(told, said) | through.keys()) & asked - of_names
    away = standing.away(told, said, (stems - classes | things) - asking, names, last)
    return Wanted(
        stems=stems,
        again=again,
        through=through,
        named=everybody,
        spoken=told,
        names=names,
        said=said,
        away=away,
        relation_of=relation_of,
        verb=_done(told, said),
        happened=happened,
        place=place,
        classes=classes & _PLACES,
        things=things,
        which=things.intersection(which),
        is_of_a_thing=is_of_a_thing,
        is_of_somebody=is_of_somebody,
        is_of_now=asks_of_now(told),
        made=standing.made(told, said) & stems,
    )


def _asks_trade(spoken: Sequence[str]) -> bool:
    """Whether it is "what does … do?", with or without "for a living", or "work as"; no "have to do"."""
    folded = [word.casefold() for word in spoken]
    folded = folded[:-3] if folded[-3:] == ["for", "a", "living"] else folded
    asks = len(folded) > 2 and folded[0] == "what" and folded[1] in words.DOES
    return asks and ((folded[-1] == "do" and folded[-2] != "to") or folded[-2:] == ["work", "as"])


def _asks_of_what(spoken: Sequence[str]) -> bool:
    """Whether it is "what is … about?", "what has … written about?", "what does … publish on?"."""
    folded = [word.casefold() for word in spoken]
    if len(folded) < 3 or folded[0] not in standing.WHICH:
        return False
    return folded[-1] == "about" or (folded[-1] == "on" and words.deed(folded[-2]) in _WRITES)


def _speaks_of_anybody(spoken: Sequence[str]) -> bool:
    """Whether it is "what do people do?", of nobody: how many people there are is no answer."""
    folded = [word.casefold() for word in spoken]
    return any(first in words.DOES and second == "people" for first, second in pairwise(folded))


def _asks_how_died(spoken: Sequence[str]) -> bool:
    """Whether it is "how did … die?" or "what did … die of?": that is told by a cause."""
    folded = [word.casefold() for word in spoken]
    dies = any(words.deed(word) == _DIES for word in folded)
    return dies and folded[-1:] in (["of"], ["from"], ["die"]) and folded[0] in {"how", "what"}


def _described(spoken: Sequence[str], said: Sequence[str], names: Collection[int]) -> Stems:
    """The stems of things that a question looks for by what it says of them: "which company", "the company that makes",
    "the country X is in".

    They are no relation of whom it names; a country may be, but need not.
    """
    folded = ["", *(word.casefold() for word in spoken), ""]
    found = list(zip(folded, said, folded[2:], strict=False))
    asked = {stem for before, stem, _ in found if before in standing.WHICH} & _THINGS
    told = {stem for _, stem, behind in found if behind in standing.DESCRIBING}
    told |= {stem for at, (before, stem, _) in enumerate(found) if before == "the" and at + 1 in names}
    return frozenset(asked | told & (_THINGS | _PLACES))


def _done(spoken: Sequence[str], said: Sequence[str]) -> str:
    """The stem of the verb that ends "where does … work", or "" where a question asks in another way."""
    opening = [word.casefold() for word in spoken[:2]]
    return said[-1] if len(opening) == 2 and opening[0] in KINDS and opening[1] in words.DOES else ""
