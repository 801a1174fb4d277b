"""One turn: the question kept, its evidence found, the answer written and its use noted."""

from __future__ import annotations

import pytest

from assistant import params
from assistant.language_model import llm
from assistant.memory import catching_up
from assistant.models import Conversation, Message
from assistant.turn import chat
from assistant.turn.events import Done, Evidence, Failed, Started, Token
from graph import claims
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.models import Document, Fact, Job, Retrieval, RetrievalItem

pytestmark = pytest.mark.django_db


@pytest.fixture
def book(user, now):
    """Ines's sister Anna lives in Lisbon; Tom lives in Berlin."""
    for subject, predicate, other in (
        ("User", "sister", "Anna"),
        ("Anna", "lives_in", "Lisbon"),
        ("Tom", "lives_in", "Berlin"),
    ):
        draft = Draft(Name(subject, "person"), predicate, Name(other, "place" if predicate == "lives_in" else "person"))
        facts.state(user=user, draft=draft, by=Actor.person(user), now=now)


def ask(user, now, text, **options):
    turn = chat.begin(user=user, text=text, now=now, **options)
    return turn, list(chat.answer(turn, lambda: now))


def last(events):
    return next(event for event in reversed(events) if isinstance(event, Done | Failed))


def test_a_question_is_answered_and_cited_from_the_book(user, now, book):
    turn, events = ask(user, now, "Where does Anna live?")
    lives = Fact.objects.get(predicate="lives_in", subject__name="Anna")
    assert last(events) == Done("Anna lives in Lisbon.[1]", (("fact", lives.pk),))
    row = Message.objects.get(pk=turn.answer.pk)
    assert (row.text, row.status, row.cited) == ("Anna lives in Lisbon.[1]", "done", [["fact", lives.pk]])


def test_the_events_come_in_order_and_their_tokens_make_the_text(user, now, book):
    turn, events = ask(user, now, "Where does Anna live?")
    assert events[0] == Started(turn.conversation.pk, turn.answer.pk)
    assert isinstance(events[1], Evidence)
    assert "".join(event.delta for event in events if isinstance(event, Token)) == last(events).text


def test_only_what_was_cited_counts_as_use(user, now, book):
    turn, _ = ask(user, now, "Where does Anna live?")
    used = dict(Fact.objects.values_list("predicate", "used_count").filter(subject__name="Anna"))
    assert used == {"lives_in": 1}
    assert Fact.objects.filter(used_count=0).count() == 2
    turn.answer.refresh_from_db()
    cited = RetrievalItem.objects.filter(retrieval=turn.answer.retrieval, cited=True)
    assert cited.count() == 1
    assert cited.get().used


def test_a_follow_up_is_searched_for_by_name(user, now, book):
    turn, _ = ask(user, now, "Where does Anna live?")
    follow, events = ask(user, now, "and what is her name?", conversation=turn.conversation)
    follow.answer.refresh_from_db()
    assert follow.answer.search_text == "what is Anna's name?"
    assert last(events).text == "Anna is your sister.[1]"


def test_what_is_not_known_is_said_without_a_citation(user, now, book):
    _, events = ask(user, now, "What is the airspeed of a swallow?")
    assert last(events).cited == ()
    assert last(events).text.startswith("I don't know that")


def test_two_people_with_equal_books_never_see_each_others_rows(user, other_user, now, book):
    _, events = ask(other_user, now, "Where does Anna live?")
    assert last(events).cited == ()


@pytest.mark.parametrize("text", ["", "  \n ", "\x00\x07", "\u200b\u202e"])
def test_an_empty_message_is_refused_in_a_sentence(user, now, text):
    with pytest.raises(chat.MessageRefused, match="The message is empty"):
        chat.begin(user=user, text=text, now=now)
    assert not Message.objects.exists()


def test_an_enormous_message_is_refused_with_a_way_on(user, now):
    with pytest.raises(chat.MessageRefused, match="Add it as a document"):
        chat.begin(user=user, text="a" * 1_000_000, now=now)


def test_control_characters_and_broken_code_points_are_taken_out(user, now):
    turn = chat.begin(user=user, text="I live\x00 in\r\nGhent\ud800\u202e.\x1b", now=now)
    turn.question.refresh_from_db()
    assert turn.question.text == "I live in\nGhent."


@pytest.mark.parametrize(
    "text", ["😀", "名前は何ですか", "؟من أنا", "%s {} <b>", "'; DROP TABLE --", "a" * 5000, "?" * 300]
)
def test_odd_messages_are_answered(user, now, text):
    _, events = ask(user, now, text)
    assert isinstance(last(events), Done)


def test_the_first_words_are_the_title(user, now):
    turn = chat.begin(user=user, text="Where does my sister Anna who likes tea live now?", now=now)
    assert turn.conversation.title == "Where does my sister Anna who likes tea …"


def test_a_message_is_queued_for_learning_and_hastened_when_the_answer_is_written(user, now):
    """A-J6."""
    turn = chat.begin(user=user, text="I live in Ghent.", now=now)
    job = Job.objects.get(kind="learn")
    assert job.due_at == now + params.LEARNS_AFTER
    list(chat.answer(turn, lambda: now))
    job.refresh_from_db()
    assert job.due_at == now


def test_what_was_said_in_the_same_breath_is_learned_before_the_next_question(user, now):
    """A-J6: nobody waits for a worker between “my brother is a baker” and “what does my brother do?”."""
    ask(user, now, "My brother Nils works as a baker.")
    _, events = ask(user, now, "What does my brother do?")
    assert last(events).text.startswith("Nils works as a baker (unconfirmed).")


