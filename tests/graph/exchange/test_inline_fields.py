"""Fields in the text of a note are what its front matter would say; those of an item or in code are not the note's."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.documents.formats.inline_fields import fields
from graph.exchange.vault import note
from tests.graph.exchange import samples

NOTE = """# Petra Brandt

birthday:: 1972-07-09
- employer:: [[Equinor]]
- **friends**:: [[Malte Jensen]], [[Ravi Menon]]

Met her at PyCon (city:: Graz).

- Dune [rating:: 5]
- Emma [rating:: 3]

`code:: x` and std::vector and name :: Type
```
a:: b
```
"""


def test_a_field_stands_on_a_line_of_its_own_or_in_brackets():
    assert fields(NOTE) == {
        "birthday": dt.date(1972, 7, 9),
        "employer": "[[Equinor]]",
        "friends": ["[[Malte Jensen]]", "[[Ravi Menon]]"],
        "city": "Graz",
    }


@pytest.mark.parametrize(
    ("text", "value"),
    [("a:: 4", 4), ("a:: true", True), ("a:: 12:30", "12:30"), ("a:: 01234", "01234"), ("a:: [x", "[x"), ("a:: {b: c}", "{b: c}")],
)  # fmt: skip
def test_a_value_is_what_front_matter_would_make_of_it(text, value):
    assert fields(text) == {"a": value}


def test_a_repeated_field_is_a_list():
    assert fields("weight:: 80\n\nweight:: 79") == {"weight": [80, 79]}


def test_what_stands_above_the_text_comes_first():
    records = [one for _, one in note(b"---\nemployer: Acme\n---\nemployer:: Bosch\nage:: 4\n", "Tom.md")]
    assert [(one.predicate, one.value) for one in records[2:]] == [("employer", "Acme"), ("age", "4")]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("minilm")
def test_the_fields_of_an_imported_note_wait_as_facts_with_their_words(api, client, work):
    from django.core.files.uploadedfile import SimpleUploadedFile

    file = SimpleUploadedFile("vault.zip", samples.zipped({"Petra Brandt.md": NOTE, "2024-05-01.md": "mood:: good\n"}))
    assert client.post("/api/v1/import?format=markdown", {"file": file}, headers=api.headers).status_code == 202
    work()
    rows = api.get("/facts?limit=100")[1]["items"]
    told = {(one["predicate"], (one["object"] or {}).get("name") or one["value"]) for one in rows}
    assert told == {
        ("birthday", "1972-07-09"),
        ("employer", "Equinor"),
        ("friends", "Malte Jensen"),
        ("friends", "Ravi Menon"),
        ("city", "Graz"),
    }
    assert {one["subject"]["name"] for one in rows} == {"Petra Brandt"}
    assert "birthday: 1972-07-09" in {quote["quote"] for one in rows for quote in one["evidence"]}
