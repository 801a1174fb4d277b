"""Whom a question is about: the entities it names, and those its relations lead to, fact by fact."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from assistant.extraction.words.role_words import BREEDS, CALLED_BY, PETS
from assistant.extraction.words.vocabulary import PERSON
from assistant.question import kin
from assistant.question.facts import confirmed_first, fact_of
from assistant.question.focus import Focus
from assistant.question.walked import BOTH_WAYS, OTHER_END, RELATIONS, TOLD_BACK
from graph.naming import RANKS
from graph.params import STOP_WORDS
from graph.retrieval.params import NAMED_SCORE
from graph.retrieval.result import Result
from graph.retrieval.seeding.anchors import Anchor
from graph.retrieval.types import Item

_FORM_OF_ADDRESS = re.compile(
    r"(?:aunt(?:ie|y)?|uncle|tante|onkel|tía|tia|tío|tio|zia|zio|oma|opa|gran|granny|grandma|grandpa|nan|nana|nonna|nonno"
    r"|abuela|abuelo|mamie|papi|cousin) (?=[A-ZÀ-ÞĀ-Ž])",
    re.IGNORECASE,
)
# A word in capitals inside the question, with none of them beside it: the first of a longer name is another's.
_NAME_ALONE = re.compile(r"(?<=[a-z,] )[A-ZÀ-ÞĀ-Ž][^\W\d_]+(?=['’]s?\b|[\s?!.,]*$| [a-z])")
_ROLE = "|".join(sorted(RELATIONS, key=len, reverse=True))
_OF_WHOM = re.compile(  # "does my father have ...", "which exercises should mum do?", "mum's glasses"
    r"^(?:does|did|has|is|can) (?:my|our) [\w-]+ \w"
    rf"|\b(?:does|did|has|can|could|should|must|will|would) (?:(?:my|our) )?(?:{_ROLE}) \w",
    re.IGNORECASE,
)
_OWNED_BY = re.compile(rf"\b(?:{_ROLE})['’]s\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Targets:
    """Entities the question is about: named in it, reached by its relations, and the facts that led there."""

    named: frozenset[int]
    reached: Mapping[int, tuple[Item, ...]]
    missing: bool  # a relation was asked for that no fact gives
    names: tuple[str, ...] = ()  # of `named`, without the owner
    is_made_up: bool = False  # reached by relations that make up the one that is asked for
    of_whom: tuple[str, ...] = ()  # the names of those who were reached, of whom something else is asked


def targets_of(question: str, asked: Focus, facts: Sequence[Item], result: Result) -> Targets:
    """Whom the question means, walking "my sister's husband" fact by fact."""
    names: dict[int, str] = {}
    selves = {fact_of(item).subject for item in facts if fact_of(item).subject_is_self}
    selves |= {result.me} if result.me is not None else set()
    for item in facts:
        fact = fact_of(item)
        names[fact.subject] = fact.subject_name
        if fact.object is not None:
            names[fact.object] = fact.object_name
    named = {pk for pk, name in names.items() if pk not in selves and occurs(name, question)}
    # As it is written, or as the search knew it by another name or in another spelling.
    named |= {anchor.pk for anchor in result.anchors if _is_called(anchor) or occurs(anchor.name, question)} - selves
    named |= _by_first_name(question, result.anchors, {names[pk] for pk in named if pk in names}) - selves
    named |= _only_one_called(question, names) - selves if not named else set()
    named |= _by_kind(question, asked, facts, result.anchors) if not named else set()
    if asked.about_self:
        named |= selves
    frontier: dict[int, tuple[Item, ...]] = dict.fromkeys(named, ())
    plain = not (asked.predicates or asked.name or asked.telling)
    last_is_answer = plain and _OF_WHOM.search(question.strip()) is None
    walked = asked.relations[:-1] if last_is_answer else asked.relations
    missing = False
    for relation in walked:
        step = _step(relation, facts, frontier) or _composed(relation, facts, frontier) or _called(relation, names)
        step = step or _by_other_end(relation, facts, frontier)
        if not step and not named and _calls_by_role(question):  # "mum" is one's own
            step = _step(relation, facts, dict.fromkeys(selves, ()))
        missing = missing or not step
        frontier = step or frontier
    if asked.kinds:
        frontier, left = _of_kinds(frontier, asked.kinds, facts), frontier
        missing = missing or (bool(left) and not frontier)
    reached = {} if not walked or missing else frontier
    made_up = {}
    if last_is_answer and asked.relations and not missing and not _step(asked.relations[-1], facts, frontier):
        made_up = _composed(asked.relations[-1], facts, frontier)
        made_up = made_up or _by_other_end(asked.relations[-1], facts, frontier)
    known = tuple(names[pk] for pk in sorted(named - selves) if pk in names)
    is_of_them = not last_is_answer and (_OF_WHOM.search(question) or _OWNED_BY.search(question))
    of_whom = tuple(names[pk] for pk in sorted(reached.keys() - selves) if pk in names) if is_of_them else ()
    return Targets(frozenset(named), made_up or reached, missing, known, bool(made_up), of_whom)


def _calls_by_role(question: str) -> bool:
    """ "When does mum come?": a role said as a name, of nobody else's."""
    words = question.casefold().replace("’", "'").split()
    return any(
        word.strip("?!.,").removesuffix("'s") in CALLED_BY
        and not (before.endswith("'s") or before in {"his", "her", "their", "your", "the", "a"})
        for before, word in zip(["", *words], words, strict=False)
    )


