"""Relations that a question walks or asks for, "my sister's husband", and what says them of their other end."""

from __future__ import annotations

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import PETS, ROLES

# Words for a relation that is walked, or is itself the answer.
RELATIONS: dict[str, frozenset[str]] = {
    **{word: frozenset({predicate}) for word, predicate in ROLES.items()},
    **{word: frozenset({"pet"}) for word in PETS},
    "sibling": frozenset({"sister", "brother", "sibling"}),
    "parent": frozenset({"mother", "father", "parent"}),
    "child": frozenset({"child", "son", "daughter"}),
    "children": frozenset({"child", "son", "daughter"}),
    "kid": frozenset({"child", "son", "daughter"}),
    "sister": frozenset({"sister", "sibling"}),
    "brother": frozenset({"brother", "sibling"}),
    "son": frozenset({"son", "child"}),
    "daughter": frozenset({"daughter", "child"}),
    "spouse": frozenset({"married_to", "partner"}),
    "partner": frozenset({"partner", "married_to"}),
    "husband": frozenset({"married_to", "partner", "late_husband"}),
    "wife": frozenset({"married_to", "partner", "late_wife"}),
    "widow": frozenset({"late_husband"}),
    "widower": frozenset({"late_wife"}),
    "married": frozenset({"married_to", "divorced_from"}),
}
for _alike in (("landlord", "landlady"), ("adviser", "advisor"), ("physio", "physiotherapist"), ("gp", "doctor")):
    RELATIONS |= dict.fromkeys(_alike, frozenset(_alike))
RELATIONS["supervisor"] |= {f"{work}_supervisor" for work in ("academic", "dissertation", "thesis", "phd", "doctorate")}
RELATIONS["doctor"] |= {"paediatrician", "pediatrician"}  # a child's
RELATIONS["grandchildren"] = frozenset({"grandchild", "grandson", "granddaughter"})
RELATIONS["family"] = RELATIONS["relative"] = frozenset().union(
    *(RELATIONS[word] for word in ("parent", "child", "sibling", "spouse")),
    words_of("aunt uncle niece nephew cousin grandmother grandfather"),
)
RELATIONS["parents-in-law"] = RELATIONS["in-law"] = frozenset({"parent_in_law", "mother_in_law", "father_in_law"})
# What says a relation of its other end: whose father Tom is, is a child of his.
TOLD_BACK = {"child": frozenset({"father", "mother", "parent"}), "parent": frozenset({"son", "daughter", "child"})}
# What only the other may have said, who may be of either sex: of a brother that one is his sister.
OTHER_END = {
    one: frozenset(said.split())
    for words, said in {
        "brother sister": "brother sister",
        "mother father": "son daughter child",
        "son daughter": "mother father parent",
        "aunt uncle": "niece nephew",
        "niece nephew": "aunt uncle",
        "grandmother grandfather": "grandson granddaughter grandchild",
        "grandson granddaughter": "grandmother grandfather grandparent",
    }.items()
    for one in words.split()
}
BOTH_WAYS = frozenset({"married_to", "partner", "friend", "colleague", "sibling", "neighbour"})
