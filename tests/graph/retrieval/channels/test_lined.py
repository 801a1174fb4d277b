"""A passage counts by the line of it that answers, where the mean of all it says hides that line."""

from __future__ import annotations

import pytest

from graph.models import Chunk, Embedding, Touch
from graph.projections import embed, lines, vectors

pytestmark = pytest.mark.django_db(transaction=True)

QUESTION = "Which instrument does Mira play?"
DIARY = (
    "The dishwasher leaked again and the plumber came at noon. We bought potatoes, leeks and a bag of flour. "
    "In the evening Mira took out her cello and practised for an hour. Afterwards we did the tax return. "
    "The neighbours have a new dog that barks at the postman. Tomorrow the chimney will be swept."
)
OTHERS = [
    "Mira likes instruments of every kind and went to a museum of instruments.",
    "Mira asked which play is on at the theatre and which instrument is in the pit.",
    "Some play chess and some play cards, says Mira.",
]


@pytest.fixture
def diary(api, work) -> Chunk:
    for number, text in enumerate([DIARY, *OTHERS]):
        assert api.post("/documents", {"title": f"Page {number}", "text": text, "options": {"learn": False}})[0] == 202
    work()
    return Chunk.objects.get(text__startswith="The dishwasher")


def vector_of(api, chunk: Chunk, question: str = QUESTION, **body) -> float | None:
    """The similarity that the answer says the passage has; None where it is not among what was found."""
    status, answer = api.post("/retrieve", {"query": question, "config": {"cache_ttl": 0}, **body})
    assert status == 200
    found = [item for item in answer["items"] if item["text"] == chunk.text]
    return found[0]["scores"]["vector"] if found else None


def test_the_line_that_answers_counts_and_not_the_mean_of_a_day(api, user, diary):
    """The default only: the published designs know a passage as a whole."""
    question = embed.encode([QUESTION])[0]
    whole = vectors.similarities(user.pk, "chunk", [diary.pk], question)[diary.pk]
    line = lines.nearest(user.pk, [diary.pk], question, embed.DEFAULT)[diary.pk].similarity
    assert line > whole + 0.1
    assert vector_of(api, diary) == pytest.approx(line, abs=1e-3)
    assert vector_of(api, diary, preset="tx") == pytest.approx(whole, abs=1e-3)


def test_until_its_lines_are_made_a_passage_counts_as_a_whole(api, user, diary):
    question = "What did the plumber do about the dishwasher?"
    found = embed.encode([question])[0]
    whole = vectors.similarities(user.pk, "chunk", [diary.pk], found)[diary.pk]
    line = lines.nearest(user.pk, [diary.pk], found, embed.DEFAULT)[diary.pk].similarity
    assert vector_of(api, diary, question) == pytest.approx(line, abs=1e-3)
    Embedding.objects.filter(object_id=diary.pk, kind="chunk").update(lines=None)
    assert vector_of(api, diary, question) == pytest.approx(whole, abs=1e-3)
    assert line > whole + 0.1


def test_a_kept_answer_is_given_up_when_lines_near_the_question_are_made(api, user, diary, work):
    """Without lines it was answered, and kept; they come later than everything else."""
    question = "Does she make music?"
    Embedding.objects.filter(object_id=diary.pk, kind="chunk").update(lines=None)
    for expected in (False, True):
        assert api.post("/retrieve", {"query": question})[1]["cache_hit"] is expected
    lines.make(user.pk, [diary.pk])
    assert api.post("/retrieve", {"query": question})[1]["cache_hit"] is False
    assert Touch.objects.filter(kind="emb_lines", object_id=diary.pk).exists()


def test_a_line_that_is_near_by_chance_finds_no_passage(api, user, diary):
    """Above the floor for a whole passage, but of several short lines one is always near to something."""
    question = "How do I train a puppy?"
    asked = embed.encode([question])[0]
    assert lines.nearest(user.pk, [diary.pk], asked, embed.DEFAULT)[diary.pk].similarity > 0.3
    assert vectors.similarities(user.pk, "chunk", [diary.pk], asked)[diary.pk] < 0.3
    assert vector_of(api, diary, question) is None
