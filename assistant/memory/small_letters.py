"""Names typed in small letters are read as names: those that the book knows, where just one entry goes by one, and
those that the talk has in capitals before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assistant.extraction.text import known_names
from graph.curation import names
from graph.models import EntityAlias, User


def as_known(user: User, texts: Sequence[str], before: Iterable[str] = ()) -> list[str]:
    """`texts`, each at the same length, with the names in them written as the book writes them or, if it has none so,
    what the person said before in the talk.
    """
    keys = frozenset(key for text in texts for key in known_names.runs_of(text))
    if not keys:
        return list(texts)
    only = {ids[0]: key for key, ids in names.matches(user, keys).items() if len(ids) == 1}
    rows = EntityAlias.objects.for_user(user).filter(
        entity__in=only, entity__is_self=False, normalised__in=only.values()
    )
    spoken = known_names.in_capitals(before)
    written = spoken | dict(
        rows.exclude(kind=EntityAlias.Kind.EXTERNAL).order_by("-pk").values_list("normalised", "text")
    )
    return [known_names.spelled(text, written) for text in texts] if written else list(texts)
