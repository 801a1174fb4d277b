"""How much of what a question needs is among the first found: the product beside its channels alone, in one run."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from django.conf import settings

from graph.bench import collections
from graph.bench.collections import Collection, Load, Question
from graph.bench.remembered import remembered
from graph.bench.report import percentile
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.curation import owners
from graph.models import Chunk, Embedding, Evidence, User
from graph.projections import embed, keywords, pending, vectors
from graph.retrieval import rows
from graph.retrieval.pipeline import retrieve
from graph.retrieval.seeding import seeds

SMALL = Path(__file__).with_name("small")  # ships with the project: facts and questions of its own
DEPTH = 30  # of each channel's list
FIRST, SECOND = 5, 10  # places looked at
NO_GRAPH = {"max_hops": 0, "anchor_limit": 0}

Way = Callable[[str], Sequence[int]]
Ways = Iterator[tuple[str, Way]]  # each is asked all questions before the next is made


@dataclass(frozen=True, slots=True)
class Quality:
    """One way of finding on one collection: recall and the share of complete answers in percent, milliseconds."""

    collection: str
    way: str
    questions: int
    recall_first: float
    all_first: float
    recall_second: float
    all_second: float
    p50: float


def quality(options: Options) -> Measured:
    """Meaning, words, both fused (RRF), and the default preset with and without the graph."""
    return _suite(options, _ways, mixed=True)


def ablation(options: Options) -> Measured:
    """The default preset, one mechanism more in each row."""
    return _suite(options, _steps)


def _suite(options: Options, ways: Callable[[User, Collection, dt.datetime], Ways], *, mixed: bool = False) -> Measured:
    found: list[Quality] = []
    for name, load, folder in _collections(options.data):
        found += _measured(name, load, folder, options, ways, mixed)
    return Measured(_table(found), [asdict(one) for one in found])


def _collections(data: Path | None) -> Iterator[tuple[str, Load, Path]]:
    """The collections in a folder laid out like the published ones; without a folder, the one that ships."""
    if data is None:
        yield "small facts", collections.facts_of_2wiki, SMALL
        return
    if (data / "2wiki" / "passages.jsonl").exists():
        yield "2wiki passages", collections.passages_of_2wiki, data / "2wiki"
        yield "2wiki facts", collections.facts_of_2wiki, data / "2wiki"
    if (data / "musique" / "passages.jsonl").exists():
        yield "musique", collections.musique, data / "musique"
    for folder in sorted((data / "locomo").glob("conv-*")):
        yield f"{folder.name} turns", collections.turns_of_locomo, folder
        yield f"{folder.name} observed", collections.turns_and_observations_of_locomo, folder


def _measured(
    name: str,
    load: Load,
    folder: Path,
    options: Options,
    ways: Callable[[User, Collection, dt.datetime], Ways],
    mixed: bool,
) -> Iterator[Quality]:
    """Each way's figures; with `mixed` also those of facts and passages in one list, where questions need passages."""
    kept = settings.DATA_DIR / "bench" / "embeddings.sqlite3"
    with throwaway(), remembered(kept):
        embed.load_now()
        options.say(f"loading {name}")
        user = owners.create(username="reader", password=None, name="Reader", now=options.now)
        loaded = load(folder, user, options.now)
        documents = dict(Chunk.objects.for_user(user).values_list("pk", "document_id"))
        whole = loaded.kind == "chunk" and not name.startswith("conv-")  # there a document is what is sought
        for way, ask in ways(user, loaded, options.now):
            options.say(f"asking {len(loaded.questions)} questions of {name}: {way}")
            yield _scored(name, way, loaded.questions, ask, documents if whole else None)
        if mixed and loaded.kind == "chunk" and Evidence.objects.filter(user=user, fact__isnull=False).exists():
            both = partial(_in_one_list, user, options.now)
            yield _scored(f"{name}, mixed", "default", loaded.questions, both, documents if whole else None)


