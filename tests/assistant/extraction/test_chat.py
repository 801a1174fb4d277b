"""Messages as people type them in a chat: small letters, short forms, run-on sentences, several facts at once."""

from __future__ import annotations

import pytest

from assistant.bench.labelled import SAID_AT
from assistant.extraction import rules
from assistant.extraction.words.role_words import ROLES
from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("im a baker", {("me", "is_a", "baker")}),
        ("hes my cousin", set()),  # whoever he is
        ("youre a star", set()),
        ("will is my cousin", {("me", "cousin", "Will")}),
        ("my aunt teaches maths", {("my aunt", "teaches", "maths")}),
        ("my landlord Mr Pike wants to sell", {("me", "landlord", "Mr Pike")}),
        (
            "I met Odile, she is a pilot and works for Qantas",
            {("Odile", "is_a", "pilot"), ("Odile", "works_for", "Qantas")},
        ),
        ("I am engaged to boris for two months", {("me", "engaged_to", "Boris")}),
    ],
)
def test_what_the_parser_takes_for_something_else_is_put_right(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "hey im joost, 27, i live in ghent with my gf noor",
            {("me", "name", "Joost"), ("me", "age", "27"), ("me", "partner", "Noor"), ("me", "lives_in", "Ghent")},
        ),
        ("went to the cinema with my cousin jelle yesterday", {("me", "cousin", "Jelle")}),
        ("noors birthday is 3 february, thinking of getting her a wetsuit", {("noor", "birthday", "3 February")}),
        ("wouts number is 0499 12 13 14", {("wout", "phone", "0499 12 13 14")}),
        (
            "my brother Seppe is 19 and works at ikea",
            {("me", "brother", "Seppe"), ("Seppe", "age", "19"), ("Seppe", "works_at", "ikea")},
        ),
        ("im hangry, i want pizza", set()),
        ("im skint, 20 quid left", set()),
        ("im knackered", set()),
        ("saw my doc yesterday", set()),
        ("i paid rent 900 today", set()),
    ],
)
def test_a_word_that_english_lacks_is_a_name_where_one_may_stand(text, facts):
    assert learned(text) == facts