def test_a_message_that_a_worker_reads_just_then_is_waited_for_but_not_for_long(user, now, monkeypatch):
    """A-J6: its lease is the worker's; a worker that hangs holds no answer up."""
    ask(user, now, "My brother Nils works as a baker.")
    Job.objects.filter(kind="learn").update(state="running", lease_until=now + claims.LEASE, leased_by="another")
    waits: list[float] = []
    monkeypatch.setattr(catching_up.time, "sleep", waits.append)
    _, events = ask(user, now, "What does my brother do?")
    assert last(events).text.startswith("I don't know that")
    assert len(waits) == params.CATCHING_UP_LOOKS
    assert Job.objects.get(kind="learn", leased_by="another").state == "running"


def test_read_only_learns_nothing_but_keeps_the_talk(user, now, book):
    turn, events = ask(user, now, "I live in Ghent.", mode="read_only")
    assert "Nothing is learned" in last(events).text
    assert (turn.question.learning, Job.objects.filter(kind="learn").count()) == ("none", 0)
    assert turn.conversation.mode == "read_only"


def test_a_conversation_that_was_begun_read_only_stays_so(user, now):
    turn, _ = ask(user, now, "Hello there?", mode="read_only")
    follow = chat.begin(user=user, text="I live in Ghent.", conversation=turn.conversation, now=now)
    assert (follow.mode, follow.question.learning) == ("read_only", "none")


def test_incognito_uses_nothing_and_keeps_no_row_at_all(user, now, book):
    counted = (Message, Conversation, Retrieval, RetrievalItem, Document, Job)
    before = [model.objects.count() for model in counted]
    _, events = ask(user, now, "Where does Anna live?", mode="incognito")
    assert "Lisbon" not in last(events).text
    assert events[1].result is None
    assert [model.objects.count() for model in counted] == before


def test_an_answer_can_be_written_again_in_its_place(user, now, book):
    turn, events = ask(user, now, "Where does Anna live?")
    turn.answer.refresh_from_db()
    anew = chat.again(answer=turn.answer, now=now)
    assert last(list(chat.answer(anew, lambda: now))).text == last(events).text
    assert Message.objects.count() == 2


def test_an_answer_being_written_is_not_begun_again(user, now):
    turn = chat.begin(user=user, text="Where does Anna live?", now=now)
    with pytest.raises(chat.MessageRefused, match="still being written"):
        chat.again(answer=turn.answer, now=now)


def test_two_tabs_answer_at_once_in_one_conversation(user, now, book):
    first, _ = ask(user, now, "Hello?")
    one = chat.begin(user=user, text="Where does Anna live?", conversation=first.conversation, now=now)
    two = chat.begin(user=user, text="Where does Tom live?", conversation=first.conversation, now=now)
    left, right = chat.answer(one, lambda: now), chat.answer(two, lambda: now)
    events: dict[str, list] = {"left": [], "right": []}
    for pair in zip(left, right, strict=False):
        events["left"].append(pair[0])
        events["right"].append(pair[1])
    events["left"] += list(left)
    events["right"] += list(right)
    assert last(events["left"]).text == "Anna lives in Lisbon.[1]"
    assert last(events["right"]).text == "Tom lives in Berlin.[1]"


def test_a_model_is_given_the_numbered_book_and_its_citations_are_kept(user, now, book, model_that):
    server = model_that("good")
    _, events = ask(user, now, "Where does Anna live?")
    assert isinstance(last(events), Done)
    assert last(events).text == "Anna lives in Lisbon [1]."
    assert len(last(events).cited) == 1
    assert b"[1]" in server.requests[-1]
    assert b"<memory>" in server.requests[-1]


def test_a_model_that_breaks_off_leaves_its_text_and_one_sentence(user, now, book, model_that):
    model_that("cuts")
    turn, events = ask(user, now, "Where does Anna live?")
    assert last(events) == Failed(llm.ModelCut.sentence, "Anna lives in ", ())
    turn.answer.refresh_from_db()
    assert (turn.answer.status, turn.answer.text, turn.answer.error) == (
        "failed",
        "Anna lives in ",
        llm.ModelCut.sentence,
    )


@pytest.mark.parametrize("way", ["refuses", "breaks", "empty", "page"])
def test_where_the_model_gives_nothing_the_answer_is_composed_without_it_and_says_so(user, now, book, model_that, way):
    model_that(way)
    _, events = ask(user, now, "Where does Anna live?")
    assert last(events).text == "Anna lives in Lisbon.[1]"
    assert last(events).error.startswith("The language model")


def test_a_stop_keeps_what_was_written(user, now, book, model_that):
    model_that("drips")
    turn = chat.begin(user=user, text="Where does Anna live?", now=now)
    heard: list = []
    for event in chat.answer(turn, lambda: now, stop=lambda: len(heard) > 4):
        heard.append(event)
    assert last(heard).stopped
    turn.answer.refresh_from_db()
    assert (turn.answer.status, turn.answer.text[:4]) == ("stopped", "0 1 ")


@pytest.mark.realmodel
def test_a_real_model_answers_in_a_conversation(user, now, book, real_model, monkeypatch):
    monkeypatch.setattr(params, "ANSWER_TOKENS", 60)
    _, events = ask(user, now, "Where does Anna live?")
    assert isinstance(last(events), Done)
    assert sum(isinstance(event, Token) for event in events) > 3
