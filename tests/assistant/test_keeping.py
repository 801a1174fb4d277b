"""The health page (issue 6.9): each part of the score, its link, passes counted before they run, indexes written anew."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from graph.models import Entity, Fact
from graph.projections import keywords
from graph.queries.health import health


@pytest.fixture
def signed_in(client, user, api):
    client.force_login(user)
    return client


def numbers(user, now) -> dict[str, int]:
    return {part.name: part.number for part in health(user, now).parts}


def test_an_untouched_book_is_well(user, now):
    found = health(user, now)
    assert found.score == 100
    assert all(part.number == 0 for part in found.parts)


def test_one_is_told_as_one_and_several_as_several(api, signed_in):
    api.post("/entities", {"name": "Alone"})
    assert "1 entry has no fact and is named nowhere" in signed_in.get("/health/").content.decode()
    api.post("/entities", {"name": "Alone as well"})
    assert "2 entries have no fact and are named nowhere" in signed_in.get("/health/").content.decode()


def test_each_part_counts_what_is_not_well(api, user, now):
    api.post("/entities", {"name": "Alone"})
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Porto"}})
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": "Lisbon"}})
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "value": "tea", "status": "staged"})
    api.post("/entities", {"name": "Bela", "aliases": ["anna"]})
    Fact.objects.filter(predicate="lives_in").update(
        created_at=now - dt.timedelta(days=900), confirmed_at=now - dt.timedelta(days=900)
    )
    found = numbers(user, now)
    assert found["orphans"] == 2
    assert found["duplicates"] == 2
    assert found["unconfirmed"] == 1
    assert found["contradictions"] == 1
    assert found["stale"] == Fact.objects.confirmed().filter(predicate="lives_in").count() == 2
    assert health(user, now).score < 100


def test_a_pinned_fact_is_never_stale(api, user, now):
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "value": "tea"})
    Fact.objects.update(created_at=now - dt.timedelta(days=900), confirmed_at=None, pinned=True)
    assert numbers(user, now)["stale"] == 0


def test_a_broken_index_is_shown_and_written_anew(api, signed_in, user, now):
    _, made = api.post("/entities", {"name": "Anna"})
    keywords.remove("entity", user.pk, [int(made["id"])])
    page = signed_in.get("/health/").content.decode()
    assert "Write the indexes anew" in page
    assert numbers(user, now)["agreement"] == 1
    signed_in.post("/health/repair/")
    assert numbers(user, now)["agreement"] == 0


def test_the_indexes_of_a_large_book_are_compared_when_asked_for(api, signed_in, monkeypatch):
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "value": "tea"})
    monkeypatch.setattr("graph.queries.health.COMPARED_AT_ONCE", 0)
    of_itself = signed_in.get("/health/").text
    assert 'hx-get="?compare=yes" hx-trigger="load"' in of_itself, "the page is there at once, and compares then"
    assert "Indexes" not in of_itself
    monkeypatch.setattr("graph.queries.health.COMPARED", 0)
    text = signed_in.get("/health/").text
    assert "Compare them now" in text
    assert "Indexes" not in text
    asked = signed_in.get("/health/?compare=yes").text
    assert "Indexes" in asked
    assert "Compare them now" not in asked


def test_a_pass_is_counted_before_it_writes(api, signed_in, user):
    for one, two in (("Anna", "Bela"), ("Bela", "Cleo"), ("Cleo", "Anna")):
        api.post("/facts", {"subject": {"name": one}, "predicate": "knows", "object": {"name": two}})
    counted = signed_in.post("/health/pass/", {"pass": "communities"}).content.decode()
    assert "Do it" in counted
    assert not Entity.objects.exclude(community=None).exists()
    signed_in.post("/health/pass/", {"pass": "communities", "sure": "yes"})
    assert Entity.objects.exclude(community=None).exists()


def test_every_part_links_to_where_it_is_mended(signed_in):
    page = signed_in.get("/health/").content.decode()
    for address in ("/inbox/", "/conflicts/", "/index/", "/documents/"):
        assert f'<span class="health-name"><a href="{address}' in page


def test_the_page_makes_as_many_queries_for_many_as_for_few(api, signed_in):
    def count() -> int:
        signed_in.get("/health/")
        with CaptureQueriesContext(connection) as made:
            signed_in.get("/health/")
        return len(made)

    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "likes", "value": "tea"})
    few = count()
    for place in range(10):
        api.post("/facts", {"subject": {"name": f"Friend {place}"}, "predicate": "likes", "value": f"tea {place}"})
    assert count() == few


def test_every_part_leads_to_a_list_of_just_what_is_not_well(api, signed_in, user, now):
    """Issue 6.9: a click on what is not well shows that and nothing else."""
    api.post("/entities", {"name": "Alone"})
    api.post("/entities", {"name": "Bela", "aliases": ["anna"]})
    api.post("/facts", {"subject": {"name": "Carla"}, "predicate": "likes", "value": "old tea"})
    Fact.objects.update(created_at=now - dt.timedelta(days=900), confirmed_at=None)
    api.post("/facts", {"subject": {"name": "Carla"}, "predicate": "likes", "value": "new tea"})
    api.post("/entities", {"name": "Anna"})
    page = signed_in.get("/health/").text
    for link in ("/index/?show=shared", "/index/?show=alone", "/facts/?show=stale", "/documents/?show=failed"):
        assert f'href="{link}"' in page
    found = numbers(user, now)
    shared = signed_in.get("/index/?show=shared").text
    assert [name in shared for name in ("<b>Anna</b>", "<b>Bela</b>", "<b>Alone</b>")] == [True, True, False]
    assert shared.count('<span class="who">') == found["duplicates"] == 2
    alone = signed_in.get("/index/?show=alone").text
    assert alone.count('<span class="who">') == found["orphans"] == 3
    assert "<b>Carla</b>" not in alone
    stale = signed_in.get("/facts/?show=stale").text
    assert ("old tea" in stale, "new tea" in stale) == (True, False)
    assert "Everything could be read." in signed_in.get("/documents/?show=failed").text


def test_what_a_pass_counted_is_said_in_words_and_nothing_to_do_offers_no_button(api, signed_in):
    fact = {"subject": {"name": "Anna"}, "predicate": "has_pass_for", "value": "the ferry"}
    api.post("/facts", fact | {"expires_at": "2020-01-01T00:00:00Z"})
    counted = signed_in.post("/health/pass/", {"pass": "expire"}).text
    assert ">1 fact</span>" in counted
    assert 'name="sure"' in counted
    done = signed_in.post("/health/pass/", {"pass": "expire", "sure": "yes"}, follow=True).text
    assert "Let things end: 1 fact." in done
    again = signed_in.post("/health/pass/", {"pass": "expire"}).text
    assert "Nothing to do" in again
    assert 'name="sure"' not in again
