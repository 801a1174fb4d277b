"""A person, a fact and a small graph that several tests send or walk."""

from __future__ import annotations

import pytest

from tests.graph.api.links import link

ANNA = {"name": "Anna", "type": "person"}
LIVES = {"subject": ANNA, "predicate": "lives_in", "object": {"name": "Lisbon", "type": "place"}}


@pytest.fixture
def offices(api):
    link(api, "Anna", "works_for", "Acme", weight=0.9)
    link(api, "Bela", "works_for", "Acme", weight=0.5)
    link(api, "Acme", "located_in", "Lisbon", weight=0.8)
    link(api, "Anna", "knows", "Carl", weight=0.2)
    return api
