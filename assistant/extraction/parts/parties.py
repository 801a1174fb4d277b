"""Whom a subject or an owner means: the person themself, someone named or in a role, or the one spoken of before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.spoken_of import LIVING, Mention, Party, Surroundings, fits, is_called_out, spoken_of
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

SELF = Name("User", words.PERSON)
FIRST_PERSON = frozenset({"i", "me", "my", "myself", "we", "us", "our", "mine", "im"})
_LOOKED_BACK = 3  # sentences that name people: whom an earlier one named together, nobody calls “they” any more
_JUST_SAID = 30  # words before a pronoun that say of what kind it is
_PUT = frozenset({"attr", "appos", "npadvmod", "acomp"})
PLURAL = frozenset({"they", "them", "their"})
PRONOUNS = {"she": "f", "her": "f", "he": "m", "him": "m", "his": "m", "it": "n", "its": "n"}


def party(token: Token, around: Surroundings, here: Sequence[Mention], expected: str = words.PERSON) -> Party | None:
    """Whom or what `token` means as a subject or owner; None when that is open or not of this world ("you", "it")."""
    text = token.lower_
    if text in FIRST_PERSON:
        return Party(SELF, 0.95 if text in {"we", "us", "our"} else 1.0)
    if is_called_out(token):
        return None
    if text in PRONOUNS and (own := _called_in_it(token)) is not None:
        return own
    if text in PRONOUNS:
        return _living(spoken_of(token, PRONOUNS[text], around, here), PRONOUNS[text])
    if token.tag_ in {"WP", "WDT"} and token.head.dep_ == "relcl":
        if (beside := _name_before(token)) is not None:
            return _living(party(beside, around, here, expected), "")
        told_of = named_side(_told_of(token.head.head))
        if token.lower_ == "who" and told_of.ent_type_ in {"GPE", "LOC"}:
            return None  # "a designer in Porto who loves cats"
        return party(told_of, around, here, expected)
    if token.pos_ == "PRON" or token.tag_ in {"DT", "EX", "WP", "WRB", "CD"}:
        return None
    named = next((child for child in token.children if child.dep_ == "appos" and phrases.is_proper(child)), None)
    if named is not None and (not phrases.is_proper(token) or token.lower_ in nouns.OFFICES):
        return Party(Name(phrases.phrase(named), _person_or(token, named)))
    if _is_run_together(token):
        return None
    if is_called_by_role(token):
        return in_role(token, around)
    if phrases.is_proper(token) or _stands_beside_role(token):
        return Party(Name(phrases.phrase(token), phrases.type_of(token, expected)))
    return in_role(token, around) or _definite(token)


def _called_in_it(pronoun: Token) -> Party | None:
    """Marmite of "she's three, a tortoiseshell called Marmite", whoever was named before."""
    if pronoun.dep_ != "nsubj" or pronoun.head.lemma_ != "be":
        return None
    for said in (child for child in pronoun.head.children if child.dep_ in _PUT and child.i > pronoun.head.i):
        if (named := named_side(said)) != said and phrases.is_proper(named):
            told = pronoun.doc[max(0, pronoun.i - _JUST_SAID) : named.i]
            of_pets = any(one.lemma_.lower() in role_words.PETS for one in told)
            somebody = words.CONCEPT if pronoun.lower_ == "it" else words.PERSON
            return Party(Name(phrases.phrase(named), words.ANIMAL if of_pets else somebody), 0.9)
    return None


def _living(who: Party | None, gender: str) -> Party | None:
    """Of whom one says "he" or "she", whatever the recogniser took the name for; nobody is "it"."""
    if gender == "n":
        return None if who is not None and who.name.type == words.PERSON else who
    if who is None or who.name.type in LIVING:
        return who
    return who.of_type(words.PERSON)


def _name_before(who: Token) -> Token | None:
    """Leo in "two kids, Mia who is 4 and Leo who is 7": what is hung on the kids is said of whom it follows."""
    place = who.i - 1 - (who.i > 1 and who.nbor(-1).text == ",")
    before = who.doc[max(place, 0)]
    if who.lower_ != "who" or not phrases.is_proper(before) or before.dep_ not in {"appos", "conj"}:
        return None
    beside_name = before.dep_ == "conj" and before.head.dep_ == "appos"  # whatever the recogniser took Simi for
    return before if beside_name or before.ent_type_ not in {"GPE", "LOC", "ORG"} else None


def parties(token: Token, around: Surroundings, here: Sequence[Mention], expected: str = words.PERSON) -> list[Party]:
    """As `party`, but "they" are all whom the latest sentence before named, where it named several people.

    In between one of them may be told of alone: "Tom is married to Lisa. Lisa is a vet. They have two kids."
    """
    if token.tag_ == "NNS" and (beside := _names_beside(token)):
        return [Party(Name(phrases.phrase(name), _person_or(token, name))) for name in beside]
    if token.lower_ not in PLURAL:
        one = party(token, around, here, expected)
        return [one] if one else []
    own = [one for one in here if one.at < token.i]
    before = own or list(around.earlier)
    people = [one for one in before if fits(one, "f") or fits(one, "m")]
    called = [one for one in people if own and one.at >= 0 and _is_called(token.doc, one)]
    people = [one for one in people if one in called or one.sentence != called[-1].sentence] if called else people
    since: set[str] = set()
    for sentence in sorted({one.sentence for one in people}, reverse=True)[:_LOOKED_BACK]:
        names = {one.name.text.casefold(): one.name for one in people if one.sentence == sentence}
        if len(names) > 1:
            return [Party(name, 0.8 if since else 0.9) for name in names.values()] if since <= names.keys() else []
        since |= names.keys()
    return []


def _is_called(doc: Doc, mention: Mention) -> bool:
    """Whether somebody is one of several who are called so: "her twins are called Lwazi and Lindo, they ..."."""
    name = doc[mention.at]
    first = name.head if name.dep_ == "conj" else name
    return first.dep_ == "oprd" and any(one.tag_ == "NNS" for one in first.head.children if one.dep_ == "nsubjpass")


def _names_beside(noun: Token) -> list[Token]:
    """ "my neighbours, Pascale and Guy": all of them."""
    first = [child for child in noun.children if child.dep_ == "appos" and phrases.is_proper(child)]
    return [name for one in first for name in coordinated(one) if phrases.is_proper(name)]


def _told_of(noun: Token) -> Token:
    """Bert in "Bert is a pilot who lives in Cairns"."""
    if noun.dep_ != "attr":
        return noun
    return next((child for child in noun.head.children if child.dep_ == "nsubj"), noun)


def named_side(noun: Token) -> Token:
    """The name in "a sister called Anna who ...", else the noun itself."""
    for child in noun.children:
        if child.dep_ == "acl":
            return next((one for one in child.children if one.dep_ == "oprd"), noun)
    return noun


def _person_or(role: Token, named: Token) -> str:
    lemma = role.lemma_.lower()
    if lemma in role_words.ROLES or lemma in nouns.OFFICES:
        return words.PERSON
    return words.ANIMAL if lemma in role_words.PETS else phrases.type_of(named, words.CONCEPT)


def _stands_beside_role(token: Token) -> bool:
    """ "my sister anna": a name in small letters right after a role."""
    before = token.nbor(-1) if token.i > token.sent.start else None
    return (
        before is not None
        and before.lemma_.lower() in role_words.ROLES
        and before.head == token
        and any(child.dep_ == "poss" for child in before.children)
    )


def _is_run_together(token: Token) -> bool:
    """ "my goalie tasha has ...", all in small letters: how much of it is her name is anyone's guess."""
    before = token.nbor(-1) if token.i > token.sent.start else token
    unknown = before.dep_ == "compound" and before.head == token and before.text.islower()
    return (
        unknown
        and token.text.islower()
        and phrases.is_proper(token)
        and is_mine(token)
        and not _stands_beside_role(token)
    )


