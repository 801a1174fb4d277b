"""A cursor goes on with the list that gave it, and with no other."""

from __future__ import annotations

import pytest

from tests.graph.api.links import link

OF_ANOTHER = (
    "This cursor is of another list, or of this one with other filters. Ask with the filters of the answer that gave"
    " it, or begin without a cursor."
)


def refused(told: str) -> tuple[int, dict]:
    return 422, {"detail": [{"loc": ["query", "cursor"], "msg": told}]}


@pytest.fixture
def likings(api):
    for what in ("figs", "dates", "pears"):
        link(api, "Ida", "likes", what)
        link(api, "Ole", "knows", what)
    return api


def test_a_cursor_of_one_list_is_refused_by_another(likings):
    cursor = likings.get("/entities?limit=1")[1]["next"]
    for path in ("/facts", "/documents", "/changes", "/conflicts", "/conversations", "/predicates", "/communities"):
        assert likings.get(f"{path}?cursor={cursor}") == refused(OF_ANOTHER), path


def test_a_cursor_of_other_filters_is_refused(likings):
    cursor = likings.get("/facts?predicate=likes&limit=1")[1]["next"]
    for filters in ("", "predicate=knows&", "predicate=likes&status=confirmed&"):
        assert likings.get(f"/facts?{filters}limit=1&cursor={cursor}") == refused(OF_ANOTHER), filters


def test_the_same_filters_go_on_in_any_order_with_empty_ones_and_pages_of_another_length(likings):
    cursor = likings.get("/facts?predicate=likes&status=confirmed&limit=1")[1]["next"]
    rest = likings.get(f"/facts?cursor={cursor}&limit=5&q=&status=confirmed&predicate=likes")[1]
    assert [one["object"]["name"] for one in rest["items"]] == ["dates", "pears"]
    assert rest["next"] is None


def test_a_cursor_of_another_persons_list_is_refused(likings, other_api):
    cursor = likings.get("/facts?limit=1")[1]["next"]
    assert other_api.get(f"/facts?cursor={cursor}") == refused(OF_ANOTHER)


@pytest.mark.parametrize("made_up", ["7", "nonsense", "%F0%9F", "a=b", "AAAA", "é", "x" * 300])
def test_what_no_answer_gave_is_no_cursor(likings, made_up):
    status, answer = likings.get(f"/facts?cursor={made_up}")
    assert status == 422
    assert answer["detail"][0]["msg"].startswith("There is no cursor “")
