"""Who is whose kin: a mother's brother's daughter is a cousin. A way is told by a letter for each step. Pure.

`u` goes up to a parent, `d` down to a child, `s` beside to a brother or a sister, `w` to whom one is wed to.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assistant import params
from assistant.extraction.words.role_words import ROLES
from assistant.question.facts import confirmed_first, fact_of
from graph.retrieval.types import Item

MALE, FEMALE = "m", "f"
_OF_ONE: dict[str, tuple[str, str]] = {  # a relation -> where it leads from the one who has it, and the sex told by it
    "parent": ("u", ""),
    "mother": ("u", FEMALE),
    "father": ("u", MALE),
    "child": ("d", ""),
    "daughter": ("d", FEMALE),
    "son": ("d", MALE),
    "sibling": ("s", ""),
    "sister": ("s", FEMALE),
    "brother": ("s", MALE),
    "grandparent": ("uu", ""),
    "grandmother": ("uu", FEMALE),
    "grandfather": ("uu", MALE),
    "great_grandparent": ("uuu", ""),
    "great_grandmother": ("uuu", FEMALE),
    "great_grandfather": ("uuu", MALE),
    "grandchild": ("dd", ""),
    "granddaughter": ("dd", FEMALE),
    "grandson": ("dd", MALE),
    "aunt": ("us", FEMALE),
    "uncle": ("us", MALE),
    "niece": ("sd", FEMALE),
    "nephew": ("sd", MALE),
    "cousin": ("usd", ""),
    "married_to": ("w", ""),
    "mother_in_law": ("wu", FEMALE),
    "father_in_law": ("wu", MALE),
    "daughter_in_law": ("dw", FEMALE),
    "son_in_law": ("dw", MALE),
}
RELATIONS = frozenset(_OF_ONE)
# A parent's child is a brother or a sister, whose parents are one's own; a child's brother is a child as well.
_SHORTER = (("ud", "s"), ("su", "u"), ("ss", "s"), ("ds", "d"))
_BACK = str.maketrans("ud", "du")
_MOST_GREATS = 6
_NAMES: dict[str, tuple[str, str, str]] = {  # neither sex told, male, female
    "u": ("parent", "father", "mother"),
    "d": ("child", "son", "daughter"),
    "s": ("sibling", "brother", "sister"),
    "w": ("spouse", "husband", "wife"),
    "us": ("aunt or uncle", "uncle", "aunt"),
    "sd": ("niece or nephew", "nephew", "niece"),
    "usw": ("aunt or uncle", "uncle", "aunt"),
    "wu": ("parent-in-law", "father-in-law", "mother-in-law"),
    "ws": ("sibling-in-law", "brother-in-law", "sister-in-law"),
    "sw": ("sibling-in-law", "brother-in-law", "sister-in-law"),
    "dw": ("child-in-law", "son-in-law", "daughter-in-law"),
}
_COUNTED = ("", "", "second ", "third ", "fourth ", "fifth ")
_TIMES = ("", " once removed", " twice removed", " three times removed")


@dataclass(frozen=True, slots=True)
class Relative:
    """Somebody reached: by which way, the facts of it from the start on, and their sex where a relation tells it."""

    pk: int
    way: str
    facts: tuple[Item, ...]
    sex: str = ""


def relatives(start: int, facts: Sequence[Item]) -> dict[int, Relative]:
    """Everyone whom the facts of kin lead to from `start`, by the fewest facts, confirmed ones first; not the start."""
    edges: dict[int, list[tuple[int, str, Item]]] = defaultdict(list)
    sexes: dict[int, str] = {}
    for item in confirmed_first(facts):
        fact = fact_of(item)
        if fact.object is None or fact.predicate not in _OF_ONE:
            continue
        way, sex = _OF_ONE[fact.predicate]
        edges[fact.subject].append((fact.object, way, item))
        edges[fact.object].append((fact.subject, way[::-1].translate(_BACK), item))
        if sex:
            sexes.setdefault(fact.object, sex)
    found = {start: Relative(start, "", ())}
    frontier = [start]
    for _ in range(params.KIN_STEPS):
        reached = []
        for pk in frontier:
            for other, way, item in edges[pk]:
                whole = _joined(found[pk].way, way)
                if other not in found and whole is not None:
                    found[other] = Relative(other, whole, (*found[pk].facts, item), sexes.get(other, ""))
                    reached.append(other)
        frontier = reached
    return {pk: one for pk, one in found.items() if pk != start}


def _joined(way: str, more: str) -> str | None:
    """One way and then another as the shortest that says the same; None where it leads to no kin."""
    whole = way + more
    while (shorter := _once(whole)) != whole:
        whole = shorter
    return whole if re.fullmatch(r"w?u*s?d*|u*s?d*w", whole) else None


def _once(way: str) -> str:
    return next((way.replace(long, short, 1) for long, short in _SHORTER if long in way), way)


def called(one: Relative) -> str:
    """What somebody is to the one from whom the way begins, "second cousin"; empty where no word says it."""
    return _word(one.way, one.sex)


def _word(way: str, sex: str) -> str:
    of = {"": 0, MALE: 1, FEMALE: 2}[sex]
    if way in _NAMES:
        return _NAMES[way][of]
    up, beside, down = way.count("u"), way.count("s"), way.count("d")
    if "w" in way or up > _MOST_GREATS or down > _MOST_GREATS:
        return ""
    if beside and up and down:
        degree, removed = min(up, down), abs(up - down)
        known = degree < len(_COUNTED) and removed < len(_TIMES)
        return f"{_COUNTED[degree]}cousin{_TIMES[removed]}" if known else ""
    many = up or down
    if beside:
        return "great-" * (many - 1) + _NAMES["us" if up else "sd"][of].replace(" or ", f" or {'great-' * (many - 1)}")
    return "great-" * (many - 2) + "grand" + _NAMES["u" if up else "d"][of]


# What kin are asked for by; "grandma" and "granddad" are known by their roles.
_TERM = re.compile(
    r"(?:(?:great[- ]?)*(?:grand)?(?:parent|mother|father|child|son|daughter|uncle|aunt|niece|nephew)"
    r"|(?:(?:first|second|third|fourth) )?cousin(?: (?:once|twice|three times) removed)?"
    r"|(?:mother|father|sister|brother|daughter|son)[- ]in[- ]law|sibling|brother|sister)"
)


def terms(text: str) -> frozenset[str]:
    """The kin that words name, "nephews and nieces", each as `called` says it; none where any of them is no kin."""
    found = set()
    for part in re.split(r"\s*(?:,|\band\b|\bor\b|&)\s*", text.casefold().strip()):
        word = re.sub(r"s(?=-in-law$| in law$|$| once| twice)", "", part).replace("children", "child")
        word = ROLES.get(word, word).replace("_", "-")
        if _TERM.fullmatch(word) is None:
            return frozenset()
        word = re.sub(r"great[- ]?", "great-", word).replace("first ", "")
        found.add(re.sub(r"[ -]in[ -]law", "-in-law", word))
    return frozenset(found)


def those_called(found: Iterable[Relative], asked: frozenset[str]) -> tuple[list[Relative], bool]:
    """Those whom the words mean, and whether that is sure: of a "grandfather" only the parents' parents may be told, or
    whom a grandmother is wed to.
    """
    known = list(found)
    # Of a brother no sister is asked for, though he is a sibling as well.
    asked -= {either for either, *sexes in _NAMES.values() if len(asked.intersection(sexes)) == 1}
    plain = [one for one in known if not asked.isdisjoint(_words(one.way, one.sex))]
    if plain:
        return plain, True
    untold = [one for one in known if not one.sex]
    return [one for one in untold if asked & (_words(_as_wed(one.way), MALE) | _words(_as_wed(one.way), FEMALE))], False


def _as_wed(way: str) -> str:
    """Whoever a grandparent is wed to is most often the other one."""
    return way.removesuffix("w") if re.fullmatch(r"u{2,}w", way) else way


def _words(way: str, sex: str) -> set[str]:
    """By which words one of this sex is asked for: "grandfather" and "grandparent"."""
    return {_word(way, sex), _word(way, "")}
