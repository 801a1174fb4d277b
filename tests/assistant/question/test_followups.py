"""A follow-up is searched for as a question that stands by itself, resolved by rules."""

from __future__ import annotations

import pytest

from assistant.language_model.llm import Said
from assistant.question import followups
from assistant.question.followups import SearchText
from assistant.question.quoted_names import in_quotes
from assistant.question.referents import Earlier, Named, names_in
from assistant.turn import rewriting

SIBLING = [Earlier("Which city is my sibling in?", (Named("Anna", "person", "f"), Named("Lisbon", "place")))]
WORK = [Earlier("Where does Anna work?", (Named("Anna", "person"), Named("Acme", "organisation")))]
HOME = [Earlier("Where do I live?", (Named("Lisbon", "place"),))]
NOBODY_FOUND = [Earlier("Where does my sister work?")]


@pytest.mark.parametrize(
    ("history", "question", "searched"),
    [
        (SIBLING, "and what is her name?", "what is Anna's name?"),
        (SIBLING, "and where does she work?", "where does Anna work?"),
        (SIBLING, "How old is she?", "How old is Anna?"),
        (SIBLING, "What did she do on Saturday?", "What did Anna do on Saturday?"),
        (SIBLING, "and her job?", "What is Anna's job?"),
        (SIBLING, "number?", "What is Anna's number?"),
        (SIBLING, "and the phone number?", "What is Anna's phone number?"),
        (SIBLING, "what's the number?", "What is Anna's number?"),
        ([Earlier("When are my lessons?", (Named("Haruka", "person"),))], "how much do they cost?", "how much do my lessons cost?"),
        ([Earlier("Who are my parents?", (Named("Pentti", "person"),))], "where do they live?", "where do my parents live?"),
        (SIBLING, "What do you know about her?", "What do you know about Anna?"),
        (SIBLING, "Who else lives there?", "Who else lives in Lisbon?"),
        (SIBLING, "and Tom?", "Which city is Tom in?"),
        (SIBLING, "and when?", "When? Which city is my sibling in?"),
        (WORK, "and Tom?", "Where does Tom work?"),
        (WORK, "What about my brother?", "Where does my brother work?"),
        (WORK, "Where is it?", "Where is Acme?"),
        (WORK, "who works there?", "who works at Acme?"),
        (WORK, "and who's her boss?", "who's Anna's boss?"),
        (WORK, "and why?", "Why does Anna work?"),
        (WORK, "Why?", "Why does Anna work?"),
        (WORK, "since when", "Since when does Anna work?"),
        (WORK, "Where exactly?", "Where does Anna work?"),
        ([Earlier("Why did Anna move?")], "When was that?", "When did Anna move?"),
        ([Earlier("Where did Anna marry Tom?")], "and when did that happen?", "When did Anna marry Tom?"),
        ([Earlier("How did I break my wrist?")], "Which one?", "Which did I break my wrist?"),
        ([Earlier("When does it come out?")], "On which platforms?", "On which platforms does it come out?"),
        ([Earlier("Who married us?")], "when", "When was it, who married us?"),
        ([Earlier("When do I get my pension?")], "How much is it?", "How much is my pension?"),
        ([Earlier("Does Louise want me to keep the caravan?", (Named("Louise", "person", "f"),))], "Where is it?",
         "Where is the caravan?"),
        ([Earlier("What washing machine do we have?")], "When did we get it?", "When did we get the washing machine?"),
        ([Earlier("Who is the bride?", (Named("Sofia Almeida", "", "", True),))], "Has she paid?",
         "Has Sofia Almeida paid?"),
        ([Earlier("When does Aurora launch?", (Named("Aurora", "", "", True),))], "Where is it?", "Where is Aurora?"),
        ([Earlier("When is the Almeida wedding?")], "Where is it?", "Where is the Almeida wedding?"),
        ([Earlier("Who did I meet in Tbilisi?", (Named("Ilona", "", "", True),))], "What does she do?",
         "What does Ilona do?"),
        ([Earlier("Do I still shoot christenings?")], "Why not?", "Why do I still shoot christenings?"),
        (HOME, "and Tom?", "Where does Tom live?"),
        (HOME, "and my sister?", "Where does my sister live?"),
        (HOME, "How big is that city?", "How big is Lisbon?"),
        (NOBODY_FOUND, "and my brother?", "Where does my brother work?"),
        (NOBODY_FOUND, "and where does she live?", "where does my sister live?"),
        ([Earlier("Where does Tom live?")], "and where does he work?", "where does Tom work?"),
        ([Earlier("My sister Anna lives in Lisbon.")], "Where does she work?", "Where does Anna work?"),
    ],
)  # fmt: skip
def test_a_follow_up_is_written_out(history, question, searched):
    found = followups.search_text(question, history)
    assert (found.text, found.changed) == (searched, True)


