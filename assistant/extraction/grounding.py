"""What a model's facts rest on: the words of the message that it quotes, or else the sentence in which they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping

from assistant.extraction.parts.parties import FIRST_PERSON
from assistant.extraction.verbatim import occurs
from graph import sentences
from graph.curation.candidates import Candidate

_WORD = re.compile(r"[^\W_]+")
# What is not so, or only may be, is told by these; a fact may say so itself: "does not eat".
_OPEN = re.compile(
    r"\b(?:not|never|no longer|nobody|without|if|unless|whether|suppose|imagine|might|may|maybe|perhaps|wish|hope"
    r"|would|could|should)\b|n['’]t\b"
)
_DENIES = re.compile(
    r"(?:^|_)(?:not|no|never|cannot|dislikes?|hates?|avoids?|allergic|intolerant|without|wishes?|hopes?)(?:_|$)"
)
_BIDS = re.compile(
    r"\W*(?:please|(?:can|could|would) you|tell|show|list|give|find|write|help|plan|remind|explain)\b", re.IGNORECASE
)


def quoted(row: Mapping[str, str], text: str) -> str:
    """The words of `text` on which a row rests: as it quotes them, or else the sentence with its object and subject.

    Small models leave the quote out, or put it together anew. Of words that do not stand in `text` nothing is left.
    """
    quote = row["quote"].strip()
    if quote and occurs(quote, text):
        return quote
    if not _words(quote) <= _words(text):
        return ""
    start, found = 0, ""
    for stop in [*(match.end() for match in sentences.END.finditer(text)), len(text)]:
        sentence, start = text[start:stop].strip(), stop
        if occurs(row["object"], sentence):
            if occurs(row["subject"], sentence) or row["subject"].strip().casefold() in FIRST_PERSON | {"user"}:
                return sentence
            found = found or sentence
    return found


def told(candidate: Candidate) -> bool:
    """Whether its words plainly tell: they ask nothing, and what they deny or leave open is not stated as so."""
    quote = candidate.quote
    if quote.rstrip("\"”'’ ").endswith("?") or _BIDS.match(quote):
        return False
    return _OPEN.search(quote[:1].lower() + quote[1:]) is None or _DENIES.search(candidate.predicate) is not None


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
