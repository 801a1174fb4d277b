"""The vectors of many relations are kept in a file, so that the first question of a process does not make them."""

from __future__ import annotations

import pytest

from assistant import tasks
from graph import params
from graph.projections import embed, phrases, relations, snapshots
from graph.retrieval.question import telling
from tests.graph.projections.test_phrases import SAID

pytestmark = pytest.mark.django_db(transaction=True)
QUESTION = {"query": "What does Person 0 have?"}


@pytest.fixture
def book(api, work, minilm, monkeypatch):
    """A graph of more relations than are embedded at once."""
    monkeypatch.setattr(params, "PHRASES_AT_ONCE", 2)
    for place, said in enumerate(sorted(SAID)):
        tell(api, place, said)
    work()
    phrases.forget()
    yield api
    phrases.forget()


def tell(api, place: int, said: str) -> dict:
    fact = {"subject": {"name": f"Person {place}"}, "predicate": said.replace(" ", "_")}
    status, told = api.post("/facts", {**fact, "object": {"name": f"Thing {place}"}})
    assert status == 201
    return told


def kept(user) -> set[str]:
    return set(relations.read(user.pk, embed.model_name()))


def test_a_process_that_begins_has_the_relations_of_a_large_graph_at_once(book, user, monkeypatch):
    tasks.tidy()
    assert kept(user) == SAID
    made = {phrase: phrases.held([phrase], embed.model_name())[phrase] for phrase in SAID}
    phrases.forget()  # as a new process
    encode, asked = embed.encode, []
    monkeypatch.setattr(embed, "encode", lambda texts, *model: asked.extend(texts) or encode(texts, *model))
    assert book.post("/retrieve", QUESTION)[0] == 200
    held = phrases.held(SAID, embed.model_name())
    assert held.keys() == SAID
    assert all((held[phrase] == made[phrase]).all() for phrase in SAID)
    assert not SAID.intersection(asked)


def test_it_is_made_anew_when_there_are_others_and_left_alone_when_there_are_not(book, user):
    tasks.tidy()
    assert list(relations.settle(user.pk)) == []
    tell(book, 9, "keeps bees with")
    tasks.tidy()
    assert kept(user) == {*SAID, "keeps bees with"}


def test_a_few_relations_need_no_file(book, user, monkeypatch):
    monkeypatch.setattr(params, "PHRASES_AT_ONCE", len(SAID))
    tasks.tidy()
    assert not kept(user)


def test_an_erasure_takes_it_and_what_was_being_made_of_it(book, user):
    told = tell(book, 9, "was banished by")
    tasks.tidy()
    assert "was banished by" in kept(user)
    book.post("/retrieve", {"query": f"Who was {told['subject']['name']} banished by?"})
    assert telling.deeds_of.cache_info().currsize
    status, receipt = book.post("/erase", {"entity": told["subject"]["id"]})
    assert (status, receipt["remaining"]) == (200, [])
    assert not kept(user)
    assert not telling.deeds_of.cache_info().currsize
    tasks.tidy()
    assert kept(user) == SAID

    tell(book, 9, "owes a boat to")
    steps = relations.settle(user.pk)
    next(steps)
    tell(book, 10, "paints")  # any write may have been an erasure
    assert len(list(steps)) > 1
    assert kept(user) == SAID


def test_a_file_that_cannot_be_read_is_no_file_and_is_made_anew(book, user):
    tasks.tidy()
    path = snapshots.aside(user.pk, "relations", embed.model_name())
    path.write_bytes(path.read_bytes()[:100])
    assert not kept(user)
    assert book.post("/retrieve", QUESTION)[0] == 200
    tasks.tidy()
    assert kept(user) == SAID


def test_what_is_erased_while_the_file_is_put_there_is_not_left_in_it(book, user, monkeypatch):
    """The erasure comes between the look at the graph and the file: before it has its name, and right after."""
    write = relations._write

    def erased_behind(path, held):
        write(path, held)
        tell(book, 9, "paints")

    monkeypatch.setattr(relations, "_write", erased_behind)
    list(relations.settle(user.pk))
    assert not kept(user)

    save = relations.np.savez

    def erased_before(file, **parts):
        save(file, **parts)
        snapshots.remove(user.pk)

    monkeypatch.setattr(relations, "_write", write)
    monkeypatch.setattr(relations.np, "savez", erased_before)
    list(relations.settle(user.pk))
    assert not kept(user)
