"""What came with the messages of exported talks: texts become documents, of all else the name is told."""

from __future__ import annotations

import json

import pytest
from django.urls import reverse

from assistant.models import Conversation
from graph.exchange import attached, projects
from graph.models import Chunk, Document, Fact
from tests.graph.exchange import samples

pytestmark = pytest.mark.django_db

PLAN = "Dana Reis lives in Ghent. I keep the keys of the mill."
WHERE = "conversations.json 1 “Garden”"
FOLDER = "Garden, 2024-05-01 10.00.01"


def garden(**message: object) -> bytes:
    """A talk of Claude whose first message came with something."""
    said = {"sender": "human", "text": "Read this.", "created_at": "2024-05-01T10:00:01Z", **message}
    answer = {"sender": "assistant", "text": "Done.", "created_at": "2024-05-01T10:00:09Z"}
    talk = {"name": "Garden", "created_at": "2024-05-01T10:00:00Z", "chat_messages": [said, answer]}
    return json.dumps([talk]).encode()


def text(name: str, content: str) -> dict:
    return {"file_name": name, "file_type": "txt", "file_size": len(content), "extracted_content": content}


WITH_PLAN = garden(attachments=[text("plan.txt", PLAN)], files=[{"file_name": "plan.txt"}, {"file_name": "mill.png"}])


def kept() -> list[tuple[str, str, str]]:
    return list(Document.objects.exclude(kind="conversation").order_by("pk").values_list("title", "source", "text"))


def told(report: dict) -> list[tuple[str, str]]:
    return [(row["row"], row["msg"]) for row in report["remarks"]]


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_a_text_that_came_with_a_message_is_counted_as_a_document_and_a_picture_is_named(bring, dry_run):
    report = bring("claude", WITH_PLAN, dry_run)
    counts = report["counts"]
    assert (counts["documents"], counts["conversations"], counts["unread"], counts["records"]) == (1, 1, 1, 2)
    assert told(report) == [(f"{WHERE}, mill.png", attached.NOT_READ)]
    assert kept() == ([] if dry_run == "true" else [("plan.txt", f"{FOLDER}/plan.txt", PLAN)])


def test_it_is_found_under_the_day_of_its_message_and_learned_from_as_a_document_is(bring, api, work, minilm):
    """Its "I" is nobody we know: a letter that was pasted is not what the person said of themself."""
    bring("claude", WITH_PLAN)
    work()
    assert Document.objects.get(title="plan.txt").kind == "import"
    assert f"{Chunk.objects.get(document__title='plan.txt').created_at:%Y-%m-%d}" == "2024-05-01"
    assert [(row.subject.name, row.predicate, row.source) for row in Fact.objects.all()] == [
        ("Dana Reis", "lives_in", "file")
    ]
    narrative = api.post("/retrieve", {"query": "Who keeps the keys of the mill?"})[1]["narrative"]
    assert f"- From “plan.txt”, 1 May 2024: {PLAN}" in narrative.splitlines()


def test_it_comes_once_also_to_a_talk_that_was_brought_in_before(bring, work, minilm):
    bring("claude", garden())
    assert bring("claude", WITH_PLAN)["counts"]["documents"] == 1
    again = bring("claude", WITH_PLAN)
    assert (again["counts"]["documents"], again["counts"]["standing"]) == (0, 2)
    assert (len(kept()), Conversation.objects.count()) == (1, 1)


def test_it_is_undone_with_its_import(bring, api, work, minilm):
    report = bring("claude", WITH_PLAN)
    work()
    status, undone = api.post("/changes/undo", {"import": report["id"], "documents": True})
    assert (status, sorted(one["title"] for one in undone["removed"])) == (200, ["Garden", "plan.txt"])
    assert (Document.objects.count(), Conversation.objects.count(), Chunk.objects.count()) == (0, 0, 0)


def test_texts_of_one_name_stay_apart_in_a_message_and_from_one_to_the_next(bring):
    """A paste is always called paste.txt; a later one is no newer version of an earlier one, however alike."""
    first, second = "The mill stands still since the flood.", "The mill stands still since the last flood."
    bring("claude", garden(attachments=[text("paste.txt", first), text("paste.txt", second)]))
    later = json.loads(
        garden(attachments=[text("paste.txt", f"{first} It will turn.")], created_at="2024-05-02T09:00:00Z")
    )
    report = bring("claude", json.dumps([*json.loads(garden()), *later]).encode())
    assert (report["counts"]["documents"], report["counts"]["changed"]) == (1, 0)
    assert [source for _, source, _ in kept()] == [
        f"{FOLDER}/paste.txt", f"{FOLDER}/paste 2.txt", "Garden, 2024-05-02 09.00.00/paste.txt",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("message", "documents", "remarks"),
    [
        ({"attachments": [text("", "# The mill\nIt turns.")]}, [("The mill", f"{FOLDER}/pasted.txt")], []),
        ({"attachments": [text("C:\\in\\a.txt", "It turns.")]}, [("a.txt", f"{FOLDER}/a.txt")], []),
        ({"attachments": [text("scan.pdf", " \n")]}, [], [(f"{WHERE}, scan.pdf", attached.NOT_READ)]),
        ({"attachments": [{"file_name": "scan.pdf"}]}, [], [(f"{WHERE}, scan.pdf", attached.NOT_READ)]),
        ({"attachments": [{}]}, [], [(WHERE, attached.NOT_READ)]),
        ({"attachments": "none", "files": ["mill.png", None]}, [], []),
    ],
)
def test_what_has_no_name_or_no_text_is_kept_or_told_as_far_as_it_goes(bring, message, documents, remarks):
    report = bring("claude", garden(**message))
    assert ([(title, source) for title, source, _ in kept()], told(report)) == (documents, remarks)
    assert (report["counts"]["conversations"], report["refused"]) == (1, [])


