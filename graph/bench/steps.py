"""Questions of one, two and three steps over a made-up graph: how often what is found first is an answer (N35)."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import numpy as np
from django.conf import settings

from graph.bench.collections import state
from graph.bench.quality import NO_GRAPH
from graph.bench.remembered import remembered
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.curation import owners
from graph.curation.candidates import Draft, Name
from graph.projections import embed
from graph.retrieval.pipeline import retrieve

FACTS = 6  # of an album
EACH = 12  # questions of a kind
MOST = 12  # answers of a question
FIRST = 5

_FIRST = [
    "Ada",
    "Bela",
    "Cem",
    "Dora",
    "Egon",
    "Fanni",
    "Gero",
    "Hanka",
    "Ivo",
    "Jana",
    "Kolja",
    "Lene",
    "Milo",
    "Nuria",
]
_LAST = ["Abt", "Brik", "Cors", "Dahl", "Eder", "Fein", "Gold", "Hume", "Iske", "Jahn", "Korn", "Lund", "Mars", "Nehm"]
_HOW = [
    "Slow",
    "Blue",
    "Paper",
    "Northern",
    "Hollow",
    "Second",
    "Salted",
    "Quiet",
    "Amber",
    "Broken",
    "Winter",
    "Seventh",
]
_WHAT = [
    "Rooms",
    "Tide",
    "Letters",
    "Garden",
    "Signal",
    "Horses",
    "Weather",
    "Stations",
    "Almanac",
    "Lantern",
    "Ferries",
]
_LABELS = ["Kestrel Records", "Pinwheel Records", "Saltmarsh Records", "Foxglove Records", "Drumlin Records"]
_STYLES = ["folk", "jazz", "ambient", "punk", "soul", "techno", "bluegrass", "samba"]
_CITIES = ["Porto", "Turku", "Leeds", "Graz", "Lyon", "Gdansk", "Bergen", "Trieste", "Ghent", "Malmo"]
PARTS = 4  # albums of one title
ALBUMS = len(_HOW) * len(_WHAT) * PARTS  # at most

# What leads from whom ("~" back over a relation), and how that is asked.
_ASKED = [
    (("produced_by",), ["who produced {}", "which producer made {}"]),
    (("released_by",), ["on which label was {} released", "who released {}"]),
    (("~produced_by",), ["which albums did {} produce", "what was produced by {}"]),
    (("features",), ["which musicians are featured on {}", "who is featured on {}"]),
    (("~produced_by", "features"), ["who is featured on the albums produced by {}"]),
    (("~features", "produced_by"), ["who produced the albums that feature {}"]),
    (("~features", "style"), ["in which style are the albums featuring {}"]),
    (("released_by", "based_in"), ["where is the label that released {} based", "in which city is the label of {}"]),
    (("produced_by", "~produced_by"), ["which albums have the same producer as {}"]),
    (("produced_by", "~produced_by", "style"), ["in which style are the albums by the producer of {}"]),
    (("produced_by", "~produced_by", "features"), ["who is featured on the albums produced by the producer of {}"]),
    (("~produced_by", "released_by", "based_in"), ["where are the labels based that released what {} produced"]),
]

Edges = dict[str, dict[str, list[str]]]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, in how many steps it is answered, and by whom or what."""

    text: str
    steps: int
    answers: frozenset[str]


@dataclass(frozen=True, slots=True)
class Steps:
    """Of questions of so many steps: how many in a hundred have an answer first, among the first five, at all."""

    steps: int
    way: str
    questions: int
    first: float
    among: float
    anywhere: float


@dataclass(slots=True)
class _Found:
    first: list[bool] = field(default_factory=list)
    among: list[bool] = field(default_factory=list)
    anywhere: list[bool] = field(default_factory=list)


