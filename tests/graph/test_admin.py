"""Django admin: edits, inline edits and bulk deletes leave ledger rows, can be undone, and reach the projections."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.urls import reverse

from graph.curation import entities, facts, undo
from graph.curation.candidates import Draft, Name
from graph.models import Change, Entity, EntityAlias, Evidence, Fact
from graph.projections import keywords


@pytest.fixture
def staff(client, user):
    user.is_staff = user.is_superuser = True
    user.save()
    client.force_login(user)
    return client


@pytest.fixture
def lives(user, caller, now):
    draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    return facts.state(user=user, draft=draft, by=caller, now=now)[0]


def newest() -> Change:
    return Change.objects.order_by("-pk")[0]


def take_back(user, caller, now) -> None:
    undo.undo(user=user, change=newest(), by=caller, now=now)


def form_of(staff, url: str) -> dict:
    """The values of an admin form as a browser would send them."""
    form = staff.get(url).context["adminform"].form
    values = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in values.items() if value is not None and value is not False}


def no_inlines(*prefixes: str) -> dict:
    return {f"{prefix}-{what}": "0" for prefix in prefixes for what in ("TOTAL_FORMS", "INITIAL_FORMS")}


def test_an_edited_entity_is_renamed_through_its_verb(staff, user, caller, now, lives):
    url = reverse("admin:graph_entity_change", args=[lives.subject_id])
    values = {**form_of(staff, url), "name": "Anna Moura", **no_inlines("aliases")}
    assert staff.post(url, values).status_code == 302
    assert Entity.objects.get(pk=lives.subject_id).name == "Anna Moura"
    assert sorted(EntityAlias.objects.filter(entity=lives.subject_id).values_list("text", flat=True)) == [
        "Anna",
        "Anna Moura",
    ]
    assert [pk for pk, _ in keywords.search(user.pk, "fact", "Moura", 5)] == [lives.pk]
    assert newest().verb == "edit"
    take_back(user, caller, now)
    assert keywords.search(user.pk, "fact", "Moura", 5) == []


def test_an_inline_name_is_added_through_its_verb(staff, user, caller, now, lives):
    url = reverse("admin:graph_entity_change", args=[lives.subject_id])
    values = {**form_of(staff, url), **no_inlines("aliases"), "aliases-TOTAL_FORMS": "1"}
    values |= {"aliases-0-kind": "alias", "aliases-0-text": "Annie", "aliases-0-entity": str(lives.subject_id)}
    assert staff.post(url, values).status_code == 302
    assert EntityAlias.objects.get(text="Annie").normalised == "annie"
    take_back(user, caller, now)
    assert not EntityAlias.objects.filter(text="Annie").exists()


def test_an_edited_fact_and_its_inline_quote_are_ledger_entries(staff, user, caller, now, lives):
    url = reverse("admin:graph_fact_change", args=[lives.pk])
    values = {**form_of(staff, url), "confidence": "0.4", **no_inlines("evidence"), "evidence-TOTAL_FORMS": "1"}
    values |= {
        "evidence-0-quote": "Anna is in Lisbon",
        "evidence-0-fact": str(lives.pk),
        "evidence-0-extractor": "user",
    }
    answer = staff.post(url, values)
    assert answer.status_code == 302, answer.context["errors"]
    assert Fact.objects.get(pk=lives.pk).confidence == 0.4
    assert Evidence.objects.get(fact=lives).quote == "Anna is in Lisbon"
    assert list(Change.objects.order_by("-pk").values_list("verb", flat=True)[:2]) == ["edit", "edit"]
    take_back(user, caller, now)
    assert not Evidence.objects.filter(fact=lives).exists()


def test_a_bulk_delete_goes_through_the_verb_and_comes_back(staff, user, caller, now, lives):
    data = {"action": "delete_selected", "_selected_action": [lives.pk], "post": "yes"}
    staff.post(reverse("admin:graph_fact_changelist"), data)
    assert not Fact.objects.exists()
    assert keywords.search(user.pk, "fact", "Lisbon", 5) == []
    assert newest().verb == "delete"
    take_back(user, caller, now)
    assert [pk for pk, _ in keywords.search(user.pk, "fact", "Lisbon", 5)] == [lives.pk]


def test_a_fact_added_in_the_admin_is_stated(staff, user, lives):
    url = reverse("admin:graph_fact_add")
    values = {
        **{key: value for key, value in form_of(staff, url).items() if value != ""},
        **no_inlines("evidence"),
        "user": user.pk,
        "subject": lives.subject_id,
        "predicate": "likes",
        "value": "figs",
    }
    answer = staff.post(url, values)
    assert answer.status_code == 302, answer.context["errors"]
    assert Fact.objects.get(predicate="likes").status == "staged"
    assert newest().verb == "state"


def test_the_self_entity_is_refused_in_words(staff, user, caller, now):
    me = Entity.objects.get(is_self=True)
    answer = staff.post(reverse("admin:graph_entity_delete", args=[me.pk]), {"post": "yes"}, follow=True)
    assert Entity.objects.filter(pk=me.pk).exists()
    assert "not deleted" in answer.content.decode()


@pytest.mark.parametrize("model", sorted(admin.site._registry, key=lambda model: model._meta.label), ids=str)
def test_every_model_can_be_listed_and_searched(staff, lives, model):
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    assert staff.get(url).status_code == 200
    assert staff.get(url, {"q": "anna"}).status_code == 200
    assert admin.site._registry[model].search_fields


def test_every_model_of_the_project_is_in_the_admin():
    from django.apps import apps

    for label in ("graph", "assistant"):
        assert {
            model for model in apps.get_app_config(label).get_models() if model not in admin.site._registry
        } == set()


def test_deleting_an_entity_in_the_admin_takes_its_facts_along(staff, user, caller, now, lives):
    staff.post(reverse("admin:graph_entity_delete", args=[lives.object_id]), {"post": "yes"})
    assert not Fact.objects.exists()
    take_back(user, caller, now)
    assert entities.find(user, lives.object_id).name == "Lisbon"


def test_the_lists_are_called_by_their_plurals(staff):
    page = staff.get(reverse("admin:index")).text
    assert "Idempotent replies" in page
    assert "replys" not in page