def _scored(name: str, way: str, questions: Sequence[Question], ask: Way, documents: dict[int, int] | None) -> Quality:
    took: list[float] = []
    first: list[float] = []
    second: list[float] = []
    for question in questions:
        embed.encode_query(question.text)  # not counted: every way needs it
        began = time.perf_counter()
        found: Sequence[int] = ask(question.text)
        took.append((time.perf_counter() - began) * 1000)
        gold = question.gold
        if documents is not None:
            found = list(dict.fromkeys(documents[pk] for pk in found))
            gold = frozenset(documents[pk] for pk in gold)
        first.append(len(gold & set(found[:FIRST])) / len(gold))
        second.append(len(gold & set(found[:SECOND])) / len(gold))
    return Quality(
        name, way, len(questions), _mean(first), _complete(first), _mean(second), _complete(second),
        percentile(sorted(took), 0.5),
    )  # fmt: skip


def _ways(user: User, loaded: Collection, now: dt.datetime) -> Ways:
    kind = loaded.kind
    ask = partial(_retrieved, user, loaded, now)

    def meaning(text: str) -> list[tuple[int, float]]:
        return vectors.nearest(user.pk, kind, embed.encode_query(text), DEPTH)

    def words(text: str) -> list[tuple[int, float]]:
        return keywords.search(user.pk, kind, text, DEPTH)

    def fused(text: str) -> list[int]:
        both = seeds.fuse(vector=meaning(text), keyword=words(text), keyword_weight=0.5, k=60)
        return [seed.pk for seed in both]

    yield "meaning", lambda text: [pk for pk, _ in meaning(text)]
    yield "words", lambda text: [pk for pk, _ in words(text)]
    yield "both (RRF)", fused
    yield "default, no graph", partial(ask, NO_GRAPH)
    yield "default", partial(ask, {})


def _steps(user: User, loaded: Collection, now: dt.datetime) -> Ways:
    ask = partial(_retrieved, user, loaded, now)
    Embedding.objects.for_user(user).filter(kind="chunk").update(lines=None)
    yield "meaning", partial(ask, {**NO_GRAPH, "seed_keyword_weight": 0.0})
    yield "+ words", partial(ask, NO_GRAPH)
    yield "+ names", partial(ask, {"max_hops": 0})
    yield "+ one step", partial(ask, {"max_hops": 1})
    yield "+ two steps", partial(ask, {})
    pending.forget(user.pk)
    while pending.embed_pending(user.pk):
        pass
    yield "+ lines of passages", partial(ask, {})
    yield "+ diversity", partial(ask, {"mmr": {"enabled": True}})


def _retrieved(user: User, loaded: Collection, now: dt.datetime, config: dict, text: str) -> list[int]:
    asked = {"cache_ttl": 0, **config}
    result = retrieve(user=user, query=text, config=asked, now=now, store=False)
    return [item.pk for item in result.items if item.kind == loaded.kind]


def _in_one_list(user: User, now: dt.datetime, text: str) -> list[int]:
    """The passages of what is found, facts and passages as they stand: a fact is as good as what it rests on."""
    items = retrieve(user=user, query=text, config={"cache_ttl": 0}, now=now, store=False).items
    stated = rows.stated(user.pk, [item.pk for item in items if item.kind == "fact"])
    return [item.pk if item.kind == "chunk" else next(iter(stated.get(item.pk, ())), 0) for item in items]


def _mean(values: Sequence[float]) -> float:
    return round(100 * sum(values) / len(values), 1)


def _complete(values: Sequence[float]) -> float:
    return round(100 * sum(value == 1 for value in values) / len(values), 1)


def _table(found: Sequence[Quality]) -> str:
    head = (
        f"{'collection':<24} {'way':<20} {'asked':>6} {'R@5':>6} {'all@5':>6} {'R@10':>6} {'all@10':>6} {'ms p50':>7}"
    )
    lines = [
        f"{one.collection:<24} {one.way:<20} {one.questions:>6} {one.recall_first:>6.1f} {one.all_first:>6.1f} "
        f"{one.recall_second:>6.1f} {one.all_second:>6.1f} {one.p50:>6.1f}"
        for one in found
    ]
    return "\n".join([head, *lines])
