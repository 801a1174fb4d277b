"""Published test collections as one person's graph: what is found, the questions, and what each needs."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from graph import jobs
from graph.curation import facts
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.recorder import Actor
from graph.documents import ingest, mentions, store
from graph.models import Chunk, Document, Fact, User
from graph.projections import pending
from graph.retrieval.types import Kind

TOGETHER = 1000  # facts a change


@dataclass(frozen=True, slots=True)
class Question:
    """`gold` are the primary keys of everything needed to answer; `group` is the kind of question."""

    text: str
    gold: frozenset[int]
    group: str = ""


@dataclass(frozen=True, slots=True)
class Collection:
    """What is asked of a loaded graph: questions whose gold items are all of one kind."""

    kind: Kind
    questions: tuple[Question, ...]


Load = Callable[[Path, User, dt.datetime], Collection]


def passages_of_2wiki(folder: Path, user: User, now: dt.datetime) -> Collection:
    """Documents of one passage, their titles given; no facts."""
    ids = _documents(user, _lines(folder / "passages.jsonl"), now)
    asked = _lines(folder / "questions.jsonl")
    return Collection("chunk", _questions(asked, "gold_passages", ids, "type"))


def facts_of_2wiki(folder: Path, user: User, now: dt.datetime) -> Collection:
    """Confirmed facts: those that questions need among many more extracted ones; no passages."""
    rows = list(_lines(folder / "facts.jsonl"))
    written = _facts(user, [_draft(row) for row in rows], now)
    ids = {row["id"]: fact.pk for row, fact in zip(rows, written, strict=True) if fact is not None}
    _settle(user, now)
    return Collection("fact", _questions(_lines(folder / "questions.jsonl"), "gold_facts", ids, "type"))


def musique(folder: Path, user: User, now: dt.datetime) -> Collection:
    """Documents of one passage and the facts extracted from them, each with its passage as evidence."""
    ids = _documents(user, _lines(folder / "passages.jsonl"), now)
    drafts = [_draft(row, ids[row["passage"]]) for row in _lines(folder / "triples.jsonl")]
    _facts(user, drafts, now)
    _settle(user, now)
    asked = _lines(folder / "questions.jsonl")
    hops = ({**row, "hops": row["id"][:4]} for row in asked)
    return Collection("chunk", _questions(hops, "gold_passages", ids, "hops"))


def turns_of_locomo(folder: Path, user: User, now: dt.datetime) -> Collection:
    """One long conversation: every turn a message with its date, no facts."""
    ids = _conversation(folder, user, now)
    _settle(user, now)
    return Collection("chunk", _questions(_lines(folder / "questions.jsonl"), "gold_turns", ids, "category"))


def turns_and_observations_of_locomo(folder: Path, user: User, now: dt.datetime) -> Collection:
    """The same conversation with what was observed of each speaker as facts, the turns being their evidence."""
    ids = _conversation(folder, user, now)
    drafts = [
        Draft(
            Name(row["speaker"], "person"),
            "observation",
            value=row["text"],
            evidence=tuple(Quote("", chunk=ids[turn]) for turn in row["turns"] if turn in ids),
        )
        for row in _lines(folder / "observations.jsonl")
    ]
    _facts(user, drafts, now)
    _settle(user, now)
    return Collection("chunk", _questions(_lines(folder / "questions.jsonl"), "gold_turns", ids, "category"))


def _documents(user: User, rows: Iterable[dict[str, Any]], now: dt.datetime) -> dict[str, int]:
    """Read every text as a document; returns its passage by the row's id."""
    documents: dict[int, str] = {}
    for row in rows:
        document, _ = ingest.receive(user=user, text=row["text"], title=row["title"], options={"learn": False}, now=now)
        documents[document.pk] = row["id"]
        if len(documents) % 500 == 0:
            _settle(user, now)
    _settle(user, now)
    found = Chunk.objects.for_user(user).filter(children=None).order_by("position")
    ids: dict[str, int] = {}
    for pk, document_pk in found.values_list("pk", "document_id"):
        ids.setdefault(documents[document_pk], pk)
    return ids


def _conversation(folder: Path, user: User, now: dt.datetime) -> dict[str, int]:
    """Every turn as a passage of its session's document, as a message of a chat would be."""
    ids: dict[str, int] = {}
    sessions: dict[int, list[dict[str, Any]]] = {}
    for row in _lines(folder / "turns.jsonl"):
        sessions.setdefault(row["session"], []).append(row)
    for number, turns in sessions.items():
        at = dt.datetime.strptime(turns[0]["date"], "%I:%M %p on %d %B, %Y").replace(tzinfo=dt.UTC)
        document = Document.objects.create(
            user=user,
            title=f"Session {number}",
            kind=Document.Kind.CONVERSATION,
            source=f"session:{number}",
            sha256=f"{folder.name}-{number}",
            status=Document.Status.READY,
            stage=Document.Stage.LEARNED,
            created_at=at,
        )
        said = [store.Passage(f"{row['speaker']}: {row['text']}", created_at=at) for row in turns]
        before = ["", *(passage.text for passage in said)]
        chunks = store.add(document, [store.after(*one) for one in zip(before, said, strict=False)], now)
        mentions.link_chunks(user, chunks, now)
        store.follow(document, chunks, now)
        ids |= {row["id"]: chunk.pk for row, chunk in zip(turns, chunks, strict=True)}
    return ids


def _draft(row: dict[str, Any], passage: int | None = None) -> Draft:
    return Draft(
        Name(row["subject"]),
        row["predicate"],
        object=Name(row["object"]),
        evidence=(Quote("", chunk=passage),) if passage else (),
    )


def _facts(user: User, drafts: Sequence[Draft], now: dt.datetime) -> list[Fact | None]:
    """State everything; what cannot be a fact (a thing related to itself, no words) is None."""
    written: list[Fact | None] = []
    for start in range(0, len(drafts), TOGETHER):
        some = drafts[start : start + TOGETHER]
        stated = facts.state_many(user=user, drafts=some, by=Actor.person(user), now=now)
        written += [one.fact for one in stated.facts]
    return written


def state(user: User, drafts: Sequence[Draft], now: dt.datetime) -> None:
    """State everything, and make all that is searched ready."""
    _facts(user, drafts, now)
    _settle(user, now)


def _settle(user: User, now: dt.datetime) -> None:
    """Do everything that is queued, and embed what waits."""
    later = now + dt.timedelta(minutes=5)
    jobs.work(lambda: later, user_id=user.pk, limit=100_000)
    while pending.embed_pending(user.pk):
        pass


def _questions(rows: Iterable[dict[str, Any]], gold: str, ids: dict[str, int], group: str) -> tuple[Question, ...]:
    """The questions whose gold items were loaded, at least one each."""
    made = ((row, frozenset(ids[each] for each in row[gold] if each in ids)) for row in rows)
    return tuple(Question(row["question"], wanted, str(row[group])) for row, wanted in made if wanted)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
