"""Near-copies make way, and one category does not fill the top."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from graph.retrieval.config import Mmr
from graph.retrieval.ranking.diversify import category, diversified
from graph.retrieval.types import FactRow, Item, Parts

AT = dt.datetime(2026, 3, 1, tzinfo=dt.UTC)


def item(pk: int, score: float, tags: tuple[str, ...] = (), status: str = "confirmed") -> Item:
    fact = FactRow(
        pk, 1, "Rota", False, "says", None, "", f"{pk}", status, "user_edit", 1.0, 1.0, 0, None, AT, AT, tags=tags
    )
    return Item("fact", pk, f"{pk}", score, Parts(), fact=fact)


THREE = [item(1, 1.0), item(2, 0.95), item(3, 0.7)]
ALIKE = {("fact", 1): np.array([1.0, 0.0]), ("fact", 2): np.array([0.99, 0.141]), ("fact", 3): np.array([0.0, 1.0])}


def chosen(items, mmr: Mmr, directions=ALIKE, room: int = 2, contradicts=None) -> list[int]:
    return [one.pk for one in diversified(items, directions, mmr, {"fact": room}, contradicts)]


@pytest.mark.parametrize(("weight", "expected"), [(0.9, [1, 2]), (0.3, [1, 3])])
def test_the_weight_of_relevance_decides_between_a_near_copy_and_something_new_t37_t39(weight, expected):
    """Golden: relevances 1.0, .95, .7, the second nearly equal to the first; the first pick is the most relevant."""
    assert chosen(THREE, Mmr(lambda_=weight)) == expected


def test_relevance_is_scaled_before_it_meets_a_cosine_t8_w():
    """The same scores a hundred times as large choose the same. W-T8."""
    large = [item(one.pk, one.score * 100) for one in THREE]
    assert chosen(large, Mmr(lambda_=0.3)) == [1, 3]


def test_a_copy_of_any_taken_item_makes_way_not_only_of_the_last_t37():
    """The fourth is a copy of the first: .5 x .8 - .5 x 1 is less than .5 x .5, whatever was taken in between."""
    four = [item(1, 1.0), item(2, 0.9), item(3, 0.5), item(4, 0.8)]
    directions = {
        ("fact", 1): np.array([1.0, 0.0]),
        ("fact", 2): np.array([0.0, 1.0]),
        ("fact", 4): np.array([1.0, 0.0]),
    }
    assert chosen(four, Mmr(lambda_=0.5), directions, room=4) == [1, 2, 3, 4]


def test_it_goes_on_until_the_limit_or_until_nothing_is_left_t39():
    assert chosen(THREE, Mmr(lambda_=0.3), room=9) == [1, 3, 2]
    assert chosen([], Mmr()) == []


def test_an_item_without_a_vector_is_like_nothing():
    """A-T7."""
    assert chosen(THREE, Mmr(lambda_=0.9), directions={}) == [1, 2]


def test_at_most_two_of_a_category_stand_in_the_first_five_t43_c36():
    """An item's category is its first tag; what has none is not capped. A-T7."""
    items = [item(pk, 1.0 - pk / 100, tags) for pk, tags in enumerate([("a", "b")] * 4 + [("b",)] * 2 + [()] * 2)]
    assert [category(one) for one in items[:1]] == ["a"]
    assert chosen(items, Mmr(lambda_=1.0), {}, room=8) == [0, 1, 4, 5, 6, 2, 3, 7]
    assert chosen(items, Mmr(lambda_=1.0, max_per_category=0), {}, room=8) == list(range(8))
    assert chosen(items[:4], Mmr(lambda_=1.0), {}, room=8) == [0, 1, 2, 3]


def test_what_denies_a_confirmed_fact_waits_until_that_is_taken_c34():
    doubtful, sure = item(1, 1.0, status="staged"), item(2, 0.4)
    order = chosen([doubtful, sure, item(3, 0.9)], Mmr(lambda_=1.0), {}, 3, lambda one, two: (one.pk, two.pk) == (1, 2))
    assert order == [3, 2, 1]


COPIES = [f"Lock the garden shed every night{end}" for end in (".", "!", " please", ", always", " at ten")]
OTHERS = ["The shed key hangs behind the door", "A fox sleeps under the garden shed"]


def stated(api, work) -> None:
    for text in [*COPIES, *(f"{text}, {n}" for n, text in enumerate(COPIES)), *OTHERS]:
        body = {"subject": {"name": "Allotment"}, "predicate": "rule", "value": text, "tags": ["shed"]}
        assert api.post("/facts", body)[0] == 201
    work()


def asked(api, preset: str = "tx", **config) -> list[str]:
    body = {"query": "What about the garden shed at night?", "preset": preset, "config": {"max_facts": 4, **config}}
    status, answer = api.post("/retrieve", body)
    assert status == 200, answer
    return [one["text"].removeprefix("Allotment rule ") for one in answer["items"] if one["kind"] == "fact"]


def test_ten_near_copies_do_not_fill_the_result_t11_t40(api, work, minilm):
    stated(api, work)
    without = asked(api, mmr={"enabled": False}, fact_seeds=15)
    with_it = asked(api, mmr={"lambda": 0.5, "max_per_category": 0}, fact_seeds=15)
    assert len(without) == len(with_it) == 4
    assert not set(OTHERS) & set(without)
    assert set(OTHERS) <= set(with_it)
    assert with_it[0] == without[0]


def test_the_cap_is_on_in_tx_and_off_in_default_t38_t43_c36(api, work, minilm):
    """Two of the rules about the shed, then what has another tag, although every rule is nearer to the question."""
    for n, text in enumerate(COPIES):
        for tag in ("shed", "path") if n == 0 else ("shed",):
            body = {"subject": {"name": "Allotment"}, "predicate": f"{tag}_rule", "value": text, "tags": [tag]}
            assert api.post("/facts", body)[0] == 201
    work()
    settings = {"max_facts": 6, "fact_seeds": 20, "mmr": {"lambda": 1.0}}
    answer = api.post("/retrieve", {"query": "the garden shed every night", "preset": "tx", "config": settings})[1]
    first = ["path" if "path" in one["text"] else "shed" for one in answer["items"] if one["kind"] == "fact"]
    assert len(first) == 6
    assert first.index("path") <= 2
    default = api.post("/retrieve", {"query": "the garden shed every night"})[1]
    tx = api.post("/retrieve", {"query": "the garden shed every night", "preset": "tx"})[1]
    assert default["config"]["mmr"] == {"enabled": False, "lambda": 0.7, "max_per_category": 2, "top_n": 5}
    assert tx["config"]["mmr"] == {"enabled": True, "lambda": 0.7, "max_per_category": 2, "top_n": 5}


@pytest.mark.parametrize("wrong", [{"lambda": 1.5}, {"lambda": -0.1}, {"top_n": -1}, {"share": 1}])
def test_wrong_options_are_refused_t53(api, wrong):
    assert api.post("/retrieve", {"query": "x", "config": {"mmr": wrong}})[0] == 422
