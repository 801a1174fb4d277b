"""The channel of meaning, which works beside the others: what is there is read, what fails is raised."""

from __future__ import annotations

import threading

import pytest

from graph.projections import embed, vectors
from graph.retrieval.channels import meaning

pytestmark = pytest.mark.django_db


class Searching:
    """A search that finds a fact, and entities only when it is let go on."""

    is_apart = True
    wanted = {"fact": 1, "entity": 1}

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.failure: Exception | None = None

    def __call__(self, question):
        yield "fact", [(1, 0.9)]
        self.go_on.wait()
        if self.failure:
            raise self.failure
        yield "entity", [(2, 0.8)]


@pytest.fixture
def search(monkeypatch, minilm):
    """What `begin` finds with here; let go on at the end, so that no thread waits for ever."""
    made = Searching()
    monkeypatch.setattr(vectors, "searching", lambda *_: made)
    yield made
    made.go_on.set()


def test_what_was_found_first_is_read_while_the_rest_is_searched_for(search, user):
    meant = meaning.begin(user.pk, "Where is Anna?", search.wanted)
    assert meant.nearest["fact"].result(60)[0] == [(1, 0.9)]
    assert not meant.nearest["entity"].done()
    search.go_on.set()
    assert meant.nearest["entity"].result(60)[0] == [(2, 0.8)]


def test_a_search_that_fails_is_raised_where_it_is_read(search, user):
    search.failure = OSError("the snapshot is gone")
    search.go_on.set()
    meant = meaning.begin(user.pk, "Where is Anna?", search.wanted)
    assert meant.nearest["fact"].result(60)[0] == [(1, 0.9)]
    with pytest.raises(OSError, match="the snapshot is gone"):
        meant.nearest["entity"].result(60)


def test_a_model_that_fails_keeps_nobody_waiting(search, user, monkeypatch):
    def broken(*_):
        raise MemoryError

    monkeypatch.setattr(embed, "encode_query", broken)
    meant = meaning.begin(user.pk, "Where is Anna?", search.wanted)
    for promised in (meant.embedded, *meant.nearest.values()):
        with pytest.raises(MemoryError):
            promised.result(60)
