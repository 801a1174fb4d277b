"""Somebody who is introduced, where the parser takes their name, or what they do, for a thing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.role_words import ROLES

if TYPE_CHECKING:
    from spacy.tokens import Token


def introduced(token: Token) -> None:
    """Whatever is misread of this word in "i'm jonas" and "my sister Anna studies in Bonn", in place."""
    _name_as_kind(token)
    _deed_beside_role(token)


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
