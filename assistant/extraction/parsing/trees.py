"""That a parse stays a tree, whatever is put right in it: who walks up from a word must come to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Heads = list[tuple[int, str]]  # of each token the index of its head, and how it hangs on it


def heads(doc: Doc) -> Heads:
    """What each token hangs on, and how."""
    return [(token.head.i, token.dep_) for token in doc]


def unknotted(doc: Doc, before: Heads) -> Doc:
    """`doc`, in which tokens that hang on each other in a circle hang as they did `before`, when it was a tree.

    "My cousin Sioned" in a list: the name was hung on the role, which the parser had hung on the name.
    """
    while knot := _knot(doc):
        for token in knot:
            head, relation = before[token.i]
            token.head, token.dep_ = doc[head], relation
    for token in doc:
        if token.head.i == token.i:
            token.dep_ = "ROOT"
    return doc


def _knot(doc: Doc) -> list[Token]:
    """Tokens that hang on each other in a circle; a root, which hangs on itself, is none."""
    ends: set[int] = set()  # from these one comes to a root
    for token in doc:
        walked: dict[int, Token] = {}
        while token.i not in walked and token.i not in ends and token.head.i != token.i:
            walked[token.i] = token
            token = token.head
        if token.i in walked:
            way = list(walked.values())
            return way[way.index(token) :]
        ends |= walked.keys()
    return []
