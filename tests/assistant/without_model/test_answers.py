"""Answers composed without a language model: the facts that answer, cited; or an honest "I don't know"."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assistant.question.questions import is_question
from assistant.without_model.acknowledging import acknowledge
from assistant.without_model.answers import compose
from graph.retrieval.seeding.anchors import Anchor
from graph.retrieval.types import Item
from tests.assistant.cast import BOOK, NOW, OWNER, entity, fact, passage, result


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which city is my sibling in?", "Anna lives in Lisbon.[1] Anna is your sister.[2]"),
        ("What is Anna's name?", "Anna is your sister.[1]"),
        ("Where does Anna work?", "Anna works at Acme.[1]"),
        ("Where do I live?", "You live in Ghent.[1]"),
        ("What do I like?", "You like tea and coffee.[1][2] You prefer dark mode.[3]"),
        ("Do I prefer dark or light mode?", "You prefer dark mode.[1]"),
        ("Who is my sister?", "Anna is your sister.[1]"),
        ("Who is Anna's husband?", "Anna is married to Luc.[1]"),
        (
            "What does my sister's husband do?",
            "Luc is an engineer.[1] Anna is your sister.[2] Anna is married to Luc.[3]",
        ),
        ("What's my favourite colour?", "Your favourite colour is green.[1]"),
        ("When is my birthday?", "Your birthday is 3 May 1990.[1]"),
        ("Am I allergic to anything?", "You are allergic to nuts.[1]"),
        ("Who lives in Lisbon?", "Anna lives in Lisbon.[1]"),
        ("Who printed Tide Tables?", "Tidewater Press printed Tide Tables.[1]"),
        ("Who is the editor of Tide Tables?", "Carla is the editor of Tide Tables.[1]"),
        ("Who is my brother?", "Leo is your brother (unconfirmed).[1?]"),
        ("What is my dog called?", "Rex is your pet.[1]"),
    ],
)
def test_a_question_is_answered_by_the_facts_that_answer_it(question, answer):
    assert compose(question, BOOK, NOW).text == answer


def test_citations_are_in_the_order_of_their_numbers():
    assert compose("Which city is my sibling in?", BOOK, NOW).cited == (("fact", 2), ("fact", 1))


@pytest.mark.parametrize(
    "question",
    ["Where does my mother live?", "How old is Tom?", "Where does Leo live?", "What is the boiling point of tin?"],
)
def test_what_no_fact_answers_is_said_to_be_unknown(question):
    composed = compose(question, BOOK, NOW)
    assert (composed.known, composed.cited) == (False, ())
    assert composed.text.startswith("I don't know that")


def test_what_was_searched_before_the_model_was_there_is_not_called_unknown():
    """Somebody's first question, seconds after the start: the sample book says where the sister lives."""
    early = replace(BOOK, degraded=("model_loading", "keyword_only"))
    composed = compose("Where does my mother live?", early, NOW)
    assert (composed.known, composed.cited) == (False, ())
    assert composed.text.startswith("I don't know that yet: only names and words could be searched")
    assert "Ask again in a moment" in composed.text
    assert compose("Where do I live?", early, NOW).text == "You live in Ghent.[1]"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who do I work with?", "You work with Tomasz.[1]"),
        ("With whom do I live?", "You live with Bea.[1]"),
        ("Who works with Tomasz?", "You work with Tomasz.[1]"),
        ("Where do I work?", "You work at Acme.[1]"),
    ],
)
def test_with_whom_asks_for_somebody(question, answer):
    """ "Who do I work with?" was answered by the place of work."""
    book = result(
        fact(1, OWNER, "works_at", "Acme", similarity=0.6),
        fact(2, OWNER, "works_with", "Tomasz", similarity=0.5),
        fact(3, OWNER, "lives_in", "Ghent", similarity=0.6),
        fact(4, OWNER, "lives_with", "Bea", similarity=0.5),
    )
    book = replace(book, anchors=known_people("Tomasz"))
    assert compose(question, book, NOW).text == answer


def test_of_several_it_is_spoken_in_the_plural():
    """ "Pavel's child is Jon and Mia" was said."""
    book = result(fact(1, "Pavel", "child", "Mia"), fact(2, "Pavel", "child", "Jon"))
    assert compose("Who are Pavel's children?", book, NOW).text == "Mia and Jon are Pavel's children.[1][2]"
    book = result(fact(1, OWNER, "hobby", "chess"), fact(2, OWNER, "hobby", "judo"))
    assert compose("What are my hobbies?", book, NOW).text == "Your hobbies are chess and judo.[1][2]"


