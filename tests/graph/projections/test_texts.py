"""The sentences under which rows are found."""

from __future__ import annotations

import pytest

from graph.models import EntityAlias, Predicate
from graph.projections import subjects
from graph.projections.texts import chunk_text, entity_text, fact_text, text_hash


class Thing:
    def __init__(self, **fields) -> None:
        self.__dict__.update(fields)


def test_an_entity_reads_as_its_name_type_not_meant_and_description():
    anna = Thing(name="Anna", type="person", description="A colleague.")
    assert entity_text(anna, ["Annie", "Anna", "Ann"]) == "Anna (person), also Ann, Annie. A colleague."
    assert entity_text(Thing(name="tea", type="concept", description="")) == "tea"


def test_a_fact_reads_as_a_sentence():
    assert fact_text("Anna", "lives in", "Lisbon") == "Anna lives in Lisbon"


def test_a_passage_comes_after_where_it_stands():
    assert chunk_text(Thing(prefix="Notes > Trips", text="We left.")) == "Notes > Trips\nWe left."
    assert chunk_text(Thing(prefix="", text="We left.")) == "We left."


def test_a_hash_has_32_characters_and_tells_texts_apart():
    assert len(text_hash("Anna")) == 32
    assert text_hash("Anna") == text_hash("Anna") != text_hash("anna")


@pytest.mark.django_db
def test_searchable_rows_are_standing_entities_active_facts_and_passages_without_children(write, user, now):
    anna, merged = write.entity("Anna", type="person"), write.entity("Annie")
    merged.merged_into = anna
    merged.save()
    EntityAlias.objects.create(user=user, entity=anna, text="Annie", normalised="annie")
    EntityAlias.objects.create(user=user, entity=anna, kind="external", scheme="wd", text="Q1", normalised="q1")
    Predicate.objects.create(user=user, name="owes", label="owes money to")
    owes = write.fact(anna, "owes", write.entity("Bela"), status="staged")
    age = write.fact(anna, "age", "41")
    write.fact(anna, "age", "40", status="superseded")
    document = write.document()
    parent = write.chunk(document, "all")
    child = write.chunk(document, "part", parent=parent, prefix="Notes")
    assert subjects.texts(user.pk, "entity") == {anna.pk: "Anna (person), also Annie", owes.object_id: "Bela"}
    assert subjects.texts(user.pk, "fact") == {owes.pk: "Anna owes money to Bela", age.pk: "Anna is aged 41"}
    assert subjects.texts(user.pk, "chunk") == {child.pk: "Notes\npart"}
    assert subjects.texts(user.pk, "fact", [age.pk, 999]) == {age.pk: "Anna is aged 41"}


def test_ids_are_asked_for_in_batches(monkeypatch):
    """W-O11."""
    monkeypatch.setattr(subjects, "BATCH", 2)
    assert list(subjects.batches({5, 1, 3})) == [[1, 3], [5]]
    assert list(subjects.batches([])) == []
