"""Notes that come again: which of those that earlier imports brought a file has changed, and which it no longer has."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from graph.curation.said import SAID_AT
from graph.documents import dated, ingest
from graph.exchange.records import Note
from graph.models import Document, Fact, Job, User
from graph.naming import clean, spoken

ALIKE = 0.5  # of the shorter one's words in the other: two vaults may each have a note “Home.md”
OF_A_VAULT = 0.5  # of an earlier import's notes in this file, from which on it is that vault again
CHANGED = "It changed since it was brought in, so this is its newer version."
BESIDE = "Another note was brought in under this path; both are kept."
RESTATED = "What stands above its text has changed."
LONGER = "It was gone on with since it was brought in, and what was said since was added."
GONE = "An earlier import brought it, and this file has it no longer; what was kept of it stands."


@dataclass(slots=True)
class Earlier:
    """The person's imported notes by path, the imports that made them, and those of them that this file had."""

    user: User
    by_path: dict[str, list[int]]
    runs: dict[str, list[int]]
    had: set[int] = field(default_factory=set)

    def version_before(self, note: Note) -> tuple[Document | None, str]:
        """The document of which this note is a newer version, if it is one of any, and what to tell of it.

        Raises CannotRead.
        """
        known = [path for path in dict.fromkeys((note.source, note.with_root)) if path in self.by_path]
        if not known or ingest.same(user=self.user, text=note.text) is not None:
            return None, ""
        here = list(Document.objects.filter(pk__in=[pk for path in known for pk in self.by_path[path]]).order_by("-pk"))
        self.had.update(one.pk for one in here)
        older = next((one for one in here if _alike(one.text, note.text)), None)
        return older, CHANGED if older else BESIDE if here else ""

    def apart(self, note: Note, standing: Document | None) -> Note:
        """The note as it is kept: under its title, where its text alone is that of another one, which stands already.

        A diary may say the same of many days, and notes that are made from a template say nothing yet below it.
        """
        if standing is None or not _is_another(standing, note):
            return note
        return replace(note, text=f"{note.title}\n\n{note.text}")

    def gone(self) -> list[str]:
        """The paths of what is no longer there, of each earlier import most of which this file has."""
        most = [pks for pks in self.runs.values() if len(self.had.intersection(pks)) >= OF_A_VAULT * len(pks)]
        lost = {pk for pks in most for pk in pks} - self.had
        return sorted(path for path, pks in self.by_path.items() if lost.intersection(pks))


def earlier(user: User) -> Earlier:
    """What stands by now, in two queries."""
    rows = Document.objects.for_user(user).filter(kind=Document.Kind.IMPORT).exclude(source="").order_by("pk")
    by_path: dict[str, list[int]] = {}
    standing: set[int] = set()
    for path, pk in rows.values_list("source", "pk"):
        by_path.setdefault(path, []).append(pk)
        standing.add(pk)
    runs: dict[str, list[int]] = {}
    made = Job.objects.for_user(user).filter(kind=ingest.JOB, payload__has_key="run").order_by("pk")
    for payload in made.values_list("payload", flat=True):
        if payload["document"] in standing:
            runs.setdefault(payload["run"], []).append(payload["document"])
    return Earlier(user, by_path, runs)


def equals(document: Document, note: Note) -> str:
    """That this note, which came by another title or path, has the text of this document; empty if it is its own."""
    source = document.source if document.source == note.with_root else note.source
    return ingest.equals(document, title=note.title, source=source)


def is_restated(document: Document, note: Note) -> bool:
    """Whether this is the document's own note again, with something else above the same text."""
    above = note.metadata | ingest.about(note.text)
    return is_own(document, note) and (document.metadata.get("front_matter") or {}) != (above.get("front_matter") or {})


def is_dated_anew(document: Document, note: Note) -> bool:
    """Whether this is the document's own note again, and tells another day, or one where none was known."""
    told = ingest.whole_metadata(note.text, note.source, note.metadata, note.title, document.created_at)
    return is_own(document, note) and document.metadata.get(SAID_AT) != told.get(SAID_AT)


def is_own(document: Document, note: Note) -> bool:
    """Whether the document was brought in from the path of this note."""
    return document.kind == Document.Kind.IMPORT and document.source in (note.source, note.with_root)


def replaced(old: Fact, new: Fact) -> str:
    """That a value of an earlier import has become another, and what became of it."""
    was, now = (one.object.name if one.object else one.value for one in (old, new))
    told = f"It said “{was[:80]}” under “{spoken(old.predicate)}” when it was brought in, and now says “{now[:80]}”"
    return f"{told}." if old.status not in Fact.ACTIVE else f"{told}; you confirmed the former, so both stand."


def _is_another(document: Document, note: Note) -> bool:
    """Whether the note is of another day than the document, or something else of another name stands above its text."""
    front = note.metadata.get("front_matter") or {}
    stood = document.metadata.get("front_matter") or {}
    if is_own(document, note):
        return False
    days = dated.day(document.source, stood), dated.day(note.source, front)
    return (None not in days and days[0] != days[1]) or (front != stood and clean(note.title) != document.title)


def _alike(old: str, new: str) -> bool:
    before, after = (set(re.findall(r"\w+", text.casefold())) for text in (old, new))
    return len(before & after) >= ALIKE * min(len(before), len(after))
