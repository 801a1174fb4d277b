"""The lines of passages: which there are, when they are embedded, and how near the nearest is."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest
from django.apps import apps

from graph.models import Chunk, Document, Embedding, Touch
from graph.projections import embed, lines, pending, vectors
from graph.projections.texts import passage_lines

pytestmark = pytest.mark.django_db

LONG = "Our boat is called Halcyon and lies in Bergen. Every spring Anna paints its hull blue."


class Passage:
    def __init__(self, text: str, prefix: str = "") -> None:
        self.text, self.prefix = text, prefix


@pytest.fixture
def encode(monkeypatch):
    """Texts with the word "hull" point one way, all others another; of both words half between."""

    def encoded(texts, name=None):
        found = np.array([[0.6, "hull" in text, "boat" in text, 0.0] for text in texts], np.float32).reshape(-1, 4)
        return found / np.linalg.norm(found, axis=1, keepdims=True)

    monkeypatch.setattr(embed, "encode", encoded)
    return encoded


def drain(user) -> None:
    while pending.embed_pending(user.pk):
        pass


def near(user, *ids: int, question: str = "hull") -> dict[int, float]:
    found = lines.nearest(user.pk, ids, embed.encode([question])[0], embed.DEFAULT)
    return {pk: line.similarity for pk, line in found.items()}


@pytest.mark.parametrize(
    ("passage", "in_talk", "expected"),
    [
        (Passage(LONG), False, LONG.replace("en. ", "en.|").split("|")),
        (
            Passage(LONG, "Boats › Ours"),
            False,
            [f"Boats › Ours: {line}" for line in LONG.replace("en. ", "en.|").split("|")],
        ),
        (Passage("One sentence is the passage over again.", "Boats"), False, []),
        (
            Passage(
                "* **Halcyon** is a boat that lies in the harbour of\n  Bergen\n* [Anna](anna.md) paints its hull blue"
            ),
            False,
            ["Halcyon is a boat that lies in the harbour of Bergen", "Anna paints its hull blue"],
        ),
        (
            Passage("Anna: We left Oslo at seven in the morning. The boat was late on that day.", "Ben: When?"),
            True,
            ["Anna: We left Oslo at seven in the morning.", "Anna: The boat was late on that day."],
        ),
        (Passage("Anna: At seven in the morning.", "Ben: When?"), True, ["Anna: At seven in the morning."]),
        (Passage("Anna: At seven in the morning."), True, []),
        (
            Passage("Anna: I live in Oslo these days.\nBen: And I live in Bergen. I moved there in the year 2020."),
            True,
            [
                "Anna: I live in Oslo these days.",
                "Ben: And I live in Bergen.",
                "Ben: I moved there in the year 2020.",
            ],
        ),
    ],
)
def test_a_line_comes_after_its_title_or_after_who_says_it(passage, in_talk, expected):
    assert passage_lines(passage, in_talk=in_talk) == expected


def test_a_passage_is_as_near_as_the_nearest_of_its_lines(write, user, encode):
    """The whole is between the two sentences; the one that is asked for is equal to the question."""
    passage = write.chunk(write.document(), LONG)
    drain(user)
    whole = vectors.similarities(user.pk, "chunk", [passage.pk], embed.encode(["hull"])[0])
    assert whole == {passage.pk: pytest.approx(0.7591, abs=1e-3)}
    assert near(user, passage.pk) == {passage.pk: pytest.approx(1.0, abs=1e-3)}


def test_several_passages_are_compared_each_by_its_own_lines(write, user, encode):
    notes = write.document()
    first = write.chunk(notes, LONG)
    other = write.chunk(notes, "We eat bread and cheese at noon. We drink a glass of water then.")
    single = write.chunk(notes, "Somebody painted the hull.")
    drain(user)
    found = near(user, first.pk, other.pk, single.pk)
    assert found == {first.pk: pytest.approx(1.0, abs=1e-3), other.pk: pytest.approx(0.5145, abs=1e-3)}


def test_lines_wait_until_everything_else_has_a_vector(write, user, encode):
    anna, passage = write.entity("Anna"), write.chunk(write.document(), LONG)
    assert pending.embed_pending(user.pk) == 2
    assert Embedding.objects.get(kind="chunk", object_id=passage.pk).lines is None
    assert pending.count_pending(user.pk) == 0
    assert lines.unmade(user.pk, embed.DEFAULT) == {passage.pk}
    assert pending.embed_pending(user.pk) == 1
    assert lines.unmade(user.pk, embed.DEFAULT) == set()
    assert pending.embed_pending(user.pk) == 0
    assert Embedding.objects.get(kind="entity", object_id=anna.pk).lines is None


def test_the_lines_of_a_text_that_changed_are_made_anew(write, user, encode):
    passage = write.chunk(write.document(), LONG)
    drain(user)
    Chunk.objects.filter(pk=passage.pk).update(text=LONG.replace("hull", "mast"))
    write.touch((Touch.Kind.CHUNK, passage.pk))
    pending.embed_pending(user.pk)
    assert near(user, passage.pk) == {}, "lines of the text as it was are gone with its vector"
    drain(user)
    assert near(user, passage.pk) == {passage.pk: pytest.approx(0.5145, abs=1e-3)}


def test_marked_passages_of_an_older_book_are_divided_anew(write, user, encode):
    """The lines of what was written are those that a reader sees since the tenth migration."""
    marked, bare = write.chunk(write.document(), f"* {LONG}"), write.chunk(write.document(), LONG)
    drain(user)
    import_module("graph.migrations.0010_lines_as_read").forget(apps, None)
    assert lines.unmade(user.pk, embed.DEFAULT) == {marked.pk}
    lines.make(user.pk, [marked.pk])
    assert near(user, marked.pk)[marked.pk] == near(user, bare.pk)[bare.pk]


def test_a_passage_that_is_written_anew_while_its_lines_are_embedded_keeps_none(write, user, encode, monkeypatch):
    passage = write.chunk(write.document(), LONG)
    pending.embed_pending(user.pk)

    def meanwhile(texts, name=None):
        Embedding.objects.filter(object_id=passage.pk).update(text_hash="of other words")
        return encode(texts, name)

    monkeypatch.setattr(embed, "encode", meanwhile)
    lines.make(user.pk, [passage.pk])
    assert lines.unmade(user.pk, embed.DEFAULT) == {passage.pk}


def test_a_vector_of_another_text_is_made_anew_before_its_lines(write, user, encode):
    """Changed where nobody was told of it; else its lines would be embedded again and again."""
    passage = write.chunk(write.document(), LONG)
    pending.embed_pending(user.pk)
    assert pending.count_pending(user.pk) == 0
    Chunk.objects.filter(pk=passage.pk).update(text=LONG.replace("hull", "mast"))
    rounds = [pending.embed_pending(user.pk) for _ in range(4)]
    assert rounds == [1, 1, 1, 0], "its lines in vain, its vector, its lines"
    assert near(user, passage.pk) == {passage.pk: pytest.approx(0.5145, abs=1e-3)}


def test_a_passage_with_parts_waits_for_no_lines(write, user, encode):
    notes = write.document()
    whole = write.chunk(notes, LONG)
    pending.embed_pending(user.pk)
    write.chunk(notes, LONG.partition(".")[0], parent=whole)
    assert lines.unmade(user.pk, embed.DEFAULT, [whole.pk]) == set()


def test_no_lines_of_somebody_else_are_compared(write, write_other, user, other_user, encode):
    """Their id in the list of those asked for does not help."""
    theirs = write_other.chunk(write_other.document(), LONG)
    drain(other_user)
    assert near(user, theirs.pk) == {}
    assert list(near(other_user, theirs.pk)) == [theirs.pk]


def test_what_is_said_in_a_talk_is_told_from_a_note(write, user, encode):
    talk = write.document()
    Document.objects.filter(pk=talk.pk).update(kind="conversation")
    said = write.chunk(talk, "Ben: It was painted.", prefix="Anna: Who painted the hull of it?")
    drain(user)
    assert near(user, said.pk) == {said.pk: pytest.approx(0.5145, abs=1e-3)}, (
        "what was said before is none of its lines"
    )


def test_of_equal_lines_the_first_is_named(write, user, encode):
    """Where a person looks first."""
    passage = write.chunk(
        write.document(), f"We eat bread and cheese at noon. {LONG} Every autumn Anna scrapes its hull."
    )
    other = write.chunk(write.document(), LONG)
    drain(user)
    found = lines.nearest(user.pk, [other.pk, passage.pk], embed.encode(["hull"])[0], embed.DEFAULT)
    assert {pk: line.place for pk, line in found.items()} == {passage.pk: 2, other.pk: 1}
