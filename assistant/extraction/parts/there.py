"""Which place "there" means: the one spoken of just before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from assistant.extraction.parts.spoken_of import Mention, Party, Surroundings
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Name

if TYPE_CHECKING:
    from spacy.tokens import Token


def place_spoken_of(at: Token, around: Surroundings, here: Sequence[Mention]) -> Party | None:
    """The place that "there" means: the one of the latest sentence that names any, here or in the message before.

    Of the sentence itself also what the recogniser takes for somebody, where nothing else is named.
    """
    before = [one for one in here if one.at < at.i]
    named = [one for one in before if at.doc[one.at].sent == at.sent]
    latest = _latest_places(before) or [one for one in named if len(named) == 1 and _may_be_place(at.doc[one.at], one)]
    latest = latest or _latest_places([one for one in around.earlier if one.sentence >= around.latest])
    names = {one.name.text.casefold(): one.name.text for one in latest}
    return Party(Name(next(iter(names.values())), words.PLACE), 0.9) if len(names) == 1 else None


def _latest_places(said: Sequence[Mention]) -> list[Mention]:
    places = [one for one in said if one.place or one.name.type == words.PLACE]
    return [one for one in places if one.sentence == max(other.sentence for other in places)]


def _may_be_place(token: Token, mention: Mention) -> bool:
    return not mention.role and mention.gender in {"", "n"} and token.dep_ in {"dobj", "pobj"}
