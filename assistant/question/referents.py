"""What a pronoun in a question means: a name from the question itself or from the turns before it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace

from assistant.extraction.words.dates import MONTHS, WEEKDAYS
from assistant.extraction.words.feasts import FEASTS
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ADDRESSED, ROLES
from assistant.question.kin_asked import gender, one_asked_for, several_asked_for, sounds_like_hers
from assistant.question.things import things_in, trades_in
from graph.retrieval.question.words import is_name
from graph.retrieval.seeding.seeds import words

PLACES = frozenset({"place", "city", "country", "location", "region", "town"})
PERSONS = frozenset({"person", "animal"})
MANY = "p"  # as what a firm is spoken of: "they"
_NOT_A_NAME = words_of(
    "i i'm i've i'd i'll what where when who whose whom which why how is are was were do does did can could will may "
    "would should has have had the a an my your and or but so also if ok okay yes no please tell show list thanks "
    "hi hello"
)
# "Until when?", "Since which year?"; "In Bruges" is a film
_NO_NAME_ALONE = words_of("until till since during after before around from by at on in for with about within between")
# What something has, in capitals: it names nobody.
_KINDS = frozenset("IP URL DOI ISBN IBAN BIC VAT PIN PUK RAM CPU GPU SSD MAC SSID DNS UUID VIN ETA RSVP".split())  # noqa: SIM905
_NAME = re.compile(r"(?<!\w)[^\W\d_a-z][\w'’.-]*(?:\s+(?:(?:of|de|van|von|da|the)\s+)?[^\W\d_a-z][\w'’.-]*)*")
_LETTERS = 5  # of what is written in capitals and nobody's name: "who does QA?", "who is in HR?"
_SHORT_IS = re.compile(r"(?<=..)['’](?:s|re|d|ll)$")  # of "what's"
_WHERE_IS = re.compile(r"\W*where (?:is|are|was|were|do|does|did|will|has) (?P<whom>[\w'’-]+(?: [A-Z][\w'’-]+)*)")
_TO_SOMEBODY = re.compile(
    r"(?:happen\w*|hear\w*|sa(?:y|id)|talk\w*|sp[eo]ak\w*|spoke|wr[io]te|writ\w+|married|related|listen\w*"
    r"|belong\w*|g[ai]ve)\b",
    re.IGNORECASE,
)
ROLE = re.compile(r"\bmy\s+(?P<role>[\w-]+)", re.IGNORECASE)
_DUMMY_IT = re.compile(
    r"\b(?:worth it\b|make it(?=\W*$| (?:on|to|at|this|next)\b)"
    r"|is it (?:true|possible|raining|late|ok|okay|right)|what time is it|what day is it)\b",
    re.IGNORECASE,
)
_EXISTS = re.compile(
    r"\b(?:is|are|was|were|isn't|aren't)\s+there\b|\bthere(?:'s|\s+(?:is|are|was|were))\b", re.IGNORECASE
)
_AFTER_OBJECT = words_of(
    "in at on to with and or now there today yesterday again about from for by of as than before after last next do "
    "does did is are was were live lives work works like likes too also either this that when where what who how if "
    "so"
)


@dataclass(frozen=True, slots=True)
class Named:
    """Something named in a turn, as far as is known: its type, and "f", "m" or MANY if a relation or a pronoun told.

    Of what is only named in words that were `quoted` nothing else is known: it may be whom "she" means.
    """

    name: str
    type: str = "concept"
    gender: str = ""
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Earlier:
    """An earlier question, as it was searched for, and what its answer named, most important first."""

    question: str
    named: tuple[Named, ...] = field(default=())


def resolve(text: str, history: Sequence[Earlier]) -> tuple[str, list[str]]:
    """`text` with pronouns exchanged for names, and what was exchanged, in words."""
    reasons: list[str] = []
    own = [*(name for name in names_in(text) if is_new(name, ())), *(one.name for one in _roles_in(text))]

    def put(pattern: str, kinds: str, form: str) -> None:
        nonlocal text

        def exchange(match: re.Match[str]) -> str:
            named = _referent(kinds, match[0].split()[0].casefold(), history, own)
            if named is None:
                return match[0]
            reasons.append(f"“{match[0]}” is {named.name}")
            at = "at" if named.type == "organisation" else "in"
            return form.format(name=named.name, whose=possessive(named.name), at=at)

        text = re.sub(pattern, exchange, text, flags=re.IGNORECASE)

    put(r"\b(?:she|he)['’]s\b", "person", "{name} is")
    put(r"\b(?:she|he|him)\b", "person", "{name}")
    put(r"\bhis\b(?=\s+\w)|\bhers\b", "person", "{whose}")
    put(rf"\bher\b(?=\s+(?!(?:{'|'.join(_AFTER_OBJECT)})\b)\w)", "person", "{whose}")
    put(r"\bher\b", "person", "{name}")
    put(r"(?<=\bis )that(?=\W*$)|(?<=\bwill )that(?= \w)|(?<=\bdoes )that(?= \w)", "thing", "{name}")
    put(r"\bthat (?:person|man|woman|girl|boy|guy)\b", "person", "{name}")
    put(r"\b(?:that|this) (?:place|city|town|country)\b", "place", "{name}")
    put(r"\b(?:that|this) (?:company|project|book|thing|organisation|organization|one)\b", "thing", "{name}")
    if not _EXISTS.search(text):
        put(r"(?<=\bget )there\b|(?<=\bgo )there\b|(?<=\btravel )there\b", "place", "to {name}")
        put(r"(?<!from )\bthere\b", "place", "{at} {name}")
        put(r"(?<=from )\bthere\b", "place", "{name}")
    if not _DUMMY_IT.search(text):
        put(r"\bits\b", "thing", "{whose}")
        put(r"\bit\b", "thing", "{name}")
    put(r"\btheir\b", "any", "{whose}")
    put(r"\b(?:they|them)\b", "any", "{name}")
    return text, reasons


def _referent(kinds: str, pronoun: str, history: Sequence[Earlier], own: Sequence[str]) -> Named | None:
    """What a pronoun means: in the question itself before it, else in the latest turn that has a fitting one."""
    gender = {"she": "f", "her": "f", "hers": "f", "he": "m", "him": "m", "his": "m"}.get(
        pronoun.removesuffix("'s"), ""
    )
    if own and kinds in {"person", "any"}:
        return None  # "Does Tom like his job?" explains itself
    for turn in reversed(history):
        known = {one.name.casefold() for one in turn.named if not one.quoted}
        unknown = tuple(_as_asked(name, turn.question) for name in names_in(turn.question) if is_new(name, known))
        asked_about = [one for one in turn.named if stands_in(one.name, turn.question)]
        is_known = any(_fits(one, kinds, gender, surely) for one in asked_about for surely in (True, False))
        is_asked = kinds in {"thing", "any"} and not is_known
        things = [Named(one, "object") for one in things_in(turn.question, several=kinds == "any")] if is_asked else []
        asked_for = _asked_for(turn.question, kinds)
        trades = [Named(one, "person") for one in trades_in(turn.question)] if kinds == "person" else []
        mentioned = [*asked_for, *asked_about, *trades, *unknown, *things, *turn.named, *_roles_in(turn.question)]
        if kinds == "place":  # "Zofia's parents": whoever has some is no place
            mentioned = [one for one in mentioned if _is_placed(one) or not stands_in(f"{one.name}'s", turn.question)]
        if kinds == "place" and (subject := _WHERE_IS.match(turn.question)):
            mentioned = [one for one in mentioned if one.name.casefold() != subject["whom"].casefold()]
        if kinds == "person" and gender == "f":  # Zofia, of whom it was asked, before Mrs Quinlan whom the answer names
            hers = [one for one in (*asked_about, *unknown) if not one.gender and sounds_like_hers(one.name)]
            sounding = [one for one in hers if _may_be(one, gender)]
            mentioned = sounding or mentioned
        for surely in (True, False):
            found = [named for named in mentioned if _fits(named, kinds, gender, surely)]
            # Of people and animals "she" is a person first, and whom one addresses so before whom anything is.
            if found := sorted(found, key=lambda one: one.type == "animal" and one.gender != gender):
                chosen = replace(found[0], name=_as_said(found[0].name, turn.question))
                is_one = kinds == "any" and chosen.gender in {"f", "m"}
                return (_spoken_of_as_many(history) if is_one else None) or chosen
    return None


def _is_placed(named: Named) -> bool:
    return named.type.casefold() not in {"", "concept"}


def _may_be(named: Named, gender: str) -> bool:
    return any(_fits(named, "person", gender, surely) for surely in (True, False))


def _spoken_of_as_many(history: Sequence[Earlier]) -> Named | None:
    """Who was "they" before: not the buyer there, who is a she."""
    return next((one for turn in reversed(history) for one in turn.named if one.gender == MANY), None)


def _as_said(name: str, question: str) -> str:
    """The name of a thing with the article that it has in a question: "the hotel"."""
    said = re.search(rf"\b(?:the|my|our|his|her|their) {re.escape(name)}(?!\w)", question) if name.islower() else None
    return said[0] if said else name


def _asked_for(question: str, kinds: str) -> Iterator[Named]:
    """Whom a question asks for by what they are to somebody: "who is Sigrid's teacher?", "how old are her twins?"."""
    if kinds == "person":
        yield from (Named(who, "person", gender) for who, gender in one_asked_for(question))
    elif kinds == "any":
        yield from (Named(who, "person", MANY) for who in several_asked_for(question))


def is_new(name: str, known: Collection[str]) -> bool:
    """Whether a name is none of those that are known, and no month, day or feast: "In September"."""
    last = name.casefold().split()[-1].removesuffix("s")
    return name.casefold() not in {*known, *FEASTS} and last not in (*MONTHS, *WEEKDAYS)


def _as_asked(name: str, question: str) -> Named:
    """A name that the book does not know; where somebody was met "in Tbilisi" that is no somebody."""
    gender = ADDRESSED.get(name.split()[0].rstrip(".").casefold(), "")
    if name.isupper() and 1 < len(name) <= _LETTERS:
        return Named(name, "object")
    return Named(name, "place" if not gender and is_placed(name, question) else "", gender)


def is_placed(name: str, text: str) -> bool:
    leads = re.search(rf"(?P<verb>[\w-]+ )?\b(?:in|at|to|from|near|the) {re.escape(name)}(?!\w)", text)
    return leads is not None and not _TO_SOMEBODY.match(leads["verb"] or "")


def _roles_in(question: str) -> Iterator[Named]:
    """ "my sister" in an earlier question, for when the answer named nobody."""
    for match in ROLE.finditer(question):
        role = match["role"].casefold()
        if role in ROLES:
            beside = _NAME.match(question, match.end() + 1)  # "my sister Anna"
            yield Named(beside[0] if beside else match[0], "person", gender(role))


def _fits(named: Named, kinds: str, gender: str, surely: bool) -> bool:
    """Whether `named` may be meant; an entity of no particular type ("concept", or typed by nobody) may be anything."""
    if named.gender and gender and named.gender != gender:
        return False
    if named.quoted and named.type in PLACES:
        return kinds == "place"  # "Competition in Debrecen", of how we get there
    if named.quoted:
        return kinds == "person" and surely is bool(named.gender)
    if kinds in {"place", "thing"} and named.gender in {"f", "m"}:
        return False
    typed = named.type.casefold()
    untyped = typed in {"", "concept"}
    if kinds == "person":
        return typed in PERSONS if surely else untyped
    if kinds == "place":
        return typed in PLACES if surely else untyped or typed == "organisation"
    if kinds == "thing":
        return not untyped and typed not in PERSONS | PLACES if surely else untyped or typed in PLACES
    return not surely or typed == "organisation"  # "they" are a firm before they are one person


def names_in(text: str) -> Iterator[str]:
    """Capitalised names in a question, without its first word when that is only its beginning."""
    told = words(text)
    for match in _NAME.finditer(text):
        parts = match[0].split()
        place = len(words(text[: match.start()]))
        while parts and _SHORT_IS.sub("", parts[0].casefold().strip(".")) in _NOT_A_NAME and not is_name(told, place):
            parts, place = parts[1:], place + 1
        while parts and parts[-1].rstrip("?!.,") in _KINDS:
            parts = parts[:-1]
        name = re.sub(r"['’]s$", "", " ".join(parts).rstrip(".'’"))
        if name and name.casefold() not in _NO_NAME_ALONE:
            yield name


def stands_in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") and not name.endswith("ss") else f"{name}'s"
