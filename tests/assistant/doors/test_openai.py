"""`/v1` with the official client, streaming and not: answers from the graph, refusals in its own shape."""

from __future__ import annotations

import time

import httpx
import openai
import pytest

from assistant.models import Conversation, Message
from graph import clock, jobs
from graph.models import Fact
from tests.conftest import NOW, token_for

pytestmark = pytest.mark.django_db(transaction=True)


def client(served: str, token: str, **options) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"{served}/v1", api_key=token, max_retries=0, timeout=60, **options)


@pytest.fixture
def book(user, now):
    """A confirmed fact to be asked about."""
    from graph.curation import facts
    from graph.curation.candidates import Draft, Name
    from graph.curation.recorder import Actor

    draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    return facts.state(user=user, draft=draft, by=Actor.person(user), now=now)[0]


@pytest.fixture
def mine(served, user, book, minilm):
    jobs.work(lambda: NOW)
    return client(served, token_for(user, NOW, ("propose",)))


def ask(mine, *said: str, model: str = "gpt-4o", **options):
    """A talk in which the person and the assistant take turns, ending with the question."""
    roles = ["user", "assistant"]
    messages = [{"role": roles[place % 2], "content": text} for place, text in enumerate(said)]
    return mine.chat.completions.create(model=model, messages=messages, **options)


def test_an_answer_stands_on_the_callers_graph_whatever_the_model_is_called(mine, book):
    for name in ("gpt-4o", "commonplace", "somebody/else:7b"):
        answer = ask(mine, "Where does Anna live?", model=name)
        assert answer.object == "chat.completion"
        assert (answer.model, answer.choices[0].finish_reason) == (name, "stop")
        assert answer.choices[0].message.role == "assistant"
        assert "Lisbon" in answer.choices[0].message.content
        assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens
        assert answer.commonplace["cited"] == [{"number": 1, "kind": "fact", "id": str(book.pk)}]