def test_what_came_with_a_message_and_is_no_text_at_all_is_refused_by_its_name(bring):
    report = bring("claude", garden(attachments=[text("a.bin", "\x00\x01\x02" * 20)]))
    assert report["refused"] == [{"row": f"{WHERE}, a.bin", "msg": "The file is binary, not text."}]
    assert report["counts"]["conversations"] == 1


PROJECT = {
    "name": "Mill", "prompt_template": "Answer in rhymes.",
    "docs": [{"filename": "wheel.md", "content": "The wheel turns.", "created_at": "2024-04-01T10:00:00Z"}],
}  # fmt: skip


def test_the_texts_of_projects_become_documents_and_other_data_of_an_export_is_named(bring):
    files = {"conversations.json": garden(), "users.json": "[]", "memories.json": "[]",
             "projects.json": json.dumps([PROJECT, {"docs": [{}]}, 7])}  # fmt: skip
    report = bring("claude", samples.zipped(files))
    assert kept() == [("wheel.md", "Mill/wheel.md", "The wheel turns.")]
    assert told(report) == [
        ("projects.json 1 “Mill”", projects.INSTRUCTIONS), ("memories.json", projects.NO_TALK),
    ]  # fmt: skip
    assert report["refused"] == [
        {"row": "projects.json 2 “Untitled”", "msg": "It is no project of Claude: “filename” is missing."},
        {"row": "projects.json 3", "msg": "It is no project of Claude: a field is not of the kind that is expected."},
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [("[", "It is no list of projects: it is not JSON: Expecting value."), ("{}", "There is no project in it.")],
)
def test_projects_that_cannot_be_read_lose_no_conversation(bring, data, why):
    report = bring("claude", samples.zipped({"conversations.json": garden(), "projects.json": data}))
    assert report["counts"]["conversations"] == 1
    assert report["refused"] == [{"row": "projects.json", "msg": why}]


def boat(*messages: tuple[dict, list]) -> bytes:
    """A talk of ChatGPT of messages with these metadata and parts."""
    nodes = {
        str(place): {
            "parent": str(place - 1) if place else None,
            "message": {"author": {"role": "user"}, "create_time": 1700000000 + place, "metadata": metadata,
                        "content": {"parts": parts}},
        }
        for place, (metadata, parts) in enumerate(messages)
    }  # fmt: skip
    return json.dumps([{"title": "Boat", "mapping": nodes, "current_node": str(len(messages) - 1)}]).encode()


PICTURE = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://file-7"}
SPOKEN = {"content_type": "audio_transcription", "text": "Ahoy."}
HEARD = {"content_type": "audio_asset_pointer", "asset_pointer": "sediment://file_9"}


@pytest.mark.parametrize(
    ("messages", "unread", "remarks"),
    [
        ([({"attachments": [{"id": "file-7", "name": "boat.jpg"}, {"id": "x", "name": "log.pdf"}]}, [PICTURE, "See."])],
         2, [(", boat.jpg", attached.NOT_READ), (", log.pdf", attached.NOT_READ)]),
        ([({}, [PICTURE, "See."]), ({}, [PICTURE, HEARD, {"asset": 1}])],
         4, [("", "Not read of it: 2 pictures, 1 recording, 1 part of another kind.")]),
        ([({}, [SPOKEN, HEARD])], 0, []),
        ([({}, ["See."]), ({"is_visually_hidden_from_conversation": True}, [PICTURE])], 0, []),
        ([({"attachments": None}, ["See."])], 0, []),
    ],
)  # fmt: skip
def test_of_chatgpt_files_are_named_and_pictures_counted(bring, messages, unread, remarks):
    report = bring("chatgpt", boat(*messages))
    assert (report["counts"]["unread"], report["counts"]["conversations"], report["refused"]) == (unread, 1, [])
    assert told(report) == [(f"conversations.json 1 “Boat”{name}", what) for name, what in remarks]


def test_the_page_names_them_under_the_reason(bring, client, user):
    bring("claude", WITH_PLAN)
    client.force_login(user)
    page = client.get(reverse("moving")).text
    assert "1 file not read" in page
    assert f"{attached.NOT_READ}</p>" in page
    assert f"<li>{WHERE}, mill.png</li>" in page
