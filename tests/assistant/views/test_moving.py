"""Bring in, take out: a file counted, brought in and told of; every export as a file."""

from __future__ import annotations

import datetime as dt
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph import jobs
from graph.exchange import formats
from graph.models import Change, Fact, Job
from tests.graph.exchange import samples
from tests.graph.exchange.samples import CSV

pytestmark = pytest.mark.django_db


def sent(client, dry: str, data: bytes = CSV, name: str = "csv"):
    form = {"format": name, "dry_run": dry, "file": SimpleUploadedFile("facts.csv", data)}
    return client.post(reverse("moving-bring"), form, follow=True)


def test_a_file_is_counted_first_then_brought_in_and_the_refused_rows_are_told(client, user, now, monkeypatch):
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)
    client.force_login(user)
    assert "It is being counted: A table of facts." in sent(client, "yes").text
    jobs.work(lambda: now, kinds=["import"])
    assert Fact.objects.count() == 0
    assert "Only counted, nothing was written" in client.get(reverse("moving")).text
    assert "It is being brought in: A table of facts." in sent(client, "no").text
    jobs.work(lambda: now, kinds=["import"])
    page = client.get(reverse("moving")).text
    assert set(Fact.objects.values_list("status", flat=True)) == {"staged"}
    assert "4 facts" in page
    assert "The quotes in this row are broken." in page


def test_what_was_counted_is_brought_in_by_one_press_and_kept_for_a_day_only(
    client, user, other_user, now, monkeypatch, settings
):
    """The file need not be chosen again; it is gone once it is brought in, or after a day, and was nobody else's."""
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)
    folder = settings.DATA_DIR / "imports"
    folder.mkdir(exist_ok=True)
    before = set(folder.iterdir())
    client.force_login(user)
    sent(client, "yes")
    jobs.work(lambda: now, kinds=["import"])
    counted = Job.objects.for_user(user).get(kind="import")
    go_on = reverse("moving-go-on", args=[counted.pk])
    assert go_on in client.get(reverse("moving")).text
    client.force_login(other_user)
    assert client.post(go_on).status_code == 404
    client.force_login(user)
    assert "It is being brought in: A table of facts." in client.post(go_on, follow=True).text
    jobs.work(lambda: now, kinds=["import"])
    assert Fact.objects.for_user(user).count() == 4
    assert go_on not in client.get(reverse("moving")).text
    assert "Please choose it again." in client.post(go_on, follow=True).text
    assert set(folder.iterdir()) == before

    sent(client, "yes")
    jobs.work(lambda: now, kinds=["import", "import-drop"])
    assert len(set(folder.iterdir()) - before) == 1
    jobs.work(lambda: now + dt.timedelta(days=1), kinds=["import-drop"])
    assert set(folder.iterdir()) == before


def test_all_that_was_refused_is_counted_and_told_by_its_reason(client, user, now, monkeypatch):
    """A hundred empty notes of a vault hide no damaged one, and the number is that of all."""
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)
    client.force_login(user)
    rows = b"".join(b",knows,Anna,,,\r\n" for _ in range(25)) + b"Tom,likes,,tea,,7\r\n"
    sent(client, "no", b"subject,predicate,object,value,value_type,confidence\r\n" + rows)
    jobs.work(lambda: now, kinds=["import"])
    page = client.get(reverse("moving")).text
    assert "Why 26 were refused" in page
    damaged, nameless = page.index(" 27</p>"), page.index(" and 15 more</p>")
    assert damaged < nameless


def test_every_format_can_be_taken_out(client, user):
    client.force_login(user)
    for one in formats.FORMATS.values():
        if one.write:
            answer = client.get(reverse("moving-take"), {"format": one.name})
            assert answer.headers["Content-Disposition"] == f'attachment; filename="commonplace{one.suffix}"'
            assert b"".join(answer.streaming_content) or one.name == "csv"


def test_bad_input_gets_one_sentence(client, user, now):
    client.force_login(user)
    assert "There is no format “tarot”" in sent(client, "no", name="tarot").text
    assert "Please choose a file." in client.post(reverse("moving-bring"), {"format": "csv"}, follow=True).text
    assert "There is no format" in client.get(reverse("moving-take"), {"format": "ics"}, follow=True).text


def test_an_import_at_work_tells_its_progress_by_itself_and_leads_on_when_it_is_done(page, now):
    sent(page, "no")
    waiting = page.get(reverse("moving")).text
    assert "Waiting for its turn" in waiting
    assert 'hx-trigger="every 2s"' in waiting
    asked_again = page.get(reverse("moving"), headers={"HX-Request": "true"}).text
    assert asked_again.lstrip().startswith('<section id="brought" hx-get=')
    jobs.work(lambda: now, kinds=["import"])
    done = page.get(reverse("moving")).text
    assert "hx-trigger" not in done.split('id="brought"')[1].split("</section>")[0]
    assert 'href="/inbox/">Look at what it proposes' in done


