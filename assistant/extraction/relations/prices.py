"""What is paid again and again: "the insurance costs £430 a year", "we pay 900 euros rent"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.complements import complements
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.relations.due import what
from assistant.extraction.statements import Clause
from assistant.extraction.words import nouns
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_SIGNS = frozenset({"£", "$", "€"})
_CHANGES = nouns.words_of("go rise increase climb jump fall drop")
_PAID = nouns.words_of("salary wage pension rent fee premium mortgage allowance stipend")
_TO_SUM = re.compile(  # however the parser hangs "from 98,000 to 112,000"
    r"(?:[^.,;!?]|[.,](?=\d))*?\bto (?:about |around )?"
    rf"(?P<sum>(?:[£$€] ?)?\d++(?:[.,]\d++)*+(?: (?:{'|'.join(sorted(nouns.CURRENCIES))})s?\b)?)(?![\w%]| ?%| percent)",
    re.IGNORECASE,
)
_SPANS = frozenset({"month", "year", "week", "day", "hour"})


def prices(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """What the clause says that its subject costs, or that its subjects pay for their rent."""
    if clause.tense != "present" or clause.passive:
        return
    amount = next((text for child in clause.verb.children if (text := _amount(child))), "")
    if not amount:
        return
    if clause.lemma == "cost" and amount.split()[-1].casefold() in _SPANS:  # what is paid once passes
        for thing in (one for subject in clause.subjects for one in what(reading, subject)):
            if thing.name != SELF:
                yield from reading.candidate(clause.verb, thing, "costs", phrases.Object(value=amount), PLAIN)
    elif clause.lemma == "charge" and amount.split()[-1].casefold() in _SPANS:
        for who in reading.everyone(clause.subjects):
            yield from reading.candidate(clause.verb, who, "charges", phrases.Object(value=amount), PLAIN)
    elif clause.lemma == "pay" and _is_for_rent(clause.verb):
        for who in reading.everyone(clause.subjects):
            yield from reading.candidate(clause.verb, who, "rent", phrases.Object(value=amount), PLAIN)


def owed_for(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "Rent is 380 euros each": said so, it is one's own."""
    if clause.lemma != "be" or clause.tense != "present":
        return
    amount = next((text for child in clause.verb.children if (text := _amount(child))), "")
    for paid in (one for one in clause.subjects if amount and one.lower_ in {"rent", "childcare", "tuition"}):
        if not any(True for _ in paid.children):
            said = phrases.Object(value=amount)
            yield from reading.candidate(clause.verb, Party(SELF), paid.lower_, said, PLAIN)


def raised(reading: Reading, clause: Clause) -> Iterator[Candidate]:
    """ "My salary goes from $98,000 to $112,000", "our rent went up to 850 in May": what it is from then on."""
    if clause.lemma not in _CHANGES or clause.passive:
        return
    found = _TO_SUM.match(clause.verb.sent.text, clause.verb.idx - clause.verb.sent.start_char)
    if found is None:
        return
    amount = phrases.Object(value=found["sum"])
    for subject in (one for one in clause.subjects if one.lemma_.lower() in _PAID):
        for who in reading.owners(subject):
            yield from reading.candidate(clause.verb, who, subject.lemma_.lower(), amount, PLAIN)


def _amount(noun: Token) -> str:
    """ "£430 a year", "1,150 euros" of "1,150 euros rent"; empty for what is no sum of money."""
    if noun.dep_ not in {"dobj", "attr", "npadvmod"}:
        return ""
    parts = [one for one in noun.subtree if one.like_num or _is_currency(one)]
    if not (any(one.like_num for one in parts) and any(map(_is_currency, parts))):
        return ""
    last = max(one.i for one in parts)
    span = noun.doc[last + 1 : last + 3]
    if len(span) == 2 and span[0].lower_ in {"a", "an", "per"} and span[1].lower_ in _SPANS:
        last += 2
    return noun.doc[min(one.i for one in parts) : last + 1].text


def _is_currency(token: Token) -> bool:
    return token.text in _SIGNS or token.lemma_.lower() in nouns.CURRENCIES


def _is_for_rent(verb: Token) -> bool:
    """ "pay 900 euros rent", "pay £900 in rent", "pay £900 for rent"."""
    return any(child.lower_ == "rent" and child.dep_ == "dobj" for child in verb.children) or any(
        token.lower_ == "rent" and preposition in {"in", "for"} for preposition, token in complements(verb)
    )
