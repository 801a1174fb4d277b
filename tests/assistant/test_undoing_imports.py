"""An import is undone with what it made: facts, and for the asking its documents and conversations, over HTTP."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from assistant.models import Conversation, Message
from graph.documents import ingest, removing
from graph.exchange import taking_out
from graph.models import Chunk, Document, Entity, Fact, Job
from tests.assistant.exchange.test_learning_talks import claude
from tests.conftest import NOW
from tests.graph.exchange import samples

pytestmark = pytest.mark.django_db


@pytest.fixture
def bring(api, client, work):
    """Import a file over the API; returns the import's id."""

    def take(format: str, data: bytes) -> str:
        file = SimpleUploadedFile("export", data)
        answer = client.post(f"/api/v1/import?format={format}", {"file": file}, headers=api.headers)
        assert answer.status_code == 202, answer.content
        work()
        return answer.json()["id"]

    return take


@pytest.fixture
def notes(bring, minilm) -> str:
    """Two notes, one of them with facts in its front matter."""
    dana = "---\ntype: person\nlives in: Ghent\n---\nDana keeps bees behind the mill."
    return bring("markdown", samples.zipped({"Dana.md": dana, "Mill.md": "The mill stands still since the flood."}))


def titles(found: list[dict]) -> list[tuple[str, str]]:
    return [(one["kind"], one["title"]) for one in found]


@pytest.fixture
def many(bring, monkeypatch) -> str:
    """Six notes, of which one request would take out two."""
    monkeypatch.setattr(taking_out, "AT_ONCE", 2)
    monkeypatch.setattr(taking_out, "TOLD_EVERY", 1)
    return bring("markdown", samples.zipped({f"{n}.md": f"Note {n} tells of mill {n}." for n in range(6)}))


def test_many_documents_leave_in_the_background_and_the_request_answers_at_once(api, client, user, many, work, minilm):
    """I6: how far it is stands at the import, for programs and on the page."""
    client.force_login(user)
    counted = api.post("/changes/undo", {"import": many, "documents": True, "dry_run": True})[1]
    assert (len(counted["removed"]), counted["removing"]) == (6, 0)
    status, done = api.post("/changes/undo", {"import": many, "documents": True})
    assert (status, done["removed"], done["removing"]) == (200, [], 6)
    assert Document.objects.count() == 6
    assert api.get(f"/imports/{many}")[1]["removing"] == {"done": 0, "of": 6, "at_work": True}
    page = client.get(reverse("moving")).text
    assert "0 of 6 documents and chats removed" in page
    assert "every 2s" in page
    work()
    assert (Document.objects.count(), Chunk.objects.count()) == (0, 0)
    assert api.get(f"/imports/{many}")[1]["removing"] == {"done": 6, "of": 6, "at_work": False}
    assert "every 2s" not in client.get(reverse("moving")).text
    assert api.post("/changes/undo", {"import": many, "documents": True})[0] == 409


def test_a_removal_that_was_killed_midway_goes_on_where_it_was(api, user, many, work, minilm, monkeypatch):
    delete, calls = removing.delete, []

    def dies(**named):
        calls.append(1)
        if len(calls) == 4:
            raise KeyboardInterrupt
        return delete(**named)

    monkeypatch.setattr(removing, "delete", dies)
    api.post("/changes/undo", {"import": many, "documents": True})
    with pytest.raises(KeyboardInterrupt):
        work()
    assert Document.objects.count() == 3
    assert api.get(f"/imports/{many}")[1]["removing"] == {"done": 3, "of": 6, "at_work": True}
    Job.objects.filter(kind=taking_out.JOB).update(state="queued", lease_until=None)
    work()
    assert not Document.objects.exists()
    assert api.get(f"/imports/{many}")[1]["removing"] == {"done": 6, "of": 6, "at_work": False}
    assert not Chunk.objects.exists()


def test_facts_go_and_documents_stay_until_they_are_asked_for(api, notes):
    """I6: nothing that cannot be brought back is taken silently; the dry run says both."""
    facts = Fact.objects.count()
    assert facts
    counted = api.post("/changes/undo", {"import": notes, "dry_run": True})[1]
    assert (counted["counts"]["facts"], counted["removed"]) == (facts, [])
    assert titles(counted["stayed"]) == [("document", "Dana"), ("document", "Mill")]
    assert all("only if you ask" in one["why"] for one in counted["stayed"])
    done = api.post("/changes/undo", {"import": notes})[1]
    assert (Fact.objects.count(), Document.objects.count()) == (0, 2)
    assert titles(done["stayed"]) == [("document", "Dana"), ("document", "Mill")]
    status, refused = api.post("/changes/undo", {"import": notes})
    assert (status, "only documents" in refused["detail"][0]["msg"]) == (409, True)
    status, removed = api.post("/changes/undo", {"import": notes, "documents": True})
    assert (status, titles(removed["removed"]), removed["stayed"]) == (200, titles(done["stayed"]), [])
    assert (Document.objects.count(), Chunk.objects.count()) == (0, 0)
    assert api.post("/changes/undo", {"import": notes, "documents": True})[0] == 409


