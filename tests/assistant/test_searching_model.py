"""The model searches the book itself (O72): found by a tool of the chat, numbered on, cited, on the receipt, bounded."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient

from assistant import params
from assistant.language_model import llm
from assistant.models import Message
from assistant.turn import rounds
from graph import jobs
from graph.clock import now as present
from graph.models import Fact, RetrievalItem
from tests.conftest import NOW, token_for

pytestmark = pytest.mark.django_db(transaction=True)
CRANE = "The harbour crane was bought in 1961 and lifts twelve tonnes."
QUESTION = "What did my grandfather tell of?"


@pytest.fixture(autouse=True)
def _nothing_known_of_models():
    import litellm  # noqa: F401 - the first import takes seconds, which would count against a deadline

    rounds._unable.clear()
    yield
    rounds._unable.clear()


@pytest.fixture
def book(api, work, minilm):
    """A document about a crane, six facts about gulls, and nothing about a grandfather."""
    api.post("/documents", {"title": "Harbour", "text": CRANE, "options": {"learn": False}})
    for number in range(6):
        name = {"name": f"Gull {number}", "type": "bird"}
        api.post("/facts", {"subject": name, "predicate": "nests_on", "value": f"pier {number}"})
    work()


@pytest.fixture
def model(model_that):
    """Call it with what is answered to each request in turn: words, or the queries of searches."""

    def configure(*answers):
        server = model_that("tools")
        waiting = list(answers)
        server.asked = []

        def reply(request: dict):
            if request.get("response_format") or len(request["messages"][0]["content"]) < 500:
                return "x"  # a title or the like
            server.asked.append(request)
            said = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            return said(request) if callable(said) else said

        server.reply = reply
        return server

    return configure


@pytest.fixture
def say(user, client, book):
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}"}

    def ask(message: str = QUESTION, **body) -> dict:
        sent = json.dumps({"message": message, "stream": False, **body})
        answer = client.post("/api/v1/chat", sent, content_type="application/json", headers=headers)
        assert answer.status_code == 200, answer.content
        return answer.json()

    return ask


def told(request: dict) -> list[str]:
    """What the tool answered, in order."""
    return [one["content"] for one in request["messages"] if one["role"] == "tool"]


def test_what_the_model_searches_for_is_found_cited_and_on_the_receipt_o72(say, model, user, client):
    """O72, O63: top five of the caller's own knowledge, as data between marks; the answer cites the passage."""
    server = model(["harbour crane"], lambda request: f"He bought the crane [{number_of(CRANE, request)}].")
    answer = say()
    assert answer["text"] == "He bought the crane [1]."
    assert [one["kind"] for one in answer["cited"]] == ["chunk"]
    first, second = server.asked
    assert [tool["function"]["name"] for tool in first["tools"]] == ["search_book"]
    (found,) = told(second)
    assert found.startswith("<memory>")
    assert CRANE in found
    row = Message.objects.get(pk=answer["message"])
    item = RetrievalItem.objects.get(retrieval=row.retrieval_id, kind="chunk")
    assert (item.used, item.cited, item.detail["searched"]) == (True, True, "harbour crane")
    client.force_login(user)
    page = client.get(f"/c/{row.conversation_id}/").text
    assert "The model also searched for <b>harbour crane</b>" in page
    assert CRANE in page


def test_the_same_streams_to_a_program(user, model, book):
    """O72: the pieces of the stream are the text, and nothing of the search is among them."""
    model(["harbour crane"], lambda request: f"The crane [{number_of(CRANE, request)}] came.")

    async def read() -> str:
        response = await AsyncClient().post(
            "/api/v1/chat",
            json.dumps({"message": QUESTION}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {await token(user)}"},
        )
        return "".join([part.decode() async for part in response])

    events = [line.split(": ", 1)[1] for line in async_to_sync(read)().splitlines() if line.startswith("data: ")]
    data = [json.loads(one) for one in events]
    assert "".join(one["delta"] for one in data if "delta" in one) == "The crane [1] came."
    assert [one["text"] for one in data if "cited" in one] == ["The crane [1] came."]


async def token(user) -> str:
    from asgiref.sync import sync_to_async

    return await sync_to_async(token_for)(user, NOW)


def number_of(words: str, request: dict) -> str:
    """The number under which the tool told the model these words."""
    lines = "\n".join(told(request)).split("- [")
    return next(line.split("]")[0] for line in lines if words in line)


def test_no_more_than_five_lines_are_given_o72(say, model):
    server = model(["gull nests"], "They nest.")
    say()
    (found,) = told(server.asked[-1])
    assert 1 < found.count("\n- [") <= params.SEARCHED == 5


def test_a_model_that_never_stops_searching_is_ended(say, model):
    """A bounded number of rounds; then it must answer, and when it does not, the book does."""
    server = model(["gull"])
    answer = say()
    assert len(server.asked) == params.SEARCHES + 1
    assert server.asked[-1]["tool_choice"] == "none"
    assert answer["error"] == llm.ModelEmpty.sentence
    assert answer["text"]


def test_searching_and_writing_share_one_deadline(say, model, monkeypatch):
    """A model that takes a while each time does not get the whole patience anew for each round."""
    import datetime as dt
    import time

    monkeypatch.setattr(params, "ANSWER_DEADLINE", dt.timedelta(seconds=1.5))

    def slow(request):
        time.sleep(0.6)
        return ["gull"]

    model(slow)
    assert say()["error"] == llm.ModelTimeout.sentence  # with patience anew for each round it would be ModelEmpty


def test_a_model_that_knows_no_tools_answers_as_before(say, model):
    """The service refuses the request; it is asked again without tools, and from then on at once."""

    def reply(request):
        if "tools" in request:
            raise ValueError("this server has no tools")
        return "The book does not say."

    server = model(reply)
    assert say()["text"] == "The book does not say."
    assert ["tools" in request for request in server.asked] == [True, False]
    assert say("And what of the gulls there?")["text"] == "The book does not say."
    assert "tools" not in server.asked[-1]


@pytest.mark.parametrize("arguments", ["", "[1]", "{not json", '{"query": 7}', "[" * 3000])
def test_a_call_that_makes_no_sense_is_told_so_and_harms_nothing(say, model, monkeypatch, arguments):
    from tests import misbehaving

    made = misbehaving.calls
    monkeypatch.setattr(misbehaving, "calls", lambda queries: made(queries).replace(b"search_book", b"other_tool"))
    monkeypatch.setattr(rounds, "asked", lambda call, ask=rounds.asked: ask(llm.Call(call.id, rounds.NAME, arguments)))
    server = model(["x"], "Nothing.")
    assert say()["text"] == "Nothing."
    assert told(server.asked[-1]) == ["There is no such tool. Use search_book with a query."]


def test_only_the_callers_book_is_searched(say, model, other_api, work):
    other_api.post("/documents", {"title": "Secret", "text": "The harbour crane of Tomek is painted red."})
    work()
    server = model(["harbour crane painted red"], "So.")
    say()
    assert "Tomek" not in json.dumps(server.asked)


def test_nothing_that_a_search_found_is_learned_from(say, model):
    """Only the person's own words are; the model's answer quotes a document, and no fact comes of it."""
    model(["harbour crane"], "Anna Weiss lives in Lisbon, says the book.")
    before = Fact.objects.count()
    say()
    jobs.work(present)
    assert Fact.objects.count() == before


def test_an_incognito_chat_has_no_tool(say, model):
    server = model("I cannot know.")
    say(mode="incognito")
    assert all("tools" not in request for request in server.asked)
