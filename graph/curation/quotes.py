"""Where a quote stands: the passage of its document that holds the words, if only the document was given."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from graph.curation.candidates import FRONT_MATTER, Draft, Quote
from graph.models import Chunk
from graph.projections.subjects import batches


def placed(user_id: int, drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, each quote with the passage it stands in; a document of one passage needs no words for that."""
    wanted = {quote.document for draft in drafts for quote in draft.evidence if _is_open(quote)}
    if not wanted:
        return list(drafts)
    passages: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for batch in batches([pk for pk in wanted if pk is not None]):
        found = Chunk.objects.checked_for(user_id).filter(document__in=batch, children=None).order_by("position")
        for pk, document, text in found.values_list("pk", "document_id", "text"):
            passages[document].append((pk, text))
    return [replace(draft, evidence=tuple(_placed(draft.evidence, passages))) for draft in drafts]


def _is_open(quote: Quote) -> bool:
    return quote.document is not None and quote.chunk is None and quote.extractor != FRONT_MATTER


def _placed(quotes: Iterable[Quote], passages: dict[int, list[tuple[int, str]]]) -> Iterable[Quote]:
    for quote in quotes:
        held = passages.get(quote.document or 0, [])
        if not _is_open(quote) or not held:
            yield quote
            continue
        words = " ".join(quote.text.split())
        holding = [pk for pk, text in held if words and words in " ".join(text.split())]
        yield replace(quote, chunk=holding[0] if holding else held[0][0] if len(held) == 1 else None)
