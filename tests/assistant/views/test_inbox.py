"""Deciding on proposals: one by one, many at once, with a way back."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.curation import facts, relations, taking_back
from graph.curation.candidates import Candidate, Draft, Name, Quote
from graph.curation.ending import Ending
from graph.curation.recorder import Actor
from graph.models import Change, Conflict, Fact

pytestmark = pytest.mark.django_db


def status(fact: Fact) -> str:
    fact.refresh_from_db()
    return fact.status


def test_an_empty_inbox_says_what_to_do_next(page):
    text = page.get(reverse("inbox")).text
    assert "The inbox is empty." in text
    assert reverse("chat") in text


def test_the_open_proposal_shows_its_words_in_context_and_what_it_contradicts(page, waiting):
    text = page.get(reverse("inbox")).text
    assert "“My sister <mark>Anna moved to Porto</mark> last week.”" in text
    assert "Anna lives in <del>Lisbon</del>" in text
    assert "Anna lives in <ins>Porto</ins>" in text
    assert "<b>Conflict.</b> You confirmed “lives in Lisbon”" in text
    assert "Anna <i>lives in</i> <b>Lisbon</b>" in text  # already known nearby
    assert "1 of 1" in text


def test_what_a_program_asks_to_have_forgotten_is_shown_as_that_request(page, user, caller, now):
    """It read "Anna should be forgotten lives in: Lisbon", and that answers would use it once it was confirmed."""
    stated, _ = facts.state(
        user=user, draft=Draft(Name("Anna"), "lives_in", object=Name("Lisbon")), by=Actor.person(user), now=now
    )
    taking_back.forget(user=user, found=[stated], outright=False, by=caller, now=now)
    asked = Fact.objects.get(predicate="should_be_forgotten")
    text = page.get(reverse("inbox")).text
    assert '<p class="claim">Forget: Anna <i>lives in</i> Lisbon</p>' in text
    assert "Asked for by another program" in text
    assert "It is taken back: answers no longer use it" in text
    assert "Answers use it first" not in text
    assert "To be forgotten" in text
    assert '<input name="reads"' not in page.get(reverse("inbox") + f"?at={asked.pk}&edit=1").text
    page.post(reverse("inbox-decide"), {"ids": asked.pk, "decision": "confirm"})
    assert status(stated) == "retracted"


def test_what_the_owner_said_is_over_is_asked_with_their_words_and_ends_what_they_confirmed(page, user, now):
    stated, _ = facts.state(
        user=user, draft=Draft(Name("Anna"), "lives_in", object=Name("Lisbon")), by=Actor.person(user), now=now
    )
    said = Ending(stated.pk, now, Quote("Anna no longer lives in Lisbon.", extractor="rules"))
    facts.stage(
        user=user, candidates=[], by=Actor(Change.Actor.EXTRACTOR, user), now=now, run="message:1", endings=[said]
    )
    asked = Fact.objects.get(predicate="no_longer")
    text = page.get(reverse("inbox")).text
    assert '<p class="claim">No longer: Anna <i>lives in</i> Lisbon</p>' in text
    assert "Anna no longer lives in Lisbon." in text
    assert f"It ends on {now:%-d %b %Y} and is kept as history" in text
    assert "you said yourself, plainly" not in text  # it is not confirmed with all that nothing contradicts
    page.post(reverse("inbox-decide"), {"ids": asked.pk, "decision": "confirm"})
    stated.refresh_from_db()
    assert (stated.status, stated.valid_until) == ("confirmed", now)
    assert status(asked) == "retracted"


def test_any_proposal_can_be_opened_by_its_address(page, waiting, three):
    text = page.get(reverse("inbox") + f"?at={three[1].pk}").text
    assert '<p class="claim">Tomek <i>likes</i> chess</p>' in text
    assert f'data-key="k" href="?at={three[0].pk}' in text
    assert f'data-key="j" href="?at={three[2].pk}' in text


def test_confirming_opens_the_next_and_offers_undo(by_script, three):
    first, second, _ = three
    answer = by_script.post(
        reverse("inbox-decide"), {"ids": first.pk, "decision": "confirm", "next": second.pk, "show": "all"}
    )
    assert status(first) == Fact.Status.CONFIRMED
    assert '<p class="claim">Tomek <i>likes</i> chess</p>' in answer.text
    assert "Confirmed 1 fact." in answer.text
    change = Change.objects.get(verb="confirm")
    assert f'action="{reverse("undo", args=[change.pk])}"' in answer.text
    assert 'hx-target="#rail-pages"' in answer.text
    assert "1 decided today, 2 to go" in answer.text


def test_without_script_the_same_buttons_lead_back_to_the_inbox(page, three):
    answer = page.post(reverse("inbox-decide"), {"ids": three[0].pk, "decision": "reject", "next": three[1].pk})
    assert status(three[0]) == Fact.Status.REJECTED
    assert answer.headers["Location"] == f"{reverse('inbox')}?at={three[1].pk}"


def test_many_are_decided_at_once_and_undone_at_once(page, three):
    ids = ",".join(str(fact.pk) for fact in three)
    page.post(reverse("inbox-decide"), {"ids": ids, "decision": "confirm"})
    assert {status(fact) for fact in three} == {Fact.Status.CONFIRMED}
    page.post(reverse("undo-last"))
    assert {status(fact) for fact in three} == {Fact.Status.STAGED}


def test_selected_ones_come_as_single_ids(page, three):
    page.post(reverse("inbox-decide"), {"ids": [three[0].pk, three[2].pk], "decision": "reject"})
    assert [status(fact) for fact in three] == ["rejected", "staged", "rejected"]


def test_deciding_nothing_says_so(page, three):
    assert "Nothing was picked." in page.post(reverse("inbox-decide"), {"decision": "confirm"}, follow=True).text


def test_what_was_decided_elsewhere_is_told_and_not_changed(page, three):
    page.post(reverse("inbox-decide"), {"ids": three[0].pk, "decision": "reject"})
    answer = page.post(reverse("inbox-decide"), {"ids": three[0].pk, "decision": "confirm"}, follow=True)
    assert "Already decided in another window." in answer.text
    assert status(three[0]) == Fact.Status.REJECTED


def test_confirm_and_replace_keeps_the_old_one_as_history(page, confirmed, waiting):
    conflict = Conflict.objects.get()
    page.post(reverse("inbox-settle", args=[conflict.pk]), {"decision": "newer"})
    assert (status(confirmed), status(waiting)) == (Fact.Status.SUPERSEDED, Fact.Status.CONFIRMED)


def test_confirming_the_older_says_that_the_newer_is_rejected(by_script, confirmed, waiting):
    older = Conflict.objects.get().older_id
    Fact.objects.filter(pk=older).update(status=Fact.Status.STAGED)
    text = by_script.get(reverse("inbox") + f"?at={older}").text
    assert "is rejected</li>" in text
    assert "Only this one" in text
    answer = by_script.post(reverse("inbox-settle", args=[Conflict.objects.get().pk]), {"decision": "older"})
    assert "Confirmed; the other is rejected." in answer.text
    assert "2 decided today, 0 to go" in answer.text


def test_the_lists_beside_the_inbox_are_counted_anew_with_every_decision(by_script, three):
    answer = by_script.post(reverse("inbox-decide"), {"ids": three[0].pk, "decision": "confirm", "next": three[1].pk})
    lists = answer.text.partition('hx-target="#lists"')[2].partition("</hx-partial>")[0]
    assert '<span>Everything</span><span class="count">2</span>' in lists


def test_both_can_stand(page, confirmed, waiting):
    page.post(reverse("inbox-settle", args=[Conflict.objects.get().pk]), {"decision": "both"})
    assert (status(confirmed), status(waiting)) == (Fact.Status.CONFIRMED, Fact.Status.CONFIRMED)


def test_a_conflict_answered_twice_is_answered_once(page, confirmed, waiting):
    address = reverse("inbox-settle", args=[Conflict.objects.get().pk])
    page.post(address, {"decision": "newer"})
    assert "answered in another window" in page.post(address, {"decision": "older"}, follow=True).text
    assert status(waiting) == Fact.Status.CONFIRMED


MENDED = {"subject": "Tomek", "reads": "dislikes", "says": "rye", "since": "2025-01-01", "show": "all"}


def test_a_proposal_is_mended_in_place(page, three):
    assert 'name="reads" value="likes"' in page.get(reverse("inbox") + f"?at={three[0].pk}&edit=1").text
    page.post(reverse("inbox-mend", args=[three[0].pk]), MENDED)
    three[0].refresh_from_db()
    assert (three[0].predicate, three[0].value, three[0].status) == ("dislikes", "rye", "staged")
    assert three[0].valid_from.isoformat() == "2025-01-01T00:00:00+00:00"


def test_a_relation_that_reads_otherwise_by_its_owner_is_the_same_when_its_fact_is_mended(
    page, user, caller, now, three
):
    relations.describe(user=user, name="likes", by=caller, now=now, label="is fond of")
    page.post(reverse("inbox-mend", args=[three[0].pk]), MENDED | {"reads": "is fond of", "says": "barley"})
    page.post(reverse("inbox-mend", args=[three[1].pk]), MENDED | {"reads": "Is fond of", "says": "go"})
    for fact in three[:2]:
        fact.refresh_from_db()
    assert [(one.predicate, one.value) for one in three[:2]] == [("likes", "barley"), ("likes", "go")]


def test_a_proposal_is_mended_and_confirmed_in_one_step(page, three):
    page.post(reverse("inbox-mend", args=[three[0].pk]), MENDED | {"confirm": ""})
    assert status(three[0]) == Fact.Status.CONFIRMED


def test_a_value_becomes_an_entry_of_its_own(page, three):
    page.post(reverse("inbox-mend", args=[three[1].pk]), MENDED | {"says": "Chess Club", "is_entry": "on"})
    three[1].refresh_from_db()
    assert three[1].object.name == "Chess Club"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"until": "2024-01-01"}, "A fact cannot end before it begins."),
        ({"reads": ""}, "This field is required."),
        ({"says": "chess", "reads": "likes"}, "The same fact stands already."),
    ],
)
def test_a_mistake_in_mending_is_shown_and_what_was_typed_stays(page, three, change, says):
    answer = page.post(reverse("inbox-mend", args=[three[0].pk]), MENDED | change)
    assert says in answer.text
    assert 'name="subject" value="Tomek"' in answer.text
    assert status(three[0]) == Fact.Status.STAGED


def test_keys_can_be_off(page, three):
    page.post(reverse("settings-keys"), {"keyboard": "off"})
    text = page.get(reverse("inbox")).text
    assert 'data-keys="off"' in text
    assert "Keys are off." in text


def test_undo_goes_back_through_every_decision_and_opens_what_it_gave_back(page, three):
    for fact, decision in zip(three, ("confirm", "reject", "confirm"), strict=True):
        page.post(reverse("inbox-decide"), {"ids": fact.pk, "decision": decision})
    for fact in reversed(three):
        answer = page.post(reverse("undo-last"), {"next": reverse("inbox") + "?group=kind"})
        assert answer.headers["Location"] == f"{reverse('inbox')}?group=kind&at={fact.pk}"
        assert status(fact) == Fact.Status.STAGED


def test_a_moment_is_shown_by_the_persons_clock_and_edited_as_it_is_kept(page, user, caller, now):
    heard = Candidate(Name("Chess evening", "event"), "starts", value="2026-12-03T18:30:00+00:00")
    facts.stage(user=user, candidates=[heard], by=caller, now=now, run="c")
    text = page.get(reverse("inbox")).text
    assert "3 December 2026, 18:30" in text
    assert "T18:30" not in text
    assert 'value="2026-12-03T18:30:00+00:00"' in page.get(reverse("inbox") + "?edit=1").text
    assert "Chess evening starts 3 December 2026, 18:30, unconfirmed" in page.get(reverse("ledger")).text


def test_what_contradicts_only_a_proposal_does_not_claim_that_it_is_known(page, user, caller, now):
    both = [Candidate(Name("Ada", "person"), "lives_in", Name(town, "place")) for town in ("Porto", "Cork")]
    facts.stage(user=user, candidates=both, by=caller, now=now, run="d")
    text = page.get(reverse("inbox")).text
    assert "contradicts another proposal" in text
    assert "contradicts what is known" not in text


def test_the_number_on_a_small_screens_tab_follows_each_decision(by_script, three):
    answer = by_script.post(reverse("inbox-decide"), {"ids": three[0].pk, "decision": "confirm"})
    assert '<hx-partial hx-target="#tab-waiting" hx-swap="innerHTML">2</hx-partial>' in answer.text