def test_all_of_it_goes_at_once_and_nothing_that_was_there_before(api, user, bring, minilm):
    """A document that stood, though the file holds it too, is none that the import made."""
    mill = "The mill stands still since the flood."
    api.post("/documents", {"title": "My mill", "text": mill})
    notes = bring("markdown", samples.zipped({"Dana.md": "Dana keeps bees.", "Mill.md": mill}))
    again = bring("markdown", samples.zipped({"Dana.md": "Dana keeps bees.", "Pump.md": "The pump is new."}))
    done = api.post("/changes/undo", {"import": again, "documents": True})[1]
    assert titles(done["removed"]) == [("document", "Pump")]
    done = api.post("/changes/undo", {"import": notes, "documents": True})[1]
    assert titles(done["removed"]) == [("document", "Dana")]
    assert [one.title for one in Document.objects.all()] == ["My mill"]
    assert not Entity.objects.filter(is_self=False).exists()


def test_a_document_that_became_a_newer_version_stays_and_says_why(api, user, notes):
    document = Document.objects.get(title="Mill")
    ingest.receive(user=user, text="The mill turns again.", title="Mill", replaces=document, now=NOW)
    done = api.post("/changes/undo", {"import": notes, "documents": True})[1]
    assert titles(done["removed"]) == [("document", "Dana")]
    [stayed] = done["stayed"]
    assert (stayed["id"], stayed["why"]) == (str(document.pk), "It has become a newer version since.")
    assert Document.objects.get().text == "The mill turns again."


def test_conversations_go_unless_one_went_on_with_or_renamed_them(api, client, user, bring):
    pk = bring("claude", claude(*[[("human", f"My friend Anna{n} sings."), ("assistant", "Nice.")] for n in range(3)]))
    gone, renamed, continued = Conversation.objects.order_by("pk")
    Conversation.objects.filter(pk=renamed.pk).update(title="About Anna")
    Message.objects.create(user=user, conversation=continued, role="user", text="And she dances.", created_at=NOW)
    done = api.post("/changes/undo", {"import": pk, "documents": True})[1]
    assert [(one["kind"], one["id"]) for one in done["removed"]] == [("conversation", str(gone.pk))]
    assert {one["id"] for one in done["stayed"]} == {str(renamed.pk), str(continued.pk)}
    assert set(Conversation.objects.all()) == {renamed, continued}
    assert not Document.objects.filter(source=f"conversation:{gone.pk}").exists()


def test_what_was_confirmed_from_a_chat_stays_with_its_words(api, bring, work):
    pk = bring("claude", claude([("human", "My sister Anna lives in Lisbon.")]))
    items = api.get("/facts?status=staged")[1]["items"]
    lives = next(one for one in items if one["predicate"] == "lives_in")
    api.post("/facts/decide", {"ids": [lives["id"]], "decision": "confirm"})
    api.post("/changes/undo", {"import": pk, "documents": True})
    standing = {(one["predicate"], one["status"]) for one in api.get("/facts?limit=50")[1]["items"]}
    assert ("lives_in", "confirmed") in standing
    assert ("sister", "staged") not in standing
    assert api.get(f"/facts/{lives['id']}")[1]["evidence"][0]["quote"] == "My sister Anna lives in Lisbon."


def test_one_that_is_at_work_or_restored_another_book_is_refused_in_a_sentence(api, user, notes):
    Job.objects.filter(pk=notes).update(state="running")
    status, refused = api.post("/changes/undo", {"import": notes})
    assert (status, "not done yet" in refused["detail"][0]["msg"]) == (409, True)
    job = Job.objects.get(pk=notes)
    job.state, job.payload["format"] = "done", "native"
    job.save()
    status, refused = api.post("/changes/undo", {"import": notes, "documents": True})
    assert (status, "native" in refused["detail"][0]["msg"]) == (409, True)
    assert Document.objects.count() == 2


def test_an_interrupted_import_that_went_on_is_undone_whole(api, user, client, work, minilm, monkeypatch):
    """What was written before the process died is the import's as well."""
    from graph.exchange import talks

    data = claude(*[[("human", f"My friend Anna{n} sings.")] for n in range(3)])
    keeper, calls = talks.keeper().keep, []

    def dies(*given, **named):
        calls.append(1)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return keeper(*given, **named)

    monkeypatch.setattr("assistant.exchange.talks.keep", dies)
    file = SimpleUploadedFile("export", data)
    answer = client.post("/api/v1/import?format=claude", {"file": file}, headers=api.headers)
    with pytest.raises(KeyboardInterrupt):
        work()
    assert Conversation.objects.count() == 1
    Job.objects.filter(kind="import").update(state="queued", lease_until=None)
    work()
    assert Conversation.objects.count() == 3
    done = api.post("/changes/undo", {"import": answer.json()["id"], "documents": True})[1]
    assert len(done["removed"]) == 3
    assert not Conversation.objects.exists()
    assert json.dumps(done["stayed"]) == "[]"
