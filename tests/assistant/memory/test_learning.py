"""Learning from a message in the background: staged with evidence, once, and taken back with one step."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from django.db import connection

from assistant import params
from assistant.conversation import conversations
from assistant.extraction.read import UNKNOWN_LANGUAGE
from assistant.memory import learning
from assistant.models import Message
from assistant.turn import chat
from graph import jobs
from graph.curation import entities, facts, undo
from graph.curation.candidates import Candidate, Name
from graph.curation.recorder import Actor
from graph.documents import ingest, mentions
from graph.models import Change, Chunk, Conflict, Document, Entity, Evidence, Fact, Job
from graph.projections import pending, upkeep

pytestmark = pytest.mark.django_db


@pytest.fixture
def tell(user, now):
    """Say something, have it answered, and learn from it."""

    def say(text: str, conversation=None) -> Message:
        turn = chat.begin(user=user, text=text, conversation=conversation, now=now)
        list(chat.answer(turn, lambda: now))
        jobs.work(lambda: now, kinds=["learn"])
        turn.question.refresh_from_db()
        return turn.question

    return say


def known() -> set[tuple[str, str, str, str]]:
    rows = Fact.objects.select_related("subject", "object")
    return {
        (
            "me" if row.subject.is_self else row.subject.name,
            row.predicate,
            row.object.name if row.object else row.value,
            row.status,
        )
        for row in rows
    }


def test_what_is_told_is_staged(tell):
    message = tell("My sister Anna lives in Lisbon.")
    assert known() == {("me", "sister", "Anna", "staged"), ("Anna", "lives_in", "Lisbon", "staged")}
    assert (message.learning, sorted(message.learned)) == ("done", sorted(Fact.objects.values_list("pk", flat=True)))


def test_what_one_will_not_have_and_a_sister_named_like_a_month_are_staged(tell, api):
    tell("No coffee for me after noon.")
    tell("My sister April lives in Porto. In June my brother moves to Oslo.")
    said = {
        (one["predicate"], (one["object"] or {}).get("name") or one["value"]) for one in api.get("/facts")[1]["items"]
    }
    lives = {("lives_in", "Porto"), ("lives_in", "Oslo")}
    assert said == {("prefers", "no coffee after noon"), ("sister", "April"), *lives}


def test_what_is_told_is_learned_before_thousands_of_documents_that_wait(user, now):
    for number in range(3):
        ingest.receive(user=user, text=f"Letter {number} came by sea.", now=now - dt.timedelta(hours=1))
    turn = chat.begin(user=user, text="My sister Anna lives in Lisbon.", now=now)
    list(chat.answer(turn, lambda: now))
    assert jobs.work(lambda: now, limit=1) == 1
    assert ("Anna", "lives_in", "Lisbon", "staged") in known()


def test_embedding_an_import_makes_way_for_what_is_told_and_goes_on(user, now, monkeypatch):
    told = []

    def embedded(user_id: int) -> int:
        """Two batches; a message comes with the first."""
        if not told:
            turn = chat.begin(user=user, text="My sister Anna lives in Lisbon.", now=now)
            list(chat.answer(turn, lambda: now))
        told.append(len(known()))
        return len(told) < 3

    monkeypatch.setattr(pending, "embed_pending", embedded)
    Job.objects.all().delete()
    upkeep.enqueue(user.pk, now=now)
    jobs.work(lambda: now, limit=3)
    assert told == [0, 2, 2]


def test_every_learned_fact_rests_on_the_words_in_the_message(tell):
    message = tell("Hello.  My sister Anna lives in Lisbon.")
    for quote in Evidence.objects.filter(fact__isnull=False).select_related("chunk"):
        assert quote.chunk.metadata == {"message": str(message.pk)}
        assert quote.chunk.text[quote.start : quote.end] == quote.quote == "My sister Anna lives in Lisbon."


def test_learning_twice_changes_nothing(tell, user, now):
    message = tell("My sister Anna lives in Lisbon.")
    before = (known(), Chunk.objects.count(), Evidence.objects.count(), message.learned)
    learning.enqueue(message, now)
    jobs.work(lambda: now, kinds=["learn"])
    message.refresh_from_db()
    assert (known(), Chunk.objects.count(), Evidence.objects.count(), message.learned) == before


def test_a_worker_that_died_after_staging_leaves_nothing_double(tell, now):
    message = tell("My sister Anna lives in Lisbon.")
    before = (known(), Chunk.objects.count())
    Message.objects.filter(pk=message.pk).update(learning=Message.Learning.QUEUED)
    learning.enqueue(message, now)
    jobs.work(lambda: now, kinds=["learn"])
    assert (known(), Chunk.objects.count()) == before


def test_questions_are_neither_learned_from_nor_kept_as_passages(tell):
    message = tell("Where does my sister Anna live?")
    assert (message.learning, message.learned, known(), Chunk.objects.count()) == ("done", [], set(), 0)


def test_the_assistants_words_are_never_learned_from(tell):
    tell("My sister Anna lives in Lisbon.")
    before = known()
    tell("Where does Anna live?")
    assert known() == before


def test_a_pronoun_means_whom_the_conversation_named(tell):
    first = tell("My sister Anna lives in Lisbon.")
    tell("She works at Acme.", first.conversation)
    assert ("Anna", "works_at", "Acme", "staged") in known()


def test_a_role_means_whom_the_book_names(tell, user, now):
    tell("My sister Anna lives in Lisbon.")
    tell("My sister is allergic to nuts.")
    assert ("Anna", "allergic_to", "nuts", "staged") in known()


def test_moving_is_a_conflict_and_not_a_silent_change(tell, user, now):
    message = tell("My sister Anna lives in Lisbon.")
    facts.decide(user=user, ids=message.learned, decision="confirm", by=Actor.person(user), reason="", now=now)
    tell("Anna moved to Porto.")
    assert ("Anna", "lives_in", "Lisbon", "confirmed") in known()
    assert ("Anna", "lives_in", "Porto", "staged") in known()
    assert Conflict.objects.filter(state="open").count() == 1


def test_a_language_the_rules_do_not_know_stages_nothing_says_so_and_stays_searchable(tell):
    message = tell("Minha irmã Anna mora em Lisboa.")
    assert (message.learning, message.error, known()) == ("done", UNKNOWN_LANGUAGE, set())
    assert Chunk.objects.get().text == "Minha irmã Anna mora em Lisboa."
    for asked, note in (
        ("Onde mora a minha irmã?", ""),
        ("Wo wohnt Anja", ""),
        ("Anja wohnt in Kiel. Und Jens?", UNKNOWN_LANGUAGE),
    ):
        assert tell(asked).error == note, asked


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("I fly to Graz on 18 May with Luz. What should we see there?", ["I fly to Graz on 18 May with Luz."]),
        ("Quick one. My bike, a Koga, was stolen in May. How do I claim?", ["My bike, a Koga, was stolen in May."]),
        ("What does this mean? The Thames is a river.", []),
        ("Summarise this: the Thames is long. It flows through London.", []),
        ("Hi! Can you help me?", []),
    ],
)
def test_what_is_told_before_it_asks_stays_searchable(tell, text, kept):
    """A whole message was left out for the question at its end, and nothing in it could be found again."""
    tell(text)
    assert [one.text for one in Chunk.objects.all()] == kept


def test_a_long_message_is_kept_in_passages_and_quoted_from_the_right_one(tell):
    message = tell("It rained all day. " * 100 + "My sister Anna lives in Lisbon.")
    passages = conversations.passages_of(message)
    assert len(passages) > 2
    assert " ".join(" ".join(one.text for one in passages).split()) == " ".join(message.text.split())
    quote = Evidence.objects.filter(fact__predicate="lives_in").get()
    assert quote.chunk_id == passages[-1].pk
    assert passages[-1].text[quote.start : quote.end] == "My sister Anna lives in Lisbon."


def test_a_quote_that_goes_on_in_the_next_passage_ends_with_its_own():
    """It is quoted from the passage in which it begins, as far as that goes."""
    first, second = Chunk(pk=1, start=0, end=20), Chunk(pk=2, start=20, end=60)
    said = Candidate(subject=Name("Anna"), predicate="lives_in", object=Name("Lisbon"), quote="x", start=15, end=30)
    placed = learning._placed(said, [first, second])
    assert (placed.chunk, placed.start, placed.end) == (1, 15, 20)
    later = learning._placed(replace(said, start=25), [first, second])
    assert (later.chunk, later.start, later.end) == (2, 5, 10)


@pytest.mark.django_db(transaction=True)
def test_others_can_write_while_a_long_message_is_looked_through(tell, monkeypatch):
    """SQLite has one writer: a pasted page is cut into its words before the transaction that keeps it."""
    runs, held = mentions.runs, []
    monkeypatch.setattr(mentions, "runs", lambda text: (held.append(connection.in_atomic_block), runs(text))[1])
    message = tell("It rained all day. " * 100 + "My sister Anna lives in Lisbon.")
    assert len(held) == len(conversations.passages_of(message))
    assert set(held) == {False}


def test_a_message_that_is_gone_is_no_error(tell, user, now):
    message = tell("I live in Ghent.")
    learning.enqueue(message, now)
    message.delete()
    jobs.work(lambda: now, kinds=["learn"])
    assert not Job.objects.filter(state="failed").exists()


def test_a_document_proposes_what_it_plainly_says_of_named_things(user, now):
    """W-N6."""
    text = "# Harbour\n\nCarla Jensen lives in Ostend. I live in Paris. She likes tea. The meeting is long."
    document, _ = ingest.receive(user=user, text=text, title="Harbour", now=now)
    jobs.work(lambda: now, kinds=["ingest"])
    assert known() == {("Carla Jensen", "lives_in", "Ostend", "staged")}
    fact = Fact.objects.get()
    assert (fact.source, fact.evidence.get().document_id) == ("file", document.pk)


def test_a_document_is_read_over_its_line_ends_and_without_its_marks_and_its_code(user, now):
    text = (
        "Brightwater was founded in 1998 by **Dr. Helen Marsh** in a bakery. [Carla Jensen](c.md) lives in\n"
        "Ostend, and her brother in the old town of Bruges, where all of us have been in\nMay.\n\n"
        "```\nTom Baker lives in Paris.\n```\n"
    )
    ingest.receive(user=user, text=text, title="Clinic", now=now)
    jobs.work(lambda: now, kinds=["ingest"])
    facts = {(subject, predicate) for subject, predicate, *_ in known()}
    assert facts == {("Brightwater", "founded_by"), ("Brightwater", "founded_in"), ("Carla Jensen", "lives_in")}
    quotes = [one.evidence.get() for one in Fact.objects.filter(subject__name="Carla Jensen")]
    passage = quotes[0].chunk.text
    assert {passage[one.start : one.end] == one.quote for one in quotes} == {True}
    assert quotes[0].quote.startswith("[Carla Jensen](c.md) lives in\nOstend")
    assert Fact.objects.get(predicate="founded_by").subject.type == "organisation"


def test_an_entry_of_no_kind_gets_the_one_by_which_it_is_learned(user, now):
    """ "Concept" is what nobody has looked at; what somebody typed stays, and undoing it takes the kind back."""
    by = Actor(Change.Actor.USER, user)
    entities.create(user=user, name="Carla Jensen", by=by, now=now)
    entities.create(user=user, name="Ostend", type="ship", by=by, now=now)
    ingest.receive(user=user, text="Carla Jensen lives in Ostend.", title="Harbour", now=now)
    jobs.work(lambda: now, kinds=["ingest"])
    types = dict(Entity.objects.for_user(user).values_list("name", "type"))
    assert (types["Carla Jensen"], types["Ostend"]) == ("person", "ship")
    undo.undo(user=user, change=Change.objects.filter(actor="extractor").latest("id"), by=by, now=now)
    assert Entity.objects.get(name="Carla Jensen").type == "concept"


def test_what_was_written_by_hand_is_never_overwritten_by_what_is_read_c24(api, work):
    """C23: what is read is of a file, and its evidence names who read it."""
    said = {
        "subject": {"name": "Carla Jensen", "type": "person"},
        "predicate": "lives_in",
        "object": {"name": "Bruges"},
    }
    by_hand = api.post("/facts", said)[1]
    assert api.patch(f"/facts/{by_hand['id']}", {"object": {"name": "Ghent"}})[0] == 200
    before = api.get(f"/facts/{by_hand['id']}")[1]
    api.post("/documents", {"title": "Harbour", "text": "Carla Jensen lives in Ostend."})
    work()
    assert api.get(f"/facts/{by_hand['id']}")[1] == before
    (read,) = api.get("/facts?status=staged")[1]["items"]
    assert (read["object"]["name"], read["source"], before["source"]) == ("Ostend", "file", "user_edit")
    assert Evidence.objects.get(fact=read["id"]).extractor == "rules"
    assert len(api.get("/conflicts")[1]["items"]) == 1


def test_a_document_gives_no_more_facts_than_its_bound_a_n4(api, work, monkeypatch):
    monkeypatch.setattr(params, "DOCUMENT_FACTS", 2)
    towns = {"Carla Jensen": "Ostend", "Ida Berg": "Oslo", "Tom Ek": "Ghent", "Ole Dahl": "Bergen"}
    api.post("/documents", {"text": "\n\n".join(f"{name} lives in {town}." for name, town in towns.items())})
    work()
    found = api.get("/facts")[1]["items"]
    assert [fact["subject"]["name"] for fact in found] == ["Carla Jensen", "Ida Berg"]
    assert {(fact["subject"]["type"], fact["object"]["type"]) for fact in found} == {("person", "place")}


def test_of_a_list_each_item_is_read_by_itself(user, now):
    """Minutes of a meeting: together, "Decision" came from Oslo and the invoice's writer from Ghent."""
    text = (
        "## Notes\n- Ida Berg moved to Oslo.\n- Decision: freeze features until 2026-09-08\n"
        "- [ ] Action: [[Tom Ek]] writes to Papierwerk about the invoice\n- Carla Jensen lives in Ghent.\n\n"
        "Next meeting in two weeks.\n\n```\nAda Lind lives in Rome.\n```\n| Ole Dahl | lives in Bergen |\n"
    )
    ingest.receive(user=user, text=text, title="Minutes", now=now)
    jobs.work(lambda: now, kinds=["ingest"])
    assert known() == {("Ida Berg", "lives_in", "Oslo", "staged"), ("Carla Jensen", "lives_in", "Ghent", "staged")}
    for quote in Evidence.objects.filter(fact__isnull=False).select_related("chunk"):
        assert quote.chunk.text[quote.start : quote.end] == quote.quote


def test_deleting_a_conversation_keeps_what_was_confirmed_with_its_words(tell, user, now):
    message = tell("My sister Anna lives in Lisbon.")
    facts.decide(user=user, ids=message.learned[:1], decision="confirm", by=Actor.person(user), reason="", now=now)
    conversations.delete(conversation=message.conversation, now=now)
    assert (Message.objects.count(), Document.objects.count(), Chunk.objects.count()) == (0, 0, 0)
    kept = Fact.objects.get(pk=message.learned[0])
    assert (kept.status, kept.evidence.get().quote) == ("confirmed", "My sister Anna lives in Lisbon.")


def test_renaming_is_cleaned_and_an_empty_name_goes_back_to_the_first_words(tell):
    conversation = tell("My sister Anna lives in Lisbon.").conversation
    conversations.rename(conversation=conversation, title="  Anna\x00 ")
    assert (conversation.title, Document.objects.get().title) == ("Anna", "Anna")
    conversations.rename(conversation=conversation, title=" ")
    assert conversation.title == "My sister Anna lives in Lisbon"
