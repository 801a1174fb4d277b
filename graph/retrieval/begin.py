"""What a question begins with: by which rules it is put to whose graph, and what is found directly."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from graph.models import User
from graph.naming import without_numerals
from graph.retrieval import history, start
from graph.retrieval.channels import bygone, find, of_types
from graph.retrieval.channels import within as filtering
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.question import words
from graph.retrieval.question.not_meant import NOBODY, Others, others
from graph.retrieval.result import Context
from graph.retrieval.seeding import seeds
from graph.retrieval.seeding.anchors import Anchor
from graph.retrieval.strategy import STRATEGIES, Strategy
from graph.retrieval.types import ChunkRow, FactRow


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, whose graph it is put to, and by which rules; with `stood` the graph as it was at `now`."""

    user: User
    question: str
    preset: str
    config: RetrievalConfig
    context: Context
    now: dt.datetime
    stood: history.Held | None = None
    beside: tuple[str, ...] = ()  # those of its words that only stand beside its own: what has none is no less about it

    @property
    def how(self) -> Strategy:
        return STRATEGIES[self.preset]


@dataclass(frozen=True, slots=True)
class Beginning:
    """What was found directly: the seeds with their rows, the anchors shown, and those that the walk begins at."""

    stems: frozenset[str]  # the question's content words
    fact_seeds: Mapping[int, seeds.Seed]
    facts: Mapping[int, FactRow]
    chunk_seeds: Mapping[int, seeds.Seed]
    chunks: Mapping[int, ChunkRow]
    anchors: list[Anchor]
    walked_from: list[Anchor]
    bygone: Mapping[int, FactRow]  # facts that held at the moment asked about and are history since
    apart: Others = NOBODY  # who is not meant


def begin(asked: Asked, found: find.Found, allowed: filtering.Within) -> Beginning:
    """The seeds above the floor and the anchors; of an earlier day also the facts that are history."""
    user, config, stems = asked.user, asked.config, words.content_stems(asked.question)
    found.beside = words.content_stems(" ".join(asked.beside))
    over = {}
    if asked.stood is not None:
        over = {pk: row for pk, row in asked.stood.bygone.items() if allowed.lets("fact", pk)}
    if over:
        bygone.join(user, found, stems, over)
    fact_seeds, facts = start.facts_about(user, found, config, stems, over, asked.now)
    chunk_seeds, chunks = start.chunks_about(user, found, config, stems, trusting=asked.how.relative)
    anchors, walked_from = of_types.anchors(user, found, config, asked.context, stems)
    me = found.me if seeds.asks_of_self(without_numerals(asked.question, found.named.values())) else None
    apart = others(found.named, me) if asked.how.relative else NOBODY
    return Beginning(stems, fact_seeds, facts, chunk_seeds, chunks, anchors, walked_from, over, apart)


def anything(asked: Asked, found: find.Found, begun: Beginning) -> bool:
    """Whether the question is about something known (C32): "I" alone is not, unless nothing else is asked."""
    others = [anchor for anchor in begun.walked_from if anchor.pk != found.me]
    about_me = found.me is not None and begun.stems <= words.OPEN_QUESTION
    named = others or found.titled or asked.context.documents or asked.context.entities
    return bool(named or begun.fact_seeds or begun.chunk_seeds or about_me)
