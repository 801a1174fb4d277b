"""Who and what a message names, in order: what its pronouns may mean later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.parties import in_role, is_called_by_role, is_mine
from assistant.extraction.parts.spoken_of import LIVING, Mention, Surroundings, is_called_out, spoken_of
from assistant.extraction.parts.subjects import coordinated, subjects_of
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma
from graph.curation.candidates import Name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_DONE_BY_PERSONS = nouns.words_of("live like love hate adore marry work study meet die drown emigrate")
_TAKING = nouns.words_of("take drink eat wear use swallow inject")
_TRAVEL = frozenset({"go", "travel", "fly", "drive", "head", "return", "cycle", "sail", "emigrate"})
_FIRMS = nouns.words_of(
    "insurance insurer bank provider company firm brand app shop store supplier airline hotel school college "
    "university clinic surgery practice agency garage"
)
_TABLES = (words.ACTIONS, words.EVENTS, words.STATES)


def mentions(doc: Doc, around: Surroundings, first_sentence: int = 0) -> list[Mention]:
    """Every name in the message, in order, with the gender that a role gives ("my sister Anna")."""
    found: list[Mention] = []
    for number, sentence in enumerate(doc.sents, first_sentence):
        if sentence[-1].text == "!" and not any(token.pos_ in {"VERB", "AUX"} for token in sentence):
            continue  # "Woohoo, Maria!"
        before = len(found)
        goes_on = _goes_on(sentence, around, number, found)
        for token in sentence:
            if is_called_out(token) or token.lower_ in nouns.FAITHS or _is_in_quotes(token) or _is_label(token):
                continue
            if not phrases.is_proper(token) or is_called_by_role(token):
                unnamed = _unnamed(token, around) or _thing_by_name(token)
                found += [Mention(unnamed, number, _gender(token.lemma_.lower()), token.i)] if unnamed else []
            elif token.dep_ not in {"compound", "flat"}:
                beside = _role_beside(token)
                role = beside.lemma_.lower() if beside is not None else ""
                by_use = _type_by_use(token)
                if role in role_words.PETS:
                    kind = words.ANIMAL
                elif role or by_use == words.PERSON or (by_use != words.PLACE and _beside_a_person(token)):
                    kind = words.PERSON
                else:
                    kind = by_use if by_use == words.PLACE else phrases.type_of(token, by_use)
                if kind == words.PLACE and _is_called(token):
                    kind = words.CONCEPT
                if kind == words.ORGANISATION and " " not in phrases.phrase(token):
                    kind = words.CONCEPT  # the recogniser takes many a first name for a firm
                is_team = not role and any(child.lower_ == "the" for child in token.children)  # "the Meteors"
                gender = (
                    _addressed(token) or _gender(role) or _by_company(token)
                    if kind in {*LIVING, words.CONCEPT} and not is_team
                    else "n"
                )
                gender = "n" if not role and (_is_taken(token) or _names_thing(token)) else gender
                mine = role_words.ROLES.get(role, "") if beside is not None and is_mine(beside) else ""
                place = by_use == words.PLACE and kind == words.PLACE
                found.append(Mention(Name(phrases.phrase(token), kind), number, gender, token.i, mine, place))
        found += _spoken_of(sentence, around, number, found[before:])
        found += goes_on
    return found


def _goes_on(sentence: Span, around: Surroundings, number: int, before: list[Mention]) -> list[Mention]:
    """Yuki in "She reports to Lena", told of right before: the next "she" means her, and not Lena."""
    first = sentence[0]
    gender = {"she": "f", "he": "m"}.get(first.lower_, "")
    if not gender or first.dep_ not in {"nsubj", "nsubjpass"}:
        return []
    who = spoken_of(first, gender, around, before)
    return [Mention(who.name, number, gender, first.i)] if who is not None else []


def _is_label(word: Token) -> bool:
    """ "Medication: donepezil 10 mg", by which nothing is called."""
    heads = word.i + 1 < len(word.doc) and word.nbor(1).text == ":"
    return heads and word.i == word.sent.start and word.tag_ in {"NN", "NNS"}


def _is_in_quotes(word: Token) -> bool:
    """ "She says 'Ball' now": the word, and nobody who is called so."""
    quotes = {"'", "‘", "’", '"', "“", "”"}
    return 0 < word.i < len(word.doc) - 1 and word.nbor(-1).text in quotes and word.nbor(1).text in quotes


def _spoken_of(sentence: Span, around: Surroundings, number: int, others: list[Mention]) -> list[Mention]:
    """The person's own dad in "a gift for my dad? He's 67 and ...".

    Beside others whom "he" may mean as well he leaves open whom it means.
    """
    alone = not any(one.name.type in {*LIVING, words.CONCEPT} for one in others)
    found = []
    for token in sentence:
        if token.dep_ in {"pobj", "dobj", "dative", "conj"} and not phrases.is_proper(token):
            someone = None if any(child.dep_ == "appos" for child in token.children) else in_role(token, around)
            if someone is not None and someone.name.type in LIVING:
                gender = _gender(token.lemma_.lower()) if alone else ""
                found.append(Mention(someone.name, number, gender, token.i))
    return found


def _is_called(name: Token) -> bool:
    """Whether a thing is called so: "a novel called The Salt Road", which the recogniser takes for a road."""
    called = name.head if name.dep_ == "oprd" else None
    return called is not None and called.dep_ == "acl" and called.head.lemma_.lower() not in nouns.SETTLEMENTS


def _is_taken(name: Token) -> bool:
    """Whether it is what somebody takes, eats or wears: "he takes Sinemet", of which nobody says "he" next."""
    along = any(child.lower_ in {"to", "along", "out", "home"} for child in name.head.children)
    return name.dep_ == "dobj" and lemma(name.head) in _TAKING and not along


def _names_thing(name: Token) -> bool:
    """ "The insurance, Petplan, policy PP-88120": nobody, whatever the recogniser takes it for."""
    if name.dep_ == "appos" and any(map(str.isdigit, name.text)):
        return True
    before = name.nbor(-2) if name.i >= 2 and name.nbor(-1).text == "," else None
    return before is not None and before.lemma_.lower() in _FIRMS


def _gender(role: str) -> str:
    return "f" if role in role_words.FEMALE else "m" if role in role_words.MALE else ""


def _addressed(name: Token) -> str:
    """The gender by which somebody is addressed: "Mrs. Adeyemi"."""
    titles = (one.lower_.rstrip(".") for one in name.lefts)
    return next((role_words.ADDRESSED[title] for title in titles if title in role_words.ADDRESSED), "")


def _by_company(name: Token) -> str:
    """The gender that "Ulrike lives in Rosenheim with her partner" tells."""
    if name.dep_ != "nsubj" or not phrases.is_proper(name):
        return ""
    whose = [one.lower_ for one in name.head.subtree if one.dep_ == "poss" and one.head.lower_ in role_words.ROLES]
    alone = sum(phrases.is_proper(one) and one.ent_type_ == "PERSON" for one in name.head.lefts) <= 1
    with_them = any(
        one.lower_ == "with"
        and any(child.dep_ == "pobj" and child.lower_ in role_words.ROLES for child in one.children)
        for one in name.head.children
    )
    return {"her": "f", "his": "m"}.get(whose[0], "") if with_them and alone and len(whose) == 1 else ""


def _unnamed(token: Token, around: Surroundings) -> Name | None:
    """Someone spoken of by their role alone: "my brother is a teacher, and he ..."."""
    if token.dep_ == "poss" and token.head.dep_ in {"nsubj", "nsubjpass"} and _holds_role(token):
        if phrases.is_proper(token.head) or any(child.dep_ == "appos" for child in token.head.children):
            return None  # "dad's brother Mohan lives in Pune, he ...": Mohan is spoken of
        found = in_role(token, around)
        return found.name if found else None  # "Mum's blood pressure was ...": she is spoken of
    if token.dep_ not in {"nsubj", "nsubjpass"} or any(child.dep_ == "appos" for child in token.children):
        return None
    if token.head.lemma_ in {"be", "call", "name"} and any(
        phrases.is_proper(child) and child.lower_ not in nouns.FAITHS
        for child in token.head.children
        if child.dep_ in {"attr", "acomp", "oprd"}
    ):
        return None  # "my brother is Tom": Tom is the mention
    found = in_role(token, around)
    return found.name if found else None


def _holds_role(token: Token) -> bool:
    return token.lower_ in role_words.ROLES and token.tag_ != "NNS" and token.head.lemma_ != "name"


def _thing_by_name(token: Token) -> Name | None:
    """ "the Dreisam bridge project", of which "it" may be said next."""
    named = any(child.dep_ == "compound" and phrases.is_proper(child) for child in token.children)
    return Name(phrases.phrase(token), words.CONCEPT) if named and token.lemma_.lower() in nouns.THINGS else None


def _role_beside(name: Token) -> Token | None:
    """The noun of a role or pet that a name stands beside: "our cat Biscuit", "Anna is my sister", "Rex is a dog"."""
    if name.dep_ == "poss":
        return None  # "Anna's husband" says nothing of Anna
    nearby = [name.head, *(child for child in name.children if child.dep_ in {"appos", "compound"})]
    if name.head.lemma_ in {"be", "call", "name"}:
        nearby += [child for child in name.head.children if child.dep_ in {"nsubj", "nsubjpass", "attr"}]
        nearby += [name.head.head] if name.head.dep_ == "acl" else []
    nearby += [one.head for one in nearby if one.dep_ == "poss" or (name.dep_ == "conj" and one.dep_ == "appos")]
    return next((one for one in nearby if one.lemma_.lower() in role_words.ROLES.keys() | role_words.PETS), None)


def _type_by_use(token: Token) -> str:
    """A bare name that lives, likes, is married or was met is a person, and what is lived in or moved to is a place,
    whatever the recogniser thought."""
    if token.dep_ in {"nsubj", "nsubjpass"} and (lemma(token.head) in _DONE_BY_PERSONS or token.head.lower_ == "born"):
        return words.PERSON
    if token.dep_ == "nsubj" and token.head.lemma_ == "be" and any(one.lower_ == "from" for one in token.head.children):
        return words.PERSON  # "Nina is from Villach"
    if token.dep_ == "poss" and token.head.lemma_.lower() in role_words.PETS | role_words.ROLES.keys():
        return words.PERSON  # "Marta's cat"
    if token.dep_ == "dobj" and token.head.lemma_ == "meet" and " " not in phrases.phrase(token):
        return words.PERSON
    if token.dep_ == "attr" and any(
        one.lemma_.lower() in words.PERSONAL or (is_mine(one) and is_occupation(one)) for one in subjects_of(token.head)
    ):
        return words.PERSON  # "my contact at Harbour is Declan Moyes", "my sous chef is Adaeze"
    if token.dep_ == "pobj":
        preposition, verb = token.head, token.head.head
        says = [
            table.get((form, preposition.lower_)) for table in _TABLES for form in (verb.lemma_.lower(), verb.lower_)
        ]
        for kind in (words.PLACE, words.PERSON):  # "lives in Metz", "married to Bente"
            if any(one is not None and one.object == kind for one in says):
                return kind
        if preposition.lower_ == "from" and (is_occupation(verb) or verb.lemma_ == "be"):
            return words.PLACE  # "the engineer from Glasgow"
        if preposition.lower_ == "to" and verb.lemma_ in _TRAVEL:
            return words.PLACE
    return words.CONCEPT


def _beside_a_person(token: Token) -> bool:
    """Piotr of "Nora and Piotr": the recogniser takes many a first name for a town."""
    first = token
    while first.dep_ == "conj" and phrases.is_proper(first.head):
        first = first.head
    joined = list(coordinated(first))
    plain = len(joined) > 1 and all(phrases.is_proper(one) and " " not in phrases.phrase(one) for one in joined)
    met = any(_type_by_use(one) == words.PERSON or phrases.type_of(one, "") == words.PERSON for one in joined)
    return plain and met and not any(phrases.type_of(one, "") == words.ORGANISATION for one in joined)
