"""Of whom something is told that stands behind others, and what is told of nobody."""

from __future__ import annotations

import pytest

from assistant.extraction import rules
from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My doctor is Dr Burke, number is 01 845 2211.",
         {("me", "doctor", "Dr Burke"), ("Dr Burke", "phone", "01 845 2211")}),
        ("Tom Hardy is my plumber, email is tom@x.example.",
         {("me", "plumber", "Tom Hardy"), ("Tom Hardy", "email", "tom@x.example")}),
        ("Email is tom@x.example.", {("me", "email", "tom@x.example")}),
        ("The builder is Gary Stubbs of Stubbs & Sons.",
         {("Gary Stubbs", "is_a", "builder"), ("Gary Stubbs", "works_at", "Stubbs & Sons")}),
        ("Our lawyer is Simone Adeyemi of Clark & Ode.",
         {("me", "lawyer", "Simone Adeyemi"), ("Simone Adeyemi", "works_at", "Clark & Ode")}),
        ("The architect is Yuki Tanabe.", {("Yuki Tanabe", "is_a", "architect")}),
        ("electrician is Priya Nair.", {("Priya Nair", "is_a", "electrician")}),
        ("The home help is Marisol.", {("Marisol", "is_a", "home help")}),
        ("plumber: Stan Ogilvy, 07700 900812",
         {("Stan Ogilvy", "is_a", "plumber"), ("Stan Ogilvy", "phone", "07700 900812")}),
        ("My sister Ida was diagnosed with Parkinson's in 2021.", {("me", "sister", "Ida"), ("Ida", "has", "Parkinson's")}),
        ("My best friend Ingvild is my witness and Paula's is her brother Mateo.",
         {("me", "friend", "Ingvild"), ("me", "witness", "Ingvild"), ("Paula", "brother", "Mateo")}),
        ("I'm Sunniva, 29, originally from Tromsø but I've been living in Berlin for years, in Neukölln with Paula.",
         {("me", "name", "Sunniva"), ("me", "age", "29"), ("me", "from", "Tromsø"), ("me", "lives_in", "Berlin"),
          ("me", "lives_with", "Paula")}),
        ("I'm translating a novel called The Salt Road, it's due on 15 January 2027.",
         {("Salt Road", "is_a", "novel"), ("Salt Road", "due", "2027-01-15")}),
        ("My sister Thandi is a vet, her twins are called Lwazi and Lindo, they turned 3 in October.",
         {("me", "sister", "Thandi"), ("Thandi", "is_a", "vet"), ("Thandi", "child", "Lwazi"), ("Thandi", "child", "Lindo"),
          ("Lwazi", "age", "3"), ("Lindo", "age", "3")}),
        ("I owe Amara's brother Kofi 200 for the van.",
         {("Amara", "brother", "Kofi"), ("me", "owes", "Amara's brother Kofi 200")}),
        ("Our landlord is Gavin Price, gavin@price.example, 07700 900123",
         {("me", "landlord", "Gavin Price"), ("Gavin Price", "email", "gavin@price.example"),
          ("Gavin Price", "phone", "07700 900123")}),
        ("Our contact at Delta Foods is Joost van Dijk, joost@delta.example",
         {("me", "contact", "Joost van Dijk"), ("Joost van Dijk", "works_at", "Delta Foods"),
          ("Joost van Dijk", "email", "joost@delta.example")}),
        ("Our health visitor is Minna, reachable 8-9 in the morning at 03 555 0177", {("me", "health_visitor", "Minna")}),
        ("At night she sleeps in the side bed that we borrowed from Saara", {("me", "borrowed", "side bed")}),
        ("The Platform team owns the login service, it's written in Go", {("login service", "written_in", "Go")}),
        ("Ellie and Jasper work at Aldi", {("Ellie", "works_at", "Aldi"), ("Jasper", "works_at", "Aldi")}),
        ("My sous chef is Adaeze, she's allergic to kiwi.",
         {("me", "sous_chef", "Adaeze"), ("Adaeze", "allergic_to", "kiwi")}),
        ("The BMW 3200 is owned by Tom.", {("BMW 3200", "owned_by", "Tom")}),
        ("My editor is Philippa Grange at Harrow & Stone.",
         {("me", "editor", "Philippa Grange"), ("Philippa Grange", "works_at", "Harrow & Stone")}),
        ("My wife is Sinéad and we've a daughter Aoife, she's 7.",
         {("me", "married_to", "Sinéad"), ("me", "daughter", "Aoife"), ("Aoife", "age", "7")}),
        ("My pension is 1,742 euros and Renate's widow's pension 486.", {("me", "pension", "1,742 euros")}),
        ("recruiter at Helvar is called Simone Kessler, seems nice, simone@helvar.example",
         {("Simone Kessler", "is_a", "recruiter"), ("Simone Kessler", "email", "simone@helvar.example")}),
        ("It is led by Corvin Sly. Whisper recognised him: he's her brother", {("Whisper", "brother", "Corvin Sly")}),
        ("Anna lives in Rome. Tom married her in May and she is a doctor.",
         {("Anna", "lives_in", "Rome"), ("Anna", "is_a", "doctor")}),
        ("landlord is Berit Moen, 922 11 408, very picky about shoes in the stairs",
         {("me", "landlord", "Berit Moen"), ("Berit Moen", "phone", "922 11 408")}),
        ("suspects: my brother Lorne (debts), my wife Dilys (affair), Mick Rudd (fired last spring)",
         {("me", "brother", "Lorne"), ("me", "married_to", "Dilys")}),
        ("godparents will be my brother Tim and Jonas' friend Farah", {("me", "brother", "Tim")}),
        # what only looks like it
        ("Anna met Ben in Rome. Tom likes him, he is a doctor.", set()),
        ("the murderer is Dilys. no. wait. it's the doctor", set()),
        ("accountant wants all receipts by the 20th (Sofie, sofie@cijfers.example)", set()),
        ("inspector from the city comes 3 july, name is Bram Oudekerk", set()),
        ("cat sitter is Frau Wirth from downstairs, 10 euros a day, key is with her already", set()),
        ("heating broke down in the whole house sunday night, called Thermo Weiss, emergency, 340 €", set()),
        ("Jule brings snacks next time, I owe her 12 euros for pizza", set()),
        ("I'm with the Techniker, insurance number A123456780.", set()),
        ("NIF: mine is 312 445 901, Sinéad's is 312 445 910.", set()),
        ("Before the flat is ready we stay in an Airbnb in Estrela, 8 to 31 March, 2,100 in total.", set()),
        ("My Portuguese is A2, Sinéad's better.", {("me", "speaks", "Portuguese")}),
        ("My favourite film is Dune at the Rex.", {("me", "favourite_film", "Dune")}),
        ("Our teacher Marta does Mondays and Thursdays.", {("me", "teacher", "Marta")}),
        ("The critic, Mark Taylor, is booked in for Friday under the name Hollis, table 6.", set()),
        ("VAT number is GB 417 2290 55.", set()),
        ("Dyson are now 32.", set()),
        ("Kyoto is now five nights.", set()),
        ("Insurance is with Direct Line, policy number HB 2291-884, renews on 17 January", set()),
        ("Ben built a shed, it's painted in Oxford Blue", set()),
        ("We're four: me, Jonah, Petra and Wim.", set()),
        ("Ines starts with a final round on Tuesday at 2.", set()),
        ("We've used 80% of it this quarter.", set()),
        ("My 1:1 with Callum is Wednesdays at 4, with Ewa Tuesdays at 10.", set()),
        ("I run the Galway half marathon every October.", set()),
        ("I do translations, Norwegian and German.", {("me", "does", "translations")}),
        ("Tim could talk about Harry Potter and Game of Thrones forever.", set()),
    ],
)  # fmt: skip
def test_it_is_told_of_whom_it_is(text, facts):
    assert learned(text) == facts


def test_who_was_named_right_before_is_meant_and_not_who_was_named_in_another_message():
    """Who is allergic matters: "she" is the sous chef, whatever the recogniser takes her name for."""
    told = ["Head of front of house is Camille, she's been with us since March 2022"]
    found = rules.candidates("my sous chef is Adaeze, she's allergic to kiwi", history=told)
    assert {one.subject.text for one in found if one.predicate == "allergic_to"} == {"Adaeze"}


def test_what_is_taken_is_nobody_of_whom_it_goes_on():
    """“He takes Sinemet”, “he's allergic to penicillin”: it is not Sinemet that is."""
    told = ["I look after my father Frank.", "He takes Sinemet four times a day."]
    found = rules.candidates("He's allergic to penicillin.", history=told)
    assert [(one.subject.text, one.predicate, one.object and one.object.text) for one in found] == [
        ("Frank", "allergic_to", "penicillin")
    ]


def test_a_name_that_only_his_own_will_has_is_no_fact():
    found = rules.candidates("His will is with Brannigan.", history=["My solicitor is Hugh Brannigan."])
    assert [one for one in found if one.predicate == "will"] == []
