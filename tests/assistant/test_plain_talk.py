"""POST /chat as somebody new talks, in haste and without a model: what is learned from it, and what is then answered."""

from __future__ import annotations

import datetime as dt

import pytest

from graph.models import RetrievalItem
from tests.assistant.test_chat_api import Chat

pytestmark = pytest.mark.django_db(transaction=True)

Triple = tuple[str, str, str]


class Talk(Chat):
    def learned(self, *messages: str) -> set[Triple]:
        """What is in the book after these; the owner is "me"."""
        for message in messages:
            self.say(message)
        return {
            (
                "me" if one["subject"]["name"] == "Ines" else one["subject"]["name"],
                one["predicate"],
                (one["object"] or {}).get("name") or one["value"],
            )
            for one in self.get("/facts?limit=100")["items"]
        }

    def answered(self, question: str) -> str:
        """The answer without its markers."""
        return _unmarked(self.say(question)["text"])

    def in_turn(self, *questions: str) -> list[str]:
        """The answers to questions of one conversation, without their markers."""
        answers: list[dict] = []
        for question in questions:
            answers.append(self.say(question, conversation=answers[0]["conversation"] if answers else None))
        return [_unmarked(one["text"]) for one in answers]


def _unmarked(text: str) -> str:
    text = text.replace(" (unconfirmed)", "")
    return "".join(part if not at else part.partition("]")[2] for at, part in enumerate(text.split("["))).rstrip()


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("my son can't eat eggs", {("my son", "cannot_eat", "eggs")}),
        ("cant eat eggs", {("me", "cannot_eat", "eggs")}),
        ("I can't eat gluten.", {("me", "cannot_eat", "gluten")}),
        ("Finn can't eat gluten. I hate coriander", {("Finn", "cannot_eat", "gluten"), ("me", "dislikes", "coriander")}),
        ("my husband cant have dairy or nuts", {("my husband", "cannot_have", one) for one in ("dairy", "nuts")}),
        ("Finn isn't allowed to eat peanuts.", {("Finn", "cannot_eat", "peanuts")}),
        ("I don't drink coffee after noon.", {("me", "does_not_drink", "coffee after noon")}),
        ("We avoid sugar and I live in Metz.", {("me", "avoids", "sugar"), ("me", "lives_in", "Metz")}),
        ("I can't eat shellfish, I'm allergic to it.", {("me", "allergic_to", "shellfish")}),
        ("I can't drink milk and my sister lives in Rome.", {("me", "cannot_drink", "milk"), ("my sister", "lives_in", "Rome")}),
    ],
)  # fmt: skip
def test_what_somebody_cannot_or_does_not_eat_is_learned(talk, said, facts):
    assert talk.learned(said) == facts


def test_what_is_not_eaten_this_once_or_is_no_food_is_not_learned(talk):
    assert not talk.learned(
        "I can't eat lunch with you.",
        "I can't eat anything today.",
        "I can't eat the fish.",
        "I couldn't eat breakfast.",
        "I can't have visitors this week.",
        "I avoid my boss.",
        "You can't eat eggs.",
        "If I can't eat eggs I will be sad.",
    )


def test_what_is_not_eaten_is_answered(talk):
    talk.learned("my son Finn can't eat eggs", "Finn is allergic to nuts.", "I don't drink coffee after noon.")
    assert talk.answered("What can't Finn eat?") == "Finn is allergic to nuts. Finn cannot eat eggs."
    assert talk.answered("Can Finn eat eggs?") == "Finn cannot eat eggs."
    assert talk.answered("Can Finn eat bread?").startswith("Nothing you told me says exactly that.")
    assert talk.answered("What do I not drink?") == "You do not drink coffee after noon."


@pytest.mark.parametrize(
    "question",
    [
        "What should I avoid?",
        "what do I have to be careful about?",
        "what do i need to watch out for?",
        "What should I stay away from?",
    ],
)
def test_what_to_avoid_is_all_that_is_not_taken(talk, question):
    talk.learned(
        "I am allergic to nuts.", "I can't eat gluten.", "I hate coriander", "I love tea.", "Finn can't eat eggs."
    )
    said = "You are allergic to nuts. You cannot eat gluten. You dislike coriander."
    assert talk.answered(question) == said
    assert talk.answered("What does Finn have to be careful about?") == "Finn cannot eat eggs."


