"""What a question asks for, beside what is only near to it: the relation that it says, and whom it names."""

from __future__ import annotations

import pytest

from graph.retrieval import params
from graph.retrieval.question.not_meant import others
from graph.retrieval.seeding import seeds

FILMS = [
    ("The Station and the Island", "written_by", "Ruth Martinez"),
    ("The Station and the Island", "directed_by", "Alexander Morales"),
    ("The Station and the Island", "has_imdb_rating", "decent"),
    ("The Station and the Island", "has_imdb_votes", "unknown"),
    ("My Hidden River", "starred_actors", "Robert Rivera"),
    ("My Hidden River", "release_year", "1994"),
    ("My Hidden River", "has_imdb_rating", "good"),
    ("My Hidden River", "has_imdb_votes", "famous"),
    ("The Crown and the Coast", "starred_actors", "Samuel Rivera"),
    ("The Crown and the Coast", "release_year", "1971"),
    ("Dark Circus", "starred_actors", "Anton Rivera"),
]


@pytest.fixture
def films(api, work, minilm):
    facts = [{"subject": {"name": one}, "predicate": said, "object": {"name": other}} for one, said, other in FILMS]
    assert api.post("/facts/bulk", {"facts": facts})[1]["rejected"] == []
    work()


def lit(api, query: str) -> dict[str, float]:
    config = {"cache_ttl": 0, "fact_seeds": 0, "seed_top_k": 0}
    return {
        item["text"]: item["scores"]["activation"]
        for item in api.post("/retrieve", {"query": query, "config": config})[1]["items"]
    }


def found(api, query: str) -> list[str]:
    return [item["text"] for item in api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0}})[1]["items"]]


def test_a_relation_whose_words_the_question_has_takes_on_the_light(api, films, monkeypatch):
    """T16 J2: "wrote" is the word of "written by", to which by its vector the ratings are nearer."""
    question = "who wrote the film The Station and the Island"
    said, rated = (
        f"The Station and the Island {what}" for what in ("written by Ruth Martinez", "has imdb rating decent")
    )
    by_words = lit(api, question)
    assert by_words[said] == max(by_words.values())
    assert by_words[said] > by_words.get(rated, 0.0)
    monkeypatch.setattr(params, "RELATION_WORDS", 0.0)
    by_meaning = lit(api, question)
    assert by_meaning[rated] > by_meaning.get(said, 0.0)


def test_the_words_of_a_step_that_was_walked_are_explained(api, films):
    """Of "starred" nothing is left behind the actor; "released" still asks for the year."""
    reached = lit(api, "when was the movie starred by Robert Rivera released")
    behind = {
        text: light for text, light in reached.items() if text.startswith("My Hidden River") and "starred" not in text
    }
    assert max(behind, key=lambda text: behind[text]) == "My Hidden River release year 1994"


PLACES = [
    ("Anna Weiss", "works_for", "Harbour Mill"),
    ("Bela Kovacs", "works_for", "Harbour Mill"),
    ("Csaba Nagy", "rents_a_desk_at", "Harbour Mill"),
    ("Harbour Mill", "was_bought_by", "Dora Lang"),
    ("Anna Weiss", "plays_with", "Ines Moura"),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("who works for the same firm as Anna Weiss", "Bela Kovacs works for Harbour Mill"),
        ("who else works where Anna Weiss does", "Bela Kovacs works for Harbour Mill"),
        ("who are the co-workers of Anna Weiss", "Bela Kovacs works for Harbour Mill"),
        ("the workers of the place where Anna Weiss works", "Bela Kovacs works for Harbour Mill"),
        ("who bought the firm that Anna Weiss works for", "Harbour Mill was bought by Dora Lang"),
        (
            "do Anna Weiss and Ines Moura share the buyer of the firm they work for",
            "Harbour Mill was bought by Dora Lang",
        ),
    ],
)
def test_what_is_shared_is_asked_for_there_and_back(api, work, minilm, question, answer):
    """T16: behind the firm its other people are asked for where the question says that something is shared, or says the
    relation twice; of two who are named it asks what they share, and else for what it says last.
    """
    facts = [{"subject": {"name": one}, "predicate": said, "object": {"name": other}} for one, said, other in PLACES]
    assert api.post("/facts/bulk", {"facts": facts})[1]["rejected"] == []
    work()
    behind = {
        text: light for text, light in lit(api, question).items() if "Harbour Mill" in text and "Anna" not in text
    }
    assert max(behind, key=lambda text: behind[text]) == answer


def test_who_only_shares_a_word_with_the_name_counts_less(api, films, monkeypatch):
    """Every Rivera is near to a question about one, by meaning and by the word."""
    question = "when was the movie starred by Robert Rivera released"
    about_it, another = "My Hidden River has imdb rating good", "Dark Circus starred actors Anton Rivera"
    order = found(api, question)
    assert order.index(about_it) < order.index(another)
    monkeypatch.setattr(params, "NOT_MEANT", 1.0)
    order = found(api, question)
    assert order.index(about_it) > order.index(another)


@pytest.mark.parametrize(("predicate", "only_so"), [("works_at", False), ("career", True)])
def test_where_i_ask_of_myself_others_facts_count_less_though_they_have_its_words(
    api, work, minilm, monkeypatch, predicate, only_so
):
    """A firm called “Harbour Works” and all who work there have the words of “where do I work”; my own fact has not."""
    firms = ["Harbour Works", "Foundry Lane", "Old Mill"]
    rows = [(f"Person {number}", "works_at", firms[number % 3]) for number in range(60)]
    facts = [{"subject": {"name": "I"}, "predicate": "likes", "value": f"thing {number}"} for number in range(60)]
    facts += [{"subject": {"name": one}, "predicate": said, "object": {"name": firm}} for one, said, firm in rows]
    mine = {"subject": {"name": "I"}, "predicate": predicate, "object": {"name": "Bureau Maasoever"}}
    assert api.post("/facts/bulk", {"facts": [*facts, mine]})[0] == 200
    work()
    assert "Bureau Maasoever" in found(api, "Where do I work now?")[0]
    monkeypatch.setattr(params, "NOT_MEANT", 1.0)
    first = found(api, "Where do I work now?")[0]
    assert ("Bureau Maasoever" not in first) is only_so  # what says “work” itself is asked for in any case


@pytest.mark.parametrize(
    ("question", "of_self"),
    [
        ("Where do I work?", True),
        ("What am I allergic to?", True),
        ("Where does my brother work?", False),
        ("What did we plan, and what did I say?", False),
        ("Tell me about it", False),
    ],
)
def test_what_is_asked_of_oneself_is_told_from_what_is_asked_of_ones_own(question, of_self):
    assert seeds.asks_of_self(question) is of_self


@pytest.mark.parametrize(
    ("name", "is_another"),
    [
        ("Samuel Rivera", True),
        ("Robert Rivera", False),
        ("Rivera", False),
        ("Robert J. Rivera", False),
        ("Robert Rivera (actor)", False),
        ("Anna Weiss", False),
    ],
)
def test_two_names_are_of_two_where_each_has_a_word_of_its_own(name, is_another):
    assert others({1: "robert rivera"}).has(name) is is_another


def test_words_that_stand_in_every_name_make_nobody_another():
    assert not others({1: "the lord of the rings"}).has("The House of Cards")
