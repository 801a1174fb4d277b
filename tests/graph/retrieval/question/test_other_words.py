"""By which words a relation is asked for, of which time, and which way (N35)."""

from __future__ import annotations

import pytest

from graph.naming import without_numerals
from graph.predicates import Relation
from graph.retrieval.question.belonging import is_belonging, is_shared
from graph.retrieval.question.direction import done_leads_back, leads_back
from graph.retrieval.question.once import asks_of_now, asks_of_once, is_of_once
from graph.retrieval.question.shared_with import asked_back
from graph.retrieval.question.standing import is_within, made
from graph.retrieval.question.telling import all_deeds, deeds, makes, tells


@pytest.mark.parametrize(
    ("relation", "asked"),
    [
        ("authored_by", "wrote"),
        ("coached_by", "trains"),
        ("advised_by", "supervised"),
        ("resolved_by", "fixed"),
        ("represented_by", "agent"),
        ("deployed_in", "runs"),
        ("subsidiary_of", "parent"),
        ("employees", "people"),
    ],
)
def test_a_relation_is_asked_for_by_other_words_in_any_form_n35(relation, asked):
    assert deeds(asked) <= all_deeds(Relation(relation).words)
    assert not deeds(asked) <= all_deeds(Relation(relation).own_words)


def test_how_many_work_there_is_no_firm_n35():
    assert deeds("company").isdisjoint(all_deeds(Relation("employees").words))


def test_what_was_once_so_says_so_n35():
    assert is_of_once("formerly played for")
    assert is_of_once("used to work at")
    assert not is_of_once("plays for")
    assert asks_of_once(["who", "coaches", "the", "former", "club", "of", "Luka"])
    assert asks_of_once(["where", "did", "she", "play", "before"])
    assert asks_of_now(["which", "club", "does", "she", "play", "for"])
    assert not asks_of_now(["which", "club", "did", "she", "play", "for"])


def test_what_a_club_is_led_by_and_where_it_is_is_its_players_too_and_its_telephone_is_not_n35():
    assert is_belonging("plays for")
    assert not is_belonging("represented by")
    assert is_shared("coached by", is_place=False)
    assert is_shared("located in", is_place=True)
    assert not is_shared("located in", is_place=False)
    assert not is_shared("phone number", is_place=True)


@pytest.mark.parametrize(
    ("question", "names", "relation", "back"),
    [
        ("which services use X", {3}, "depends_on", True),
        ("what does X use", {2}, "depends_on", False),
        ("what does X refer to", {2}, "cites", False),
        ("who fixed X", {2}, "resolved_by", False),
        ("who is on call for the services that X depends on", {8}, "depends_on", False),
        ("who runs X", {2}, "chief_executive", None),
        ("who came before X", {3}, "succeeded_by", True),
        ("who came after X", {3}, "succeeded_by", False),
        ("who came after X", {3}, "preceded_by", True),
        ("which children did X have", {3}, "child", False),
        ("which town is X in", {3}, "located_in", None),
        ("who taught X", {2}, "apprenticed_under", False),
        ("who did X teach", {2}, "apprenticed_under", True),
        ("when was X painted", {2}, "year_painted", False),
        ("in which city was the manager of the team X plays for born", {8}, "plays_for", False),
    ],
)
def test_other_words_tell_the_way_as_well_n35(question, names, relation, back):
    read = Relation(relation)
    assert done_leads_back(question.split(), names, read.reads, read.words) is back


def test_who_has_an_agent_is_represented_n35():
    relation = Relation("represented_by")
    assert leads_back("agent", relation.reads, relation.words) is False
    assert leads_back("students", "advised by", Relation("advised_by").words) is True
    assert leads_back("headquarters", "headquartered in") is None


def test_who_is_of_somebody_is_found_the_other_way_round_n35():
    assert leads_back("teacher", "pupil of", Relation("pupil_of").words) is False
    assert leads_back("pupils", "pupil of", Relation("pupil_of").words) is True
    assert leads_back("child", "parent of", Relation("parent_of").words) is False
    assert leads_back("capital", "capital of", Relation("capital_of").words) is True
    assert leads_back("type", "type of", Relation("type_of").words) is False
    assert leads_back("predecessor", "succeeded by", Relation("succeeded_by").words) is True


@pytest.mark.parametrize(
    ("question", "through", "again"),
    [
        ("who directed the films that share an actor with X", set(), {"act", "shar"}),
        ("when were the films with the same writer as X released", set(), {"writ", "sam"}),
        ("which films share a writer with X", set(), {"film", "shar", "writ"}),
        ("who starred in the films by the director of X", {"direct"}, {"direct"}),
        ("who wrote the films of X", set(), set()),
        ("who did X star alongside", set(), {"star", "alongsid"}),
    ],
)
def test_what_is_shared_is_asked_for_again_and_nothing_else_n35(question, through, again):
    asked = deeds(question) - {"x"}
    assert asked_back(question.split(), asked, ["x"], through) == again


def test_who_has_a_number_behind_the_name_is_not_who_asks_n35():
    assert without_numerals("When was Queen Berit I born?", ["queen berit i"]) == "When was Queen Berit born?"
    assert without_numerals("When did I meet Berit?", ["berit"]) == "When did I meet Berit?"


@pytest.mark.parametrize(
    ("question", "names", "asks"),
    [
        ("which mountains are in Belmark", {4}, True),
        ("who are the mayors of the cities on the Osk", {9}, True),
        ("who works in Belmark", {3}, False),
        ("which club is Anna in", {3}, False),
    ],
)
def test_what_is_somewhere_is_asked_for_by_where_it_is_n35(question, names, asks):
    assert is_within(question.split(), names) is asks


def test_what_somebody_made_is_told_by_who_made_it_n35():
    assert _made("which papers are by Anna") == {"paper"}
    assert _made("other songs by Anna") == {"song"}
    assert _made("papers by the authors of X") == set()
    assert makes("authored by")
    assert not makes("advised by")


def test_why_and_of_what_are_told_by_their_words_n35():
    assert tells("why", "caused by", "")
    assert tells("about", "topic", "")
    assert not tells("where", "home ground", "country")
    assert tells("where", "home ground", "")


def _made(question: str) -> set[str]:
    spoken = question.split()
    return set(made(spoken, [word.casefold().removesuffix("s") for word in spoken]))
