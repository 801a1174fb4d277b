"""What a passage says by itself decides its place: who speaks, what only asks, what others had said before."""

from __future__ import annotations

import pytest

from graph.retrieval.ranking import spoken

pytestmark = pytest.mark.django_db(transaction=True)

OTHERS = [
    "The bus was late again this morning.",
    "I painted the fence in the afternoon.",
    "We had soup and bread for lunch.",
    "It rained on the whole way home.",
]


def passages(api, query: str, **config) -> list[str]:
    answer = api.post("/retrieve", {"query": query, "config": {"cache_ttl": 0, **config}})[1]
    return [item["text"] for item in answer["items"] if item["kind"] == "chunk"]


def write(api, work, *texts: str) -> None:
    for number, text in enumerate(texts):
        assert api.post("/documents", {"title": f"Page {number}", "text": text, "options": {"learn": False}})[0] == 202
    work()


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Anna: I am off to Porto.", {"anna"}),
        ("**Anna Weiss:** I am off to Porto.", {"anna weiss", "anna"}),
        ("[12:03] Anna: off!\n[12:04] Ben Ode: already?", {"anna", "ben ode", "ben"}),
        ("What I would like to know: nothing.", set()),
        ("At 12:30 Anna said: go.", set()),
        ("Anna is off to Porto.", set()),
    ],
)
def test_a_transcript_names_who_speaks(text, names):
    assert spoken.speakers(text) == names


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Who? Me.", 0.5),
        ("It rained.", 0.0),
        ("Has it rained?", 1.0),
        ("", 0.0),
    ],
)
def test_the_share_of_a_text_that_asks(text, share):
    assert spoken.asking(text) == pytest.approx(share, abs=0.08)


def test_the_share_that_was_said_before():
    assert spoken.before("Yes.", "Was it she?") == pytest.approx(11 / 15)
    assert spoken.before("", "") == 0.0


OWN = "Anna: I am going to sail to Madeira in June."
TO_HER = "Ben: Anna, I sail in June."


def test_who_is_asked_about_speaks_of_themself(api, work, minilm, monkeypatch):
    """N35: to her they say her name and the question's words; what she does she says herself."""
    write(api, work, TO_HER, OWN, *OTHERS)
    asked = "Where does Anna sail to in June?"
    assert passages(api, asked)[:2] == [OWN, TO_HER]
    monkeypatch.setattr("graph.retrieval.params.OWN_WORDS", 1.0)
    assert passages(api, asked)[:2] == [TO_HER, OWN]


ASKED = "Has somebody repaired the boiler in the cellar?"
TOLD = "In March Mr Novak repaired the boiler, and it works."


def test_a_question_is_no_answer(api, work, minilm, monkeypatch):
    """N35: no text is nearer to a question than the same question."""
    write(api, work, ASKED, TOLD, *OTHERS)
    assert passages(api, "Who repaired the boiler?")[:2] == [TOLD, ASKED]
    monkeypatch.setattr("graph.retrieval.params.ASKING_LESS", 0.0)
    assert passages(api, "Who repaired the boiler?")[:2] == [ASKED, TOLD]


WEDDING = "The wedding of Karla will be held in the old mill near Graz in September."


def test_what_was_said_before_a_message_is_not_what_it_says(api, work, minilm, monkeypatch):
    """N35: a message is indexed after the one before it, so that "Fine by me." has all words of the question."""
    conversation = None
    for message in (*OTHERS, WEDDING, "Fine by me.", "The bus is early."):
        answer = api.post("/chat", {"message": message, "conversation": conversation, "stream": False})[1]
        conversation = answer["conversation"]
    work()
    asked = "What do we know of Karla's wedding?"
    assert passages(api, asked)[:2] == [WEDDING, "Fine by me."]
    monkeypatch.setattr("graph.retrieval.params.BEFORE_LESS", 0.0)
    assert passages(api, asked)[:2] == ["Fine by me.", WEDDING]


SHIP = [
    ("Voyage", "The crew of the Kittiwake: see Ledger Nine and Ledger Ten."),
    ("Ledger Nine", "Seven men sailed on the ship, and a cat."),
    ("Ledger Ten", "Seven people were the crew, and a dog."),
    *(
        (f"Notice {number}", f"The crew of the Kittiwake is paid on {day}.")
        for number, day in enumerate(("Monday", "Friday", "Sunday"))
    ),
]


def test_what_a_link_leads_to_counts_with_its_words(api, work, minilm, monkeypatch):
    """N35: the words of the question count in every passage, however it was reached."""
    for title, text in SHIP:
        assert api.post("/documents", {"title": title, "text": text, "options": {"learn": False}})[0] == 202
    work()
    monkeypatch.setattr("graph.retrieval.params.CHAIN_WORDS", 0.0)  # the words of its chain would bring it as well
    asked = "Who were the crew of the Kittiwake?"
    few = {"seed_top_k": 4, "overfetch": 1}  # no more are found directly, and Ledger Ten is not among them
    assert passages(api, asked, **few)[0] == dict(SHIP)["Ledger Ten"]
    monkeypatch.setattr("graph.retrieval.params.WORDED", 0)
    assert dict(SHIP)["Ledger Ten"] not in passages(api, asked, **few)
