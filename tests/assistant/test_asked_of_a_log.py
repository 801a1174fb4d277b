"""POST /chat: a log and a plan whose headings are days, lists that are called by what is to be done, and numbered things."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

TOLD = [
    "I keep bees in the orchard behind our house, four hives at the moment",
    "We got 38 kg of honey this summer, 14 of that from hive 2",
    "I'm allergic to wasps but not to bees, funnily enough",
    "My smoker is a Dadant, a present from my brother Tim",
    "I need to buy fondant before the cold sets in",
]
LOG = """# Bee log 2025

## 30 April
Hive 3 still weak, fed 2 litres of syrup.

## 2025-05-12
Swarm collected, put into hive 4.

## Wed 3 Sept: varroa
Hive 3 has 21 mites.

## Sat 29 Nov
Hefted hives: hive 4 light.
"""
PLAN = """# Journey

## Sat 3 April {year}
Fly from Heathrow at 19:00.

## 4 April {year} - Tokyo
Dinner with Kenji.
"""
PACKING = "# Packing list\n\n## Hand luggage\n- [ ] Passports\n- [x] Adapters\n\n## Suitcase\n- [ ] Rain jackets\n"
LEASE = """# Lease

1. Rent: EUR 1,450 per month, payable in advance. Indexed each April.
2. Deposit: three months' rent, held at the bank.
3. The lessor maintains the roof and outer walls; the lessee maintains windows, heating and shutters.
"""
NEXT = dt.datetime.now(dt.UTC).year + 1


def _log(talk) -> None:
    talk.post("/documents", {"title": "Bee log", "text": LOG})


@pytest.fixture
def log(talk):
    return once(talk, _log)


def test_a_line_of_a_log_is_told_with_the_day_that_heads_it(log):
    assert log.answered("When did I collect the swarm?").startswith(
        "From “Bee log”, 12 May 2025: “Swarm collected, put into hive 4.”"
    )
    assert "From “Bee log”, 3 September 2025 (varroa): “Hive 3 has 21 mites.”" in log.answered(
        "How many mites were in hive 3?"
    )
    assert "30 April 2025" in log.answered("On which day was hive 3 fed syrup?")


def test_what_stands_below_a_day_that_is_over_is_told_of_that_day(log):
    told = log.answered("What happened on 12 May 2025?")
    assert "Swarm collected" in told
    assert "syrup" not in told
    assert "12 May 2025: “" not in told  # the day heads the answer
    assert "syrup" in log.answered("What did I do in April 2025?")


def test_the_minutes_of_a_day_do_not_say_when_something_is(log):
    assert log.answered("When is hive 4 light?").startswith("Nothing you told me says exactly that.")


def test_what_stands_below_a_day_of_a_plan_is_then(talk):
    talk.post("/documents", {"title": "Journey", "text": PLAN.format(year=NEXT)})
    talk.work()
    assert talk.answered("When is dinner with Kenji?").startswith(
        f"From “Journey”, 4 April {NEXT} (Tokyo): “Dinner with Kenji.”"
    )
    told = talk.answered(f"What's on in April {NEXT}?")
    assert f"3 April {NEXT}**: From “Journey”: “Fly from Heathrow at 19:00.”" in told
    assert f"4 April {NEXT}**: From “Journey”: “Dinner with Kenji.”" in told


def test_a_list_is_asked_for_by_what_is_to_be_done(talk):
    for line in TOLD:
        talk.say(line)
    talk.post("/documents", {"title": "Packing", "text": PACKING})
    talk.post("/documents", {"title": "Workshop jobs", "text": "- [ ] true the Gazelle's wheel\n- [x] Trek: service\n"})
    talk.work()
    pack = talk.answered("What do I still have to pack?")
    assert "Passports" in pack
    assert "Rain jackets" in pack
    assert "Adapters" not in pack
    assert "fondant" not in pack
    assert "fondant" in talk.answered("What do I need to buy?")
    jobs = talk.answered("What jobs are still open?")
    assert "Gazelle" in jobs
    assert "Trek" not in jobs


def test_what_is_denied_is_not_learned_and_a_present_is_no_kind_of_what_it_is(talk):
    assert talk.learned(*TOLD) == {
        ("me", "allergic_to", "wasps"),
        ("me", "brother", "Tim"),
        ("me", "keeps", "bees"),
        ("me", "smoker", "Dadant"),
    }
    assert talk.answered("Am I allergic to bees?").startswith("You said: “I'm allergic to wasps but not to bees")


def test_hive_2_tells_nothing_of_hive_4_and_a_number_of_one_is_no_count(talk):
    for line in (*TOLD, "Hive 4 was light when I lifted it"):
        talk.say(line)
    assert talk.answered("How much honey came from hive 2?").startswith("You said: “We got 38 kg")
    assert "14 of that" not in talk.answered("How much honey came from hive 4?")
    assert "Hive 4 was light" not in talk.answered("How many hives do I have?")


def test_a_lease_is_found_by_its_one_clause_of_the_roof(talk):
    talk.say("The compressor broke on Friday, repair would be 180")
    talk.post("/documents", {"title": "Lease", "text": LEASE})
    talk.work()
    assert "The lessor maintains the roof" in talk.answered("Who has to repair the roof?")


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("I work with Anna but not with Tom", {("me", "works_with", "Anna")}),
        ("I'm interested in opera but not in ballet", {("me", "interested_in", "opera")}),
        ("Jef is saving for a trip to Japan.", {("Jef", "saves_for", "trip to Japan")}),
        ("My neighbour is Tim, a teacher", {("me", "neighbour", "Tim"), ("Tim", "is_a", "teacher")}),
    ],
)
def test_what_is_learned_beside_it(talk, said, facts):
    assert talk.learned(said) == facts


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        (
            "I've got three kids: Niamh is 13, Cillian is 10 and Órla is 6",
            {("me", "child", name) for name in ("Niamh", "Cillian", "Órla")}
            | {("Niamh", "age", 13), ("Cillian", "age", 10), ("Órla", "age", 6)},
        ),
        (
            "My nieces Lea (4) and Ann (6) live in Kiel",
            {(name, "lives_in", "Kiel") for name in ("Lea", "Ann")}
            | {("me", "niece", name) for name in ("Lea", "Ann")}
            | {("Lea", "age", 4), ("Ann", "age", 6)},
        ),
        (
            "We have two girls, Élodie (4) and Łucja (2).",
            {("me", "daughter", "Élodie"), ("me", "daughter", "Łucja"), ("Élodie", "age", 4), ("Łucja", "age", 2)},
        ),
    ],
)
def test_children_in_a_row_are_learned_with_their_ages(talk, said, facts):
    assert talk.learned(said) == facts
