"""Who people and animals are to each other: role nouns with their predicates, and whom each may mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from assistant.extraction.words.nouns import words_of

Held = TypeVar("Held")

# As families from elsewhere call their grandparents in English.
_ELSEWHERE = {"f": words_of("oma nonna abuela nani dadi babushka"), "m": words_of("opa nonno abuelo")}
# A role noun -> the predicate from the owner to the named one ("my sister Anna": User sister Anna).
ROLES: dict[str, str] = {
    **{
        word: word
        for word in words_of(
            "sister brother mother father daughter son friend colleague cousin aunt uncle niece nephew"
        )
    },
    **{
        word: word for word in words_of("grandmother grandfather neighbour child mentor student teacher doctor dentist")
    },
    **{
        word: word
        for word in words_of(
            "therapist landlord landlady flatmate assistant coach tutor hairdresser barber lawyer accountant client "
            "physio physiotherapist psychologist psychiatrist vet gp midwife optician nanny babysitter cleaner "
            "gardener mechanic trainer advisor adviser godchild employee apprentice trainee intern lodger tenant"
        )
    },
    **dict.fromkeys(["mum", "mom", "mummy", "mommy", "mama"], "mother"),
    **dict.fromkeys(["mam", "mumma", "amma"], "mother"),
    **dict.fromkeys(["dad", "daddy", "papa", "pop", "pops"], "father"),
    **dict.fromkeys(["husband", "wife", "spouse", "hubby", "hubs", "wifey", "missus"], "married_to"),
    "sis": "sister",
    "bro": "brother",
    "auntie": "aunt",
    "aunty": "aunt",
    "bestie": "friend",
    "bff": "friend",
    **dict.fromkeys(
        words_of("partner girlfriend boyfriend gf bf fiance fiancé fiancee fiancée better-half other-half"), "partner"
    ),
    **dict.fromkeys(["boss", "manager", "supervisor"], "boss"),
    **dict.fromkeys(["coworker", "co-worker", "workmate", "teammate"], "colleague"),
    **dict.fromkeys(["buddy", "mate", "pal"], "friend"),
    **dict.fromkeys(["kid", "baby", "toddler", "eldest", "oldest", "youngest", "firstborn", "twin", "kiddo"], "child"),
    "boy": "son",
    "girl": "daughter",
    **dict.fromkeys(["neighbor"], "neighbour"),
    **dict.fromkeys(["roommate", "housemate"], "flatmate"),
    **dict.fromkeys(["grandma", "granny", "gran", "nan", "nana", "nanna", *_ELSEWHERE["f"]], "grandmother"),
    **dict.fromkeys(["grandpa", "granddad", "grandad", "gramps", *_ELSEWHERE["m"]], "grandfather"),
    **{word: word.replace("-", "_") for word in words_of("sibling parent grandparent great-grandparent")},
    **{
        f"great-{word}": f"great_{word}"
        for word in words_of("grandmother grandfather grandson granddaughter grandchild aunt uncle")
    },
    **{
        f"step{joint}{word}": f"step{relation}"
        for joint in ("", "-")
        for word, relation in (
            *((one, one) for one in ("sister", "brother", "mother", "father", "daughter", "son")),
            *(("mum", "mother"), ("mom", "mother"), ("dad", "father")),
        )
    },
    **{
        word: word.replace("-", "_")
        for word in words_of(
            "mother-in-law father-in-law sister-in-law brother-in-law daughter-in-law son-in-law ex-husband ex-wife "
            "ex-boyfriend ex-girlfriend half-sister half-brother stepmother stepfather stepsister stepbrother "
            "stepdaughter stepson godmother godfather grandson granddaughter godson goddaughter grandchild"
        )
    },
}
ANY_ROLE = "|".join(sorted(ROLES, key=len, reverse=True))  # as a pattern, the longest first
OTHER_END = {  # what somebody is to whom they have so
    **dict.fromkeys(["mother", "father"], "child"),
    **dict.fromkeys(["son", "daughter", "child"], "parent"),
    **dict.fromkeys(["sister", "brother", "sibling"], "sibling"),
    **dict.fromkeys(["grandmother", "grandfather", "grandparent"], "grandchild"),
    "parent": "child",
    "grandchild": "grandparent",
    **{same: same for same in words_of("married_to partner friend colleague cousin neighbour flatmate")},
}
CALLED_BY = words_of(
    "mum mom mummy mommy mam dad daddy grandma granny gran nan nanna nana grandpa granddad grandad"
)  # as by a name
CALLED_BY_IN_CAPITALS = words_of("Mother Father Grandmother Grandfather Mama Papa")
GROUPS = words_of("parents grandparents in-laws")  # several people, spoken of as one
BREEDS = {  # what is also a dog, a cat, a bird or a horse
    **dict.fromkeys(
        words_of(
            "puppy labrador poodle terrier spaniel retriever greyhound dachshund corgi collie husky shepherd pug "
            "bulldog chihuahua beagle whippet mongrel"
        ),
        "dog",
    ),
    **dict.fromkeys(words_of("kitten tabby siamese"), "cat"),
    **dict.fromkeys(words_of("parrot budgie canary cockatiel"), "bird"),
    "pony": "horse",
}
PETS = frozenset(BREEDS) | words_of(
    "dog cat rabbit hamster horse goldfish tortoise bird gecko pet ferret snake turtle lizard gerbil mouse rat hen "
    "rooster chicken duck goose sheep pig pony alpaca llama parrot budgie "
    "goat donkey"
)
FEMALE = (
    words_of(
        "sister mother mum mom mummy mommy mama mam amma daughter aunt auntie aunty niece grandmother grandma granny "
        "gran nan nana nanna wife wifey missus sis girlfriend gf goddaughter fiancée fiancee "
        "mother-in-law sister-in-law daughter-in-law ex-wife ex-girlfriend half-sister stepmother stepsister "
        "stepdaughter godmother granddaughter"
    )
    | _ELSEWHERE["f"]
)
MALE = (
    words_of(
        "brother father dad daddy papa pop pops son uncle nephew grandfather grandpa granddad grandad gramps husband "
        "hubby hubs bro boyfriend bf godson fiancé "
        "father-in-law brother-in-law son-in-law ex-husband ex-boyfriend half-brother stepfather stepbrother stepson "
        "godfather grandson"
    )
    | _ELSEWHERE["m"]
)
ADDRESSED = {  # the gender by which somebody is addressed: "Mrs. Adeyemi"
    **dict.fromkeys(words_of("mr sir lord king prince herr monsieur senhor señor pastor"), "m"),
    **dict.fromkeys(words_of("mrs ms miss lady queen princess frau madame senhora señora"), "f"),
}
KIN_TITLES = {  # said before a name without "my": "Grandma Wilma turned 90"
    **dict.fromkeys(["grandma", "granny", "nana", "gran"], "grandmother"),
    **dict.fromkeys(["grandpa", "granddad", "grandad"], "grandfather"),
    **dict.fromkeys(["aunt", "auntie", "aunty"], "aunt"),
    "uncle": "uncle",
}


def pet(kind: str, holders: Mapping[str, Held]) -> Held | None:
    """The one pet of that kind, of the `holders` of "pet" and of kinds; one that is known to be a dog is no cat."""
    only = holders.get("pet")
    is_told = only is not None and any(holders.get(other) == only for other in PETS - {"pet"})
    return holders.get(kind) or (None if is_told else only)
