"""The words that the rules know: what a verb or a noun says about its subject, as predicates of the registry."""

from __future__ import annotations

from dataclasses import dataclass

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ROLES

PERSON, PLACE, ORGANISATION, PROJECT, CONCEPT, ANIMAL = (
    "person",
    "place",
    "organisation",
    "project",
    "concept",
    "animal",
)
LANGUAGE, WORK, EVENT = "language", "work", "event"


@dataclass(frozen=True, slots=True)
class Says:
    """A verb's predicate and what its object is; `past` is the predicate of the same verb in the past ("" = none)."""

    predicate: str
    object: str = CONCEPT
    past: str = ""
    subject: str = PERSON


# (lemma, preposition or "") -> what it says.
ACTIONS: dict[tuple[str, str], Says] = {
    ("live", "in"): Says("lives_in", PLACE, "lived_in"),
    ("live", "near"): Says("lives_near", PLACE, "lived_near"),
    ("live", "outside"): Says("lives_near", PLACE, "lived_near"),
    ("reside", "in"): Says("lives_in", PLACE, "lived_in"),
    ("work", "at"): Says("works_at", ORGANISATION, "worked_at"),
    ("work", "for"): Says("works_for", ORGANISATION, "worked_for"),
    ("work", "on"): Says("works_on", PROJECT, "worked_on"),
    ("drive", "for"): Says("works_for", ORGANISATION, "worked_for"),
    ("work", "as"): Says("works_as", CONCEPT, "worked_as"),
    ("work", "in"): Says("works_in", CONCEPT, "worked_in"),
    ("work", "with"): Says("works_with", PERSON, "worked_with"),
    ("study", ""): Says("studies", CONCEPT, "studied"),
    ("study", "at"): Says("studies_at", ORGANISATION, "studied_at"),
    ("like", ""): Says("likes"),
    ("love", ""): Says("likes"),
    ("enjoy", ""): Says("likes"),
    ("adore", ""): Says("likes"),
    ("prefer", ""): Says("prefers"),
    ("hate", ""): Says("dislikes"),
    ("dislike", ""): Says("dislikes"),
    ("detest", ""): Says("dislikes"),
    ("speak", ""): Says("speaks", LANGUAGE),
    ("own", ""): Says("owns", CONCEPT, "owned", CONCEPT),
    ("use", ""): Says("uses", CONCEPT, "used", CONCEPT),
    ("know", ""): Says("knows", PERSON),
    ("play", ""): Says("plays"),
    ("drive", ""): Says("drives"),
    ("teach", ""): Says("teaches", CONCEPT, "taught"),
    ("teach", "at"): Says("teaches_at", ORGANISATION, "taught_at"),
    ("collect", ""): Says("collects"),
    ("learn", ""): Says("learns"),
    ("drink", ""): Says("drinks"),
    ("lead", ""): Says("leads", PROJECT, "led"),
    ("manage", ""): Says("manages", PROJECT, "managed"),
    ("maintain", ""): Says("maintains", PROJECT, "maintained"),
    ("run", ""): Says("runs", ORGANISATION, "ran"),
    ("come", "from"): Says("from", PLACE),
    ("report", "to"): Says("boss", PERSON),
    ("belong", "to"): Says("owned_by", ORGANISATION, "", CONCEPT),
    ("suffer", "from"): Says("has"),
    ("live", "at"): Says("address"),
    ("live", "with"): Says("lives_with", PERSON, "lived_with"),
    ("sing", "in"): Says("sings_in", CONCEPT, "sang_in"),
    ("volunteer", "at"): Says("volunteers_at", ORGANISATION),
    ("subscribe", "to"): Says("subscribes_to"),
    ("depend", "on"): Says("depends_on", CONCEPT, "depended_on", CONCEPT),
    ("weigh", ""): Says("weight"),
    ("bank", "with"): Says("banks_with", ORGANISATION),
    ("serve", "in"): Says("serves_in", ORGANISATION, "served_in"),
    ("train", "for"): Says("trains_for"),
    ("train", "as"): Says("trains_as", CONCEPT, "trained_as"),
    ("go", "by"): Says("name"),
    ("identify", "as"): Says("identifies_as"),
    ("care", "for"): Says("cares_for", PERSON),
    ("root", "for"): Says("supports"),
    ("swear", "by"): Says("likes"),
    ("struggle", "with"): Says("struggles_with"),
    ("specialise", "in"): Says("specialises_in"),
    ("specialize", "in"): Says("specialises_in"),
    ("major", "in"): Says("studies", CONCEPT, "studied"),
    ("worship", "at"): Says("worships_at", ORGANISATION),
    ("earn", ""): Says("earns"),
    ("sing", ""): Says("sings"),
    ("commute", "to"): Says("commutes_to", PLACE),
    ("play", "in"): Says("plays_in"),
    ("save", "for"): Says("saves_for"),
    ("vote", ""): Says("votes_for"),
    ("vote", "for"): Says("votes_for", CONCEPT, "voted_for"),
    ("listen", "to"): Says("listens_to"),
    ("run", "on"): Says("runs_on", CONCEPT, "ran_on", CONCEPT),
    ("play", "for"): Says("plays_for", ORGANISATION),
    ("live", "on"): Says("lives_on", PLACE, "lived_on"),
}
# Said of what is done again and again: "I bake bread", not "I'm baking bread" or "I baked bread".
HABITS: dict[str, str] = {
    verb: f"{verb}es" if verb.endswith("ch") else f"{verb}s"
    for verb in words_of("support ride bake grow coach attend rent wear eat cook breed raise paint practise host")
}
# Only what has happened: "moved to Porto" is where someone lives, "is moving to Porto" is a plan.
EVENTS: dict[tuple[str, str], Says] = {
    ("move", "to"): Says("lives_in", PLACE),
    ("move", "with"): Says("lives_with", PERSON),
    ("relocate", "to"): Says("lives_in", PLACE),
    ("emigrate", "to"): Says("lives_in", PLACE),
    ("move", "from"): Says("lived_in", PLACE),
    ("relocate", "from"): Says("lived_in", PLACE),
    ("marry", ""): Says("married_to", PERSON),
    ("divorce", ""): Says("divorced_from", PERSON),
    ("grow", "in"): Says("grew_up_in", PLACE),
    ("grow", "near"): Says("grew_up_near", PLACE),
    ("co-found", ""): Says("founded", ORGANISATION),
    ("join", ""): Says("works_at", ORGANISATION),
    ("found", ""): Says("founded", ORGANISATION),
    ("graduate", "from"): Says("studied_at", ORGANISATION),
    ("start", "at"): Says("works_at", ORGANISATION),
    ("start", "as"): Says("works_as"),
    ("join", "as"): Says("works_as"),
    ("switch", "to"): Says("uses", CONCEPT, "", CONCEPT),
    ("migrate", "to"): Says("uses", CONCEPT, "", CONCEPT),
    ("qualify", "as"): Says("works_as"),
}
# "is married to", "is based in": (participle or adjective, preposition).
STATES: dict[tuple[str, str], Says] = {
    ("married", "to"): Says("married_to", PERSON),
    ("engaged", "to"): Says("engaged_to", PERSON),
    ("divorced", "from"): Says("divorced_from", PERSON),
    ("allergic", "to"): Says("allergic_to"),
    ("afraid", "of"): Says("afraid_of"),
    ("scared", "of"): Says("afraid_of"),
    ("fond", "of"): Says("likes"),
    ("crazy", "about"): Says("likes"),
    ("mad", "about"): Says("likes"),
    ("passionate", "about"): Says("likes"),
    ("keen", "on"): Says("likes"),
    ("obsessed", "with"): Says("likes"),
    ("intolerant", "to"): Says("intolerant_to"),
    ("interested", "in"): Says("interested_in"),
    ("fluent", "in"): Says("speaks", LANGUAGE),
    ("born", "in"): Says("born_in", PLACE),
    ("born", "on"): Says("born_on"),
    ("raised", "in"): Says("grew_up_in", PLACE),
    ("based", "in"): Says("located_in", PLACE, "", ORGANISATION),  # of a person: lives_in
    ("promoted", "to"): Says("works_as"),
    ("diagnosed", "with"): Says("has"),
    ("built", "with"): Says("uses", CONCEPT, "", CONCEPT),
    ("located", "in"): Says("located_in", PLACE, "", CONCEPT),
    ("located", "on"): Says("located_in", PLACE, "", CONCEPT),
    ("located", "at"): Says("located_in", PLACE, "", CONCEPT),
    ("written", "in"): Says("written_in", CONCEPT, "", CONCEPT),
    ("owned", "by"): Says("owned_by", PERSON, "", CONCEPT),
    ("made", "by"): Says("created_by", PERSON, "", CONCEPT),
    ("created", "by"): Says("created_by", PERSON, "", CONCEPT),
    ("employed", "by"): Says("works_for", ORGANISATION),
    ("employed", "as"): Says("works_as"),
    ("employed", "at"): Says("works_at", ORGANISATION),
    ("insured", "with"): Says("insured_with", ORGANISATION),
    ("enrolled", "at"): Says("studies_at", ORGANISATION),
    ("enrolled", "in"): Says("studies"),
    ("hosted", "on"): Says("hosted_on", CONCEPT, "", CONCEPT),
    ("deployed", "on"): Says("deployed_on", CONCEPT, "", CONCEPT),
    ("deployed", "to"): Says("deployed_on", CONCEPT, "", CONCEPT),
    ("written", "by"): Says("written_by", PERSON, "", CONCEPT),
    ("maintained", "by"): Says("maintained_by", PERSON, "", CONCEPT),
    ("managed", "by"): Says("managed_by", PERSON, "", CONCEPT),
    ("reviewed", "by"): Says("reviewed_by", PERSON, "", CONCEPT),
    ("led", "by"): Says("led_by", PERSON, "", CONCEPT),
    ("run", "by"): Says("run_by", PERSON, "", CONCEPT),
    ("named", "after"): Says("named_after"),
    ("trained", "as"): Says("trained_as"),
    ("addicted", "to"): Says("likes"),
    ("terrified", "of"): Says("afraid_of"),
    ("good", "at"): Says("good_at"),
    ("bad", "at"): Says("bad_at"),
    ("responsible", "for"): Says("responsible_for"),
    ("related", "to"): Says("related_to", PERSON),
    ("hooked", "on"): Says("likes"),
}
# A named subject may do anything to a named object, but not these: they pass, or are not about the world.
PASSING_VERBS = words_of(
    "be do have get go come want need think believe guess suppose hope wish say tell ask feel look seem see "
    "hear let make take give try keep mean find show help thank call put leave start begin stop finish happen "
    "become miss forget remember expect plan decide agree wonder understand send bring wait eat buy sell lose "
    "visit meet watch quit plan claim mention explain suggest promise"
)
ATTITUDES = words_of(
    "think believe guess suppose hope wish wonder imagine assume doubt feel expect fear suspect dream pretend "
    "reckon bet want plan intend consider hear read seem appear say tell claim mention explain suggest "
    "promise insist swear ask report announce deny joke lie complain write argue"
)
OWN_TELLING = words_of("tell say mention remember know note confirm")  # with the subject "I"
OWN_BIDDING = words_of("remember note know")  # as a request; "say I am rich" and "imagine" suppose
HEDGES = words_of(
    "maybe perhaps probably possibly apparently supposedly allegedly presumably hopefully almost nearly "
    "reportedly likely conceivably basically practically virtually essentially"
)
DENIALS = words_of("never hardly rarely barely seldom scarcely neither nor no")
FACTUAL_MARKS = words_of("because since as although though while whereas so")

