"""Where a search starts from, by the types of entries: those that may be returned, and those that are only the way."""

from __future__ import annotations

from dataclasses import replace

from graph import versions
from graph.models import User
from graph.retrieval import start
from graph.retrieval.channels.find import Found
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.result import Context
from graph.retrieval.seeding.anchors import Anchor


def indexed(user_id: int) -> tuple[str, ...]:
    """The only types that the person lets searches start from (N19); empty for all."""
    return tuple(versions.standing(user_id).retrieval.get("indexed_types") or ())


def anchors(
    user: User, found: Found, config: RetrievalConfig, context: Context, asked: frozenset[str]
) -> tuple[list[Anchor], list[Anchor]]:
    """The anchors of the types that may be returned, and all that the walk begins at.

    What may not be returned is still the way there: the people of a firm are found from the firm.
    """
    types = {type.casefold() for type in config.filters.types}
    beginning = start.anchors(user, found, _of(config, indexed(user.pk)), context, asked)
    if not types:
        return beginning, beginning
    found_there = start.anchors(user, found, config, context, asked)
    wanted = [anchor for anchor in found_there if anchor.type.casefold() in types]  # what lies open may be of another
    known = {anchor.pk for anchor in wanted}
    return wanted, [*wanted, *(anchor for anchor in beginning if anchor.pk not in known)]


def _of(config: RetrievalConfig, types: tuple[str, ...]) -> RetrievalConfig:
    same = types == config.filters.types
    return config if same else replace(config, filters=replace(config.filters, types=types))
