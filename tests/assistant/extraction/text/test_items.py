"""Which parts of a written text are read apart from each other."""

from __future__ import annotations

import pytest

from assistant.extraction.text.items import items


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One.\n\nTwo.", ["One.\n\nTwo."]),
        ("- One\n- Two\n  goes on\n\nThree", ["One\n", "Two\n  goes on\n", "Three"]),
        ("Before\n1. One\n2) Two", ["Before\n", "One\n", "Two"]),
        ("- [ ] To do\n- [x] Done", ["To do\n", "Done"]),
        ("# Head\nBody\n## Head\n| a | b |\n", ["Body\n"]),
        ("```\ncode\n```\nText", ["Text"]),
        ("-dash and *stress* stay", ["-dash and *stress* stay"]),
        ("", []),
    ],
)
def test_a_list_is_read_item_by_item_and_code_and_tables_not_at_all(text, parts):
    found = list(items(text))
    assert [part for _, part in found] == parts
    assert all(text[begins : begins + len(part)] == part for begins, part in found)
