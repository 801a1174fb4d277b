"""Every option over HTTP: its default, its bounds, what it changes, and the way back."""

from __future__ import annotations

import pytest

from graph.models import Document, UserSettings
from graph.preferences import keep, recipes
from graph.preferences.words import SECTIONS, WORDS
from graph.retrieval.config import RetrievalConfig, as_dict

pytestmark = pytest.mark.django_db


def leaves(values: dict, prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in values.items():
        found |= leaves(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
    return found


def get(api) -> dict:
    status, answer = api.get("/settings")
    assert status == 200, answer
    return answer


def patch(api, body, expected: int = 200) -> dict:
    status, answer = api.patch("/settings", body)
    assert status == expected, answer
    return answer


def option(answer: dict, name: str) -> dict:
    return next(one for one in answer["options"] if one["name"] == name)


def test_every_option_stands_there_with_its_default_bounds_and_words_j45_t4_t30(api):
    """Nothing of the configuration is missing, and nothing is told that there is not."""
    answer = get(api)
    told = {one["name"] for one in answer["options"]}
    configured = {f"retrieval.{name}" for name in leaves(as_dict(RetrievalConfig()))}
    assert configured <= told
    assert told == set(leaves({group: answer[group] for group in ("retrieval", "learning")})) == set(WORDS)
    hops = option(answer, "retrieval.max_hops")
    assert (hops["value"], hops["default"], hops["is_default"]) == (2, 2, True)
    assert (hops["bounds"]["min"], hops["bounds"]["max"]) == (0, 10)
    assert option(answer, "retrieval.direction")["bounds"]["choices"] == ["outgoing", "incoming", "both"]
    assert all(one["title"] and one["description"] and one["section"] in SECTIONS for one in answer["options"])


def test_bounds_are_those_that_are_enforced(api):
    """One beyond either end is refused for every number, and the end itself is taken."""
    for one in get(api)["options"]:
        bounds, group = one["bounds"], one["name"].split(".")[0]
        if one["type"] not in ("whole", "number") or one["name"] == "learning.documents.batch_overlap":
            continue
        for end, step in (("min", -1), ("max", 1)):
            if bounds[end] is None:
                continue
            body: dict = {}
            *way, last = one["name"].split(".")[1:]
            place = body.setdefault(group, {})
            for key in way:
                place = place.setdefault(key, {})
            place[last] = bounds[end] + step
            detail = patch(api, body, 422)["detail"]
            assert detail[0]["loc"][:2] == ["body", group], one["name"]
            place[last] = bounds[end]
            if not (end == "min" and bounds["exclusive_min"]):
                assert option(patch(api, body), one["name"])["value"] == bounds[end]
        patch(api, {"reset": True})


def test_what_is_set_is_used_and_what_is_null_is_as_before_j45(api):
    patch(api, {"retrieval": {"max_hops": 1, "mmr": {"enabled": True}, "relevance": {"source_weights": {"file": 2}}}})
    used = api.post("/retrieve", {"query": "x"})[1]["config"]
    assert (used["max_hops"], used["mmr"]["enabled"], used["mmr"]["lambda"]) == (1, True, 0.7)
    assert used["relevance"]["source_weights"] == {
        "user_edit": 1.15, "file": 2.0, "system": 1.0, "conversation": 1.0
    }  # fmt: skip
    assert api.post("/retrieve", {"query": "x", "preset": "jacq"})[1]["config"]["mmr"]["enabled"] is False
    patch(api, {"retrieval": {"max_hops": None, "mmr": None}})
    used = api.post("/retrieve", {"query": "x"})[1]["config"]
    assert (used["max_hops"], used["mmr"]["enabled"]) == (2, False)
    assert used["relevance"]["source_weights"]["file"] == 2.0


def test_an_option_may_stand_by_itself_and_only_what_differs_is_kept(api, user):
    patch(api, {"max_hops": 3, "policy": "evidence", "vector_weight": 0.7})
    row = UserSettings.objects.get(user=user)
    assert (row.retrieval, row.learning) == ({"max_hops": 3}, {"policy": "evidence"})


def test_one_option_some_or_all_are_reset(api, user):
    patch(api, {"max_hops": 3, "mmr": {"enabled": True, "top_n": 3}, "indexed_types": ["person"], "policy": "access"})
    patch(api, {"reset": ["retrieval.mmr.top_n", "retrieval.max_hops"]})
    assert UserSettings.objects.get(user=user).retrieval == {"mmr": {"enabled": True}, "indexed_types": ["person"]}
    patch(api, {"reset": True})
    row = UserSettings.objects.get(user=user)
    assert (row.retrieval, row.learning) == ({}, {})


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_hops": 11},
        {"retrieval": {"speed": 1}},
        {"speed": 1},
        {"retrieval": 3},
        {"mmr": {"lambda": "much"}},
        {"relations": {"include": ["knows"], "exclude": ["knows"]}},
        {"documents": {"batch_size": 3, "batch_overlap": 3}},
        {"policy": "everything"},
        {"reranker": "os.system"},
        {"recipe": "stew"},
        {"reset": ["retrieval.speed"]},
        {"reset": "all"},
        {"hnsw_threshold": -1},
        [1],
    ],
)
def test_what_cannot_be_is_refused_with_its_reason_and_nothing_is_kept_t5_t46_t53(api, user, wrong):
    body = {"fact_seeds": 5, **wrong} if isinstance(wrong, dict) else wrong
    detail = patch(api, body, 422)["detail"]
    assert detail[0]["msg"]
    assert detail[0]["loc"][0] == "body"
    assert UserSettings.objects.get(user=user).retrieval == {}


def test_one_persons_settings_are_not_anothers(api, other_api):
    patch(api, {"max_hops": 7})
    assert option(get(other_api), "retrieval.max_hops")["value"] == 2


@pytest.mark.parametrize("recipe", recipes.RECIPES, ids=lambda one: one.name)
def test_each_recipe_sets_what_it_says_and_one_replaces_another_o71(api, user, recipe):
    patch(api, {"recipe": "everything", "min_similarity": 0.2})
    answer = patch(api, {"recipe": recipe.name})
    assert answer["recipe"] == recipe.name
    kept = keep.standing(user)
    assert {name: kept["retrieval"][name] for name in recipe.retrieval} == recipe.retrieval
    assert kept["retrieval"]["min_similarity"] == 0.2
    api.post("/documents", {"title": "Minutes", "text": "We met at noon."})
    document = Document.objects.get(user=user)
    assert {name: document.options[name] for name in recipe.documents} == recipe.documents


def test_what_a_document_says_of_itself_wins_over_the_settings(api, user):
    patch(api, {"documents": {"sequence_edges": True, "workers": 2}})
    api.post("/documents", {"title": "Minutes", "text": "We met at noon.", "options": {"sequence_edges": False}})
    options = Document.objects.get(user=user).options
    assert (options["sequence_edges"], options["workers"]) == (False, 2)
