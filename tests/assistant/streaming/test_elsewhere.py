"""An answer that another process writes is followed by Redis Streams as it comes, and from its row without them."""

from __future__ import annotations

import asyncio
import datetime as dt
import time

import pytest
from redis.exceptions import TimeoutError

from assistant import params
from assistant.erasure import erasing
from assistant.models import Message
from assistant.streaming import channel, runs
from assistant.streaming.elsewhere import Heard
from assistant.turn import chat
from graph.clock import now as present
from graph.curation.recorder import Actor
from graph.erasure import proof
from tests.servers import redis_url, valkey

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def server():
    with valkey() as running:
        yield running


@pytest.fixture
def redis_there(server, settings):
    settings.REDIS_URL = redis_url(server)
    yield server
    channel._client.cache_clear()


@pytest.fixture(autouse=True)
def _all_over(settings, monkeypatch):
    settings.ASSISTANT_MODEL = ""
    monkeypatch.setattr(params, "SAVED_EVERY", dt.timedelta(seconds=0.1))
    # A run that is hidden from this process has no heartbeat here, and a busy machine takes a while to begin one.
    monkeypatch.setattr(params, "DEAD_AFTER", dt.timedelta(minutes=10))
    yield
    ends = time.monotonic() + 60
    while any(not run.over for run in Elsewhere.running) and time.monotonic() < ends:
        time.sleep(0.02)
    Elsewhere.running.clear()
    if runs._saver is not None:
        runs._saver.join(60)


class Elsewhere:
    """A run of which the readers of this process know nothing, as if another process wrote it."""

    running: list = []

    def __init__(self, user, text="Where does Anna live?", **options):
        self.user = user
        self.turn = chat.begin(user=user, text=text, now=present(), **options)
        self.begin()

    def begin(self):
        runs.start(self.turn)
        self.running.append(runs._runs.pop((self.user.pk, self.turn.answer.pk)))

    @property
    def run(self):
        return self.running[-1]

    def events(self) -> list[tuple[str, dict]]:
        async def collect():
            heard = runs.events(self.user.pk, self.turn.answer.pk)
            return [(event["event"], event["data"]) async for event in heard]

        return asyncio.run(collect())

    def states(self) -> list[runs.RunState]:
        async def collect():
            return [state async for state in runs.follow(self.user.pk, self.turn.answer.pk)]

        return asyncio.run(collect())


def text_of(events) -> str:
    return "".join(data["delta"] for name, data in events if name == "token")


@pytest.fixture
def dripping(model_that, monkeypatch):
    """A model that writes fifty pieces in a second."""
    from tests.misbehaving import HEADERS, Misbehaving, piece

    def drips(self):
        yield HEADERS
        for number in range(50):
            yield piece(f"{number} ")
            time.sleep(0.02)
        yield piece(None, "stop") + b"data: [DONE]\n\n"

    monkeypatch.setattr(Misbehaving, "drips", drips)
    return model_that("drips")


def test_every_piece_written_elsewhere_is_heard_once_and_as_it_comes(user, redis_there, dripping):
    one = Elsewhere(user)
    heard = one.events()
    assert [name for name, _ in heard][:2] == ["started", "evidence"]
    assert heard[0][1] == {"conversation": str(one.turn.conversation.pk), "message": str(one.turn.answer.pk)}
    done = next(data for name, data in heard if name == "done")
    assert text_of(heard) == done["text"] == "".join(f"{number} " for number in range(50))
    assert sum(name == "token" for name, _ in heard) > 10  # not all of it at the end, nor twice a second


def test_without_redis_it_comes_when_the_row_is_finished(user, dripping, monkeypatch):
    monkeypatch.setattr(params, "READ_EVERY", 0.1)
    heard = Elsewhere(user).events()
    assert [name for name, _ in heard] == ["started", "evidence", "token", "done"]
    assert text_of(heard).endswith("48 49 ")


def test_a_page_loaded_again_sees_the_whole_text_so_far_and_never_less(user, redis_there, dripping):
    one = Elsewhere(user)

    async def first_states():
        seen = []
        async for state in runs.follow(user.pk, one.turn.answer.pk):
            seen.append(state)
            if len(state.text) > 30:
                return seen
        return seen

    before = asyncio.run(first_states())[-1].text
    states = one.states()
    lengths = [len(state.text) for state in states if state.text]
    assert states[-1].text.startswith(before)
    assert lengths == sorted(lengths)
    assert (states[-1].status, states[-1].text[-6:]) == ("done", "48 49 ")
    assert len(states) > 5


def test_a_finished_answer_is_told_again_from_its_beginning(user, redis_there, dripping):
    one = Elsewhere(user)
    first, again = one.events(), one.events()
    assert [event[1:] for event in again] == [event[1:] for event in first]
    assert [state.status for state in one.states()] == ["done"]


def test_an_answer_written_again_is_heard_from_its_new_beginning(user, redis_there, dripping):
    one = Elsewhere(user)
    one.events()
    one.turn = chat.again(answer=Message.objects.get(pk=one.turn.answer.pk), now=present())
    one.begin()
    assert text_of(one.events()) == "".join(f"{number} " for number in range(50))


