"""Two sentences that the parser takes for one: "Elin is a nurse and Mira studies law" makes her law."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.text.spelled_out import Change
from assistant.extraction.words.base_forms import VERBS, lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def run_on(doc: Doc) -> Iterator[Change]:
    """A full stop for each "and" after which somebody else does something, where the parser did not see it."""
    for joint in doc:
        if joint.lower_ == "and" and 0 < joint.i < len(doc) - 3 and _is_overlooked(joint.nbor(1), joint.nbor(2)):
            said = joint.sent.root
            if said.lemma_ == "be" and said.i < joint.i:
                end = joint.nbor(-1).idx + (0 if joint.nbor(-1).text == "," else len(joint.nbor(-1)))
                yield Change(end, joint.idx + len(joint) - end, ".")


def _is_overlooked(name: Token, verb: Token) -> bool:
    """Whether a name stands before what one person does, and is not taken for who does it."""
    is_subject = name.head == verb and name.dep_ in SUBJECTS
    return (
        name.text.istitle() and name.is_alpha and verb.lower_.endswith("s") and lemma(verb) in VERBS and not is_subject
    )
