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


DIARY = {
    f"Diary/2024-05-{day:02}.md": f"---\nmood: {mood}\nsleep: {hours}\npeople: ['[[Anna Reis]]', Tom]\ntags: [log/day]\n"
    f"created: 2024-06-01\n---\n{text}\n"
    for day, mood, hours, text in (
        (1, "ok", 7, "Planted the figs."),
        (2, "grumpy", 4, "Rain all day."),
        (3, "radiant", 8, ""),
        (4, "ok", 7, "Rain all day."),
    )
}  # fmt: skip


def test_properties_of_a_day_are_the_notes_and_no_facts(bring, api, client, user):
    """700 diary notes filled the top of the index and the inbox with “2024-05-01 mood ok”."""
    report = bring(DIARY)
    assert (report["counts"]["documents"], report["counts"]["facts"], report["counts"]["entities"]) == (4, 0, 0)
    assert (report["refused"], report["remarks"]) == ([], [])
    assert api.get("/facts")[1]["items"] == []
    assert [one["is_self"] for one in api.get("/entities")[1]["items"]] == [True]
    client.force_login(user)
    page = client.get(reverse("document", args=[Document.objects.get(title="2024-05-02").pk])).text
    for line in ("mood: grumpy", "sleep: 4", "Rain all day."):
        assert line in page
    assert "created: 2024-06-01" not in page


@pytest.mark.parametrize(("asked", "title"), [("grumpy", "2024-05-02"), ("radiant", "2024-05-03")])
def test_they_are_found_by_their_words(bring, api, asked, title):
    bring(DIARY)
    best = api.post("/search", {"query": f"When was my mood {asked}?", "k": 1})[1]["results"][0]
    assert Chunk.objects.get(pk=best["id"]).document.title == title


@pytest.mark.parametrize("dry_run_first", [True, False])
def test_a_day_on_which_the_same_was_written_as_on_another_is_a_note_of_its_own(bring, dry_run_first):
    """The second one's text was kept as the first one's, and what stood above it was lost."""
    if dry_run_first:
        assert bring(DIARY, "true")["counts"]["documents"] == 4
    bring(DIARY)
    assert {one.metadata["front_matter"]["mood"] for one in Document.objects.filter(text__contains="Rain")} == {
        "grumpy",
        "ok",
    }
    again = bring(DIARY)
    assert (again["counts"]["standing"], again["counts"]["changed"], again["remarks"]) == (4, 0, [])
    assert Document.objects.count() == 4


def test_notes_made_from_a_template_whose_text_is_the_same_rest_each_on_its_own(bring):
    bring(
        {
            f"{name}.md": f"---\nlives in: {city}\n---\n## Notes\n"
            for name, city in (("Dana", "Ghent"), ("Tom", "Porto"))
        }
    )
    quoted = set(Evidence.objects.filter(fact__isnull=False).values_list("document__title", "quote"))
    assert quoted == {("Dana", "lives in: Ghent"), ("Tom", "lives in: Porto")}


def test_a_property_that_changed_is_told_and_found_in_place_of_the_old_one(bring, api):
    bring(DIARY)
    report = bring({name: text.replace("grumpy", "serene") for name, text in DIARY.items()})
    assert [row["row"] for row in report["remarks"]] == ["2024-05-02.md"]
    texts = " ".join(Chunk.objects.values_list("text", flat=True))
    assert ("serene" in texts, "grumpy" in texts) == (True, False)


def test_an_undone_import_takes_the_properties_along(bring, api):
    made = bring(DIARY)["id"]
    assert api.post("/changes/undo", {"import": made, "documents": True})[0] == 200
    assert (Document.objects.count(), Chunk.objects.count()) == (0, 0)


@pytest.mark.parametrize("above", ["type: meeting", "aliases: [Kickoff]"])
def test_a_dated_note_about_something_keeps_its_facts(bring, above):
    bring({"2024-05-01 Kickoff.md": f"---\n{above}\nroom: Blue\n---\nWe began.\n"})
    assert [fact.value for fact in Fact.objects.filter(predicate="room")] == ["Blue"]


def test_a_property_that_was_left_empty_makes_no_entry(bring, api):
    bring({"Figs.md": "---\nmood:\nrating: ''\n---\nThey want sun.\n", "2024-05-01.md": "---\nmood:\n---\nRain.\n"})
    assert [one["is_self"] for one in api.get("/entities")[1]["items"]] == [True]
