"""A line of a form that tells what is asked in its own word, in a document that is of the rest of it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from assistant.without_model.forms import FORMS
from assistant.without_model.line import Line
from assistant.without_model.passages import headed_of, titled_of
from assistant.without_model.receipts import RECEIPT, is_receipt, on_receipts
from assistant.without_model.titles import in_titles
from graph.prose import units
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item

HEAD = 3  # units with which a document begins, and says of what it is
# What a paper is called by one who asks for it, and by itself.
_PAPERS = ("lease tenancy rental", "bill invoice statement", "insurance policy cover", "job employment")
_SAME = [content_stems(group) for group in _PAPERS]


def labelled(
    question: str,
    asked: frozenset[str],
    names: frozenset[str],
    items: Sequence[Item],
    holds: Callable[[str], bool] | None,
) -> list[Line]:
    """The lines of documents that say what is asked (stems) in a word of their own, in documents that are of the rest
    and of whom it is asked.

    `holds` says whether a text holds what is demanded, None where nothing special is.
    """
    found = [*in_titles(question, asked, names, items), *on_receipts(question, asked, items)]
    put = [form for form in FORMS if form.asks.search(question)] if asked | names else []
    papers = list(_papers(names, items)) if put else []
    for form in put:
        rest = (asked | names) - form.said
        for item, is_of_one, told, of_it in papers if rest or form.is_own else ():
            if form.sums_up and is_of_one and not RECEIPT.search(question):
                continue  # its total is not what one of its things cost
            lines = [text for text in told if form.tells.match(text) and (holds is None or holds(text))]
            line = next((text for text in lines if rest <= _alike(of_it | content_stems(text))), None)
            found += [Line(item, line, asked or names, is_told=True)] if line else []
        if found:
            break
    return found


def _papers(names: frozenset[str], items: Sequence[Item]) -> Iterator[tuple[Item, bool, list[str], frozenset[str]]]:
    """The passages of documents: whether each is a receipt, its lines, and the stems of what and of whom it is."""
    of_them = headed_by(names, items)
    for item in items:
        if item.chunk is not None and item.chunk.document_kind != TALK:
            told = [unit.text for unit in units(item.chunk.text) if not unit.is_code]
            of_it = _said(item.chunk, told) | (names if item.chunk.document in of_them else frozenset())
            yield item, is_receipt(item.chunk), told, of_it


def _said(chunk: ChunkRow, told: Sequence[str]) -> frozenset[str]:
    """The stems of what a passage is of: its title, its headings and its first lines."""
    return titled_of(chunk) | headed_of(chunk) | content_stems(" ".join(told[:HEAD]))


def _alike(stems: frozenset[str]) -> frozenset[str]:
    """The stems with those of other words for the same paper."""
    return stems.union(*(group for group in _SAME if group & stems))


def headed_by(names: frozenset[str], items: Sequence[Item]) -> frozenset[int]:
    """The documents that name one of these (stems) where they begin: all that they say may be of them."""
    found = set()
    for item in items if names else ():
        if item.chunk is not None and item.chunk.document_kind != TALK and item.chunk.position == 0:
            head = " ".join(unit.text for unit in units(item.chunk.text)[:HEAD])
            if names & content_stems(head):
                found.add(item.chunk.document)
    return frozenset(found)
