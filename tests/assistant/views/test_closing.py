"""Closing an account: everything of the person goes with them, nothing of anybody else."""

from __future__ import annotations

import json
import logging
import re
from urllib.parse import unquote

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from assistant import params
from graph import jobs
from graph.erasure import proof
from graph.models import Entity, Job, User, UserSettings
from graph.models.owned import Owned
from graph.projections import adjacency, check, keywords, snapshots
from tests import raw
from tests.owned import SECRET, book, everything_of

CLOSE = {"password": "paper and ink"}


@pytest.fixture
def owned(user, now):
    return book(user, now)


@pytest.fixture
def folder(user):
    place = snapshots.directory(user.pk)
    place.mkdir(parents=True)
    (place / "fact-00000000-000000000001-64.duckdb").write_bytes(SECRET.encode())
    return place


def left_of(pk: int) -> dict[str, int]:
    """The rows of a person who may be gone, by table."""
    owned = [model for model in apps.get_models() if issubclass(model, Owned)]
    counted = {model.__name__: model._default_manager.filter(user_id=pk).count() for model in owned}
    return {name: count for name, count in counted.items() if count}


@pytest.mark.django_db
def test_the_page_says_what_goes_and_offers_a_copy_first(page, user, owned):
    assert reverse("close-account") in page.get(reverse("settings")).text
    text = page.get(reverse("close-account")).text
    assert "1 confirmed fact and 1 waiting" in text
    assert "1 chat, every receipt" in text
    assert "1 key of programs" in text
    assert f"{reverse('moving-take')}?format=native" in text
    assert 'name="password"' in text


@pytest.mark.django_db(transaction=True)
def test_a_closed_account_leaves_nothing_and_the_other_persons_rows_are_untouched(
    page, user, other_user, owned, folder, stranger, now
):
    other_book = book(other_user, now)
    theirs, their_words = everything_of(other_user), keywords.contents("fact", other_user.pk)
    elsewhere = Client()
    elsewhere.force_login(user)
    assert adjacency.of(user.pk).version
    control = {one.store for one in proof.search(proof.Sought(user.pk, everything=True, account=True))}
    assert {"user", "usersettings", "apitoken", "fact", "message", "job", "snapshot", "words_fact"} <= control

    answer = page.post(reverse("close-account"), CLOSE)

    assert answer.status_code == 200
    assert "Your account is closed" in answer.text
    assert "found nothing of yours" in answer.text
    assert not User.objects.filter(pk=user.pk).exists()
    assert not UserSettings.objects.filter(user_id=user.pk).exists()
    assert left_of(user.pk) == {}
    assert {kind: keywords.contents(kind, user.pk) for kind in ("entity", "fact", "chunk")} == {
        kind: {} for kind in ("entity", "fact", "chunk")
    }
    assert not folder.exists()
    assert user.pk not in adjacency._indexes
    assert proof.search(proof.Sought(user.pk, everything=True, account=True)) == []
    signed_in = [row.get_decoded().get("_auth_user_id") for row in Session.objects.all()]
    assert signed_in == [str(other_user.pk)]
    for browser in (page, elsewhere):
        assert browser.get(reverse("inbox")).headers["Location"].startswith(reverse("login"))
    bearer = {"Authorization": f"Bearer {owned.secret}"}
    assert Client().get("/api/v1/facts", headers=bearer).status_code == 401

    assert everything_of(other_user) == theirs
    assert keywords.contents("fact", other_user.pk) == their_words
    assert stranger.get(reverse("entity", args=[other_book.entity.pk])).status_code == 200
    assert check.compare(other_user.pk) == []


@pytest.mark.django_db(transaction=True)
def test_the_receipt_can_be_saved_and_holds_numbers_alone(page, user, owned):
    text = page.post(reverse("close-account"), CLOSE).text
    [address] = re.findall(r'href="data:application/json;charset=utf-8,([^"]+)" download', text)
    receipt = json.loads(unquote(address))
    assert (receipt["verified"], receipt["remaining"]) == (True, [])
    assert receipt["removed"]["account"] == receipt["removed"]["keys of programs"] == 1
    assert receipt["removed"]["facts"] == 2
    assert SECRET not in text
    assert user.first_name not in text


@pytest.mark.django_db(transaction=True)
def test_not_a_byte_of_the_name_is_left_in_any_file(page, user, now):
    user.username = user.first_name = "Quixobelvanter"
    user.save()
    page.force_login(user)
    page.post(reverse("close-account"), CLOSE)
    assert raw.in_bytes(b"Quixobelvanter") == []


@pytest.mark.django_db
def test_a_wrong_password_erases_nothing_and_says_so(page, user, owned):
    before = everything_of(user)
    for sent in ({"password": "wrong"}, {}):
        answer = page.post(reverse("close-account"), sent)
        assert answer.status_code == 422
        assert "Nothing was erased. This is not your password." in answer.text
    assert everything_of(user) == before
    assert page.get(reverse("inbox")).status_code == 200


@pytest.mark.django_db
def test_passwords_are_not_guessed_here_either(page, user):
    for _ in range(params.SIGN_INS):
        assert page.post(reverse("close-account"), {"password": "wrong"}).status_code == 422
    answer = page.post(reverse("close-account"), CLOSE)
    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) > 0
    assert User.objects.filter(pk=user.pk).exists()


