"""Extraction by a language model: its JSON is checked, and what the words do not say is dropped."""

from __future__ import annotations

import datetime as dt
import json

import pytest

from assistant import params
from assistant.extraction import model, read
from assistant.language_model.llm import ModelEmpty

SAID = "My sister Anna lives in Lisbon. Is she well?"


def row(**changes: str) -> dict[str, str]:
    return {
        "subject": "Anna",
        "subject_type": "person",
        "predicate": "lives in",
        "object": "Lisbon",
        "object_type": "place",
        "quote": "My sister Anna lives in Lisbon.",
        **changes,
    }


@pytest.fixture
def model_answers(monkeypatch):
    """Call it with the facts that the model gives."""

    def answer(*rows: dict) -> None:
        monkeypatch.setattr("assistant.language_model.llm.complete", lambda *_, **__: json.dumps({"facts": rows}))

    return answer


def test_a_fact_that_stands_in_the_text_becomes_a_candidate(model_answers):
    model_answers(row())
    (one,) = model.candidates(SAID)
    assert (one.subject.text, one.predicate, one.object.text, one.object.type) == (
        "Anna",
        "lives_in",
        "Lisbon",
        "place",
    )
    assert (one.extractor, one.quote, SAID[one.start : one.end]) == ("model", one.quote, one.quote)


def test_a_quote_is_placed_where_it_stands_in_the_text(model_answers):
    model_answers(row())
    text = f"Hello there. {SAID}"
    (one,) = model.candidates(text)
    assert (text[one.start : one.end], one.start) == (one.quote, text.index(one.quote))
    assert one.start >= 13


def test_the_speaker_is_the_self_entity(model_answers):
    model_answers(row(subject="I", predicate="sister", object="Anna", object_type="person"))
    assert model.candidates(SAID)[0].subject.text == "User"


@pytest.mark.parametrize(
    "changes",
    [
        {"object": "Portugal"},
        {"subject": "Rosa"},
        {"quote": "Anna lives in Lisbon with Tom."},
        {"quote": "Is she well?"},
        {"predicate": "!!!"},
    ],
)
def test_what_the_words_do_not_say_is_dropped(model_answers, changes):
    model_answers(row(**changes))
    assert model.candidates(SAID) == ()


@pytest.mark.parametrize("quote", ["", "  ", "Anna in Lisbon lives."])
def test_a_quote_that_is_left_out_or_put_together_anew_is_the_sentence_that_says_it(model_answers, quote):
    """Small models leave quotes out: all that one of 1.5 billion parameters found in an answer was lost for it."""
    model_answers(row(quote=quote))
    (one,) = model.candidates(f"Hello there. {SAID}")
    assert one.quote == "My sister Anna lives in Lisbon."


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("My sister Anna doesn't live in Lisbon.", False),
        ("Maybe my sister Anna lives in Lisbon.", False),
        ("If my sister Anna lives in Lisbon I will visit.", False),
        ("Please check that Anna lives in Lisbon.", False),
        ("My sister Anna lives in Lisbon since May.", True),
    ],
)
def test_what_is_denied_left_open_or_asked_for_is_no_fact_whatever_a_model_says(model_answers, said, found):
    model_answers(row(quote=said))
    assert bool(model.candidates(said)) is found


def test_what_a_fact_itself_denies_is_one(model_answers):
    said = "My sister Anna doesn't eat fish."
    model_answers(row(predicate="does not eat", object="fish", object_type="concept", quote=said))
    assert [one.predicate for one in model.candidates(said)] == ["does_not_eat"]


def test_the_model_adds_to_the_rules_and_says_nothing_again(model_answers, settings):
    """By either end, with other articles or under another name for the same; its own finds stand beside, if they are in
    relations that are known: "sits by" is not.
    """
    settings.ASSISTANT_MODEL = "openai/test"
    said = "Esra is my roommate. My parents have a summer house on Öland. Esra sits by the door. With Esra one talks Turkish. Tess owns a Tesla."
    model_answers(
        row(subject="Esra", predicate="is_a", object="roommate", quote="Esra is my roommate."),
        row(subject="my parents", predicate="have", object="a summer house", quote="", object_type="value"),
        row(subject="Esra", predicate="sits_by", object="the door", quote="Esra sits by the door."),
        row(subject="User", predicate="owns", object="Tesla", quote="Tess owns a Tesla."),
        row(subject="User", predicate="speaks", object="Turkish", quote="With Esra one talks Turkish."),
        row(subject="Esra", predicate="speak", object="Turkish", quote="With Esra one talks Turkish."),
    )
    found = read.message(said).candidates
    assert {(one.subject.text, one.predicate, one.extractor) for one in found} == {
        ("User", "flatmate", "rules"), ("My parents", "owns", "rules"), ("Esra", "speaks", "model"),
        ("Tess", "owns", "rules"),
    }  # fmt: skip


