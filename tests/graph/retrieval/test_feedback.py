"""What a person says of items: recorded with the run, weighed with a prior, never forgotten."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.turn import chat
from graph.models import Retrieval, RetrievalItem

QUESTION = "What should I plant against the wind?"


@pytest.fixture
def hedge(api, work, minilm):
    for value in ("hawthorn against the wind", "hornbeam against the wind"):
        body = {"subject": {"name": "Hedge"}, "predicate": "plant", "value": value}
        assert api.post("/facts", body)[0] == 201
    work()
    return api


def ask(api, preset: str = "default", **config) -> dict:
    body = {"query": QUESTION, "preset": preset, "config": {"cache_ttl": 0, **config}}
    status, answer = api.post("/retrieve", body)
    assert status == 200, answer
    return answer


def judge(api, answer: dict, item: dict, helpful: bool) -> int:
    said = {"kind": item["kind"], "id": item["id"], "helpful": helpful}
    status, told = api.post("/feedback", {"retrieval": answer["id"], "items": [said]})
    assert status == 200, told
    return told["recorded"]


def score_of(answer: dict, item: dict) -> float | None:
    return next(one["feedback_score"] for one in answer["items"] if one["id"] == item["id"])


def test_each_item_of_a_run_has_a_record_with_its_position_t25_t42(hedge):
    """Helpful weighs 1, not helpful 0, not judged nothing; said twice counts once, said otherwise replaces."""
    answer = ask(hedge)
    records = RetrievalItem.objects.filter(retrieval=answer["id"]).order_by("rank")
    assert [(one.rank, str(one.object_id), one.helpful) for one in records][: len(answer["items"])] == [
        (place, item["id"], None) for place, item in enumerate(answer["items"])
    ]
    first, second = answer["items"][:2]
    assert judge(hedge, answer, first, True) == 1
    assert judge(hedge, answer, first, True) == 0
    assert judge(hedge, answer, second, False) == 1
    assert list(records.values_list("helpful", flat=True)[:2]) == [True, False]
    assert judge(hedge, answer, second, True) == 1
    assert records.all()[1].helpful is True


def not_returned(kind: str, pk: str) -> str:
    return f"This retrieval did not return the {kind} “{pk}”; name the items of its answer."


def test_what_the_run_did_not_return_is_told_and_the_rest_is_recorded(hedge):
    answer = ask(hedge)
    first = answer["items"][0]
    said = [
        {"kind": first["kind"], "id": first["id"], "helpful": True},
        {"kind": first["kind"], "id": "999999", "helpful": True},
        {"kind": "entity", "id": "Hedge", "helpful": False},
    ]
    refused = [
        {"kind": "fact", "id": "999999", "msg": not_returned("fact", "999999")},
        {"kind": "entity", "id": "Hedge", "msg": not_returned("entity", "Hedge")},
    ]
    body = {"retrieval": answer["id"], "items": said}
    assert hedge.post("/feedback", body) == (200, {"recorded": 1, "refused": refused})
    assert hedge.post("/feedback", body) == (200, {"recorded": 0, "refused": refused})
    assert RetrievalItem.objects.filter(retrieval=answer["id"], helpful=True).count() == 1


def test_feedback_on_nothing_that_the_run_returned_is_refused(hedge):
    answer = ask(hedge)
    items = [{"kind": "fact", "id": pk, "helpful": True} for pk in ("999999", "x")]
    status, told = hedge.post("/feedback", {"retrieval": answer["id"], "items": items})
    assert (status, told["detail"]) == (
        422,
        [
            {"loc": ["body", "items", place], "msg": not_returned("fact", pk)}
            for place, pk in enumerate(("999999", "x"))
        ],
    )


def test_a_run_that_is_unknown_or_anothers_is_not_found(hedge, other_api):
    answer = ask(hedge)
    items = [{"kind": "fact", "id": answer["items"][0]["id"], "helpful": True}]
    assert hedge.post("/feedback", {"retrieval": "999999", "items": items})[0] == 404
    assert other_api.post("/feedback", {"retrieval": answer["id"], "items": items})[0] == 404


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], None),
        ([True], 0.6667),
        ([False], 0.3333),
        ([True, True, True, False], 0.6667),
        ([True] * 5, 0.8571),
        ([False] * 5, 0.1429),
    ],
)
def test_judgements_are_weighed_with_a_prior_of_one_half_t26_c11(hedge, said, expected):
    """(helpful + 0.5 x 2) / (judged + 2), once a run; nobody's word is no score and no boost (T27)."""
    item = ask(hedge)["items"][0]
    for helpful in said:
        judge(hedge, ask(hedge), item, helpful)
    answer = ask(hedge)
    score = score_of(answer, item)
    assert score == (expected if expected is None else pytest.approx(expected, abs=5e-5))
    part = next(one["scores"]["feedback"] for one in answer["items"] if one["id"] == item["id"])
    assert part == pytest.approx(0.05 * ((score if score is not None else 0.5) - 0.5), abs=1e-6)


@pytest.mark.parametrize("preset", ["default", "tx"])
def test_what_helped_ranks_higher_and_what_did_not_ranks_lower_t27_t28(hedge, preset):
    answer = ask(hedge, preset)
    first, second = answer["items"][:2]
    judge(hedge, answer, first, False)
    judge(hedge, answer, second, True)
    again = ask(hedge, preset, feedback_weight=1.0)
    places = {item["id"]: place for place, item in enumerate(again["items"])}
    assert places[second["id"]] < places[first["id"]]


def test_a_judgement_never_expires_and_counts_less_with_age_only_when_asked_t49_t50_c12(hedge):
    """Twelve months: 0.9^12 = .2824, so (.2824 + 1) / (.2824 + 2) = .5619; off, it stays 2/3."""
    answer = ask(hedge)
    item = answer["items"][0]
    judge(hedge, answer, item, True)
    hedge.now += dt.timedelta(days=365.25)
    assert score_of(ask(hedge), item) == pytest.approx(2 / 3)
    assert score_of(ask(hedge, feedback_decay=0.9), item) == pytest.approx(0.5619, abs=5e-5)
    hedge.now += dt.timedelta(days=365.25 * 20)
    assert score_of(ask(hedge), item) == pytest.approx(2 / 3)
    assert ask(hedge)["config"]["feedback_decay"] == 1.0
    for wrong in (0, 1.1):
        status, _ = hedge.post("/retrieve", {"query": QUESTION, "config": {"feedback_decay": wrong}})
        assert status == 422


def test_every_run_that_gave_context_has_all_its_items_recorded_t42(hedge, user, capsys, now):
    """Over HTTP, from the cache, by the command line and in a chat: none without its record. A-T8."""
    from django.core.management import call_command

    for _ in range(2):
        hedge.post("/retrieve", {"query": QUESTION})
    call_command("kg_context", QUESTION, user=user.username)
    call_command("kg_search", QUESTION, user=user.username, expand=True)
    turn = chat.begin(user=user, text=QUESTION, now=now)
    list(chat.answer(turn, clock=lambda: now, stop=lambda: False))
    runs = Retrieval.objects.for_user(user).exclude(narrative="")
    assert runs.count() >= 5
    for run in runs:
        ranks = list(run.items.order_by("rank").values_list("rank", flat=True))
        assert ranks == list(range(len(ranks)))
        assert len(ranks) >= run.narrative.count("\n- ")
    read = RetrievalItem.objects.filter(retrieval=runs.latest("pk"), used=True)
    assert read.count() >= 2
