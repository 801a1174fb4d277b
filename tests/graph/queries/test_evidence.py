"""The receipt of an answer as rows for the page."""

from __future__ import annotations

import pytest

from graph.models import Retrieval, RetrievalItem
from graph.queries.evidence import panel
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import FACTORS

pytestmark = pytest.mark.django_db


@pytest.fixture
def run(user, now) -> Retrieval:
    """Four passages: two cited, in the opposite order of their rank, one read, one left out."""
    run = Retrieval.objects.create(user=user, query="Where?", timings={"total": 1234.5}, created_at=now)
    for rank, section in enumerate(["Anna", "Tomek", "Anna", "Lena"]):
        RetrievalItem.objects.create(
            user=user,
            retrieval=run,
            kind="chunk",
            object_id=10 + rank,
            rank=rank,
            score=2 - rank / 2,
            used=rank < 3,
            detail={
                "text": f"words {rank}",
                "section": section,
                "scores": {"vector": 0.5, "keyword": 4 / (rank + 1), "usage": 1.0, "decay": 0.9, "recency": 0.0},
            },
        )
    return run


CITED = [["chunk", 12], ["chunk", 11]]


def shown(found) -> list[tuple[str, list[int]]]:
    return [(section.name, [line.object_id for line in section.lines]) for section in found.sections]


def test_the_cited_ones_come_first_in_the_order_of_their_numbers(user, run):
    found = panel(user_id=user.pk, retrieval_id=run.pk, cited=CITED, asked="Where?")
    assert [(tab.label, tab.count) for tab in found.tabs] == [("Found", 4), ("Read", 3), ("Cited", 2), ("Left out", 1)]
    assert (found.show, found.seconds, found.searched) == ("cited", 1.23, False)
    assert shown(found) == [("Anna", [12]), ("Tomek", [11])]
    assert [line.object_id for line in found.left_out] == [13]


def test_without_citations_what_was_read_is_shown_under_what_it_is_about(user, run):
    found = panel(user_id=user.pk, retrieval_id=run.pk, cited=[], asked="Where is she?")
    assert (found.show, found.searched) == ("read", True)
    assert shown(found) == [("Anna", [10, 12]), ("Tomek", [11])]


def test_bars_of_one_kind_are_measured_against_the_longest(user, run):
    found = panel(user_id=user.pk, retrieval_id=run.pk, cited=[], asked="", show="found")
    first, _, third, _ = sorted(
        (line for section in found.sections for line in section.lines), key=lambda line: line.object_id
    )
    assert [(part.label, part.shown, part.width) for part in first.parts] == [
        ("Meaning", ".50", 50),
        ("Words", "4.00", 100),
        ("Age", ".90", 90),
    ]
    assert [part.width for part in third.parts] == [50, 33, 90]
    assert (first.total.width, third.total.width) == (100, 50)


def test_another_persons_receipt_does_not_exist(other_user, run):
    assert panel(user_id=other_user.pk, retrieval_id=run.pk, cited=CITED, asked="") is None


def test_a_receipt_costs_three_queries_at_most(user, run, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        panel(user_id=user.pk, retrieval_id=run.pk, cited=CITED, asked="")


@pytest.mark.usefixtures("minilm")
def test_the_words_of_a_passage_stand_once_in_a_receipt_and_are_shown_as_what_it_rests_on(api, user, work, now):
    said = "The harbour crane was bought in 1961."
    api.post("/documents", {"title": "Harbour", "text": said, "options": {"learn": False}})
    work()
    result = retrieve(user=user, query="When was the harbour crane bought?", now=now)
    stored = RetrievalItem.objects.get(retrieval_id=result.id, kind="chunk")
    assert stored.detail["text"] == said
    assert ["quote" in one for one in stored.detail["evidence"]] == [False]
    assert 0 < stored.detail["scores"]["vector"] <= 1
    assert FACTORS.isdisjoint(stored.detail["scores"])
    found = panel(user_id=user.pk, retrieval_id=int(result.id), cited=[], asked="", show="found")
    (line,) = (line for section in found.sections for line in section.lines)
    source = line.sources[0]
    assert f"{source.before}{source.quote}{source.after}" == said
    assert "Meaning" in [part.label for part in line.parts]
    assert "Use" not in [part.label for part in line.parts]
