"""What somebody asks to have forgotten, or says is over, as the request that it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from graph.curation import taking_back
from graph.models import Fact
from graph.predicates import Relation
from graph.queries.sentences import Sentence, sentence


def requests(proposals: Sequence[Fact], relations: Mapping[str, Relation]) -> dict[int, Sentence]:
    """Of each proposal that takes a fact back, by its id: "Forget: Anna lives in Lisbon", "No longer: …"."""
    wished = {fact.pk: fact for fact in proposals}
    return {
        pk: _request(sentence(wished[pk], relations), sentence(meant, relations, quoted=False))
        for pk, meant in taking_back.targets(proposals).items()
    }


def _request(proposal: Sentence, meant: Sentence) -> Sentence:
    if proposal.predicate == taking_back.OVER:
        return replace(proposal, subject=f"No longer: {meant.subject}", reads=meant.reads, says=meant.says)
    asked = f"Forget: {meant.subject}"
    return replace(proposal, subject=asked, reads=meant.reads, says=meant.says, origin="Asked for by another program")