@pytest.mark.parametrize(
    "question",
    [
        "Where do I live?",
        "Does Tom like his job?",
        "Is there a river there?",
        "Is the trip worth it?",
        "What time is it?",
        "Which city is my sibling in?",
        "Hello",
        "",
    ],
)
def test_a_question_that_stands_by_itself_stays(question):
    assert followups.search_text(question, SIBLING) == SearchText(question)


def test_without_a_conversation_nothing_changes():
    assert followups.search_text("and where does she work?", []) == SearchText("and where does she work?")


def test_the_reason_is_said():
    assert followups.search_text("where does she work?", SIBLING).why == "“she” is Anna"


def test_a_woman_is_not_he():
    history = [Earlier("Who are they?", (Named("Anna", "person", "f"), Named("Tom", "person", "m")))]
    assert followups.search_text("Where does he live?", history).text == "Where does Tom live?"


def test_what_one_does_is_asked_of_nothing_before():
    doing = [Earlier("what am I doing at the open day?")]
    assert followups.search_text("who do I do it with?", doing).text == "who do I do it with?"
    jo = [Earlier("what does Jo do?", (Named("Jo", "person"),))]
    assert followups.search_text("what do I do?", jo) == SearchText("what do I do?")


def test_the_title_of_a_paper_is_nobody():
    said = 'You said: “paper: topic "Consent in recommender systems", supervisor Dr. Achterberg”'
    assert [one.name for one in in_quotes(said)] == ["Dr. Achterberg"]


def test_the_latest_turn_that_names_someone_counts():
    history = [*SIBLING, Earlier("Where does Tom live?", (Named("Tom", "person"),)), Earlier("What is dark mode?")]
    assert followups.search_text("How old is he?", history).text == "How old is Tom?"


def test_names_are_capitalised_runs_without_the_questions_first_words():
    assert list(names_in("Where does Carla Jensen of Tidewater Press live?")) == ["Carla Jensen of Tidewater Press"]
    assert list(names_in("Is Anna's job in Lisbon?")) == ["Anna", "Lisbon"]


SAID = [Said("user", "Which city is my sibling in?"), Said("assistant", "Anna lives in Lisbon.")]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Where does Anna work?", SearchText("Where does Anna work?", True, "written out by the language model")),
        ("where does she work?", SearchText("where does she work?")),
        ("Where does Rosa work?", None),
        ("Where does Anna work?\nShe works at Acme.", None),
        ("Anna " * 100, None),
    ],
)
def test_what_the_model_writes_is_taken_only_if_it_is_one_question_about_what_was_named(monkeypatch, answer, expected):
    monkeypatch.setattr("assistant.language_model.llm.complete", lambda *_, **__: answer)
    assert rewriting.search_text("where does she work?", SAID, SIBLING) == expected


def test_a_model_that_fails_leaves_it_to_the_rules(model_that):
    model_that("breaks")
    assert rewriting.search_text("where does she work?", SAID, SIBLING) is None


