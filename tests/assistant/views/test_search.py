"""Searching everything in the browser."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from graph.models import Retrieval
from graph.preferences.words import PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def book(page, user, caller, now, work, minilm):
    from graph.curation import facts
    from graph.curation.candidates import Draft, Name

    for subject, predicate, target in (
        ("Quillon", "feeds", "Brandle"),
        ("Brandle", "feeds", "Corvik"),
        ("Corvik", "cools", "Dromund"),
    ):
        draft = Draft(Name(subject, "thing"), predicate, object=Name(target, "thing"))
        facts.state(user=user, draft=draft, by=caller, now=now)
    work()
    return page


def found(page, **asked) -> str:
    answer = page.get(reverse("search"), asked)
    assert answer.status_code == 200
    return answer.text


def facts_on(text: str) -> list[str]:
    rows = re.findall(r'<p class="fact[^"]*">(.*?)</p>', text)
    return [re.sub(r"<[^>]+>", "", row).strip() for row in rows]


def test_connections_are_followed_only_when_asked_and_as_far_as_asked_t34(book):
    question = {"q": "Quillon", "preset": "tx"}
    near = facts_on(found(book, **question))
    one = facts_on(found(book, **question, expand=1, depth=1))
    far = facts_on(found(book, **question, expand=1, depth=3))
    assert "Corvik cools Dromund" not in near
    assert "Quillon feeds Brandle" in one
    assert "Corvik cools Dromund" in far


def test_each_result_says_how_far_it_is_and_the_way_t33_t36(book):
    text = found(book, q="Quillon", expand=1, depth=3, preset="jacq")
    assert facts_on(text) == ["Quillon feeds Brandle", "Brandle feeds Corvik", "Corvik cools Dromund"]
    steps = re.findall(r"(\d) steps? away", text)
    assert (len(steps), steps) == (3, sorted(steps))
    assert int(steps[-1]) >= 2
    way = re.findall(r"<li(?: class=\"step\")?>([^<]+)</li>", text)
    assert way[:3] == ["Quillon", "feeds", "Brandle"]
    assert way[-5:] == ["Brandle", "feeds", "Corvik", "cools", "Dromund"]


def test_the_parts_of_a_score_are_shown_when_asked_t36(book):
    question = {"q": "What feeds Brandle?", "expand": 1}
    plain, why = found(book, **question), found(book, **question, verbose=1)
    assert "Together" in plain
    assert "<dt>Meaning</dt>" not in plain
    assert "<dt>Meaning</dt>" in why
    assert "<dt>Confidence</dt>" in why


def test_the_address_keeps_everything_and_reading_it_leaves_nothing(book):
    text = found(book, q="Quillon & more", expand=1, depth=4, preset="maia", verbose=1)
    assert 'value="Quillon &amp; more"' in text
    assert '<option value="4" selected>' in text
    assert '<option value="maia" selected>' in text
    assert text.count(" checked") == 2
    assert not Retrieval.objects.exists()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_way_of_searching_answers(book, preset):
    assert "Quillon" in found(book, q="Quillon", expand=1, preset=preset)


@pytest.mark.parametrize("asked", [{}, {"q": " "}, {"q": "x" * 5000, "depth": "99"}, {"q": "a", "preset": "oracle"}])
def test_odd_addresses_are_answered(book, asked):
    assert "Search" in found(book, **asked)


def test_nothing_known_is_said_in_words(book):
    assert "Nothing is known about that." in found(book, q="submarine engines of 1890")


def test_anothers_facts_are_not_found(book, stranger):
    text = stranger.get(reverse("search"), {"q": "Quillon", "expand": 1}).text
    assert facts_on(text) == []


def test_the_number_of_queries_does_not_grow_with_the_results(book, django_assert_num_queries, user, caller, now, work):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for depth in (1, 3):
        found(book, q="Quillon", expand=1, depth=depth, preset="tx")
        with CaptureQueriesContext(
            connection,
        ) as one:
            found(book, q="Quillon ", expand=1, depth=depth, preset="tx", verbose=1)
        counts.append(len(one))
    assert counts[0] == counts[1]


def test_the_index_leads_here_with_what_was_sought(page):
    assert reverse("search") in page.get(reverse("index")).text
    assert f"{reverse('search')}?q=Nobody" in page.get(reverse("index"), {"q": "Nobody"}).text