def _called(relation: frozenset[str], names: Mapping[int, str]) -> dict[int, tuple[Item, ...]]:
    """Whom the book knows by the role alone: what is told of "my father", or of a contact called "Dad"."""
    roles = {pk: name.casefold().removeprefix("my ") for pk, name in names.items()}
    return {pk: () for pk, role in roles.items() if RELATIONS.get(role) == relation}


def _is_called(anchor: Anchor) -> bool:
    return anchor.channels.get("name") == NAMED_SCORE


def _only_one_called(question: str, names: Mapping[int, str]) -> set[int]:
    """The only one of whom something was found whose name begins with a name in the question: "Joost"."""
    said = {word for word in _NAME_ALONE.findall(question) if word.casefold() not in STOP_WORDS | RANKS}
    called = {pk for pk, name in names.items() if " " in name and name.split()[0] in said}
    return called if len(called) == 1 else set()


def _by_first_name(question: str, anchors: Sequence[Anchor], named: Collection[str]) -> set[int]:
    """The people whom a question calls by their first name alone, or by the name behind "Aunt"; nobody who shares it
    with somebody named in full.
    """
    taken = {_FORM_OF_ADDRESS.sub("", name).split()[0] for name in named}
    found = set()
    for anchor in anchors:
        first, *rest = _FORM_OF_ADDRESS.sub("", anchor.name).split() or [""]
        is_same = not rest and first in named  # "Uncle Arthur", beside "Arthur" himself
        if (
            (rest or first != anchor.name)
            and first.rstrip(".").casefold() not in RANKS  # Mr Lie is not Mr Strand
            and anchor.type == PERSON
            and (is_same or first not in taken)
            and occurs(first, question, as_written=True)
        ):
            found.add(anchor.pk)
    return found


def _by_kind(question: str, asked: Focus, facts: Sequence[Item], anchors: Sequence[Anchor]) -> set[int]:
    """The one thing found that a question calls by what it is, and of which a fact tells what is asked: "when is the
    deadline of my thesis?", of "Posidonia thesis".
    """
    told = {fact_of(item).subject for item in facts if fact_of(item).predicate in asked.predicates}
    things = [one for one in anchors if one.pk in told and one.type != PERSON and " " in one.name]
    called = {one.pk for one in things if occurs(f"my {one.name.split()[-1]}", question)}
    called |= {one.pk for one in things if occurs(f"the {one.name.split()[-1]}", question)}
    return called if len(called) == 1 else set()


