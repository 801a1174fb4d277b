"""How fast a folder is read, beside what the embedding model alone can do; and what reading it again costs."""

from __future__ import annotations

import random
import resource
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from graph import clock, jobs
from graph.bench.report import Say
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.curation import owners
from graph.documents import folder, ingest
from graph.models import Chunk, Document, User
from graph.projections import embed, texts

DOCUMENTS = (50, 200)  # files of a folder: on one busy thread they take some minutes, as embedding does
SECTIONS = 3  # of a file, each a passage
AIM_RATE, AIM_AGAIN = 0.8, 0.05  # of the model's own rate; of the first run's time
SAMPLE = 512  # passages embedded alone to know the model's rate
_TEXT = """harbour crane tide paper walnut ferry oak pile spring tar lamp keeper book letter press ink binding quay rope
winter storm signal chart compass anchor sail wind salt market baker bread oven plum cellar bridge river mill"""
_WORDS = _TEXT.split()


@dataclass(frozen=True, slots=True)
class Row:
    """One folder: passages a second with everything done but learning, and by the model alone on the same texts."""

    documents: int
    passages: int
    rate: float
    alone: float
    again: float  # the second run's time as a share of the first's
    megabytes: float  # the most that the process held so far

    @property
    def share(self) -> float:
        return self.rate / self.alone


def suite(options: Options) -> Measured:
    options.say("loading the embedding model")
    embed.load_now()
    rows = [measured(count, options.say) for count in DOCUMENTS]
    return Measured(table(rows), [asdict(row) | {"share": row.share} for row in rows])


def measured(count: int, say: Say) -> Row:
    """Write a folder, read it, read it again."""
    with throwaway() as place:
        user = owners.create(username="bench", password=None, name="Bench", now=clock.now())
        files = written(place / "files", count)
        say(f"reading {count:,} files")
        began = time.perf_counter()
        read(user, files)
        first = time.perf_counter() - began
        say(f"reading {count:,} files again")
        began = time.perf_counter()
        read(user, files)
        again = time.perf_counter() - began
        passages = Chunk.objects.count()
        assert Document.objects.filter(status=Document.Status.READY).count() == count
        return Row(count, passages, passages / first, alone(), again / first, _megabytes())


def read(user: User, files: Path) -> None:
    """As the command does, in this process; learning is a matter of its own and measured by another suite."""
    for path, name in folder.expand([str(files)]):
        folder.receive(user, path, name, {"learn": False, "sequence_edges": True})
    jobs.work(clock.now, kinds=[ingest.JOB, "embed"], limit=1_000_000)


def written(place: Path, count: int) -> Path:
    """A folder of made-up notes, the same on every machine."""
    chance = random.Random(count)
    place.mkdir()
    for number in range(count):
        parts = [
            f"# Part {part} of {number}\n\n" + " ".join(" ".join(chance.choices(_WORDS, k=12)) + "." for _ in range(9))
            for part in range(SECTIONS)
        ]
        (place / f"note-{number}.md").write_text("\n\n".join(parts))
    return place


def alone() -> float:
    """Passages a second that the model embeds in full batches, without anything around it."""
    some = [texts.chunk_text(row) for row in Chunk.objects.order_by("pk")[:SAMPLE]]
    began = time.perf_counter()
    embed.encode(some)
    return len(some) / (time.perf_counter() - began)


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def table(rows: Sequence[Row]) -> str:
    """The rows as lines of text, with what was aimed at."""
    lines = [
        f"{'files':>7} {'passages':>9} {'a second':>9} {'model alone':>12} {'share':>6} {'again':>7} {'memory':>8}"
    ]
    for row in rows:
        missed = [
            word for word, is_missed in (("rate", row.share < AIM_RATE), ("again", row.again > AIM_AGAIN)) if is_missed
        ]
        lines.append(
            f"{row.documents:>7,} {row.passages:>9,} {row.rate:>9.1f} {row.alone:>12.1f} {row.share:>6.2f} "
            f"{row.again:>6.1%} {row.megabytes:>5.0f} MB{'  MISSED: ' + ', '.join(missed) if missed else ''}"
        )
    return "\n".join([*lines, f"aims: share at least {AIM_RATE}, a second run under {AIM_AGAIN:.0%} of the first"])
