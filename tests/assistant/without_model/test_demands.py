"""An answer holds what is asked for: a time, a number, a reason, a thing; or it says that nothing does."""

from __future__ import annotations

import pytest

from assistant.without_model.answers import compose
from assistant.without_model.demands import Demand, demanded, is_held
from assistant.without_model.writing import NOT_SAID
from tests.assistant.cast import NOW, OWNER, fact, passage, result

BECAUSE = "I'm learning Italian because of the fair in Udine."
MOVED = "Luka moved to Vienna last summer."
BOOK = result(
    fact(1, OWNER, "learns", "Italian", similarity=0.8),
    fact(2, "Luka", "lives_in", "Vienna", similarity=0.8),
    fact(3, "Anna", "lives_in", "Lisbon", similarity=0.8, valid_from=NOW.replace(year=2019)),
    fact(4, OWNER, "name", value="Ines", similarity=0.5),
    fact(5, OWNER, "friend", "Matej", similarity=0.5),
    passage(11, "a", BECAUSE),
    passage(12, "b", MOVED),
    passage(13, "c", "I keep my bees behind the house."),
    passage(14, "d", "The bees were treated on 28 October."),
    passage(15, "e", "Matej runs a gym called Plezalni center."),
)


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("Why am I learning Italian?", BECAUSE, NOT_SAID),
        ("When did Luka move to Vienna?", MOVED, NOT_SAID),
        ("When were the bees treated?", "28 October", "behind the house"),
        ("What is the name of Matej's gym?", "Plezalni center", NOT_SAID),
        ("What is my gym called?", "Plezalni center", "Ines"),
        ("Since when does Anna live in Lisbon?", "Anna lives in Lisbon (since March 2019).[1]", "From"),
        ("Why does Anna live in Lisbon?", f"{NOT_SAID} Anna lives in Lisbon (since March 2019).[1]", "From"),
    ],
)
def test_what_holds_it_is_told(question, told, not_told):
    """A-M2: what kind of answer is asked for, and of whom."""
    text = compose(question, BOOK, NOW).text
    assert told in text
    assert not_told not in text


def test_a_line_without_a_time_says_so():
    text = compose("When were the bees fed?", result(passage(13, "c", "I fed my bees behind the house.")), NOW).text
    assert text.startswith(NOT_SAID)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When is the fair?", "time"),
        ("What did I say when I met Anna?", None),
        ("How old is Eva?", "age"),
        ("What time does the shop open?", "clock"),
        ("What was my half marathon time?", "clock"),
        ("How tall is Eva?", "length"),
        ("How heavy is the boat?", "weight"),
        ("How hot is the oven?", "heat"),
        ("How did I break my wrist?", "manner"),
        ("How much is the deposit?", "sum"),
        ("What's the new membership fee?", "sum"),
        ("How much is my student loan?", "measure"),
        ("Which time suits Anna?", "clock"),
        ("At what time of year do they bloom?", "time"),
        ("Which days can Lucy work?", "time"),
        ("How much is a sack of flour?", "sum"),
        ("How much is left?", "measure"),
        ("How much is my pension?", "sum"),
        ("How long is it baked?", "long"),
        ("How do I drink my coffee?", None),
        ("How come I moved?", "reason"),
        ("Where is Eva?", None),
        ("Who is allergic to peanuts?", ("thing", "peanut")),
        ("And whose thesis is about lichens?", ("thing", "lichen")),
        ("Who?", None),
    ],
)
def test_what_is_demanded_is_read_from_the_words(question, kind):
    expected = Demand(*((kind,) if isinstance(kind, str) else kind)) if kind else None
    assert demanded(question) == expected


@pytest.mark.parametrize(
    ("demand", "text", "held"),
    [
        ("time", "It opens at 8:30.", True),
        ("time", "It opens at six.", True),
        ("time", "It opens at one of them.", False),
        ("time", "It may open.", False),
        ("long", "Bake it for 40 minutes.", True),
        ("long", "It takes 500 g of flour.", False),
        ("long", "We have been here since May.", True),
        ("long", "We cycle from Toblach to Maribor in August.", False),
        ("long", "We are away from 12 to 16 March.", True),
        ("sum", "It has 142,000 km on the clock.", False),
        ("sum", "Both together were 1,250.", True),
        ("clock", "It opens at 8:30.", True),
        ("clock", "We start at 3am and finish at eleven.", True),
        ("clock", "I viewed it last week, on 5 May.", False),
        ("age", "Her birthday is the 12th of January, she'll be 70.", True),
        ("age", "Her birthday is the 12th of January.", False),
        ("age", "Asha just turned seven.", True),
        ("sum", "It cost 45.", True),
        ("sum", "We use about 60 kilos a week.", False),
        ("number", "Two of them.", True),
        ("number", "Some of them.", False),
        ("reason", "I stayed, since it rained.", True),
        ("reason", "I stayed.", False),
        (None, "Anything.", True),
    ],
)
def test_whether_a_line_holds_it(demand, text, held):
    assert is_held(Demand(demand) if demand else None, text) == held


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who is allergic to walnuts?", "Liv is allergic to walnuts.[1]"),
        ("Who is allergic to peanuts?", f"{NOT_SAID} Liv is allergic to walnuts.[1]"),
        ("Who plays the viola?", "You said: “Noor plays the viola at home.” [1]"),
        ("Who plays the cello?", f"{NOT_SAID}\n\nYou said: “Noor plays the viola at home.” [1]"),
    ],
)
def test_what_who_did_or_has_is_said_or_it_is_only_close(question, told):
    """A-M2: that somebody is allergic to another thing answers nothing."""
    known = fact(1, "Liv", "allergic_to", "walnuts", similarity=0.6)
    said = passage(11, "talk", "Noor plays the viola at home.", kind="conversation")
    assert compose(question, result(known if "allergic" in question else said), NOW).text == told


