"""POST /import and POST /chat: whoever moves in with contacts, a calendar and memories asks them the same day."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from graph.models import Fact
from tests.graph.exchange.test_calendars import calendar, entry
from tests.graph.exchange.test_contacts import card, labelled

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = (
    card("Chidi Okafor", *labelled("X-ABRELATEDNAMES", "Ines", "_$!<Sister>!$_"), "BDAY:1981-03-09",
         "TEL:+234 803 555 0142", "NOTE:Allergic to shellfish. Prefers WhatsApp to calls."),
    card("Mum", "BDAY:1952-11-30", "NOTE:Blood pressure tablets: amlodipine 5 mg."),
    card("Tove Berg", "EMAIL:tove@berg.example", "BDAY:1986-06-21"),
    card("Nils Holm", "TEL:+46 70 555 31 08", "NOTE:Elsa's husband. Beekeeper."),
    card("Ingrid Falk", "TITLE:Head of Collections", "X-MANAGER:Per Wallin", "NOTE:My boss since September 2022."),
    card("Plumber Per", "TEL:0735550190", "NOTE:Charges 650 kr an hour."),
    card("Leila Haddad", "NOTE:Freelance paper conservator\\, 950 kr/h."),
)  # fmt: skip
MEMORIES = [
    "Lives in Majorna, Gothenburg",
    "Has a cat named Pepparkaka",
    "Does not eat pork",
    "Takes the train to Leeds on Thursdays",
]
ASKED = (
    # A contact named by a role is one's own
    ("How old is my mum?", "born on 30 November 1952"),
    ("When is mum's birthday?", "Mum's birthday is 30 November 1952"),
    ("What tablets does Mum take?", "Noted of Mum: “Blood pressure tablets: amlodipine 5 mg.”"),
    # Who says of themself that I am their sister
    ("When is my brother's birthday?", "Chidi Okafor's birthday is 9 March 1981"),
    # Notes are quoted, below whom they are of
    ("Who is my boss?", "Ingrid Falk (since September 2022) is your boss."),
    ("Who is Ingrid's manager?", "Per Wallin is Ingrid Falk's boss."),
    ("What does the plumber cost?", "Noted of Plumber Per: “Charges 650 kr an hour.”"),
    ("Who is Nils?", "Noted of Nils Holm: “Elsa's husband. Beekeeper.”"),
    ("What does Nils do?", "The closest I have:\n\nNoted of Nils Holm"),
    ("How much does Leila charge?", "The closest I have:\n\nNoted of Leila Haddad"),
    ("Does Chidi like calls?", "Prefers WhatsApp to calls."),
    # Memories of another assistant
    ("Where do I live?", "You live in Majorna."),
    ("What's my cat called?", "Pepparkaka is your pet."),
    ("When do I take the train to Leeds?", "Noted of you: “Takes the train to Leeds on Thursdays”"),
    ("Do I eat pork?", "You do not eat pork."),
    # By a first name in small letters, without its apostrophe
    ("whats toves email", "Tove Berg's email is tove@berg.example"),
    ("Who is coming to the museum meeting?", "Tove Berg takes part (Museum: loans)"),
)
UNKNOWN = ("What is Leila's favourite colour?", "When is Nils's birthday?", "What is my sourdough called?")


def test_what_was_brought_in_answers_the_same_day(talk):
    """Notes say it in the words of whoever wrote them, and nothing of what they do not say."""
    bring(talk, "vcard", "\r\n".join(CARDS).encode())
    bring(talk, "mem0", json.dumps({"results": [{"memory": one} for one in MEMORIES]}).encode())
    guest = "ATTENDEE;PARTSTAT=ACCEPTED;CN=tove@berg.example:mailto:tove@berg.example"
    bring(talk, "ics", calendar(entry("UID:5", "SUMMARY:Museum: loans", "DTSTART:20990309T130000Z", guest)))
    answers = {question: talk.answered(question) for question, _ in ASKED}
    assert {question: answers[question] for question, told in ASKED if told not in answers[question]} == {}
    flat = {question: said for question in UNKNOWN if "I don't know" not in (said := talk.answered(question))}
    assert flat == {}


def test_a_first_name_said_alone_is_whom_the_contacts_have(talk):
    """Nobody has to merge "Tove" with "Tove Berg"; a sister of that name, and one of two, may be somebody else."""
    bring(talk, "vcard", "".join(map(card, ("Tove Berg", "Ann Ek", "Ann Lund", "Rex Holm", "Jordan Ek"))).encode())
    for said in (
        "Tove loves West African food.", "Ann lives in Lund.", "I love Jordan.", "My dog is called Rex.",
        "My sister is Tove.",
    ):  # fmt: skip
        talk.say(said)
    learned = set(Fact.objects.filter(source="conversation").values_list("subject__name", "predicate", "object__name"))
    assert ("Tove Berg", "likes", "West African food") in learned
    assert ("Ann", "lives_in", "Lund") in learned
    assert ("Ines", "likes", "Jordan") in learned
    assert {name for _, predicate, name in learned if predicate in {"pet", "sister"}} <= {"Rex", "Tove"}


def bring(talk, format: str, data: bytes) -> None:
    file = SimpleUploadedFile("it", data)
    url = f"/api/v1/import?format={format}"
    assert talk.client.post(url, {"file": file}, headers=talk.headers).status_code == 202
    talk.work()
