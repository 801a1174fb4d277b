"""Erasure (issue 6.8): everything goes, the receipt says so, and a second pass by other code finds none of it."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection

from assistant.extraction.parsing import parse
from assistant.extraction.text import topics
from assistant.question import told_as_asked
from graph import versions
from graph.erasure import proof, scrub
from graph.models import ChangeRow, Chunk, Document, Embedding, Entity, Fact, Retrieval, RetrievalItem
from graph.projections import check, keywords, pgvector, snapshots, vectors
from graph.retrieval import pipeline
from graph.statements import select
from tests import raw

ON_A_SERVER = connection.vendor != "sqlite"  # whose files are not in the data folder


@pytest.fixture
def book(api, work, minilm, user, mark):
    """A person named in a fact, a note, a question and the cache, embedded, with a snapshot file beside it."""
    status, fact = api.post(
        "/facts",
        {
            "subject": {"name": f"{mark} Brandt", "type": "person"},
            "predicate": "lives_in",
            "object": {"name": "Lisbon", "type": "place"},
        },
    )
    assert status == 201
    api.patch(f"/entities/{fact['subject']['id']}", {"aliases": [f"Old {mark}"], "description": f"{mark}, a friend"})
    _, document = api.post("/documents", {"title": "A letter", "text": f"Dear all, {mark} Brandt writes from Lisbon."})
    work()
    _, run = api.post("/retrieve", {"query": f"Where does {mark} Brandt live?"})
    assert run["items"]
    folder = snapshots.directory(user.pk)
    for one in (folder, folder.with_name(f"{user.pk}-000000000000")):  # the other of a database that stood here before
        one.mkdir(parents=True, exist_ok=True)
        (one / "fact-00000000-000000000001-64.duckdb").write_bytes(mark.encode())
    yield fact, document
    snapshots.remove(user.pk)


def sought(user, fact, mark, **more):
    ids = {"entity": {int(fact["subject"]["id"])}, "fact": {int(fact["id"])}}
    return proof.Sought(user.pk, ids, (f"{mark} Brandt", mark), **more)


@pytest.mark.django_db(transaction=True)
def test_an_erased_entity_is_in_no_store_and_the_second_pass_saw_it_before(api, book, user, mark):
    fact, _ = book
    before = proof.search(sought(user, fact, mark))
    stores = {one.store for one in before}
    for store in ("entity", "entityalias", "fact", "embedding", "words_entity", "words_fact", "changerow", "retrieval"):
        assert store in stores, f"the positive control misses {store}: {sorted(stores)}"
    assert {"snapshot", "cache", "retrievalitem", "chunk", "document"} <= stores
    assert raw.in_bytes(mark.encode()) or ON_A_SERVER

    status, receipt = api.post("/erase", {"entity": fact["subject"]["id"]})

    assert status == 200
    assert receipt["verified"] is True, receipt
    assert receipt["removed"]["entities"] == 1
    assert receipt["removed"]["facts"] == 1
    assert receipt["removed"]["vectors"] >= 2
    assert {one["store"] for one in receipt["remaining"]} <= {"chunk", "document", "words_chunk", "evidence"}
    assert any(mark in one["text"] for one in receipt["remaining"])
    assert not Entity.objects.filter(name__icontains=mark).exists()
    assert not any(one.is_leak for one in proof.search(sought(user, fact, mark)))
    assert check.compare(user.pk) == []
    assert api.get(f"/entities/{fact['subject']['id']}")[0] == 404
    assert api.post("/erase", {"entity": fact["subject"]["id"]})[0] == 404


@pytest.mark.django_db(transaction=True)
def test_what_another_entry_had_of_it_while_the_two_were_merged_goes_from_the_ledger(api, user, mark):
    """The merge was undone; the names, the description and the properties stood in the ledger of the one that stays."""
    told = {"description": f"{mark}, a friend", "properties": {"motto": f"{mark} first"}}
    anna = api.post("/entities", {"name": f"{mark} Brandt", "aliases": [f"Old {mark}"], **told})[1]["id"]
    tom = api.post("/entities", {"name": "Tom", "properties": {"born": "1980"}})[1]["id"]
    _, merged = api.post("/entities/merge", {"keep": tom, "absorb": [anna]})
    assert api.post(f"/changes/{merged['change']['id']}/undo")[0] == 200
    api.patch(f"/entities/{tom}", {"properties": {"born": "1981"}})

    _, receipt = api.post("/erase", {"entity": anna})

    assert (receipt["verified"], receipt["remaining"]) == (True, [])
    kept = [str([row.before, row.after]) for row in ChangeRow.objects.filter(change__user=user)]
    assert not [one for one in kept if mark in one]
    assert any("1981" in one for one in kept)


@pytest.mark.django_db(transaction=True)
def test_with_its_passages_not_a_byte_of_the_name_is_left_in_any_file(api, book, user, mark):
    fact, document = book
    status, receipt = api.post("/erase", {"entity": fact["subject"]["id"], "including_passages": True})
    assert status == 200
    assert receipt["verified"] is True, receipt
    assert receipt["remaining"] == []
    left = proof.search(proof.Sought(user.pk, words=(mark,)))
    assert left == []
    assert raw.in_bytes(mark.encode()) == []
    assert raw.in_bytes(mark.lower().encode()) == []
    assert check.compare(user.pk) == []
    assert mark not in Document.objects.get(pk=document["id"]).text


@pytest.mark.django_db(transaction=True)
def test_with_its_passages_what_other_facts_and_entries_say_of_it_goes_too(api, work, minilm, user, mark):
    friend = {"name": "Tom", "description": f"met {mark}", "properties": {"with": mark, "age": 7}}
    tom = api.post("/entities", friend)[1]["id"]
    about = {"description": f"as {mark} says", "metadata": {"by": mark, "n": 1}, "tags": [mark, "music"]}
    likes = api.post("/facts", {"subject": tom, "predicate": "likes", "value": "jazz", **about})[1]["id"]
    note = api.post("/facts", {"subject": tom, "predicate": "note", "value": f"owes {mark} ten euros"})[1]["id"]
    entity = api.post("/entities", {"name": mark})[1]["id"]
    work()
    assert {"entity", "fact"} <= {one.store for one in proof.search(proof.Sought(user.pk, words=(mark,)))}

    receipt = api.post("/erase", {"entity": entity, "including_passages": True})[1]

    assert (receipt["verified"], receipt["remaining"]) == (True, [])
    assert raw.in_bytes(mark.encode()) == []
    assert api.get(f"/facts/{note}")[0] == 404
    kept = api.get(f"/facts/{likes}")[1]
    assert (kept["description"], kept["metadata"], kept["tags"]) == ("", {"n": 1}, ["music"])
    kept = api.get(f"/entities/{tom}")[1]
    assert (kept["description"], kept["properties"]) == ("", {"age": 7})
    work()
    assert check.compare(user.pk) == []


@pytest.mark.django_db(transaction=True)
def test_an_erasure_cannot_be_undone_and_the_ledger_says_only_that_it_was(api, book, user, mark):
    fact, _ = book
    _, changes = api.get("/changes")
    api.post("/erase", {"entity": fact["subject"]["id"]})
    stated = next(one for one in changes["items"] if one["verb"] == "state")
    status, body = api.post(f"/changes/{stated['id']}/undo")
    assert status == 409
    assert "erased" in body["detail"][0]["msg"]
    _, after = api.get("/changes")
    newest = after["items"][0]
    assert newest["verb"] == "erase"
    assert api.post(f"/changes/{newest['id']}/undo")[0] == 409
    assert not any(mark in str(one) for one in after["items"])


@pytest.mark.django_db(transaction=True)
def test_an_entity_that_was_deleted_before_can_still_be_erased_from_the_ledger(api, user, mark):
    _, made = api.post("/entities", {"name": f"{mark} Once"})
    api.delete(f"/entities/{made['id']}")
    assert raw.in_bytes(mark.encode()) or ON_A_SERVER
    status, receipt = api.post("/erase", {"entity": made["id"]})
    assert (status, receipt["verified"]) == (200, True), receipt
    assert raw.in_bytes(mark.encode()) == []


@pytest.mark.django_db(transaction=True)
def test_an_erased_document_takes_its_passages_and_what_rests_on_it_alone(api, work, minilm, user, mark):
    text = f"Our neighbour {mark} keeps eleven grey geese behind the mill.\n\nThe mill was built of oak in 1820."
    _, document = api.post("/documents", {"title": f"Notes on {mark}", "text": text})
    work()
    api.post("/retrieve", {"query": "Who keeps grey geese behind the mill?"})
    assert raw.in_bytes(mark.encode()) or ON_A_SERVER
    status, receipt = api.post("/erase", {"document": document["id"]})
    assert status == 200
    assert receipt["verified"] is True, receipt
    assert receipt["removed"]["documents"] == 1
    assert raw.in_bytes(mark.encode()) == []
    assert raw.in_bytes(b"grey geese") == []
    assert check.compare(user.pk) == []


@pytest.mark.django_db(transaction=True)
def test_an_erased_conversation_takes_its_messages_receipts_and_what_was_learned_in_it(api, work, minilm, user, mark):
    from assistant.models import Conversation, Message

    _, answer = api.post("/chat", {"message": f"My sister {mark} lives in Porto.", "stream": False})
    work()
    assert parse._kept.cache_info().currsize
    assert topics.topic(["Petra Brandt"])
    assert told_as_asked.is_told("When Petra Brandt was 12 we moved")
    talk = answer["conversation"]
    assert Fact.objects.for_user(user).filter(status="staged").exists()
    assert raw.in_bytes(mark.encode()) or ON_A_SERVER
    status, receipt = api.post("/erase", {"conversation": talk})
    assert status == 200
    assert receipt["verified"] is True, receipt
    assert receipt["removed"]["messages"] == 2
    assert not Conversation.objects.for_user(user).exists()
    assert not Message.objects.for_user(user).exists()
    assert not Fact.objects.for_user(user).exists()
    assert raw.in_bytes(mark.encode()) == []
    assert parse._kept.cache_info().currsize == 0  # the sentences that were read last
    assert topics._names_person.cache_info().currsize == 0  # and the headings
    assert told_as_asked.is_told.cache_info().currsize == 0  # and what begins as a question does
    assert check.compare(user.pk) == []


@pytest.mark.django_db(transaction=True)
def test_erasing_everything_leaves_the_person_alone_and_another_person_untouched(
    api, other_api, book, user, other_user, mark
):
    from tests.owned import everything_of

    other_api.post("/entities", {"name": "Somebody else"})
    theirs = everything_of(other_user)
    control = proof.search(proof.Sought(user.pk, everything=True))
    assert {"fact", "entity", "chunk", "retrieval", "embedding"} <= {one.store for one in control}
    had = {"facts": Fact, "entities": Entity, "documents": Document, "chunks": Chunk, "receipts": Retrieval}
    had = {name: model.objects.for_user(user).count() for name, model in had.items()}
    status, receipt = api.post("/erase", {"all": True})
    assert (status, receipt["verified"], receipt["remaining"]) == (200, True, []), receipt
    told = receipt["removed"] | {"receipts": receipt["removed"]["retrievals"]}
    assert {name: told[name] for name in had} == had  # what goes along with something else is counted too
    assert raw.in_bytes(mark.encode()) == []
    assert [one.is_self for one in Entity.objects.for_user(user)] == [True]
    for model in (Fact, Document, Retrieval, RetrievalItem, Embedding):
        assert not model.objects.for_user(user).exists(), model
    assert set(keywords.contents("entity", user.pk)) == {Entity.objects.get(user=user).pk}
    assert check.compare(user.pk) == []
    assert {k: v for k, v in everything_of(other_user).items() if k != "Job"} == {
        k: v for k, v in theirs.items() if k != "Job"
    }


@pytest.mark.django_db(transaction=True)
def test_an_answer_prepared_meanwhile_from_texts_that_stay_is_no_leak_and_one_from_before_is(
    api, book, user, mark, now, monkeypatch
):
    """The worker prepares likely answers at any time, and a passage that merely names the entry may stay in them."""
    fact, _ = book
    compact, asked = scrub.compact, "Who writes from Lisbon?"

    search, [late] = proof.search, [key for key in map(str, cache._cache) if f"retrieval:{user.pk}:" in key]
    late = late[late.index("retrieval:") :]
    known = cache.get(late)

    def begun_before() -> str:
        cache.set(late, known)
        return compact()

    def meanwhile(what: proof.Sought) -> list[proof.Found]:
        pipeline.retrieve(user=user, query=asked, now=now, store=False)
        return search(what)

    monkeypatch.setattr(scrub, "compact", begun_before)
    monkeypatch.setattr(proof, "search", meanwhile)
    status, receipt = api.post("/erase", {"entity": fact["subject"]["id"]})
    kept = pipeline.retrieve(user=user, query=asked, now=now, store=False)
    assert (kept.cache_hit, mark in kept.narrative) == (True, True)  # else this shows nothing
    assert (status, receipt["verified"]) == (200, True), receipt
    assert cache.get(late) is None
    stale = sought(user, fact, mark, version=versions.current(user.pk) + 1)
    assert "cache" in {one.store for one in search(stale) if one.is_leak}


@pytest.mark.skipif(not ON_A_SERVER, reason="runs with TEST_DATABASE=postgres")
@pytest.mark.django_db(transaction=True)
def test_on_postgresql_the_vectors_and_a_persons_own_index_go_along(api, book, user, mark):
    """The second pass looks for both by the server's own catalogue and columns."""
    fact, _ = book
    model = vectors.serving(user.pk)
    for kind in ("entity", "fact"):
        pgvector.build(user.pk, kind, model)
    before = proof.search(sought(user, fact, mark))
    assert {one.store for one in before} >= {"vector index", "embedding"}
    directions = "SELECT count(*) FROM graph_embedding WHERE direction IS NOT NULL AND kind = %s AND object_id = %s"
    asked = [("entity", fact["subject"]["id"]), ("fact", fact["id"])]
    assert [select(directions, *one)[0][0] for one in asked] == [1, 1]
    status, receipt = api.post("/erase", {"entity": fact["subject"]["id"]})
    assert (status, receipt["verified"]) == (200, True)
    assert [select(directions, *one)[0][0] for one in asked] == [0, 0]
    assert not pgvector.indexed(user.pk, "fact", model, 384)
    assert [one for one in proof.search(sought(user, fact, mark)) if one.is_leak] == []
    cleaned = "SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = 'graph_embedding'"
    assert select(cleaned)[0][0] > 0  # their pages hold them no more
