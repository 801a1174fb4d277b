"""Chats that come out of Telegram, Slack, Messenger and Instagram."""

from __future__ import annotations

import json

import pytest

from graph.curation import names
from graph.exchange.records import CannotRead
from graph.models import Document
from tests.conftest import NOW
from tests.graph.exchange import chat_samples
from tests.graph.exchange.moving import take
from tests.graph.exchange.samples import zipped

pytestmark = pytest.mark.django_db


@pytest.fixture
def mara(user):
    user.first_name = "Mara Lind"
    user.save()
    names.self_entity(user, NOW)
    return user


def chats() -> dict[str, str]:
    return {one.title: one.text for one in Document.objects.filter(kind=Document.Kind.IMPORT)}


def told(report: dict, key: str) -> set[tuple[str, str]]:
    return {(row["row"], row["msg"]) for row in report[key]}


def test_a_chat_of_telegram_is_a_document_a_year_with_who_said_what_and_when(mara):
    report = take(mara, "telegram")
    assert chats() == {
        "Oskar on Telegram, 2023": "## 30 December 2023\n\nOskar (at 21:05): The cabin key is under the blue pot.\n",
        "Oskar on Telegram, 2024": "## 2 January 2024\n\nMara Lind (me, at 08:10): I booked the sauna for Friday.\n\n"
        "Oskar (at 08:12): See the map (https://maps.example/c), room 4.\n\n## 3 January 2024\n\n"
        "Mara Lind (me, at 19:00): Forwarded, from Ski news: The lift is closed.\n",
        "Deleted account on Telegram, 2024": "## 1 February 2024\n\nDeleted account (at 10:00): Hi!\n",
        "Saved messages on Telegram, 2024": "## 2 February 2024\n\nMara Lind (me, at 10:00): Wifi: moss\n",
    }
    assert told(report, "refused") == {
        ("Telegram, Broken", "1 message of it cannot be read."),
        ("Telegram 5", "It is no chat of Telegram: “messages” is missing."),
    }
    assert told(report, "remarks") == {
        ("Telegram, Oskar", "What came with 1 message beside words was not read."),
        ("contacts", "Contacts of Telegram are not read; a phone exports them as vCard."),
    }


def test_whose_account_it_is_speaks_there_as_who_has_the_book_under_any_name(user):
    take(user, "telegram")
    assert "Mara Lind (me, at 08:10)" in chats()["Oskar on Telegram, 2024"]


def test_one_who_is_called_like_who_has_the_book_is_somebody_else_where_the_account_is_known(mara):
    said = [{"type": "message", "date": "2024-05-01T09:00:00", "from": "Mara", "from_id": "user9", "text": "I ski."}]
    chats_of = {"personal_information": {"user_id": 7}, "chats": {"list": [{"name": "Mara", "messages": said}]}}
    take(mara, "telegram", json.dumps(chats_of).encode())
    assert "Mara (at 09:00): I ski." in chats()["Mara on Telegram, 2024"]


def test_a_later_export_changes_the_last_year_alone(mara):
    take(mara, "telegram")
    later = json.loads(json.dumps(chat_samples.TELEGRAM))
    more = {**later["chats"]["list"][0]["messages"][0], "date": "2024-05-01T09:00:00", "text": "The boat is sold."}
    later["chats"]["list"][0]["messages"].append(more)
    counts = take(mara, "telegram", json.dumps(later).encode())["counts"]
    assert (counts["documents"], counts["changed"], counts["standing"]) == (0, 1, 3)
    assert "The boat is sold." in chats()["Oskar on Telegram, 2024"]


def test_one_chat_by_itself_and_one_in_a_zip_are_read_as_well(mara):
    chat = {**chat_samples.TELEGRAM["chats"]["list"][0]}
    take(mara, "telegram", json.dumps(chat).encode())
    first = chats()
    assert set(first) == {"Oskar on Telegram, 2023", "Oskar on Telegram, 2024"}
    counts = take(mara, "telegram", zipped({"ChatExport/result.json": json.dumps(chat)}))["counts"]
    assert (counts["documents"], counts["changed"], counts["standing"]) == (0, 0, 2)


def test_pages_of_telegram_are_read_like_its_json(mara):
    report = take(mara, "telegram", zipped(chat_samples.PAGES))
    assert chats() == {
        "Oskar on Telegram, 2023": "## 30 December 2023\n\nOskar (at 21:05): The cabin key is under\nthe blue pot.\n\n"
        "Oskar (at 21:06): See the map (https://maps.example/c) & go.\n",
        "Oskar on Telegram, 2024": "## 2 January 2024\n\n"
        "Mara Lind (me, at 08:10): Forwarded, from Ski news: The lift is closed.\n",
    }
    assert told(report, "refused") == {
        ("Telegram, Oskar", "2 messages of it cannot be read."),
        ("ChatExport/messages4.html", "It is no page of Telegram: there is nothing on it."),
    }
    assert told(report, "remarks") == {("Telegram, Oskar", "What came with 1 message beside words was not read.")}


def test_one_page_of_telegram_by_itself_is_read_as_well(mara):
    take(mara, "telegram", chat_samples.PAGES["ChatExport/messages2.html"].encode())
    assert set(chats()) == {"Oskar on Telegram, 2024"}


def test_a_workspace_of_slack_is_read_by_channels_with_its_codes_in_words(mara):
    report = take(mara, "slack")
    assert chats() == {
        "#launch on Slack, 2024": "## 4 March 2024\n\nJonas Berg (at 10:00): @Mara Lind the launch moves to <May>, see "
        "the plan (https://plan.example/x) in #launch\n\nMara Lind (me, at 10:01): Noted.\n",
        "Jonas Berg on Slack, 2024": "## 6 March 2024\n\nJonas Berg (at 10:00): The demo password is heron-42.\n",
    }
    assert {row for row, _ in told(report, "refused")} == {"launch/2024-03-05.json", "Slack, #launch"}
    assert told(report, "remarks") == {("Slack, #launch", "What came with 1 message beside words was not read.")}


def test_chats_of_meta_are_put_in_order_and_their_letters_are_mended(mara):
    report = take(mara, "meta")
    assert chats() == {
        "Zoë on Messenger, 2024": "## 3 June 2024\n\nMara Lind (me, at 07:33): Where shall we eat?\n\n"
        "Zoë (at 07:34): Café Nord at nine?\n",
        "Kim on Instagram, 2024": "## 3 June 2024\n\nKim (at 07:33): My studio is on Hill Lane.\n",
    }
    assert told(report, "refused") == {
        ("your_activity/messages/inbox/bad_3/message_1.json", "It is no chat of Meta: “messages” is missing."),
        ("Messenger, Zoë", "1 message of it cannot be read."),
    }
    assert told(report, "remarks") == {("Messenger, Zoë", "What came with 1 message beside words was not read.")}


def test_times_are_those_of_the_persons_zone(mara):
    mara.time_zone = "Asia/Tokyo"
    mara.save()
    take(mara, "meta")
    assert "Kim (at 16:33)" in chats()["Kim on Instagram, 2024"]


@pytest.mark.parametrize(
    ("name", "data", "wanted"),
    [
        ("telegram", b"{}", "Telegram Desktop writes them"),
        ("telegram", b"[", "Telegram Desktop writes them"),
        ("telegram", zipped({"page.html": "<html>"}), "Telegram Desktop writes them"),
        ("slack", b"{}", "Slack writes a zip"),
        ("slack", zipped({"a.txt": ""}), "Slack writes a zip"),
        ("meta", b"{}", "Meta packs chats"),
        ("meta", zipped({"a.json": "{}"}), "Meta packs chats"),
    ],
)  # fmt: skip
def test_a_file_without_a_chat_says_where_one_comes_from(mara, name, data, wanted):
    with pytest.raises(CannotRead, match=wanted):
        take(mara, name, data)