def test_who_turns_how_old_when_tells_the_birthday_and_the_year(talk, monkeypatch):
    """Told on the first of March 2026, a Sunday; of a day that is only near by, the calendar tells which it is."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC))
    facts = talk.learned(
        "Finn turns 8 on the 19th of February",
        "My sister turned 30 last Friday.",
        "My brother will be 40 on 3 May 2027.",
        "my dad turns 60 tomorrow",
        "Mia's 5th birthday was on 12 January.",
        "I turn 33 on 12 august",
        "my mum will be 70 in spring",  # no day
        "If Otto turns 9 on 3 May he gets a bike.",
    )
    assert {one for one in facts if one[1] in {"birthday", "born_on"}} == {
        ("Finn", "birthday", "19 February"),
        ("Finn", "born_on", "2019-02-19"),
        ("My sister", "birthday", "27 February"),
        ("My sister", "born_on", "1996-02-27"),
        ("My brother", "birthday", "3 May"),
        ("My brother", "born_on", "1987-05-03"),
        ("my dad", "birthday", "2 March"),
        ("my dad", "born_on", "1966-03-02"),
        ("Mia", "birthday", "12 January"),
        ("Mia", "born_on", "2021-01-12"),
        ("me", "birthday", "12 August"),
        ("me", "born_on", "1993-08-12"),
    }
    assert talk.answered("When is Finn's birthday?") == "Finn was born on 19 February 2019."


def test_what_and_where_somebody_teaches_or_studies_are_both_learned(talk):
    assert talk.learned(
        "She teaches physics at Oslo Cathedral School.",  # whoever she is
        "My sister Anna teaches physics at Oslo Cathedral School.",
        "My brother Leo studies law at Leiden.",
        "Bea studies medicine at the University of Porto and plays cello.",
    ) == {
        ("me", "sister", "Anna"),
        ("Anna", "teaches", "physics"),
        ("Anna", "teaches_at", "Oslo Cathedral School"),
        ("me", "brother", "Leo"),
        ("Leo", "studies", "law"),
        ("Leo", "studies_at", "Leiden"),
        ("Bea", "studies", "medicine"),
        ("Bea", "studies_at", "University of Porto"),
        ("Bea", "plays", "cello"),
    }


def test_names_typed_in_small_letters_are_shown_with_their_capitals(talk):
    assert talk.learned(
        "my sister anna lives in porto",
        "my boss is carla",
        "my kids are mia and leo",
        "i moved to lyon in may",
        "my cat soot hates sourdough",
        "my parents live in town",
        "im from naples",
    ) >= {
        ("me", "sister", "Anna"),
        ("Anna", "lives_in", "Porto"),
        ("me", "boss", "Carla"),
        ("me", "child", "Mia"),
        ("me", "child", "Leo"),
        ("me", "lives_in", "Lyon"),
        ("me", "pet", "Soot"),
        ("Soot", "dislikes", "sourdough"),
        ("me", "from", "Naples"),
    }


def test_what_somebody_is_said_to_be_is_no_name(talk):
    said = ("my boss is annoying", "my dad is grumpy", "my son is hyperactive", "my mum is vegan")
    assert talk.learned(*said) == {("my mum", "is", "vegan")}


def test_who_shares_something_with_somebody_is_told_and_not_what_is_theirs(talk):
    """T16: "the same hospital as me" asks who else is there; what is not shared is told as before."""
    talk.learned(
        "I work at the Harbour Hospital and I live in Metz.",
        "Bram works at the Harbour Hospital.",
        "Bram lives in Lyon.",
    )
    assert talk.answered("Who works at the same hospital as me?") == "Bram works at Harbour Hospital."
    assert talk.answered("Who works at the same hospital as Bram?") == "You work at Harbour Hospital."
    assert "Bram" not in talk.answered("Who lives in the same town as me?")
    assert talk.answered("Where does Bram live?") == "Bram lives in Lyon."


def test_months_in_small_letters_are_months_and_a_peoples_name_is_nobodys(talk):
    assert talk.learned("Finn's birthday is 19 february", "my father is Olaf", "my boss is Danish") == {
        ("Finn", "birthday", "19 February"),
        ("me", "father", "Olaf"),
        ("my boss", "is", "Danish"),
    }


def test_both_halves_of_a_question_are_answered(talk):
    talk.learned(
        "My sister Anna lives in Porto.",
        "Anna is a nurse and works at Acme.",
        "My son Finn is allergic to nuts.",
        "Finn's birthday is 19 February.",
        "My boss is Carla.",
        "Carla lives in Metz.",
        "I love tea and hate coffee.",
    )
    anna = "Anna lives in Porto. Anna is a nurse. Anna works at Acme."
    assert talk.answered("Where does Anna live and what does she do?") == anna
    assert talk.answered("where does anna live, and what does she do") == anna
    finn = "Finn's birthday is 19 February. Finn is allergic to nuts."
    assert talk.answered("When is Finn's birthday and what is he allergic to?") == finn
    assert talk.answered("Where does Anna live and work?") == "Anna lives in Porto. Anna works at Acme."
    assert talk.answered("What do I like and dislike?") == "You like tea. You dislike coffee."
    assert talk.answered("Who is my boss and where does she live?") == "Carla is your boss. Carla lives in Metz."
    half = talk.answered("Where does Finn live and what is he allergic to?")
    assert half.startswith("Nothing you told me says exactly that.")
    assert half.endswith("Finn is allergic to nuts.")


def test_what_both_halves_cite_is_numbered_through_and_stands_on_the_receipt(talk):
    talk.learned("My sister Anna lives in Porto.", "My brother Leo lives in Metz.")
    answer = talk.say("Where does Anna live and where does Leo live?")
    assert answer["text"] == "Anna lives in Porto (unconfirmed).[1?] Leo lives in Metz (unconfirmed).[2?]"
    cited = {one["id"] for one in answer["cited"]}
    assert len(cited) == 2
    receipt = RetrievalItem.objects.filter(retrieval=answer["retrieval"], cited=True)
    assert {str(pk) for pk in receipt.values_list("object_id", flat=True)} == cited


def test_what_names_nobody_that_is_asked_about_is_not_quoted(talk):
    talk.learned("My sister Anna lives in Porto.")
    assert talk.answered("Where does Tom live?").startswith("I don't know that")


def test_entries_of_a_kind_are_counted_by_what_is_said_of_them(talk):
    for name, status in (("Heron", "on hold"), ("Wren", "on hold"), ("Tern", "active")):
        subject = {"name": name, "type": "project"}
        talk.post("/facts", {"subject": subject, "predicate": "status", "value": status})
    talk.post("/entities", {"name": "Osprey", "type": "project", "properties": {"status": "on hold"}})
    talk.work()
    held = "Heron's status is on hold. Wren's status is on hold. Osprey: status on hold."
    assert talk.answered("How many projects are on hold?") == f"I know of 3. {held}"
    assert talk.answered("Which of my projects are on hold?") == held
    assert talk.answered("How many projects have the status active?") == "I know of 1. Tern's status is active."
    assert talk.answered("how many projects do i have") == "I know of 4. Heron. Osprey. Tern. Wren."
    answer = talk.say("How many projects are on hold?")
    receipt = RetrievalItem.objects.filter(retrieval=answer["retrieval"], cited=True)
    assert sorted(receipt.values_list("kind", flat=True)) == ["entity", "fact", "fact"]


def test_of_many_entries_of_a_kind_the_number_is_right(talk):
    """It stopped at two hundred, and said so of a thousand."""
    names = [f"Boat {number}" for number in range(1, 251)]
    boats = [{"subject": {"name": name, "type": "boat"}, "predicate": "length", "value": "9 m"} for name in names]
    talk.post("/facts/bulk", {"facts": boats})
    assert talk.answered("How many boats do I have?").startswith("I know of 250. Boat 1. ")


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        ("My grandfather Otto passed away in 2015.", "When did my grandfather die?", "Otto died in 2015"),
        ("My passport expires in March 2028.", "When does my passport expire?", "March 2028"),
        ("My thesis is due on 3 May 2028.", "When is my thesis due?", "3 May 2028"),
        ("My husband Luca and I live in Turin.", "Where do I live?", "You live in Turin"),
    ],
)
def test_when_something_ends_is_told_when_it_is_asked_for(talk, said, question, answer):
    talk.say(said)
    assert answer in talk.answered(question)
