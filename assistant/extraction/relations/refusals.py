"""What somebody will not have, said without a verb: "No coffee for me after noon"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

LIKELY = 0.75
_REFUSAL = re.compile(
    r"(?P<no>no|none of (?:that|this|these|those|the)) (?P<what>[^,;:.!?]{2,60}?),? for me"
    r"(?P<when> (?:after|before|until|past|between|on|during|with|without|at night|at work|"
    r"in the (?:morning|afternoon|evening|night))\b[^,;:.!?]{0,40})?"
    r"(?:,? please)?[.! ]*",
    re.IGNORECASE,
)
# What is not there, or is of no account: nobody asks to be spared it. Then the words of a single occasion.
_NOT_REFUSED = words_of(
    "problem problems worry worries time way idea clue luck news place room hope doubt point use rush hurry "
    "reason chance need difference choice sense excuse excuses pressure complaint complaints regrets answer reply "
    "replies message messages question questions surprise surprises longer one more less matter word words help "
    "job work future end fun joke jokes stress biggie deal issue issues guarantee guarantees mail post letter "
    "letters parcel parcels package packages invitation invitations"
)
_THIS_ONCE = words_of("today tonight now yet left tomorrow either anymore again thanks thank this")


def refusals(reading: Reading) -> Iterator[Candidate]:
    """What each such sentence refuses, in its own words: it is preferred that there be none of it."""
    for sentence in reading.doc.sents:
        if not is_question(sentence):
            yield from _refused(reading, sentence)


def _refused(reading: Reading, sentence: Span) -> Iterator[Candidate]:
    said = _REFUSAL.fullmatch(sentence.text.strip())
    if said is None or any(_is_of_once(token) for token in sentence):
        return
    what, when = said["what"].split(), said["when"] or ""
    if what[-1].lower() in _NOT_REFUSED or what[0].lower() == "one":
        return
    spared = Object(value=f"{said['no'].lower()} {' '.join(what)}{when}")
    yield from reading.candidate(sentence.root, Party(SELF), "prefers", spared, LIKELY)


def _is_of_once(token: Token) -> bool:
    """Whether the word tells of something that was, or is for the moment."""
    return token.pos_ == "AUX" or token.tag_ == "VBD" or token.lower_ in _THIS_ONCE
