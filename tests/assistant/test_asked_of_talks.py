"""POST /import and POST /chat: a history of talks with another assistant, over a year, is asked as that one would be."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.utils import timezone

from assistant.question.asked import unit_stems
from graph import jobs
from tests.assistant.test_moved_in import bring

pytestmark = pytest.mark.django_db(transaction=True)

UNSURE = "Nothing you told me says exactly that."
# What somebody said on a day, and what was answered
TALKS = [
    ("2025-01-25", "Sourdough", "I got a sourdough starter from my neighbour Wilma. How often do I feed it?",
     "In the fridge, once a week."),
    ("2025-01-25", "Sourdough", "I named it Clint Yeastwood.", "Great name!"),
    ("2025-02-02", "Trip to Lisbon", "I'm planning a trip to Lisbon with my friend Anouk from 12 to 16 March.",
     "I would take Príncipe Real."),
    ("2025-02-02", "Trip to Lisbon", "We'll go with Príncipe Real then.", "Remember to book a table."),
    ("2025-02-07", "Blood sugar", "My doctor, Dr. Feldman, put me on metformin 500 mg twice a day on Tuesday. I weigh "
     "96 kilos.", "Then your BMI is 29.6."),
    ("2025-02-28", "Work", "I've been a data analyst at Bruntwood for four years.", "Lead with results."),
    ("2025-03-01", "Knitting", "I'm knitting a cardigan for my granddaughter Edie, who is 2.", "Nice."),
    ("2025-03-08", "Car", "The garage, Autohaus Brandl, replaced the front pads of my Skoda Octavia: €318.",
     "A fair price."),
    ("2025-03-18", "Lisbon again", "We're back from Lisbon.", "How was it?"),
    ("2025-03-22", "Dad", "My father Heinrich, 84, fell in his kitchen on Thursday.", "I am sorry to hear that."),
    ("2025-04-06", "New job", "Good news, I got the job at Co-op Bank! My last day at Bruntwood is 24 April. I'll be "
     "reporting to a woman called Priscilla Okonjo.", "Congratulations!"),
    ("2025-06-10", "Edie", "Edie's third birthday was yesterday. I sing on Wednesdays.", "How lovely."),
    ("2025-08-09", "Moving", "I'm moving in with Anouk on 1 September, to a two-bed flat in Chorlton.", "Exciting!"),
    ("2025-08-09", "Moving", "I've lived in Salford for six years so it's a big change.", "It is."),
    ("2025-08-17", "Weight", "I now weigh 87.", "Impressive."),
    ("2025-08-23", "Piano", "I practise every day for 20 minutes after dinner.", "Good."),
    ("2025-08-24", "Piano", "I bought a used Yamaha P-45 digital piano for £280.", "Well done."),
    ("2025-10-02", "Kemble", "I've sold the Yamaha by the way, I got a proper upright from a neighbour: a Kemble.", "Ah."),
    ("2025-10-18", "Doctor", "Dr. Feldman halved my metformin to 500 mg once a day.", "Keep the walks."),
]  # fmt: skip
ASKED = (
    # What holds now, of what was said one after the other
    ("Where do I live?", "You live in Chorlton (since September 2025)"),
    ("Where do I live?", "Earlier: You live in Salford (since 2019)"),
    ("Where do I work?", "You work at Co-op Bank"),
    ("How long did I work at Bruntwood?", "Bruntwood (2021 to April 2025)"),
    ("Who is my boss?", "Priscilla Okonjo is your boss"),
    ("How much do I weigh?", "Your weight is 87 (unconfirmed).[1?] Earlier: Your weight is 96 kilos"),
    ("What piano do I have?", "Since then: “I've sold the Yamaha by the way"),
    ("How much metformin do I take now?", "You said on 18 October 2025"),
    ("When did I start metformin?", "You take metformin (since February 2025)"),
    # What is let fall beside something else
    ("What's the name of my sourdough starter?", "Clint Yeastwood is a sourdough starter"),
    ("What car do I have?", "Skoda Octavia"),
    ("How old is my father?", "Heinrich was 84 on 22 March 2025, and is "),
    ("Which garage do I use?", "Autohaus Brandl"),
    (
        "Who did I go to Lisbon with?",
        "You said on 2 February 2025: “I'm planning a trip to Lisbon with my friend Anouk",
    ),
    ("How old is Edie?", "and was born on 9 June 2022"),
    # What an assistant said, where nobody else did
    ("What did you say my BMI was?", "From an answer of 7 February 2025 in “Blood sugar”"),
)
# What is done every day tells of no days in Lisbon, and who is back from it is not from there
UNSAID = ("How many days was I in Lisbon?", "Where am I from?")


def claude() -> bytes:
    talks: dict[str, list[dict]] = {}
    for minute, (day, title, said, answered) in enumerate(TALKS):
        lines = talks.setdefault(f"{day} {title}", [])
        for sender, text in (("human", said), ("assistant", answered)):
            at = f"{day}T10:{minute:02}:{len(lines):02}+00:00"
            lines.append({"sender": sender, "text": text, "created_at": at})
    rows = [
        {"uuid": str(number), "name": key[11:], "created_at": lines[0]["created_at"], "chat_messages": lines}
        for number, (key, lines) in enumerate(talks.items())
    ]
    return json.dumps(rows).encode()


def test_a_year_of_talks_is_asked_as_the_one_that_heard_it(talk):
    bring(talk, "claude", claude())
    jobs.work(lambda: timezone.now() + dt.timedelta(minutes=5))  # one talk is learned from after the other
    answers = {question: talk.say(question)["text"] for question in dict(ASKED)}
    assert {question: answers[question] for question, told in ASKED if told not in answers[question]} == {}
    unsaid = {question: talk.say(question)["text"] for question in UNSAID}
    assert {question: said for question, said in unsaid.items() if not said.startswith((UNSURE, "I don't"))} == {}


@pytest.mark.parametrize(
    ("question", "stems"),
    [
        ("How many days was I in Lisbon?", {"day"}),
        ("Which days should I rest?", {"day"}),
        ("What year am I in?", set()),
        ("How long was I in Lisbon?", set()),
    ],
)
def test_what_time_is_asked_in_says_nothing_else(question, stems):
    assert unit_stems(question) == stems
