"""Where in a question its names stand, and how far its other words stand from them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from graph.retrieval import params
from graph.retrieval.question.telling import Stems
from graph.retrieval.question.words import DOERS, DOES, deed
from graph.retrieval.seeding import seeds

_WAS = frozenset({"is", "are", "was", "were"})
WHICH = frozenset({"which", "what"})
DESCRIBING = frozenset({"that", "which", "where", "behind"})
_IN = frozenset({"in", "on", "at"})
_HAVING = frozenset({"responsible", "whose", "owning"})
_OF = frozenset({"of", "in", "for", "behind"})
_KIND = 2  # words between "of" and a name: "of the film X"
_WORKS = frozenset(
    seeds.words("films movies books novels papers articles stories poems plays songs albums paintings pictures scripts")
)
_OWNER = ("'s", "’s", "s'", "s’")


def of_names(
    spoken: Sequence[str], said: Sequence[str], called: Iterable[str], stems: Stems, own: Collection[str]
) -> set[int]:
    """At which of its words a question names those who are `called` so (with these stems), or who asks (`own`); an
    article or "and" in a name is part of it."""
    folded = [word.casefold().removesuffix("'s").removesuffix("’s") for word in spoken]
    places = {place for place, word in enumerate(folded) if word in own or said[place] in stems}
    for name in called:
        words_of = [word.casefold() for word in seeds.words(name)]
        for start in range(len(folded) - len(words_of) + 1):
            if folded[start : start + len(words_of)] == words_of:
                places.update(range(start, start + len(words_of)))
    return places


def proper(spoken: Sequence[str], named: Mapping[int, str]) -> dict[int, str]:
    """Those of the named that are no mere noun beside another: "the architect of Opal Tower" names no trade."""
    nouns = {
        word.casefold()
        for before, word, after in zip(spoken, spoken[1:], spoken[2:], strict=False)
        if before.casefold() == "the" and word.islower() and after in _OF
    }
    kept = {pk: name for pk, name in named.items() if name not in nouns}
    return kept or dict(named)


def of_the_named(spoken: Sequence[str], names: Collection[int]) -> dict[str, str]:
    """By which words it names somebody through whom it names by name (at these places), by their stems: "actor" of "the
    actor of X", of "actors in X" and of "X's actor"; of "X's agent's wife" the agent."""
    said = [word.casefold() for word in spoken]
    found: dict[str, str] = {}
    for place, word in enumerate(said):
        after = said[place + 1 : place + 2]
        near = [one for one in range(place + 2, place + 3 + _KIND) if one in names]
        is_somebody = (place > 0 and said[place - 1] == "the") or word.endswith(DOERS)
        is_of = bool(near) and (after == ["of"] or (is_somebody and not _OF.isdisjoint(after)))
        is_of = is_of and not _owns(said, near[0], names)
        if place not in names and (is_of or (place - 1 in names and said[place - 1].endswith(_OWNER))):
            behind = after if after and after[0].endswith(DOERS) and not is_of else []  # "X's form teacher"
            found |= {deed(one): one for one in (word, *behind, *_before(said, place))}
    return found


def things(spoken: Sequence[str], said: Sequence[str]) -> Stems:
    """The stems of what kind of thing is looked for: "project" of "which project", of "the project that X works on",
    "team" of "the team based that owns X", "museum" of "the museum with X"."""
    folded = ["", *(word.casefold() for word in spoken), "", ""]
    told = frozenset[str]()
    for stem, before, *behind in zip(said, folded, folded[2:], folded[3:], strict=False):
        is_told = not (DESCRIBING | _HAVING).isdisjoint(behind if before == "the" else behind[:1])
        is_told |= before == "the" and behind[0] == "with"
        told |= {stem} if stem and (before in WHICH or is_told) else set()
    return told


def is_within(spoken: Sequence[str], names: Collection[int]) -> bool:
    """Whether it asks for what is somewhere that it names: "the cities on X", "which mountains are in X".

    Not "who works in X", where that is what is done.
    """
    said = [word.casefold() for word in spoken]
    for place in range(2, len(said) - 1):
        behind = place + (2 if said[place + 1] == "the" else 1)
        if said[place] in _IN and behind in names:
            noun = place - 2 if said[place - 1] in _WAS else place - 1
            if said[noun].endswith("s") and noun > 0 and said[noun - 1] in {"the", *WHICH}:
                return True
    return False


def made(spoken: Sequence[str], said: Sequence[str]) -> Stems:
    """The stem of what somebody made: "papers" of "papers by X", of "which papers are by X" and of "X's papers"; none
    of "directed by X", which is what was done."""
    folded = [word.casefold() for word in spoken]
    found = set[str]()
    for place, word in enumerate(folded[2:], 2):
        at = place - 2 if folded[place - 1] in _WAS else place - 1
        is_of_name = folded[place + 1 : place + 2] != ["the"]  # "papers by the authors of X" are by no X
        if word == "by" and is_of_name and folded[at].endswith("s"):
            found.add(said[at])
    owned = zip(folded, folded[1:], said[1:], strict=False)
    found |= {stem for owner, word, stem in owned if owner.endswith(_OWNER) and word in _WORKS}
    return frozenset(found) - {""}


def _before(said: Sequence[str], place: int) -> Sequence[str]:
    """What belongs to the word that stands here: "parent" of "the parent company"."""
    near = max(place - _KIND - 1, 0)
    return said[said.index("the", near, place) + 1 : place] if "the" in said[near:place] else []


def _owns(said: Sequence[str], place: int, names: Collection[int]) -> bool:
    """Whether the name that stands here has something: "Anna Weiss's"."""
    while place + 1 in names:
        place += 1
    return said[place].endswith(_OWNER)


def ending(spoken: Sequence[str], said: Sequence[str], names: Collection[int], is_when_or_where: bool) -> int:
    """At which of its words stands what happened to whom it asks for, behind who is named; -1 where it does not.

    "What did the director of X write", "when were the films by X released": there it is no word of X's own. "The films
    that X wrote" are another sentence.
    """
    folded = [word.casefold() for word in spoken]
    last = max((place for place, stem in enumerate(said) if stem), default=-1)
    asks_with = DOES | (_WAS if is_when_or_where else frozenset())
    begins = next((place for place, word in enumerate(folded) if word in asks_with), last)
    is_its_own = begins < last and folded[begins] in _WAS and not DESCRIBING.isdisjoint(folded[begins:last])
    return last if names and begins < min(names) and last > max(names) and not is_its_own else -1


def away(
    spoken: Sequence[str], said: Sequence[str], stems: Stems, names: Collection[int], last: int
) -> dict[str, list[float]]:
    """How many words each stem is away from the nearest name, for each time that it is said, the nearest first.

    What somebody has ("X's boss") is nearer than what is said before the name; what stands at `last` is the farthest.
    """
    found: dict[str, list[float]] = defaultdict(list)
    for place, stem in enumerate(said):
        if stem in stems and names:
            near = min(_between(spoken, place, name) for name in names)
            found[stem].append(float(len(said)) if place == last else near)
    return {stem: sorted(distances) for stem, distances in found.items()}


def _between(spoken: Sequence[str], place: int, name: int) -> float:
    if place < name:
        return name - place
    owned = spoken[name].casefold().endswith(_OWNER)
    return place - name + (params.OWNED if owned else params.BEHIND_NAME)
