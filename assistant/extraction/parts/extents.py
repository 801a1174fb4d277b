"""How far a noun phrase reaches: which words around its noun belong to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ROLES
from graph.naming import RANKS

if TYPE_CHECKING:
    from spacy.tokens import Token

LETTERS = 2  # "the vitamin B", "the gate C": so few name nothing alone
_RANKS = RANKS | words_of(
    "captain lieutenant major colonel general sergeant commander admiral inspector constable officer nurse chef coach"
)
_JOURNEYS = words_of("trip trips journey flight flights holiday visit voyage cruise expedition ticket tickets")
KEPT = frozenset({"compound", "amod", "nummod", "nmod", "quantmod", "case", "advmod", "npadvmod", "flat", "poss"})


def kept_words(token: Token) -> list[Token]:
    found = [token]
    for child in token.children:
        if child.dep_ in KEPT and not (child.i > token.i and (child.dep_ == "advmod" or _stands_apart(child))):
            found += kept_words(child)
        elif child.dep_ == "conj" and _joined_by_sign(child):  # "Crumb & Co" is one name
            found += [child.nbor(-1), *kept_words(child)]
        elif child.dep_ == "prep" and _tells_of_what(child) and not _is_post_of(token, child):
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


def _tells_of_what(of: Token) -> bool:
    """Whether "of" stands right behind what it is of: not in "bee stings, of all people"; so do "per" behind a number
    of things, "except" behind days, and "to" behind a journey.
    """
    leads = of.lower_ == "to" and of.head.lower_ in _JOURNEYS and any(one.tag_ == "NNP" for one in of.children)
    limits = of.lower_ == "per" or (of.lower_ == "except" and of.head.lower_ in {"day", "days"})
    return (of.lower_ == "of" or leads or limits) and of.i > of.head.i and of.nbor(-1).text != ","


def of_kind(name: Token, kept: list[Token]) -> list[Token]:
    """Those of a name's words that stand before it in small letters: "the giant smith Uldra", "the wizard Adaeze"."""
    of_a_kind = any(one.lower_ == "the" for one in name.lefts) and len(name) > LETTERS
    if name.tag_ != "NNP" or not (of_a_kind and name.text.istitle() and name.text.isalpha()):
        return []
    first = next((place for place, one in enumerate(kept) if one.text[:1].isupper()), 0)
    return kept[:first] if all(one.is_alpha for one in kept[:first]) else []


def kind_before(name: Token) -> str:
    """What a name is by the noun right before it: "giant smith" of "the giant smith Uldra"; "" where none stands so."""
    before = of_kind(name, sorted(kept_words(name), key=lambda one: one.i))
    is_noun = bool(before) and before[-1].tag_ == "NN" and before[-1].lower_ not in ROLES
    return name.doc[before[0].i : before[-1].i + 1].text if is_noun else ""


def named_beside(kind: Token) -> Token | None:
    """Berg in "by the architect Anna Berg", where the name is hung on what somebody is."""
    is_kind = kind.tag_ == "NN" and kind.lower_ not in ROLES and kind.left_edge.lower_ == "the"
    beside = (child for child in kind.children if child.dep_ == "appos" and child.tag_ == "NNP")
    return next((name for name in beside if is_kind and name.left_edge.i == kind.i + 1), None)


def _is_post_of(name: Token, of: Token) -> bool:
    """ "Captain Dray of the city guard", "Gary Stubbs of Stubbs & Sons": what follows tells where he serves, and is no
    part of his name.
    """
    if works_for(of):
        return True
    if name.tag_ != "NNP" or not (name.ent_type_ == "PERSON" or any(one.lower_ in _RANKS for one in name.lefts)):
        return False
    return any(one.tag_ in {"NN", "NNS"} and one.left_edge.lower_ == "the" for one in of.children)


def works_for(of: Token) -> Token | None:
    """The firm in "Gary Stubbs of Stubbs & Sons"; None where "of" tells no firm of a person with two names."""
    name = of.head
    is_whole = of.lower_ == "of" and of.i == name.i + 1 and any(child.dep_ == "compound" for child in name.lefts)
    told = (one for one in of.children if is_whole and one.dep_ == "pobj" and one.tag_ in {"NNP", "NNPS"})
    for firm in told:
        has_sign = any(child.text == "&" for child in firm.children)  # a firm, whatever the recogniser takes it for
        if (name.ent_type_ == "PERSON" and (has_sign or firm.ent_type_ == "ORG")) or (name.ent_type_ and has_sign):
            return firm
    return None


def _stands_apart(behind: Token) -> bool:
    """ "Glad it helped you, Ida", "our visitor is Minna, reachable 8-9": after a comma."""
    return behind.dep_ in {"npadvmod", "amod"} and behind.left_edge.i > 0 and behind.left_edge.nbor(-1).text == ","


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
