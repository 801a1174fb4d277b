"""A parse in which a name right after its role hangs on it, as in "my brother-in-law Matteo lives in Trieste"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parsing.introduced import introduced
from assistant.extraction.parsing.misread import is_owned, put_right
from assistant.extraction.parsing.misread_verbs import BEFORE
from assistant.extraction.parsing.plain import as_said
from assistant.extraction.words.nouns import DAYS_FOR_NAMES, TIMES_FOR_NAMES, words_of
from assistant.extraction.words.role_words import GROUPS, PETS, ROLES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NUMBERS = frozenset({"CARDINAL", "ORDINAL", "QUANTITY", "MONEY", "PERCENT"})
_CHILDREN = words_of("boy girl son daughter child children sons daughters boys girls kids twins")
_SIDES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "npadvmod", "dep"})


def mended(doc: Doc) -> Doc:
    """`doc`, changed in place: the parser gives a verb two subjects where a name that it does not know follows."""
    for token in doc:
        put_right(token)
        _food_as_verb(token)
        as_said(token)
        introduced(token)
        if token.dep_ == "dobj" and token.tag_ == "VB" and token.i == token.head.i + 1:
            token.tag_, token.pos_ = "NN", "NOUN"  # "I hate coriander": what has no "to" and is an object is a thing
    for role in doc:
        _name_behind_place(role)
        _name_in_list(role)
        _owned_by_named(role)
        _name_behind_role(role)
        before = role.nbor(-1) if role.i and role.dep_ == "appos" else role
        if before.lower_ in ROLES and before not in (role, role.head) and is_owned(before):
            role.head = before  # "my neighbour Rolf and his wife Siv"
        if role.lower_ in ROLES.keys() | PETS and role.dep_ in _SIDES and role.i + 1 < len(doc):
            name = role.nbor(1)
            if name.dep_ == "compound" and name.pos_ == "PROPN":
                name = name.head  # "my landlord Mr Pike wants ..."
            beside = name.dep_ in _SIDES or (name.dep_ == "advmod" and name.tag_ == "NNP")
            if _is_written_as_name(name) and name.head == role.head and beside and is_owned(role):
                if role.dep_ == "npadvmod" and name.dep_ in {"nsubj", "nsubjpass"}:
                    role.dep_ = name.dep_  # "her fiancé Tiago teaches ...": not when he does
                name.head, name.dep_ = role, "appos"
                name.tag_, name.pos_ = "NNP", "PROPN"
        if role.lower_ in ROLES.keys() | PETS and role.dep_ in BEFORE and _is_right_before(role, role.head):
            if role.head.ent_type_ == "PERSON" and role.head.tag_ == "NN":
                role.head.tag_, role.head.pos_ = "NNP", "PROPN"  # "my nephew oskar"
            role.dep_ = "compound"
            for owner in [child for child in role.children if child.dep_ == "poss"]:
                owner.head = role.head
        if role.lower_ in ROLES.keys() | PETS and role.i + 1 < len(doc) and is_owned(role):
            name = role.nbor(1)
            if name.head == role and name.dep_ == "amod" and _is_written_as_name(name):  # "my boss Anjali is ..."
                name.dep_, name.tag_, name.pos_ = "appos", "NNP", "PROPN"
            bare = name.tag_ == "NN" and not any(True for _ in name.children)
            if name.head == role and name.dep_ == "appos" and bare:
                name.tag_, name.pos_ = "NNP", "PROPN"  # "my wife carla"
        if role.lower_ in ROLES and role.i + 1 < len(doc) and is_owned(role) and _is_taken_for_no_name(role.nbor(1)):
            person = doc[role.i + 1 : role.i + 2]
            person.label_ = "PERSON"
            doc.set_ents([person], default="unmodified")
        are_had = role.dep_ == "dobj" and role.head.lemma_ == "have"  # "we have twins, Alma and Storm"
        are_kin = role.tag_ == "NNS" and (role.lemma_.lower() in ROLES or role.lower_ in GROUPS)
        if are_kin and (are_had or is_owned(role)):
            _names_beside(role)
        if are_had and role.lower_ in _CHILDREN:
            _names_behind(role)
        if role.dep_ == "conj" and role.pos_ in {"NOUN", "PROPN"} and role.right_edge.i + 1 < len(doc):
            _becomes_subject(role, role.right_edge.nbor(1))
    return doc


def _owned_by_named(thing: Token) -> None:
    """ "My sister Lena's son is Oskar", "Oskar is my sister Lena's son": taken for my sister, who is Lena's son."""
    role = thing.head
    name = next((child for child in thing.children if child.dep_ == "poss" and child.tag_ == "NNP"), None)
    if thing.dep_ != "appos" or role.lower_ not in ROLES.keys() | PETS or name is None or not is_owned(role):
        return
    if name.left_edge.i != role.i + 1:
        return
    thing.head, thing.dep_ = (thing, "ROOT") if role.dep_ == "ROOT" else (role.head, role.dep_)
    for child in [one for one in role.children if one != thing]:
        child.head = name if child.dep_ == "poss" else thing
    role.head, role.dep_ = name, "compound"


def _name_behind_place(name: Token) -> None:
    """ "My best friend from school, Jule, lives ...": the parser hangs the name on the school."""
    place = name.head
    role = place.head.head
    if name.dep_ != "appos" or name.tag_ != "NNP" or place.dep_ != "pobj" or place.ent_type_ in {"GPE", "LOC"}:
        return
    between_commas = name.i + 1 < len(name.doc) and name.left_edge.nbor(-1).text == name.nbor(1).text == ","
    if role.lower_ in ROLES and is_owned(role) and place.head.dep_ == "prep" and between_commas:
        name.head = role


