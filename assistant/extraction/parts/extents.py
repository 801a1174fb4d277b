"""How far a noun phrase reaches: which words around its noun belong to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Token

KEPT = frozenset({"compound", "amod", "nummod", "nmod", "quantmod", "case", "advmod", "npadvmod", "flat", "poss"})


def kept_words(token: Token) -> list[Token]:
    found = [token]
    for child in token.children:
        if child.dep_ in KEPT and not (child.i > token.i and (child.dep_ == "advmod" or _is_spoken_to(child))):
            found += kept_words(child)
        elif child.dep_ == "conj" and _joined_by_sign(child):  # "Crumb & Co" is one name
            found += [child.nbor(-1), *kept_words(child)]
        elif child.dep_ == "prep" and child.lower_ == "of" and child.i > token.i:
            found += [
                child,
                *(
                    one
                    for grandchild in child.children
                    if grandchild.dep_ == "pobj"
                    for one in _with_article(grandchild)
                ),
            ]
    return found


def _is_spoken_to(name: Token) -> bool:
    """ "Glad it helped you, Ida": after a comma."""
    return name.dep_ == "npadvmod" and name.nbor(-1).text == ","


def _joined_by_sign(conjunct: Token) -> bool:
    return conjunct.i > 0 and conjunct.nbor(-1).text == "&"


def _with_article(token: Token) -> list[Token]:
    return [*kept_words(token), *(child for child in token.children if child.dep_ == "det")]


def to_its_end(last: Token) -> Token:
    """Of "Wong Kar-wai" and "invoice 2026-114" the last part: to the tokenizer a hyphen is a word."""
    doc = last.doc
    while last.i + 2 < len(doc) and not last.whitespace_ and doc[last.i + 1].text == "-":
        behind = doc[last.i + 2]
        if doc[last.i + 1].whitespace_ or not behind.text[:1].isalnum():
            break
        last = behind
    return last


def follows_letter(token: Token) -> bool:
    """ "negative" in "My blood type is A negative": inside a sentence the article is not written so."""
    before = token.nbor(-1) if token.i > token.sent.start + 1 else token
    return before.text == "A" and not token.sent.text.isupper()