def is_mine(role: Token) -> bool:
    """Whether a role is the person's own: "my sister Anna", not "Tom's sister Anna"."""
    owners = [child for one in (role, role.head) for child in one.children if child.dep_ == "poss"]
    return any(one.lower_ in {"my", "our"} for one in owners)


def owner(noun: Token, around: Surroundings, here: Sequence[Mention]) -> Party | None:
    """Whose `noun` it is: "my sister", "Anna's sister", "my sister's husband"; None without an owner."""
    poss = next((child for child in noun.children if child.dep_ == "poss"), None)
    return None if poss is None else party(poss, around, here)


def in_role(noun: Token, around: Surroundings) -> Party | None:
    """ "my sister" by the one sister that is known, else by those very words."""
    whose = next((child for child in noun.children if child.dep_ == "poss"), None)
    lemma = noun.lemma_.lower()
    if is_called_by_role(noun):
        return _holder(role_words.ROLES[noun.lower_], around) or Party(Name(f"my {noun.lower_}", words.PERSON), 0.85)
    if whose is None or whose.lower_ not in {"my", "our"}:
        return None
    if noun.lower_ in role_words.GROUPS:
        return Party(Name(noun.doc[whose.i : noun.i + 1].text, words.PERSON), 0.85)
    if lemma in nouns.DEVICES and noun.head.tag_ != "VBG" and whose.lower_ == "my" and noun.tag_ == "NN":
        return Party(Name(noun.doc[whose.i : noun.i + 1].text, words.CONCEPT), 0.85)
    if lemma not in role_words.ROLES.keys() | role_words.PETS or noun.tag_ == "NNS":
        return None
    known = _holder(role_words.ROLES[lemma], around) if lemma in role_words.ROLES else _pet(lemma, around)
    return known or Party(
        Name(noun.doc[whose.i : noun.i + 1].text, words.PERSON if lemma in role_words.ROLES else words.ANIMAL), 0.85
    )