def test_an_import_that_was_undone_says_so_and_offers_it_no_more(page, now):
    sent(page, "no")
    jobs.work(lambda: now, kinds=["import"])
    address = reverse("import-undo", args=[Job.objects.get(kind="import").pk])
    assert address in page.get(reverse("moving")).text
    page.post(address)
    text = page.get(reverse("moving")).text
    assert "<b>Undone</b>" in text
    assert address not in text


def test_a_row_that_cannot_be_read_says_which_number_is_none_and_where_it_stands(page, now):
    table = b"subject,predicate,value,confidence,valid_from\nAnna,likes,tea,much,\nAnna,likes,rye,1,spring\n"
    sent(page, "no", table)
    jobs.work(lambda: now, kinds=["import"])
    told = page.get(reverse("moving")).text
    assert "The confidence “much” is no number. At 2<" in told
    assert "“spring” is no date in the form 2026-03-01. At 3<" in told


def test_an_import_that_found_nothing_new_offers_nothing_to_undo(page, now):
    for _ in range(2):
        sent(page, "no")
        jobs.work(lambda: now, kinds=["import"])
    first, again = Job.objects.filter(kind="import").order_by("pk")
    told = page.get(reverse("moving")).text
    assert "4 stood already" in told
    assert reverse("import-undo", args=[first.pk]) in told
    assert reverse("import-undo", args=[again.pk]) not in told


def test_an_import_whose_documents_are_still_read_is_not_done_but_tells_how_far_it_is(page, api, now, minilm):
    notes = {f"Mill {n}.md": f"Note {n} tells of mill {n}." for n in range(3)}
    sent(page, "no", samples.zipped(notes), "markdown")
    jobs.work(lambda: now, kinds=["import"])
    brought = Job.objects.get(kind="import").pk
    reading = page.get(reverse("moving")).text
    assert "<b>Brought in, and being read</b>" in reading
    assert "0 of 3 documents read so far" in reading
    assert 'hx-trigger="every 2s"' in reading
    jobs.work(lambda: now, kinds=["ingest"], limit=1)
    assert "1 of 3 documents read so far" in page.get(reverse("moving")).text
    assert api.get(f"/imports/{brought}")[1]["reading"] == {"done": 1, "of": 3}
    jobs.work(lambda: now)
    done = page.get(reverse("moving")).text
    assert "<b>Done</b>" in done
    assert "read so far" not in done
    assert api.get(f"/imports/{brought}")[1]["reading"] is None


def test_one_of_anything_is_told_as_one(page, now, minilm):
    sent(
        page,
        "no",
        samples.zipped({"Mill.md": "---\ntype: place\nstands_in: Ghent\n---\nThe mill stands still."}),
        "markdown",
    )
    jobs.work(lambda: now, kinds=["import"])
    told = page.get(reverse("moving")).text
    assert "1 fact · 1 document" in told
    assert "0 of 1 document read so far" in told
    assert not re.search(r"\b1 (?:\w+ )?(?:facts|documents|records|entries|messages|conversations|files)\b", told)
    assert [one.summary for one in Change.objects.filter(verb="state")] == ["1 fact"]


def test_an_import_whose_chats_are_still_learned_from_is_not_done_but_tells_how_far_it_is(page, api, now, minilm):
    line = {"sender": "human", "text": "My sister Anna lives in Lisbon."}
    chats = [
        {"uuid": str(n), "name": f"Talk {n}", "chat_messages": [{**line, "created_at": f"2024-05-01T10:00:0{n}Z"}]}
        for n in range(3)
    ]
    sent(page, "no", json.dumps(chats).encode(), "claude")
    jobs.work(lambda: now, kinds=["import"])
    brought = Job.objects.get(kind="import").pk
    learning = page.get(reverse("moving")).text
    assert "<b>Brought in and read, and still being learned from</b>" in learning
    assert "0 of 3 chats learned from so far" in learning
    assert 'hx-trigger="every 2s"' in learning
    jobs.work(lambda: now + dt.timedelta(hours=1), kinds=["learn_talk"], limit=1)
    assert "1 of 3 chats learned from so far" in page.get(reverse("moving")).text
    assert api.get(f"/imports/{brought}")[1]["learning"] == {"done": 1, "of": 3}
    jobs.work(lambda: now + dt.timedelta(hours=1))
    done = page.get(reverse("moving")).text
    assert "<b>Done</b>" in done
    assert "learned from so far" not in done
    assert api.get(f"/imports/{brought}")[1]["learning"] is None
