"""POST /chat: what an assistant answered once, here or elsewhere, is found where it is asked for, and only there."""

from __future__ import annotations

import pytest

from assistant.models import Message
from assistant.question.of_answers import asks_for_an_answer
from tests.assistant.test_small_models import told_first

pytestmark = pytest.mark.django_db(transaction=True)

TALK = [
    ("human", "I just started running, my first parkrun took me 34:12. Can you give me a plan?"),
    (
        "assistant",
        "Well done! Here is an eight-week plan:\n\n1. Weeks 1-2: three easy runs of 20 minutes, each on grass if there "
        "is a park nearby.\n2. Weeks 3-4: one session of 6 x 400 m, with two minutes of walking between.\n"
        "3. Weeks 5-6: a tempo run of 15 minutes.\n\nRest on Mondays and Fridays.",
    ),
    ("human", "My friend Anouk is a nurse. Which neighbourhood of Lisbon should I stay in with her?"),
    ("assistant", "I would take Príncipe Real: quiet, and close to good restaurants. Alfama is steep."),
    ("human", "And a place for seafood there?"),
    ("assistant", "Cervejaria Ramiro is the classic; Anouk lives in Lyon, doesn't she?"),
]
ASKED = (
    ("Which neighbourhood did you recommend in Lisbon?", "Príncipe Real"),
    ("What did you suggest for seafood?", "Cervejaria Ramiro"),
    ("Which neighbourhood did ChatGPT recommend?", "Príncipe Real"),
    ("What was your advice on Lisbon?", "Príncipe Real"),
    (
        "What was the second point of the plan you gave me?",
        "“2. Weeks 3-4: one session of 6 x 400 m, with two minutes of walking between.”",
    ),
    ("What was number 3 of your running plan?", "“3. Weeks 5-6: a tempo run of 15 minutes.”"),
    ("What was the plan for weeks 5 and 6?", "3. Weeks 5-6: a tempo run of 15 minutes."),  # nobody else says that
)


@pytest.fixture
def ask(api, minilm):
    def put(message: str) -> dict:
        status, answer = api.post("/chat", {"message": message, "stream": False})
        assert status == 200, answer
        return answer

    return put


@pytest.mark.parametrize(("question", "said"), ASKED)
def test_what_was_answered_elsewhere_is_quoted_with_its_day_and_its_talk(ask, import_talk, question, said):
    import_talk(TALK, "Lisbon and running")
    answer = ask(question)
    assert answer["text"].startswith("From an answer of 10 June 2021 in “Lisbon and running”, which is not part of")
    assert said in answer["text"]
    assert answer["cited"] == []


def test_it_is_no_fact_and_never_stands_before_what_the_book_says(ask, import_talk):
    facts = import_talk(TALK, "Lisbon and running")
    assert facts
    assert not any("Lyon" in str(fact) for fact in facts)
    guessed = ask("Where does Anouk live?")["text"]
    assert guessed.startswith("Nothing you told me says exactly that.")
    assert "which is not part of your book: “Cervejaria" in guessed
    ask("My friend Anouk lives in Porto.")
    assert "Lyon" not in ask("Where does Anouk live?")["text"]
    assert ask("What was my first parkrun time?")["text"].startswith("You said on 10 June 2021")
    assert "From an answer" not in ask("How much did you say the classic at Ramiro costs?")["text"]  # it says no sum
    assert ask("What is the capital of France?")["text"].startswith("I don't know that")
    assert ask("What did you tell me about the moon landing?")["text"].startswith("I don't know that")


def test_what_a_model_wrote_here_is_found_later_and_what_rules_composed_is_not(ask, api, scripted, settings):
    scripted(lambda asked: "Simmer the beetroot for forty minutes [1] and add dill at the end [2?].")
    ask("How do I cook borscht?")
    settings.ASSISTANT_MODEL = ""
    assert "“Simmer the beetroot for forty minutes and add dill" in ask("What did you say about borscht?")["text"]
    ask("How do I cook goulash?")
    assert ask("What did you say about goulash?")["text"].startswith("I don't know that")


def test_a_model_is_told_what_was_answered_before(ask, import_talk, scripted):
    import_talk(TALK, "Lisbon and running")
    server = scripted(lambda asked: "Príncipe Real.")
    ask("Which neighbourhood did you recommend in Lisbon?")
    assert any("I would take Príncipe Real" in line for line in told_first(server.requests[-1]))


def test_nobody_is_told_what_others_were_answered(ask, import_talk, other_user):
    import_talk(TALK, "Lisbon and running")
    Message.objects.update(user=other_user)
    assert ask("Which neighbourhood did you recommend in Lisbon?")["text"].startswith(("I don't know", "Nothing you"))


@pytest.mark.parametrize(
    ("question", "is_asked"),
    [
        ("What did you tell me about Vienna?", True),
        ("Which book had you recommended after Piranesi?", True),
        ("What was that recipe you gave me?", True),
        ("What was your answer on the visa?", True),
        ("What did Claude say about my knee?", True),
        ("What did I tell you about Vienna?", False),
        ("What did Anna recommend?", False),
        ("Do you know what Tom said about the plan?", False),
        ("What do you know about my plan?", False),
        ("What should I give Tilly?", False),
        ("Have you written down my passport number?", False),
    ],
)
def test_whose_words_are_asked_for(question, is_asked):
    assert asks_for_an_answer(question) == is_asked


def test_an_answer_is_to_what_was_asked_and_not_to_what_was_told_beside_it(ask, import_talk):
    import_talk(
        [
            ("human", "What was in that marinade again? I want to make miso cod on Saturday."),
            ("assistant", "Miso, mirin, sake and sugar; marinate it for two days."),
            ("human", "How often should I water a fig? I got one from my sister for my birthday, in a blue pot."),
            ("assistant", "About once a week, when the soil is dry."),
        ],
        "Kitchen and plants",
    )
    assert "“Miso, mirin, sake and sugar" in ask("What was in the marinade for the miso cod?")["text"]
    assert "once a week" not in ask("What did my sister give me for my birthday?")["text"]
