"""What is quoted of a passage: whole sentences, rows with the heads of their columns, lists and code."""

from __future__ import annotations

import pytest

from assistant.without_model.answers import compose
from assistant.without_model.composing import _together
from assistant.without_model.writing import NOT_SAID, Composed
from graph.tables import spoken
from tests.assistant.cast import NOW, passage, result

BREAD = """Starter is called Gertrude.

| Step | Time | Temperature |
|:-----|-----:|---|
| Bulk | 5 h | 24 °C |
| Proof | 12 h | |

Bake at 250 °C with steam.
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("| A | B |\n|---|---|\n| 1 | 2 |", "A: 1; B: 2"),
        ("| A | B |\n|---|---|\n| 1 | |\n| | 2 | 3 |", "A: 1\nB: 2; 3"),
        ("| 1 | 2 |\n| 3 | 4 |", "1; 2\n3; 4"),
        ("| a \\| b | c |", "a | b; c"),
        ("one | two", "one | two"),
        ("Name | Place\n-----|-----\na | b\nso", "Name: a; Place: b\nso"),
        ("a | b\nc | d | e\nf | g | h", "a | b\nc; d; e\nf; g; h"),
        ("| A |\n|---|\n| 1 |\nthen\n| 2 |", "A: 1\nthen\n2"),
        ("", ""),
    ],
)
def test_rows_are_told_with_the_heads_of_their_columns(text, told):
    assert spoken(text) == told


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("How long is the bulk?", "“Step: Bulk; Time: 5 h; Temperature: 24 °C”"),
        ("What is my starter called?", "“Starter is called Gertrude.”"),
        ("How do I bake with steam?", "“Bake at 250 °C with steam.”"),
    ],
)
def test_an_answer_quotes_no_bars(question, quoted):
    assert compose(question, result(passage(11, "Bread", BREAD)), NOW).text == f"From “Bread”: {quoted} [1]"


def test_of_lines_with_as_many_words_the_one_near_in_meaning_is_quoted():
    """ "Temperature" stands in every row, "bake" in the one that answers."""
    found = result(passage(11, "Bread", BREAD))
    question = "What is the temperature when I bake?"
    assert "Step: Bulk" in compose(question, found, NOW).text
    found.lines[11] = "Bake at 250 °C with steam."
    assert "“Bake at 250 °C with steam.”" in compose(question, found, NOW).text


def test_a_passage_with_fewer_of_the_same_words_is_not_quoted_beside():
    found = result(
        passage(11, "House", "Insurance: policy NM-448."), passage(12, "House", "tags: [insurance]", similarity=0.7)
    )
    assert compose("What is our insurance policy?", found, NOW).text == "From “House”: “Insurance: policy NM-448.” [1]"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who chairs the allotment committee?", "From “Allotment committee”: “Farida is in the chair.” [1]"),
        ("Who chairs the choir?", f"{NOT_SAID}\n\nFrom “Allotment committee”: “Farida is in the chair.” [1]"),
        ("What chair is in the bedroom?", f"{NOT_SAID}\n\nFrom “Allotment committee”: “Farida is in the chair.” [1]"),
    ],
)
def test_the_title_of_a_document_may_name_the_thing(question, told):
    """A-M2"""
    found = result(passage(11, "Allotment committee", "Farida is in the chair.", similarity=0.6))
    assert compose(question, found, NOW).text == told


def test_a_word_of_doing_need_not_stand_in_what_is_quoted():
    found = result(passage(11, "Bread", "Salt: 2 % of the flour.", similarity=0.3))
    assert compose("How much salt do I use?", found, NOW).text == "From “Bread”: “Salt: 2 % of the flour.” [1]"


PINGS = """Healthy jobs send pings. A job is known by its address,
which it is given once:

```sh
curl https://hc.example/$ID
```

**Grace Time** is how long to wait before a late job is told of. Period and Grace Time are set for
each job:

* **Simple** ones by both of them
* **Cron** ones by an expression and Grace Time
"""


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        (
            "By what address is a job known?",
            "“A job is known by its address, which it is given once:” [1]\n\n```sh\ncurl https://hc.example/$ID\n```",
        ),
        ("What is grace time?", "“Grace Time is how long to wait before a late job is told of."),
        (
            "How is the period of a job set?",
            "“Period and Grace Time are set for each job: Simple ones by both of them"
            " · Cron ones by an expression and Grace Time” [1]",
        ),
        ("Where does curl go?", "[1]\n\n```sh\ncurl https://hc.example/$ID\n```"),
    ],
)
def test_a_quote_is_whole_and_has_the_list_or_the_code_that_it_leads_to(question, quoted):
    assert quoted in compose(question, result(passage(11, "Jobs", PINGS, similarity=0.7)), NOW).text


def test_a_long_block_of_code_is_quoted_by_its_beginning_and_keeps_its_fences():
    code = "\n".join(f"step {number}" for number in range(40))
    found = result(passage(11, "Jobs", f"The steps of a restore:\n\n~~~\n```\n{code}\n~~~\n", similarity=0.7))
    text = compose("What are the steps of a restore?", found, NOW).text
    assert "\n\n````\n```\nstep 0\n" in text
    assert text.endswith("\nstep 23\n…\n````")


def test_what_two_passages_say_in_the_same_words_is_told_once():
    line = "The deposit is 900 euros and comes back in June."
    found = result(passage(11, "Lease", line), passage(12, "Lease (copy)", line))
    assert compose("How much is the deposit?", found, NOW).text == f"From “Lease”: “{line}” [1]"
    other = passage(13, "Note", "The deposit is not paid yet.")
    between = result(passage(11, "Lease", line), other, passage(12, "Lease (copy)", line))
    assert compose("How much is the deposit?", between, NOW).text.startswith("From “Lease”: ")
    told = compose("What about the deposit?", between, NOW).text
    assert told == f"From “Lease”: “{line}” [1]\n\nFrom “Note”: “The deposit is not paid yet.” [2]"


def test_a_long_passage_says_exactly_only_what_stands_together():
    """Of a page that names databases elsewhere it is not told that they are supported."""
    far = " ".join(f"Point {number} is about the wait of jobs." for number in range(20))
    text = f"Heron supports mail and chat. {far} Jobs of databases are watched."
    asked = "Which databases are supported by Heron?"
    assert compose(asked, result(passage(11, "Heron", text, similarity=0.7)), NOW).is_near
    together = text.replace("Heron supports mail and chat.", "Heron supports these databases: SQLite.")
    assert not compose(asked, result(passage(11, "Heron", together, similarity=0.7)), NOW).is_near


PLAN = """Brightwater was founded in 1998 in a bakery.
Today the clinic has two sites: the main clinic and a farm.

3. Leave

Everyone has 27 days. After five years it is 30, at least where nobody is ill.

4. Pay