def is_called_by_role(noun: Token) -> bool:
    """ "Mum" in "Mum's birthday", "Grandmother" in "Grandmother baked": nobody's but the speaker's own."""
    named = noun.lower_ in role_words.CALLED_BY or (noun.text in role_words.CALLED_BY_IN_CAPITALS)
    others = {"poss", "det", "compound", "amod", "appos", "nummod", "flat"}
    return (
        named
        and noun.dep_ not in {"compound", "appos"}
        and not any(child.dep_ in others and child.lower_ not in {"my", "our"} for child in noun.children)
    )


def _holder(role: str, around: Surroundings) -> Party | None:
    """The one whom the person has in `role`, by what was said before, else by what they know."""
    said = {one.name.text: one.name for one in around.earlier if one.role == role}
    known = (around.roles or {}).get(role)
    if len(said) == 1:
        return Party(next(iter(said.values())), 0.95)
    return Party(Name(known, words.PERSON), _certainty(known)) if known and not said else None


def _certainty(known: str) -> float:
    """Of whom the book knows by no name, "my dad", one is no surer than by what was said."""
    return 0.85 if known.casefold().startswith("my ") else 0.95


def _pet(kind: str, around: Surroundings) -> Party | None:
    name = role_words.pet(kind, around.roles or {})
    return Party(Name(name, words.ANIMAL), _certainty(name)) if name else None


def _definite(noun: Token) -> Party | None:
    """ "the run", "our office", "Kubernetes upgrade": a particular thing without a name of its own; not "this"."""
    if noun.tag_ != "NN" or noun.lemma_.lower() in nouns.PASSING_NOUNS:
        return None
    named = [child for child in noun.children if child.dep_ == "compound" and phrases.is_proper(child)]
    marks = {child.lower_ for one in (noun, *named) for child in one.children if child.dep_ in {"det", "poss"}}
    mine = noun.lemma_.lower() in nouns.INSTITUTIONS and marks == {"my"}  # "my school uses Moodle"
    is_meant = bool(marks & {"the", "our"}) or mine or (named and not marks)  # "Kubernetes upgrade is owned by ..."
    if not is_meant or any(child.dep_ in {"relcl", "acl"} for child in noun.children):
        return None
    return Party(Name(phrases.phrase(noun), words.CONCEPT), 0.85)
