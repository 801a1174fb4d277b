"""A parse is a tree whatever was put right in it: a message that made a circle was read for ever, and none after it."""

from __future__ import annotations

import itertools

import pytest

from assistant.extraction.parsing.parse import parse
from assistant.extraction.parsing.trees import heads, unknotted
from tests.assistant.extraction.test_rules import learned

BENEFICIARIES = (
    "There are four beneficiaries: me, my cousin Sioned, my cousin Huw and the lifeboat station, which gets 10,000"
)
LISTS = [
    f"{opening} {one}, my {role} {name}{comma} my {other} Huw and {end}"
    for opening, one, (role, other), name, comma, end in itertools.product(
        ("There are four of us:", "We invited", "The guests are"),
        ("me", "the dog"),
        (("cousin", "cousin"), ("sister", "boss"), ("wife", "cat")),
        ("Sioned", "anna"),
        (",", " and"),
        ("the neighbours.", "his son Arthur, who is 9"),
    )
]


def is_a_tree(doc) -> bool:
    for token in doc:
        at = token
        for _ in range(len(doc)):
            at = at.head
        if at.head.i != at.i or at.dep_ != "ROOT":
            return False
    return True


@pytest.mark.parametrize("text", [BENEFICIARIES, *LISTS])
def test_from_every_word_one_comes_to_a_root(text):
    assert is_a_tree(parse(text))


def test_what_was_read_for_ever_is_learned():
    assert ("me", "cousin", "Huw") in learned(BENEFICIARIES)


def test_of_a_circle_each_hangs_as_it_did_before():
    doc = parse("My sister Anna lives in Graz.").copy()
    before = heads(doc)
    sister, anna = doc[1], doc[2]
    sister.head, sister.dep_ = anna, "appos"
    anna.head, anna.dep_ = sister, "appos"
    assert not is_a_tree(doc)
    assert heads(unknotted(doc, before)) == before