def _step(
    relation: frozenset[str], facts: Sequence[Item], frontier: Mapping[int, tuple[Item, ...]]
) -> dict[int, tuple[Item, ...]]:
    """Whom `relation` leads to from the frontier, each with the facts walked; confirmed ones first."""
    reached: dict[int, tuple[Item, ...]] = {}
    for item in confirmed_first(facts):
        fact = fact_of(item)
        if fact.predicate not in relation | told_back(relation) or fact.object is None:
            continue
        if fact.subject in frontier and fact.predicate in relation:
            reached.setdefault(fact.object, (*frontier[fact.subject], item))
        elif fact.predicate in BOTH_WAYS | told_back(relation) and fact.object in frontier:
            reached.setdefault(fact.subject, (*frontier[fact.object], item))
    return reached


def told_back(relation: frozenset[str]) -> frozenset[str]:
    """The predicates that say it from the other end, of a relation that may be of either sex: a child, a parent."""
    return frozenset().union(*(back for name, back in TOLD_BACK.items() if name in relation))


def _composed(
    relation: frozenset[str], facts: Sequence[Item], frontier: Mapping[int, tuple[Item, ...]]
) -> dict[int, tuple[Item, ...]]:
    """Whom a relation that no fact states leads to by several that do: a brother's son is a nephew."""
    asked = frozenset(name.replace("_", "-") for name in relation)
    reached: dict[int, tuple[Item, ...]] = {}
    for pk, chain in frontier.items():
        chosen, is_sure = kin.those_called(kin.relatives(pk, facts).values(), asked)
        for one in chosen if is_sure or len(chosen) == 1 else ():
            if one.pk not in frontier:
                reached.setdefault(one.pk, (*chain, *one.facts))
    return reached


def _by_other_end(
    relation: frozenset[str], facts: Sequence[Item], frontier: Mapping[int, tuple[Item, ...]]
) -> dict[int, tuple[Item, ...]]:
    """Whom only their own entry says to stand in the relation: the one of whom "sister: me" is told is my brother, or
    my sister. Of two nobody knows which is meant.
    """
    back = frozenset[str]().union(*(OTHER_END.get(name, frozenset()) for name in relation))
    told = [item for item in confirmed_first(facts) if fact_of(item).predicate in back]
    reached = {fact_of(item).subject: item for item in reversed(told) if fact_of(item).object in frontier}
    return (
        {pk: (*frontier[fact_of(item).object or 0], item) for pk, item in reached.items()} if len(reached) == 1 else {}
    )


def _of_kinds(
    frontier: Mapping[int, tuple[Item, ...]], kinds: Collection[str], facts: Sequence[Item]
) -> dict[int, tuple[Item, ...]]:
    """Without the pets that are known to be of another kind: who asks for a dog is not told of the cat."""
    others = of_other_kinds(kinds, facts)
    return {pk: chain for pk, chain in frontier.items() if pk not in others}


def of_other_kinds(kinds: Collection[str], facts: Sequence[Item]) -> set[int]:
    """Those that are said to be a pet of another kind than these, and of none of them."""
    known: dict[int, set[str]] = {}
    for item in facts:
        fact = fact_of(item)
        if fact.predicate == "is_a":
            said = (fact.object_name or fact.value).casefold()
            known.setdefault(fact.subject, set()).update((said, BREEDS.get(said, said)))
    return {pk for pk, said in known.items() if said & PETS and not said & set(kinds)}


def occurs(name: str, text: str, *, as_written: bool = False) -> bool:
    """Whether `name` stands in `text` as whole words, in any case unless `as_written` ("Will" is not "will")."""
    case = re.NOFLAG if as_written else re.IGNORECASE
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, case) is not None