def test_a_streamed_answer_is_the_same_text_in_chunks(mine):
    chunks = list(ask(mine, "Where does Anna live?", stream=True, stream_options={"include_usage": True}))
    text = "".join(one.choices[0].delta.content or "" for one in chunks if one.choices)
    assert text == ask(mine, "Where does Anna live?").choices[0].message.content
    assert {one.object for one in chunks} == {"chat.completion.chunk"}
    assert len({one.id for one in chunks}) == 1
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert (chunks[-1].choices, chunks[-1].usage.completion_tokens) == ([], -(-len(text) // 4))


def test_parts_of_text_and_instructions_are_taken(mine):
    parts = [{"type": "text", "text": "Where does"}, {"type": "text", "text": "Anna live?"}]
    messages = [{"role": "system", "content": "You are a pirate."}, {"role": "user", "content": parts}]
    answer = mine.chat.completions.create(model="x", messages=messages, temperature=0.2, user="me", seed=7)
    assert "Lisbon" in answer.choices[0].message.content


def test_a_talk_that_goes_on_stays_one_conversation_and_pronouns_are_understood(mine):
    first = "Where does Anna live?"
    answered = ask(mine, first).choices[0].message.content
    again = ask(mine, first, answered, "And who lives there?")
    assert Conversation.objects.count() == 1
    assert Message.objects.filter(role="user").count() == 2
    assert again.commonplace["conversation"] == str(Conversation.objects.get().pk)
    ask(mine, "Hello", "Hi, from elsewhere", "What of Anna's home?")
    assert Conversation.objects.count() == 2
    begun = Conversation.objects.latest("pk").messages.order_by("pk").values_list("text", "learning")
    assert list(begun)[:2] == [("Hello", "none"), ("Hi, from elsewhere", "none")]


def test_a_normal_chat_learns_a_read_only_one_does_not_and_off_neither_reads_nor_keeps(mine):
    """A-M3."""
    told = "My sister Maria lives in Porto."
    ask(mine, told, extra_headers={"X-Memory-Mode": "read_only"})
    jobs.work(clock.now)
    assert Fact.objects.count() == 1
    kept = Message.objects.count()
    off = ask(mine, "Where does Anna live?", extra_headers={"X-Memory-Mode": "off"})
    assert "Lisbon" not in off.choices[0].message.content
    assert off.commonplace["conversation"] is None
    assert Message.objects.count() == kept
    ask(mine, told)
    jobs.work(clock.now)
    assert set(Fact.objects.filter(status="staged").values_list("predicate", flat=True)) == {"sister", "lives_in"}
    assert Fact.objects.confirmed().count() == 1


def test_another_persons_token_finds_nothing_of_it(served, mine, other_user):
    theirs = client(served, token_for(other_user, NOW))
    assert "Lisbon" not in ask(theirs, "Where does Anna live?").choices[0].message.content


def test_any_model_name_is_there(mine):
    assert [one.id for one in mine.models.list()] == ["commonplace"]
    assert mine.models.retrieve("meta/llama-3").id == "meta/llama-3"


def test_nobody_is_refused_in_the_clients_own_words(served, user):
    for token in ("nonsense", "cpl_made-up"):
        with pytest.raises(openai.AuthenticationError) as refused:
            ask(client(served, token), "Where does Anna live?")
        assert (refused.value.status_code, refused.value.code) == (401, "invalid_api_key")
        with pytest.raises(openai.AuthenticationError):
            client(served, token).models.list()
    with pytest.raises(openai.PermissionDeniedError):
        ask(client(served, token_for(user, NOW, ("read",))), "Where does Anna live?")


@pytest.mark.parametrize(
    ("body", "param"),
    [
        ({"model": "x", "messages": []}, "messages"),
        ({"model": "x"}, "messages"),
        ({"messages": [{"role": "user", "content": "hi"}]}, "model"),
        ({"model": "x", "messages": [{"role": "assistant", "content": "hi"}]}, "messages"),
        ({"model": "x", "messages": [{"role": "user", "content": ""}]}, None),
        ({"model": "x", "messages": [{"role": "user", "content": "hi"}], "n": 3}, "n"),
        ({"model": "x", "messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "messages[0].content"),
        (["not an object"], None),
    ],
)
def test_a_bad_request_is_400_with_one_sentence(served, user, body, param):
    headers = {"Authorization": f"Bearer {token_for(user, NOW)}"}
    answer = httpx.post(f"{served}/v1/chat/completions", json=body, headers=headers)
    error = answer.json()["error"]
    assert (answer.status_code, error["type"], error["param"]) == (400, "invalid_request_error", param)
    assert error["message"]


def test_what_is_not_there_not_json_too_large_or_too_fast_is_said_in_the_same_shape(served, user, monkeypatch):
    from assistant.http.pace import Pace

    headers = {"Authorization": f"Bearer {token_for(user, NOW)}"}
    url = f"{served}/v1/chat/completions"
    cases = [
        (httpx.get(f"{served}/v1/embeddings", headers=headers), 404),
        (httpx.get(url, headers=headers), 405),
        (httpx.post(url, content=b"{", headers=headers), 400),
        (httpx.post(url, json={}, headers=headers | {"X-Memory-Mode": "sometimes"}), 400),
        (httpx.post(url, content=b" " * 33 * 1024 * 1024, headers=headers), 413),
    ]
    monkeypatch.setattr("assistant.doors.entry.PACE", Pace("v1-test", times=1, seconds=30))
    httpx.get(f"{served}/v1/models", headers=headers)
    fast = httpx.get(f"{served}/v1/models", headers=headers)
    assert int(fast.headers["Retry-After"]) > 0
    for answer, status in [*cases, (fast, 429)]:
        assert answer.status_code == status
        assert {"message", "type", "param", "code"} <= set(answer.json()["error"]), status


def test_a_model_that_fails_leaves_an_answer_that_says_so(mine, model_that):
    model_that("refuses")
    answer = ask(mine, "Where does Anna live?")
    assert "Lisbon" in answer.choices[0].message.content
    assert "language model" in answer.choices[0].message.content
    text = "".join(one.choices[0].delta.content or "" for one in ask(mine, "Where does Anna live?", stream=True))
    assert text == answer.choices[0].message.content


def test_a_client_that_hangs_up_stops_the_answer(mine, model_that):
    model_that("endless")
    stream = ask(mine, "Tell me everything.", stream=True)
    next(iter(stream))
    stream.close()
    from assistant.streaming import runs

    for _ in range(200):
        if Message.objects.filter(role="assistant", status="stopped").exists():
            break
        time.sleep(0.05)
    assert Message.objects.filter(role="assistant").latest("pk").status == "stopped"
    runs.stop_all()


def test_what_a_client_that_may_only_propose_wants_forgotten_waits_for_the_owner(mine, book):
    """W-M9: the same through `/v1`, whose tokens have the same scopes."""
    answer = ask(mine, "Forget that Anna lives in Lisbon.")
    assert answer.choices[0].message.content.startswith("Asked to forget: “Anna lives in Lisbon”.")
    book.refresh_from_db()
    assert book.status == "confirmed"
    assert Fact.objects.get(predicate="should_be_forgotten").status == "staged"
