"""The index and its entries."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from graph.curation import entities, facts
from graph.curation.candidates import Draft, Name
from graph.documents import ingest
from graph.models import Change, Entity, Fact

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(confirmed) -> Entity:
    return confirmed.subject


def test_an_index_with_only_oneself_says_what_to_do_next(page, user, now):
    from graph.curation.names import self_entity

    self_entity(user, now)
    text = page.get(reverse("index")).text
    assert "Only you, so far." in text
    assert "Ines" in text


def test_entries_are_found_by_any_of_their_names(page, user, caller, now, anna):
    entities.edit(user=user, entity_id=anna.pk, aliases=["Nusia"], by=caller, now=now)
    assert reverse("entity", args=[anna.pk]) in page.get(reverse("index") + "?q=nusi").text
    assert "Nothing goes by “Xaver”." in page.get(reverse("index") + "?q=Xaver").text


def test_the_list_alone_answers_while_one_types(by_script, anna):
    text = by_script.get(reverse("index") + "?q=Ann").text
    assert text.lstrip().startswith('<div id="list">')


def test_an_entry_shows_facts_with_their_words_the_open_question_and_its_neighbours(page, anna, confirmed, waiting):
    text = page.get(reverse("entity", args=[anna.pk])).text
    assert f'<i>lives in</i> <a href="{reverse("entity", args=[confirmed.object_id])}">Lisbon</a>' in text
    assert "<mark>Anna moved to Porto</mark>" in text
    assert "An open question." in text
    assert "Anna and 2 neighbours; the same as a table below" in text
    assert "<td>lives in (unconfirmed)</td>" in text


def test_where_an_entry_is_named_is_listed_newest_first_without_reading_whole_documents(
    page, user, now, work, minilm, anna
):
    """A name that stands in thousands of places of one book had the book read once for each of them."""
    for number in range(3):
        ingest.receive(user=user, text=f"Anna mends clock {number}.", title=f"Letter {number}", now=now)
    work()
    with CaptureQueriesContext(connection) as asked:
        text = page.get(reverse("entity", args=[anna.pk])).text
    assert re.findall(r"Letter \d", text.split("named in")[1]) == ["Letter 2", "Letter 1", "Letter 0"]
    listing = [one["sql"] for one in asked if 'ORDER BY "graph_evidence"."created_at" DESC' in one["sql"]]
    assert listing
    assert not [sql for sql in listing if '"graph_document"."text"' in sql]


def test_a_fact_written_by_hand_is_in_ink_at_once(page, anna):
    data = {"subject": "Anna", "reads": "is allergic to", "says": "walnuts"}
    page.post(reverse("entity-fact", args=[anna.pk]), data)
    fact = Fact.objects.get(predicate="allergic_to")
    assert (fact.subject_id, fact.value, fact.status, fact.source) == (anna.pk, "walnuts", "confirmed", "user_edit")


def test_an_entry_without_a_name_is_refused_in_words_and_keeps_what_was_typed(page, anna):
    data = {"name": "   ", "type": "person", "description": "Binds books.", "also": ""}
    answer = page.post(reverse("entity-edit", args=[anna.pk]), data)
    assert answer.status_code == 422
    assert '<p class="err" role="alert"><b>!</b>Name: This field is required.</p>' in answer.text
    assert "Binds books." in answer.text
    anna.refresh_from_db()
    assert anna.name == "Anna"


def test_all_that_is_wrong_with_a_fact_is_said_in_one_place_before_its_fields(page, anna):
    data = {"subject": "Anna", "reads": "lives in", "says": "", "since": "2026-05-01", "until": "2020-01-01"}
    text = page.post(reverse("entity-fact", args=[anna.pk]), data).text
    end, missing = (
        text.index("A fact cannot end before it begins."),
        text.index("What or whom: This field is required."),
    )
    assert end < missing < text.index('<div class="fact-form">')


def test_a_fact_that_expires_says_until_when_it_is_kept(page, user, caller, now, anna, confirmed):
    facts.edit(user=user, fact_id=confirmed.pk, expires_at=now + dt.timedelta(days=2), by=caller, now=now)
    for address in (reverse("entity", args=[anna.pk]), reverse("facts")):
        assert "kept until 3 Mar 2026" in page.get(address).text


def test_a_fact_written_by_hand_can_be_taken_back_at_once(page, anna):
    data = {"subject": "Anna", "reads": "is allergic to", "says": "walnuts"}
    text = page.post(reverse("entity-fact", args=[anna.pk]), data, follow=True).text
    undo = reverse("undo", args=[Change.objects.latest("pk").pk])
    assert f'action="{undo}"' in text
    page.post(undo)
    assert not Fact.objects.filter(predicate="allergic_to").exists()


def test_a_relation_in_new_words_is_kept_under_them(page, anna):
    page.post(reverse("entity-fact", args=[anna.pk]), {"subject": "Anna", "reads": "hums while at", "says": "work"})
    assert Fact.objects.filter(predicate="hums_while_at").exists()


def test_a_fact_that_cannot_be_kept_says_why(page, anna):
    data = {"subject": "Anna", "reads": "knows", "says": "Anna", "is_entry": "on"}
    answer = page.post(reverse("entity-fact", args=[anna.pk]), data)
    assert answer.status_code == 422
    assert "cannot stand in a relation to itself" in answer.text


def test_what_is_missing_is_named_as_the_form_names_it(page, anna):
    text = page.post(reverse("entity-fact", args=[anna.pk]), {"subject": "Anna", "reads": "lives in", "says": ""}).text
    assert "What or whom: This field is required." in text


def test_an_entry_is_mended_and_its_former_name_kept(page, anna):
    data = {"name": "Anna Halloran", "type": "person", "description": "My sister", "also": "Nusia\nAnka"}
    page.post(reverse("entity-edit", args=[anna.pk]), data)
    text = page.get(reverse("entity", args=[anna.pk])).text
    for name in ("<h1>Anna Halloran</h1>", ">Nusia<", ">Anka<", ">Anna<", "My sister"):
        assert name in text


def test_two_entries_become_one_and_two_again(page, user, caller, now, anna):
    other = entities.create(user=user, name="Ania", type="person", by=caller, now=now)
    page.post(reverse("entity-merge", args=[anna.pk]), {"other": "ania"})
    assert page.get(reverse("entity", args=[other.pk])).status_code == 404
    page.post(reverse("undo-last"))
    assert page.get(reverse("entity", args=[other.pk])).status_code == 200


def test_merging_with_nobody_says_so(page, anna):
    answer = page.post(reverse("entity-merge", args=[anna.pk]), {"other": "Xaver"}, follow=True)
    assert "There is no other entry called “xaver”." in answer.text


def test_an_entry_is_deleted_with_a_way_back(page, anna, confirmed):
    answer = page.post(reverse("entity-delete", args=[anna.pk]), follow=True)
    assert "The entry and its facts were deleted." in answer.text
    page.post(reverse("undo-last"))
    assert Fact.objects.filter(pk=confirmed.pk).exists()


def test_oneself_is_not_deleted(page, user, now):
    from graph.curation.names import self_entity

    me = self_entity(user, now)
    assert "can be renamed, not deleted" in page.post(reverse("entity-delete", args=[me.pk]), follow=True).text
    assert Entity.objects.filter(pk=me.pk).exists()


@pytest.mark.parametrize(
    ("decision", "status"), [("confirm", "confirmed"), ("reject", "rejected"), ("retract", "retracted")]
)
def test_a_fact_is_decided_on_from_its_entry(page, anna, waiting, decision, status):
    page.post(reverse("fact-decide", args=[waiting.pk]), {"decision": decision, "entity": anna.pk})
    waiting.refresh_from_db()
    assert waiting.status == status


@pytest.mark.parametrize("count", [1, 3])
def test_an_entry_costs_the_same_with_one_and_with_three_facts(
    page, user, caller, now, anna, count, django_assert_num_queries
):
    for number in range(count):
        draft = Draft(anna.pk, "likes", object=Name(f"thing {number}"))
        facts.state(user=user, draft=draft, by=caller, now=now)
    page.get(reverse("entity", args=[anna.pk]))
    with django_assert_num_queries(18):
        page.get(reverse("entity", args=[anna.pk]))


def test_a_book_without_facts_says_how_the_first_one_comes(page, user):
    first = page.get(reverse("facts")).text
    assert "No facts yet." in first
    assert "Tell me something" in first
    assert "No such fact." in page.get(reverse("facts") + "?q=tea").text


def test_an_entrys_history_says_which_of_its_facts_were_written_and_confirmed(page, user, caller, now, waiting):
    """Of a change that touched many entries only what it did to this one."""
    drafts = [Draft(Name(who, "person"), "likes", value="rye") for who in ("Anna", "Tomek")]
    facts.state_many(user=user, drafts=drafts, by=caller, now=now)
    facts.decide(user=user, ids=[waiting.pk], decision="confirm", by=caller, now=now)
    text = page.get(reverse("entity", args=[waiting.subject_id])).text
    history = text[text.index(">history<") : text.index("All in the ledger")]
    assert "confirmed 1 fact" in history
    assert '<span class="plus"><span>Anna lives in Porto</span></span>' in history
    assert "Anna likes rye" in history
    assert "Tomek" not in history
