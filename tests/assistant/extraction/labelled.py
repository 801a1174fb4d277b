"""Messages with the facts that a person would note from them: (subject, predicate, object or value), "me" for the speaker.

`SEEN` were at hand while the rules were made, `UNSEEN` were written afterwards and never looked at for them.
"""

from __future__ import annotations

from dataclasses import dataclass

Triple = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Labelled:
    text: str
    facts: frozenset[Triple]
    history: tuple[str, ...] = ()


def says(text: str, *facts: Triple, after: str = "") -> Labelled:
    return Labelled(text, frozenset(facts), (after,) if after else ())


SEEN = (
    says("My sister Anna lives in Lisbon.", ("me", "sister", "Anna"), ("Anna", "lives_in", "Lisbon")),
    says("I like tea and coffee.", ("me", "likes", "tea"), ("me", "likes", "coffee")),
    says("Anna moved to Porto.", ("Anna", "lives_in", "Porto")),
    says("My boss, Carla, is allergic to peanuts.", ("me", "boss", "Carla"), ("Carla", "allergic_to", "peanuts")),
    says(
        "I'm called Tom and I work at Acme as an engineer.",
        ("me", "name", "Tom"),
        ("me", "works_at", "Acme"),
        ("me", "works_as", "engineer"),
    ),
    says("Tidewater Press printed Tide Tables.", ("Tidewater Press", "printed", "Tide Tables")),
    says("The run is 400 copies.", ("run", "is", "400 copies")),
    says("Anna's birthday is 3 May 1990.", ("Anna", "birthday", "3 May 1990")),
    says("Anna is my sister.", ("me", "sister", "Anna")),
    says("She works at Acme.", ("Anna", "works_at", "Acme"), after="My sister Anna lives in Lisbon."),
    says("She works at Acme."),
    says("She's my boss now.", ("me", "boss", "Carla"), after="Carla joined us yesterday."),
    says("I have a dog named Rex.", ("me", "pet", "Rex"), ("Rex", "is_a", "dog")),
    says("My dog's name is Rex.", ("me", "pet", "Rex"), ("Rex", "is_a", "dog")),
    says("I prefer dark mode.", ("me", "prefers", "dark mode")),
    says("I was born on 3 May 1990 in Oslo.", ("me", "born_on", "3 May 1990"), ("me", "born_in", "Oslo")),
    says("my sister anna lives in lisbon", ("me", "sister", "anna"), ("anna", "lives_in", "lisbon")),
    says("I've lived in Lisbon since 2019.", ("me", "lives_in", "Lisbon")),
    says("Bob is married to Alice.", ("Bob", "married_to", "Alice")),
    says("My favourite colour is green.", ("me", "favourite_colour", "green")),
    says("The office is in Leeds.", ("office", "located_in", "Leeds")),
    says("I'm 34 years old and vegetarian.", ("me", "age", "34"), ("me", "is", "vegetarian")),
    says("The deadline for Heron is 5 March.", ("Heron", "deadline", "5 March")),
    says("Anna's husband Tom works at Acme.", ("Anna", "married_to", "Tom"), ("Tom", "works_at", "Acme")),
    says("I have two kids, Mia and Leo.", ("me", "child", "Mia"), ("me", "child", "Leo")),
    says("Remember that Anna lives in Rome.", ("Anna", "lives_in", "Rome")),
    says("I don't like tea but I love coffee.", ("me", "likes", "coffee")),
    says("I like tea but not coffee.", ("me", "likes", "tea")),
    says("Tom says he lives in Paris."),
    says("If I lived in Paris I would be happy."),
    says("Maybe Anna lives in Rome."),
    says("I want to move to Porto."),
    says("I think Anna lives in Rome."),
    says("Where does my brother Tom live?"),
    says("Do you know that I live in Oslo?"),
    says("Write me a poem about my sister Anna."),
    says("“I live in Oslo,” said Ben."),
    says("According to Ben, Anna lives in Rome."),
    says("I no longer live in Oslo."),
    says("My phone is broken."),
)

