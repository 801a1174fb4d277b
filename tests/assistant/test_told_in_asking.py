"""POST /chat: what people tell in passing while they ask an assistant for something else, and ask for later."""

from __future__ import annotations

import pytest

from assistant.without_model.acknowledging import TOLD_BESIDE
from assistant.without_model.writing import NOT_SAID
from tests.assistant.extraction.test_rules import learned
from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "What can I make in an air fryer besides fries? I got one at Target for $69, and I got rid of the old oven.",
    "How do I know when to replace a bike chain? I had mine replaced at the shop for $25.",
    "I planted 12 tomato saplings on April 22 and I want to know how to support them.",
    "How often should I water a fiddle leaf fig? I got one from my sister Tessa for my birthday, with a peace lily.",
    "I need a gift for my cousin Hannah, who is graduating from nursing school in May. I myself graduated in 2014.",
    "I've stopped eating red meat since January, so I'm always looking for fish recipes.",
    "I'm going to see Khruangbin live at the Greek Theatre on June 12.",
    "I got promoted to senior engineer in July, and my salary goes from $98,000 to $112,000.",
    "I am leading the Mill Creek restoration project.",
    "I'm also leading the data migration of our monitoring stations.",
    "It takes me 45 minutes to work. From August my commute will be only 20 minutes.",
]


def _told(talk) -> None:
    for line in TOLD:
        talk.say(line)


@pytest.fixture
def told(talk):
    return once(talk, _told)


def test_what_is_told_behind_a_question_is_about_what_the_question_names(told):
    fryer = told.answered("How much was the air fryer?")
    assert fryer.startswith("You said: “What can I make in an air fryer besides fries? I got one at Target for $69")
    assert "for $25" in told.answered("How much did I spend on my bike?")


def test_what_is_told_before_one_wants_to_know_something_is_kept(told):
    assert told.answered("When did I plant the tomatoes?").strip() == (
        "You said: “I planted 12 tomato saplings on April 22”"
    )


def test_what_was_given_is_not_told_by_what_was_given_up_nor_by_who_gave_it(told):
    given = told.answered("What did my sister give me for my birthday?")
    assert "peace lily" in given
    assert "red meat" not in given
    assert not given.startswith("Tessa is your sister")
    assert "gave up red meat" in told.answered("What did I give up?")


def test_when_i_did_something_is_told_by_what_i_say_of_myself(told):
    assert told.answered("When did I graduate?").startswith("You said: “I myself graduated in 2014.”")


def test_where_somebody_plays_live_is_not_where_one_lives(told):
    assert "Greek Theatre" not in told.answered("Where do I live?")
    assert "Greek Theatre" in told.answered("Where do I see Khruangbin?")


def test_a_sum_that_is_so_now_is_not_what_it_was_before(told):
    assert told.answered("What's my salary?").strip() == "Your salary is $112,000."
    assert told.answered("What was my salary before?").startswith("Nothing you told me says exactly that.")
    assert told.answered("What percentage of my salary goes into my 401k?").startswith("Nothing you told me says")


def test_what_one_leads_is_a_project_whether_it_is_called_so_or_not(told):
    assert told.answered("How many projects am I leading?").startswith("I know of 2.")


def test_a_clause_of_time_names_nothing_that_is_asked_for(told):
    told.say("I live in Oakland.")
    assert "Oakland" not in told.answered("How long was my commute before I moved?")


def test_what_was_asked_before_is_no_answer(told):
    told.say("What was in that marinade again? I want to make miso cod on Saturday.")
    assert told.answered("What was in the marinade?").startswith(("Nothing you told me", "I don't know that"))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I have an appointment with my dentist, Dr. Novak, on Monday.", {("me", "dentist", "Dr. Novak")}),
        ("Next week I'll see my dermatologist, Dr. Lee, for the biopsy.", {("me", "dermatologist", "Dr. Lee")}),
        ("I was at my primary care doctor, Dr. Smith, in March.", {("me", "doctor", "Dr. Smith")}),
        ("I'll call my lawyer, Tuesday at the latest.", set()),
        ("Rewrite this: 'I don't live in Paris. I live in Rome.' I live in Graz.", {("me", "lives_in", "Graz")}),
        ("Fix this sentence: I lives in Graz. I works at Siemens.", set()),
        ("Our rent went from 800 to 850 in May.", {("me", "rent", "850")}),
        ("My salary went up to 52,000 euros.", {("me", "salary", "52,000 euros")}),
        ("My pension goes to the bank.", set()),
        ("My budget is around $75.", set()),
    ],
)  # fmt: skip
def test_what_is_told_in_passing_is_learned(text, facts):
    assert learned(text) == facts


