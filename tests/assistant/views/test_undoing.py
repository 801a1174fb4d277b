"""Everything that one message, document, chat or import wrote, undone as one: first counted, then done."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.models import Message
from graph.curation import facts, origins
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.documents import ingest, store
from graph.models import Change, Document, Entity, Fact, Job

pytestmark = pytest.mark.django_db


def learned(user, now, run, *said) -> list[Fact]:
    by = Actor(Change.Actor.EXTRACTOR, user)
    candidates = [Candidate(Name(subject, "person"), "likes", value=value) for subject, value in said]
    return facts.stage(user=user, candidates=candidates, by=by, now=now, run=run).created


@pytest.fixture
def letter(user, now) -> Document:
    return Document.objects.create(
        user=user, title="A letter", text="x", sha256="f" * 64, kind="file", status="ready", created_at=now
    )


@pytest.fixture
def brought(user, now) -> Job:
    payload = {"format": "csv", "path": "gone", "name": "people.csv", "dry_run": False, "report": {}}
    return Job.objects.create(
        user=user, kind="import", key="k", payload=payload, state="done", due_at=now, created_at=now
    )


def test_what_a_document_taught_is_counted_and_undone_as_one(page, user, now, letter):
    learned(user, now, f"document:{letter.pk}", ("Rosa", "rye"), ("Rosa", "tea"))
    learned(user, now, f"document:{letter.pk}", ("Tom", "chess"))
    learned(user, now, "document:999", ("Uma", "the sea"))
    address = reverse("document-undo", args=[letter.pk])
    asked = page.get(address).text
    assert "2 changes: 3 facts and 2 entries are taken out" in asked
    assert "Rosa likes rye, unconfirmed" in asked
    assert Fact.objects.count() == 4
    answer = page.post(address, follow=True).text
    assert "2 changes undone: 3 facts and 2 entries taken out." in answer
    assert [fact.value for fact in Fact.objects.all()] == ["the sea"]
    assert not Entity.objects.filter(name__in=["Rosa", "Tom"]).exists()
    assert "Nothing of this stands any more." in page.get(address).text


def test_a_change_that_made_nothing_new_is_not_counted_as_none(page, user, now, letter):
    """Quotes for what was known already: one change, and no fact or entry that goes with it."""
    learned(user, now, "document:999", ("Rosa", "rye"))
    [change] = Change.objects.filter(verb="stage")
    Change.objects.filter(pk=change.pk).update(run=f"document:{letter.pk}")
    change.rows.all().delete()
    address = reverse("document-undo", args=[letter.pk])
    asked = page.get(address).text
    assert "1 change. Every part of it can be done again from the ledger." in asked
    assert "1 change undone." in page.post(address, follow=True).text


def test_later_changes_stop_it_and_may_go_with_it(page, user, caller, now, letter):
    [rye] = learned(user, now, f"document:{letter.pk}", ("Rosa", "rye"))
    facts.decide(user=user, ids=[rye.pk], decision="confirm", by=caller, now=now)
    facts.edit(user=user, fact_id=rye.pk, by=caller, now=now, pinned=True)
    facts.state(user=user, draft=Draft(Name("Rosa"), "lives_in", object=Name("Ghent")), by=caller, now=now)
    address = reverse("document-undo", args=[letter.pk])
    refused = page.post(address)
    assert refused.status_code == 409
    assert "cannot be undone alone, because 3 later changes stand on it" in refused.text
    assert "Undo all 4 together" in refused.text
    assert Fact.objects.filter(status="confirmed").count() == 2
    page.post(address, {"with_later": "yes"})
    assert not Fact.objects.exists()
    assert not Entity.objects.filter(is_self=False).exists()


def test_a_chat_gives_back_what_all_of_its_messages_taught(page, user, now, conversation):
    said = {"user": user, "conversation": conversation, "role": "user", "created_at": now}
    for what in ("rye", "tea"):
        message = Message.objects.create(text=f"Rosa likes {what}.", **said)
        learned(user, now, f"message:{message.pk}", ("Rosa", what))
    learned(user, now, "message:999", ("Rosa", "chess"))
    page.post(reverse("conversation-undo", args=[conversation.pk]), {"with_later": "yes"})
    assert [fact.value for fact in Fact.objects.all()] in ([], ["chess"])
    assert not Fact.objects.filter(value__in=["rye", "tea"]).exists()


def test_an_import_is_undone_from_its_line(page, user, now, brought):
    by = Actor(Change.Actor.IMPORT, user)
    for name in ("Rosa", "Tom"):
        draft = Draft(Name(name, "person"), "likes", value="rye", status="staged")
        facts.state_many(user=user, drafts=[draft], by=by, now=now, run=f"import:{brought.pk}")
    address = reverse("import-undo", args=[brought.pk])
    assert address in page.get(reverse("moving")).text
    page.post(address)
    assert not Fact.objects.exists()


def test_the_page_of_an_import_asks_before_it_removes_what_cannot_come_back(page, user, now, brought):
    by, run = Actor(Change.Actor.IMPORT, user), f"import:{brought.pk}"
    draft = Draft(Name("Rosa", "person"), "likes", value="rye", status="staged")
    facts.state_many(user=user, drafts=[draft], by=by, now=now, run=run)
    for title in ("Bread", "Salt"):
        ingest.receive(user=user, text=f"On {title}.", title=title, now=now, brought_by=run)
    address = reverse("import-undo", args=[brought.pk])
    asked = page.get(address).text
    assert "Also remove the 2 documents that it made. This cannot be undone." in asked
    assert "Bread" in asked
    answer = page.post(address, follow=True).text
    assert "1 change undone: 1 fact and 1 entry taken out. 2 documents stayed." in answer
    assert "removing them cannot be undone" in page.get(address).text
    assert Document.objects.count() == 2
    answer = page.post(address, {"documents": "yes"}, follow=True).text
    assert "2 documents removed." in answer
    assert not Document.objects.exists()
    assert "Nothing of this stands any more." in page.get(address).text


def test_the_ledger_leads_from_one_change_to_all_of_its_run(page, user, now):
    for what in ("rye", "tea"):
        learned(user, now, "message:7", ("Rosa", what))
    change = Change.objects.filter(run="message:7").latest("pk")
    address = reverse("run-undo", args=[change.pk])
    assert f'<a href="{address}">one of 2 written together' in page.get(reverse("ledger")).text
    page.post(address)
    assert not Fact.objects.exists()
    assert address not in page.get(reverse("ledger")).text


def test_what_belongs_to_no_run_offers_nothing(page, confirmed):
    change = Change.objects.get(verb="state")
    assert "Nothing of this stands" in page.get(reverse("run-undo", args=[change.pk])).text
    page.post(reverse("run-undo", args=[change.pk]))
    assert Fact.objects.filter(pk=confirmed.pk).exists()


def test_over_http_it_is_counted_refused_and_done(api, user, caller, now, letter):
    [rye] = learned(user, now, f"document:{letter.pk}", ("Rosa", "rye"))
    asked = {"document": str(letter.pk)}
    counted = api.post("/changes/undo", asked | {"dry_run": True})[1]
    assert counted["counts"] == {"facts": 1, "restored": 0, "entities": 1}
    assert counted["changes"] == []
    facts.decide(user=user, ids=[rye.pk], decision="confirm", by=caller, now=now)
    status, refusal = api.post("/changes/undo", asked)
    assert status == 409
    assert [one["verb"] for one in refusal["changes"]] == ["confirm"]
    status, done = api.post("/changes/undo", asked | {"with_later": True})
    assert (status, len(done["undone"]), len(done["later"]), len(done["changes"])) == (200, 1, 1, 1)
    assert api.post("/changes/undo", asked)[0] == 409
    assert api.get(f"/facts/{rye.pk}")[0] == 404
    assert api.post(f"/changes/{done['changes'][0]}/undo")[0] == 200  # the one undo of both is undone as one
    assert api.get(f"/facts/{rye.pk}")[1]["status"] == "confirmed"
    assert api.post("/changes/undo", asked)[0] == 409
    assert api.post("/changes/undo", {"document": 10**9})[0] == 404
    assert api.post("/changes/undo", {})[0] == 422
    assert api.post("/changes/undo", {"run": "a", "document": "1"})[0] == 422


def test_a_conversation_is_known_over_http_by_the_passages_of_its_messages(api, user, now):
    talk = Document.objects.create(
        user=user, title="A chat", text="", sha256="", kind="conversation", source="conversation:5", status="ready",
        created_at=now,
    )  # fmt: skip
    store.add(talk, [store.Passage("Rosa likes rye.", metadata={"message": "31"})], now)
    learned(user, now, "message:31", ("Rosa", "rye"))
    assert origins.runs_of_document(talk) == {"message:31"}
    assert api.post("/changes/undo", {"conversation": "5"})[0] == 200
    assert not Fact.objects.exists()


def test_a_large_import_is_undone_in_few_statements(user, now, django_assert_max_num_queries):
    by = Actor(Change.Actor.IMPORT, user)
    drafts = [Draft(Name(f"Person {n}", "person"), "likes", value="rye", status="staged") for n in range(400)]
    facts.state_many(user=user, drafts=drafts, by=by, now=now, run="import:1")
    with django_assert_max_num_queries(150):
        origins.undo_all(user=user, changes=origins.of_runs(user, ["import:1"]), with_later=False, by=by, now=now)
    assert not Fact.objects.exists()
