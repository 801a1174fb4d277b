"""How often an entity is named is what a count of its mentions says, whatever was done to the book."""

from __future__ import annotations

import itertools
import os

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from graph.documents import mentions, removing, store
from graph.models import Change, Document, Entity, Evidence
from tests.graph.curation.deeds import PEOPLE, TOWNS, VERBS, Book

pytestmark = pytest.mark.django_db
SEQUENCES = 200 if os.environ.get("FAULTS_FULL") else 8 if os.environ.get("TEST_DATABASE") else 25


class ReadBook(Book):
    """One in which documents name its people and towns, and come and go."""

    def __init__(self, user, by, now):
        super().__init__(user, by, now)
        self.numbers, self.begun = itertools.count(), Change.objects.latest("pk").pk

    def read(self, one: int, other: int) -> None:
        mark = str(next(self.numbers))
        document = Document.objects.create(user=self.user, title="Walks", sha256=mark, created_at=self.now)
        said = [f"{PEOPLE[one % 4]} saw {TOWNS[other % 3]}.", f"{PEOPLE[other % 4]} went on."]
        chunks = store.add(document, [store.Passage(text) for text in said], self.now)
        mentions.link_chunks(self.user, chunks, self.now)

    def forget(self, one: int, other: int) -> None:
        rows = list(Document.objects.for_user(self.user).order_by("pk"))
        if rows:
            removing.delete(document=rows[one % len(rows)], **self.common)

    def take_back(self, one: int, other: int) -> None:
        if standing := self.standing(self.begun):
            self.undo(standing[one % len(standing)])

    def check(self) -> None:
        super().check()
        said = dict(Entity.objects.for_user(self.user).values_list("pk", "mention_count"))
        mentioned = Evidence.objects.for_user(self.user).filter(entity__isnull=False)
        named = list(mentioned.values_list("entity_id", flat=True))
        assert said == {pk: named.count(pk) for pk in said}


DEEDS = (*VERBS, "read", "read", "read", "merge", "split", "split", "forget", "take_back", "take_back")
steps = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 20), st.integers(0, 20)), min_size=1, max_size=14)


@settings(max_examples=SEQUENCES, deadline=None, suppress_health_check=list(HealthCheck))
@given(steps=steps)
def test_after_any_verbs_and_undos_every_entity_counts_its_mentions(user, caller, now, steps):
    with transaction.atomic():
        book = ReadBook(user, caller, now)
        for one in range(4):
            book.read(one, one + 1)
        note(f"{steps}")
        for verb, one, other in steps:
            book.act(verb, one, other)
        transaction.set_rollback(True)


@pytest.fixture
def named(api, work):
    """Anna is named in two documents, Ania in one of them and in one of her own."""
    for title, text in (
        ("one", "Anna met Ania."),
        ("two", "Anna sails."),
        ("three", "Ania sings."),
    ):
        assert api.post("/documents", {"title": title, "text": text, "options": {"learn": False}})[0] == 202
    work()
    ids = {name: api.post("/entities", {"name": name})[1]["id"] for name in ("Anna", "Ania")}
    work()
    return api, ids


def counts(api, ids) -> dict[str, int | None]:
    return {name: api.get(f"/entities/{pk}")[1].get("mention_count") for name, pk in ids.items()}


def test_a_merge_counts_the_mentions_of_both_and_its_undo_gives_them_back(named):
    api, ids = named
    assert counts(api, ids) == {"Anna": 2, "Ania": 2}
    change = api.post("/entities/merge", {"keep": ids["Anna"], "absorb": [ids["Ania"]]})[1]["change"]
    assert counts(api, ids) == {"Anna": 3, "Ania": None}
    assert api.post(f"/changes/{change['id']}/undo")[0] == 200
    assert counts(api, ids) == {"Anna": 2, "Ania": 2}


def test_a_split_counts_what_it_moved_and_its_undo_moves_it_back(named):
    api, ids = named
    document = next(one for one in api.get("/documents")[1]["items"] if one["title"] == "two")
    said = {"subject": ids["Anna"], "predicate": "does", "value": "sailing"}
    fact = api.post("/facts", said | {"evidence": [{"quote": "Anna sails.", "document": document["id"]}]})[1]
    body = {"name": "Anna of the sea", "facts": [fact["id"]], "aliases": []}
    made = api.post(f"/entities/{ids['Anna']}/split", body)[1]
    assert made["entity"]["mention_count"] == 1
    assert counts(api, ids) == {"Anna": 1, "Ania": 2}
    assert api.post(f"/changes/{made['change']['id']}/undo")[0] == 200
    assert counts(api, ids) == {"Anna": 2, "Ania": 2}


def test_a_deleted_document_names_nobody_any_more(named):
    api, ids = named
    document = next(one for one in api.get("/documents")[1]["items"] if one["title"] == "one")
    assert api.delete(f"/documents/{document['id']}")[0] == 200
    assert counts(api, ids) == {"Anna": 1, "Ania": 1}


def test_an_entity_that_comes_back_counts_what_names_it(named):
    api, ids = named
    change = api.delete(f"/entities/{ids['Ania']}")[1]["change"]
    assert api.post(f"/changes/{change['id']}/undo")[0] == 200
    assert counts(api, ids) == {"Anna": 2, "Ania": 2}


def test_an_erased_document_names_nobody_any_more(named):
    api, ids = named
    document = next(one for one in api.get("/documents")[1]["items"] if one["title"] == "one")
    assert api.post("/erase", {"document": document["id"]})[0] == 200
    assert counts(api, ids) == {"Anna": 1, "Ania": 1}
