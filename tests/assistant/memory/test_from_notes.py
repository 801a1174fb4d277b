"""What the notes of contacts and the memories of other assistants state, learned in the background."""

from __future__ import annotations

import json

import pytest

from graph.models import Evidence, Fact
from tests.assistant.test_moved_in import bring
from tests.graph.exchange.test_contacts import card

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("name", "note", "learned"),
    [
        ("Chidi Okafor", "Allergic to shellfish. Prefers WhatsApp to calls.",
         {("Chidi Okafor", "allergic_to", "shellfish"), ("Chidi Okafor", "prefers", "WhatsApp")}),
        ("Dad", "Hearing aid: left ear only. Allergic to penicillin.", {("Dad", "allergic_to", "penicillin")}),
        ("Ingrid Falk", "My boss since September 2022.", {("me", "boss", "Ingrid Falk")}),
        ("Emeka Nwosu", "Two kids, Ada (7) and Obi (4).\\nBest man at our wedding.",
         {("Emeka Nwosu", "child", "Ada"), ("Emeka Nwosu", "child", "Obi"), ("Ada", "age", "7"), ("Obi", "age", "4")}),
        ("Priya Raman", "Takes 12 kegs a month. Her assistant is Tom Hale.", {("Priya Raman", "assistant", "Tom Hale")}),
        ("Leila Haddad", "Freelance conservator, 950 kr/h. Speaks Arabic and French.",
         {("Leila Haddad", "is_a", "Freelance conservator"), ("Leila Haddad", "speaks", "Arabic"),
          ("Leila Haddad", "speaks", "French")}),
        # What tells of nobody, or in another language
        ("Plumber Per", "Charges 650 an hour. Came for the boiler.", set()),
        ("Ana Reis", "Gosta de chá e mora em Lisboa com a irmã.", set()),
    ],
)  # fmt: skip
def test_a_contacts_note_is_read(talk, name, note, learned):
    bring(talk, "vcard", card(name, f"NOTE:{note}".replace(",", "\\,")).encode())
    assert facts() == learned
    assert set(Fact.objects.values_list("status", flat=True)) == {"staged"}


@pytest.mark.parametrize(
    ("memory", "learned"),
    [
        ("Lives in Majorna, Gothenburg", {("me", "lives_in", "Majorna")}),
        ("Has a cat named Pepparkaka", {("me", "pet", "Pepparkaka"), ("Pepparkaka", "is_a", "cat")}),
        ("Does not eat pork", {("me", "does_not_eat", "pork")}),
        ("User's son Archie is 9", {("me", "son", "Archie"), ("Archie", "age", "9")}),
        ("User is a brewer and owns Bell Brewing", {("me", "is_a", "brewer"), ("me", "owns", "Bell Brewing")}),
    ],
)  # fmt: skip
def test_a_memory_of_another_assistant_is_read(talk, memory, learned):
    bring(talk, "mem0", json.dumps({"results": [{"memory": memory}]}).encode())
    assert facts() == learned


def test_it_rests_on_its_sentence_and_goes_with_its_import(talk):
    """Reading it again writes nothing twice. What a program observes is its own, and stays as it wrote it."""
    data = card("Chidi Okafor", "NOTE:Lecturer. Allergic to shellfish.").encode()
    bring(talk, "vcard", data)
    bring(talk, "vcard", data)
    (fact,) = Fact.objects.filter(predicate="allergic_to")
    assert Evidence.objects.filter(fact=fact).values_list("quote", flat=True).get() == "Allergic to shellfish."
    runs = {one["run"] for one in talk.get("/changes?limit=50")["items"] if one["verb"] == "stage"}
    assert len(runs) == 1
    assert all(run.startswith("import:") for run in runs)
    draft = {"subject": {"name": "Rosa Ek", "type": "person"}, "predicate": "observation", "value": "Speaks Danish."}
    talk.post("/facts", draft)
    talk.work()
    assert {fact for fact in facts() if fact[0] == "Rosa Ek"} == set()


def facts() -> set[tuple[str, str, str]]:
    """What was learned; the owner is "me"."""
    rows = Fact.objects.exclude(predicate__in=("note", "observation")).select_related("subject", "object")
    return {
        ("me" if row.subject.is_self else row.subject.name, row.predicate, row.object.name if row.object else row.value)
        for row in rows
    }
