"""What somebody's own notes and chats hold beside the plain case: no times, pictures, copies, bookkeeping."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from assistant.doors.mcp_server import call
from assistant.models import Conversation
from graph import jobs
from graph.api.caller import Caller
from graph.clock import written
from graph.models import Change, Document, Entity, Fact
from graph.retrieval.pipeline import retrieve
from tests.conftest import NOW
from tests.graph.exchange import samples

pytestmark = pytest.mark.django_db
SAID = dt.datetime(2023, 11, 14, 22, 13, 20, tzinfo=dt.UTC)


def talk(times: list[float | None], **columns: object) -> dict:
    """A conversation of ChatGPT whose messages have these times."""
    nodes = {
        str(place): {
            "parent": str(place - 1) if place else None,
            "children": [str(place + 1)] if place + 1 < len(times) else [],
            "message": {
                "author": {"role": "user" if place % 2 == 0 else "assistant"},
                "create_time": at,
                "content": {"parts": [f"Words {place}."]},
            },
        }
        for place, at in enumerate(times)
    }
    return {"title": "Boat", "mapping": nodes, "current_node": str(len(times) - 1), **columns}


@pytest.mark.parametrize(
    ("one", "minutes", "told"),
    [
        (talk([SAID.timestamp(), SAID.timestamp() + 60]), [0, 1], ""),
        (talk([None, SAID.timestamp()]), [0, 0],
         "No time is told of 1 of its messages; each stands under that of the one before it."),
        (talk([SAID.timestamp(), None], create_time=None), [0, 0],
         "No time is told of 1 of its messages; each stands under that of the one before it."),
        (talk([None, None], update_time=SAID.timestamp()), [0, 0],
         "It does not say when it began; it stands under the time of its last change."),
    ],
)  # fmt: skip
def test_a_talk_without_a_beginning_comes_with_what_time_is_known_and_a_guess_is_told(bring, one, minutes, told):
    data = json.dumps([one]).encode()
    report = bring("chatgpt", data)
    assert (report["counts"]["conversations"], report["refused"]) == (1, [])
    assert [row["msg"] for row in report["remarks"]] == ([told] if told else [])
    moments = Conversation.objects.get().messages.order_by("pk").values_list("created_at", flat=True)
    assert list(moments) == [SAID + dt.timedelta(minutes=one) for one in minutes]
    assert bring("chatgpt", data)["counts"]["standing"] == 1
    assert Conversation.objects.count() == 1


def test_a_talk_that_cannot_be_read_is_told_by_its_title_and_in_plain_words(bring):
    report = bring("chatgpt", json.dumps([talk([SAID.timestamp()]), talk(["yesterday"])]).encode())
    assert report["counts"]["conversations"] == 1
    assert report["refused"] == [
        {"row": "conversations.json 2 “Boat”", "msg": "It is no conversation of ChatGPT: “yesterday” is no time."}
    ]


def test_what_was_spoken_comes_as_its_transcription(bring):
    """A talk by voice has no text but that; it was left out as one in which nothing is said."""
    one = talk([SAID.timestamp(), SAID.timestamp()])
    for place, words in enumerate(("My dog is called Biscuit.", "A fine name.")):
        spoken = {"content_type": "audio_transcription", "text": words, "direction": "in"}
        heard = {"content_type": "audio_asset_pointer", "asset_pointer": "file-service://1"}
        one["mapping"][str(place)]["message"]["content"]["parts"] = [spoken, heard]
    report = bring("chatgpt", json.dumps([one]).encode())
    assert (report["counts"]["messages"], report["refused"]) == (2, [])
    said = Conversation.objects.get().messages.order_by("pk").values_list("text", flat=True)
    assert list(said) == ["My dog is called Biscuit.", "A fine name."]


def test_what_was_said_years_ago_is_shown_under_its_own_day(bring, api, client, user):
    one = talk([SAID.timestamp()])
    one["mapping"]["0"]["message"]["content"]["parts"] = ["My sister Anna lives in Lisbon."]
    bring("chatgpt", json.dumps([one]).encode())
    jobs.work(lambda: NOW)
    client.force_login(user)
    assert "“<mark>My sister Anna lives in Lisbon.</mark>”" in (page := client.get(reverse("inbox")).text)
    assert "14 Nov 2023" in page
    fact = Fact.objects.get(predicate="lives_in")
    assert api.get(f"/facts/{fact.pk}")[1]["evidence"][0]["at"] == "2023-11-14T22:13:20Z"


@pytest.mark.parametrize("decision", [None, "confirm"])
def test_lists_date_what_was_said_years_ago_by_its_own_day(bring, api, client, user, decision):
    """Whether it waits or was confirmed since: the day of the import is told of neither."""
    one = talk([SAID.timestamp()])
    one["mapping"]["0"]["message"]["content"]["parts"] = ["My sister Anna lives in Lisbon."]
    bring("chatgpt", json.dumps([one]).encode())
    jobs.work(lambda: NOW)
    fact = Fact.objects.get(predicate="lives_in")
    if decision:
        api.post("/facts/decide", {"ids": [str(fact.pk)], "decision": decision})
    client.force_login(user)
    for page in (reverse("facts"), reverse("entity", args=[fact.subject_id])):
        assert "From a chat, 14 Nov 2023" in client.get(page).text
    if decision is None:
        assert '<span class="meta">14 Nov 2023</span></li>' in client.get(reverse("inbox")).text


def test_a_model_is_told_the_day_on_which_it_was_said_years_ago_not_that_of_the_import(bring, api, user):
    one = talk([SAID.timestamp()])
    one["mapping"]["0"]["message"]["content"]["parts"] = ["My sister Anna lives in Lisbon."]
    bring("chatgpt", json.dumps([one]).encode())
    jobs.work(lambda: NOW)
    question = {"query": "Where does Anna live?"}
    line = "- lives_in: Lisbon (unconfirmed; from a conversation, 14 November 2023)"
    assert line in api.post("/retrieve", question)[1]["narrative"].splitlines()
    assert line in retrieve(user=user, now=NOW, limit=1, **question).narrative.splitlines()
    reader = Caller.token(user, frozenset({"read"}), Change.Actor.MCP)
    assert line in call(reader, "get_context", question).structured_content["narrative"]
    told = call(reader, "list_recent", {}).structured_content["facts"]
    lives = next(fact for fact in told if fact["predicate"] == "lives_in")
    assert (lives["said_at"], lives["created_at"]) == ("2023-11-14T22:13:20Z", written(NOW))


def test_a_talk_without_any_time_stands_under_that_of_its_file_or_of_the_import_and_once(bring):
    data = json.dumps([talk([None, None])]).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(zipfile.ZipInfo("conversations.json", (2024, 5, 6, 7, 8, 10)), data)
    report = bring("chatgpt", stream.getvalue())
    assert "under the time at which the file was written" in report["remarks"][0]["msg"]
    assert Conversation.objects.get().created_at == dt.datetime(2024, 5, 6, 7, 8, 10, tzinfo=dt.UTC)
    Conversation.objects.all().delete()
    dry = bring("chatgpt", data, "true")
    assert "under the time of the import" in dry["remarks"][0]["msg"]
    for _ in range(2):
        bring("chatgpt", data)
        assert Conversation.objects.get().created_at == NOW


ATTACHED = {"Anna.md": "Anna plays.", "img/a.png": "x", "b.mp3": "x", "c.canvas": "{}", ".obsidian/app.json": "{}"}


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_the_attachments_of_a_vault_are_counted_and_named(bring, client, user, dry_run):
    report = bring("markdown", samples.zipped(ATTACHED), dry_run)
    assert (report["counts"]["records"], report["counts"]["unread"], report["refused"]) == (1, 3, [])
    assert [row["row"] for row in report["remarks"]] == ["b.mp3", "c.canvas", "img/a.png"]
    client.force_login(user)
    page = client.get(reverse("moving")).text
    assert "3 files not read" in page
    assert "Not a note, so it was not read.</p>" in page
    assert "<li>b.mp3</li><li>c.canvas</li><li>img/a.png</li>" in page


def test_many_pictures_hide_no_one_letter(bring, client, user):
    pictures = {f"img/{number:02}.png": "x" for number in range(12)}
    bring("markdown", samples.zipped({"Anna.md": "Anna plays.", **pictures, "z/letter.pdf": "x"}))
    client.force_login(user)
    page = client.get(reverse("moving")).text
    assert "<li>z/letter.pdf</li><li>img/00.png</li>" in page
    assert "<li>and 3 more</li>" in page


def test_the_attachments_of_a_folder_are_named_on_the_command_line(user, tmp_path, capsys):
    for name, text in ATTACHED.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    call_command("import_memories", str(tmp_path), user=user.username, format="markdown", dry_run=True)
    assert "3 files were not read: b.mp3, c.canvas, img/a.png\n" in capsys.readouterr().err


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_of_two_notes_with_one_text_the_second_is_told_beside_the_first(bring, dry_run):
    notes = {"Ana.md": "The same words.", "Bea.md": "The same words."}
    report = bring("markdown", samples.zipped(notes), dry_run)
    assert (report["counts"]["documents"], report["counts"]["standing"]) == (1, 1)
    told = "Its text is that of “Ana” (Ana.md), which stands for both."
    assert report["remarks"] == [{"row": "Bea.md", "msg": told}]
    assert bring("markdown", samples.zipped({"Ana.md": notes["Ana.md"]}))["remarks"] == []


def test_what_note_programs_keep_for_themselves_stays_with_the_document_and_makes_no_fact(bring):
    front = (
        "created: 2024-01-01\nUpdated: 2024-02-02\ncssclass: wide\npublish: true\nuid: 2024x\nid: 7\nicon: star\n"
        "tags: [work]\naliases: [AR]\nposition: engineer\n"
    )
    bring("markdown", samples.zipped({"Anna Reis.md": f"---\n{front}---\nShe plays.", "Log.md": "---\nuid: 1\n---\nX"}))
    assert [(one.predicate, one.value) for one in Fact.objects.all()] == [("position", "engineer")]
    kept = Document.objects.get(title="Anna Reis").metadata
    assert (kept["tags"], kept["front_matter"]["uid"]) == (["work"], "2024x")
    assert Fact.objects.get().subject.aliases.filter(kind="alias").get().text == "AR"


@pytest.mark.parametrize(
    ("front", "stated"),
    [
        ("date: 2024-03-01\ntags: [daily]", []),
        ("Date: 2024-03-01 08:15\nday: Friday", []),
        ("date: 2024-03-01\nmood: calm", []),
        ("date: 2024-03-01\ntype: meeting", [("date", "2024-03-01")]),
    ],
)
def test_the_day_of_a_note_is_no_fact_unless_the_note_is_about_something_of_a_kind(bring, front, stated):
    bring("markdown", samples.zipped({"2024-03-01.md": f"---\n{front}\n---\nRain all day."}))
    assert [(one.predicate, one.value) for one in Fact.objects.all()] == stated
    kept = {key.lower(): value for key, value in Document.objects.get().metadata["front_matter"].items()}
    assert kept["date"].startswith("2024-03-01")
    assert Entity.objects.filter(is_self=False).count() == len(stated)


@pytest.mark.parametrize(
    ("front", "kind"),
    [
        ("birthday: 1979-03-14", "person"),
        ("tags: [lab, Person]\nphone: 04 93", "person"),
        ("type: ship\nbirthday: 1979-03-14", "ship"),
        ("birthday:\nphone: 04 93", "concept"),
        ("deadline: 2027-09-30", "concept"),
    ],
)
def test_a_note_with_a_birthday_or_a_tag_of_people_is_of_a_person(bring, front, kind):
    """So that "Ludo" means Ludo Marin; a field that a template left open says nothing."""
    bring("markdown", samples.zipped({"Ludo Marin.md": f"---\n{front}\n---\nHe dives."}))
    assert Entity.objects.get(name="Ludo Marin").type == kind


@pytest.fixture
def send(api, client):
    """Import a file by its name over the API; what is told of it."""

    def take(name: str, data: bytes) -> dict:
        file = SimpleUploadedFile(name, data)
        answer = client.post("/api/v1/import?format=markdown", {"file": file}, headers=api.headers)
        jobs.work(lambda: NOW, kinds=["import"])
        return api.get(f"/imports/{answer.json()['id']}")[1]

    return take


def test_a_single_note_goes_by_the_name_of_its_file(send, user, tmp_path):
    send("The mill.md", b"It stands still since the flood.")
    (tmp_path / "The pump.md").write_text("It is new.")
    call_command("import_memories", str(tmp_path / "The pump.md"), user=user.username, format="markdown")
    rows = Document.objects.order_by("pk").values_list("title", "source")
    assert list(rows) == [("The mill", "The mill.md"), ("The pump", "The pump.md")]


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("conversations.json", json.dumps(samples.CHATGPT).encode(), "“conversations.json” is no note. Notes are "),
        ("people.VCF", samples.VCARD, "“people.VCF” is no note. Notes are "),
        ("export.zip", samples.zipped({"conversations.json": "[]"}), "There is no note in it. Notes are "),
    ],
)
def test_what_is_no_note_is_refused_and_not_kept_as_one(send, name, data, told):
    report = send(name, data)
    assert (report["status"], report["error"][: len(told)]) == ("failed", told)
    assert not Document.objects.exists()


def test_nobody_who_says_i_in_an_exported_chat_is_taken_for_the_reader(send, work, minilm):
    said = b"01/11/2024, 13:00 - Annika: I moved to Ghent last week\n01/11/2024, 13:05 - Tomas: My boss is Vera Conti\n"
    send("WhatsApp Chat with Family.txt", said)
    work()
    assert [one.title for one in Document.objects.all()] == ["WhatsApp Chat with Family"]
    assert not Fact.objects.exists()