def test_a_weekday_is_found_by_its_plural():
    said = passage(9, "Talk", "I swim every Tuesday morning.", similarity=0.37)
    assert "I swim every Tuesday morning." in compose("What do I do on Tuesdays?", result(said), NOW).text


def test_an_empty_book_knows_nothing():
    assert not compose("Where does Anna live?", result(), NOW).known


def test_an_unconfirmed_fact_never_stands_before_the_confirmed_one_it_contradicts():
    book = result(fact(1, "Anna", "lives_in", "Porto", status="staged"), fact(2, "Anna", "lives_in", "Lisbon"))
    for question in ("Where does Anna live?", "Does Anna live in Porto?"):
        composed = compose(question, book, NOW)
        assert composed.text == "Anna lives in Lisbon.[1] Anna lives in Porto (unconfirmed).[2?]"


def test_tell_me_about_gives_the_first_few_facts():
    assert compose("Tell me about Anna", BOOK, NOW).text == (
        "Anna is your sister.[1] Anna lives in Lisbon.[2] Anna works at Acme.[3] Anna is married to Luc.[4]"
    )


def test_validity_is_said():
    book = result(
        fact(1, "Anna", "lives_in", "Lisbon", valid_from=NOW.replace(year=2019)),
        fact(2, "Tom", "lives_in", "Rome", valid_until=NOW.replace(year=2024)),
    )
    assert compose("Where does Anna live?", book, NOW).text == "Anna lives in Lisbon (since March 2019).[1]"
    assert compose("Where does Tom live?", book, NOW).text == "Earlier: Tom lives in Rome (until March 2024).[1]"


def test_without_a_fact_the_line_that_speaks_to_it_is_quoted():
    town = "The town is old. The bridge was built in 1903 by masons.\nWho built the bridge?"
    composed = compose("When was the bridge built?", result(passage(9, "Ghent", town)), NOW)
    assert composed.text == "From “Ghent”: “The bridge was built in 1903 by masons.” [1]"
    assert composed.cited == (("chunk", 9),)


@pytest.mark.parametrize(("age", "whose"), [(0, "You said"), (700, "You said on 31 March 2024")])
def test_what_one_said_is_told_as_ones_own_words_with_their_day(age, whose):
    said = passage(9, "The bridge was built …", "The bridge was built in 1903.", kind="conversation", age=age)
    composed = compose("When was the bridge built?", result(said), NOW)
    assert composed.text == f"{whose}: “The bridge was built in 1903.” [1]"


def test_a_passage_that_only_shares_the_name_is_no_answer():
    book = result(passage(9, "Talk", "My sister Anna lives in Lisbon."), fact(2, "Anna", "lives_in", "Lisbon"))
    assert not compose("Where does Anna work?", book, NOW).known


def test_what_is_near_in_other_words_is_shown_as_the_closest_where_nobody_is_named():
    """“Nothing you told me says it” is wrong of “we switched to Streamz”: no word is shared, and it answers."""
    said = passage(9, "Talk", "We cancelled Netflix and switched to Streamz.", similarity=0.55)
    told = compose("Which streaming service do we have?", result(said), NOW)
    assert told.is_near
    assert "switched to Streamz." in told.text
    assert told.cited == (("chunk", 9),)
    far = passage(9, "Talk", "We cancelled Netflix and switched to Streamz.", similarity=0.4)
    assert not compose("Which streaming service do we have?", result(far), NOW).known
    asked = passage(9, "Talk", "Should we switch to Streamz?", similarity=0.55)
    assert not compose("Which streaming service do we have?", result(asked), NOW).known


def headed(item: Item, prefix: str) -> Item:
    """The same passage under these headings, or after this message."""
    return replace(item, chunk=replace(item.chunk, prefix=prefix))


def test_where_nothing_is_nearer_half_of_the_words_are_shown_as_the_closest():
    lease = passage(
        9, "Lease", "The tenant maintains the heating; the landlord the roof and the drains.", similarity=0.15
    )
    other = passage(8, "Interview", "She has done forty repairs of knees.", similarity=0.18)
    told = compose(
        "Who has to repair the roof?", result(other, replace(lease, parts=replace(lease.parts, keyword=1.0))), NOW
    )
    assert told.is_near
    assert "the landlord the roof" in told.text
    assert not compose("Who has to repair the garage roof in Lugo?", result(lease), NOW).known
    sundays = passage(7, "Talk", "I never work on Sundays, emergencies go to the clinic.")
    assert "the clinic" in compose("Who covers for me on Sundays?", result(sundays), NOW).text


