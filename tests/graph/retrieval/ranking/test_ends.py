"""A question of several steps is answered by where they lead: the end stands before the way there (N35)."""

from __future__ import annotations

import pytest

FILMS = {
    "Glass Harbour": {"directed by": ["Vera Lind"], "written by": ["Otto Brandt"], "starred": ["Ilka", "Jovan"]},
    "Red Meadow": {"directed by": ["Vera Lind"], "written by": ["Nora Falk"], "starred": ["Sarka", "Tibor"]},
    "Salt Road": {"directed by": ["Emil Roth"], "written by": ["Nora Falk"], "starred": ["Pavla", "Jovan"]},
    "Long Night": {"directed by": ["Otto Brandt"], "written by": ["Emil Roth"], "starred": ["Marek"]},
}
GENRES = {"Glass Harbour": "thriller", "Red Meadow": "comedy", "Salt Road": "western", "Long Night": "musical"}


def stated(api, work, facts):
    """The book's address, once it knows these triples."""
    body = [{"subject": {"name": s}, "predicate": p, "object": {"name": o}} for s, p, o in facts]
    assert api.post("/facts/bulk", {"facts": body})[1]["rejected"] == []
    work()
    return api


@pytest.fixture(params=["words", "meaning"])
def films(request, api, work):
    """Four films that share people, found with a model of sentences or without one."""
    if request.param == "meaning":
        request.getfixturevalue("minilm")
    facts = [(film, predicate, name) for film, told in FILMS.items() for predicate, of in told.items() for name in of]
    facts += [(film, "genre", genre) for film, genre in GENRES.items()]
    facts += [(film, "release year", str(1990 + number)) for number, film in enumerate(FILMS)]
    return stated(api, work, facts)


def texts(api, query: str) -> list[str]:
    answer = api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0}})[1]
    return [item["text"].replace("_", " ") for item in answer["items"]]


def first(api, query: str, count: int) -> set[str]:
    return set(texts(api, query)[:count])


def test_who_is_at_the_end_of_two_steps_comes_before_the_way_n35(films):
    found = texts(films, "Who starred in the films directed by Vera Lind?")
    for film in ("Glass Harbour", "Red Meadow"):
        stars = [found.index(f"{film} starred {name}") for name in FILMS[film]["starred"]]
        assert max(stars) < found.index(f"{film} directed by Vera Lind")
    assert all("Lind" in text or "starred" in text for text in found[:6])
    genres = texts(films, "What is the genre of the films written by Nora Falk?")
    assert genres[0] in {"Red Meadow genre comedy", "Salt Road genre western"}


def test_a_third_step_goes_back_over_the_relation_that_led_there_n35(films):
    """Not who starred in Glass Harbour itself, which has all but one of the question's words."""
    asked = "Who starred in the films by the director of Glass Harbour?"
    assert first(films, asked, 2) == {"Red Meadow starred Sarka", "Red Meadow starred Tibor"}


def test_what_the_question_says_twice_is_walked_twice_n35(films):
    asked = "What is the genre of the films written by the writer of Salt Road?"
    assert first(films, asked, 1) == {"Red Meadow genre comedy"}


def test_the_word_nearest_to_the_name_is_the_first_step_n35(films):
    """Not who wrote the films of a genre like that of Red Meadow: there the steps would lead the other way."""
    asked = "Who wrote the films starring the stars of Salt Road?"
    assert first(films, asked, 1) == {"Glass Harbour written by Otto Brandt"}


def test_when_asks_for_what_tells_a_time_n35(films):
    """No word of "come out" is in "release year", but a year is when."""
    assert first(films, "When did the film written by Otto Brandt come out?", 1) == {"Glass Harbour release year 1990"}


def test_two_things_asked_beside_each_other_are_no_way_n35(films):
    """Otto Brandt wrote Glass Harbour and directed Long Night, which nobody asked about."""
    found = first(films, "Who wrote and directed Glass Harbour?", 2)
    assert found == {"Glass Harbour written by Otto Brandt", "Glass Harbour directed by Vera Lind"}


def test_a_question_of_one_step_is_answered_by_it_n35(films):
    assert first(films, "Who directed Glass Harbour?", 1) == {"Glass Harbour directed by Vera Lind"}
    starred = {"Glass Harbour starred Jovan", "Salt Road starred Jovan"}
    assert first(films, "In which films did Jovan star?", 2) == starred


WORK = [
    ("Ada Brook", "works_for", "Initech"),
    ("Bo Lunde", "works_for", "Initech"),
    ("Initech", "located_in", "Berlin"),
]


def test_where_somebody_works_is_told_by_the_firm_before_where_the_firm_is_n35(api, work, minilm):
    """Of the firm's place one asks by naming the firm, too."""
    stated(api, work, WORK)
    assert texts(api, "Where does Ada Brook work?")[:2] == ["Ada Brook works for Initech", "Initech is in Berlin"]
    assert texts(api, "Where is the company that Ada Brook works for?")[0] == "Initech is in Berlin"


LIFE = [
    ("Mira Holm", "works_at", "Vega Glass"),
    ("Mira Holm", "born_in", "Graz"),
    ("Mira Holm", "spouse", "Ivo Petersen"),
    ("Ivo Petersen", "studied_at", "Academy of Fine Arts"),
    ("Academy of Fine Arts", "located_in", "Bilbao"),
    ("Vega Glass", "headquartered_in", "Graz"),
    ("Vega Glass", "founded_by", "Lena Aue"),
    ("Vega Glass", "founded_in_year", "1961"),
    ("Vega Glass", "produces", "Firefly Lamp"),
    ("Lena Aue", "born_in", "Aarhus"),
    ("Nils Berg", "born_in", "Graz"),
    ("Graz", "located_in", "Austria"),
    ("Aarhus", "located_in", "Denmark"),
    ("Bilbao", "located_in", "Spain"),
]


@pytest.fixture
def life(api, work, minilm):
    return stated(api, work, LIFE)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was Vega Glass founded?", "Vega Glass founded in year 1961"),
        ("Who founded the maker of Firefly Lamp?", "Vega Glass founded by Lena Aue"),
        ("Who founded Mira Holm's company?", "Vega Glass founded by Lena Aue"),
        ("Who founded the company that makes Firefly Lamp?", "Vega Glass founded by Lena Aue"),
        ("What company makes Firefly Lamp?", "Vega Glass produces Firefly Lamp"),
        ("Where did the husband of Mira Holm go to university?", "Ivo Petersen studied at Academy of Fine Arts"),
        ("In which city is the university attended by the husband of Mira Holm?", "Academy of Fine Arts is in Bilbao"),
        ("In which country was the founder of Vega Glass born?", "Aarhus is in Denmark"),
        ("In which country was Mira Holm born?", "Graz is in Austria"),
    ],
)
def test_people_ask_for_relations_in_their_own_words_and_for_the_country_of_a_town_n35(life, question, answer):
    """“Maker” asks for what produces, “husband” for a spouse; a country is where a town is, a town no firm."""
    assert texts(life, question)[0] == answer


def test_a_town_that_is_reached_in_two_ways_ends_both_n35(life):
    """Mira was born where her firm stands: the spread keeps the way of her birth, the question asks for the firm's."""
    found = texts(life, "In which country is the company that Mira Holm works at headquartered?")
    assert found[0] == "Graz is in Austria"
    assert found.index("Vega Glass headquartered in Graz") < found.index("Mira Holm was born in Graz")
