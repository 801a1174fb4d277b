"""What old, imported talks say of one thing in several years: a contradiction goes by the day on which each was said."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph import jobs
from graph.curation import in_turn
from graph.models import Change, Conflict, Fact
from tests.conftest import NOW, token_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def bring(api, client, work):
    """Import what was said on some days, each in a talk of its own, and learn from it in this order."""

    def take(*said: tuple[str, str]) -> None:
        talks = [
            {
                "uuid": f"{day}{text}",
                "name": text,
                "created_at": at,
                "chat_messages": [{"sender": "human", "text": text, "created_at": at}],
            }
            for day, text in said
            for at in [day if "T" in day else f"{day}T09:00:00Z"]
        ]
        file = SimpleUploadedFile("conversations.json", json.dumps(talks).encode())
        assert client.post("/api/v1/import?format=claude", {"file": file}, headers=api.headers).status_code == 202
        work()
        jobs.work(lambda: NOW.replace(hour=23))

    return take


def dates(predicate: str) -> list[tuple]:
    """Of each fact its object, status, and since and until when it holds."""
    rows = Fact.objects.filter(predicate=predicate).select_related("object").order_by("object__name")
    days = [[at.date().isoformat() if at else None for at in (row.valid_from, row.valid_until)] for row in rows]
    return [(row.object.name, row.status, *held) for row, held in zip(rows, days, strict=True)]


def test_the_older_side_is_the_one_that_was_said_first_in_whatever_order_talks_are_learned_from(bring, api):
    bring(("2024-03-05", "My sister Anna lives in Porto."), ("2021-06-10", "My sister Anna lives in Lisbon."))
    asked = Conflict.objects.select_related("older__object", "newer__object").get()
    assert (asked.older.object.name, asked.newer.object.name) == ("Lisbon", "Porto")
    api.post(f"/conflicts/{asked.pk}/resolve", {"decision": "by_time"})
    assert dates("lives_in") == [
        ("Lisbon", "confirmed", None, "2024-03-05"),
        ("Porto", "confirmed", "2024-03-05", None),
    ]


YEARS = (
    ("2024-03-05", "My sister Anna lives in Porto."),
    ("2021-06-10", "My sister Anna lives in Lisbon."),
    ("2022-09-01", "My sister Anna lives in Ghent."),
)


def settled(client, user) -> str:
    client.force_login(user)
    return client.post(reverse("conflicts-in-turn"), follow=True).text


def test_what_was_said_year_after_year_is_settled_by_its_days_at_once_and_stays_in_pencil(bring, api, client, user):
    bring(*YEARS)
    client.force_login(user)
    page = client.get(reverse("conflicts")).text
    assert Conflict.objects.filter(state="open").count() == 3
    assert "3 of these are between things said on different days" in page
    assert "3 questions settled" in settled(client, user)
    assert dates("lives_in") == [
        ("Ghent", "staged", "2022-09-01", "2024-03-05"),
        ("Lisbon", "staged", None, "2022-09-01"),
        ("Porto", "staged", "2024-03-05", None),
    ]
    assert "Nothing contradicts." in client.get(reverse("conflicts")).text
    ids = [str(pk) for pk in Fact.objects.filter(predicate="lives_in").values_list("pk", flat=True)]
    assert api.post("/facts/decide", {"ids": ids, "decision": "confirm"})[1]["decided"] == 3
    assert api.get("/conflicts")[1]["items"] == []


def test_it_is_one_change_that_is_undone_to_the_row(bring, api, client, user):
    bring(*YEARS)
    before = dates("lives_in")
    settled(client, user)
    change = Change.objects.latest("pk")
    assert (change.verb, change.reason) == ("resolve", "by_time")
    assert api.post(f"/changes/{change.pk}/undo")[0] == 200
    assert dates("lives_in") == before
    assert Conflict.objects.filter(state="open").count() == 3


def test_a_program_settles_them_as_well(bring, api, user, other_api):
    bring(*YEARS)
    before = dates("lives_in")
    assert other_api.post("/conflicts/by-days")[1] == {"change": None, "settled": [], "refused": []}
    asked = sorted(one["id"] for one in api.get("/conflicts")[1]["items"])
    status, answer = api.post("/conflicts/by-days", {"reason": "years ago"})
    assert (status, sorted(answer["settled"]), answer["refused"]) == (200, asked, [])
    assert (answer["change"]["verb"], answer["change"]["reason"]) == ("resolve", "years ago")
    assert dates("lives_in") == [
        ("Ghent", "staged", "2022-09-01", "2024-03-05"),
        ("Lisbon", "staged", None, "2022-09-01"),
        ("Porto", "staged", "2024-03-05", None),
    ]
    assert api.post(f"/changes/{answer['change']['id']}/undo")[0] == 200
    assert dates("lives_in") == before


def test_of_those_that_are_named_only_what_the_days_answer_is_settled(bring, api, user, other_api):
    bring(("2021-06-10", "My aunt Ruth lives in Leeds."), ("2021-06-10", "My aunt Ruth lives in York."), *YEARS)
    asked = {frozenset(fact["object"]["name"] for fact in one["facts"]): one["id"] for one in conflicts_of(api)}
    same_day, first = asked[frozenset({"Leeds", "York"})], asked[frozenset({"Lisbon", "Ghent"})]
    status, answer = api.post("/conflicts/by-days", {"ids": [same_day, first, "999999", "x"]})
    assert (status, answer["settled"]) == (200, [first])
    assert [(one["id"], one["msg"].split(":")[0]) for one in answer["refused"]] == [
        (same_day, "The days do not answer this"),
        ("999999", "There is no conflict “999999”."),
        ("x", "There is no conflict “x”."),
    ]
    left = {frozenset(fact["object"]["name"] for fact in one["facts"]) for one in conflicts_of(api)}
    assert left == set(asked) - {frozenset({"Lisbon", "Ghent"})}
    again = api.post("/conflicts/by-days", {"ids": [first]})[1]
    assert again["refused"] == [{"id": first, "msg": "This question has been answered already."}]
    assert other_api.post("/conflicts/by-days", {"ids": [same_day]})[1]["refused"][0]["msg"].startswith("There is no")


def conflicts_of(api) -> list[dict]:
    return api.get("/conflicts")[1]["items"]


def test_to_settle_them_takes_the_scope_to_write(client, user, now):
    for scope, status in (("propose", 403), ("write", 200)):
        headers = {"Authorization": f"Bearer {token_for(user, now, scopes=(scope,))}"}
        assert (
            client.post("/api/v1/conflicts/by-days", headers=headers, content_type="application/json").status_code
            == status
        )


def test_what_the_days_do_not_answer_stays_a_question(bring, api, client, user):
    """Confirmed by the owner, said again later, said on one day, never changing, or from no talk."""
    api.post("/facts", {"subject": {"name": "Tom"}, "predicate": "lives_in", "object": {"name": "Oslo"}})
    api.post(
        "/facts",
        {"subject": {"name": "Zoe"}, "predicate": "lives_in", "object": {"name": "Graz"}, "status": "staged"},
    )
    bring(
        ("2021-06-10", "My brother Tom lives in Berlin."),
        ("2021-06-10", "My friend Mira lives in Lisbon."),
        ("2022-06-10", "My friend Mira lives in Porto."),
        ("2023-06-10", "My friend Mira lives in Lisbon."),
        ("2021-06-10", "My aunt Ruth lives in Leeds."),
        ("2021-06-10", "My aunt Ruth lives in York."),
        ("2021-06-10", "My friend Jonas was born in Turin."),
        ("2022-06-10", "My friend Jonas was born in Genoa."),
        ("2021-06-10", "My cousin Zoe lives in Vienna."),
    )
    asked = Conflict.objects.filter(state="open").order_by("older__subject__name")
    names = list(asked.values_list("older__subject__name", flat=True))
    assert names == ["Jonas", "Mira", "Ruth", "Tom", "Zoe"]
    assert in_turn.turns(user) == []
    assert "There is no such question any more." in settled(client, user)
    assert list(asked.values_list("older__subject__name", flat=True)) == names


@pytest.mark.parametrize(("zone", "turns"), [("America/New_York", 0), ("Asia/Tokyo", 1)])
def test_the_day_is_that_of_the_person_who_said_it(bring, user, zone, turns):
    """One evening in New York lies on two days of Greenwich, and one day of Greenwich on two of Tokyo."""
    user.time_zone = zone
    user.save()
    first, then = {
        0: ("2022-06-10T23:00:00Z", "2022-06-11T01:00:00Z"),
        1: ("2022-06-10T13:00:00Z", "2022-06-10T17:00:00Z"),
    }[turns]
    bring((first, "I live in Ghent."), (then, "I live in Porto."))
    assert Conflict.objects.filter(state="open").count() == 1
    assert len(in_turn.turns(user)) == turns


def test_a_day_that_the_words_name_counts_before_that_on_which_they_were_said(bring, client, user):
    bring(("2021-06-10", "I live in Ghent."), ("2022-06-10", "I have lived in Porto since May 2020."))
    assert in_turn.turns(user) == []  # in 2021 it was Ghent, so one of the two is wrong
    bring(("2023-06-10", "I have lived in Oslo since May 2023."))
    settled(client, user)
    assert ("Ghent", "staged", None, "2023-05-01") in dates("lives_in")
