"""POST /chat without a model (M9, O7): a kennel, a patient, builders, a team, a teacher and a sailor, asked in turn."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID
from tests.assistant.story import once

pytestmark = pytest.mark.django_db(transaction=True)

KENNEL = (
    "Mrs. Åberg brings Sixten, an old dachshund with diabetes: insulin 4 units at 7 and at 19. Her number's 070 221 18 40.",
    "The Nyströms' Rocky is afraid of fireworks, he stays 30 December to 2 January.",
    "Our own dogs: Kajsa, 11, half blind border collie, and Mulle, a street dog from Romania, came in 2021.",
    "Food: Sixten only gets the Hill's w/d that Åberg brings. Tjorven is allergic to chicken. Bosse eats 400 g twice a day.",
    "The county inspector comes on 8 December. Last year she complained about the drains.",
    "Falk hasn't paid for October, 240 euros. I wrote him twice.",
    "Falk paid. But 200 only.",
)
PATIENT = (
    "I've got Crohn's disease, diagnosed in 2016.",
    "I take Humira every two weeks, on Thursdays, and 150 mg of azathioprine every evening.",
    "Bloods every 8 weeks at my GP, Dr. Hödl.",
    "Can't tolerate lactose, raw onions or popcorn. Red wine gives me cramps, white is ok.",
    "My employer, the city library, gave me a home office day: Wednesday.",
    "The support group meets every first Tuesday of the month at 6 pm in the Kulturhaus.",
    "Wrong, it's not the Kulturhaus but the Volkshaus where we meet.",
    "No live vaccines for me!",
)
BUILDERS = (
    "The electrician is called Merete, from Haugaland Elektro.",
    "Merete found that the fuse box is from 1971 and must be replaced, that'll be 23,500.",
    "The house cost 4.2 million kroner, plus 105,000 in fees.",
    "The kitchen comes from Kvik and will be delivered on January 5th.",
    "Kvik called: delivery is a week later, on the 12th.",
    "Ella's six, she starts at Gard school in August.",
    "The dishwasher and the oven are Siemens.",
)
TEAM = (
    "My team: Tobias (backend, in Gdansk), Farah and Luis are the frontend people, Wen does data, Ingrid is QA.",
    "Ingrid told me she is pregnant, due in May. I must not tell the team yet.",
    "Farah is vegan and Tobias can't eat gluten.",
)
TEACHER = (
    "Zofia arrived from Krakow in September. Cormac and Darragh can't sit together.",
    "I have Zofia's parents at 3 on the 9th, interpreter booked.",
    "Christmas concert: Thursday 17 December at 7 in the hall. Zofia does the solo. Costumes: Mrs Quinlan sews.",
    "My own two, Ruairi (9) and Sadhbh (12), go to the gaelscoil.",
    "Correction: concert is at 6.30 not 7",
)
SAILOR = (
    "Our boat Havørn is a Hallberg-Rassy 31. I own her together with my brother-in-law Jens Ole, fifty-fifty.",
    "Jens Ole wants to sell. I don't.",
    "Depth 1.75 m, mast height 15.2 m above the water.",
    "The new mainsail from Elvstrøm arrives in February.",
    "The importer in Munich is Weinhaus Kranz, contact Ulrike Kranz, ulrike@weinhaus-kranz.de. She takes 400 bottles.",
    "The Danish importer, Vinspecialisten, hasn't paid invoice 97, 8,640 euros, since September.",
    "Our winery is Cascina Ronchi near Alba, 6.2 hectares.",
)


def _kennel(talk) -> None:
    for message in KENNEL:
        talk.say(message)


def _patient(talk) -> None:
    for message in PATIENT:
        talk.say(message)


def _builders(talk) -> None:
    for message in BUILDERS:
        talk.say(message)


def _team(talk) -> None:
    for message in TEAM:
        talk.say(message)


def _teacher(talk) -> None:
    for message in TEACHER:
        talk.say(message)


def _sailor(talk) -> None:
    for message in SAILOR:
        talk.say(message)


def test_what_one_dog_eats_is_not_told_of_another(talk):
    once(talk, _kennel)
    assert "Bosse" not in talk.answered("What does Sixten eat?")
    assert talk.answered("How much does Bosse eat?").endswith("Bosse eats 400 g twice a day.")


def test_which_dog_is_afraid_is_not_told_by_what_dogs_there_are(talk):
    once(talk, _kennel)
    told = talk.answered("Which dog is afraid of fireworks?")
    assert told.startswith("You said: “The Nyströms' Rocky is afraid of fireworks")
    assert "Kajsa" not in told


def test_who_has_not_paid_owes(talk):
    once(talk, _kennel)
    assert talk.answered("How much does Falk owe?").startswith("You said: “Falk hasn't paid for October, 240 euros.")
    paid = talk.answered("How much has Falk paid?")
    assert paid == "You said: “Falk paid. But 200 only.”"


def test_she_is_the_inspector_of_whom_it_was_asked_when_she_comes(talk):
    once(talk, _kennel)
    _, complained, who = talk.in_turn("When does the inspector come?", "What did she complain about?", "Who does it?")
    assert complained.endswith("Last year she complained about the drains.”")
    assert "drains" not in who


def test_a_number_to_dial_is_a_phone_number(talk):
    once(talk, _kennel)
    assert talk.answered("What's Mrs. Åberg's phone number?") == "Mrs. Åberg's phone number is 070 221 18 40."


def test_an_illness_and_what_is_taken_for_it_are_learned(talk):
    once(talk, _patient)
    assert talk.answered("What illness do I have?") == "You have Crohn's disease."
    medicines = talk.answered("Which medication do I take?")
    assert "Humira" in medicines
    assert "azathioprine" in medicines
    assert "every" not in medicines
    assert "You work for city library." in talk.answered("Where do I work?")
    assert "Your GP is Dr. Hödl." in talk.answered("Who is my GP?")


def test_what_was_told_in_half_a_sentence_with_cannot_is_no_question(talk):
    once(talk, _patient)
    assert talk.answered("Does red wine give me cramps?").startswith("You said: “")
    told = talk.answered("What can't I tolerate?")
    assert all(food in told for food in ("lactose", "raw onions", "popcorn"))
    assert "lactose" not in talk.answered("Which vaccines must I avoid?")


def test_a_place_that_was_put_right_is_not_told_without_that(talk):
    once(talk, _patient)
    assert "but the Volkshaus where we meet" in talk.answered("Where does the support group meet?")


def test_she_is_whom_the_trade_has_and_that_is_what_she_found(talk):
    once(talk, _builders)
    _, found, cost = talk.in_turn("Who is the electrician?", "What did she find?", "What will that cost?")
    assert found.startswith("You said: “Merete found that the fuse box is from 1971")
    assert "4.2 million" not in cost


def test_a_delivery_a_week_later_stands_beside_the_day_that_was_told(talk):
    once(talk, _builders)
    assert "delivery is a week later, on the 12th." in talk.answered("When does the kitchen come?")
    assert talk.answered("How old is Ella?") == "Ella is aged 6."
    assert "dishwasher" not in talk.answered("What is Siemens?").replace("The dishwasher and the oven are Siemens", "")


def test_she_is_the_one_of_whom_the_half_sentence_tells(talk):
    once(talk, _team)
    _, due, known = talk.in_turn("Who does QA?", "When is she due?", "Who knows about it?")
    assert due.startswith("You said: “Ingrid told me she is pregnant, due in May.")
    assert "Wen does data" not in known
    assert "Farah is vegan" in talk.answered("Who is vegan?")
    assert talk.answered("What can't Tobias eat?") == "Tobias cannot eat gluten."


def test_she_is_whom_it_was_asked_about_and_no_lady_beside_her(talk):
    once(talk, _teacher)
    _, origin, parents = talk.in_turn("Who is Zofia?", "Where is she from?", "When do I meet her parents?")
    assert "Krakow" in origin
    assert parents.startswith("You said: “I have Zofia's parents at 3 on the 9th")


def test_a_time_that_was_put_right_with_not_stands_beside_it(talk):
    once(talk, _teacher)
    assert "concert is at 6.30 not 7" in talk.answered("When is the Christmas concert?")
    ages = talk.answered("How old are my children?")
    assert "Ruairi is aged 9." in ages
    assert "Sadhbh is aged 12." in ages
    assert talk.answered("Which children can't sit together?").startswith("You said: “Cormac and Darragh")


def test_he_is_the_brother_in_law_and_not_the_boat(talk):
    once(talk, _sailor)
    assert talk.answered("What boat do we have?") == "Your boat is Havørn."
    *_, wants = talk.in_turn("Who owns Havørn?", "What does he want?")
    assert wants.startswith("You said: “Jens Ole wants to sell.")


def test_what_arrives_comes_and_a_depth_is_how_deep(talk):
    once(talk, _sailor)
    assert talk.answered("When does the mainsail come?").startswith("You said: “The new mainsail from Elvstrøm arrives")
    assert "Depth 1.75 m" in talk.answered("How deep is the boat?")
    assert talk.answered("What is Ulrike's email?") == "Ulrike Kranz's email is ulrike@weinhaus-kranz.de."
    *_, owed = talk.in_turn("Who hasn't paid?", "How much do they owe?")
    assert "8,640 euros" in owed
    assert talk.answered("Where is our winery?").startswith("You said: “Our winery is Cascina Ronchi near Alba")


def test_what_somebody_did_for_a_living_is_not_where_they_live(talk):
    talk.learned("My mama lives in Passau.", "I work at the tax office.")
    assert talk.answered("What did my mama do for a living?").startswith(("I don't know that", NOT_SAID))
    assert "tax office" not in talk.answered("What did my mama do for work?")


def test_how_one_gets_there_is_not_told_by_where_it_is(talk):
    talk.learned("My girlfriend Lucija lives in Rijeka, I take the bus on Fridays at 17:20, five hours.")
    _, way = talk.in_turn("Where does Lucija live?", "How do I get there?")
    assert "I take the bus" in way
