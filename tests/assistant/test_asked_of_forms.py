"""POST /chat: what the papers of a household say, and in which of their own words: a lease, a policy, a bill, a syllabus."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

LEASE = """# Assured Shorthold Tenancy Agreement

**Landlord:** Mr. Desmond Achterberg, 12 Mill Lane, Dronfield
**Letting agent:** Whitlow & Pine Lettings, tel. 0114 496 0233
**Term:** 12 months from 1 September 2026 to 31 August 2027
**Rent:** £975 per calendar month, payable on the 1st of each month
**Deposit:** £1,125

## 1. The tenants' obligations
1.1 The tenants shall pay the rent on the due date by standing order.
1.2 The tenants shall not keep pets without the written consent of the landlord.

## 3. Ending the tenancy
3.1 Either party may end the tenancy after six months by giving two months' written notice.
"""
POLICY = """Fernbank Mutual
Contents Insurance Schedule

Policyholder: Ms Imogen Farrant
Period of cover: 5 September 2026 to 4 September 2027
Annual premium: £118.40 (paid in full)

Contents, up to £35,000
Bicycles away from the home, up to £1,200 each
Important: bicycles must be locked to an immovable object.
"""
BILL = """Brightmoor Energy                                   Statement no. 0041

Account: 8831 0275 44
Billing period: 1 October 2026 to 31 October 2026

Electricity used: 212 kWh at 24.1p               £51.09
Gas used: 488 kWh at 6.1p                        £29.77
Total for this period                            £112.54
"""
CONTRACT = """# Contract of employment

Between **Calder Museums Trust** and **Imogen Farrant**

Job title: Assistant Curator
Start date: 14 September 2026
Place of work: Kelham Weaving Museum, Sheffield
Salary: £29,850 a year, paid on the 27th of each month
Probation: six months
Holiday: 26 days a year plus bank holidays

You may work from home up to two days a week after probation.
"""
RECEIPT = """Pedal & Chain, 88 London Road, Sheffield
Receipt 10552                                   26 September 2026

Ribble Hybrid AL (frame no. RB88213K), size M     £749.00
Abus Granit 540 D-lock                             £62.50
Total                                             £811.50
"""
SYLLABUS = """# Plant Physiology, Autumn 2026

**Lecturer:** Prof. Hedda Lindqvist-Mori, office B 3.17
**Teaching assistant:** Jonah Abara (jonah.abara@northmere.example)

| Week | Topic | Reading |
|---|---|---|
| 4 | Light reactions | ch. 9 |
| 9 | Auxin | ch. 17 |

## Lab reports
1. Water potential, due 25 September
2. Hill reaction, due 16 October
3. Stomatal conductance, due 13 November
"""
GROUP = """# Group presentation: salt stress in quinoa

Members: me, Saskia, Dmitri, Yewande
Meeting 9 Nov: Dmitri missing (flu).
"""
PAPERS = {
    "Assured Shorthold Tenancy Agreement": LEASE,
    "home-insurance": POLICY,
    "electricity-2026-10": BILL,
    "Contract of employment": CONTRACT,
    "bike-receipt": RECEIPT,
    "Plant Physiology, Autumn 2026": SYLLABUS,
    "Group presentation: salt stress in quinoa": GROUP,
}
ASKED = {
    "When does the lease end?": "to 31 August 2027",
    "When does my tenancy start?": "from 1 September 2026",
    "How long is the tenancy?": "12 months",
    "When is the rent due?": "payable on the 1st",
    "What's the letting agent's phone number?": "tel. 0114 496 0233",
    "When does the contents insurance run out?": "to 4 September 2027",
    "How much did the insurance cost?": "£118.40",
    "How much was the energy bill for October?": "£112.54",
    "How much electricity did we use in October?": "212 kWh",
    "How much do I earn?": "£29,850",
    "When is payday?": "27th",
    "Where do I work?": "Kelham Weaving Museum",
    "When did I start at the museum?": "14 September 2026",
    "Can I work from home?": "up to two days a week",
    "How long is my probation?": "six months",
    "How much was the bike?": "£749.00",
    "How much was the lock?": "£62.50",
    "Where did I buy the bike?": "Pedal & Chain",
    "When did I buy my bike?": "26 September 2026",
    "Who teaches plant physiology?": "Lindqvist-Mori",
    "What is the topic of week 9?": "Auxin",
    "What do I have to read for week 9?": "ch. 17",
    "When was lab report 3 due?": "13 November",
    "What is our presentation about?": "salt stress in quinoa",
    "Who is in my group?": "Saskia, Dmitri, Yewande",
    "What's Jonah's email?": "jonah.abara@northmere.example",
}


@pytest.fixture
def papers(talk):
    for title, text in PAPERS.items():
        talk.post("/documents", {"title": title, "text": text})
    talk.say("My probation review is on 12 March 2027 at 2pm. I live in Sheffield.")
    talk.say("I've booked the free bike service for 14 November.")
    talk.work()
    return talk


def test_what_papers_say_in_their_own_words_is_answered(papers):
    told = {question: papers.answered(question) for question in ASKED}
    wrong = {
        question: told[question]
        for question, says in ASKED.items()
        if says not in told[question] or told[question].startswith("Nothing you told me")
    }
    assert wrong == {}
    assert "six months" not in told["How long is the tenancy?"]  # its notice is given after those


def test_what_papers_do_not_say_is_not_told_as_if_they_did(papers):
    assert papers.answered("Is my bike insured?").startswith("Nothing you told me says exactly that.")
    assert "Total" not in papers.answered("How much was the bike?")
    assert papers.answered("What is Bertrand's email?").startswith("I don't know that")