UNSEEN = (
    says("My cousin Rosa teaches chemistry in Ghent.", ("me", "cousin", "Rosa"), ("Rosa", "teaches", "chemistry")),
    says(
        "I work for the railway as a signal engineer.",
        ("me", "works_for", "railway"),
        ("me", "works_as", "signal engineer"),
    ),
    says("Our landlord is called Mr Okafor.", ("me", "landlord", "Mr Okafor")),
    says("I can't eat shellfish, I'm allergic to it."),
    says(
        "My partner Jo and I live in Antwerp.",
        ("me", "partner", "Jo"),
        ("Jo", "lives_in", "Antwerp"),
        ("me", "lives_in", "Antwerp"),
    ),
    says("I studied law in Leuven but now I'm a baker.", ("me", "studied", "law"), ("me", "is_a", "baker")),
    says("Priya's email is priya@harbour.example.", ("Priya", "email", "priya@harbour.example")),
    says("The lighthouse was built by Henrik Dahl.", ("lighthouse", "built_by", "Henrik Dahl")),
    says("My son is called Milo and he plays the trumpet.", ("me", "son", "Milo"), ("Milo", "plays", "trumpet")),
    says(
        "Hi, I'm Nadia, a photographer from Ghent.",
        ("me", "name", "Nadia"),
        ("me", "is_a", "photographer"),
        ("me", "from", "Ghent"),
    ),
    says("We have a cat called Biscuit.", ("me", "pet", "Biscuit"), ("Biscuit", "is_a", "cat")),
    says("I hate coriander and cold soup.", ("me", "dislikes", "coriander"), ("me", "dislikes", "cold soup")),
    says(
        "Project Skylark uses Rust and depends on Kafka.",
        ("Project Skylark", "uses", "Rust"),
        ("Project Skylark", "depends_on", "Kafka"),
    ),
    says("My mother's name is Ingrid.", ("me", "mother", "Ingrid")),
    says("Ingrid was born in Bergen in 1952.", ("Ingrid", "born_in", "Bergen")),
    says("I really enjoy sailing.", ("me", "likes", "sailing")),
    says(
        "My wife Clara is a vet and she works at Harbour Clinic.",
        ("me", "married_to", "Clara"),
        ("Clara", "is_a", "vet"),
        ("Clara", "works_at", "Harbour Clinic"),
    ),
    says("My boss is moving to Rome next month."),
    says("Has Clara ever lived in Rome?"),
    says("Ben told me that Clara hates boats."),
    says("I wish I lived by the sea."),
    says("Please book a table at Noma for Friday."),
    says("I might switch to Emacs."),
    says("I'm not a morning person."),
    says("Imagine that I own a castle."),
    says("I used to work at Initech."),
    says("Clara doesn't speak Dutch."),
    says("Thanks, that is a good answer."),
    says("I'm hungry."),
    says("Could you remind me to call Anna?"),
    says("My neighbour Felix keeps bees.", ("me", "neighbour", "Felix")),
    says("Felix is from Malta and speaks Maltese.", ("Felix", "from", "Malta"), ("Felix", "speaks", "Maltese")),
    says("The price of the atlas is 45 euros."),
    says("Our office is in Bruges and the canteen opens at nine.", ("office", "located_in", "Bruges")),
    says("Harbour Clinic is based in Ostend.", ("Harbour Clinic", "located_in", "Ostend")),
    says("He lives in Graz.", ("Felix", "lives_in", "Graz"), after="My brother Felix called."),
    says("It is written in Python.", after="We talked about Heron."),
    says("I own a red bicycle.", ("me", "owns", "red bicycle")),
    says("My phone number is 0470 12 34 56.", ("me", "phone_number", "0470 12 34 56")),
    says("Leo's favourite food is ramen.", ("Leo", "favourite_food", "ramen")),
    says("I've been studying Greek for two years.", ("me", "studies", "Greek")),
    says("My dentist is Dr. Amara Bello.", ("me", "dentist", "Dr. Amara Bello")),
    says("Mark, my colleague, is married to Eva.", ("me", "colleague", "Mark"), ("Mark", "married_to", "Eva")),
    says("I grew up in Tromsø.", ("me", "grew_up_in", "Tromsø")),
    says("i live in ghent and i work at barco", ("me", "lives_in", "ghent"), ("me", "works_at", "barco")),
    says("Joris founded Kelp Labs.", ("Joris", "founded", "Kelp Labs")),
    says("Our team meets on Tuesdays."),
    says("I love my job."),
    says("The new printer is a Ricoh."),
    says("If Clara likes boats, she will like Mistral."),
    says("> I live in Paris\nI live in Ghent.", ("me", "lives_in", "Ghent")),
    says("She said that her brother lives in Oslo."),
    says("Emma and Noor are my daughters.", ("me", "daughter", "Emma"), ("me", "daughter", "Noor")),
    says("My grandfather was a fisherman."),
    says("I prefer window seats when I fly.", ("me", "prefers", "window seats")),
    says("I report to Dana Whitfield.", ("me", "boss", "Dana Whitfield")),
    says("Nobody in my family smokes."),
    says("I'm reading The Sea, the Sea."),
    says("My blood type is 0 negative.", ("me", "blood_type", "0 negative")),
    says("I take metformin because I have diabetes.", ("me", "has", "diabetes")),
)
