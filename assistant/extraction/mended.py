"""A parse in which a name right after its role hangs on it, as in "my brother-in-law Matteo lives in Trieste"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.vocabulary import PETS, ROLES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BEFORE = frozenset({"amod", "nmod", "dep", "compound"})
_SIDES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "npadvmod", "dep"})


def mended(doc: Doc) -> Doc:
    """`doc`, changed in place: the parser gives a verb two subjects where a name that it does not know follows."""
    for role in doc:
        if role.lower_ in ROLES.keys() | PETS and role.dep_ in _SIDES and role.i + 1 < len(doc):
            name = role.nbor(1)
            if _is_written_as_name(name) and name.head == role.head and name.dep_ in _SIDES and _is_owned(role):
                name.head, name.dep_ = role, "appos"
                name.tag_, name.pos_ = "NNP", "PROPN"
        if role.lower_ in ROLES.keys() | PETS and role.head.i == role.i + 1 and role.dep_ in _BEFORE:
            role.dep_ = "compound"
            for owner in [child for child in role.children if child.dep_ == "poss"]:
                owner.head = role.head
        if role.dep_ == "conj" and role.pos_ in {"NOUN", "PROPN"} and role.right_edge.i + 1 < len(doc):
            _becomes_subject(role, role.right_edge.nbor(1))
    return doc


def _becomes_subject(noun: Token, verb: Token) -> None:
    """ "Ruth leads the team and her husband Omar is a baker": the parser joins the husband to the team."""
    if (
        verb.tag_ in {"VBZ", "VBP", "VBD"}
        and verb.dep_ == "conj"
        and not any(child.dep_ in {"nsubj", "nsubjpass"} for child in verb.children)
    ):
        noun.head, noun.dep_ = verb, "nsubj"


def _is_written_as_name(token: Token) -> bool:
    return token.text[:1].isupper() and token.text.isalpha() and token.pos_ in {"PROPN", "NOUN", "ADJ"}


def _is_owned(role: Token) -> bool:
    return any(child.dep_ == "poss" for child in role.children)
