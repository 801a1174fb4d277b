"""A model that misbehaves, end to end: one sentence, what it wrote kept and marked, nothing learned from garbage."""

from __future__ import annotations

import datetime as dt
import json
import time

import pytest

from assistant import params
from assistant.language_model import llm
from assistant.models import Message
from graph import jobs
from graph.clock import now as present
from graph.models import Fact, Job
from tests import misbehaving
from tests.conftest import NOW, token_for

pytestmark = pytest.mark.django_db(transaction=True)
TOLD = "My sister Anna lives in Lisbon."


@pytest.fixture(autouse=True)
def _short_patience(monkeypatch):
    for name in ("ANSWER_DEADLINE", "EXTRACTION_DEADLINE", "FOLLOW_UP_DEADLINE", "TITLE_DEADLINE"):
        monkeypatch.setattr(params, name, dt.timedelta(seconds=5))


@pytest.fixture
def say(user, client, minilm):
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}"}

    def ask(message: str, **body) -> dict:
        sent = json.dumps({"message": message, "stream": False, **body})
        answer = client.post("/api/v1/chat", sent, content_type="application/json", headers=headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return ask


WAYS = [
    ("refuses", "", llm.ModelRefused),
    ("breaks", "", llm.ModelGone),
    ("stalls", "Anna ", llm.ModelTimeout),
    ("silent", "", llm.ModelTimeout),
    ("cuts", "Anna lives in ", llm.ModelCut),
    ("cuts_inside", "Anna lives ", llm.ModelCut),
    ("drips", "0 1 2 3 ", llm.ModelTimeout),
    ("empty", "", llm.ModelEmpty),
    ("page", "", llm.ModelEmpty),
    ("page_as_text", "<html><body>Gateway</body></html>", llm.ModelPage),
    ("too_many", "", llm.ModelBusy),
]


@pytest.mark.parametrize(("way", "partial", "failure"), WAYS, ids=[way for way, _, _ in WAYS])
def test_a_failure_is_one_sentence_with_what_was_written_and_a_retry_works(
    say, user, client, model_that, way, partial, failure
):
    """Where nothing was written the book itself answers, so the person is never left without an answer."""
    model_that(way)
    answer = say("Where does Anna live?")
    assert answer["error"] == failure.sentence
    assert answer["text"].startswith(partial)
    assert answer["text"] != ""
    row = Message.objects.get(pk=answer["message"])
    assert (row.status, row.error, row.text) == ("failed", failure.sentence, answer["text"])
    client.force_login(user)
    page = client.get(f"/c/{row.conversation_id}/").text
    assert failure.sentence in page
    assert "Write it again" in page
    model_that("good")
    client.post(f"/m/{row.pk}/again/")
    _until_done(row.pk)
    again = Message.objects.get(pk=row.pk)
    assert (again.status, again.error) == ("done", "")
    assert again.text.startswith("Anna lives in Lisbon")


def huge(self):
    """Ten megabytes of well-formed JSON with facts that were never said."""
    row = {"subject": "User", "subject_type": "person", "predicate": "owns", "object": "x" * 900}
    row |= {"object_type": "thing", "quote": "I own " + "x" * 900}
    yield misbehaving.HEADERS
    yield misbehaving.piece('{"facts": [')
    for _ in range(10_000):
        yield misbehaving.piece(json.dumps(row) + ",")
    yield misbehaving.piece("{}]}") + misbehaving.piece(None, "stop")


def nested(self):
    yield misbehaving.answer('{"facts": ' + "[" * 40_000)


def made_up(self):
    """The right form, and nothing in it was said."""
    row = {"subject": "User", "subject_type": "person", "predicate": "password", "object": "hunter2"}
    yield misbehaving.answer(json.dumps({"facts": [row | {"object_type": "value", "quote": "my password is hunter2"}]}))


@pytest.mark.parametrize(
    "way",
    ["huge", "nested", "made_up", "garbage", "wrong_schema", "page_as_text", "empty", "cuts", "refuses", "silent"],
)
def test_nothing_is_staged_from_garbage_and_the_rules_read_instead(say, model_that, monkeypatch, way):
    """What was learned stands in the message word for word; what only the model said is nowhere. A-J6."""
    for name, answers in (("huge", huge), ("nested", nested), ("made_up", made_up)):
        monkeypatch.setattr(misbehaving.Misbehaving, name, answers, raising=False)
    model_that(way)
    say(TOLD)
    jobs.work(present, kinds=["learn"])
    facts = Fact.objects.select_related("subject", "object")
    assert {fact.status for fact in facts} <= {"staged"}
    said = {(fact.predicate, fact.object.name if fact.object else fact.value) for fact in facts}
    assert said == {("sister", "Anna"), ("lives_in", "Lisbon")}
    assert {quote.quote for fact in facts for quote in fact.evidence.all()} <= {TOLD}
    question = Message.objects.get(role="user")
    assert question.learning == "done"
    assert not Job.objects.filter(kind="learn", state="failed").exists()


def test_an_endless_answer_is_cut_kept_and_marked(say, model_that, monkeypatch):
    monkeypatch.setattr(params, "LARGEST_ANSWER", 5_000)
    monkeypatch.setattr(llm.parts, "__kwdefaults__", {**llm.parts.__kwdefaults__, "limit": 5_000})
    model_that("endless")
    answer = say("Where does Anna live?")
    assert answer["error"] == llm.ModelTooLong.sentence
    assert 5_000 <= len(answer["text"]) < 10_000
    assert Message.objects.get(pk=answer["message"]).text == answer["text"]


def test_a_model_that_fails_harms_no_other_answer(say, model_that):
    model_that("breaks")
    assert say("Where does Anna live?")["error"]
    model_that("good")
    assert "error" not in say("Where does Anna live?")


def _until_done(pk: int, seconds: float = 120) -> None:
    ends = time.monotonic() + seconds
    while Message.objects.get(pk=pk).status in {"pending", "streaming"} and time.monotonic() < ends:
        time.sleep(0.05)
