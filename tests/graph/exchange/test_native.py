"""The native file: exported, wiped and imported, everything is as it was."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.conf import settings as configured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.models import Conversation, Message
from graph import jobs
from graph.curation import conflicts, entities, facts, merging
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.names import self_entity
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.exchange import bringing
from graph.models import Change, Conflict, Document, Entity, Fact, User, UserSettings
from tests.conftest import NOW
from tests.graph.exchange.native import exported, lines, restored, wipe
from tests.owned import book, everything_of

NAMES = ["Anna", "Tom", "Acme", "Lisbon", "“Zoë”\n", "me"]
PREDICATES = ["lives_in", "works_for", "likes", "observation"]


@pytest.mark.django_db
def test_a_book_with_everything_is_the_same_after_export_wipe_and_import(user, now):
    owned = book(user, now)
    UserSettings.objects.filter(user=user).update(retrieval={"max_traversal_depth": 7}, learning={"policy": "off"})
    before, data = everything_of(user), exported(user)
    kept = {name for name in before if name not in {"ApiToken", "IdempotentReply", "Job", "Touch", "Embedding"}}
    tables = {json.loads(line)["table"] for line in data.decode().splitlines()[1:]}
    assert tables >= {"entity", "alias", "fact", "document", "chunk", "evidence", "change", "change_row", "message"}
    wipe(user)
    assert Fact.objects.count() == Conversation.objects.count() == Change.objects.count() == 0
    done = restored(user, data)
    assert done.refused == []
    after = everything_of(user)
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert exported(user) == data
    assert UserSettings.objects.get(user=user).retrieval == {"max_traversal_depth": 7}
    assert owned.secret not in data.decode()
    assert user.password not in data.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Anna", "!!!", "🤖"])
def test_what_was_asked_without_a_word_comes_back_too(api, user, name):
    """The receipt of what lies open has no question, and some names no letters."""
    entity = api.post("/entities", {"name": name})[1]["id"]
    assert api.post("/retrieve", {"query": "", "context": {"entities": [entity]}})[0] == 200
    data, before = exported(user), everything_of(user)
    wipe(user)
    assert restored(user, data).refused == []
    assert everything_of(user)["Retrieval"] == before["Retrieval"]


@pytest.mark.django_db
def test_importing_it_again_writes_nothing_twice(user, now):
    book(user, now)
    data, before = exported(user), everything_of(user)
    done = restored(user, data)
    assert (sum(map(len, done.written.values())), done.refused) == (0, [])
    after = everything_of(user)
    assert {name: rows for name, rows in after.items() if name not in {"Touch", "Job"}} == {
        name: rows for name, rows in before.items() if name not in {"Touch", "Job"}
    }


@pytest.mark.django_db
def test_in_another_book_ids_are_exchanged_and_the_self_becomes_the_importers(user, other_user, now):
    book(user, now)
    me = self_entity(user, now)
    facts.state(user=user, draft=Draft(me.pk, "likes", value="tea"), by=Actor.person(user), now=now)
    data, before = exported(user), everything_of(user)
    done = restored(other_user, data)
    assert done.refused == []
    assert everything_of(user) == before
    theirs = self_entity(other_user, now)
    assert list(Fact.objects.filter(user=other_user, predicate="likes").values_list("subject", "status")) == [
        (theirs.pk, "confirmed")
    ]
    assert (theirs.name, theirs.is_self, Entity.objects.filter(user=other_user, is_self=True).count()) == (
        "Tomek",
        True,
        1,
    )
    said = Message.objects.get(user=other_user, role="assistant")
    assert (said.reply_to.user, said.retrieval.user, said.conversation.user) == (other_user,) * 3
    talk = Document.objects.get(user=other_user, kind="conversation")
    assert talk.source == f"conversation:{said.conversation_id}"
    assert set(Fact.objects.filter(user=other_user).values_list("confirmed_by", flat=True)) <= {other_user.pk, None}
    change = Change.objects.filter(user=other_user, verb="stage").get()
    assert change.run == f"message:{said.reply_to_id}"
    mine = set(Fact.objects.filter(user=other_user).values_list("pk", flat=True))
    assert {row.object_id for row in change.rows.filter(model="fact")} <= mine
    again = restored(other_user, data)
    assert sum(map(len, again.written.values())) == 0


@pytest.mark.django_db
def test_what_was_imported_is_found_and_its_ledger_undone(user, other_user, now, minilm, work):
    from graph.curation import undo
    from graph.retrieval.pipeline import retrieve

    by = Actor.person(user)
    draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    facts.state(user=user, draft=draft, by=by, now=now)
    ingest.receive(user=user, text="# Boats\n\nThe ferry leaves at noon from Cacilhas.", now=now)
    work()
    restored(other_user, exported(user))
    work()
    assert "Lisbon" in retrieve(user=other_user, query="Where does Anna live?", now=now).narrative
    assert "Cacilhas" in retrieve(user=other_user, query="When does the ferry leave?", now=now).narrative
    call_command("check_projections")
    change = Change.objects.get(user=other_user, verb="state")
    undo.undo(user=other_user, change=change, by=Actor.person(other_user), now=now)
    assert not Fact.objects.filter(user=other_user).exists()
    assert Fact.objects.filter(user=user).count() == 1


statement = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(PREDICATES), st.sampled_from(NAMES) | st.none(),
    st.text(min_size=1, max_size=30).filter(lambda text: text.strip("\x00 \n\t")), st.sampled_from(["staged", "confirmed"]),
    st.floats(0, 1), st.booleans(),
)  # fmt: skip
deed = st.sampled_from(["confirm", "reject", "retract", "merge", "conflict", "document", "delete", "talk"])


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(statement, max_size=8), st.lists(deed, max_size=5), st.randoms(use_true_random=False))
def test_any_book_survives_export_wipe_and_import(user, stated, deeds, random):
    """Property: entities, facts of every status, evidence, documents, ledger and talks are equal afterwards."""
    wipe(user)
    by = Actor.person(user)
    moments = iter(NOW + dt.timedelta(minutes=place) for place in range(1000))
    for subject, predicate, other, value, status, share, quoted in stated:
        end = {"object": Name(other)} if other else {"value": value.replace("\x00", "")}
        quote = (Quote(value.replace("\x00", "")),) if quoted else ()
        draft = Draft(Name(subject), predicate, status=status, confidence=share, evidence=quote, **end)
        facts.state_many(user=user, drafts=[draft], by=by, now=next(moments))
    for one in deeds:
        rows, at = list(Fact.objects.filter(user=user)), next(moments)
        match one:
            case "confirm" | "reject" | "retract" if rows:
                facts.decide(user=user, ids=[random.choice(rows).pk], decision=one, by=by, now=at)
            case "delete" if rows:
                facts.delete(user=user, fact_ids=[random.choice(rows).pk], by=by, now=at)
            case "merge":
                things = list(Entity.objects.for_user(user).standing().filter(is_self=False))
                if len(things) > 1:
                    merging.merge(user=user, keep=things[0].pk, absorb=[things[1].pk], by=by, now=at)
            case "conflict" if question := Conflict.objects.for_user(user).filter(state="open").first():
                conflicts.resolve(user=user, conflict=question, decision="newer", by=by, now=at)
            case "document":
                ingest.receive(user=user, text=f"A letter of {at}.", now=at)
            case "talk":
                talk = Conversation.objects.create(user=user, title=f"{at}", created_at=at, updated_at=at)
                Message.objects.create(user=user, conversation=talk, role="user", text="Hello", created_at=at)
    data = exported(user)
    wipe(user)
    assert restored(user, data).refused == []
    assert lines(exported(user)) == lines(data)


@pytest.mark.django_db
def test_a_dry_run_counts_and_writes_nothing(user, other_user, now):
    book(user, now)
    before = everything_of(other_user)
    done = restored(other_user, exported(user), dry_run=True)
    assert len(done.written["fact"]) == 2
    assert everything_of(other_user) == before


@pytest.mark.django_db
def test_over_http_it_is_a_job_with_a_report(api, other_api, user, other_user, now, work):
    book(user, now)
    answer = api.client.get("/api/v1/export?format=native", headers=api.headers)
    assert answer.headers["Content-Disposition"] == 'attachment; filename="commonplace.jsonl"'

    folder = configured.DATA_DIR / "imports"
    folder.mkdir(exist_ok=True)
    before = set(folder.iterdir())

    def sent(query: str, data: bytes = answer.content) -> dict:
        form = {"file": SimpleUploadedFile("book.jsonl", data)}
        took = other_api.client.post(f"/api/v1/import?format=native{query}", form, headers=other_api.headers)
        assert took.status_code == 202, took.content
        assert took.json()["status"] == "queued"
        jobs.work(lambda: now, kinds=[bringing.JOB])
        return other_api.get(f"/imports/{took.json()['id']}")[1]

    dry = sent("&dry_run=true")
    assert (dry["status"], dry["counts"]["facts"], Fact.objects.filter(user=other_user).count()) == ("done", 2, 0)
    done = sent("")
    assert (done["status"], done["counts"]["facts"], done["refused"]) == ("done", 2, [])
    assert sent("", b"nonsense")["error"].startswith("This is not a native export")
    assert set(folder.iterdir()) <= before
    assert api.get(f"/imports/{done['id']}")[0] == 404
    form = {"file": SimpleUploadedFile("x", b"x")}
    assert api.client.post("/api/v1/import?format=tarot", form, headers=api.headers).status_code == 422
    assert api.client.post("/api/v1/import?format=csv", headers=api.headers).status_code == 422


@pytest.mark.django_db
def test_on_the_command_line(user, other_user, now, tmp_path, capsys):
    book(user, now)
    path = tmp_path / "book.jsonl"
    call_command("export_graph", str(path), user="ines", format="native")
    call_command("import_memories", str(path), user="tomek", format="native")
    assert "2 facts" in capsys.readouterr().out
    assert lines(path.read_bytes()) == lines(exported(User.objects.get(username="ines")))
    assert entities.find(other_user, Fact.objects.filter(user=other_user)[0].subject_id).name.startswith("Anna")
