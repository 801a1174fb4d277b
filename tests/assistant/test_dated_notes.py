"""Notes of a day, as a diary has them: what they say was said on their day, and their properties are their own."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph.models import Chunk, Conflict, Document, Evidence, Fact
from tests.graph.exchange import samples

pytestmark = pytest.mark.django_db


@pytest.fixture
def bring(api, client, work, minilm):
    """Import notes over the API; what is told of it."""

    def take(notes: dict[str, str], dry_run: str = "false") -> dict:
        file = SimpleUploadedFile("vault.zip", samples.zipped(notes))
        answer = client.post(f"/api/v1/import?format=markdown&dry_run={dry_run}", {"file": file}, headers=api.headers)
        assert answer.status_code == 202, answer.content
        work()
        return api.get(f"/imports/{answer.json()['id']}")[1]

    return take


LISBON, PORTO = "Anna Reis lives in Lisbon.", "Anna Reis lives in Porto."


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"2021-06-10.md": LISBON}, {"2024-03-05.md": PORTO}),
        ({"Journal/2021_06_10.md": LISBON}, {"Journal/2024_03_05.md": PORTO}),
        ({"Diary/2021/06/10.md": LISBON}, {"Diary/2024/03/05.md": PORTO}),
        ({"202106101230 Anna.md": LISBON}, {"20240305 Anna again.md": PORTO}),
        ({"Anna.md": f"---\ndate: 2021-06-10\n---\n{LISBON}"}, {"Later.md": f"---\ndate: 2024-03-05 22:15\n---\n{PORTO}"}),
        ({"A.md": f"---\nDate: '[[2021-06-10]]'\n---\n{LISBON}"}, {"B.md": f"---\nday: 2024-03-05T23:30:00-05:00\n---\n{PORTO}"}),
    ],
)  # fmt: skip
def test_a_contradiction_between_notes_is_settled_by_the_days_of_the_notes(bring, api, first, then):
    """Both carried the day of the import, so that the days answered nothing."""
    bring(then | first)
    asked = Conflict.objects.select_related("older__object", "newer__object").get()
    assert (asked.older.object.name, asked.newer.object.name) == ("Lisbon", "Porto")
    assert api.post("/conflicts/by-days", {})[1]["settled"] == [str(asked.pk)]
    held = {
        fact.object.name: [at.date().isoformat() if at else None for at in (fact.valid_from, fact.valid_until)]
        for fact in Fact.objects.filter(predicate="lives_in").select_related("object")
    }
    assert held == {"Lisbon": [None, "2024-03-05"], "Porto": ["2024-03-05", None]}


def test_the_page_settles_them_too(bring, client, user):
    bring({"2024-03-05.md": PORTO, "2021-06-10.md": LISBON, "2019-01-02.md": "Anna Reis lives in Ghent."})
    client.force_login(user)
    assert "3 of these are between things said on different days" in client.get(reverse("conflicts")).text
    assert "3 questions settled" in client.post(reverse("conflicts-in-turn"), follow=True).text


def test_its_facts_quotes_and_passages_stand_under_its_day(bring, api):
    bring({"2021-06-10.md": LISBON})
    [fact] = api.get("/facts?predicate=lives_in")[1]["items"]
    assert Evidence.objects.get(fact=fact["id"]).created_at.isoformat() == "2021-06-10T00:00:00+00:00"
    assert Chunk.objects.get().created_at.isoformat() == "2021-06-10T00:00:00+00:00"
    found = api.post("/retrieve", {"query": "Where does Anna Reis live?"})[1]
    assert "10 June 2021" in found["narrative"]


def test_what_it_says_of_time_counts_from_its_day(bring):
    bring({"2021-06-10.md": "Anna Reis has lived in Lisbon since last year."})
    assert Fact.objects.get(predicate="lives_in").valid_from.date().isoformat() == "2020-01-01"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("2021-02-30.md", LISBON),
        ("From 2021-06-10 to 2021-06-20.md", LISBON),
        ("Invoice 120210610.md", LISBON),
        ("Anna.md", f"---\ntype: person\ndate: 1985-03-02\n---\n{LISBON}"),
        ("Anna.md", f"---\ndate: some day\n---\n{LISBON}"),
    ],
)
def test_a_note_that_tells_no_one_day_stands_under_that_of_its_import(bring, now, name, text):
    bring({name: text})
    assert Chunk.objects.get().created_at == now


def test_a_vault_that_was_brought_in_before_days_were_known_gets_them_when_it_comes_again(bring, api, now):
    vault = {"2024-03-05.md": PORTO, "2021-06-10.md": LISBON}
    bring(vault)
    for one in Document.objects.all():
        one.metadata.pop("said_at")
        one.save()
    Evidence.objects.update(created_at=now)
    Chunk.objects.update(created_at=now)
    report = bring(vault)
    assert (report["counts"]["standing"], report["counts"]["changed"], report["remarks"]) == (2, 0, [])
    assert len(api.post("/conflicts/by-days", {})[1]["settled"]) == 1
    assert {at.year for at in Chunk.objects.values_list("created_at", flat=True)} == {2021, 2024}


def test_a_note_that_a_program_sends_as_a_file_has_its_day_too(api, client, work, minilm):
    for name, text in (("2024-03-05.md", PORTO), ("2021-06-10.md", LISBON)):
        file = SimpleUploadedFile(name, text.encode())
        assert client.post("/api/v1/documents", {"file": file}, headers=api.headers).status_code == 202
    work()
    assert len(api.post("/conflicts/by-days", {})[1]["settled"]) == 1
