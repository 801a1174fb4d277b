"""Bring in, take out: a file counted, brought in and told of; every export as a file."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph import jobs
from graph.exchange import formats
from graph.models import Fact, Job
from tests.graph.exchange.samples import CSV

pytestmark = pytest.mark.django_db


def sent(client, dry: str, data: bytes = CSV, name: str = "csv"):
    form = {"format": name, "dry_run": dry, "file": SimpleUploadedFile("facts.csv", data)}
    return client.post(reverse("moving-bring"), form, follow=True)


def test_a_file_is_counted_first_then_brought_in_and_the_refused_rows_are_told(client, user, now, monkeypatch):
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)
    client.force_login(user)
    assert "It is being counted." in sent(client, "yes").text
    jobs.work(lambda: now, kinds=["import"])
    assert Fact.objects.count() == 0
    assert "Only counted, nothing was written" in client.get(reverse("moving")).text
    assert "It is being brought in." in sent(client, "no").text
    jobs.work(lambda: now, kinds=["import"])
    page = client.get(reverse("moving")).text
    assert set(Fact.objects.values_list("status", flat=True)) == {"staged"}
    assert "4 facts" in page
    assert "The quotes in this row are broken." in page


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