POSTS = words_of(  # one word to the rules
    "team-lead tech-lead product-lead co-founder co-supervisor co-author co-owner co-director co-host co-pilot "
    "co-driver co-chair co-parent co-found co-founded vice-president vice-captain vice-chair vice-principal"
)
# Only a person does or is this, or stands on its other side; the recogniser is often wrong there.
OF_PERSONS = words_of(
    "lives_in lived_in likes dislikes prefers speaks studies studied works_at works_for works_as worked_at "
    "married_to engaged_to allergic_to afraid_of age birthday born_in born_on grew_up_in plays drives knows "
    "works_with boss pet wants had"
) | frozenset(ROLES.values())
TO_PERSONS = frozenset(
    {"married_to", "engaged_to", "knows", "works_with", "boss", "led_by", "written_by", "best_man", "founded_by"}
) | frozenset(ROLES.values())
DONE_BY = words_of(  # what is said to be done by somebody is so as plainly as the other way round
    "founded led owned directed written acquired chaired designed painted composed invented discovered developed built "
    "managed published produced edited illustrated translated"
)
DONE_TO_FIRMS = words_of("founded acquired")
PERSONAL = words_of(  # the last word of a predicate of which only a person is the other side: `contact_person`
    "person contact replacement successor predecessor assistant "
    "lead manager director ceo cto coo cfo president chair chairman chairwoman treasurer secretary principal"
)
# One to four words, each as names are written.
WRITTEN_NAME = r"[A-ZÀ-ÞĀ-Ž][\w'’-]+(?: [A-ZÀ-ÞĀ-Ž][\w'’-]*){0,3}"
TO_FIRMS = words_of("client customer landlord tenant sponsor supplier")  # a firm may be these as well
SCHEDULED = words_of("launch open expire start end begin close ship premiere air")  # "Blip launches on 3 May"
MAKING = words_of("build write develop design renovate restore code program knit sew record compose paint")
ACQUIRING = words_of("buy purchase adopt get hire")  # what was got is had
INJURED = {  # what happened to somebody's body, and its predicate
    "break": "broke",
    "fracture": "fractured",
    "sprain": "sprained",
    "dislocate": "dislocated",
    "tear": "tore",
    "rupture": "ruptured",
    "twist": "twisted",
    "injure": "injured",
}
