"""What is wrong with a native file is said, and an import of it that was cut off is taken up again."""

from __future__ import annotations

import json

import pytest

from assistant.models import Conversation, Message
from graph import claims, jobs
from graph.exchange import bringing, native_read
from graph.models import Entity, Fact, Job
from tests.graph.exchange.native import exported, restored
from tests.owned import book


@pytest.mark.django_db
def test_a_file_of_before_conversations_and_answers_were_told_apart_is_read_as_ones_own(user, other_user, now):
    talk = Conversation.objects.create(user=user, title="Boat", created_at=now, updated_at=now)
    Message.objects.create(user=user, conversation=talk, role="assistant", text="Sand it first.", created_at=now)
    told = [json.loads(line) for line in exported(user).splitlines()]
    since = {"is_imported", "written_by", "asked_as", "same_as", "turned", "subject_kind", "object_kind"}
    older = [{name: value for name, value in line.items() if name not in since} for line in told]
    assert older != told
    assert restored(other_user, "\n".join(map(json.dumps, older)).encode()).refused == []
    assert not Conversation.objects.get(user=other_user).is_imported
    assert Message.objects.get(user=other_user).written_by == ""


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