TALKED = [
    "We got an allotment in Mombach, plot 42!",
    "Nora turns two on June 3, we're having 14 guests in the allotment.",
    "Nora got a xylophone from my sister-in-law Chioma and a balance bike from my parents.",
    "My bike was stolen on Sunday, a green Gudereit SX-P. What do I have to tell the insurance?",
    "HUK paid 900 euros for the stolen bike.",
    "Great, I made 60 of them for the kindergarten party.",
    "Which cot would you recommend for an 8 month old?",
    "We got the Sniglar for 79 euros.",
    "Last year I read 14 books.",
    "I read 17 books so far, three to go.",
    "The defence of my thesis is on July 16 at 10 am.",
    "My thesis is called Soil and Wine, it's about moisture in vineyards.",
]


def _talked(talk) -> None:
    conversation = None
    for line in TALKED:
        conversation = talk.say(line, conversation=conversation)["conversation"]


@pytest.fixture
def talked(talk):
    return once(talk, _talked)


def test_a_name_that_ends_in_a_capital_ends_a_sentence(talked):
    assert "“My bike was stolen on Sunday, a green Gudereit SX-P.”" in talked.answered("Which bike was stolen?")
    assert "HUK" not in talked.answered("What bike do I have?")


def test_what_was_asked_before_says_what_is_told_next(talked):
    assert "Sniglar for 79 euros" in talked.answered("Which cot did we buy?")
    assert "Which cot would you" not in talked.answered("Which cot did we buy?")


def test_what_is_told_of_another_year_is_no_answer(talked):
    assert talked.answered("How many books have I read this year?").startswith("You said: “I read 17 books so far")
    assert "17" not in talked.answered("How many books did I read last year?")


def test_a_count_is_told_by_what_counts_it(talked):
    assert "14 guests" in talked.answered("How many guests come to Nora's birthday?")
    assert talked.answered("How much is the kindergarten?").startswith(("Nothing you told me", "I don't know that"))


def test_what_a_thesis_is_about_is_not_told_by_a_day(talked):
    assert talked.answered("What is my thesis about?").startswith("You said: “My thesis is called Soil and Wine")


def test_who_somebody_is_stands_not_beside_what_answers(talked):
    assert talked.answered("What did Nora get from Chioma?").strip() == (
        "You said: “Nora got a xylophone from my sister-in-law Chioma and a balance bike from my parents.”"
    )


