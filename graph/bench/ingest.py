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
from graph.projections import embed

LONG, SHORT = 3, 1  # sections of a file: three full passages, or a note of a line
FOLDERS = ((150, LONG), (100, SHORT), (5_000, SHORT))  # files, sections; the last for memory and for reading it again
AIM_RATE, AIM_AGAIN, AIM_MEMORY = 0.8, 0.05, 1.1  # of the model's own rate; of the first run; of the memory at first
SAMPLE = 256  # passages embedded alone, before and after a folder is read, to know the model's rate
_TEXT = """harbour crane tide paper walnut ferry oak pile spring tar lamp keeper book letter press ink binding quay rope
winter storm signal chart compass anchor sail wind salt market baker bread oven plum cellar bridge river mill"""
_WORDS = _TEXT.split()


@dataclass(frozen=True, slots=True)
class Row:
    """One folder: passages a second with everything done but learning, and by the model alone on such texts.

    Seconds of the processor, since what else a machine does would count against one of the two.
    """

    documents: int
    passages: int
    rate: float
    alone: float
    again: float  # the second run's time as a share of the first's
    megabytes: float  # that the process holds afterwards, vectors and all

    @property
    def share(self) -> float:
        return self.rate / self.alone

    @property
    def is_of_notes(self) -> bool:
        """Whether a file is one passage of a line, so that the model has next to nothing to do."""
        return self.passages <= self.documents


def suite(options: Options) -> Measured:
    options.say("loading the embedding model")
    embed.load_now()
    rows = [measured(count, sections, options.say) for count, sections in FOLDERS]
    return Measured(table(rows), [asdict(row) | {"share": row.share} for row in rows])


def measured(count: int, sections: int, say: Say) -> Row:
    """Write a folder, read it, read it again."""
    with throwaway() as place:
        user = owners.create(username="bench", password=None, name="Bench", now=clock.now())
        read(user, written(place / "first", 5, sections))  # what is loaded once is no matter of a folder
        files = written(place / "files", count, sections)
        some = [f"Part 0 of {n}\n{words(random.Random(n), sections)}" for n in range(SAMPLE)]
        before = alone(some)
        say(f"reading {count:,} files")
        standing = Chunk.objects.count()
        began, worked = time.perf_counter(), time.process_time()
        read(user, files)
        first, worked = time.perf_counter() - began, time.process_time() - worked
        say(f"reading {count:,} files again")
        began = time.perf_counter()
        read(user, files)
        again = time.perf_counter() - began
        passages = Chunk.objects.count() - standing
        assert Document.objects.filter(status=Document.Status.READY).count() == count + 5
        rate = 2 / (1 / before + 1 / alone(some))
        return Row(count, passages, passages / worked, rate, again / first, _megabytes())


def read(user: User, files: Path) -> None:
    """As the command does, in this process; learning is a matter of its own and measured by another suite."""
    for received in folder.receive(user, folder.expand([str(files)]), {"learn": False, "sequence_edges": True}):
        assert received.document, received.refusal
    jobs.work(clock.now, kinds=[ingest.JOB, "embed"], limit=1_000_000)


def written(place: Path, count: int, sections: int = LONG) -> Path:
    """A folder of made-up notes, the same on every machine."""
    chance = random.Random(count)
    place.mkdir()
    for number in range(count):
        parts = [f"# Part {part} of {number}\n\n{words(chance, sections)}" for part in range(sections)]
        (place / f"note-{number}.md").write_text("\n\n".join(parts))
    return place


def words(chance: random.Random, sections: int) -> str:
    """The text of a section: nine sentences where there are several, else one."""
    sentences = 9 if sections > 1 else 1
    return " ".join(" ".join(chance.choices(_WORDS, k=12)) + "." for _ in range(sentences))


def alone(some: Sequence[str]) -> float:
    """Passages a second of the processor that the model embeds in full batches, without anything around it."""
    began = time.process_time()
    embed.encode(some)
    return len(some) / (time.process_time() - began)


def _megabytes() -> float:
    """What the process holds now, as Linux counts it; elsewhere the most it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return pages * resource.getpagesize() / 2**20


def table(rows: Sequence[Row]) -> str:
    """The rows as lines of text, with what was aimed at."""
    lines = [
        f"{'files':>7} {'passages':>9} {'a second':>9} {'model alone':>12} {'share':>6} {'again':>7} {'memory':>8}"
    ]
    least = min((row.megabytes for row in rows), default=0.0)
    for row in rows:
        looked_at = (
            ("rate", row.share < AIM_RATE and not row.is_of_notes),
            ("again", row.again > AIM_AGAIN),
            ("memory", row.megabytes > least * AIM_MEMORY),
        )
        missed = [word for word, is_missed in looked_at if is_missed]
        lines.append(
            f"{row.documents:>7,} {row.passages:>9,} {row.rate:>9.1f} {row.alone:>12.1f} {row.share:>6.2f} "
            f"{row.again:>6.1%} {row.megabytes:>5.0f} MB{'  MISSED: ' + ', '.join(missed) if missed else ''}"
        )
    lines.append(
        f"seconds of the processor; aims: share at least {AIM_RATE}, but not of notes of a line, which give the model "
        f"hardly anything to do; a second run under {AIM_AGAIN:.0%} of the first; memory flat"
    )
    return "\n".join(lines)
