"""A first name by itself means the one person of that name whom the same text names in full; of two it is nobody's."""

from __future__ import annotations

import pytest

from graph.models import Entity

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(api, client, work):
    """Import notes {title: text}; the names of those whom their facts are about."""

    def bring(notes: dict[str, str]) -> set[str]:
        for title, text in notes.items():
            status, _ = api.post("/documents", {"title": title, "text": text})
            assert status == 202
        work()
        items = api.get("/facts?limit=100")[1]["items"]
        return {one["subject"]["name"] for one in items if one["subject"]["type"] == "person"}

    return bring


@pytest.fixture
def said(import_talk):
    """Import one conversation of these lines by the person; (subject, predicate, object) of what was learned."""

    def bring(*lines: str) -> set[tuple]:
        return {
            (one["subject"]["name"], one["predicate"], (one["object"] or {}).get("name") or one["value"])
            for one in import_talk([("human", text) for text in lines])
        }

    return bring


@pytest.mark.parametrize(
    ("title", "text", "names"),
    [
        ("Greta Lindqvist", "Greta moved to Vienna last year.", {"Greta Lindqvist"}),
        ("Lunch", "# Greta Lindqvist\n\nGreta moved to Vienna. Greta works at Siemens.", {"Greta Lindqvist"}),
        ("Lunch", "Greta Lindqvist is a nurse. Greta lives in Vienna.", {"Greta Lindqvist"}),
        ("Team", "Greta Lindqvist is a nurse. Greta Holm is a pilot. Greta moved to Vienna.",
         {"Greta Lindqvist", "Greta Holm", "Greta"}),
        ("Greta Lindqvist", "Greta Holm is a pilot. Greta moved to Vienna.", {"Greta Holm", "Greta"}),
        ("Later", "Greta lives in Vienna. Then Greta Lindqvist spoke to us all.", {"Greta"}),
        ("Lunch", "We met Greta Lindqvist. Greta moved to Vienna.", {"Greta Lindqvist"}),
        ("Lunch", "We met Greta B. Lindqvist. Greta moved to Vienna.", {"Greta B. Lindqvist"}),
        ("Lunch", "We met Greta Lindqvist. Greta Holm came. Greta moved to Vienna.", {"Greta"}),
        ("Tom Baker", "Tom lives in Vienna.", {"Tom Baker"}),
        ("Anna Wedding", "Anna lives in Vienna.", {"Anna"}),
        ("Family", "Greta Lindqvist is a nurse. My sister Greta lives in Vienna.", {"Greta Lindqvist", "Greta"}),
    ],
)  # fmt: skip
def test_a_first_name_in_a_note_is_the_one_person_named_in_full_before_it(people, title, text, names):
    assert people({title: text}) == names


def test_notes_do_not_lend_each_other_their_names(people):
    found = people({"Greta Lindqvist": "Greta moved to Vienna.", "Office": "Greta lives in Graz."})
    assert found == {"Greta Lindqvist", "Greta"}


def test_a_first_name_in_a_talk_is_the_one_person_said_in_full_before(said):
    facts = said("I had lunch with Greta Lindqvist.", "Greta moved to Vienna. I like Greta.")
    assert ("Greta Lindqvist", "lives_in", "Vienna") in facts
    assert not Entity.objects.filter(name="Greta").exists()


def test_whom_one_is_said_to_like_is_she_as_well(said):
    assert ("Ines", "likes", "Greta Lindqvist") in said("I had lunch with Greta Lindqvist.", "I like Greta.")


def test_a_sister_of_that_first_name_is_no_colleague(said):
    facts = said("My colleague is Greta Lindqvist.", "My sister Greta lives in Rome.", "Greta is a vet.")
    assert {("Greta", "lives_in", "Rome"), ("Ines", "sister", "Greta")} <= facts
    assert ("Greta Lindqvist", "is_a", "vet") not in facts
