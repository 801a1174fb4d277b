"""A day that a program gave stands on every page as that day, wherever its owner lives."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from html import unescape

import pytest

from assistant.language_model import prompts
from assistant.without_model.narrowing import kept, narrowed
from graph.models import Fact
from tests.assistant.cast import fact

ZONES = ["America/New_York", "Asia/Tokyo", "UTC"]


@pytest.fixture(params=ZONES)
def zone(request, user) -> str:
    user.time_zone = request.param
    user.save()
    return request.param


def text(client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(unescape(answer.content.decode()).split())


def lives(api, town: str, **more) -> dict:
    said = {"subject": {"name": "Anna", "type": "person"}, "predicate": "lives_in", "object": {"name": town}}
    status, fact = api.post("/facts", said | more)
    assert status == 201, fact
    return fact


@pytest.mark.parametrize("day", ["2019-01-01", "2019-01-01T00:00:00Z", "2019-01-01T01:00:00+01:00"])
def test_since_and_until_are_the_days_that_were_given_on_every_page(api, client, user, zone, day):
    said = lives(api, "Porto", valid_from=day, valid_until="2031-06-01", expires_at="2032-03-01")
    client.force_login(user)
    for page in ("/facts/", f"/index/{said['subject']['id']}/"):
        told = text(client, page)
        assert "2019–2031" in told or "Jan 2019–Jun 2031" in told, page
        assert "kept until 1 Mar 2032" in told, page
    assert "since 1 Jan 2019" in text(client, "/ledger/")


def test_the_inbox_and_its_form_have_the_day_and_leave_its_moment_alone(api, client, user, zone):
    said = lives(api, "Porto", valid_from="2019-01-01", status="staged")
    client.force_login(user)
    told = text(client, f"/inbox/?at={said['id']}")
    assert "Since 1 Jan 2019" in told
    assert 'name="since" value="2019-01-01"' in text(client, f"/inbox/?at={said['id']}&edit=1")
    form = {"subject": "Anna", "reads": "lives in", "says": "Porto (Maia)", "is_entry": "on", "since": "2019-01-01"}
    assert client.post(f"/inbox/{said['id']}/", form | {"until": "2031-06-01"}).status_code in (200, 302)
    mended = Fact.objects.get(pk=said["id"])
    assert mended.object.name == "Porto (Maia)"
    assert mended.valid_from == dt.datetime(2019, 1, 1, tzinfo=dt.UTC)
    midnight = dt.datetime(2031, 6, 1, tzinfo=zoneinfo.ZoneInfo(zone))
    assert mended.valid_until == midnight, "a day that is typed begins with the person's own midnight"
    assert "until 1 Jun 2031" in text(client, f"/inbox/?at={said['id']}")


def test_a_contradiction_shows_the_days_of_both_sides(api, client, user, zone):
    lives(api, "Porto", valid_from="2019-01-01")
    lives(api, "Faro", valid_from="2020-03-01")
    client.force_login(user)
    told = text(client, "/conflicts/")
    assert "since Jan 2019" in told
    assert "since Mar 2020" in told


@pytest.mark.django_db(transaction=True)
def test_the_day_that_was_asked_about_is_that_day_in_an_answer_and_beside_it(api, client, user, work, minilm, zone):
    lives(api, "Porto", valid_from="2019-01-01")
    work()
    asked = {"message": "Where does Anna live?", "stream": False, "as_of": "2026-02-01"}
    answer = api.post("/chat", asked)[1]
    assert "On 1 February 2026" in answer["text"] or "held true on 1 February 2026" in answer["text"]
    client.force_login(user)
    told = text(client, f"/c/{answer['conversation']}/")
    assert "About 1 February 2026" in told
    assert "As it was held true on <b>1 February 2026</b>" in told


def test_a_model_is_told_the_day_that_was_asked_about(zone, now):
    here = now.astimezone(zoneinfo.ZoneInfo(zone))
    day = dt.datetime(2026, 2, 1, tzinfo=dt.UTC)
    for moment in (day, dt.datetime.combine(day.date(), dt.time.max, here.tzinfo).astimezone(dt.UTC)):
        told = prompts.answer(
            name="Ines", question="Where?", searched="", memory=None, history=[], now=here, as_of=moment
        )
        assert "The question is about 1 February 2026;" in told[0].text


def test_the_year_of_a_question_is_the_year_that_was_meant(zone, now):
    """East of Greenwich the first of January begins in the year before."""
    there = zoneinfo.ZoneInfo(zone)
    for midnight in (dt.datetime(2019, 1, 1, tzinfo=there), dt.datetime(2019, 1, 1, tzinfo=dt.UTC)):
        begun = midnight.astimezone(dt.UTC)
        by = narrowed("Who joined in 2018?", now.astimezone(there))
        assert kept([fact(1, "Anna", "joined", "Choir", valid_from=begun)], by) == []
