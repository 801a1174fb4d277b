"""What put right what is quoted: right behind it, "sorry, the 13th", or later, "not the Kulturhaus, the Volkshaus"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from assistant import params
from assistant.agenda.entry import of_passage
from assistant.extraction.text.slips import right_words
from assistant.question.intents import swap
from assistant.question.referents import names_in
from assistant.without_model.line import Line
from assistant.without_model.since_then import moves_it, puts_right
from graph.models import Chunk, User
from graph.projections import keywords
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.ranking.score import TALK
from graph.retrieval.result import Result
from graph.retrieval.types import ChunkRow, Item


def corrections(user: User, result: Result) -> Callable[[Line], Sequence[Item]]:
    """Looks up the passages that may put a line of a conversation right, in the order in which they were said."""

    @cache
    def of_passages(chunk: ChunkRow, text: str) -> tuple[Item, ...]:
        found = sorted({*_behind(user, chunk), *_by_name(user, chunk, text)})
        if found and "filters" in result.config:
            allowed = within.allowed(user, Filters(**result.config["filters"]))
            found = [pk for pk in found if allowed.lets("chunk", pk)]
        return tuple(map(of_passage, rows.chunks(user.pk, found).values())) if found else ()

    def of(line: Line) -> Sequence[Item]:
        chunk = line.item.chunk
        return of_passages(chunk, line.text) if chunk is not None and chunk.document_kind == TALK else ()

    return of


def _behind(user: User, said: ChunkRow) -> list[int]:
    """Those that put something right, up to a few passages behind what was said."""
    near = Chunk.objects.for_user(user).filter(document=said.document, position__gt=said.position)
    near = near.filter(position__lte=said.position + params.MOVED_WITHIN)
    found = [(pk, place - said.position, text) for pk, place, text in near.values_list("pk", "position", "text")]
    return [
        pk
        for pk, apart, text in found
        if moves_it(text)
        or (apart <= params.CORRECTED_WITHIN and (swap(text) is not None or right_words(text) or text[:1].isdigit()))
    ]


def _by_name(user: User, said: ChunkRow, text: str) -> list[int]:
    """Those that say of a name in the line what is right in its place, whenever that was said since."""
    names = " ".join(names_in(text))
    if not names or not keywords.available():
        return []
    found = [pk for pk, _ in keywords.search(user.pk, "chunk", names, params.CORRECTIONS_READ)]
    later = Chunk.objects.for_user(user).filter(pk__in=found, created_at__gt=said.created_at)
    return [
        pk
        for pk, other in later.values_list("pk", "text")
        if swap(other) is not None or puts_right(other) or moves_it(other)
    ]
