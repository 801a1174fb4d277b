"""The relations that the book and the rules know, and what a model writes for one of them."""

from __future__ import annotations

from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import ACTIONS, EVENTS, HABITS, STATES
from graph.predicates import BUILT_IN

KNOWN = frozenset(
    {
        *BUILT_IN,
        *ROLES.values(),
        *HABITS.values(),
        *(one for said in (ACTIONS, EVENTS, STATES) for says in said.values() for one in (says.predicate, says.past)),
    }
    - {""}
)


def known_as(predicate: str) -> str:
    """The known relation that is meant: "is_from" is `from`, "drive" `drives`, "live_in" `lives_in`; else as it is."""
    if predicate in KNOWN:
        return predicate
    verb, _, rest = predicate.partition("_")
    third = f"{verb}{'es' if verb.endswith(('s', 'x', 'ch', 'sh')) else 's'}{'_' if rest else ''}{rest}"
    bare = predicate.removeprefix("is_").removeprefix("has_")
    return next((one for one in (bare, third) if one in KNOWN), predicate)
