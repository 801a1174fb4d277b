"""A parse in which a name right after its role hangs on it, as in "my brother-in-law Matteo lives in Trieste"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.statements import VERBS, lemma
from assistant.extraction.vocabulary import PETS, ROLES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BEFORE = frozenset({"amod", "nmod", "dep", "compound"})
_SIDES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "npadvmod", "dep"})


def mended(doc: Doc) -> Doc:
    """`doc`, changed in place: the parser gives a verb two subjects where a name that it does not know follows."""
    for token in doc:
        _verb_after_name(token)
        _verb_before_noun(token)
    for role in doc:
        before = role.nbor(-1) if role.i and role.dep_ == "appos" else role
        if before.lower_ in ROLES and before not in (role, role.head) and _is_owned(before):
            role.head = before  # "my neighbour Rolf and his wife Siv"
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


def _verb_after_name(name: Token) -> None:
    """ "Greta lives near Lund": where the name is taken for the verb, the verb is taken for its object."""
    if name.dep_ != "ROOT" or name.pos_ not in {"PROPN", "NOUN"} or name.i + 1 >= len(name.doc):
        return
    verb = name.nbor(1)
    if not name.text[:1].isupper() or verb.head != name or verb.dep_ not in {"dobj", "appos", "conj", "dep"}:
        return
    if not verb.lower_.endswith("s") or lemma(verb) not in VERBS:
        return
    subject = next((child for child in name.children if child.dep_ == "nsubj" and child.i == name.i - 1), None)
    others = [child for child in name.children if child not in (verb, subject)]
    verb.head, verb.dep_, verb.tag_, verb.pos_ = verb, "ROOT", "VBZ", "VERB"
    for child in others:
        if child.i > verb.i:
            child.head = verb
    name.tag_, name.pos_ = "NNP", "PROPN"
    if subject is not None:  # "My wife Tove works ..."
        subject.head, name.head, name.dep_ = verb, subject, "appos"
    else:
        name.head, name.dep_ = verb, "nsubj"


def _verb_before_noun(verb: Token) -> None:
    """ "Theo has epilepsy": where the illness is taken for the verb that "has" helps."""
    noun = verb.head
    if verb.dep_ != "aux" or verb.lower_ not in {"has", "have"} or noun.tag_ not in {"NN", "NNS", "NNP"}:
        return
    if noun.dep_ != "ROOT" or noun.i < verb.i:
        return
    others = [child for child in noun.children if child != verb and child.i < verb.i]
    verb.head, verb.dep_, verb.pos_ = verb, "ROOT", "VERB"
    for child in others:
        child.head = verb
    noun.head, noun.dep_, noun.pos_ = verb, "dobj", "NOUN"


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
