"""What programs keep in forms of their own: ChatGPT's custom instructions, Android's lines of a card, mem0's last day."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from assistant.models import Conversation
from graph import jobs
from graph.exchange import cards, instructions
from graph.models import Entity, Fact
from tests.conftest import NOW
from tests.graph.exchange.moving import stated
from tests.graph.exchange.test_contacts import card
from tests.graph.exchange.test_moving_in import SAID, talk

pytestmark = pytest.mark.django_db
ABOUT = "My sister Anna lives in Lisbon."
WRAPPED = f"The user provided the following information about themselves.\nUser profile:\n```{ABOUT}```"


def told(days: int, *, is_wrapped: bool) -> dict:
    """A conversation in which the instructions stand hidden before what was said."""
    one = talk([SAID.timestamp() + days * 86400])
    content = {"content_type": "user_editable_context", "user_profile": WRAPPED, "user_instructions": "```Be brief.```"}
    data = {} if is_wrapped else {"about_user_message": ABOUT, "about_model_message": "Be brief."}
    one["mapping"]["hidden"] = {
        "parent": None,
        "children": ["0"],
        "message": {
            "author": {"role": "user"},
            "content": content,
            "create_time": None,
            "metadata": {"is_visually_hidden_from_conversation": True, "user_context_message_data": data},
        },
    }
    one["mapping"]["0"]["parent"] = "hidden"
    return one | {"title": f"Boat {days}", "create_time": SAID.timestamp() + days * 86400}


@pytest.mark.parametrize("is_wrapped", [True, False])
def test_what_one_told_chatgpt_about_oneself_is_read_once_and_staged(bring, is_wrapped):
    data = json.dumps([told(3, is_wrapped=is_wrapped), told(0, is_wrapped=is_wrapped)]).encode()
    dry = bring("chatgpt", data, "true")
    report = bring("chatgpt", data)
    assert dry["counts"]["conversations"] == report["counts"]["conversations"] == 3
    assert report["remarks"] == [{"row": instructions.PLACE, "msg": instructions.NOT_READ}]
    kept = Conversation.objects.get(title=instructions.TITLE)
    assert [(one.role, one.text, one.created_at) for one in kept.messages.all()] == [("user", ABOUT, SAID)]
    jobs.work(lambda: NOW)
    jobs.work(lambda: NOW + dt.timedelta(minutes=5))
    assert ("Anna", "lives_in", "Lisbon") in stated(status="staged")
    assert bring("chatgpt", data)["counts"]["standing"] == 3


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("relation;Tom Ek;14;;;;;;;;;;;;;", {("Anna", "married_to", "Tom Ek")}),
        ("relation;Rosa;8;", {("Anna", "mother", "Rosa")}),
        ("relation;Vera;0;Godmother;;", {("Anna", "godmother", "Vera")}),
        ("contact_event;2015-06-20;1;;;", {("Anna", "anniversary", "2015-06-20")}),
        ("contact_event;1985-03-02;3;", {("Anna", "birthday", "1985-03-02")}),
        ("contact_event;2019-09-01;0;first day;", {("Anna", "first_day", "2019-09-01")}),
        ("contact_event;2019-09-01;2;;", {("Anna", "date", "2019-09-01")}),
    ],
)
def test_androids_relations_and_days_are_those_of_other_cards(bring, said, facts):
    data = card("Anna", f"X-ANDROID-CUSTOM:vnd.android.cursor.item/{said}", version="2.1").encode()
    report = bring("vcard", data)
    assert (stated(), report["refused"], report["remarks"]) == (facts, [], [])


def test_androids_nickname_is_another_name_and_what_is_of_another_kind_is_told(bring):
    lines = [f"X-ANDROID-CUSTOM:vnd.android.cursor.item/{one}" for one in ("nickname;Nan;1;;", "ski_pass;7;1;")]
    report = bring("vcard", card("Anna", *lines, version="2.1").encode())
    assert [one.text for one in Entity.objects.get(name="Anna").aliases.filter(kind="alias")] == ["Nan"]
    assert report["remarks"] == [{"row": "X-ANDROID-CUSTOM (1 card)", "msg": cards.NOT_READ}]


def test_a_memory_holds_until_the_day_on_which_it_expires(bring):
    memories = [
        {"memory": "Stays in Oslo", "expiration_date": "2026-08-31"},
        {"memory": "Likes rye", "expiration_date": None},
        {"memory": "Has a cold", "expiration_date": "soon"},
    ]
    report = bring("mem0", json.dumps(memories).encode())
    until = {fact.value: fact.valid_until and fact.valid_until.isoformat() for fact in Fact.objects.all()}
    assert until == {"Stays in Oslo": "2026-08-31T00:00:00+00:00", "Likes rye": None, "Has a cold": None}
    assert report["remarks"] == [{"row": "3", "msg": "Until when it holds could not be read."}]