@pytest.mark.parametrize(
    ("question", "searched"),
    [
        ("Which room is Mum in?", "Which room is my Mum in?"),
        ("who is mum's doctor", "who is my mum's doctor"),
        ("Dad's birthday?", "my Dad's birthday?"),
        ("Does Grandma like tea?", "Does my Grandma like tea?"),
        ("When did Mother die?", "When did my Mother die?"),
        ("Who is Anna's mum?", "Who is Anna's mum?"),
        ("Where is my mum?", "Where is my mum?"),
        ("Is she a single mum?", "Is she a single mum?"),
        ("Which mother has twins?", "Which mother has twins?"),
        ("Who sells mum-to-be clothes?", "Who sells mum-to-be clothes?"),
    ],
)
def test_mum_by_herself_is_ones_own(question, searched):
    assert followups.search_text(question, []).text == searched


def test_whom_an_answer_quotes_she_may_be_but_never_it():
    quoted = in_quotes("From “Contacts”: “The bride is Sofia Almeida.”\n\nYou said: “I've got physio with Frau Amann.”")
    assert quoted == (Named("Sofia Almeida", "", "", True), Named("Frau Amann", "", "f", True))
    assert in_quotes("You said: “Her office is on Rua das Flores.” You said: “In September I broke my wrist.”") == (
        Named("Rua", "", "", True),
        Named("Flores", "", "", True),
    )
    both = "You said: “Our treasurer is Brendan Foley and the secretary is Aoife Byrne.”"
    assert [one.name for one in in_quotes(both, "Who is the secretary?")] == ["Aoife Byrne", "Brendan Foley"]
    assert in_quotes("You said: “The soloist in the Bruch is Yuki Tanabe, she's 17.”") == (
        Named("Yuki Tanabe", "", "", True),
    )
    cat = [Earlier("Who feeds the cat?", (Named("Mitzi", "animal"), Named("Mrs. Papworth", "", "f", True)))]
    assert followups.search_text("What's her number?", cat).text == "What's Mrs. Papworth's number?"
    assert followups.search_text("How old is he?", cat).text == "How old is Mitzi?"
    history = [Earlier("Who do I see on Mondays?", quoted[1:])]
    assert followups.search_text("What's her number?", history).text == "What's Frau Amann's number?"
    assert followups.search_text("What's his number?", history).text == "What's his number?"
    assert followups.search_text("Where is it?", history).text == "Where is it?"


@pytest.mark.parametrize(
    ("message", "alone"),
    [
        ("and Wale", False),
        ("since when", False),
        ("Which one?", False),
        ("and Tom lives in Rome", True),
        ("Mum died", True),
    ],
)
def test_what_asks_only_with_the_question_before_tells_nothing(message, alone):
    assert followups.is_fragment(message) is not alone


@pytest.mark.parametrize(
    ("before", "asked", "searched"),
    [
        ("When is Mila's birthday party?", "where is it?", "where is Mila's birthday party?"),
        ("What's Mrs Okafor's cat called?", "what does it eat?", "what does Mrs Okafor's cat eat?"),
        ("What's the boiler called?", "how old is it?", "how old is the boiler?"),
        ("What does Mila like?", "where is it?", "where is Mila?"),
        ("What's mum's new number?", "and Mrs Okafor's?", "What's Mrs Okafor's new number?"),
        ("What is the wifi password?", "and who set it up?", "who set the wifi password up?"),
        ("When did I last hear from Kaja?", "what should I cook for her?", "what should I cook for Kaja?"),
        ("What does F4 mean?", "what should I do?", "What does F4 mean and what should I do?"),
    ],
)
def test_what_the_question_before_is_about(before, asked, searched):
    assert followups.search_text(asked, [Earlier(before)]).text == searched


def test_a_title_that_is_quoted_is_nobody():
    assert in_quotes("You said: “we're reading Small Things Like These”") == ()
    assert in_quotes("- 20 March 2025, in “Easter (mail with Kaja Holt)”: “Can I come for Easter?”") == ()
