"""What people let fall while they ask for something else: whom they ask it for, what they had, what it costs them."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant.bench.labelled import SAID_AT
from assistant.extraction import rules
from tests.assistant.extraction.test_rules import learned


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # of whom was asked before
        ("What's a good gift for my dad? He's 67, loves fly fishing and hates gadgets.",
         {("my dad", "age", "67"), ("my dad", "likes", "fly fishing"), ("my dad", "dislikes", "gadgets")}),
        ("What should I cook for my sister? She is vegan and hates mushrooms.",
         {("my sister", "is", "vegan"), ("my sister", "dislikes", "mushrooms")}),
        ("I had lunch with Tom and my sister. She works at Bosch.", set()),
        ("Tom met my brother. He works at Bosch.", set()),
        ("Plan a party for my daughter Lila, who is 4 and loves owls.",
         {("me", "daughter", "Lila"), ("Lila", "age", "4"), ("Lila", "likes", "owls")}),
        ("Write a polite email to my manager Greta.", {("me", "boss", "Greta")}),
        ("Write a story about a girl who lives in Paris.", set()),
        ("I imagine my brother Tom is rich.", set()),
        ("I'm a Brazilian citizen living in Portugal.", {("me", "is_a", "Brazilian citizen"), ("me", "lives_in", "Portugal")}),
        ("The man living in Bern is a student.", set()),
        ("Recommend books, I liked Emma and hated Dune.", {("me", "likes", "Emma"), ("me", "dislikes", "Dune")}),
        ("I loved the film.", set()),
        ("Since I'm deaf, phone calls don't work for me.", {("me", "is", "deaf")}),
        ("I don't think I'm deaf.", set()),
        # who it is
        ("My best friend from school, Jule, now lives in Toronto.", {("me", "friend", "Jule"), ("Jule", "lives_in", "Toronto")}),
        ("My friend from Leeds, England, lives in Oslo.", {("My friend", "lives_in", "Oslo")}),
        ("Her fiancé Tiago teaches physics.", {("Tiago", "teaches", "physics")}),
        ("My flatmate Ngozi studies law.", {("me", "flatmate", "Ngozi"), ("Ngozi", "studies", "law")}),
        ("My student ID is 778120.", {("me", "student_id", "778120")}),
        ("My student number is 778120.", {("me", "student_number", "778120")}),
        ("I go by Leo at work.", {("me", "name", "Leo")}),
        ("My best man was Oleg.", {("me", "best_man", "Oleg")}),
        ("My first car was a Fiat Panda.", {("me", "first_car", "Fiat Panda")}),
        ("My first boss was Ewa Lis.", set()),
        ("My boss was Ewa Lis.", set()),
        ("My friend Tom's wife is Ada.", {("me", "friend", "Tom"), ("Tom", "married_to", "Ada")}),
        ("My friend Tom's wife is a vet.", {("me", "friend", "Tom")}),
        ("My sister Lena's son is called Oskar.", {("me", "sister", "Lena"), ("Lena", "son", "Oskar")}),
        ("My sister Lena's birthday is 3 May.", {("me", "sister", "Lena"), ("Lena", "birthday", "3 May")}),
        ("oskar is my sister lena's son", {("me", "sister", "Lena"), ("Lena", "son", "Oskar")}),
        ("My boss Ewa Lis's husband is Jan.", {("me", "boss", "Ewa Lis"), ("Ewa Lis", "married_to", "Jan")}),
        ("My dog Rex's vet is Dr. Hahn.", {("me", "pet", "Rex"), ("Rex", "is_a", "dog"), ("Rex", "vet", "Dr. Hahn")}),
        ("My wife name is Ngozi.", {("me", "married_to", "Ngozi")}),
        # in haste
        ("im planning a party for my wife carla", {("me", "married_to", "Carla")}),
        ("my nephew oskar starts school in september", {("me", "nephew", "Oskar")}),
        ("my mum speaks german", {("my mum", "speaks", "German")}),
        ("tom and jana live in köpenick", {("Tom", "lives_in", "Köpenick"), ("Jana", "lives_in", "Köpenick")}),
        ("i'm dyslexic so simple words please", {("me", "is", "dyslexic")}),
        ("i have adhd and take elvanse 50mg in the morning", {("me", "has", "adhd"), ("me", "takes", "elvanse")}),
        # who introduces themself
        ("I am Okafor Chidi, a civil engineer from Enugu, currently working with Julius Berger in Abuja.",
         {("me", "name", "Okafor Chidi"), ("me", "is_a", "civil engineer"), ("me", "from", "Enugu"),
          ("me", "works_for", "Julius Berger"), ("me", "works_in", "Abuja")}),
        ("My name day is 13 December.", {("me", "name_day", "13 December")}),
        ("I earn £3,000 a month.", {("me", "earns", "£3,000 a month")}),
        ("I changed my mind, I actually like olives.", {("me", "likes", "olives")}),
        ("My VAT number is BE 0712.345.678.", {("me", "vat_number", "BE 0712.345.678")}),
        ("My brother got divorced.", {("My brother", "is", "divorced")}),
        ("I moved from the marketing team to product.", set()),
        ("I moved to accra.", {("me", "lives_in", "Accra")}),
        ("I own two horses, Bella and Storm.",
         {("me", "pet", "Bella"), ("me", "pet", "Storm"), ("Bella", "is_a", "horse"), ("Storm", "is_a", "horse"),
          ("me", "owns", "two horses")}),
        ("I am from a small village near Ghent called Deurle.", {("me", "from", "Deurle")}),
        ("My last book was called The Fox Who Knew.", {("me", "book", "The Fox Who Knew")}),
        ("I used to live in Oslo but now I'm in Bergen.", {("me", "lived_in", "Oslo"), ("me", "lives_in", "Bergen")}),
        ("I'm in Bergen.", set()),
        ("I charge 60 euros an hour.", {("me", "charges", "60 euros an hour")}),
        # two sentences in one
        ("My supervisor is Prof. Anke Dreyer and my office is in Bremen.", {("me", "office_location", "Bremen"), ("me", "academic_supervisor", "Prof. Anke Dreyer")}),
        ("My publisher is Marlow Press and my editor there is Kit.", {("me", "publisher", "Marlow Press")}),
        ("I teach history and coach the chess club.", {("me", "teaches", "history"), ("me", "coaches", "chess club")}),
        ("I can cook and bake.", set()),
        ("Our backend is written in Go and deployed on Hetzner.",
         {("backend", "written_in", "Go"), ("backend", "deployed_on", "Hetzner")}),
        ("Anna is married to Tom and moved to Rome.", {("Anna", "married_to", "Tom"), ("Anna", "lives_in", "Rome")}),
        ("Misha is 13 and obsessed with Minecraft.", {("Misha", "age", "13"), ("Misha", "likes", "Minecraft")}),
        ("Hazel is divorced.", {("Hazel", "is", "divorced")}),
        # what goes on for months
        ("We're expecting a baby in April.", {("me", "expects", "a baby in April")}),
        ("We're expecting guests in April.", set()),
        ("Beatriz is on maternity leave.", {("Beatriz", "is", "on maternity leave")}),
        ("I'm on the train.", set()),
        ("My mum is on warfarin.", {("My mum", "takes", "warfarin")}),
        ("I'm on the night shift.", set()),
        # what happened, and what was given up
        ("I broke my left wrist in 2019.", {("me", "broke", "left wrist")}),
        ("Tom broke his arm.", {("Tom", "broke", "arm")}),
        ("Tom broke my arm.", set()),
        ("I didn't break my arm.", set()),
        ("I quit smoking two years ago.", {("me", "gave_up", "smoking")}),
        ("I've stopped eating bread.", {("me", "gave_up", "bread")}),
        ("I gave up meat.", {("me", "gave_up", "meat")}),
        ("I gave up my job.", set()),
        ("I stopped drinking my tea.", set()),
        ("I get migraines when I drink red wine.", {("me", "has", "migraines")}),
        ("We got married in Prague in 2004.", {("me", "got_married", "in Prague in 2004")}),
        ("I've been to Iceland and Norway.", {("me", "has_been_to", "Iceland"), ("me", "has_been_to", "Norway")}),
        ("I've never been to Asia.", set()),
        ("I've been to the dentist.", set()),
        # studies and what is written
        ("I started a PhD in marine biology at Bremen University.",
         {("me", "studies", "marine biology"), ("me", "studies_at", "Bremen University")}),
        ("I moved to Bremen to start a PhD in marine biology.", {("me", "lives_in", "Bremen"), ("me", "studies", "marine biology")}),
        ("I'm moving to Bremen to start a PhD in marine biology.", set()),
        ("I graduated from Trinity College Dublin in 2011 with a degree in law.",
         {("me", "studied_at", "Trinity College Dublin"), ("me", "studied", "law")}),
        ("My daughter started a degree in law in Leeds.", {("My daughter", "studies", "law")}),
        ("My thesis is about eelgrass restoration in the Wadden Sea.",
         {("me", "thesis_topic", "eelgrass restoration in the Wadden Sea")}),
        ("My book is about to come out.", set()),
        ("The book's working title is Salt and Silver.", {("book", "working_title", "Salt and Silver")}),
        ("I grew up speaking German and Dutch.", {("me", "speaks", "German"), ("me", "speaks", "Dutch")}),
        ("My Spanish is rusty, my French is fluent.", {("me", "speaks", "Spanish"), ("me", "speaks", "French")}),
        # where
        ("The eelgrass nursery is located on Sylt.", {("eelgrass nursery", "located_in", "Sylt")}),
        ("My brother lives on Mill Lane.", {("My brother", "lives_on", "Mill Lane")}),
        ("I live on benefits.", set()),
        ("My dad lives in a care home in Harrogate.", {("My dad", "lives_in", "Harrogate")}),
        ("My dad lives in a nursing home.", set()),
        # with whom, when and for how much
        ("I play bass in a band called Tidewrack.", {("me", "plays", "bass"), ("me", "plays_in", "Tidewrack")}),
        ("I play in the garden.", set()),
        ("My son plays for Leeds United.", {("My son", "plays_for", "Leeds United")}),
        ("We've played for quite some time.", set()),
        ("I usually run on Tuesday and Thursday mornings.", {("me", "runs", "on Tuesday and Thursday mornings")}),
        ("My son Leo swims on Sunday mornings.", {("me", "son", "Leo"), ("Leo", "swims", "on Sunday mornings")}),
        ("The train leaves on Mondays.", set()),
        ("We celebrate our wedding anniversary on 3 June.", {("me", "anniversary", "3 June")}),
        ("We celebrate Easter on Sunday.", set()),
        ("My car insurance renews on 1 June and costs £430 a year.",
         {("My car insurance", "renews_on", "2026-06-01"), ("My car insurance", "costs", "£430 a year")}),
        ("My flight costs 300 euros.", set()),
        ("We pay 1,150 euros rent for a flat.", {("me", "rent", "1,150 euros")}),
        ("I pay £900 a month in rent.", {("me", "rent", "£900 a month")}),
        ("We pay 20 euros for lunch.", set()),
        ("My school uses Google Classroom.", {("school", "uses", "Google Classroom")}),
        ("Kubernetes upgrade is led by Anna.", {("Kubernetes upgrade", "led_by", "Anna")}),
    ],
)  # fmt: skip
def test_what_is_let_fall_is_learned_and_no_more(text: str, facts: set[tuple[str, str, str]]) -> None:
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Tom is the father of Ada and Ben.", {("Ada", "father", "Tom"), ("Ben", "father", "Tom")}),
        ("Anna is a friend of Tom.", {("Tom", "friend", "Anna")}),
        ("Ben is the brother of my wife.", {("my wife", "brother", "Ben")}),
        ("I'm the mother of Ada.", {("me", "child", "Ada")}),
        ("I'm the godmother of Pablo's daughter Carmen.", {("Pablo", "daughter", "Carmen"), ("me", "godmother_of", "Carmen")}),
        ("I am the mother of two.", set()),
        ("Kezia's kids are Theo (9) and Mila (6).",
         {("Kezia", "child", "Theo"), ("Kezia", "child", "Mila"), ("Theo", "age", "9"), ("Mila", "age", "6")}),
        ("I like the Odyssey (9).", {("me", "likes", "Odyssey")}),
        ("My mum lives with us.", {("My mum", "lives_with", "User")}),
        ("I'm not religious but gran is Methodist.", {("my gran", "is", "Methodist")}),
        ("I'm a carer for my gran, she has dementia.", {("me", "is_a", "carer"), ("my gran", "has", "dementia")}),
        ("My favourite meal is jollof with plantain.", {("me", "favourite_meal", "jollof")}),
        ("Anna is the manager of the Lisbon office.", {("Anna", "works_as", "manager of the Lisbon office")}),
        ("Rosa lives with my aunt Pilar in Sevilla.",
         {("me", "aunt", "Pilar"), ("Rosa", "lives_with", "Pilar"), ("Rosa", "lives_in", "Sevilla")}),
        ("I live in Metz with my husband Théo.", {("me", "lives_in", "Metz"), ("me", "married_to", "Théo")}),
        ("Juan is getting married to Lucía in May.", {("Juan", "engaged_to", "Lucía")}),
        ("We're getting married in May.", set()),
        ("I'm left-handed and short-sighted.", {("me", "is", "left-handed"), ("me", "is", "short-sighted")}),
        ("My blood pressure is usually 120 over 80.", {("me", "blood_pressure", "120 over 80")}),
        ("My hair is curly.", {("me", "hair", "curly")}),
        ("My phone is broken.", set()),
        ("Our flat is on Calle Feria 42, third floor.", {("me", "address", "Calle Feria 42, third floor")}),
        ("I do pilates with Elena on Mondays.", {("me", "does", "pilates")}),
        ("I do the dishes.", set()),
        ("I donate blood every three months.", {("me", "donates", "blood every three months")}),
        ("I listen to Rosalía.", {("me", "listens_to", "Rosalía")}),
    ],
)  # fmt: skip
def test_what_is_told_of_family_and_of_oneself_is_learned(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("My laptop is a ThinkPad X1 with asset tag 4471-B.", {("me", "laptop", "ThinkPad X1")}),
        ("The Q3 budget is 240k euros.", {("Q3 budget", "is", "240k euros")}),
        ("Tiago is the CTO, Ana is the CEO.", {("Tiago", "works_as", "CTO"), ("Ana", "works_as", "CEO")}),
        ("Tiago is our CTO.", {("me", "cto", "Tiago")}),
        ("Helen reports to their COO, Magnus Dahl.", {("Helen", "boss", "Magnus Dahl")}),
        ("The design doc is owned by Lena.", {("design doc", "owned_by", "Lena")}),
        ("The billing API is maintained by the payments team.", {("billing API", "maintained_by", "payments team")}),
        ("Our CI runs on GitHub Actions.", {("CI", "runs_on", "GitHub Actions")}),
        ("I run on Tuesdays.", {("me", "runs", "on Tuesdays")}),
        ("I run on coffee.", set()),
        ("I run on Tuesdays and Thursdays along the river.", {("me", "runs", "on Tuesdays and Thursdays")}),
        ("We're going to Marseille from 27 December to 3 January, by TGV.", set()),
        ("I'm going to Vienna by Railjet.", set()),
        (
            "Wim started at De Kleine Prins primary school in September.",
            {("Wim", "studies_at", "De Kleine Prins primary school")},
        ),
        (
            "My sister Mia started at Ridgeway Primary School as a teacher.",
            {("me", "sister", "Mia"), ("Mia", "works_at", "Ridgeway Primary School"), ("Mia", "works_as", "teacher")},
        ),
        ("I started at Ridgeway Primary School in May.", {("me", "works_at", "Ridgeway Primary School")}),
        ("The Aurora deadline moved to 30 June 2027.", {("Aurora deadline", "is", "2027-06-30")}),
        ("The launch date slipped from 4 May to 18 May.", {("launch date", "is", "18 May")}),
        ("Our deadline was pushed to 3 May.", {("me", "deadline", "3 May")}),
        ("Our deadline may move to 3 May.", set()),
        ("Our design system is called Pebble.", {("me", "design_system", "Pebble")}),
        ("The repo for Aurora is called aurora-core.", {("Aurora", "repo", "aurora-core")}),
        ("Project Aurora is our data platform rewrite.", {("me", "data_platform_rewrite", "Project Aurora")}),
    ],
)
def test_what_is_told_of_work_is_learned(text, facts):
    assert learned(text) == facts


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        ("Aurora's tech lead is Nadia Benali.", "Nadia Benali", "person"),
        ("Meridian's contact person is Helen Strand.", "Helen Strand", "person"),
        ("The company was founded by Tiago Melo.", "Tiago Melo", "person"),
        ("Project Aurora is our data platform rewrite.", "Project Aurora", "project"),
        ("Our design system is called Pebble.", "Pebble", "concept"),
    ],
)
def test_a_name_is_typed_by_what_is_said_of_it(text, name, kind):
    (one,) = rules.candidates(text, said_at=SAID_AT)
    assert one.object is not None
    assert (one.object.text, one.object.type) == (name, kind)


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("I work at Acme until March.", dt.date(2027, 3, 1)),  # said on 1 March 2026
        ("I work at Acme until May.", dt.date(2026, 5, 1)),
        ("I work at Acme until 15 February.", dt.date(2027, 2, 15)),
        ("I live in Porto until Friday.", dt.date(2026, 3, 6)),
        ("I work at Acme until 2028.", dt.date(2028, 1, 1)),
        ("I worked at Acme until May.", dt.date(2025, 5, 1)),
        ("I rent a flat from May to August.", dt.date(2025, 8, 1)),
    ],
)
def test_what_still_goes_on_ends_in_time_to_come_and_what_is_over_ended_before(text: str, until: dt.date) -> None:
    (one,) = rules.candidates(text, said_at=SAID_AT)
    assert one.valid_until is not None
    assert one.valid_until.date() == until


@pytest.mark.parametrize(
    ("text", "since"),
    [
        (
            "I got the job at Farfetch, start on 16 March as a data engineer.",
            dt.date(2026, 3, 16),
        ),  # said on 1 March 2026
        ("I've got a new job at Mercy Hospital from 1 January.", dt.date(2027, 1, 1)),
        ("I got a job at Spotify in January, and from May I may live in Utrecht.", dt.date(2026, 1, 1)),
    ],
)
def test_a_job_that_is_to_begin_is_had_from_then_on(text: str, since: dt.date) -> None:
    (one,) = rules.candidates(text, said_at=SAID_AT)
    assert one.valid_from is not None
    assert one.valid_from.date() == since
