"""What was marked in books becomes a document for each of them."""

from __future__ import annotations

import pytest

from graph.exchange.records import CannotRead
from graph.models import Document
from tests.graph.exchange.book_samples import CLIPPINGS, MIND, READWISE, WALDEN, WOODS, clipping
from tests.graph.exchange.moving import stated, take

pytestmark = pytest.mark.django_db


def books() -> dict[str, str]:
    return {one.title: one.text for one in Document.objects.filter(kind=Document.Kind.IMPORT)}


def told(report: dict, key: str) -> set[tuple[str, str]]:
    return {(row["row"], row["msg"]) for row in report[key]}


def test_each_book_is_a_document_with_what_was_marked_where_and_when_and_the_note_beside_it(user):
    report = take(user, "highlights")
    assert books() == {
        "Highlights in Walden, by Henry David Thoreau": "# Highlights in Walden, by Henry David Thoreau\n\n"
        "- Page 72, 3 March 2018: “I went to the woods because I wished to live deliberately.” My note: our hut?\n",
        "Highlights in Meditations, by Marcus Aurelius": "# Highlights in Meditations, by Marcus Aurelius\n\n"
        "- Location 210, 5 August 2024: “You have power. Realize this, and you will find strength.”\n",
        "Highlights in Der Prozess (German Edition), by Franz Kafka": "# Highlights in Der Prozess (German Edition), "
        "by Franz Kafka\n\n- Page 5, 3 March 2018: “Jemand musste Josef K. verleumdet haben.”\n",
    }
    assert told(report, "refused") == {("piece 8", "It does not tell where in a book it was marked.")}
    assert told(report, "remarks") == {
        (
            "Walden, by Henry David Thoreau",
            "The book allowed no more to be copied: 1 highlight without words.",
        )
    }


def test_who_wrote_a_book_is_staged_and_nothing_is_learned_from_its_words(user):
    take(user, "highlights")
    assert stated(status="staged") == {
        ("Walden", "written_by", "Henry David Thoreau"),
        ("Meditations", "written_by", "Marcus Aurelius"),
        ("Der Prozess (German Edition)", "written_by", "Franz Kafka"),
    }
    assert {one.options["learn"] for one in Document.objects.filter(kind=Document.Kind.IMPORT)} == {False}


def test_what_is_marked_later_makes_a_newer_version_of_its_book_alone(user):
    take(user, "highlights")
    more = clipping(WALDEN, "Your Highlight on page 110 | Location 2101 | Added on 4 March 2018", "I had three chairs.")
    counts = take(user, "highlights", CLIPPINGS + more.encode())["counts"]
    assert (counts["documents"], counts["changed"], counts["standing"]) == (0, 1, 5)
    assert "- Page 110, 4 March 2018: “I had three chairs.”" in books()["Highlights in Walden, by Henry David Thoreau"]


def test_a_note_by_itself_stands_in_the_order_of_the_pages(user):
    note = clipping(MIND, "Your Note at location 12 | Added on Monday, 5 August 2024 07:00:00", "read again")
    after = clipping(MIND, "Your Highlight at location 9-10 | Added on Monday, 5 August 2024 07:00:00", "Begin.")
    take(user, "highlights", (note + after).encode())
    assert books()["Highlights in Meditations, by Marcus Aurelius"].endswith(
        "- Location 9, 5 August 2024: “Begin.”\n- Location 12, 5 August 2024: My note: read again\n"
    )


def test_the_table_of_readwise_is_read_as_well(user):
    report = take(user, "highlights", READWISE)
    assert books() == {
        "Highlights in The Left Hand of Darkness, by Ursula K. Le Guin": "# Highlights in The Left Hand of Darkness, "
        "by Ursula K. Le Guin\n\n- At 220, 10 January 2025: “It is the journey that matters, in the end.” "
        "My note: the pull\n"
    }
    assert told(report, "refused") == {("row 3", "The row has no book, or no words of one.")}


def test_a_day_that_is_none_and_a_title_without_an_author_are_no_obstacle(user):
    take(user, "highlights", WOODS.replace(" (Thoreau, Henry David)", "").replace("March 3, 2018", "Marx 99").encode())
    assert "- Page 72: “I went to the woods" in books()["Highlights in Walden"]
    assert stated() == set()


def test_a_file_that_has_none_says_where_they_come_from(user):
    with pytest.raises(CannotRead, match="My Clippings"):
        take(user, "highlights", b"Ida moved to Bergen.")
