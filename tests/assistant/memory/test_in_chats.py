"""A chat of several people is learned from by who says what."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from assistant.extraction.parts.parties import SELF
from assistant.memory import in_chats
from graph import jobs
from graph.curation import in_turn, owners
from graph.documents.formats import messenger
from graph.models import Evidence, Fact
from tests.conftest import NOW
from tests.graph.exchange.moving import take

DAY = "12 March 2025"
SAID = dt.datetime(2025, 3, 12, 18, 24, tzinfo=dt.UTC)


def stated(*lines: str, roles: dict[str, str] | None = None) -> set[tuple[str, str, str]]:
    text = "\n\n".join(lines)
    found = list(in_chats.stated(text, messenger.turns(text, DAY), roles or {}))
    for one in found:
        assert one.quote in text[one.start : one.end]
    return {(one.subject.text, one.predicate, one.object.text if one.object else one.value or "") for one in found}


def test_who_says_it_stands_for_i_and_what_one_says_oneself_is_of_oneself():
    assert stated(
        "Tobi (at 18:24): I work at Marlow & Finch.",
        "Mara (me, at 18:25): I'm allergic to cashews. My sister Lena lives in Porto.",
        "Lena Brandt (at 18:26): My brother is called Jonas.",
    ) == {
        ("Tobi", "works_at", "Marlow & Finch"),
        (SELF.text, "allergic_to", "cashews"),
        (SELF.text, "sister", "Lena"),
        ("Lena", "lives_in", "Porto"),
        ("Lena Brandt", "brother", "Jonas"),
    }


def test_what_others_have_without_a_name_is_not_taken_for_ones_own():
    mum = {"mother": "Ingrid"}
    assert stated("Tobi (at 18:24): My mum works at Novartis. My goal is to beat my record.", roles=mum) == set()
    assert stated("Mara (me, at 18:24): My mum works at Novartis.", roles=mum) == {("Ingrid", "works_at", "Novartis")}


@pytest.mark.parametrize(
    ("who", "name"),
    [("Tobi", "Tobi"), ("Lena van Dam", "Lena van Dam"), ("Mum", "Ingrid"), ("Dad", None), ("+44 7700 900123", None),
     ("Plumber 2", None), ("Deleted account", None), ("", None)],
)  # fmt: skip
def test_only_who_is_called_by_a_name_is_told_of(who, name):
    found = in_chats.speaker(who, {"mother": "Ingrid"})
    assert (found and found.text) == name


def test_of_whom_a_cut_message_tells_is_not_known_but_what_it_says_of_others_is():
    assert stated("I work at Lidl. Anna lives in Ghent.", "Tobi (at 18:24): Ok") == {("Anna", "lives_in", "Ghent")}


@pytest.fixture
def mara(db):
    return owners.create(username="mara", password=None, name="Mara Lind", now=NOW)


@pytest.fixture
def bring(mara):
    """A chat with Oskar, of days and what he wrote then, brought in and read."""

    def bring(*messages: tuple[str, str]) -> None:
        sent = {"type": "message", "from": "Oskar", "from_id": "user8"}
        told = [{**sent, "date": f"{day}T18:24:00", "text": text} for day, text in messages]
        data = json.dumps({"name": "Oskar", "type": "personal_chat", "id": 1, "messages": told}).encode()
        assert take(mara, "telegram", data, dry_run=True)["facts_to_come"] == len(messages)
        take(mara, "telegram", data)
        jobs.work(lambda: NOW + dt.timedelta(minutes=5), user_id=mara.pk, limit=100)

    return bring


def test_what_was_said_on_two_days_held_one_after_the_other(mara, bring):
    bring(("2024-05-01", "I live in Falmouth."), ("2025-03-12", "I live in Bergen."))
    (turn,) = in_turn.turns(mara)
    assert (turn.first.object.name, turn.then.object.name, turn.at) == ("Falmouth", "Bergen", SAID)


def test_a_chat_that_is_brought_in_stages_what_was_said_under_its_day(mara, bring):
    bring(("2025-03-12", "I live in Falmouth now."))
    fact = Fact.objects.for_user(mara).get()
    assert (fact.subject.name, fact.predicate, fact.object.name) == ("Oskar", "lives_in", "Falmouth")
    assert (fact.status, fact.source) == (Fact.Status.STAGED, Fact.Source.FILE)
    quote = Evidence.objects.get(fact=fact)
    assert (quote.quote, quote.created_at) == ("I live in Falmouth now.", SAID)