def _name_behind_role(name: Token) -> None:
    """ "Bloods every 8 weeks at my GP, Dr. Lee": hung on the weeks."""
    first = name.left_edge.i
    role = name.doc[first - 2] if first > 1 and name.doc[first - 1].text == "," else name
    is_name = name.dep_ == "appos" and name.tag_ == "NNP"
    if is_name and name.head.pos_ == "NOUN" and role.lower_ in ROLES and role != name.head and is_owned(role):
        name.head = role


def _name_in_list(name: Token) -> None:
    """ "Max, Ida and Theo": the second of three is one more, and no other name of the first."""
    first = name.head
    if name.dep_ != "appos" or not name.tag_ == first.tag_ == "NNP" or name.i < 2 or name.nbor(-1).text != ",":
        return
    joined = any(child.dep_ == "cc" for child in name.children)
    if joined and name.i - 2 == first.i and any(one.dep_ == "conj" and one.tag_ == "NNP" for one in name.children):
        name.dep_ = "conj"


def _names_beside(roles: Token) -> None:
    """ "Clara's parents, Hans and Ute, live in Kiel": no third and fourth beside the parents."""
    for name in [child for child in roles.children if child.dep_ == "conj" and child.pos_ == "PROPN"]:
        if name.nbor(-1).text == "," and not any(child.dep_ == "cc" for child in roles.children):
            name.dep_ = "appos"


def _names_behind(had: Token) -> None:
    """ "She had a girl in May, Alma", "has two more children too, Lucan and Mel": hung on the month, or had too."""
    if any(child.dep_ == "appos" or child.text in {"called", "named"} for child in had.children):
        return
    for name in had.sent[had.i + 1 - had.sent.start :]:
        behind = name.tag_ in {"NNP", "NNPS"} and name.dep_ in {"npadvmod", "appos", "dobj"} and name.i > had.i + 1
        if behind and name.left_edge.nbor(-1).text == "," and name.ent_type_ != "DATE":
            if name.head == had.head or name.head.ent_type_ == "DATE":
                name.head, name.dep_ = had, "appos"
            return


def _food_as_verb(verb: Token) -> None:
    """ "I can't eat gluten": eating helps no other verb, so that what follows it is eaten."""
    food = verb.head
    if verb.lower_ not in {"eat", "drink", "have"} or verb.i + 1 >= len(verb.doc):
        return
    after = verb.nbor(1)
    if after.tag_ == "VB" and after.head == verb and after.dep_ in {"advmod", "xcomp", "ccomp", "advcl"}:
        after.dep_, after.tag_, after.pos_ = "dobj", "NN", "NOUN"
    if verb.dep_ != "aux" or food != after or food.tag_ != "VB":
        return
    above, relation = food.head, food.dep_
    for child in [one for one in food.children if one.i < verb.i or one.dep_ in {"prep", "npadvmod", "punct"}]:
        child.head = verb
    verb.head, verb.dep_, verb.pos_ = (verb if relation == "ROOT" else above), relation, "VERB"
    food.head, food.dep_, food.tag_, food.pos_ = verb, "dobj", "NN", "NOUN"


def _is_taken_for_no_name(name: Token) -> bool:
    """Whether what stands beside a role is a name that was taken for a time, or a strange one for a number."""
    counted = name.ent_type_ in _NUMBERS and not name.like_num
    return (counted and name.dep_ == "appos" and _is_written_as_name(name)) or _is_named_like_a_time(name)


def _is_named_like_a_time(name: Token) -> bool:
    """ "my sister Summer", "my brother August": a season, a month or a day that stands in no date.

    "I called my sister Sunday" says when; only before a verb of hers is it her name.
    """
    if name.dep_ != "appos" or name.ent_type_ != "DATE" or not name.text.istitle():
        return False
    after = name.nbor(1) if name.i + 1 < len(name.doc) else None
    if after is not None and (after.like_num or after.tag_ == "CD"):
        return False
    if name.lower_ in DAYS_FOR_NAMES:
        return name.head.dep_ in {"nsubj", "nsubjpass"} and after == name.head.head
    return name.lower_ in TIMES_FOR_NAMES


def _becomes_subject(noun: Token, verb: Token) -> None:
    """ "Ruth leads the team and her husband Omar is a baker": the parser joins the husband to the team."""
    if verb.tag_ not in {"VBZ", "VBP", "VBD"} or verb.dep_ not in {"conj", "ccomp"}:
        return
    subject = next((child for child in verb.children if child.dep_ in {"nsubj", "nsubjpass"}), None)
    if subject is not None and subject == noun.head and subject.i == verb.head.i + 1 and is_owned(noun):
        subject.head, subject.dep_, subject = verb.head, "attr", None  # "... is Stalker and my favourite food is ..."
    if subject is not None and subject.i > verb.i and verb.lemma_ == "be" and is_owned(noun):
        subject.dep_, subject = "attr", None  # "... and their rep is Judith"
    if subject is None:
        noun.head, noun.dep_ = verb, "nsubj"


def _is_written_as_name(token: Token) -> bool:
    return token.text[:1].isupper() and token.text.isalpha() and token.pos_ in {"PROPN", "NOUN", "ADJ"}


def _is_right_before(role: Token, name: Token) -> bool:
    """ "my colleague Ana", "my colleague Ana Silva": nothing between them but the rest of the name."""
    between = role.doc[role.i + 1 : name.i]
    return name.i > role.i and all(one.head == name and one.dep_ == "compound" for one in between)
