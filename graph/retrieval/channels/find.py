"""The channels of one question: names, meaning and words, each allowed to be missing."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import partial

from django.db import DatabaseError
from numpy import float32
from numpy.typing import NDArray

from graph import jobs, versions
from graph.curation import names
from graph.documents import titles
from graph.documents.params import READING
from graph.models import User
from graph.naming import without_numerals
from graph.params import STOP_WORDS
from graph.projections import adjacency, embed, keywords, lines, pending, vectors
from graph.retrieval import params
from graph.retrieval.channels import meaning, strange, within
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.question.words import written_as_names
from graph.retrieval.seeding import seeds
from graph.retrieval.types import Kind

Ranked = Sequence[tuple[int, float]]


@dataclass(slots=True)
class Found:
    """What each channel returned, what was missing, and how long it took (milliseconds)."""

    question: NDArray[float32] | None = None
    named: dict[int, str] = field(default_factory=dict)
    titled: dict[int, float] = field(default_factory=dict)  # documents whose title the question has, and how surely
    me: int | None = None
    meant: meaning.Meant = field(default_factory=meaning.Meant)
    vector: dict[Kind, Ranked] = field(default_factory=dict)  # what has been read of it: see `nearest`
    keyword: dict[Kind, Ranked] = field(default_factory=dict)
    worded: dict[int, float] = field(default_factory=dict)  # passages, far more than become seeds: 0..1 of the best
    letters: float = 0.0  # how much nearer than words are it comes to anything, being in words that nobody knows
    lined: dict[int, lines.Line | None] = field(default_factory=dict)  # passages compared by lines: the nearest
    beside: frozenset[str] = frozenset()  # stems put beside the question's own words, "daughter" beside "kids"
    written: frozenset[frozenset[str]] = frozenset()  # the stems of each name that the question writes as one
    runs: frozenset[str] = frozenset()  # of the question's words, normalised: a name of somebody is among them
    directions: dict[tuple[str, int], NDArray[float32]] = field(default_factory=dict)  # unit vectors read so far
    degraded: list[str] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)

    def nearest(self, kind: Kind) -> Ranked:
        """The nearest rows of a kind by meaning, best first; who asks first waits until they are found."""
        if kind not in self.vector and kind in self.meant.nearest:
            self.vector[kind], took = self.meant.nearest[kind].result()
            self.timings["vector"] += took
        return self.vector.get(kind, ())

    def timed(self, stage: str, started: float) -> None:
        self.timings[stage] = self.timings.get(stage, 0.0) + (time.perf_counter() - started) * 1000


def find(user: User, question: str, config: RetrievalConfig, allowed: within.Within = within.EVERYTHING) -> Found:
    """Ask every channel that the configuration uses; a channel that fails is named in `degraded` (C18)."""
    wanted = _wanted(config)
    free = {kind: count for kind, count in wanted.items() if allowed.of(kind) is None}
    found = Found(meant=meaning.begin(user.pk, question, free))
    with_words = config.seed_keyword_weight > 0
    if with_words:
        _by_words(found, user, question, wanted, allowed)
    reading = jobs.are_at_hand(READING, user.pk)
    _by_meaning(found, user, wanted, allowed)
    if not with_words and found.question is None:
        _by_words(found, user, question, wanted, allowed)
    if config.min_similarity > 0 and not (found.named or found.titled or found.question is None):
        found.letters = params.STRANGE_MARGIN * strange.share(user, question)
    if reading:
        found.degraded.append("documents_pending")
    return found


def _wanted(config: RetrievalConfig) -> dict[Kind, int]:
    """How many of each kind to fetch, in the order in which they are looked at.

    More than are kept, since filters and the floor take some away.
    """
    counts: dict[Kind, int] = {
        "fact": config.fact_seeds * config.overfetch,
        "chunk": config.seed_top_k * config.overfetch,
        "entity": max(config.anchor_limit, 1) * config.overfetch,
    }
    return {kind: count for kind, count in counts.items() if count}


def _by_meaning(found: Found, user: User, wanted: dict[Kind, int], allowed: within.Within) -> None:
    """Take over the question's vector, and look within what is allowed and at what has no vector yet."""
    embedded = found.meant.embedded.result()
    found.question, found.timings["embed"], found.timings["vector"] = embedded.question, embedded.took, 0.0
    found.degraded += embedded.degraded
    if embedded.question is None:
        return
    started = time.perf_counter()
    for kind in (kind for kind in wanted if allowed.of(kind) is not None):
        search = partial(vectors.nearest, user.pk, kind, embedded.question)
        found.vector[kind] = within.nearest(search, wanted[kind], allowed.of(kind))
    if pending.count_pending(user.pk):
        found.degraded.append("vectors_pending")
        _measured_now(found, embedded.question, user, wanted, allowed)
    found.timed("vector", started)


