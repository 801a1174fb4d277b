"""What kind of someone or something it is, and what stands beside the noun: "a software engineer at Acme"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.parties import named_side
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.parts.subjects import coordinated
from assistant.extraction.reading import Reading
from assistant.extraction.relations.offices import headship, is_headship
from assistant.extraction.relations.owned import PLAIN, SELF_PARTY, head_words
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token


_OF_PERSONS = nouns.words_of("friend colleague neighbour neighbor flatmate roommate classmate")  # no town has one
_NO_TRADES = nouns.MEMBERS | nouns.words_of("customer client regular guest patient visitor lodger subscriber")
_ONE = frozenset({"i", "he", "she"})


def kind(reading: Reading, who: Party, noun: Token) -> Iterator[Candidate]:
    """ "a software engineer at Acme", "the editor of Tide Tables", "a fan of jazz"."""
    marks = {child.lower_ for child in noun.children if child.dep_ == "det"}
    of = next(((token, one) for one, token in complements(noun) if one == "of"), None)
    trade = is_occupation(noun) or noun.lower_ in nouns.STUDENTS
    team = next((child for child in noun.children if child.dep_ in {"compound", "nmod"}), None)
    if noun.lemma_.lower() == "fan" and team is not None and phrases.is_proper(team):
        yield from reading.candidate(noun, who, "likes", phrases.thing(team, words.CONCEPT), PLAIN)
        return
    if noun.lemma_.lower() == "fan" and of is not None:
        yield from reading.candidate(noun, who, "likes", phrases.thing(of[0], words.CONCEPT), PLAIN)
        return
    if noun.lemma_.lower() in role_words.ROLES and of is not None and of[0].lower_ in {"mine", "ours"}:
        yield from reading.candidate(noun, SELF_PARTY, role_words.ROLES[noun.lemma_.lower()], who, PLAIN)
        return
    if of is not None and (related := list(_relative_of(reading, who, noun, of[0]))):
        yield from related
        return
    if of is not None and _is_our_group(of[0]) and (trade or noun.lower_ in nouns.HEADSHIPS) and not marks - {"the"}:
        predicate = f"{phrases.slug(head_words(noun))}_of"
        yield from reading.candidate(noun, who, predicate, phrases.thing(of[0], words.CONCEPT), PLAIN)
        return
    if is_headship(noun):
        yield from headship(reading, who, noun)
        return
    if noun.lemma_.lower() == "member" and of is not None:
        yield from reading.candidate(noun, who, "member_of", phrases.thing(of[0], words.CONCEPT), PLAIN)
        return
    if noun.lemma_.lower() in nouns.NOT_A_KIND:
        return
    if "the" in marks and noun.tag_ != "NNPS":  # "the Aldridges of Whitby" is nothing that one is
        for preposition, token in complements(noun):
            if preposition in {"of", "on"} and (phrases.is_proper(token) or _is_our_group(token)):
                predicate = f"{phrases.slug(head_words(noun))}_{preposition}"
                yield from reading.candidate(noun, who, predicate, phrases.thing(token, words.CONCEPT), PLAIN)
            elif preposition in {"at", "for"} and phrases.is_proper(token) and who.name.type == words.PERSON:
                yield from reading.candidate(noun, who, "works_as", phrases.thing(noun, words.CONCEPT), PLAIN)
                said = phrases.thing(token, words.ORGANISATION)
                yield from reading.candidate(noun, who, f"works_{preposition}", said, PLAIN)
        return
    if noun.tag_ == "NNS" and any(one.dep_ == "nsubj" and one.lower_ in _ONE for one in noun.head.children):
        return  # "I'm on the board as well, meetings first Monday of the month"
    became = noun.head.lemma_ == "become" and not marks
    listed = noun.dep_ == "appos" and trade  # "I'm Walter, 71, retired bus driver from Hull"
    if not marks & {"a", "an", "both"} and noun.tag_ != "NNS" and not became and not listed:
        return
    if any(child.dep_ == "nmod" and any(one.dep_ == "cc" for one in child.children) for child in noun.children):
        return  # "Zoë is vegan and Farid snores": where the snores are taken for what she is
    predicate = "works_as" if became else "is_a"
    yield from reading.candidate(noun, who, predicate, _one_of(noun, who), PLAIN)
    for preposition, behind in [*complements(noun), *_right_behind(noun), *_within(noun)]:
        token = _named(behind, noun)
        if preposition == "from" and phrases.is_proper(token) and who.name.type == words.PERSON:
            yield from reading.candidate(noun, who, "from", phrases.thing(token, words.PLACE), PLAIN)
        is_named = phrases.is_proper(token) or _is_named_after(token)
        owned = any(child.dep_ == "poss" for child in token.children)  # "a teacher at Anna's school"
        employed = trade and noun.lemma_.lower() not in _NO_TRADES and token.lower_ in nouns.EMPLOYING
        is_named = is_named or (preposition == "at" and employed and not owned)
        if preposition in {"at", "for"} and is_named and who.name.type == words.PERSON:
            said = phrases.thing(token, words.ORGANISATION)
            studies = preposition == "at" and noun.lemma_.lower() in nouns.STUDENTS
            yield from reading.candidate(noun, who, "studies_at" if studies else f"works_{preposition}", said, PLAIN)
        if preposition == "with" and token.ent_type_ == "ORG" and who.name.type == words.PERSON:
            said = phrases.thing(token, words.ORGANISATION)  # "a pilot with Lufthansa"
            yield from reading.candidate(noun, who, "works_for", said, PLAIN)


def _right_behind(noun: Token) -> Iterator[tuple[str, Token]]:
    """ "I'm 34 and I'm a brewer at Mack": where the parser hangs the firm on the verb."""
    if noun.head.lemma_ != "be":
        return
    for preposition, token in complements(noun.head):
        if preposition in {"at", "for"} and token.head.i == noun.right_edge.i + 1:
            yield preposition, token


def _named(firm: Token, trade: Token) -> Token:
    """Novatek of "a developer at a small company in Lyon called Novatek": the parser hangs the name on any of them."""
    near = [firm, *(place for by, place in complements(firm) if by == "in"), trade]
    named = (named_side(one) for one in near if firm.lower_ in nouns.INSTITUTIONS | nouns.THINGS | nouns.EMPLOYING)
    return next((one for one in named if one.i > firm.i and one not in near and phrases.is_proper(one)), firm)


def _within(noun: Token) -> Iterator[tuple[str, Token]]:
    """ "a nurse on the stroke unit at St. Vincent's": the firm hangs on its part."""
    for preposition, part in complements(noun):
        if preposition in {"on", "in"} and not phrases.is_proper(part):
            yield from ((by, token) for by, token in complements(part) if by == "at")


def _is_named_after(institution: Token) -> bool:
    """ "St Mary's hospital", "the Altona children's hospital"; not "Anna's school", which is called otherwise."""
    if institution.lower_ not in nouns.INSTITUTIONS:
        return False
    names = [one for one in institution.lefts if one.dep_ in {"compound", "poss"}]
    within = [child for one in names for child in one.lefts if child.dep_ == "compound"]
    return any(one.tag_ == "NNP" and one.dep_ == "compound" for one in [*names, *within])


def _is_our_group(noun: Token) -> bool:
    """The hiking club that somebody is "the treasurer of"."""
    return noun.lower_ in nouns.GROUPINGS | nouns.JOINED_BY_MEMBERS - {"library", "gym"} and any(
        child.lower_ in {"the", "our", "my"} or (child.dep_ == "poss" and child.tag_ == "NNS")
        for child in noun.children
    )


def group_of(post: Token) -> phrases.Object | None:
    """The chess club of "the treasurer of the chess club is Anna"."""
    of = next((token for preposition, token in complements(post) if preposition == "of"), None)
    holds = is_occupation(post) or post.lower_ in nouns.HEADSHIPS
    return phrases.thing(of, words.CONCEPT) if of is not None and holds and _is_our_group(of) else None


def _relative_of(reading: Reading, who: Party, role: Token, whose: Token) -> Iterator[Candidate]:
    """ "Tom is the father of Ada and Ben": Ada's father is Tom; not "the manager of the Lisbon office".

    Of themself the person tells whom they have: "I'm the mother of Ada" is a child of theirs.
    """
    lemma = role.lemma_.lower()
    if lemma not in role_words.ROLES:
        return
    kin = lemma in role_words.FEMALE | role_words.MALE
    for token in coordinated(whose):
        named = phrases.is_proper(token) or any(child.dep_ in {"poss", "appos"} for child in token.children)
        other = reading.party(token) if named else None
        by_name = lemma in _OF_PERSONS and " " not in other.name.text if other else False
        if other is None or not (kin or by_name or other.name.type == words.PERSON):
            continue
        relation, other = role_words.ROLES[lemma], other.of_type(words.PERSON)
        if who.name == SELF_PARTY.name:
            relation = role_words.OTHER_END.get(relation, f"{relation}_of")
            yield from reading.candidate(role, who, relation, other, PLAIN)
        else:
            yield from reading.candidate(role, other, relation, who.of_type(words.PERSON), PLAIN)


def _one_of(noun: Token, who: Party) -> phrases.Object | None:
    """What each of "Ana and Bo are doctors" is: a doctor."""
    said = phrases.thing(noun, words.CONCEPT)
    last = who.name.text.split()[-1].casefold()
    one_person = (who.name.type == words.PERSON or not last.endswith("s")) and last not in role_words.GROUPS
    if said is None or said.name is None or noun.tag_ != "NNS" or not one_person:
        return said
    if not said.name.text.endswith(noun.text):
        return said
    singular = said.name.text.removesuffix(noun.text) + noun.lemma_
    return phrases.Object(name=phrases.Name(singular, said.name.type))
