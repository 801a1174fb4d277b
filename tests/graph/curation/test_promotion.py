"""A policy confirms only once it was chosen, for a reason that it names, and never against its owner."""

from __future__ import annotations

import pytest

from graph import jobs
from graph.curation import facts, promotion
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.promotion import POLICIES, Support, decide
from graph.curation.recorder import Actor
from graph.curation.undo import undo
from graph.models import Change, Chunk, Document, Evidence, Fact, Job, Retrieval, RetrievalItem, UserSettings

RULE = [
    # what speaks for a fact, by `evidence`, by `access`
    (Support(), "", ""),
    (Support(sources=("you",)), "", ""),
    (Support(sources=("you", "“Letter”")), "2 independent sources: you, “Letter”", ""),
    (Support(cited=2), "", ""),
    (Support(cited=3), "3 answers leaned on it", ""),
    (Support(helpful=3), "3 answers leaned on it", ""),
    (Support(read=9), "", "read for 9 answers"),
    (Support(read=2), "", ""),
    (Support(cited=3, read=3, unhelpful=1), "", ""),
    (Support(sources=("you", "“Letter”"), read=3, barred="in conflict"), "", ""),
]


@pytest.mark.parametrize(("support", "by_evidence", "by_access"), RULE)
def test_the_rule_as_a_table(support, by_evidence, by_access):
    """A-J2, A-J4, C22, W-J10: being read often is no evidence; only `access` takes it for some."""
    assert decide(support, "evidence") == by_evidence
    assert decide(support, "access") == by_access
    assert decide(support, "off") == ""


def test_every_policy_is_a_sentence_to_read():
    assert list(POLICIES) == ["off", "evidence", "access"]
    assert all(words.endswith(".") and len(words) > 40 for words in POLICIES.values())


@pytest.fixture
def passage(user, now):
    """A passage of a document or a chat, by its title."""

    def make(title: str, text: str, kind: str = "file") -> Chunk:
        document, _ = Document.objects.get_or_create(
            user=user,
            title=title,
            kind=kind,
            defaults={"source": title, "sha256": f"{title:0<64}", "status": "ready", "created_at": now},
        )
        return Chunk.objects.create(
            user=user, document=document, position=document.chunks.count(), text=text, created_at=now
        )

    return make


@pytest.fixture
def say(user, now):
    """Stage "Anna lives in Lisbon" from a passage."""

    def staged(chunk: Chunk, city: str = "Lisbon") -> Fact:
        candidate = Candidate(
            Name("Anna", "person"),
            "lives_in",
            Name(city, "place"),
            quote=chunk.text,
            chunk=chunk.pk,
            end=len(chunk.text),
        )
        by = Actor(Change.Actor.EXTRACTOR, user)
        written = facts.stage(user=user, candidates=[candidate], by=by, now=now, run="r").facts[0]
        assert written.fact is not None
        return written.fact

    return staged


def status(fact: Fact) -> str:
    fact.refresh_from_db()
    return fact.status


pytestmark = pytest.mark.django_db


def test_it_is_off_until_chosen(user, now, passage, say):
    fact = say(passage("A", "Anna lives in Lisbon."))
    say(passage("B", "Anna has her home in Lisbon."))
    promotion.enqueue(user, now)
    assert (promotion.chosen(user), Job.objects.filter(kind="promote").count()) == ("off", 0)
    assert promotion.apply(user=user, now=now) == []
    assert status(fact) == "staged"


def test_two_independent_sources_confirm_as_a_change_of_the_policy(user, now, passage, say):
    """A-J4, A-T1: the ledger says who confirmed and why."""
    fact = say(passage("A", "Anna lives in Lisbon."))
    say(passage("B", "Anna has her home in Lisbon."))
    promotion.choose(user=user, policy="evidence", now=now)
    jobs.work(lambda: now, kinds=["promote"])
    assert status(fact) == "confirmed"
    change = Change.objects.get(verb="confirm")
    assert (change.actor, change.reason) == ("policy", "policy evidence: 2 independent sources: “A”, “B”")


