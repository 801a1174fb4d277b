"""One parsed message with what surrounds it, and how a rule turns words of it into a candidate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.extraction.parties import Mention, Party, Surroundings, owner, party
from assistant.extraction.phrases import Object
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


@dataclass(frozen=True, slots=True)
class Reading:
    """`text` is the message as written; `doc` has the same offsets, with what is not the person's own blanked."""

    text: str
    doc: Doc
    around: Surroundings
    mentions: Sequence[Mention]

    def party(self, token: Token, expected: str = "person") -> Party | None:
        return party(token, self.around, self.mentions, expected)

    def owner(self, noun: Token) -> Party | None:
        return owner(noun, self.around, self.mentions)

    def candidate(
        self, at: Token, subject: Party, predicate: str, said: Object | Party | None, confidence: float
    ) -> list[Candidate]:
        """The candidate with its sentence as the quote; none without an object, or about a thing and itself."""
        if said is None:
            return []
        name = said.name
        if isinstance(name, Name) and name.text.casefold() == subject.name.text.casefold():
            return []
        sure = confidence * subject.certainty * (said.certainty if isinstance(said, Party) else 1.0)
        sentence = at.sent
        quote = self.text[sentence.start_char : sentence.end_char]
        lead = len(quote) - len(quote.lstrip())
        return [
            Candidate(
                subject=subject.name,
                predicate=predicate,
                object=name,
                value=said.value if isinstance(said, Object) else None,
                value_type=said.value_type if isinstance(said, Object) else "string",
                confidence=round(sure, 2),
                quote=quote.strip(),
                start=sentence.start_char + lead,
                end=sentence.start_char + lead + len(quote.strip()),
            )
        ]