def test_a_value_is_kept_as_one(model_answers):
    model_answers(row(object="Lisbon", object_type="value"))
    assert model.candidates(SAID)[0].value == "Lisbon"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "Sure! Here you go.",
        "{",
        "[]",
        '{"facts": 7}',
        '{"facts": [7, {"subject": "Anna"}]}',
        "[" * 100_000,
        "x" * 200_000,
    ],
)
def test_garbage_is_a_typed_error(answer):
    with pytest.raises(model.BadExtraction):
        model.parse(answer)


def test_json_in_a_fence_is_read():
    assert model.parse('```json\n{"facts": []}\n```') == []


def test_one_bad_row_does_not_lose_the_others():
    assert model.parse(json.dumps({"facts": [row(), {"subject": "Anna"}]})) == [row()]


@pytest.mark.parametrize("way", ["garbage", "wrong_schema", "empty", "refuses"])
def test_where_the_model_fails_the_rules_read(model_that, way):
    model_that(way)
    found = read.message("My sister Anna lives in Lisbon.").candidates
    assert {(one.predicate, one.extractor) for one in found} == {("sister", "rules"), ("lives_in", "rules")}


def test_where_the_model_fails_on_a_language_the_rules_do_not_know_it_is_an_error(model_that):
    model_that("empty")
    with pytest.raises(ModelEmpty):
        read.message("Minha irmã Anna mora em Lisboa.")


def test_without_a_model_another_language_gives_nothing_and_a_note(settings):
    settings.ASSISTANT_MODEL = ""
    assert read.message("Minha irmã Anna mora em Lisboa.") == read.Reading(note=read.UNKNOWN_LANGUAGE)


@pytest.mark.realmodel
def test_a_real_model_answers_within_the_schema(real_model, monkeypatch):
    """What it finds is its own affair; that the answer is a list of facts is the server's."""
    monkeypatch.setattr("assistant.params.LEARNED_FACTS", 2)
    heard: list[str] = []
    complete = model.llm.complete

    def listen(*args, **options):
        heard.append(complete(*args, **{**options, "max_tokens": 400}))
        return heard[-1]

    monkeypatch.setattr("assistant.language_model.llm.complete", listen)
    monkeypatch.setattr(params, "EXTRACTION_DEADLINE", params.ANSWER_DEADLINE)
    try:
        model.candidates("My sister Anna lives in Lisbon.")
    except model.BadExtraction:
        assert not heard[0].rstrip().endswith("}")  # cut off by its limit of tokens, and so refused
    else:
        assert isinstance(json.loads(heard[0])["facts"], list)


def test_what_the_model_finds_is_put_in_the_terms_of_the_book(monkeypatch):
    """Registered predicate, typed value, and the day that the quote itself tells; the model's own sums are not used."""
    said = "I've worked at Acme since May. My birthday is 3 May 1990."
    works = {"subject": "User", "predicate": "works_at", "object": "Acme", "quote": "I've worked at Acme since May."}
    born = {
        "subject": "User",
        "predicate": "date of birth",
        "object": "3 May 1990",
        "quote": "My birthday is 3 May 1990.",
    }
    rows = [row(**works, object_type="organisation"), row(**born, object_type="value")]
    monkeypatch.setattr(model.llm, "complete", lambda *_, **__: json.dumps({"facts": rows}))
    first, second = model.candidates(said, said_at=dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC))
    assert (first.predicate, first.valid_from) == ("works_at", dt.datetime(2025, 5, 1, tzinfo=dt.UTC))
    assert (second.predicate, second.value, second.value_type, second.valid_from) == (
        "born_on",
        "1990-05-03",
        "date",
        None,
    )
