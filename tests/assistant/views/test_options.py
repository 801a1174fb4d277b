"""Every option on a page: words, default, bounds, and the ways back; all of it without script."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from graph.models import UserSettings
from graph.preferences import keep, options, recipes
from graph.preferences.shape import DEFAULTS

pytestmark = pytest.mark.django_db
URL = "/settings/retrieval/"


def form_of(user, **changes) -> dict:
    """What a browser sends when only `changes` were typed."""
    sent: dict = {"save": "1"}
    for one in options.every(keep.standing(user)):
        if one.kind == "switch":
            sent |= {one.field: "on"} if one.value else {}
        elif one.kind == "several":
            sent[one.field] = list(one.value)
        else:
            sent[one.field] = one.shown
    return sent | {name.replace("__", "-"): value for name, value in changes.items()}


def kept(user) -> dict:
    row = UserSettings.objects.get(user=user)
    return {"retrieval": row.retrieval, "learning": row.learning}


def test_every_option_stands_there_with_words_default_and_bounds(page):
    text = page.get(URL).text
    for one in options.every(DEFAULTS):
        assert f'name="{one.field}"' in text, one.name
        assert one.title in text.replace("&#x27;", "'")
    assert "0 to 10; at first 2." in text
    assert reverse("settings-retrieval") == URL
    assert URL in page.get(reverse("settings")).text


def test_what_is_typed_is_kept_and_nothing_else(page, user):
    page.post(URL, form_of(user))
    assert kept(user) == {"retrieval": {}, "learning": {}}
    typed = {
        "retrieval__max_hops": "3",
        "retrieval__hop_decay": "1, 0.7, 0.5",
        "retrieval__relations__per_hop": "lives_in; works_for, knows",
        "retrieval__filters__documents": "notes/*, *.md",
        "retrieval__filters__statuses": ["confirmed"],
        "retrieval__mmr__enabled": "on",
        "retrieval__reranker": "words",
        "retrieval__relevance__source_weights__file": "1.5",
        "learning__policy": "evidence",
    }
    assert "Saved." in page.post(URL, form_of(user, **typed), follow=True).text
    assert kept(user) == {
        "retrieval": {
            "max_hops": 3,
            "hop_decay": [1.0, 0.7, 0.5],
            "relations": {"per_hop": [["lives_in"], ["works_for", "knows"]]},
            "filters": {"documents": ["notes/*", "*.md"], "statuses": ["confirmed"]},
            "mmr": {"enabled": True},
            "reranker": "words",
            "relevance": {"source_weights": {"file": 1.5}},
        },
        "learning": {"policy": "evidence"},
    }
    text = page.get(URL).text
    assert 'value="lives_in; works_for, knows"' in text
    page.post(URL, form_of(user))
    assert kept(user)["retrieval"]["hop_decay"] == [1.0, 0.7, 0.5]


def test_what_does_not_fit_is_said_beside_it_and_stays_typed(page, user):
    answer = page.post(URL, form_of(user, retrieval__max_hops="99", retrieval__vector_weight="much"))
    assert answer.status_code == 422
    assert "Nothing was saved" in answer.text
    wrong = re.findall(r'id="o-([\w-]+)"', "".join(re.findall(r'<div class="option is-wrong"[^>]*>', answer.text)))
    assert wrong == ["retrieval-max_hops", "retrieval-vector_weight"]
    assert re.findall(r'<p><a href="#o-([\w-]+)">', answer.text) == wrong  # what does not fit may be far below
    assert 'value="99"' in answer.text
    assert "It must be 10 or less." in answer.text
    assert "It must be a number." in answer.text
    assert "Input should" not in answer.text
    assert kept(user)["retrieval"] == {}


def test_wrong_combinations_are_said(page, user):
    both = {"retrieval__relations__include": "knows", "retrieval__relations__exclude": "knows"}
    assert "both included and excluded: knows" in page.post(URL, form_of(user, **both)).text


def test_one_option_is_reset_and_then_all(page, user):
    page.post(URL, form_of(user, retrieval__max_hops="3", retrieval__max_facts="9", learning__policy="access"))
    page.post(URL, {"reset": "retrieval.max_hops"})
    assert kept(user)["retrieval"] == {"max_facts": 9}
    page.post(URL, {"reset": "all"})
    assert kept(user) == {"retrieval": {}, "learning": {}}


@pytest.mark.parametrize("recipe", recipes.RECIPES, ids=lambda one: one.name)
def test_a_recipe_is_one_button_o71(page, user, recipe):
    text = page.post(URL, {"recipe": recipe.name}, follow=True).text
    assert recipes.followed(keep.standing(user)) == recipe.name
    assert re.findall(r'value="(\w+)"[^>]*aria-pressed="true"', text) == [recipe.name]


def test_a_search_goes_as_far_as_the_recipe_says_o71(page, api, user, work, minilm):
    """A simple look-up follows nothing; two steps follow the chain."""
    for subject, target in (("Quillon", "Brandle"), ("Brandle", "Corvik")):
        api.post("/facts", {"subject": {"name": subject}, "predicate": "feeds", "object": {"name": target}})
    work()
    hops = {}
    for name in ("simple", "relations"):
        page.post(URL, {"recipe": name})
        items = api.post("/retrieve", {"query": "Quillon", "config": {"fact_seeds": 0}})[1]["items"]
        hops[name] = max((item["hops"] for item in items), default=0)
    assert hops == {"simple": 0, "relations": 2}


def test_an_empty_form_changes_nothing(page, user):
    assert "nothing was changed" in page.post(URL, {}, follow=True).text
    assert "no such option" in page.post(URL, {"reset": "retrieval.speed"}, follow=True).text


def test_the_page_takes_the_same_queries_however_much_is_set(page, user, django_assert_num_queries):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as bare:
        page.get(URL)
    page.post(URL, form_of(user, retrieval__max_hops="3", retrieval__max_facts="9", retrieval__rrf_k="7"))
    page.get(URL)
    with CaptureQueriesContext(connection) as full:
        page.get(URL)
    assert len(full) == len(bare)