def test_what_stands_under_a_heading_with_the_name_is_told_of_them():
    read = headed(
        passage(9, "notes.md", "Little experience with exotics. Speaks Basque and Spanish."), "Interview with Nerea"
    )
    assert "Speaks Basque" in compose("Which languages does Nerea speak?", result(read), NOW).text
    assert not compose("Which languages does Tomas speak?", result(read), NOW).known


def test_what_is_of_another_place_or_person_only_comes_close():
    back = passage(9, "Talk", "The flight back is on 2 January.", kind="conversation")
    assert compose("When is my flight to Tokyo?", result(back), NOW).is_near
    assert not compose("When is my flight back?", result(back), NOW).is_near
    assert compose("What's my blood type?", result(fact(1, "Anna", "dislikes", "sight of blood")), NOW).is_near


def test_he_is_who_was_named_just_before():
    said = passage(9, "Talk", "He goes to the same school where my wife teaches.", kind="conversation")
    after = headed(said, "Mikel broke his wrist in September.")
    assert "same school" in compose("Which school does Mikel go to?", result(after), NOW).text
    assert "same school" not in compose("Which school does Mikel go to?", result(said), NOW).text


def test_what_asks_to_forget_is_no_source_of_what_it_names():
    said = "Forget that Tomek plays the oboe."
    assert compose("Who plays the oboe?", result(passage(9, "Notes", said)), NOW).known
    assert not compose("Who plays the oboe?", result(passage(9, "Talk", said, message="7")), NOW).known


MIRAS = (
    fact(30, "Mira Okafor", "works_as", "letterpress printer", similarity=0.9),
    fact(31, "Mira Okafor", "works_at", "Foundry Lane Studio", similarity=0.8),
    fact(32, OWNER, "works_on", "Harbour Atlas", similarity=0.8),
)


def known_people(*names: str) -> tuple[Anchor, ...]:
    return tuple(Anchor(entity(name), name, "person", 0.8, {"keyword": 0.8}) for name in names)


def test_a_first_name_means_who_has_it():
    book = replace(result(*MIRAS), anchors=known_people("Mira Okafor"))
    assert compose("Where does Mira work?", book, NOW).text == "Mira Okafor works at Foundry Lane Studio.[1]"


def test_the_name_behind_a_form_of_address_means_who_is_called_so():
    """Of somebody who is in the book as "Tante Margot" people ask as of Margot."""
    margot = fact(71, "Tante Margot", "doctor", "Dr. Bellini", similarity=0.4)
    book = replace(result(margot), anchors=known_people("Tante Margot"))
    assert compose("Who is Margot's doctor?", book, NOW).text == "Dr. Bellini is Tante Margot's doctor.[1]"


def test_a_thing_is_meant_by_its_kind_where_one_tells_what_is_asked():
    """ "Posidonia thesis" is the thesis; of two nobody is told which."""
    thesis, other = (
        fact(pk, name, "deadline", value="2027-09-30", similarity=0.4)
        for pk, name in ((72, "Posidonia thesis"), (73, "Seagrass thesis"))
    )
    things = tuple(
        Anchor(entity(name), name, "concept", 0.5, {"keyword": 0.5}) for name in ("Posidonia thesis", "Seagrass thesis")
    )
    asked = "When is the deadline of my thesis?"
    told = compose(asked, replace(result(thesis), anchors=things[:1]), NOW)
    assert told.text == "Posidonia thesis' deadline is 30 September 2027.[1]"
    assert not compose(asked, replace(result(thesis, other), anchors=things), NOW).text.startswith("Posidonia")


def test_where_somebody_is_from_is_not_told_by_a_line_that_only_names_them():
    line = passage(74, "Ludo", "He is away from May on; Ines stands in for him.", similarity=0.6)
    assert compose("Where is Ines from?", result(line), NOW).is_near


def test_what_a_document_says_of_other_things_only_comes_close():
    """That Heron supports mail answers no question about databases; what one tells oneself is taken by its verb."""
    read = [fact(76, "Heron", "supports", value="email"), fact(77, "Heron", "supports", value="Slack")]
    of_file = [replace(one, fact=replace(one.fact, source="file")) for one in read]
    assert compose("Which databases does Heron support?", result(*of_file), NOW).is_near
    assert not compose("Which databases does Heron support?", result(*read), NOW).is_near


