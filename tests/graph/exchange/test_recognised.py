"""Nobody needs to know what a format is called: a file that is brought in tells it."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse

from graph import jobs
from graph.exchange import formats
from graph.models import Fact, Job
from tests.graph.exchange import samples
from tests.graph.exchange.book_samples import READWISE
from tests.graph.exchange.chat_samples import META, PAGES, TELEGRAM
from tests.graph.exchange.mail_samples import BOOKED, MBOX
from tests.graph.exchange.moving import SAMPLES, take, written
from tests.graph.exchange.samples import zipped

pytestmark = pytest.mark.django_db
GOOGLE = b"First Name,Last Name,E-mail 1 - Value\r\nIda,Berg,ida@example.org\r\n"


def bring(client, data, called="export"):
    form = {"format": "", "dry_run": "no", "file": SimpleUploadedFile(called, data)}
    return client.post(reverse("moving-bring"), form, follow=True)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_other_programs_write_is_known_by_what_stands_in_it(client, user, name):
    client.force_login(user)
    assert (
        f"It is being brought in: {formats.FORMATS[name].told}.".replace("'", "&#x27;")
        in bring(client, SAMPLES[name]).text
    )
    assert Job.objects.get(kind="import").payload["format"] == name


@pytest.mark.parametrize("name", [one.name for one in formats.FORMATS.values() if one.write and one.name != "graphml"])
def test_what_was_taken_out_here_is_known_when_it_comes_back(client, user, name):
    client.force_login(user)
    take(user, "csv")
    bring(client, written(user, name))
    assert Job.objects.get(kind="import").payload["format"] == name


def test_an_export_without_its_zip_and_a_single_note_are_known_as_well(client, user):
    client.force_login(user)
    for data, called, told in (
        (json.dumps(samples.CHATGPT).encode(), "conversations.json", "chatgpt"),
        (json.dumps(samples.CLAUDE, indent=2).encode(), "conversations.json", "claude"),
        (json.dumps(TELEGRAM["chats"]["list"][0], indent=1).encode(), "result.json", "telegram"),
        (zipped({"ChatExport_1/result.json": json.dumps(TELEGRAM)}), "ChatExport_1.zip", "telegram"),
        (zipped(PAGES), "ChatExport_2.zip", "telegram"),
        (PAGES["ChatExport/messages.html"].encode(), "messages.html", "telegram"),
        (next(iter(META.values())).encode(), "message_1.json", "meta"),
        (READWISE, "readwise-data.csv", "highlights"),
        (zipped({"Takeout/Mail/Inbox.mbox": MBOX.decode()}), "takeout.zip", "mbox"),
        (zipped({"saved/offer.eml": BOOKED.decode()}), "mails.zip", "mbox"),
        (BOOKED, "ticket.eml", "mbox"),
        (b"Shopping\n- 5 apples\n==========\nMore", "Shopping.txt", "markdown"),
        (b"Ida moved to Bergen.", "Ida.md", "markdown"),
    ):
        Job.objects.all().delete()
        bring(client, data, called)
        assert [job.payload["format"] for job in Job.objects.filter(kind="import")] == [told], called


def test_what_cannot_be_told_is_asked_for_and_a_table_of_contacts_is_told_as_one(client, user, now):
    client.force_login(user)
    assert (
        "“holiday.jpg” does not tell what it is. Please say what it is"
        in bring(client, b"\xff\xd8", "holiday.jpg").text
    )
    assert not Job.objects.filter(kind="import").exists()
    bring(client, GOOGLE, "contacts.csv")
    jobs.work(lambda: now, kinds=["import"])
    assert "Export them as vCard" in client.get(reverse("moving")).text


def test_the_command_needs_no_format_either(user, tmp_path, capsys):
    (tmp_path / "ida.vcf").write_bytes(samples.VCARD)
    call_command("import_memories", str(tmp_path / "ida.vcf"), user=user.username)
    assert Fact.objects.exists()
    assert "staged" in capsys.readouterr().out
    (tmp_path / "holiday.jpg").write_bytes(b"\xff\xd8")
    with pytest.raises(CommandError, match="does not tell what it is"):
        call_command("import_memories", str(tmp_path / "holiday.jpg"), user=user.username)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_program_need_not_name_the_format_either(api, client, name):
    file = SimpleUploadedFile("export", SAMPLES[name])
    answer = client.post("/api/v1/import?dry_run=true", {"file": file}, headers=api.headers)
    assert (answer.status_code, answer.json()["format"]) == (202, name)


def test_a_program_is_told_when_a_file_does_not_tell_what_it_is(api, client):
    file = SimpleUploadedFile("holiday.jpg", b"\xff\xd8")
    answer = client.post("/api/v1/import", {"file": file}, headers=api.headers)
    assert answer.status_code == 422
    assert answer.json()["detail"][0]["msg"] == "“holiday.jpg” does not tell what it is. Please say it with format=…."
