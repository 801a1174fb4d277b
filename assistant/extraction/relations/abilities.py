"""What somebody is able to, which they also do: "I can speak Hindi", "I grew up speaking German"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts.objects import object_of
from assistant.extraction.parts.subjects import coordinated, subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_KNOWN = {"speak": ("speaks", words.LANGUAGE), "play": ("plays", words.CONCEPT)}


def abilities(reading: Reading, verb: Token) -> Iterator[Candidate]:
    """What the verb says that its subjects are able to: by "can", or by growing up with it."""
    if any(child.dep_ == "neg" for child in verb.children):
        return
    helping = {child.lower_ for child in verb.children if child.dep_ == "aux"}
    done = [verb] if helping == {"can"} else []
    if verb.lemma_ == "grow" and not helping:
        done = [one for one in verb.children if one.dep_ in {"advcl", "xcomp"} and one.lower_ == "speaking"]
    for doing in (one for one in done if one.lemma_.lower() in _KNOWN):
        predicate, expected = _KNOWN[doing.lemma_.lower()]
        objects = [child for child in doing.children if child.dep_ in {"dobj", "xcomp"}]
        for who in (one for subject in subjects_of(verb) for one in reading.parties(subject)):
            for token in (one for found in objects for one in coordinated(found)):
                yield from reading.candidate(
                    verb, who, predicate, object_of(reading, token, expected, predicate), PLAIN
                )
