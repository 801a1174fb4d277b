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
MOT = """- Vehicle: LK19 OZT, Skoda Octavia
- Test date: 3 March 2026
- Expiry date: 2 March 2027
- Odometer: 61,204 miles
- Fee: £54.85
"""
CERTIFICATE = """Certificate of Motor Insurance

Vehicle                 Skoda Octavia Estate
Effective from          00:01 on 12 July 2026
Expiry                  23:59 on 11 July 2027
"""
LETTER = """Dear parents and carers of Year 4,

Our residential trip to Castle Heights takes place from Wednesday 19 May to Friday 21 May 2027. The cost is £185 per
child. A deposit of £40 is due by 30 October 2026.
"""
ROTA = """| Day | Early | Day shift | Till |
|---|---|---|---|
| Monday | Nadia | Tomek | Grace |
| Saturday | Ola | Tomek | Ines |
"""
FLIGHT = """Booking reference: XK4Q9T

Outbound  LU 1172  Barcelona (BCN) - Bremen (BRE)   Mon 11 Jan 2027  06:55 - 09:30  Seat 12C
Return    LU 1175  Bremen (BRE) - Barcelona (BCN)   Thu 14 Jan 2027  18:05 - 20:40  Seat 9A

Online check-in opens 36 hours before departure.
"""
EXPENSES = """| date | what | amount |
|---|---|---|
| 2026-11-05 | domain renewal | 14.50 |
| 2026-11-17 | dinner with Pau | 61.30 |
"""
HOTEL = """Hotel Am Speicher, Bremen

Arrival: Monday 11 January 2027 (from 15:00)
Free cancellation until 8 January 2027, 18:00
"""
LOAN = """Wharfe Building Society

Loan: £248,000
Product: 5-year fixed at 4.39%
Product fee: £999, added to the loan
"""
DAYS = "Venue: Cité Centre. Slides are due on 1 March."
FERRY = "Ferry Plymouth - Roscoff: Friday 23 July 2027, dep. 21:45, arr. 08:00, booking ref BR7KQ2, £612 return for car and four"
PAPERS = {
    "Assured Shorthold Tenancy Agreement": LEASE,
    "home-insurance": POLICY,
    "electricity-2026-10": BILL,
    "Contract of employment": CONTRACT,
    "bike-receipt": RECEIPT,
    "Plant Physiology, Autumn 2026": SYLLABUS,
    "Group presentation: salt stress in quinoa": GROUP,
    "MOT test certificate": MOT,
    "car insurance 2026": CERTIFICATE,
    "school letter": LETTER,
    "rota": ROTA,
    "Brittany": FERRY,
    "Booking confirmation": FLIGHT,
    "expenses": EXPENSES,
    "hotel": HOTEL,
    "mortgage": LOAN,
    "LogiTech Days, Lyon, 9-10 March 2027": DAYS,
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
    "When was the MOT?": "3 March 2026",
    "When does the MOT run out?": "2 March 2027",
    "How much was the MOT?": "£54.85",
    "What was the mileage at the MOT?": "61,204",
    "When does the car insurance expire?": "11 July 2027",
    "How much does the trip cost?": "£185",
    "Have I paid the deposit for the trip?": "Paid the £40 deposit",
    "Who works the early shift on Monday?": "Early: Nadia",
    "What time does the ferry leave?": "dep. 21:45",
    "What's the booking reference for the ferry?": "BR7KQ2",
    "When do I land in Bremen?": "06:55 - 09:30",
    "When does online check-in open?": "36 hours before departure",
    "When can I check in at the hotel?": "from 15:00",
    "Until when can I cancel the hotel?": "8 January 2027",
    "How much is the mortgage?": "£248,000",
    "What's the interest rate of the mortgage?": "4.39%",
    "When is LogiTech Days?": "9-10 March",
}


@pytest.fixture
def papers(talk):
    for title, text in PAPERS.items():
        talk.post("/documents", {"title": title, "text": text})
    talk.say("My probation review is on 12 March 2027 at 2pm. I live in Sheffield.")
    talk.say("I've booked the free bike service for 14 November.")
    talk.say("Paid the £40 deposit for Tilly's trip on 20 October. Grace's training is on 11 November.")
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
    assert papers.answered("When is the trip?").startswith("From “school letter”")  # not the day its deposit was paid
    assert not papers.answered("When is the dinner with Pau?").startswith("From")  # but for the day it was paid on
    for question in ("What does Tilly need for the trip?", "What car do we have?"):
        assert papers.answered(question).startswith(("Nothing you told me", "I don't know that")), question
    assert papers.answered("Who trains Grace?").startswith(("Nothing you told me", "I don't know that"))
