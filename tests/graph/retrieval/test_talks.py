"""What was said in talks: found by the words it answers, and by words more than by meaning where they are the same."""

from __future__ import annotations

import pytest

from graph.models import Chunk

MATTER = ["I have been looking for a name for our sailing boat."]
pytestmark = pytest.mark.django_db(transaction=True)

FILLER = [
    "The bus was late again this morning.",
    "I painted the fence in the afternoon.",
    "We had soup and bread for lunch.",
    "It rained on the whole way home.",
]


def tell(api, *messages: str) -> None:
    conversation = None
    for message in messages:
        answer = api.post("/chat", {"message": message, "conversation": conversation, "stream": False})[1]
        conversation = answer["conversation"]


def passages(api, query: str, **config) -> list[str]:
    answer = api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0, **config}})[1]
    return [item["text"] for item in answer["items"] if item["kind"] == "chunk"]


@pytest.fixture
def talk(api, work, minilm):
    tell(api, *FILLER, *MATTER, "It will be Kittiwake.", *FILLER[::-1])
    work()
    return api


def test_an_answer_is_found_by_the_words_of_what_was_said_before_it(talk, user):
    """J2: "Kittiwake" stands in a message that has none of the question's words."""
    query = "What is the name of the sailing boat?"
    assert "It will be Kittiwake." in passages(talk, query, max_hops=0)[:2]
    assert Chunk.objects.for_user(user).get(text="It will be Kittiwake.").prefix == "".join(MATTER)


def test_words_count_more_where_a_passage_has_all_of_them(api, work, minilm, monkeypatch):
    """T32: other notes are nearer in meaning, but only one has the words that were asked for."""
    texts = ["Row nine: ticket XK-7712, paid, Lena's coat."] + [
        f"Where does a ticket belong to, and which row is it? Ask at the {place}."
        for place in ("museum", "opera", "cinema", "stadium", "theatre", "circus", "arena", "harbour", "zoo", "library")
    ]
    for number, text in enumerate(texts):
        assert api.post("/documents", {"title": f"Note {number}", "text": text})[0] == 202
    work()
    only_one = {"seed_keyword_weight": 0.01, "seed_top_k": 1, "max_hops": 0, "overfetch": 20}
    asked = "Ticket XK-7712, row?"
    assert passages(api, asked, **only_one) == texts[:1]
    monkeypatch.setattr("graph.retrieval.params.WORDS_TRUSTED", 0.01)
    assert passages(api, asked, **only_one) != texts[:1]


ROWS = "Rows 1-4 carrots, rows 5-9 beans, compost: Jonah, water butt: Ida, tool shed key: under the third pot"


def test_a_name_that_no_entry_has_is_found_in_the_few_passages_that_have_it(api, work, minilm, monkeypatch):
    """J2: in meaning the passage is as far from the question as any other; a name that many have says nothing."""
    for number, text in enumerate([*FILLER, ROWS]):
        assert api.post("/documents", {"title": f"Note {number}", "text": text})[0] == 202
    work()
    assert passages(api, "What's Jonah's email?") == [ROWS]
    assert passages(api, "What's Bertrand's email?") == []
    monkeypatch.setattr("graph.retrieval.params.NAMED_IN_FEW", 0)
    assert passages(api, "What's Jonah's email?") == []
