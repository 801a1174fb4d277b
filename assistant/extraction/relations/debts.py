"""What is owed, lent and borrowed: "Viktor owes me 50 euros", "I lent Hannah my tent", "I borrowed Felix's drill"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.reading import Reading
from assistant.extraction.statements import Clause
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_THEM = frozenset({"him", "her", "them"})
_PREDICATES = {"owe": "owes", "lend": "lent", "loan": "lent", "borrow": "borrowed"}


def debts(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What one side has of the other's, in the words it is said with, with whose it is: "me 50 euros"."""
    predicate = _PREDICATES.get(clause.lemma)
    if predicate is None or clause.passive or (predicate == "owes") != (clause.tense == "present"):
        return
    sides = [one for one in clause.verb.children if one.dep_ == "dobj"]
    sides = sides or [one for one in clause.verb.children if one.dep_ == "dative" and _has_sum(one)]
    what = sides[-1] if sides else None
    if (
        what is None
        or what.tag_ == "PRP"
        or any(one.lower_ == "you" for one in clause.verb.subtree)
        or what.lemma_.lower() in {"thanks", "apology", "explanation", "favour"}
    ):
        return
    words = _words(clause.verb, what) if what.tag_ != "WDT" else _spoken_of(clause.verb)
    if not words:
        return
    said = phrases.Object(value=words)
    for who in reading.everyone(clause.subjects):
        if who.name == SELF or _touches_owner(clause.verb):
            yield from reading.candidate(clause.verb, who, predicate, said, PLAIN)


def _words(verb: Token, what: Token) -> str:
    """ "Hannah a dinner", "my tent to Felix", "Felix's drill"; "" of what is owed to "her", of nobody by name."""
    whom = next((one for one in verb.children if one.dep_ in {"dative", "dobj"} and one.i < what.i), None)
    first = whom.left_edge if whom is not None else what.left_edge
    last = what.right_edge
    for child in verb.children:
        if child.dep_ in {"prep", "dative"} and child.i == last.i + 1 and child.lower_ in {"to", "from"}:
            last = child.right_edge
    if whom is not None and whom.lower_ in _THEM:
        return ""
    return verb.doc[first.i : last.i + 1].text.rstrip(" .,;!")


def _has_sum(whom: Token) -> bool:
    """ "I owe Sixten 350 for the mixing": where the sum is hung on him."""
    return any(child.dep_ == "nummod" and child.i > whom.i for child in whom.children)


def _spoken_of(verb: Token) -> str:
    """The thing of which a clause tells: "the side bed that we borrowed from Saara"."""
    return phrases.phrase(verb.head) if verb.dep_ == "relcl" else ""


def _touches_owner(verb: Token) -> bool:
    """Whether it is between somebody and the owner: what Tom owes to Lisa concerns those two."""
    return any(one.lower_ in {"me", "us"} for one in verb.subtree)