@pytest.mark.django_db
def test_a_program_cannot_close_an_account(owned, user):
    bearer = {"Authorization": f"Bearer {owned.secret}"}
    answer = Client().post(reverse("close-account"), CLOSE, headers=bearer)
    assert answer.headers["Location"].startswith(reverse("login"))
    assert User.objects.filter(pk=user.pk).exists()


@pytest.mark.django_db
def test_the_last_operator_stays_while_others_use_the_installation(page, user, other_user):
    User.objects.filter(pk=user.pk).update(is_superuser=True)
    assert "make one of them a superuser" in page.get(reverse("close-account")).text
    answer = page.post(reverse("close-account"), CLOSE)
    assert answer.status_code == 409
    assert "make one of them a superuser" in answer.text
    assert User.objects.filter(pk=user.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_an_operator_leaves_when_another_stays(page, user, other_user):
    User.objects.update(is_superuser=True)
    assert "Your account is closed" in page.post(reverse("close-account"), CLOSE).text
    assert list(User.objects.all()) == [other_user]


@pytest.mark.django_db(transaction=True)
def test_the_only_person_leaves_and_the_next_visit_begins_a_book(page, user):
    User.objects.update(is_superuser=True)
    assert "Your account is closed" in page.post(reverse("close-account"), CLOSE).text
    assert page.get(reverse("login")).headers["Location"] == reverse("begin")


@pytest.mark.django_db(transaction=True)
def test_work_that_runs_while_its_owner_leaves_ends_quietly_and_writes_nothing(page, user, now, monkeypatch, caplog):
    """One job is queued, the other is at work in the very moment."""

    def leave(job: Job, at) -> None:
        assert "Your account is closed" in page.post(reverse("close-account"), CLOSE).text
        Entity.objects.create(user_id=user.pk, name=SECRET, created_at=at)

    monkeypatch.setitem(jobs._handlers, "leaves", leave)
    jobs.work(lambda: now)
    jobs.enqueue(kind="leaves", key="1", user_id=user.pk, payload={}, now=now)
    jobs.enqueue(kind="embed", key=str(user.pk), user_id=user.pk, payload={}, now=now)
    with caplog.at_level(logging.INFO):
        assert jobs.work(lambda: now, limit=1, kinds=["leaves"]) == 1
        assert jobs.work(lambda: now) == 0
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert left_of(user.pk) == {}
    with pytest.raises(IntegrityError):
        Entity.objects.create(user_id=user.pk, name=SECRET, created_at=now)


@pytest.fixture
def operator(other_user):
    User.objects.filter(pk=other_user.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(other_user)
    return client


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["delete", "changelist"])
def test_an_operator_who_deletes_a_person_in_the_admin_closes_their_account(
    operator, user, other_user, owned, folder, way
):
    """Also from the list, with what files and indexes hold of them."""
    theirs = everything_of(other_user)
    if way == "delete":
        url, data = reverse("admin:graph_user_delete", args=[user.pk]), {"post": "yes"}
        assert "the account and everything in it" in operator.get(url).text
    else:
        url = reverse("admin:graph_user_changelist")
        data = {"action": "delete_selected", "_selected_action": [user.pk], "post": "yes"}
    told = operator.post(url, data, follow=True)
    assert "not all is erased" not in told.text
    assert list(User.objects.all()) == [other_user]
    assert left_of(user.pk) == {}
    assert not folder.exists()
    assert proof.search(proof.Sought(user.pk, everything=True, account=True)) == []
    assert everything_of(other_user) == theirs
    assert [row.object_repr for row in LogEntry.objects.all()] == ["A closed account"]


@pytest.mark.django_db(transaction=True)
def test_the_admin_does_not_delete_the_last_operator_while_others_stay(operator, user, other_user):
    url = reverse("admin:graph_user_delete", args=[other_user.pk])
    assert "make one of them a superuser" in operator.post(url, {"post": "yes"}).text
    assert User.objects.filter(pk=other_user.pk).exists()


@pytest.mark.django_db(transaction=True)
def test_an_operator_who_worked_in_the_admin_erases_everything_too(operator, other_user):
    """What the admin noted of their work names entries: it goes along, and the second pass finds none of it."""
    LogEntry.objects.create(user=other_user, object_repr=SECRET, action_flag=2)
    answer = operator.post(reverse("erase-everything"), {"sure": "ERASE"})
    assert "A second pass by other code" in answer.text
    assert not LogEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", ["erase-everything", "close-account"])
def test_what_an_operator_did_in_a_persons_book_is_not_named_in_their_log_any_more(
    page, user, other_user, owned, now, address
):
    """The admin's log has the names of what was changed, also where somebody else changed it; others' lines stay."""
    book(other_user, now)
    kind = ContentType.objects.get_for_model(Entity)
    for whose in (user, other_user):
        entity = Entity.objects.for_user(whose).order_by("pk").last()
        line = {"object_id": str(entity.pk), "object_repr": entity.name, "action_flag": 2}
        LogEntry.objects.create(user=other_user, content_type=kind, **line)
    assert page.post(reverse(address), {"sure": "ERASE"} | CLOSE).status_code == 200
    (left,) = LogEntry.objects.all()
    assert Entity.objects.get(pk=left.object_id).user == other_user
