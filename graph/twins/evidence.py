"""What speaks for two entries being one beside their names, and what forbids it: pure, over facts loaded before."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

TELLING = 3  # entries that say the same: more of them say nothing about any two
# Kin, friends and liking are shared by those who are near each other.
SHARED_BY_MANY = frozenset({"knows", "friend", "likes", "dislikes", "prefers", "sister", "brother", "sibling", "mother",
                            "father", "parent", "daughter", "son", "child", "colleague", "boss", "is_a", "instance_of",
                            "speaks", "from", "related_to", "similar_to", "mentions", "age"})  # fmt: skip
IDENTIFYING = frozenset({"email", "phone", "born_on", "birthday", "website", "orcid", "isbn"})
IDENTIFIES = 2  # such a fact counts as so many


@dataclass(frozen=True, slots=True)
class About:
    """What is held true of one entry, by relation (inward ones after an arrow), and who it stands in facts with."""

    said: Mapping[str, frozenset[str]] = field(default_factory=dict)
    words: Mapping[tuple[str, str], str] = field(default_factory=dict)
    joined: frozenset[int] = frozenset()


def shared(one: About, other: About, common: Mapping[tuple[str, str], int]) -> list[tuple[str, str]]:
    """The facts that both have and few others do; `common` is how many entries have each."""
    found = [
        (relation, says)
        for relation, values in one.said.items()
        if relation not in SHARED_BY_MANY
        for says in values & other.said.get(relation, frozenset())
    ]
    return sorted(fact for fact in found if common.get(fact, 0) <= TELLING)


def weight(facts: Collection[tuple[str, str]]) -> int:
    """How much shared facts say."""
    return sum(IDENTIFIES if relation in IDENTIFYING else 1 for relation, _ in facts)


def contradiction(one: About, other: About, exclusive: Collection[str]) -> str:
    """A relation that can have one value and has a different one in each; empty when there is none."""
    for relation in sorted(set(one.said) & set(other.said)):
        if relation in exclusive and not one.said[relation] & other.said[relation]:
            return relation
    return ""
