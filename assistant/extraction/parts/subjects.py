"""Whom a clause is about: its subjects with those joined to them, its own or the verb's before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.words.base_forms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Token

SUBJECTS = frozenset({"nsubj", "nsubjpass"})
CARRIED = frozenset({"start", "begin", "keep", "use"})  # "started working", "used to live": the next verb states it
_DONE = frozenset({"VBD", "VBN"})
DEEPEST = 12  # governors looked at above a clause; real sentences have three or four


def subjects_of(verb: Token) -> tuple[Token, ...]:
    """The subjects of a clause with their coordinated ones; a verb after "and" shares those of the verb before it."""
    joined = False
    for _ in range(DEEPEST):
        own = [child for child in verb.children if child.dep_ in SUBJECTS]
        if any(one.lower_ == "or" for subject in own for one in subject.children):
            return ()  # "Tom or Ben is the manager"
        if own := [one for one in own if one == own[-1] or not _does_else(one, own[-1])]:
            return (*_hung_before(own[0]), *(one for subject in own for one in _all_of(subject)))
        if verb.dep_ in {"conj", "attr", "acomp"} or (verb.dep_ == "xcomp" and lemma(verb.head) in CARRIED):
            joined = verb.dep_ == "conj"
            verb = verb.head
            continue
        if joined and verb.dep_ in {"dobj", "pobj", "prep"}:  # "loves gardens and hates surprises"
            verb = verb.head
            continue
        return ()
    return ()


def _does_else(first: Token, last: Token) -> bool:
    """ "Kari from the practice called, their PC runs ...": whom the parser gives no verb of their own."""
    return any(one.tag_ in _DONE and one.dep_ == "acl" for one in first.doc[first.i : last.i])


def _all_of(subject: Token) -> Iterator[Token]:
    """The subject with what is joined to it, and to its name: "my husband Luca and I"."""
    yield from coordinated(subject)
    for name in (child for child in subject.children if child.dep_ == "appos"):
        joined = (one for one in coordinated(name) if one != name)
        yield from (one for one in joined if one.lower_ == "i" or any(child.dep_ == "poss" for child in one.children))


def _hung_before(subject: Token) -> tuple[Token, ...]:
    """Zoe in "Zoe and I founded Kite", where the parser takes the name alone for the sentence."""
    verb = subject.head
    alone = verb.head if verb.dep_ == "conj" and verb.head.dep_ == "ROOT" and verb.head.pos_ == "PROPN" else None
    alone = alone or next((one for one in verb.lefts if one.dep_ == "npadvmod" and one.pos_ == "PROPN"), None)
    if alone is None or subject.i < 2 or subject.nbor(-1).lower_ != "and" or subject.nbor(-2) != alone:
        return ()
    return (alone,)


def coordinated(token: Token) -> Iterator[Token]:
    """`token` and what is joined to it by "and" or commas; not "or" and not "but not"."""
    yield token
    joined = {child.lower_ for child in token.children if child.dep_ == "cc"}
    if joined & {"or", "nor", "but", "than"}:
        return
    for child in token.children:
        if child.dep_ == "conj" and child.i and child.nbor(-1).text == "&":
            continue  # "Crumb & Co" is one name
        if child.dep_ == "conj" and not any(grandchild.dep_ == "neg" for grandchild in child.children):
            yield from coordinated(child)