def test_the_same_claim_said_twice_is_one_fact_with_two_evidences_and_not_more_true(user, now, passage, say):
    first = say(passage("Chat one", "Anna lives in Lisbon.", "conversation"))
    second = say(passage("Chat two", "My sister Anna lives in Lisbon now.", "conversation"))
    assert (first.pk, Evidence.objects.filter(fact=first).count()) == (second.pk, 2)
    assert (first.confidence, second.confidence) == (0.7, 0.7)
    assert promotion.supports(user)[first.pk].sources == ("you",)


def test_a_copied_sentence_is_no_second_source(user, passage, say):
    fact = say(passage("A", "Anna lives in Lisbon."))
    say(passage("B", "anna lives in Lisbon"))
    assert promotion.supports(user)[fact.pk].sources == ("“A”",)


def test_the_person_and_a_document_are_two(user, passage, say):
    fact = say(passage("Chat", "Anna lives in Lisbon.", "conversation"))
    say(passage("Letter", "Anna has her home in Lisbon."))
    assert promotion.supports(user)[fact.pk].sources == ("you", "“Letter”")


def test_being_read_counts_for_access_only(user, now, passage, say):
    """W-J10: a fact that is only looked up does not confirm itself under `evidence`."""
    fact = say(passage("A", "Anna lives in Lisbon."))
    for _ in range(3):
        run = Retrieval.objects.create(user=user, query="q", created_at=now)
        RetrievalItem.objects.create(
            user=user, retrieval=run, kind="fact", object_id=fact.pk, rank=0, score=1, used=True
        )
    for policy, expected in (("evidence", "staged"), ("access", "confirmed")):
        promotion.choose(user=user, policy=policy, now=now)
        promotion.apply(user=user, now=now)
        assert status(fact) == expected


def test_what_was_undone_is_not_confirmed_again(user, now, passage, say):
    fact = say(passage("A", "Anna lives in Lisbon."))
    say(passage("B", "Anna has her home in Lisbon."))
    promotion.choose(user=user, policy="evidence", now=now)
    (change,) = promotion.apply(user=user, now=now)
    undo(user=user, change=change, by=Actor.person(user), now=now)
    assert promotion.apply(user=user, now=now) == []
    assert status(fact) == "staged"


def test_what_contradicts_something_waits_for_its_owner(user, now, passage, say):
    """W-J8, W-J9."""
    draft = Draft(Name("Anna", "person"), "lives_in", Name("Porto", "place"))
    facts.state(user=user, draft=draft, by=Actor.person(user), now=now)
    fact = say(passage("A", "Anna lives in Lisbon."))
    say(passage("B", "Anna has her home in Lisbon."))
    promotion.choose(user=user, policy="evidence", now=now)
    assert promotion.apply(user=user, now=now) == []
    assert status(fact) == "staged"


def test_what_was_rejected_once_is_never_confirmed_without_its_owner(user, now, passage, say, caller):
    fact = say(passage("A", "Anna lives in Lisbon."))
    facts.decide(user=user, ids=[fact.pk], decision="reject", by=caller, now=now)
    draft = Draft(Name("Anna"), "lives_in", Name("Lisbon"), status="staged")
    Fact.objects.filter(pk=fact.pk).update(status="retracted")
    again = facts.state(user=user, draft=draft, by=caller, now=now)[0]
    Fact.objects.filter(pk=fact.pk).update(status="rejected")
    Fact.objects.filter(pk=again.pk).update(used_count=5)
    promotion.choose(user=user, policy="evidence", now=now)
    assert promotion.apply(user=user, now=now) == []


def test_another_persons_proposals_are_left_alone(user, other_user, now, passage, say):
    fact = say(passage("A", "Anna lives in Lisbon."))
    say(passage("B", "Anna has her home in Lisbon."))
    promotion.choose(user=other_user, policy="evidence", now=now)
    assert promotion.apply(user=other_user, now=now) == []
    assert status(fact) == "staged"


def test_a_choice_keeps_what_else_is_set_there(user, now):
    UserSettings.objects.update_or_create(user=user, defaults={"learning": {"other": 1}})
    promotion.choose(user=user, policy="access", now=now)
    assert UserSettings.objects.get(user=user).learning == {"other": 1, "policy": "access"}
