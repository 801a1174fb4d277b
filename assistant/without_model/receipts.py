"""Where, when and for how much something was bought, as its receipt says. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.words.dates import MONTHS
from assistant.without_model.forms import PAID, asks
from assistant.without_model.line import Line
from assistant.without_model.passages import titled_of
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.types import ChunkRow, Item

RECEIPT = re.compile(r"\b(?:receipt|order|basket|shopping)\b", re.IGNORECASE)
# What is asked of a thing that one bought, and the first line of its receipt that tells it: the shop, the day, the sum.
_BOUGHT = (
    (asks(r"\bwhere\b.*\b(?:buy|bought|get|from)\b"), asks(r"^[A-ZÀ-ÞĀ-Ž]")),
    (asks(r"\bwhen\b.*\b(?:buy|bought|get)\b"), asks(rf"\b\d{{1,2}} (?:{'|'.join(MONTHS)})\b|\d{{4}}-\d\d-\d\d")),
    (asks(r"\bhow much\b"), asks(rf"^(?!sub-?total|total|vat|tax|shipping|delivery).*(?:{PAID})")),
)
_BUYING = content_stems("buy bought get cost pay paid much")


def on_receipts(question: str, asked: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The lines of receipts that are called by what is asked (stems), and tell of it what is asked."""
    bought = next((tells for put, tells in _BOUGHT if put.search(question)), None)
    rest = asked - _BUYING
    found: list[Line] = []
    for item in items if rest else ():
        if bought is None or item.chunk is None or not is_receipt(item.chunk) or not rest <= titled_of(item.chunk):
            continue
        line = next((unit.text for unit in units(item.chunk.text) if bought.search(unit.text)), "")
        found += [Line(item, line, asked, is_told=True)] if line else []
    return found


def is_receipt(chunk: ChunkRow) -> bool:
    return RECEIPT.search(chunk.document_title.replace("_", " ")) is not None
