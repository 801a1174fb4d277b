"""How tall somebody is: "I'm 1.72 m tall and …", "he's 6'2"", "I'm 5 ft 8", over which the parser stumbles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.parts import phrases
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import LIVING
from assistant.extraction.parts.subjects import subjects_of
from assistant.extraction.reading import Reading
from assistant.extraction.statements import is_question, is_vouched, tense_of
from graph.curation.candidates import Candidate

PLAIN = 0.85
_INCHES = r"\d{1,2}(?: ?(?:in(?:ch(?:es)?)?\b|[\"”]|''))?"
_SIZE = (
    rf"[12](?:[.,]\d{{1,2}})? ?m(?:et(?:er|re)s?)?\b|\d{{2,3}} ?cm\b|\d ?(?:ft\b|foot\b|feet\b|['’])(?: ?{_INCHES})?"
)
# Without "tall" nothing else may follow: what is 2 m long or away is so much of something else.
_TOLD = re.compile(
    rf"\s*(?:(?:about|around|almost|nearly|only|just) )?(?P<size>{_SIZE})(?P<tall> tall\b)?"
    r"(?(tall)|(?=\W*(?:$| and\b)))",
    re.IGNORECASE,
)


def heights(reading: Reading) -> Iterator[Candidate]:
    """The height of everyone who is plainly said to be so tall."""
    for sentence in reading.doc.sents:
        for verb in sentence if not is_question(sentence) else ():
            if verb.lemma_ != "be" or tense_of(verb) != "present" or not is_vouched(verb):
                continue
            said = _TOLD.match(reading.full.text, verb.idx + len(verb), sentence.end_char)
            if said is None or any(child.dep_ == "neg" for child in verb.children):
                continue
            for who in (one for subject in subjects_of(verb) for one in reading.parties(subject)):
                if who.name == SELF or who.name.type in LIVING or who.name.text.istitle():
                    yield from reading.candidate(verb, who, "height", phrases.Object(value=said["size"].strip()), PLAIN)
