"""Commands where there is no book yet, or one of another version: a sentence and no traceback, or a book."""

from __future__ import annotations

import os
import sqlite3

import pytest

from tests.faults.rig import Rig
from tests.servers import installed


@pytest.fixture
def nothing(tmp_path) -> Rig:
    """A folder that is not there yet."""
    return Rig(tmp_path / "data")


@pytest.mark.parametrize(
    "words",
    [
        ("ask", "Where is Anna?", "--user", "ines"),
        ("create_token", "desk", "--user", "ines"),
        (
            "backup",
            os.devnull,
        ),  # which a backup refuses too, being there already: nothing is written even if it went on
        ("check_projections",),
    ],
    ids=lambda words: words[0],
)
def test_what_needs_a_book_says_how_one_is_begun(nothing, words):
    done = nothing.manage(*words)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().splitlines() == [
        f"CommandError: There is no book in {nothing.data} yet. "
        "Begin one with `python manage.py up`, or with `create_user NAME`."
    ]


def test_who_is_created_first_begins_the_book(nothing):
    """As a script does that sets a machine up."""
    made = nothing.manage("create_user", "ines", "--password", "paper and ink")
    assert (made.returncode, made.stdout.strip()) == (0, "1"), made.stderr
    token = nothing.manage("create_token", "desk", "--user", "ines")
    assert token.stdout.splitlines()[-1].startswith("cpl_")
    assert nothing.manage("kg_search", "Anna", "--user", "ines").returncode == 0


def test_a_book_of_another_version_is_said_to_be_one(tmp_path):
    rig = Rig(installed(tmp_path / "data"))
    with sqlite3.connect(rig.data / "commonplace.sqlite3") as book:
        newest = book.execute("SELECT max(name) FROM django_migrations WHERE app = 'assistant'").fetchone()
        book.execute("DELETE FROM django_migrations WHERE app = 'assistant' AND name = ?", newest)
        book.execute("DROP TABLE assistant_apitoken")
    book.close()
    rig.do(
        "from graph.curation import owners; owners.create(username='ines', password=None, name='I', now=clock.now())"
    )
    done = rig.manage("create_token", "desk", "--user", "ines")
    assert done.returncode == 1
    assert done.stderr.strip().splitlines() == [
        f"CommandError: The book in {rig.data} is of another version. "
        "Make a backup of it, then run `python manage.py migrate`."
    ]


@pytest.mark.parametrize("words", [("ask", "Where is Anna?", "--user", "ines"), ("up", "--port", "0", "--no-browser")])
def test_a_database_that_cannot_be_reached_is_said_to_be_so(nothing, words):
    done = nothing.manage(*words, DATABASE_URL="postgres://nobody@127.0.0.1:1/nothing")
    assert done.returncode == 1
    assert "CommandError: The database cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr
