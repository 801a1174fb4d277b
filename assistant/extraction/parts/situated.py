"""Which of several of a kind it is, by where: "a flat in Porto" is told apart from a flat in Graz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Name

if TYPE_CHECKING:
    from spacy.tokens import Token

_PREMISES = (
    nouns.BELONGINGS
    | nouns.DWELLINGS
    | nouns.EMPLOYING
    | nouns.words_of(
        "business stall kiosk workshop mill vineyard winery orchard allotment ranch villa chalet guesthouse"
    )
)


def situated(noun: Token, expected: str = words.CONCEPT) -> phrases.Object | None:
    """As `phrases.thing`, of premises with the place behind them: "small bakery in Graz"; only of "a" or "an"."""
    thing = phrases.thing(noun, expected)
    place = _place_behind(noun)
    if thing is None or thing.name is None or place is None or not thing.name.text.endswith(noun.text):
        return thing
    text = f"{thing.name.text} {noun.nbor(1).text} {phrases.phrase(place)}"
    if len(text.split()) > phrases.LONGEST_NAME:
        return phrases.Object(value=text)
    return phrases.Object(name=Name(text, thing.name.type))


def _place_behind(noun: Token) -> Token | None:
    if noun.lemma_.lower() not in _PREMISES or noun.left_edge.lower_ not in {"a", "an", "another"}:
        return None
    if noun.i + 1 >= len(noun.doc) or noun.nbor(1).lower_ not in {"in", "near", "outside"}:
        return None
    named = (one for one in noun.nbor(1).children if one.dep_ == "pobj" and phrases.is_proper(one))
    return next((one for one in named if not phrases.is_date(one)), None)
