"""The native file: exported, wiped and imported, everything is as it was; and what is wrong with a file is said."""

from __future__ import annotations

import datetime as dt
import io
import json

import pytest
from django.conf import settings as configured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assistant.models import Conversation, Message
from graph import claims, jobs
from graph.curation import conflicts, entities, facts, merging
from graph.curation.candidates import Draft, Name, Quote
from graph.curation.names import self_entity
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.exchange import bringing, native_read, native_write
from graph.exchange.parts import PARTS
from graph.models import Change, Conflict, Document, Entity, Fact, Job, User, UserSettings
from tests.conftest import NOW
from tests.owned import book, everything_of

NAMES = ["Anna", "Tom", "Acme", "Lisbon", "“Zoë”\n", "me"]
PREDICATES = ["lives_in", "works_for", "likes", "observation"]


def exported(user) -> bytes:
    stream = io.BytesIO()
    native_write.write(user, stream, NOW)
    return stream.getvalue()


def restored(user, data: bytes, **options) -> native_read.Restored:
    options = {"dry_run": False, "beat": lambda: None} | options
    return native_read.restore(user=user, stream=io.BytesIO(data), now=NOW, **options)


def wipe(user) -> None:
    """As if the person had begun a new book."""
    for part in reversed(PARTS):
        rows = part.model._default_manager.filter(**{part.owner: user})
        if part.model is Entity:
            rows = rows.filter(is_self=False)
        if part.kind == "alias":
            rows = rows.filter(entity__is_self=False)
        rows.delete()
    UserSettings.objects.filter(user=user).update(retrieval={}, learning={})


def lines(data: bytes) -> list[str]:
    return sorted(data.decode().splitlines()[1:])


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
def test_a_file_of_before_conversations_were_told_apart_is_read_as_ones_own(user, other_user, now):
    Conversation.objects.create(user=user, title="Boat", created_at=now, updated_at=now)
    told = [json.loads(line) for line in exported(user).splitlines()]
    older = [{name: value for name, value in line.items() if name != "is_imported"} for line in told]
    assert older != told
    assert restored(other_user, "\n".join(map(json.dumps, older)).encode()).refused == []
    assert not Conversation.objects.get(user=other_user).is_imported


@pytest.mark.django_db
def test_bad_lines_are_told_and_lose_no_other(user, other_user, now):
    book(user, now)
    good = exported(user).decode().splitlines()
    fact = next(json.loads(line) for line in good if '"table":"fact"' in line)
    bad = [  # with ids that no line has, whatever ran before
        "{", "[]", '{"table":"dragon"}', json.dumps(fact | {"id": 10**6 + 77, "confidence": 7.0}),
        json.dumps(fact | {"id": 10**6 + 78, "subject_id": 10**6}), json.dumps(fact | {"id": 10**6 + 79, "status": "holy"}),
        json.dumps(fact | {"id": 10**6 + 80, "created_at": "yesterday"}), json.dumps({"table": "fact"}),
        json.dumps(fact | {"id": 10**6 + 81, "metadata": "x" * 10, "predicate": "p" * 500}),
        json.dumps({"table": "entity", "id": "x", "name": "Bad", "is_self": True, "user_id": user.pk}),
    ]  # fmt: skip
    done = restored(other_user, "\n".join([*good, *bad]).encode())
    assert len(done.refused) == len(bad) - 1
    assert {place for place, _ in done.refused} >= {len(good) + 1, len(good) + 4, len(good) + 7}
    assert all(why and "\n" not in why for _, why in done.refused)
    assert Fact.objects.filter(user=other_user).count() == Fact.objects.filter(user=user).count()
    assert Entity.objects.filter(user=other_user, is_self=True).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("where", ["before", "after"])
@pytest.mark.parametrize(
    ("table", "damage"),
    [
        ("fact", {"confidence": 7.0}), ("fact", {"status": "holy"}), ("fact", {"subject_id": 10**6}),
        ("fact", {"created_at": "yesterday"}), ("document", {"title": "t" * 900}), ("chunk", {"document_id": 10**6}),
        ("entity", {"name": "n" * 9000}), ("entity", {"name": "Bad", "is_self": True}),
    ],
)  # fmt: skip
def test_a_bad_line_with_the_id_of_a_good_one_takes_nothing_from_it(user, other_user, now, table, damage, where):
    """What points to the id means the row that can be kept: its quotes, its passages, its facts."""
    book(user, now)
    good = exported(user).decode().splitlines()
    rows = [json.loads(line) for line in good[1:]]
    first = next(row for row in rows if row["table"] == table and not row.get("is_self"))
    bad = json.dumps(first | damage)
    if "is_self" in damage and where == "before":
        return  # whoever says first that an id is the person's own is believed
    told = [good[0], bad, *good[1:]] if where == "before" else [*good, bad]
    whole = restored(other_user, "\n".join(good).encode(), dry_run=True)
    clean = {kind: len(found) for kind, found in whole.written.items()}
    done = restored(other_user, "\n".join(told).encode())
    wanted = 0 if "is_self" in damage else 1
    assert [place for place, _ in done.refused] == [2 if where == "before" else len(told)] * wanted
    assert {kind: len(found) for kind, found in done.written.items()} == clean
    fact = next(row for row in rows if row["table"] == "fact")
    quotes = Fact.objects.filter(user=user, pk=fact["id"]).values_list("evidence__quote", flat=True)
    same = Fact.objects.filter(user=other_user, created_at=fact["created_at"], predicate=fact["predicate"])
    assert sorted(same.values_list("evidence__quote", flat=True)) == sorted(quotes)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"), (b"hello", "not a native export"), (b"MAIG\x01\x00", "not a native export"),
        (b'{"commonplace":"native","version":2}', "version 2"), (b'["commonplace"]', "not a native export"),
    ],
)  # fmt: skip
def test_a_file_that_is_none_or_newer_is_refused_in_a_sentence(user, data, words):
    with pytest.raises(ValueError, match=words):
        restored(user, data)


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
def test_an_interrupted_import_is_taken_up_again(user, other_user, now, monkeypatch):
    book(user, now)
    job = bringing.begin(user=other_user, format="native", chunks=[exported(user)], name="b", dry_run=False, now=now)

    def dies(*_, **__):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr(native_read.restoring, "finish", dies)
        with pytest.raises(KeyboardInterrupt):
            jobs.work(lambda: now, kinds=[bringing.JOB])
    assert Fact.objects.filter(user=other_user).count() == 0
    later = now + claims.LEASE * 2
    jobs.work(lambda: later, kinds=[bringing.JOB])
    assert Job.objects.get(pk=job.pk).state == "done"
    assert Fact.objects.filter(user=other_user).count() == 2


@pytest.mark.django_db
def test_on_the_command_line(user, other_user, now, tmp_path, capsys):
    book(user, now)
    path = tmp_path / "book.jsonl"
    call_command("export_graph", str(path), user="ines", format="native")
    call_command("import_memories", str(path), user="tomek", format="native")
    assert "2 facts" in capsys.readouterr().out
    assert lines(path.read_bytes()) == lines(exported(User.objects.get(username="ines")))
    assert entities.find(other_user, Fact.objects.filter(user=other_user)[0].subject_id).name.startswith("Anna")