def test_may_i_asks_of_no_may():
    line = passage(75, "Data", "Raw images must not be deleted before the defence.", similarity=0.5)
    assert "Raw images" in compose("May I delete the raw images?", result(line), NOW).text


def test_a_first_name_is_not_another_who_shares_it_with_somebody_named_in_full():
    other = fact(33, "Mira Lind", "works_at", "Acme", similarity=0.8)
    book = replace(result(*MIRAS, other), anchors=known_people("Mira Okafor", "Mira Lind"))
    said = compose("Where does Mira Lind work?", book, NOW).text
    assert said == "Mira Lind works at Acme.[1]"
    both = compose("Where does Mira work?", book, NOW).text
    assert both == "Mira Okafor works at Foundry Lane Studio.[1] Mira Lind works at Acme.[2]"


def test_what_is_near_is_told_of_whom_is_asked_about_and_of_nobody_else():
    book = replace(result(*MIRAS), anchors=known_people("Mira Okafor"))
    assert "You work" not in compose("What is the work of Mira like these days?", book, NOW).text


def test_what_somebody_else_does_is_no_answer_to_what_one_does_oneself():
    book = result(fact(1, "Noah", "studies", "medicine", similarity=0.6), fact(2, OWNER, "lives_in", "Leiden"))
    assert "Noah" not in compose("What do I study?", book, NOW).text


def test_of_somebodys_brother_a_line_about_another_brother_is_no_answer():
    book = result(passage(9, "Talk", "My little brother Sem is 16.", kind="conversation"))
    assert not compose("What is Noah's brother called?", book, NOW).known
    assert "Sem" in compose("How old is my brother?", book, NOW).text


def test_a_line_that_says_it_goes_before_a_fact_that_only_could():
    wish = "I want to spend a semester in Bologna."
    book = result(fact(1, OWNER, "works_at", "Café Roma"), passage(9, "Talk", wish, kind="conversation"))
    assert wish in compose("Where do I want to spend a semester?", book, NOW).text


def test_the_facts_of_another_person_are_no_answer():
    book = result(
        fact(1, OWNER, "sister", "Anna"), fact(2, OWNER, "lives_in", "Ghent"), fact(3, "Tom", "lives_in", "Rome")
    )
    assert not compose("Which city is my sister in?", book, NOW).known


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("Where does Anna live", True),
        ("tell me about Anna", True),
        ("Anna's birthday", True),
        ("and her job?", True),
        ("dark mode", True),
        ("My sister Anna lives in Lisbon.", False),
        ("I'm allergic to nuts", False),
        ("Anna moved to Porto.", False),
        ("we met at a party in 2023", False),
        ("im allergic to penicillin", False),
        ("i want to spend a semester in bologna", False),
        ("my bike got stolen in september", False),
        ("our son finn turns 8 on the 19th of february, hes mad about diggers and cant eat eggs", False),
        ("our boy goes by tram to the old school near the river on weekday mornings", False),
        ("isnt it raining", True),
        ("She married my grandfather in the cathedral of Uppsala.", False),
        ("Every midsummer the whole family meets at the cottage, which Einar built.", False),
        ("Everything about the cottage.", True),
        ("I want to know where Anna lives", True),
        ("I wonder what Anna likes", True),
        ("I can't remember the name of the gym", True),
        ("I forgot where Anna lives", True),
        ("I forgot my keys at Anna's place", False),
    ],
)
def test_what_tells_something_is_no_question(text, asks):
    assert is_question(text) is asks


def test_what_was_told_is_acknowledged_with_what_stands_so_far():
    said = acknowledge("Anna moved to Porto.", BOOK, NOW, learns=True, readable=True)
    assert said.text.endswith("So far I have: Anna lives in Lisbon.[1]")
    assert said.cited == (("fact", 2),)


def test_where_a_friend_lives_is_not_acknowledged_with_where_i_live():
    mine = result(fact(1, OWNER, "lives_in", "Ghent"))
    assert "Ghent" not in acknowledge("My friend Lenka lives in Brno.", mine, NOW, learns=True, readable=True).text
    assert "Ghent" in acknowledge("I live in Brno now.", mine, NOW, learns=True, readable=True).text


def test_a_language_that_cannot_be_read_is_said():
    assert "only from English" in acknowledge("Moro em Lisboa.", result(), NOW, learns=True, readable=False).text


def test_a_mode_that_learns_nothing_is_said():
    assert "Nothing is learned" in acknowledge("I live in Ghent.", result(), NOW, learns=False, readable=True).text