def said(*texts: str) -> list:
    """What was said today, one after another."""
    return [passage(20 + place, "talk", text, kind="conversation") for place, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("question", "texts", "answer"),
    [
        (  # what is so now stands before what was
            "Who do we buy butter from?",
            (
                "The butter supplier is Longley Farm.",
                "We use 60 kilos of butter.",
                "We switched butter, it's from Acorn.",
            ),
            (
                NOT_SAID,
                "You said: “We switched butter, it's from Acorn.” [1]",
                "You said: “The butter supplier is Longley Farm.” [2]",
            ),
        ),
        (  # a number of other things counts none
            "How many brownies do they want?",
            ("They take 40 croissants, 12 sourdoughs on some days and want brownies as well.",),
            (
                NOT_SAID,
                "You said: “They take 40 croissants, 12 sourdoughs on some days and want brownies as well.” [1]",
            ),
        ),
        (  # there is no name in the middle of a word
            "Who gave me the iPad?",
            ("Solveig gave me an iPad for my birthday.",),
            ("You said: “Solveig gave me an iPad for my birthday.” [1]",),
        ),
        (  # a wife without a name is nobody's name
            "Who is Tomasz's wife?",
            ("Tomasz and his wife are expecting a baby!",),
            (NOT_SAID, "You said: “Tomasz and his wife are expecting a baby!” [1]"),
        ),
        (  # what comes elsewhere is not how often somebody comes
            "How often does Rentokil come?",
            ("The boxes come in cases of 250.", "Rentokil visits every eight weeks."),
            ("You said: “Rentokil visits every eight weeks.” [1]",),
        ),
    ],
)
def test_a_line_is_told_for_what_it_says_of_whom_is_asked(question, texts, answer):
    """A-M2."""
    assert compose(question, result(*said(*texts)), NOW).text == "\n\n".join(answer)


def test_since_when_something_is_so_tells_no_time_of_day():
    """A-M2."""
    known = fact(1, "Lantern Books", "opens_in", "Foundry Lane", similarity=0.7, valid_from=NOW.replace(year=2019))
    assert compose("What time does Lantern Books open?", result(known), NOW).is_near
    assert not compose("When did Lantern Books open?", result(known), NOW).is_near


def test_the_line_of_a_form_that_is_asked_for_is_told():
    """A-M2: "Rating: 5" says it, and the report's heading does not."""
    report = passage(11, "inspection.txt", "Food hygiene report\nInspector: Karen Whitfield\nRating: 5 (very good)")
    assert "“Rating: 5 (very good)”" in compose("What's our hygiene rating?", result(report), NOW).text


def test_a_telephone_is_a_phone_and_the_number_of_the_next_point_is_left_out():
    """A-M2."""
    lease = passage(11, "lease", "Faults are reported to the caretaker, Mr Oz, telephone 0341 555 0174.")
    assert "0341 555 0174" in compose("What's the caretaker's phone number?", result(lease), NOW).text
    minutes = passage(12, "minutes", "4. Party: Lena brings the music, Petra the cake.\n5. Bees: two hives.")
    assert "cake.” [1]" in compose("Who brings the music?", result(minutes), NOW).text


def test_of_whom_is_named_by_a_title_the_first_name_is_not_told_by_what_they_are():
    """A-M2."""
    known = fact(1, "Mr Aziz", "is_a", "landlord", similarity=0.7)
    told = compose("What is Mr Aziz's first name?", result(known), NOW).text
    assert told == f"{NOT_SAID} Mr Aziz is a landlord.[1]"


def test_somebody_called_can_is_asked_for_by_a_word_that_otherwise_says_little():
    """A-M2."""
    book = result(
        fact(1, "Amelie", "birthday", value="8 March", similarity=0.7),
        fact(2, "Can", "plays", "drums", similarity=0.4),
        *said("I live with Meltem, Can and Henrik.", "My dad lives in Kassel."),
    )
    assert "Amelie" not in compose("When is Can's birthday?", book, NOW).text
    assert compose("Where does Can live?", book, NOW).text.startswith(
        "You said: “I live with Meltem, Can and Henrik.” [1]"
    )
    assert not compose("Can you swim?", book, NOW).known


BOAT = (
    fact(1, OWNER, "name", value="Ines", similarity=0.5),
    fact(2, OWNER, "boat", "Havsule", similarity=0.6),
    fact(3, OWNER, "from", "Bergen", similarity=0.5),
    fact(4, OWNER, "is_a", "widower", similarity=0.5),
    *said(
        "I have a boat, a Folkboat called Havsule.",
        "Hakon's restaurant is closed on Mondays.",
        "My son Hakon runs a restaurant called Tang.",
        "Arne has got a new job, he's now at Equinor.",
    ),
)


@pytest.mark.parametrize(
    ("question", "told", "not_told"),
    [
        ("What's my boat called?", "Havsule", "Ines"),
        ("Who did I buy the boat from?", "", "Bergen"),
        ("What was my job?", "", "widower"),
        ("What was my job?", "", "Arne"),
        ("What is Hakon's restaurant called?", "Tang", "Mondays"),
    ],
)
def test_another_matter_of_the_same_words_is_no_answer(question, told, not_told):
    """A-M2: one's own name is not that of one's boat, nor where one is from whom it was bought from."""
    text = compose(question, result(*BOAT), NOW).text
    assert told in text
    assert not_told not in text
