"""Every change in sentences, and the way back from each."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from graph.curation import conflicts, entities, facts
from graph.curation.candidates import Candidate, Name
from graph.curation.recorder import Actor
from graph.models import Change, Conflict, Entity, Fact
from graph.queries.deeds import VERBS
from tests.servers import ROOT

pytestmark = pytest.mark.django_db


def test_a_search_that_finds_nothing_says_so_and_leads_back(page):
    text = page.get(reverse("ledger") + "?q=Xaver").text
    assert "No such change." in text
    assert "Show all changes" in text


def test_what_was_written_and_proposed_stands_in_sentences(page, confirmed, waiting):
    text = page.get(reverse("ledger")).text
    assert "<b>You</b> wrote down 1 fact" in text
    assert '<span class="plus"><span>Anna lives in Lisbon</span></span>' in text
    assert "<b>Learning</b> proposed 1 fact" in text
    assert '<span class="plus"><span>Anna lives in Porto, unconfirmed</span></span>' in text
    assert "Porto joins the index" in text


def test_every_kind_of_change_is_told_in_words():
    """A kind without words would be shown by its name in the code: "An import verify"."""
    written = {
        verb
        for path in [*ROOT.glob("graph/**/*.py"), *ROOT.glob("assistant/**/*.py")]
        for verb in re.findall(r'\bverb="(\w+)"', path.read_text())
    }
    assert {"state", "verify", "new_version", "import"} <= written <= set(VERBS)


def test_of_what_was_erased_since_no_undo_is_offered(page, confirmed):
    entry = confirmed.subject_id
    page.post(reverse("entity-erase", args=[entry]), {"including_passages": "on"})
    for name in ("Lisbon", "Porto"):
        for pk in Entity.objects.filter(name=name).values_list("pk", flat=True):
            page.post(reverse("entity-erase", args=[pk]), {"including_passages": "on"})
    text = page.get(reverse("ledger")).text
    gone = text[text.index("wrote down what was erased since") :]
    assert "Undo" not in gone[: gone.index("</li>")]


def test_a_confirmation_shows_pencil_before_and_ink_after(page, user, caller, now, waiting):
    facts.decide(user=user, ids=[waiting.pk], decision="confirm", by=caller, now=now)
    text = page.get(reverse("ledger")).text
    assert '<span class="minus"><span>Anna lives in Porto, unconfirmed</span></span>' in text
    assert '<span class="plus"><span>Anna lives in Porto</span></span>' in text


def test_changes_are_found_by_actor_and_by_name(page, user, caller, now, confirmed, waiting):
    entities.create(user=user, name="Tomek", by=caller, now=now)
    assert "wrote down" not in page.get(reverse("ledger") + "?by=extractor").text
    found = page.get(reverse("ledger") + "?q=Lisbon").text
    assert "wrote down" in found
    assert "Tomek joins" not in found


def test_a_change_is_undone_and_done_again(page, confirmed):
    change = Change.objects.get(verb="state")
    answer = page.post(reverse("undo", args=[change.pk]), {"next": reverse("ledger")}, follow=True)
    assert "Undone." in answer.text
    assert "Redo" in answer.text
    assert not Fact.objects.exists()
    page.post(reverse("undo", args=[Change.objects.get(verb="undo").pk]))
    assert Fact.objects.filter(pk=confirmed.pk).exists()


def test_what_a_later_change_stands_on_is_undone_together(page, user, caller, now, confirmed):
    facts.edit(user=user, fact_id=confirmed.pk, by=caller, now=now, pinned=True)
    first = Change.objects.get(verb="state")
    refused = page.post(reverse("undo", args=[first.pk]))
    assert refused.status_code == 409
    assert "cannot be undone alone" in refused.text
    later = Change.objects.get(verb="edit")
    assert f'name="with" value="{later.pk},"' in refused.text
    page.post(reverse("undo", args=[first.pk]), {"with": f"{later.pk},"})
    assert not Fact.objects.exists()


def test_undone_twice_is_undone_once(page, confirmed):
    change = Change.objects.get(verb="state")
    page.post(reverse("undo", args=[change.pk]))
    assert "undone before" in page.post(reverse("undo", args=[change.pk]), follow=True).text


def test_undo_goes_back_as_far_as_one_likes_and_then_says_so(page, user, caller, now, confirmed):
    entities.create(user=user, name="Tomek", by=caller, now=now)
    page.post(reverse("undo-last"))
    page.post(reverse("undo-last"))
    assert not Fact.objects.exists()
    assert "nothing left to undo" in page.post(reverse("undo-last"), follow=True).text


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_after_an_undo_nobody_is_sent_elsewhere(page, confirmed, target):
    answer = page.post(reverse("undo-last"), {"next": target})
    assert answer.headers["Location"] == reverse("ledger")


@pytest.mark.parametrize("count", [1, 3])
def test_the_ledger_costs_the_same_with_one_and_with_three(
    page, user, caller, now, confirmed, count, django_assert_num_queries
):
    for number in range(count):
        entities.create(user=user, name=f"Entry {number}", by=caller, now=now)
    with django_assert_num_queries(12):
        page.get(reverse("ledger"))


def test_changes_that_only_add_words_to_known_facts_stand_in_one_line_with_the_words(page, user, caller, now):
    """J50: what says nothing alone does not hide what was learned."""
    for text in ("I like rye.", "I do like rye!", "Rye, as ever.", "I still like rye."):
        candidate = Candidate(Name("Tomek", "person"), "likes", value="rye", quote=text)
        facts.stage(user=user, candidates=[candidate], by=caller, now=now, run=text)
    text = page.get(reverse("ledger")).text
    assert "proposed 1 fact" in text
    folded = text[text.index('<li class="folded">') : text.index("</details>")]
    assert "found 3 more quotes for what was written before" in folded
    assert all(f"“{words}”" in folded for words in ("I do like rye!", "Rye, as ever.", "I still like rye."))
    assert text.count("found 1 more quote") == folded.count("found 1 more quote") == 3


@pytest.mark.parametrize(
    ("decision", "says"),
    [
        ("newer", "The newer was kept; the older stands as history."),
        ("older", "The older was kept; the newer was turned down."),
        ("both", "Both may hold at once."),
        ("by_time", "One held first, then the other."),
    ],
)
def test_how_a_contradiction_was_settled_is_said_in_a_sentence(page, user, waiting, now, decision, says):
    by = Actor(Change.Actor.USER, user)
    conflicts.resolve(user=user, conflict=Conflict.objects.get(), decision=decision, by=by, now=now)
    text = page.get(reverse("ledger")).text
    assert says in text
    assert f"Because: {decision}" not in text


def test_the_lines_that_are_not_shown_of_a_large_change_are_counted(page, user, caller, now):
    many = [Candidate(Name("Tomek", "person"), "likes", value=f"loaf {number}") for number in range(100)]
    facts.stage(user=user, candidates=many, by=caller, now=now, run="many")
    assert "and 93 more lines" in page.get(reverse("ledger")).text  # a hundred facts and an entry, less eight
