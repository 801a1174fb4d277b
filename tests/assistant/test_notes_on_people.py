"""POST /documents: a note on somebody, as a heading or a file of its own, is learned as told of them."""

from __future__ import annotations

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("minilm")]

NOTE = """# Family notes

## Petra Brandt
- Works as a physiotherapist in Hamburg
- Partner: Malte Jensen
- Allergic to shellfish

## Otto Brandt
Born 2 June 1939 in Kiel. He loved sailing. Died on 14 February 2009.

## Shopping list
- Tea, coffee and bread for the week
"""


def told(api):
    return {
        (one["subject"]["name"], one["predicate"], (one["object"] or {}).get("name") or one["value"])
        for one in api.get("/facts?limit=200")[1]["items"]
    }


def test_a_note_with_sections_on_people_tells_of_each(api, work):
    assert api.post("/documents", {"title": "family", "text": NOTE})[0] == 202
    work()
    assert told(api) == {
        ("Petra Brandt", "works_as", "physiotherapist"),
        ("Petra Brandt", "partner", "Malte Jensen"),
        ("Petra Brandt", "allergic_to", "shellfish"),
        ("Otto Brandt", "born_in", "Kiel"),
        ("Otto Brandt", "born_on", "1939-06-02"),
        ("Otto Brandt", "died_on", "2009-02-14"),
    }
    quotes = {quote["quote"] for one in api.get("/facts?limit=200")[1]["items"] for quote in one["evidence"]}
    assert "Partner: Malte Jensen" in quotes


def test_a_note_of_ones_own_file_is_about_whom_its_title_names(api, work):
    api.post("/facts", {"subject": {"name": "Biscuit", "type": "person"}, "predicate": "likes", "value": "tea"})
    api.post("/documents", {"title": "Biscuit", "text": "Lives in Leeds. Works at Bosch.\n"})
    api.post("/documents", {"title": "Porridge", "text": "Lives in Hull. Works at Acme.\n"})
    work()
    assert told(api) == {
        ("Biscuit", "likes", "tea"),
        ("Biscuit", "lives_in", "Leeds"),
        ("Biscuit", "works_at", "Bosch"),
    }