def test_which_came_first_is_told_by_the_days_of_both(talked):
    first = talked.answered("Which came first, the stolen bike or the defence?")
    assert "Gudereit" in first
    assert "July 16" in first


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Nora turns two on June 3.", {("Nora", "birthday", "3 June")}),
        ("My boss will be Camille Durand.", {("me", "boss", "Camille Durand")}),
        ("My boss won't be Camille Durand.", set()),
        ("My brother will be Tom.", set()),
        ("I signed with Sencrop, I start on November 2 as an agronomist.",
         {("me", "works_at", "Sencrop"), ("me", "works_as", "agronomist")}),
        ("I signed with Vodafone.", set()),
        ("I've learned about 120 words so far on Anki.", set()),
        ("Mabli is well. The insurance, Petplan, policy PP-88120, has an excess of 99. She's four.", {("Mabli", "age", "4")}),
        ("We're taking our dog Mabli, a border terrier, too.",
         {("me", "pet", "Mabli"), ("Mabli", "is_a", "dog"), ("Mabli", "is_a", "border terrier")}),
        ("I've joined a couch to 5k group.", set()),
        ("I run a business called Wick & Wild on the side, on Etsy.", {("me", "runs", "Wick & Wild")}),
        ("They've put me on metformin 500 mg twice a day, and my stomach is upset.", {("me", "takes", "metformin")}),
        ("Dr. Weigand gave me ibuprofen.", {("me", "takes", "ibuprofen"), ("me", "doctor", "Dr. Weigand")}),
        ("Nora's teacher is called Jule. She says 'Ball' now. Her group is the Sonnenkäfer.", {("Nora", "teacher", "Jule")}),
        ("My thesis is going well, and my supervisor Prof. Albrecht wants a draft.",
         {("me", "thesis_supervisor", "Prof. Albrecht")}),
    ],
)  # fmt: skip
def test_what_is_begun_and_told_in_passing_is_learned(text, facts):
    assert {one for one in learned(text) if one[1] != "born_on"} == facts


def test_what_one_was_taken_off_is_taken_no_more(talk):
    talk.say("They've put me on metformin 500 mg twice a day.")
    talk.say("Bethan took me off metformin yesterday.")
    talk.work()
    assert "took me off metformin" in talk.answered("Am I still on metformin?")
    assert talk.answered("What medicine do I take?").startswith("Earlier: You take metformin (until ")


def test_a_value_that_is_measured_anew_is_the_newest(talk):
    talk.say("My HbA1c is 58.")
    talk.say("My HbA1c is 41, I'm in remission!")
    talk.work()
    assert talk.answered("What is my HbA1c?").startswith("Your hba1c is 41. Earlier: Your hba1c is 58.")


def test_it_is_what_the_question_before_was_about_where_it_begins_so(talk):
    conversation = None
    for line in [
        "Should I sign up for a half marathon in March?",
        "I've signed up: it's on March 7, Delyth comes too.",
        "How do I store potatoes over the winter?",
        "The apple tree turned out to be a Kaiser Wilhelm, Frau Sittig recognised it.",
        "I dropped Lavender last month and raised the price of my candles.",
        "I raised the price of my candles to 15.50.",
    ]:
        conversation = talk.say(line, conversation=conversation)["conversation"]
    talk.work()
    assert (
        talk.answered("When is my half marathon?").strip()
        == "You said: “I've signed up: it's on March 7, Delyth comes too.”"
    )
    assert not talk.answered("Where should I store the potatoes?").startswith("You said: “The apple tree")
    assert talk.answered("Which candle did I drop?").startswith("You said: “I dropped Lavender")


def test_what_one_did_without_a_day_is_told_where_nothing_tells_one(talk):
    talk.say("We got an allotment in Mombach, plot 42!")
    talk.say("Nora turns two on June 3, we're having 14 guests in the allotment.")
    talk.work()
    assert "plot 42" in talk.answered("When did we get the allotment?")
    talk.say("I started at Farfetch.")
    talk.say("I started at Farfetch on 16 March.")
    talk.work()
    assert talk.answered("When did I start at Farfetch?").startswith(
        ("You work", "You said: “I started at Farfetch on")
    )


def test_where_a_question_has_no_answer_it_is_said_that_what_was_told_beside_it_is_kept(talk):
    told = talk.say("I planted 12 tomato saplings on April 22 and I want to know how to support them.")["text"]
    assert told.startswith("I don't know that")
    assert told.endswith(TOLD_BESIDE)
    assert TOLD_BESIDE not in talk.say("How do I support an elephant?")["text"]
    talk.say("The bridge in Hakone is closed until May.")
    near = talk.say("Which onsen in Hakone is open?? Tobi has a tattoo on his shoulder")["text"]
    assert near.startswith(NOT_SAID)
    assert near.endswith(TOLD_BESIDE)
    beside = {"message": "My dad is a vet. What is the capital of France?", "stream": False, "mode": "read_only"}
    assert TOLD_BESIDE not in talk.post("/chat", beside)["text"]