Deposits for operations are 30 % of the price. Stray animals are taken to the shelter.
"""


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("When was the clinic founded?", "“Brightwater was founded in 1998 in a bakery."),
        ("What is it after five years?", "“After five years it is 30, at least where nobody is ill.” [1]"),
        ("How much deposit is taken for an operation?", "“Deposits for operations are 30 % of the price."),
        ("What happens with stray animals?", "“Stray animals are taken to the shelter.” [1]"),
    ],
)
def test_of_lines_with_as_many_words_the_one_with_the_rarer_is_quoted_and_no_heading_behind_it(question, told):
    composed = compose(question, result(passage(11, "Clinic", PLAN, similarity=0.5)), NOW)
    assert told in composed.text
    assert not composed.is_near


def test_a_question_that_was_typed_before_is_no_answer_to_it():
    asked = passage(11, "Talk", "whats the wifi password", similarity=0.9, message="1", kind="conversation")
    told = passage(12, "Talk", "wifi password is gerrit88", similarity=0.8, message="2", kind="conversation")
    text = compose("whats the wifi password", result(asked, told), NOW).text
    assert "“wifi password is gerrit88” [1]" in text
    assert "whats" not in text


def test_a_line_that_says_the_number_of_its_article_is_quoted_without_it():
    lease = "Article 3. The lease ends on 31 August 2027. Article 4. Rent. The rent is 860 euros."
    text = compose("When does the lease end?", result(passage(11, "Lease", lease)), NOW).text
    assert text == "From “Lease”: “The lease ends on 31 August 2027.” [1]"


def test_who_was_at_a_meeting_is_told_by_its_minutes():
    minutes = passage(
        11, "Site meeting of 18 May", "Present: Tomasz Wolny, Frau Petersen\nMinutes: Jannik Roth\nTimber"
    )
    composed = compose("Who was at the site meeting?", result(minutes), NOW)
    assert not composed.is_near
    assert "“Present: Tomasz Wolny, Frau Petersen" in composed.text


LEASE = """§ 5 Repairs
The landlord is responsible for the roof. The tenant is responsible for the fence of the yard.
6. Next meeting
Wednesday at ten in the yard. Tomasz looks at the roof until the next meeting of all."""


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("Who has to repair the fence?", "“The tenant is responsible for the fence of the yard.”"),
        ("When is the next meeting?", "“6. Next meeting · Wednesday at ten in the yard.”"),
    ],
)
def test_a_heading_counts_for_what_stands_below_it(question, quoted):
    assert quoted in compose(question, result(passage(11, "Lease", LEASE, similarity=0.7)), NOW).text


def test_of_two_passages_the_one_whose_line_is_of_the_thing_comes_first():
    tasks = passage(11, "Thesis", "Book the boat for the January count with Port de la Darse.", similarity=0.5)
    season = passage(12, "Season", "Boat: Mistral II, 6.5 m, skipper Bastien.", similarity=0.5)
    text = compose("What is the boat called?", result(tasks, season), NOW).text
    assert text.startswith("From “Season”: “Boat: Mistral II")


def test_of_how_many_there_are_the_line_that_counts_them_comes_first():
    mean = passage(11, "Season", "Mean regrowth over all plots: 4.2 % a year.", similarity=0.6)
    plots = passage(12, "Thesis", "Shoot counts: 14 plots, counted every 6 weeks.", similarity=0.5)
    assert compose("How many plots are there?", result(mean, plots), NOW).text.startswith("From “Thesis”")


def test_of_lines_with_the_same_words_the_one_that_holds_what_is_demanded_is_quoted():
    galway = "My talk in Galway is called Anchors away. The University of Galway hosts it on 18 May 2027."
    text = compose("When is Galway?", result(passage(11, "Meeting", galway, similarity=0.6)), NOW).text
    assert "“The University of Galway hosts it on 18 May 2027.”" in text


def test_what_a_source_cites_is_no_citation_of_the_answer():
    found = result(passage(11, "Deposit", "The deposit is 900 euros, see [7] and note [3?]."))
    composed = compose("How much is the deposit?", found, NOW)
    assert composed.text == "From “Deposit”: “The deposit is 900 euros, see (7) and note (3?).” [1]"
    assert composed.cited == (("chunk", 11),)


def test_the_brackets_of_quoted_code_are_no_citations_of_an_answer_to_two_questions():
    """The second half's sources are numbered on; what stands in its code is code."""
    code = Composed("From “Shell”: “It is set:” [1]\n\n```sh\necho ${a[7]} [1]\n```", (("chunk", 3),))
    told = _together(["Where does Anna live?", "How is it set?"], [Composed("In Porto.[1]", (("fact", 5),)), code])
    assert told.cited == (("fact", 5), ("chunk", 3))
    assert told.text == "In Porto.[1]\n\nFrom “Shell”: “It is set:” [2]\n\n```sh\necho ${a[7]} [1]\n```"


VENUES = "name: Chapel\ncontact phone: 013 55 01 77\nrent: 2,500 kr\n\nname: Barn\ncontact phone: 013 55 01 99"


@pytest.mark.parametrize(
    ("question", "quoted"),
    [
        ("What is the phone number of the chapel?", "“name: Chapel · contact phone: 013 55 01 77 · rent: 2,500 kr”"),
        ("What is the phone number of the barn?", "“name: Barn · contact phone: 013 55 01 99”"),
    ],
)
def test_a_line_of_a_record_is_of_what_the_record_is(question, quoted):
    assert compose(question, result(passage(11, "Venues", VENUES)), NOW).text == f"From “Venues”: {quoted} [1]"


def test_what_one_row_lacks_another_row_does_not_say():
    prices = "Service: Trim; Dog: 15; Rabbit: 10\nService: Dental cleaning; Dog: 260; Cat: 220"
    found = result(passage(11, "Prices", prices, similarity=0.65))
    assert not compose("What does dental cleaning for a dog cost?", found, NOW).is_near
    assert compose("What does dental cleaning for a rabbit cost?", found, NOW).is_near


def test_a_line_that_was_typed_with_marks_is_near_as_it_is_read():
    typed = "The boat <b>Halcyon</b> lies in **Bergen**. She is painted blue. The boat of Tom is red."
    found = result(passage(11, "Talk", typed, similarity=0.8, message="1", kind="conversation"))
    found.lines[11] = "The boat <b>Halcyon</b> lies in **Bergen**."
    text = compose("Which harbour is hers?", found, NOW).text
    assert "“The boat <b>Halcyon</b> lies in Bergen. She is painted blue.”" in text