def suite(options: Options) -> Measured:
    """The default preset on albums by made-up people, without steps and with them."""
    found = list(_measured(options, min(max(options.sizes) // FACTS, ALBUMS)))
    head = f"{'questions of':<14} {'way':<12} {'asked':>6} {'first':>6} {'in 5':>6} {'at all':>7}"
    lines = [
        f"{f'{one.steps} step' + 's' * (one.steps > 1):<14} {one.way:<12} {one.questions:>6} {one.first:>6.1f} "
        f"{one.among:>6.1f} {one.anywhere:>7.1f}"
        for one in found
    ]
    return Measured("\n".join([head, *lines]), [asdict(one) for one in found])


def _measured(options: Options, albums: int) -> Iterator[Steps]:
    random = np.random.default_rng(albums)
    facts, questions = made(random, albums)
    with throwaway(), remembered(settings.DATA_DIR / "bench" / "embeddings.sqlite3"):
        embed.load_now()
        options.say(f"loading {len(facts):,} facts about {albums} albums")
        user = owners.create(username="reader", password=None, name="Reader", now=options.now)
        state(user, [Draft(Name(s), predicate, object=Name(o)) for s, predicate, o in facts], options.now)
        for way, config in (("no steps", NO_GRAPH), ("default", {})):
            options.say(f"asking {len(questions)} questions: {way}")
            ask = partial(_told, user, config, options.now)
            found: dict[int, _Found] = defaultdict(_Found)
            for question in questions:
                right = [bool(question.answers & told) for told in ask(question.text)]
                found[question.steps].first.append(any(right[:1]))
                found[question.steps].among.append(any(right[:FIRST]))
                found[question.steps].anywhere.append(any(right))
            for steps, one in sorted(found.items()):
                yield Steps(steps, way, len(one.first), *map(_percent, (one.first, one.among, one.anywhere)))


def _told(user: Any, config: dict[str, Any], now: dt.datetime, text: str) -> list[set[str]]:
    """Whom and what each found fact is about, best first, but for who is named in the question."""
    result = retrieve(user=user, query=text, config={"cache_ttl": 0, **config}, now=now, store=False)
    asked = text.casefold()
    ends = ({item.fact.subject_name, item.fact.object_name} for item in result.items if item.fact)
    return [{name for name in names if name.casefold() not in asked} for names in ends]


def made(random: np.random.Generator, albums: int) -> tuple[list[tuple[str, str, str]], list[Question]]:
    """The facts about so many albums, and what is asked of them; the same for the same seed and number."""
    people = [f"{first} {last}" for first in _FIRST for last in _LAST][: max(albums // 2, 20)]
    titles = [f"{one} {other} {number}" for one in _HOW for other in _WHAT for number in range(1, PARTS + 1)]
    chosen = [titles[place] for place in random.permutation(len(titles))[:albums]]
    facts = [(label, "based_in", str(random.choice(_CITIES))) for label in _LABELS]
    for title in chosen:
        cast = [people[min(int(place), len(people) - 1)] for place in random.gamma(1.2, len(people) / 3, 4)]
        facts += [(title, "produced_by", cast[0]), (title, "released_by", str(random.choice(_LABELS)))]
        facts += [(title, "features", name) for name in dict.fromkeys(cast[1:])]
        facts.append((title, "style", str(random.choice(_STYLES))))
    edges: Edges = defaultdict(lambda: defaultdict(list))
    for subject, predicate, other in facts:
        edges[subject][predicate].append(other)
        edges[other][f"~{predicate}"].append(subject)
    return facts, [one for way, texts in _ASKED for one in _questions(random, edges, way, texts)]


def _questions(
    random: np.random.Generator, edges: Edges, way: Sequence[str], texts: Sequence[str]
) -> Iterator[Question]:
    """Some questions that a way answers, of whoever it leads from to a few."""
    starts = sorted(name for name, relations in edges.items() if way[0] in relations)
    asked = 0
    for place in random.permutation(len(starts)):
        answers = {starts[place]}
        for relation in way:
            answers = {other for name in answers for other in edges[name][relation]} - {starts[place]}
        if 0 < len(answers) <= MOST:
            yield Question(texts[asked % len(texts)].format(starts[place]), len(way), frozenset(answers))
            asked += 1
        if asked == EACH:
            return


def _percent(hits: Sequence[bool]) -> float:
    return round(100 * sum(hits) / len(hits), 1)
