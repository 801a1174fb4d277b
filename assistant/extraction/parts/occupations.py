"""Whether a noun is what somebody works as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words import nouns

if TYPE_CHECKING:
    from spacy.tokens import Token

_OCCUPATIONS = ("er", "or", "ist", "ian", "ant", "eer", "man", "woman", "chef", "lead", "nurse", "ceo", "cto", "cfo")
_TRADES = nouns.words_of("architect physio surgeon vet midwife nanny physiotherapist gp")  # their endings do not tell
_NO_OCCUPATION = nouns.words_of(
    "winner loser other teenager number answer computer brother sister mother father giant butter paper letter water "
    "dinner supper weather leather summer winter order border corner finger shoulder river ladder layer counter tower "
    "powder rubber silver copper ginger pepper flower power shower cover matter chapter poster folder printer server "
    "charger freezer cooker boiler dryer washer heater fever cancer liver tumor humor honor favor flavor color colour "
    "door floor error mirror motor tractor monitor radiator elevator deodorant plant restaurant pant list fist wrist"
)


def is_occupation(noun: Token) -> bool:
    """By its ending: designer, editor, chemist, librarian, accountant, engineer."""
    return noun.lower_ in nouns.OFFICES or (noun.pos_ == "NOUN" and is_trade(noun.lower_))


def is_trade(word: str) -> bool:
    """As `is_occupation`, of a word in small letters that stands where only a noun can stand."""
    return word in nouns.OFFICES | _TRADES or (word.endswith(_OCCUPATIONS) and word not in _NO_OCCUPATION)
