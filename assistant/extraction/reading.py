"""One parsed message with what surrounds it, and how a rule turns words of it into a candidate."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from assistant.extraction.parts.parties import SELF, owner, parties, party
from assistant.extraction.parts.phrases import Object
from assistant.extraction.parts.spoken_of import Mention, Party, Surroundings
from assistant.extraction.parts.timing import held
from assistant.extraction.text.unsaid import Full
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_AND_MORE = frozenset({"etc", "etc.", "so on", "so forth", "like", "the like", "whatnot"})  # tea, coffee, and so on
_OF_SOME = (" of it", " of them", " of that")
# Of a policy, a case or a booking: of it nothing is told. A BMW 3200 is a car.
_NUMBER = re.compile(r"(?=(?:\D*\d){6})[A-Z]{0,4}[\s/-]?\d[\d\s/-]{3,}[A-Z]{0,2}")
_STAY = re.compile(r"\S+ (?:night|day|week|month|hour|minute)s?(?: away| by \w+)?", re.IGNORECASE)
_TITLE = re.compile(r"(?:mr|mrs|ms|miss|dr|prof|herr|frau)\.?", re.IGNORECASE)  # the first of "Mr and Mrs Wilk"
_AMOUNT = re.compile(r"\s[\d.,]*\d{2}$")
_OPENING = frozenset("[*_")  # of a link or a word that is stressed, without which its end would stand alone


@dataclass(frozen=True, slots=True)
class Reading:
    """`text` is the message as written; `doc` is its own words `full`: what is not the person's own blanked, what they
    left out put back.

    `said_at` is when it was written, on the person's own clock; `hidden` is where secrets stand in it.
    """

    text: str
    doc: Doc
    full: Full
    around: Surroundings
    mentions: Sequence[Mention]
    said_at: dt.datetime | None = None
    hidden: Sequence[tuple[int, int]] = ()

    def party(self, token: Token, expected: str = "person") -> Party | None:
        return party(token, self.around, self.mentions, expected)

    def parties(self, token: Token, expected: str = "person") -> list[Party]:
        """Everyone whom a subject means: "they" are the several people last named together."""
        return parties(token, self.around, self.mentions, expected)

    def everyone(self, subjects: Iterable[Token]) -> list[Party]:
        """All whom the subjects of a clause mean, in their order."""
        return [one for subject in subjects for one in self.parties(subject)]

    def owner(self, noun: Token) -> Party | None:
        return owner(noun, self.around, self.mentions)

    def owners(self, noun: Token) -> list[Party]:
        """As `owner`, and all of them where "their" means several."""
        poss = next((child for child in noun.children if child.dep_ == "poss"), None)
        return self.parties(poss) if poss is not None else []

    def candidate(
        self, at: Token, subject: Party, predicate: str, said: Object | Party | None, confidence: float
    ) -> list[Candidate]:
        """The candidate with its sentence as the quote; none without an object, about a thing and itself, or "I"."""
        if said is None or not any(letter.isalpha() for letter in predicate):
            return []  # "my 1:1 with Callum is Wednesdays"
        name = said.name
        if isinstance(name, Name) and name.text.casefold() in {subject.name.text.casefold(), "i", *_AND_MORE}:
            return []  # of "I told my sister I would" the parser makes a sister called I
        if isinstance(name, Name) and name.text in subject.name.text.split():
            return []  # "Hugh Brannigan's will is with Brannigan"
        words = name.text if isinstance(name, Name) else said.value or "" if isinstance(said, Object) else ""
        if words.endswith(_OF_SOME) or _NUMBER.fullmatch(subject.name.text):
            return []  # "we've used 80% of it"; "policy number HB 2291-884, renews on 17 January"
        if _TITLE.fullmatch(subject.name.text) or _TITLE.fullmatch(words):
            return []
        if predicate == "is" and subject.name.text.endswith(("'s", "’s")) and words[:1].isdigit():
            return []  # "NIF: mine is 312 445 901, Sinéad's is 312 445 910"
        if predicate == "is" and subject.name.type == "place" and _STAY.fullmatch(words):
            return []  # "Kyoto is now five nights"
        if predicate == "budget" and subject.name == SELF:
            return []  # that of what one is asking for
        if isinstance(name, Name) and name.type == "person":
            if name.text.endswith(("'s", "’s")):
                return []  # "Paula's is her brother": what is hers is no person
            name = replace(name, text=_AMOUNT.sub("", name.text))  # "I owe Amara's brother Kofi 200"
        sure = confidence * subject.certainty * (said.certainty if isinstance(said, Party) else 1.0)
        start, end = self._quoted(at.sent, at)
        valid_from, valid_until = held(at, predicate, self.said_at)
        return [
            Candidate(
                subject=subject.name,
                predicate=predicate,
                object=name,
                value=said.value if isinstance(said, Object) else None,
                value_type=said.value_type if isinstance(said, Object) else "string",
                confidence=round(sure, 2),
                quote=self.text[start:end],
                start=start,
                end=end,
                valid_from=valid_from,
                valid_until=valid_until,
            )
        ]

    def _quoted(self, sentence: Span, at: Token) -> tuple[int, int]:
        """Where the quote stands: the sentence, or as much of it around `at` as holds no secret."""
        start, end = self.full.original(sentence.start_char), self.full.original(sentence.end_char)
        for first, last in self.hidden:
            if start <= first < end:
                start, end = (start, first) if self.full.original(at.idx) < first else (min(last, end), end)
        words = self.text[start:end]
        start, end = start + len(words) - len(words.lstrip()), start + len(words.rstrip())
        while start and self.text[start - 1] in _OPENING:
            start -= 1
        return start, end
