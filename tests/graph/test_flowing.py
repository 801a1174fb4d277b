"""Sentences that the window of their writer broke flow again; the text is as long as before."""

from __future__ import annotations

import pytest

from graph.flowing import flowing, is_wrapped

FULL_LINE = "The paper is lovely, and it is the same uncoated stock"
NAMED = f"{FULL_LINE}\nthat you chose.\nWe met at noon in the café that is next to the\nTown Hall."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"{FULL_LINE}\nthat you chose.\n\nMira", f"{FULL_LINE} that you chose.\n\nMira"),
        (f"{FULL_LINE}\n  that you chose.", f"{FULL_LINE}   that you chose."),
        (f"{FULL_LINE}\n“that” you chose.", f"{FULL_LINE} “that” you chose."),
        (f"{FULL_LINE}.\nMira has it.", f"{FULL_LINE}.\nMira has it."),
        (f"{FULL_LINE}\nMira has it.", f"{FULL_LINE}\nMira has it."),
        (f"{FULL_LINE}\n- that you chose", f"{FULL_LINE}\n- that you chose"),
        (f"{FULL_LINE} |\nchosen | by you", f"{FULL_LINE} |\nchosen | by you"),
        (f"```\n{FULL_LINE}\nthat = 1\n```", f"```\n{FULL_LINE}\nthat = 1\n```"),
        ("short\nlines\nof verse\n", "short\nlines\nof verse\n"),
        ("", ""),
    ],
)
def test_a_sentence_that_its_writers_window_broke_flows_again(text, shown):
    assert flowing(text) == shown
    assert len(shown) == len(text)


def test_where_lines_were_broken_any_long_line_goes_on():
    assert flowing(NAMED) == NAMED.replace("\nthat", " that")
    longer = NAMED.replace("next to the", "right next to the old")
    assert flowing(longer) == longer.replace("\nthat", " that").replace("\nTown", " Town")
    stopped = longer.replace("chose.", "chose for the book of hours that we print.")
    assert "print. We met" in flowing(stopped)
    assert is_wrapped(NAMED)
    assert not is_wrapped(NAMED.partition("\nWe")[2])
