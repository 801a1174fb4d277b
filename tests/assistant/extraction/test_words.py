"""Which words are read at all: English ones, the person's own, and none that the message does not hold."""

from __future__ import annotations

import pytest

from assistant.extraction.text.language import is_english
from assistant.extraction.text.own_words import UNREAD, own_words
from assistant.extraction.verbatim import occurs, stands_in
from graph.curation.candidates import Candidate, Name


@pytest.mark.parametrize(
    "text",
    [
        "My sister Anna lives in Lisbon.",
        "I like tea",
        "the run is 400 copies",
        "im allergic to nuts",
        "gas safety certificates: Hyde Terrace expires 12 February, Cardigan Road 28 August",
        "Ben told me that Clara hates boats.",
        "I'm Tom",
        "Tidewater Press printed Tide Tables.",
        "Family dates\nOtto Brandt, * 11.3.1921 Breslau, + 7.12.1989 Görlitz\nHedwig geb. Scholz, * 30.8.1924 Lauban\n"
        "Torsten * 23.5.1977, married to Katja",
    ],
)
def test_english_is_known(text):
    assert is_english(text)


@pytest.mark.parametrize(
    "text",
    [
        "Minha irmã Anna mora em Lisboa.",
        "Ik woon in Gent en ik werk bij Barco.",
        "Meine Schwester wohnt in Wien.",
        "Mila hat am 3. März Geburtstag.",
        "Anja arbeitet als Hebamme.",
        "Paul travaille chez Renault.",
        "Anna a trois chats.",
        "Juan tiene dos hijos.",
        "Erik arbetar som lärare.",
        "Moja siostra mieszka w Krakowie.",
        "我的妹妹住在里斯本",
        "Моя сестра живёт в Москве",
        "12345",
        "",
    ],
)
def test_another_language_is_not(text):
    assert not is_english(text)


def test_code_quoted_lines_speech_and_addresses_are_blanked_at_the_same_length():
    text = 'I live here.\n> I live there\n`I am x` "I am not here" http://i.example/ ```\nI own it\n```'
    read = own_words(text)
    assert len(read) == len(text)
    assert read.split() == ["I", "live", "here."]


def test_of_a_link_the_words_that_a_reader_sees_stay_at_the_same_length():
    text = "Zoe works at [[Northlight Works]], met [[Quinn Quist|Quinn]] and likes [rye](https://rye.example/a)."
    read = own_words(text)
    assert len(read) == len(text)
    assert read.replace(UNREAD, "") == "Zoe works at Northlight Works, met Quinn and likes rye."


def test_a_short_title_in_quotation_marks_stays():
    assert own_words('I like "The Sea, the Sea".') == 'I like "The Sea, the Sea".'


def test_words_are_found_whatever_the_case_and_space():
    assert occurs("tide  tables", "We print Tide\nTables.")
    assert not occurs("art", "Party")


def test_a_candidate_with_an_invented_side_does_not_stand():
    said = "My sister Anna lives in Lisbon."
    assert stands_in(Candidate(Name("Anna"), "lives_in", Name("Lisbon"), quote=said), said)
    assert not stands_in(Candidate(Name("Anna"), "lives_in", Name("Portugal")), said)
    assert not stands_in(Candidate(Name("Rosa"), "lives_in", Name("Lisbon")), said)
    assert not stands_in(Candidate(Name("Anna"), "lives_in", Name("Lisbon"), quote="Anna lives in Lisbon now"), said)
    assert stands_in(Candidate(Name("User"), "sister", Name("Anna")), said)
