"""Walks over a person's graph, as pages ask for them."""

from __future__ import annotations

from functools import partial

import pytest

from graph import params
from graph.curation.names import self_entity
from graph.projections import adjacency
from graph.queries import walks
from graph.retrieval.types import ENTITY, node
from graph.walks.deadline import Deadline
from graph.walks.traverse import Walk

pytestmark = pytest.mark.django_db


def test_the_time_in_which_the_index_catches_up_is_none_of_the_walks(user, now, monkeypatch):
    seconds, of = [0.0], adjacency.of

    def slow(pk):
        seconds[0] += params.WALK_SECONDS + 1
        return of(pk)

    monkeypatch.setattr(adjacency, "of", slow)
    monkeypatch.setattr(walks, "Deadline", partial(Deadline, clock=lambda: seconds[0]))
    start = node(ENTITY, self_entity(user, now).pk)
    assert walks.reachable(user, start, Walk(), now).reached.visits == ()
