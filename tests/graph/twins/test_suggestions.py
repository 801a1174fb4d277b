"""Which entries are suggested to be one: no false merge on the labelled pairs, and what they find."""

from __future__ import annotations

from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from graph.curation import entities, facts, undo
from graph.curation.candidates import Draft, Name
from graph.models import Change, Entity
from graph.queries import twins
from graph.twins import misspelt, names
from tests.graph.twins.pairs import PAIRS, Pair, Said
from tests.tables import show

pytestmark = pytest.mark.django_db


def write(user, caller, now, said: Said) -> int:
    """One entry with its facts; what they name is shared by name."""
    name, kind, known = said
    made = entities.create(user=user, name=name, type=kind, by=caller, now=now)
    drafts = []
    for part in filter(None, (one.strip() for one in known.split(";"))):
        relation, says = part.split("=")
        end = {"object": Name(says[1:], "organisation")} if says.startswith("#") else {"value": says}
        drafts.append(Draft(made.pk, relation, **end))
    stated = facts.state_many(user=user, drafts=drafts, by=caller, now=now)
    assert all(one.refusal is None for one in stated.facts), [one.refusal for one in stated.facts]
    return made.pk


def write_pair(user, caller, now, pair: Pair) -> frozenset[int]:
    one, other = (write(user, caller, now, said) for said in (pair.one, pair.other))
    if pair.between:
        facts.state(user=user, draft=Draft(one, pair.between, object=other), by=caller, now=now)
    return frozenset({one, other})


def suggested(user) -> set[frozenset[int]]:
    found = twins.suggestions(user.pk)
    return {frozenset({one.keep.pk, one.absorb.pk}) for one in found.pairs}


def test_no_pair_that_differs_is_suggested_among_all_labelled_ones(user, caller, now, monkeypatch):
    """All in one book, so that what is written of one pair could lead to another."""
    monkeypatch.setattr(twins, "SHOWN", 1000)
    written = {write_pair(user, caller, now, pair): pair for pair in PAIRS}
    found = suggested(user)
    names_of = dict(Entity.objects.for_user(user).values_list("pk", "name"))
    wrong = [sorted(names_of[pk] for pk in pair) for pair in found if pair not in written or not written[pair].same]
    assert wrong == []
    true = {pair for pair, said in written.items() if said.same}
    missed = sorted(" / ".join((written[pair].one[0], written[pair].other[0])) for pair in true - found)
    show(
        f"Same or not: {len(PAIRS)} labelled pairs, {len(true)} of them true; suggested {len(found)}, false 0, "
        f"recall {len(found & true) / len(true):.2f}; missed: {', '.join(missed)}"
    )
    assert len(found & true) >= 30


@pytest.mark.parametrize(
    "pair", [pair for pair in PAIRS if not pair.same], ids=lambda pair: f"{pair.one[0]} / {pair.other[0]}"
)
def test_a_near_miss_alone_in_a_book_is_not_suggested(user, caller, now, pair):
    write_pair(user, caller, now, pair)
    assert suggested(user) == set()


def test_an_entry_that_fits_two_is_suggested_for_none(user, caller, now):
    for name in ("J. Berg", "Jonas Berg", "Julia Berg"):
        write(user, caller, now, (name, "person", "works_at=#Berg Boats"))
    assert suggested(user) == set()


def test_what_many_share_says_nothing(user, caller, now):
    for name in ("Robert Ash", "Bob Ash", "Ann Ash", "Una Ash"):
        write(user, caller, now, (name, "person", "works_at=#Ash Mills"))
    assert suggested(user) == set()


def test_the_owners_word_that_two_differ_is_remembered_until_it_is_taken_back(user, caller, now):
    one, other = (write(user, caller, now, (name, "place", "")) for name in ("Zürich", "Zurich"))
    assert suggested(user) == {frozenset({one, other})}
    facts.state(user=user, draft=Draft(one, twins.DIFFERENT, object=other), by=caller, now=now)
    assert suggested(user) == set()
    undo.undo(user=user, change=Change.objects.latest("pk"), by=caller, now=now)
    assert suggested(user) == {frozenset({one, other})}


def test_suggestions_cost_the_same_with_few_and_with_many(user, caller, now):
    costs = []
    for begin, count in ((0, 2), (10, 40)):
        for number in range(begin, begin + count):
            write(user, caller, now, (f"Zürich {number}", "place", "located_in=#Here"))
            write(user, caller, now, (f"Zurich {number}", "place", "located_in=#Here"))
        with CaptureQueriesContext(connection) as made:
            twins.suggestions(user.pk)
        costs.append(len(made))
    assert costs[0] == costs[1]


@pytest.mark.parametrize(
    ("one", "other", "kind", "needs"),
    [
        ("Jürgen Vogt", "Juergen Vogt", "person", 0),
        ("Bob Ash", "Robert Ash", "person", 1),
        ("J. R. Penhallow", "John Rowan Penhallow", "person", 1),
        ("Acme", "Acme Ltd", "organisation", 0),
        ("Acme GmbH", "Acme Inc", "organisation", 1),
        ("Ada Ferreira", "Ada Fereira", "person", 2),
        ("React", "React.js", "product", None),
        ("Anna Berg", "Anna Bergman", "person", None),
        ("George Hartnell Sr.", "George Hartnell Jr.", "person", None),
        ("", "?!", "person", None),
    ],
)
def test_names_alone(one, other, kind, needs):
    found = names.alike(names.form(one, kind), names.form(other, kind))
    assert (found.needs if found else None) == needs


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("abcd", "abxd", True), ("abcd", "abd", True), ("abcd", "acbd", True), ("abcd", "abcx", False), ("abc", "abcd", False),
     ("abcd", "abcd", False), ("abcd", "wxyz", False), ("abcde", "abxyde", False)],
)  # fmt: skip
def test_one_letter_apart(one, other, apart):
    assert misspelt.one_letter_apart(one, other) is apart
    assert misspelt.one_letter_apart(other, one) is apart


@given(st.lists(st.text("abc", min_size=1, max_size=6), min_size=2, max_size=12))
@settings(deadline=None)
def test_all_that_a_slip_may_have_told_apart_are_compared(words):
    near = misspelt.near(words)
    for (first, one), (second, other) in combinations(enumerate(words), 2):
        assert (first, second) in near or not misspelt.one_letter_apart(one, other)
    assert all(first < second for first, second in near)


def test_of_many_names_that_share_a_word_only_those_alike_are_near():
    assert misspelt.near(["hartnell", "hartnel", "ferreira", "fereira", "bergmann"]) == {(0, 1), (2, 3)}