def test_he_is_the_one_whose_role_says_so():
    assert ("Yaw", "from", "Accra") in learned("Efua's husband is called Yaw, he's from Accra")


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "my sons are called tariq, bilal and yusuf",
            {("me", "son", "Tariq"), ("me", "son", "Bilal"), ("me", "son", "Yusuf")},
        ),
        ("weißbier is a beer. my nephew bilal is 9.", {("me", "nephew", "Bilal"), ("Bilal", "age", "9")}),
        ("my landlady mrs okoro is lovely", {("me", "landlady", "Mrs Okoro")}),
        ("my cat's called soot and hates rain", {("me", "pet", "Soot"), ("Soot", "is_a", "cat")}),
        ("ugh, my colleague Dunja is late", {("me", "colleague", "Dunja")}),
        ("note to self: Ida's birthday is 3 May", {("Ida", "birthday", "3 May")}),
        ("my mum called yesterday", set()),
        ("the match is called off", set()),
        ("My nephew bilal is 9", {("me", "nephew", "Bilal"), ("Bilal", "age", "9")}),
        ("Our dentist amal is patient", {("me", "dentist", "Amal")}),
        ("My dog walker is late", set()),
        ("My mother tongue is Turkish.", {("me", "mother_tongue", "Turkish")}),
        ("sara lou works for acme corp", {("Sara Lou", "works_for", "acme corp")}),
        ("anna maria lives in new york", {("Anna Maria", "lives_in", "New York")}),
        ("anna maria's birthday is 3 may", {("Anna Maria", "birthday", "3 May")}),
        ("the top 3 may win", set()),
    ],
)
def test_names_in_small_letters_are_names_where_the_words_say_so(text, facts):
    assert learned(text) >= facts
    assert facts or not learned(text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("my nan lives in Hull", {("my nan", "lives_in", "Hull")}),
        ("my ex wife lives in Turin", {("my ex wife", "lives_in", "Turin")}),
        ("my sister in law Ana is a vet", {("me", "sister_in_law", "Ana"), ("Ana", "is_a", "vet")}),
        ("hubby is gluten intolerant so no pasta", {("my hubby", "is", "gluten intolerant")}),
        ("Ama's my boss", {("me", "boss", "Ama")}),
        ("joy is my niece", {("me", "niece", "Joy")}),
        ("coffee is my therapist", set()),
        ("Tess is my whippet", {("me", "pet", "Tess"), ("Tess", "is_a", "whippet")}),
    ],
)
def test_kin_go_by_many_words(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("two rats, pepper and clove", set()),
        ("I have two rats, pepper and clove", {("me", "pet", "Pepper"), ("me", "pet", "Clove")}),
        ("I have two sisters, coffee, tea and a mug", set()),
        ("My boss named his dog Rex", {("My boss", "pet", "Rex")}),
        ("we got a hamster and called it Nugget", {("me", "pet", "Nugget")}),
        ("they moved to Bath, my aunt and uncle", set()),
    ],
)
def test_who_is_named_by_whom_is_told_apart(text, facts):
    told = {one for one in learned(text) if one[1] not in {"is_a", "has"}}
    assert told == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I can speak Danish and a little Faroese", {("me", "speaks", "Danish"), ("me", "speaks", "Faroese")}),
        ("I can't speak Danish", set()),
        ("I've got hay fever", {("me", "has", "hay fever")}),
        ("fav drink: horchata", {("me", "favourite_drink", "horchata")}),
        ("my good name is Anand", {("me", "name", "Anand")}),
        ("My dentist's appointment is on 4 May", set()),
        ("Could you please remember that Bo's shirt size is 15?", {("Bo", "shirt_size", "15")}),
        ("she's based in the Lyon office", set()),
        (
            "Pavel works for the railway as an engineer.",
            {("Pavel", "works_for", "railway"), ("Pavel", "works_as", "engineer")},
        ),
        ("Pavel lives in Gdynia.", {("Pavel", "lives_in", "Gdynia")}),
        ("I take the ferry on Thursdays.", {("me", "takes", "the ferry on Thursdays")}),
        ("I swim every Tuesday morning with Lena.", {("me", "swims", "every Tuesday morning with Lena")}),
        ("Bo goes to the gym every day.", {("Bo", "goes", "to the gym every day")}),
        ("I don't eat meat on Fridays.", {("me", "does_not_eat", "meat on Fridays")}),
        ("I feel tired every morning.", set()),
        ("Everyone takes the bus on Mondays.", set()),
        ("If it rains I take the bus every day.", set()),
        ("Secret lives of plants is a good book.", set()),
    ],
)
def test_what_is_told_in_passing(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "day"),
    [("I live in Norway since 3 years", "2023"), ("been learning Welsh for the past 2 yrs", "2024")],
)
def test_how_long_is_told_in_many_ways(text, day):
    (found,) = rules.candidates(text, said_at=SAID_AT)
    assert found.valid_from is not None
    assert found.valid_from.year == int(day)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("my uncle tunde is a welder", {("me", "uncle", "Tunde"), ("Tunde", "is_a", "welder")}),
        ("our niece saoirse loves chess", {("me", "niece", "Saoirse"), ("Saoirse", "likes", "chess")}),
        ("my sister also works at Lidl", {("my sister", "works_at", "Lidl")}),
        ("my other half Ngozi is a judge", {("me", "partner", "Ngozi"), ("Ngozi", "is_a", "judge")}),
        ("my youngest is 4", {("my youngest", "age", "4")}),
        ("I was born in Kazan, now in Lyon", {("me", "born_in", "Kazan")}),
        ("I live with my dad in Bonn", {("me", "lives_in", "Bonn")}),
    ],
)
def test_who_is_meant_stands_between_the_role_and_the_verb(text, facts):
    assert learned(text) >= facts
    assert not {one for one in learned(text) - facts if one[1] != "lives_with"}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My dance partner Luc lives in Metz", {("me", "dance_partner", "Luc"), ("Luc", "lives_in", "Metz")}),
        ("My host mother Inge likes tea", {("me", "host_mother", "Inge"), ("Inge", "likes", "tea")}),
        ("Aunt Vi isn't my aunt at all", set()),
    ],
)
def test_a_partner_of_a_kind_is_no_spouse(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My fella is a plumber", set()),
        ("My dream job is a pilot's", set()),
        ("The warehouse moved to Leeds.", {("warehouse", "located_in", "Leeds")}),
    ],
)
def test_whoever_is_a_plumber_and_whatever_moves(text, facts):
    assert {one for one in learned(text) if one[1] != "dream_job"} == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My coach is Ana Reis and I train in Faro.", {("me", "coach", "Ana Reis")}),
        ("My vet is Dr Moreau, next visit is 9 May at 10.", {("me", "vet", "Dr Moreau")}),
        ("My favourite band is The Cure and I play drums.", {("me", "favourite_band", "Cure")}),
        ("My favourite band is Placebo and I play bass.", {("me", "favourite_band", "Placebo")}),
    ],
)
def test_a_name_ends_where_the_next_clause_begins(text, facts):
    assert {one for one in learned(text) if one[1] != "plays"} == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("my siter is Anna", {("me", "sister", "Anna")}),
        ("Our wifi is called Heron.", {("me", "wifi", "Heron")}),  # and no wife
        ("My brohter Tom lives in Oslo", {("me", "brother", "Tom"), ("Tom", "lives_in", "Oslo")}),
        ("my mohter's name is Ruth", {("me", "mother", "Ruth")}),
        ("I have a siter called Anna", {("me", "sister", "Anna")}),
        ("my little siters are Anna and Bea", {("me", "sister", "Anna"), ("me", "sister", "Bea")}),
        ("my freind Anna is 9", {("me", "friend", "Anna"), ("Anna", "age", "9")}),
        ("my brohter in law Tom is a vet", {("me", "brother_in_law", "Tom"), ("Tom", "is_a", "vet")}),
        ("my ex-wfie Ann lives in Oslo", {("me", "ex_wife", "Ann"), ("Ann", "lives_in", "Oslo")}),
        ("my brohter lives in Oslo", set()),  # nobody in the words is called "my brother"
    ],
)
def test_kin_are_known_by_a_word_with_a_slip_in_it(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("used one, ordered 3 at Büroshop, arrive wednesday", set()),
        ("bought a new one, motu m4, 229", set()),
        ("aunt Vali does the nights mon-thu, I do fri-sun", {("me", "aunt", "aunt Vali")}),
        ("I teach piano tue-fri", {("me", "teaches", "piano")}),
        ("lotte works tue-thu, yasmina wed-sat", {("Lotte", "works", "tue-thu")}),
    ],
)
def test_days_and_what_is_done_next_are_nothing_that_somebody_does(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize("word", ["couch", "feather", "manger", "song", "guitar", "blurgh"])
def test_another_word_is_no_misspelt_kin(word):
    assert not {(subject, said) for subject, said, _ in learned(f"my {word} is Anna")} & {
        ("me", role) for role in ROLES.values()
    }


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tobias' new email is tobias@lindner.example", {("Tobias", "email", "tobias@lindner.example")}),
        ("I'm into ceramics and film photography", {("me", "likes", "ceramics"), ("me", "likes", "film photography")}),
        ("We rent a flat for 1,400 a month, lease runs until July", {("me", "rents", "flat")}),
    ],
)
def test_a_sentence_without_its_full_stop_is_read_like_one_with_it(text, facts):
    assert learned(text) == facts == learned(f"{text}.")