def _measured_now(
    found: Found, question: NDArray[float32], user: User, wanted: Collection[Kind], allowed: within.Within
) -> None:
    """The newest facts and entities whose vectors are on their way, compared on the spot.

    What was said a moment ago is found by its meaning, and told from what it is near to, by the very next question.
    """
    for kind, texts in pending.newest_texts(user.pk, params.MEASURED_NOW).items():
        told = {pk: text for pk, text in texts.items() if kind in wanted and allowed.lets(kind, pk)}
        if told:
            near = embed.encode(list(told.values()), vectors.serving(user.pk)) @ question
            merged = dict(found.nearest(kind)) | dict(zip(told, near.tolist(), strict=True))
            found.vector[kind] = sorted(merged.items(), key=lambda hit: (-hit[1], hit[0]))


def _by_words(found: Found, user: User, question: str, wanted: dict[Kind, int], allowed: within.Within) -> None:
    """What has its words, then what it names: the thread for meaning works while the database counts words."""
    _by_word(found, user, question, wanted, allowed)
    _by_name(found, user, question)


def _by_name(found: Found, user: User, question: str) -> None:
    started = time.perf_counter()
    runs = seeds.names_in(question)
    found.runs = frozenset(runs)
    found.written = written_as_names(question)
    found.named = seeds.longest_matches(question, _called(user, question, runs))
    titled = seeds.longest_matches(question, titles.matches(user.pk, runs))
    found.titled = {pk: seeds.certainty(question, title) for pk, title in titled.items()}
    me = versions.standing(user.pk).me
    if me is not None and (me in found.named or seeds.mentions_self(without_numerals(question, found.named.values()))):
        found.me = me
        found.named.pop(me, None)
    found.timed("keyword", started)


def _called(user: User, question: str, runs: Sequence[str]) -> dict[str, list[int]]:
    """Who is called so, or but for accents and signs, a qualifier or a rank: "Jay Z", "Mercury (planet)"; of "do I"
    nobody is "DOI".
    """
    try:
        exactly, otherwise = adjacency.of(user.pk).names.called(runs)
    except DatabaseError:
        return names.matches(user, runs)  # the walk, which cannot be begun then, says so
    surely = {
        run: ids
        for run, ids in otherwise.items()
        if not STOP_WORDS.issuperset(run.split()) and seeds.certainty(question, run) == params.NAMED_SCORE
    }
    return exactly | surely


def _by_word(found: Found, user: User, question: str, wanted: dict[Kind, int], allowed: within.Within) -> None:
    started = time.perf_counter()
    try:
        for kind, count in wanted.items():
            search = partial(keywords.search, user.pk, kind, question)
            depth = max(count, params.WORDED) if kind == "chunk" else count
            hits = within.nearest(search, depth, allowed.of(kind))
            found.keyword[kind] = hits[:count]
            if kind == "chunk":
                best = max((score for _, score in hits), default=0.0)
                found.worded = {pk: score / best for pk, score in hits if best > 0}
    except (keywords.NoFullText, DatabaseError):
        found.degraded.append("no_keywords")
    found.timed("keyword", started)


def fused(
    found: Found, kind: Kind, config: RetrievalConfig, limit: int, weight: float | None = None
) -> list[seeds.Seed]:
    """The seeds of one kind before the floor, best first; `weight` is that of the words, where not the configured."""
    weight = config.seed_keyword_weight if weight is None else weight
    weight = weight if found.question is not None else 1.0
    ranked = seeds.fuse(
        vector=found.nearest(kind), keyword=found.keyword.get(kind, ()), keyword_weight=weight, k=config.rrf_k
    )
    return ranked[: limit * config.overfetch]
