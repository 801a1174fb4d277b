"""Two sentences that the parser takes for one: "Elin is a nurse and Mira studies law" makes her law."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.text.spelled_out import Change
from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.nouns import words_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_HELPING = words_of("ca can cannot could does did has had wo will won")  # "Farah is vegan and Tobias can't eat gluten"
_LONGEST = 3  # words between whose it is and what is theirs: "my new thesis supervisor"


def run_on(doc: Doc) -> Iterator[Change]:
    """A full stop for each "and" after which somebody else does something, where the parser did not see it."""
    for joint in doc:
        if joint.lower_ != "and" or not 0 < joint.i < len(doc) - 3:
            continue
        if name := _aged_before(joint):
            yield Change(joint.idx - 1, 1, ". ")
            yield Change(joint.idx, len(joint), name)
            continue
        if _is_overlooked(joint.nbor(1), joint.nbor(2)) or _is_owned_overlooked(joint.nbor(1)):
            said = joint.sent.root
            if said.lemma_ == "be" and said.i < joint.i:
                end = joint.nbor(-1).idx + (0 if joint.nbor(-1).text == "," else len(joint.nbor(-1)))
                yield Change(end, joint.idx + len(joint) - end, ".")


def _aged_before(joint: Token) -> str:
    """Who is so old in "Seppe is 19 and studies design", which the parser takes for nineteen studies."""
    if joint.i < 3 or not joint.nbor(-1).like_num or joint.nbor(-2).lower_ not in {"is", "turned"}:
        return ""
    name, does = joint.nbor(-3), joint.nbor(1)
    return name.text if name.text.istitle() and does.lower_.endswith("s") and lemma(does) in VERBS else ""


def _is_overlooked(name: Token, verb: Token) -> bool:
    """Whether a name stands before what one person does, and is not taken for who does it."""
    above = verb.head if verb.dep_ == "aux" else verb
    if not (name.text.istitle() and name.is_alpha) or (name.head == above and name.dep_ in SUBJECTS):
        return False
    does = verb.lower_.endswith("s") and lemma(verb) in VERBS
    return does or (verb.lower_ in _HELPING and above != verb)


def _is_owned_overlooked(owner: Token) -> bool:
    """ "My boss is Anke Dreyer and my office is in Bremen": whether the office is taken for one more boss; "their
    daughter Claire is getting married" for one more wife.
    """
    owned = owner.head
    name = next((one for one in owned.rights if one.dep_ == "appos" and one.i == owned.i + 1), owned)
    after = owner.doc[name.i + 1 : name.i + 3]
    if (
        owner.lower_ not in {"my", "our", "his", "her", "their"}
        or not 0 < owned.i - owner.i <= _LONGEST
        or len(after) < 2
    ):
        return False
    verb = after[1] if after[0].lower_ in {"there", "now"} else after[0]
    return verb.lower_ in {"is", "are"} and owned.dep_ == "conj" and owned.head.i < owner.i
