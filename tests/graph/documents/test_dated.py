"""When a note was written: by the day that its title names in full, if that is over."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.documents import dated, parse

TODAY = dt.date(2026, 11, 27)


@pytest.mark.parametrize(
    ("title", "day"),
    [
        ("Meeting with Helena, 16 November 2026", dt.date(2026, 11, 16)),
        ("Retro 2026-11-02", dt.date(2026, 11, 2)),
        ("Minutes of the board, 3rd of March 2025", dt.date(2025, 3, 3)),
        ("Notes from Sept. 5, 2024", dt.date(2024, 9, 5)),
        ("Trip to Rome, 3 May 2027", None),  # a day to come
        ("Meeting of 31 February 2026", None),
        ("Between 1 May 2026 and 3 May 2026", None),
        ("Meeting with Helena, 16 November", None),
        ("Budget 2026", None),
    ],
)
def test_a_title_tells_the_day_of_a_note(title, day):
    assert dated.by_title(title, TODAY) == day


def test_the_name_of_a_file_tells_it_before_a_title():
    told = dated.said_at("2026-11-20 sync.md", {}, "Sync of 16 November 2026", TODAY)
    assert told == {"said_at": "2026-11-20T00:00:00+00:00"}


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: Meeting with Helena\ndate: 2026-11-16\n---\nPresent: all.", "Meeting with Helena"),
        ("---\ntitle: 2026\n---\n# Plans", "Plans"),
        ("---\ntags: [a]\n---\nPresent: all.", "notes"),
    ],
)
def test_a_note_is_called_what_its_front_matter_says(text, title):
    assert parse.title_of(text, "notes.md") == title


def test_a_note_is_of_the_day_in_its_title_and_not_of_one_in_its_first_line(api, work):
    minutes = api.post("/documents", {"text": "# Board, 3 March 2025\n\nWe chose Ann.", "title": ""})[1]["id"]
    plain = api.post("/documents", {"text": "My daughter was born on 3 March 2025 in Hull.", "title": ""})[1]["id"]
    assert api.get(f"/documents/{minutes}")[1]["metadata"]["said_at"] == "2025-03-03T00:00:00+00:00"
    assert "said_at" not in api.get(f"/documents/{plain}")[1]["metadata"]
