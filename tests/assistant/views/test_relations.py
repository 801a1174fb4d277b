"""The page of relations: how each reads and by which words it is asked for (N15, N32)."""

from __future__ import annotations

import pytest
from django.urls import reverse

from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.models import Change, Conflict, Entity, Predicate
from graph.predicates import registry

pytestmark = pytest.mark.django_db

SHIPS = [
    ("Halcyon", "shipwright", "Orrin Yard"),
    ("Meridian", "shipwright", "Tolva Docks"),
    ("Halcyon", "home_port", "Velsk"),
]


@pytest.fixture
def ships(user, caller, now):
    drafts = [Draft(Name(ship), relation, object=Name(what)) for ship, relation, what in SHIPS]
    facts.state_many(user=user, drafts=drafts, by=caller, now=now)


def _change(page, name: str, **typed: str):
    return page.post(reverse("relations"), {"name": name, **typed}, follow=True)


def test_relations_are_listed_by_use_with_one_of_their_facts(page, ships):
    text = page.get(reverse("relations")).text
    assert text.index('id="r-shipwright"') < text.index('id="r-home_port"')
    assert "2 facts" in text
    assert "<b>Tolva Docks</b>" in text


@pytest.mark.parametrize("words", ["wright", "SHIP", "is shipwright of"])
def test_a_relation_is_found_by_a_part_of_its_words(page, ships, words):
    text = page.get(reverse("relations"), {"q": words}).text
    assert 'id="r-shipwright"' in text
    assert 'id="r-home_port"' not in text


def test_one_is_found_by_the_words_that_its_owner_asks_for_it_by(page, ships):
    _change(page, "shipwright", asked_as="yard,  built at ,yard")
    assert registry(page.session["_auth_user_id"])["shipwright"].asked_as == "yard, built at"
    assert 'id="r-shipwright"' in page.get(reverse("relations"), {"q": "built"}).text
    assert "also asked as <i>yard, built at</i>" in page.get(reverse("relations")).text


def test_what_was_typed_is_kept_and_what_was_not_stays_as_it_is(page, user, ships):
    _change(page, "shipwright", reads="was built by", reads_back="is shipwright of", functional="1")
    one = Predicate.objects.get(user=user, name="shipwright")
    assert (one.label, one.inverse_label, one.functional, one.symmetric) == ("was built by", "", True, False)
    _change(page, "shipwright", reads="", reads_back="")
    assert registry(user.pk)["shipwright"].reads == "shipwright"


def test_one_at_a_time_asks_about_those_that_have_two(page, user, caller, now, ships):
    facts.state(user=user, draft=Draft(Name("Halcyon"), "shipwright", object=Name("Tolva Docks")), by=caller, now=now)
    _change(page, "shipwright", functional="1")
    assert Conflict.objects.filter(user=user, state="open").count() == 1


def test_a_change_is_undone_from_its_toast(page, user, ships):
    text = _change(page, "shipwright", asked_as="yard").text
    change = Change.objects.for_user(user).order_by("-pk").first()
    assert reverse("undo", args=[change.pk]) in text
    page.post(reverse("undo", args=[change.pk]))
    assert "shipwright" not in registry(user.pk)


def test_words_that_are_too_many_are_refused_and_stay_in_their_field(page, user, ships):
    typed = "yard, " * 100
    refused = page.post(reverse("relations"), {"name": "shipwright", "asked_as": typed})
    assert refused.status_code == 422
    assert typed.strip() in refused.text
    assert not Predicate.objects.filter(user=user).exists()


def test_nobody_says_anything_of_a_relation_that_they_do_not_have(page, stranger, ships):
    assert page.post(reverse("relations"), {"name": "moored_at", "asked_as": "pier"}).status_code == 404
    assert stranger.post(reverse("relations"), {"name": "shipwright", "asked_as": "yard"}).status_code == 404
    assert "shipwright" not in stranger.get(reverse("relations")).text


def test_before_the_first_fact_the_page_says_how_relations_come(page):
    assert "Nothing is joined yet." in page.get(reverse("relations")).text


def test_a_relation_is_merged_into_the_one_that_reads_so_and_parted_again(page, user, caller, now, ships):
    facts.state(user=user, draft=Draft(Name("Tolva"), "built_by", object=Name("Orrin Yard")), by=caller, now=now)
    typed = {"name": "built_by", "into": "Shipwright"}
    text = page.post(reverse("relations-merge"), typed, follow=True).text
    assert "1 fact moved to “Shipwright”." in text
    assert 'id="r-built_by"' not in text
    assert "What is said by <i>built by</i> is said by this one." in text
    page.post(reverse("relations-part"), {"name": "built_by"})
    assert registry(user.pk)["built_by"].same_as == ""


def test_what_cannot_be_merged_says_why(page, ships):
    def told(into: str, **more: str) -> str:
        return page.post(reverse("relations-merge"), {"name": "shipwright", "into": into, **more}, follow=True).text

    assert "No relation of yours is called “moored at”." in told("moored at")
    assert "That is the same relation already." in told("shipwright")


@pytest.fixture
def commanded(user, caller, now, ships):
    """Two captains who also command their ships, and one who only owns hers."""
    said = [("Halcyon", "captain", "Dora"), ("Dora", "commands", "Halcyon"), ("Meridian", "captain", "Emil"),
            ("Emil", "commands", "Meridian"), ("Vera", "owns", "Halcyon"), ("Halcyon", "captain", "Vera"),
            ("Emil", "owns", "Tolva"), ("Ada", "owns", "Orrin")]  # fmt: skip
    drafts = [Draft(Name(one), relation, object=Name(what)) for one, relation, what in said]
    facts.state_many(user=user, drafts=drafts, by=caller, now=now)


def test_one_that_joins_the_same_entries_is_perhaps_the_same(page, user, commanded):
    text = page.get(reverse("relations")).text
    assert text.count("Perhaps the same as") == 2
    assert "In 2 of its 2 facts it joins the same two entries as <i>captain</i>, from the other end." in text
    assert "In 2 of its 3 facts it joins the same two entries as <i>commands</i>, from the other end." in text
    page.post(reverse("relations-merge"), {"name": "commands", "into": "captain", "turned": "1"})
    assert "Perhaps the same as" not in page.get(reverse("relations")).text


def test_the_ledger_says_what_became_of_a_relation(page, ships):
    _change(page, "shipwright", asked_as="yard", functional="1")
    page.post(reverse("relations-merge"), {"name": "home_port", "into": "shipwright"})
    text = page.get(reverse("ledger")).text
    assert "<b>You</b> changed the relation shipwright" in text
    assert "“shipwright” is also asked for by yard" in text
    assert "“shipwright” is one at a time" in text
    assert "<b>You</b> merged two relations" in text
    assert "“home port” is said by shipwright" in text


def test_what_stands_at_its_ends_is_of_the_kinds_that_are_typed(page, user, ships):
    _change(page, "shipwright", subject_kind="ship", object_kind="yard")
    kinds = dict(Entity.objects.for_user(user).values_list("name", "type"))
    assert [kinds[name] for name in ("Halcyon", "Orrin Yard", "Velsk")] == ["ship", "yard", "concept"]
    text = page.get(reverse("relations")).text
    assert 'name="subject_kind" maxlength="64" list="all-kinds" value="ship"' in text
    assert "“shipwright” leads to a yard" in page.get(reverse("ledger")).text
