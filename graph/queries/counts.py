"""How much a person's book holds, in one query."""

from __future__ import annotations

from dataclasses import dataclass

from graph.statements import select


@dataclass(frozen=True, slots=True)
class Counts:
    waiting: int = 0
    entities: int = 0
    conflicts: int = 0
    documents: int = 0
    facts: int = 0

    @property
    def is_empty(self) -> bool:
        """Nothing was ever put in: only the person themself is in the index."""
        return self.facts == 0 and self.waiting == 0 and self.documents == 0 and self.entities <= 1


_COUNTS = """
    SELECT (SELECT count(*) FROM graph_fact WHERE user_id = %s AND status = 'staged'),
        (SELECT count(*) FROM graph_entity WHERE user_id = %s AND merged_into_id IS NULL),
        (SELECT count(*) FROM graph_conflict WHERE user_id = %s AND state = 'open'),
        (SELECT count(*) FROM graph_document WHERE user_id = %s AND kind <> 'conversation'),
        (SELECT count(*) FROM graph_fact WHERE user_id = %s AND status = 'confirmed')
"""


def counts(user_id: int) -> Counts:
    """Proposals waiting, entities standing, questions open, files and imports, and facts confirmed."""
    return Counts(*select(_COUNTS, *[user_id] * 5)[0])
