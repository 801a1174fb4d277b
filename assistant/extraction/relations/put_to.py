"""What "is" and "is called" put to their subject, and what only looks so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.relations.owned import PUTTING
from assistant.extraction.statements import Clause

if TYPE_CHECKING:
    from spacy.tokens import Token

CALLED = frozenset({"call", "name"})


def put_to(clause: Clause, subject: Token) -> list[Token]:
    """What the verb puts to the subject; "Spirited Away" where the parser takes no word of a title for it."""
    found = [child for child in clause.verb.children if child.dep_ in PUTTING and not _ends_number(child)]
    found = [child for child in found if clause.lemma not in CALLED or not child.like_email]
    if len(found) > 1 and found[0].ent_type_ == "PERSON" and found[1].tag_ == "NNS":
        found = found[:1]  # "the sitter is Frau Wirth, 10 euros a day"
    if len(found) > 1 and phrases.is_date(found[0]):  # "3 February, thinking of getting her a wetsuit"
        found = [one for one in found if phrases.is_date(one)]
    elif found and found[0].dep_ == "acomp":  # "before the flat is ready we stay in Estrela, 8 to 31 March"
        found = [one for one in found if one.i <= found[0].i or not phrases.is_date(one)]
    after = clause.verb.nbor(1) if clause.verb.i + 1 < len(clause.verb.doc) else clause.verb
    if not found and has_owner(subject):  # "Mum's birthday is 14th June"
        found = [
            one
            for one in clause.verb.children
            if one.dep_ == "npadvmod"
            and one.i > clause.verb.i
            and (phrases.is_date(one) or one.like_num)
            and clause.verb.nbor(1).dep_ != "prep"  # "my suit is at the cleaners, ready Friday"
        ]
    if found or after.pos_ == "PUNCT" or not after.text[:1].isupper() or not has_owner(subject):
        return found
    if after.dep_ not in {"compound", "advmod", "amod", "nsubj"}:
        return []
    while after.dep_ == "compound" and after.head.i > after.i and after.head.text[:1].isupper():
        after = after.head  # "my boss is Ewa Lis and I ...": of a name the last word bears the others
    return [after]


def rang(verb: Token) -> bool:
    """ "The heating broke down, called Weiss & Co": they were rung up, and nothing is called so."""
    is_active = (
        verb.dep_ == "conj" and verb.head.lemma_ != "be" and not any(one.dep_ == "auxpass" for one in verb.lefts)
    )
    return is_active and not any(one.dep_ == "auxpass" for one in verb.head.lefts)


def _ends_number(token: Token) -> bool:
    """The B of "asset tag 4471-B" and the to of "my go-to", which are put to nothing."""
    behind = token.dep_ == "attr" and token.i > 1 and token.nbor(-1).text == "-"
    return behind and (token.nbor(-2).like_num or token.pos_ != "PROPN")


def has_owner(noun: Token) -> bool:
    return any(child.dep_ == "poss" for child in noun.children)
