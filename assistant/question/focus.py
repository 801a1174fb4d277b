"""What a question asks for: whom it is about, which relations lead there, and which predicates would answer it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.extraction.words.role_words import PETS, ROLES
from assistant.question.questions import WORD
from graph.retrieval.question.words import content_stems

_SELF = re.compile(
    r"\b(?:i|(?<!tell )(?<!show )(?<!give )(?<!remind )me|my|mine|myself|i'm|i've|i’m|i’ve)\b", re.IGNORECASE
)
_WHO_OR_WHAT = re.compile(r"\b(?:who(?:['’]s| is| are| was| am)|what (?:is|are|was) [^?]{1,60}\?*$)", re.IGNORECASE)
_TELLING = re.compile(
    r"\b(?:tell me (?:more |all |everything )?about|everything about|describe|summari[sz]e"
    r"|what (?:else )?(?:do|did) (?:you|i) (?:know|have|say) (?:about|on|of))\b",
    re.IGNORECASE,
)
_DOES = re.compile(r"\bwhat (?:do|does|did) .{1,60}? do\b(?: for (?:a living|work))?\W*$", re.IGNORECASE)
# "What can't she eat?", "what do I not like?": what is asked for is the contrary; "don't you know" is none.
_DENIED = re.compile(
    r"\b(?:can|do|does|did|should|must|may|would|will|could|wo|ca)(?:n['’]?t|nt)\b(?! (?:you|we) know)"
    r"|\b(?:cannot|not|never)\b(?! (?:you )?know)",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b(?:names?|called)\b", re.IGNORECASE)
# What "avoid" says in two words: "stay away from", "watch out for".
_AVOID = re.compile(
    r"\b(?:(?:stay|keep|steer|be|am|are|is) (?:away|clear|wary)|(?:watch|look) out)\b(?= (?:from|of|for)\b)",
    re.IGNORECASE,
)
_WITH = re.compile(r"\bwith whom\b|\bwho(?:m|['’]s)?\b.*\bwith\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asks:
    """Words of a question and the predicates they ask for; `where`, `when`, `what`, "with whom" and "not" narrow them.

    Those that are `loose` only hint at the answer: who likes mice does not eat them.
    """

    words: str
    predicates: str
    where: str = ""
    when: str = ""
    what: str = ""
    company: str = ""
    denied: str = ""
    loose: str = ""


# What somebody does not take, the surest first.
_NOT_EATEN = "allergic_to intolerant_to cannot_eat cannot_have does_not_eat avoids"
_NOT_DRUNK = "allergic_to intolerant_to cannot_drink cannot_have does_not_drink avoids"
_LEFT_OUT = f"{_NOT_EATEN} cannot_drink does_not_drink"
GROUPS = (
    Asks(
        "live lives lived living reside resides residing city town country village home address based move moved",
        "lives_in located_in city address lives_near lived_in grew_up_in",
        company="lives_with lived_with flatmate roommate",
    ),
    Asks(
        "work works working worked job jobs employer company profession occupation employed career workplace",
        "works_at works_for works_as is_a works_on works_in employer profession occupation job worked_at worked_for "
        "worked_as founded runs",
        where="works_at works_for works_in employer company worked_at worked_for",
        what="works_as is_a profession occupation job works_on works_at works_for",
        company="works_with worked_with colleague boss",
    ),
    Asks(
        "born birth birthday birthdate birthplace", "birthday born_on born_in", where="born_in", when="born_on birthday"
    ),
    Asks("die dies died dead death passed", "died_on died_in", where="died_in", when="died_on"),
    Asks("old age aged", "age birthday born_on"),
    Asks(
        "like likes liked enjoy enjoys love loves hobby hobbies interests fan taste",
        "likes prefers interested_in plays collects",
        denied="dislikes allergic_to",
    ),
    Asks("prefer prefers preferred preference preferences favourite favorite", "prefers likes"),
    Asks("hate hates dislike dislikes detest", "dislikes allergic_to"),
    Asks("avoid avoids careful", f"{_LEFT_OUT} dislikes"),
    Asks(
        "allergic allergy allergies intolerant intolerance",
        "allergic_to intolerant_to cannot_eat cannot_drink cannot_have",
    ),
    Asks(
        "eat eats food foods",
        f"{_NOT_EATEN} eats favourite_food dislikes likes is",
        denied=f"{_NOT_EATEN} dislikes is",
        loose="likes",
    ),
    Asks("diet", f"{_LEFT_OUT} is eats"),
    Asks(
        "drink drinks",
        f"drinks {_NOT_DRUNK} favourite_drink prefers likes",
        denied=f"{_NOT_DRUNK} dislikes",
        loose="prefers likes",
    ),
    Asks("speak speaks language languages fluent", "speaks"),
    Asks(
        "study studies studying studied university school degree",
        "studies studies_at studied studied_at learns",
        where="studies_at studied_at",
    ),
    Asks("from originally origin hometown", "from born_in grew_up_in"),
    Asks("located location situated", "located_in lives_in"),
    Asks("own owns belong belongs owner", "owns owned_by owner pet"),
    Asks("lead leads led leader manage manages manager", "leads led_by lead leader manages managed_by manager"),
    Asks("wrote written author authors writer", "author authors written_by wrote writer"),
    Asks("use uses using used", "uses used"),
    Asks("play plays instrument", "plays"),
    Asks("drive drives drove car cars", "drives owns"),
    Asks("illness illnesses condition conditions disease diseases diagnosed suffer suffers", "has"),
    Asks("knows", "knows"),
    Asks("meet met", "met knows", where="met_at met_in", when="met"),
    Asks("email mail", "email email_address"),
    Asks("phone telephone", "phone phone_number"),
    Asks("colleague colleagues coworker coworkers", "colleague works_with"),
    Asks("deadline due", "due deadline"),
)
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
    "husband": frozenset({"married_to", "partner"}),
    "wife": frozenset({"married_to", "partner"}),
    "married": frozenset({"married_to"}),
}
_SIBLING, _PARENT, _CHILD, _SPOUSE = (RELATIONS[word] | {word} for word in ("sibling", "parent", "child", "spouse"))
# A relation that no fact states is made up of two that some do: a brother's son is a nephew.
COMPOSED: dict[str, tuple[tuple[frozenset[str], frozenset[str]], ...]] = {
    "nephew": ((_SIBLING, frozenset({"son"})),),
    "niece": ((_SIBLING, frozenset({"daughter"})),),
    "uncle": ((_PARENT, frozenset({"brother"})),),
    "aunt": ((_PARENT, frozenset({"sister"})),),
    "grandmother": ((_PARENT, frozenset({"mother"})),),
    "grandfather": ((_PARENT, frozenset({"father"})),),
    "mother_in_law": ((_SPOUSE, frozenset({"mother"})),),
    "father_in_law": ((_SPOUSE, frozenset({"father"})),),
    "sister_in_law": ((_SPOUSE, frozenset({"sister"})), (frozenset({"brother", "sibling"}), _SPOUSE)),
    "brother_in_law": ((_SPOUSE, frozenset({"brother"})), (frozenset({"sister", "sibling"}), _SPOUSE)),
    "grandson": ((_CHILD, frozenset({"son"})),),
    "granddaughter": ((_CHILD, frozenset({"daughter"})),),
}
# Of a general word the particular ones that a fact may have instead: who asks for children is told of a son.
PARTICULAR = {
    **dict.fromkeys(("child", "children", "kid", "kids"), "son daughter"),
    **dict.fromkeys(("sibling", "siblings"), "brother sister"),
    **dict.fromkeys(("parent", "parents"), "mother father"),
    **dict.fromkeys(("spouse", "partner"), "married husband wife"),
    **dict.fromkeys(("pet", "pets"), "dog cat"),
    **dict.fromkeys(("avoid", "careful"), "allergic intolerant eat drink dislike"),
}
PLACES = "lives_in located_in works_at works_in studies_at from born_in grew_up_in lived_in"
TIMES = "birthday born_on deadline due date"
# These stand beside each other in one answer; of other predicates only the best one answers.
TOGETHER = frozenset(
    [
        "likes",
        "prefers",
        "interested_in",
        "plays",
        "collects",
        "dislikes",
        *_LEFT_OUT.split(),
        "works_as",
        "is_a",
        "works_at",
        "works_for",
    ]
)
FILLERS = content_stems(
    "know tell say said more else everything anything describe summarise summarize have remember mention "
    "now currently nowadays"
)
LIGHT = content_stems("much many long often use need take put get go make give keep want")  # "salt: 2 %" needs none
# What somebody does, best first: who has no trade that is told, teaches or runs something.
DOING = "works_as is_a profession occupation job works_at works_for works_on teaches runs founded studies"
BOTH_WAYS = frozenset({"married_to", "partner", "friend", "colleague", "sibling", "neighbour"})


@dataclass(frozen=True, slots=True)
class Focus:
    """`relations` are the roles named, in order; `predicates` answer it, best first; `stems` are its content words."""

    about_self: bool
    relations: tuple[frozenset[str], ...]
    predicates: tuple[str, ...]
    stems: frozenset[str]
    general: bool
    name: bool
    guessed: bool = False  # only "where" or "when" tells the predicates
    loose: frozenset[str] = frozenset()  # of the predicates those that only hint at the answer
    kinds: frozenset[str] = frozenset()  # of pets: "my dog"
    telling: bool = False  # "what do you know about my mum": all of whom the relations lead to, not who it is


def widened(question: str) -> str:
    """What is searched for: the question, and behind it the particular words of the general ones that it has."""
    general = _words(_AVOID.sub("avoid", question))
    particular = dict.fromkeys(word for one in general for word in PARTICULAR.get(one, "").split())
    return " ".join([question, *(word for word in particular if word not in general)])


def _words(question: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(question)]


def focus(question: str) -> Focus:
    """Read a question by its words."""
    question = _AVOID.sub("avoid", question)
    words = _words(question)
    narrow = next((word for word in words if word in {"where", "when", "what", "which"}), "")
    narrow = "company" if _WITH.search(question) else narrow
    denied = _DENIED.search(question) is not None
    telling = _TELLING.search(question) is not None
    relations = tuple(RELATIONS[key] for word in words if (key := _singular(word)) in RELATIONS)
    predicates: dict[str, None] = {}
    firm: set[str] = set()
    for group in GROUPS:
        if set(words) & set(group.words.split()):
            narrowed = (denied and group.denied) or getattr(group, narrow, "") or group.predicates
            predicates |= dict.fromkeys(narrowed.split())
            firm |= set(narrowed.split()) - set(group.loose.split())
    if _DOES.search(question):
        predicates = dict.fromkeys(DOING.split())
        firm = set(DOING.split())
    name = _NAME.search(question) is not None
    guessed = not predicates and not name and narrow in {"where", "when"}
    if guessed:
        predicates = dict.fromkeys((PLACES if narrow == "where" else TIMES).split())
    return Focus(
        about_self=_SELF.search(question) is not None,
        relations=relations,
        predicates=tuple(predicates),
        stems=content_stems(question),
        general=telling or _WHO_OR_WHAT.search(question) is not None,
        name=name,
        telling=telling,
        guessed=guessed,
        loose=frozenset() if guessed else frozenset(predicates.keys() - firm),
        kinds=frozenset(word.removesuffix("s") for word in words) & PETS - {"pet"},
    )


def _singular(word: str) -> str:
    return word if word in RELATIONS else word.removesuffix("s")
