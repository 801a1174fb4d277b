"""Relations that read the same from both ends: "Ann is married to Bob" and "Bob is married to Ann"."""

from __future__ import annotations

import pytest

from graph.curation import conflicts, facts
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.recorder import Actor
from graph.models import Change, Conflict, Fact


def learned(user, now, *said: tuple[str, str, str]):
    candidates = [Candidate(Name(subject, "person"), verb, Name(other, "person")) for subject, verb, other in said]
    by = Actor(Change.Actor.EXTRACTOR, user)
    return facts.stage(user=user, candidates=candidates, by=by, now=now, run="heard")


def stated(user, now, subject: str, predicate: str, other: str) -> Fact:
    draft = Draft(Name(subject), predicate, Name(other))
    return facts.state(user=user, draft=draft, by=Actor.person(user), now=now)[0]


def questions(user) -> list[Conflict]:
    return list(Conflict.objects.for_user(user).filter(state=Conflict.State.OPEN))


@pytest.mark.parametrize(("predicate", "known"), [("married_to", True), ("friend", True), ("likes", False)])
def test_what_is_learned_from_the_other_end_is_known_already(user, now, predicate, known):
    standing = stated(user, now, "Ann", predicate, "Bob")
    heard = learned(user, now, ("Bob", predicate, "Ann"))
    assert [one.created for one in heard.facts] == [not known]
    assert (heard.facts[0].fact == standing) is known
    assert questions(user) == []


def test_said_from_both_ends_in_one_breath_it_is_learned_once(user, now):
    heard = learned(user, now, ("Ann", "cousin", "Bob"), ("Bob", "cousin", "Ann"))
    assert len(heard.created) == 1


def test_what_was_rejected_is_not_proposed_from_the_other_end(user, now):
    proposed = learned(user, now, ("Ann", "cousin", "Bob")).created[0]
    facts.decide(user=user, ids=[proposed.pk], decision="reject", by=Actor.person(user), now=now)
    assert learned(user, now, ("Bob", "cousin", "Ann")).created == []


def test_the_other_end_can_have_only_one_either(api, user, now):
    """What is asked is about the one that both facts speak of, and both can be stated from both ends."""
    for subject, other in (("Ann", "Bob"), ("Bob", "Ann"), ("Cara", "Bob")):
        status, made = api.post(
            "/facts", {"subject": {"name": subject}, "predicate": "married_to", "object": {"name": other}}
        )
        assert status == 201
    asked = api.get("/conflicts")[1]["items"]
    assert {one["question"] for one in asked} == {"Bob is married to Ann or Cara?"}
    assert len(asked) == 2, "each of the two ways to say it contradicts"

    facts.delete(user=user, fact_ids=[int(made["id"])], by=Actor.person(user), now=now)
    assert questions(user) == []


def test_a_question_is_over_when_an_edit_leaves_the_two_nothing_in_common(user, now):
    stated(user, now, "Ann", "married_to", "Bob")
    other = stated(user, now, "Cara", "married_to", "Bob")
    assert len(questions(user)) == 1
    facts.edit(user=user, fact_id=other.pk, by=Actor.person(user), now=now, object=Name("Dan"))
    assert questions(user) == []


def test_the_page_asks_of_whom_both_speak(user, now, client):
    stated(user, now, "Ann", "married_to", "Bob")
    cara = stated(user, now, "Cara", "married_to", "Bob")
    client.force_login(user)
    page = client.get("/conflicts/").content.decode()
    assert ">Bob</a> is married to Ann, or Cara?" in page
    assert "<b>Ann</b>" in page
    assert "<b>Cara</b>" in page
    entity = client.get(f"/index/{cara.object_id}/").content.decode()
    assert "Bob is married to Ann, or Cara?" in " ".join(entity.split())
    assert "An open question" not in client.get(f"/index/{cara.subject_id}/").content.decode()
    conflicts.resolve(user=user, conflict=questions(user)[0], decision="newer", by=Actor.person(user), now=now)
    cara.refresh_from_db()
    assert cara.status == Fact.Status.CONFIRMED
