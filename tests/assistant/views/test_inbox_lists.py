"""The inbox as lists: narrowed, grouped, decided as a whole, and what that costs."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.curation import facts
from graph.curation.candidates import Candidate, Name
from graph.models import Change, Fact
from tests.assistant.views.test_inbox import status

pytestmark = pytest.mark.django_db
INBOX_QUERIES = 15


def test_proposals_are_grouped_by_where_they_come_from(page, waiting, three):
    text = page.get(reverse("inbox")).text
    assert text.index("Chats</b>") < text.index("About Anna</b>")  # the newest first
    assert text.count('class="group"') == 2
    assert "Confirm all 3" in text


def test_a_list_shows_only_its_own(page, waiting, three):
    text = page.get(reverse("inbox") + "?show=conflict").text
    assert f'id="p{waiting.pk}"' in text
    assert f'id="p{three[0].pk}"' not in text


@pytest.mark.parametrize("count", [1, 3])
def test_the_inbox_costs_the_same_with_one_and_with_three(
    page, user, caller, now, waiting, count, django_assert_num_queries
):
    candidates = [Candidate(Name(f"P{n}", "person"), "likes", object=Name(f"T{n}")) for n in range(count)]
    facts.stage(user=user, candidates=candidates, by=caller, now=now, run="a")
    page.get(reverse("inbox"))
    with django_assert_num_queries(INBOX_QUERIES):
        page.get(reverse("inbox"))


@pytest.mark.parametrize(
    ("asked", "claims"),
    [
        ("q=CHESS", ["chess"]),
        ("q=tomek", ["rye", "chess", "the sea"]),
        ("relation=lives_in", ["Porto"]),
        ("show=conflict", ["Porto"]),
        ("show=free", ["rye", "chess", "the sea"]),
        ("show=chats&q=sea", ["the sea"]),
        ("q=nothing+of+this", []),
    ],
)
def test_the_list_is_narrowed_by_words_relation_source_and_conflict(page, waiting, three, asked, claims):
    text = page.get(reverse("inbox") + f"?{asked}").text
    shown = [
        what for what in ("Porto", "rye", "chess", "the sea") if f"<b>{what}</b>" in text or f"</i> {what}</p>" in text
    ]
    assert sorted(shown) == sorted(claims)
    assert "Show everything" in text


@pytest.mark.parametrize(("group", "titles"), [("about", ["Anna", "Tomek"]), ("kind", ["likes", "lives in"])])
def test_the_list_is_grouped_by_subject_and_by_relation(page, waiting, three, group, titles):
    text = page.get(reverse("inbox") + f"?group={group}").text
    assert sorted(part.split("</b>")[0] for part in text.split('<p class="tab"><b>')[1:]) == titles


def test_what_narrows_the_list_stays_after_a_decision(by_script, waiting, three):
    asked = {"q": "tomek", "group": "kind", "show": "all"}
    answer = by_script.post(reverse("inbox-decide"), {"ids": three[0].pk, "decision": "confirm", **asked})
    assert 'name="q" value="tomek"' in answer.text
    assert "Porto</b>" not in answer.text
    assert "q=tomek&amp;group=kind" in answer.text


def test_the_rule_confirms_what_was_said_plainly_as_one_change_with_a_way_back(page, user, waiting, three):
    """Not what contradicts something, and not what was learned with doubt."""
    Fact.objects.exclude(pk=three[2].pk).update(confidence=0.9)
    assert "2 of these you said yourself, plainly, and nothing contradicts them." in page.get(reverse("inbox")).text
    assert "2 of 4" in page.get(reverse("inbox") + "?show=plain").text
    page.post(reverse("inbox-decide"), {"rule": "plain", "decision": "confirm"})
    assert [status(fact) for fact in (*three, waiting)] == ["confirmed", "confirmed", "staged", "staged"]
    entry = page.get(reverse("entity", args=[three[0].subject_id])).text
    assert 'class="mark auto"' in entry
    assert "Confirmed by rule" in entry
    page.post(reverse("fact-decide", args=[three[0].pk]), {"decision": "reopen"})
    assert status(three[0]) == Fact.Status.STAGED
    page.post(reverse("undo", args=[Change.objects.get(verb="reopen").pk]))
    page.post(reverse("undo", args=[Change.objects.get(verb="confirm").pk]))
    assert {status(fact) for fact in three} == {Fact.Status.STAGED}


def test_two_thousand_proposals_cost_the_queries_of_three(page, user, now, three, django_assert_num_queries):
    """Staged in bulk; the pace itself is printed by `bench inbox`."""
    subject = three[0].subject
    Fact.objects.bulk_create(
        Fact(user=user, subject=subject, predicate="likes", value=f"v{n}", value_key=f"k{n}", created_at=now)
        for n in range(2000)
    )
    page.get(reverse("inbox"))
    with django_assert_num_queries(INBOX_QUERIES - 1):  # nothing contradicts, so no question is looked up
        text = page.get(reverse("inbox")).text
    assert "more follow when these are decided" in text


def test_a_whole_list_is_decided_at_once_but_not_what_contradicts(page, user, waiting, caller, now, monkeypatch):
    monkeypatch.setattr("graph.queries.inbox.SHOWN", 2)
    many = [Candidate(Name(f"Friend {place}", "person"), "lives_in", Name("Porto")) for place in range(5)]
    staged = facts.stage(user=user, candidates=many, by=caller, now=now, run="b").created
    assert "Confirm all 5" not in page.get(reverse("inbox")).text
    text = page.get(reverse("inbox") + "?relation=lives_in").text
    assert "This list has 6 proposals; 5 of them contradict nothing." in text
    page.post(reverse("inbox-decide"), {"whole": "yes", "relation": "lives_in", "decision": "confirm"})
    assert {status(fact) for fact in staged} == {"confirmed"}
    assert status(waiting) == "staged"
    page.post(reverse("undo", args=[Change.objects.get(verb="confirm").pk]))
    assert {status(fact) for fact in staged} == {"staged"}


def test_everything_is_never_decided_at_once(page, three):
    answer = page.post(reverse("inbox-decide"), {"whole": "yes", "decision": "confirm"}, follow=True)
    assert "Nothing was picked." in answer.text
    assert {status(fact) for fact in three} == {"staged"}


def test_the_rule_speaks_only_of_a_list_that_holds_all_it_would_confirm(page, three):
    Fact.objects.update(confidence=0.9)
    assert "3 of these you said yourself" in page.get(reverse("inbox")).text
    assert "3 of these you said yourself" in page.get(reverse("inbox") + "?show=plain").text
    assert "of these you said yourself" not in page.get(reverse("inbox") + "?q=rye").text


def test_a_long_inbox_says_where_to_begin_and_a_short_one_does_not(page, user, caller, now, waiting):
    """J40: after a large import the first screen says what to do first, with how much of it there is."""
    assert "Where to begin" not in page.get(reverse("inbox")).text
    many = [Candidate(Name(f"P{n}", "person"), ("likes", "speaks")[n % 2], value=f"thing {n}") for n in range(40)]
    facts.stage(user=user, candidates=many, by=caller, now=now, run="many")
    text = page.get(reverse("inbox")).text
    start = text[text.index("Where to begin") : text.index("</ol>", text.index("Where to begin"))]
    assert "41 wait" in start
    assert "<b>1</b> contradicts something" in start
    assert "<b>40</b> contradict nothing" in start
    assert "show=free&amp;relation=likes" in start
    assert "Where to begin" not in page.get(reverse("inbox") + "?show=free").text
