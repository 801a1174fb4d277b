"""Somebody who is introduced, where the parser takes their name, or what they do, for a thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.nouns import ANYONE, words_of
from assistant.extraction.words.role_words import ROLES

if TYPE_CHECKING:
    from spacy.tokens import Token

_PLACES = words_of("upstairs downstairs opposite outside inside below above")


def introduced(token: Token) -> None:
    """Whatever is misread of this word in "i'm jonas" and "my sister Anna studies in Bonn", in place."""
    _name_as_kind(token)
    _deed_beside_role(token)
    _words_of_name(token)
    _name_between(token)
    _place_before_somebody(token)


def _name_as_kind(name: Token) -> None:
    """ "i'm jonas": taken for several of a kind."""
    if name.dep_ != "attr" or name.tag_ != "NNS" or name.ent_type_ != "PERSON":
        return
    of_oneself = any(child.dep_ == "nsubj" and child.lower_ == "i" for child in name.head.children)
    if of_oneself and not any(True for _ in name.lefts):
        name.tag_, name.pos_ = "NNP", "PROPN"


def _deed_beside_role(verb: Token) -> None:
    """ "my sister Anna studies in Bonn, she's from Kiel": taken for studies of hers that my sister is."""
    role = verb.head
    if verb.dep_ != "appos" or verb.tag_ != "NNS" or lemma(verb) not in VERBS or role.lower_ not in ROLES:
        return
    name = verb.nbor(-1)
    opens = role.i + 1 == name.i and name.text.istitle() and name.head == verb
    if not opens or verb.i + 1 >= len(verb.doc) or verb.nbor(1).dep_ != "prep":
        return
    is_root, above = role.dep_ == "ROOT", role.head
    behind = [child for child in role.rights if child.i > verb.i]
    verb.head, verb.dep_ = (verb, "ROOT") if is_root else (above, "ccomp")
    verb.tag_, verb.pos_ = "VBZ", "VERB"
    role.head, role.dep_ = verb, "nsubj"
    name.head, name.dep_, name.tag_, name.pos_ = role, "appos", "NNP", "PROPN"
    for child in behind:
        child.head = verb


def _words_of_name(called: Token) -> None:
    """ "a café called Bean There": the second word of a name is taken for where."""
    last = called.i
    while last + 1 < called.sent.end and called.doc[last + 1].text[:1].isupper():
        last += 1
    run = called.doc[called.i + 1 : last + 1]
    if called.lower_ not in {"called", "named"} or len(run) < 2 or run[-1].pos_ != "ADV":
        return
    for word in run:
        word.head, word.dep_, word.tag_, word.pos_ = run[-1], "compound", "NNP", "PROPN"
    run[-1].head, run[-1].dep_ = called, "oprd"


def _name_between(name: Token) -> None:
    """ "I've got a new boyfriend, Elias, he's a nurse": taken for when he is one."""
    if name.dep_ != "npadvmod" or name.tag_ != "NNP" or name.i < 2 or name.i + 2 >= len(name.doc):
        return
    comma, before, behind = name.nbor(-1), name.nbor(-2), name.nbor(1)
    somebody = before.head if before.dep_ == "amod" else before  # "someone new"
    is_between = comma.text == "," and behind.text == "," and name.nbor(2).lower_ in {"he", "she", "they"}
    if is_between and somebody.dep_ == "dobj" and (somebody.lower_ in ROLES or somebody.lower_ in ANYONE):
        name.head, name.dep_ = somebody, "appos"


def _place_before_somebody(place: Token) -> None:
    """ "Upstairs is a student, Theo": taken for what is one."""
    if place.lower_ not in _PLACES or place.dep_ != "nsubj" or place.head.lemma_ != "be":
        return
    kind = next((child for child in place.head.children if child.dep_ == "attr"), None)
    name = next((child for child in kind.children if child.dep_ == "appos"), None) if kind is not None else None
    place.dep_, place.tag_, place.pos_ = "advmod", "RB", "ADV"
    if name is not None:
        name.head, name.dep_ = place.head, "nsubj"