def test_a_finished_run_makes_way_for_one_that_another_process_began_anew(user, redis_there, dripping):
    turn = chat.begin(user=user, text="Where does Anna live?", now=present())
    runs.start(turn)
    while not runs._runs[user.pk, turn.answer.pk].over:
        time.sleep(0.02)
    mine = runs._runs[user.pk, turn.answer.pk]
    one = Elsewhere.__new__(Elsewhere)
    one.user, one.turn = user, chat.again(answer=Message.objects.get(pk=turn.answer.pk), now=present())
    one.begin()
    runs._runs[user.pk, turn.answer.pk] = mine
    assert runs.state(user.pk, turn.answer.pk).status in {"pending", "streaming"}
    assert len(one.states()) > 5
    del runs._runs[user.pk, turn.answer.pk]


def test_a_redis_that_dies_leaves_the_answer_and_its_readers_whole(user, redis_there, dripping, caplog):
    one = Elsewhere(user)

    async def watched():
        heard = []
        async for event in runs.events(user.pk, one.turn.answer.pk):
            heard.append((event["event"], event["data"]))
            if len(heard) == 10:
                await asyncio.to_thread(redis_there.stop)
        return heard

    heard = asyncio.run(watched())
    assert [name for name, _ in heard if name != "token"] == ["started", "evidence", "done"]
    assert text_of(heard) == heard[-1][1]["text"] == "".join(f"{number} " for number in range(50))
    assert Message.objects.get(pk=one.turn.answer.pk).status == "done"
    assert caplog.text.count("is not told to other processes any further") == 1


def test_what_was_missed_is_noticed_and_what_comes_twice_is_dropped():
    heard = Heard(1)
    first, second, third = (channel.Told(number, "token", {"delta": str(number)}) for number in range(3))
    assert heard.take([first, first, second]) == [first, second]
    assert heard.take([second, third]) == [third]
    assert heard.text == "012"
    late = Heard(1)
    assert late.take([second, third]) == []
    assert (late.is_whole, late.text) == (False, "")


class Slow:
    """A Redis of which so many reads run into the time limit before one is answered."""

    def __init__(self, slow: int) -> None:
        self.slow, self.asked = slow, 0

    async def xread(self, *_, **__):
        self.asked += 1
        if self.asked <= self.slow:
            raise TimeoutError("Timeout reading")
        return [("answer", [("1-0", {channel.FIELD: '{"number": 0, "event": "over"}'})])]


@pytest.mark.parametrize(("slow", "heard"), [(0, 1), (params.STREAM_PATIENCE - 1, 1), (params.STREAM_PATIENCE, 0)])
def test_a_redis_that_is_slow_is_asked_again_and_given_up_in_the_end(slow, heard):
    client = Slow(slow)
    listening = channel.Listening("answer", client)

    async def told():
        return [told for _ in range(params.STREAM_PATIENCE + 1) for told in await listening.entries(0.01)]

    assert len(asyncio.run(told())[:1]) == heard
    assert client.asked == (params.STREAM_PATIENCE if not heard else params.STREAM_PATIENCE + 1)


def test_the_stream_has_an_end_and_a_bound(user, redis_there, dripping, monkeypatch):
    monkeypatch.setattr(params, "STREAM_KEPT", dt.timedelta(seconds=60))
    one = Elsewhere(user)
    one.events()
    client = channel._client(channel.settings.REDIS_URL)
    name = channel.key(user.pk, one.turn.answer.pk)
    assert 0 < client.ttl(name) <= 60
    assert client.xlen(name) == 50 + 4
    assert params.STREAMED_EVENTS > params.LARGEST_ANSWER


def test_nobody_else_hears_it_and_an_incognito_run_is_not_told(user, other_user, redis_there, dripping):
    one = Elsewhere(user)

    async def overheard():
        return [event async for event in runs.events(other_user.pk, one.turn.answer.pk)]

    with pytest.raises(Message.DoesNotExist):
        asyncio.run(overheard())
    one.events()
    Elsewhere(user, mode="incognito")
    while not Elsewhere.running[-1].over:
        time.sleep(0.02)
    client = channel._client(channel.settings.REDIS_URL)
    assert client.keys("answer:*") == [channel.key(user.pk, one.turn.answer.pk).encode()]


def test_erasing_a_chat_takes_what_was_told_of_it_and_the_second_pass_looks_there(user, redis_there, dripping):
    one = Elsewhere(user)
    one.events()
    kept = Elsewhere(user)
    kept.events()
    sought = proof.Sought(user.pk, {"message": frozenset({one.turn.answer.pk})})
    assert ("stream", str(one.turn.answer.pk)) in {(leak.store, leak.id) for leak in proof.search(sought)}
    receipt = erasing.conversation(conversation=one.turn.conversation, by=Actor.person(user), now=present())
    assert receipt.verified
    assert channel._client(channel.settings.REDIS_URL).keys("answer:*") == []
    assert kept.events()[-1][0] == "done"  # from its row
