"""Which of several entries a name means: a person is asked, learning guesses and says that it did."""

from __future__ import annotations

import pytest

from graph.curation import entities, facts
from graph.curation.candidates import Candidate, Draft, Name
from graph.curation.names import AmbiguousName
from graph.curation.recorder import Actor
from graph.models import Change, Entity

pytestmark = pytest.mark.django_db


@pytest.fixture
def two_toms(user, now) -> list[int]:
    """Two people of one name, of whom the second is spoken of more."""
    made = [entities.create(user=user, name="Tom", type="person", by=Actor.person(user), now=now).pk for _ in range(2)]
    Entity.objects.filter(pk=made[1]).update(mention_count=5)
    return made


def test_a_person_is_asked_which_one_is_meant(user, now, two_toms):
    draft = Draft(Name("Tom"), "likes", value="tea")
    with pytest.raises(AmbiguousName):
        facts.state(user=user, draft=draft, by=Actor.person(user), now=now)


def test_learning_takes_the_one_that_is_spoken_of_most_and_says_that_it_guessed(user, now, two_toms):
    heard = [Candidate(Name("Tom", "person"), "likes", value="tea"), Candidate(Name("Rosa"), "likes", value="tea")]
    by = Actor(Change.Actor.EXTRACTOR, user)
    learned = facts.stage(user=user, candidates=heard, by=by, now=now, run="heard").created
    assert [fact.subject_id == two_toms[1] for fact in learned] == [True, False]
    assert [fact.metadata.get("ambiguous") for fact in learned] == [["tom"], None]
