"""How both passes of an erasure recognise a passage or a name in what tables hold, each by code of its own."""

from __future__ import annotations

import json

import pytest

from graph.erasure.scope import Scope, Wording
from graph.erasure.sought import Sought

PASSAGES = [
    "We leave the harbour at nine",
    'He said "we leave at nine" to all of us',
    "Wir gehen über die Brücke,\nsagte er",
    "It lies in C:\\papers\\letters today",
    "Incomprehensibilities everywhere!",
]
NAMES = ["Anna", "Jürgen Groß", 'Dwayne "The Rock" Johnson', "C++", "张伟"]


def both(user, text: str, *, passage: str = "", name: str = "") -> set[bool]:
    """What each pass says of a row, and of the same as a text that holds JSON."""
    texts, words = (passage,) if passage else (), (name,) if name else ()
    first, second = Wording(Scope(user, {}, words, texts)), Sought(user.pk, words=words, texts=texts)
    raw = json.dumps({"evidence": [{"quote": text, "at": None}], "scores": {"vector": 0.5}})
    return {first.names(json.loads(raw)), first.names(raw), second.names(raw)}


@pytest.mark.parametrize("passage", PASSAGES)
def test_a_passage_is_recognised_in_json_with_what_is_escaped_there(user, passage):
    assert both(user, f"Before. {passage} And after.", passage=passage) == {True}
    assert both(user, passage.upper(), passage=passage) == {True}
    assert both(user, f"Before. {passage[:-4]} And after.", passage=passage) == {False}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_recognised_as_a_whole_word(user, name):
    assert both(user, f"Ask {name}, please", name=name) == {True}
    assert both(user, f"Ask x{name}x, please", name=name) == {False}


def test_a_name_does_not_begin_in_one_text_and_end_in_the_next(user):
    raw = json.dumps({"first": 'said "Anna"', "Vance": "is a town"})
    assert not Wording(Scope(user, {}, ('"Anna" Vance',))).names(raw)
    assert not Sought(user.pk, words=('"Anna" Vance',)).names(raw)
