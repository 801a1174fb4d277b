"""What a table says that a question asks for, told from all of its rows: "which sites are in wave 2?"."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace

from assistant import params
from assistant.agenda.entry import of_passage
from assistant.question.facts import fact_of
from assistant.without_model.answering import answering
from assistant.without_model.asking import Asking, stems_of, understood
from assistant.without_model.demands import THING, demanded, is_held
from assistant.without_model.exactly import is_exact, tells_payment
from assistant.without_model.line import Line
from assistant.without_model.lines import lines_of
from assistant.without_model.tables import amounts
from assistant.without_model.tables.asked import TASKS, asked_of
from assistant.without_model.tables.found import Found, found
from assistant.without_model.tables.heads import WHEN, tokens
from assistant.without_model.tables.table import Row, tables
from assistant.without_model.writing import Composed, Writing
from graph.models import Chunk, User
from graph.retrieval import rows
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.result import Result
from graph.retrieval.types import Item
from graph.tables import is_row

# What was paid in several rows adds up; what something costs stands in each.
_ADDED = ("how many", "how much did", "how much have", "how much has", "how much was", "how much were")


def told(
    user: User, question: str, result: Result, now: dt.datetime, less: Callable[[Result], Result]
) -> tuple[Composed, Result] | None:
    """The answer, and the result with the passages that it cites; None where no table that was found has it.

    `less` takes out what is not to be told. Of an earlier day, of which no passage is kept, there is none.
    """
    asked = asked_of(question) if result.as_of is None else None
    if asked is None:
        return None
    own = content_stems(user.first_name.split()[0]) if user.first_name else frozenset()
    for document in _with_tables(result):
        passages = less(replace(result, items=tuple(_passages(user, document, result)))).items
        for table in tables(passages):
            answer = found(table, asked, own)
            if answer is None or _is_known_otherwise(question, answer, less(result), now):
                continue
            cited = {row.item.pk: row.item for row in answer.rows}
            standing = {item.pk for item in result.items if item.kind == "chunk"}
            further = tuple(item for pk, item in cited.items() if pk not in standing)
            writing = Writing(user.local(now), result.reads)
            _write(answer, writing)
            return writing.composed("\n\n"), replace(result, items=(*result.items, *further))
    return None


def _with_tables(result: Result) -> list[int]:
    """The first documents found of which a passage has a row."""
    documents = [
        item.chunk.document
        for item in result.items
        if item.chunk is not None
        and item.chunk.document_kind != TALK
        and any(is_row(line) or line.lstrip().startswith("|") for line in item.chunk.text.split("\n"))
    ]
    return list(dict.fromkeys(documents))[: params.TABLES_READ]


def _passages(user: User, document: int, result: Result) -> Sequence[Item]:
    """All passages of a document in order, none of one that has too many."""
    chunks = Chunk.objects.for_user(user).filter(document=document).order_by("position")
    ids = list(chunks.values_list("pk", flat=True)[: params.TABLE_PASSAGES + 1])
    if len(ids) > params.TABLE_PASSAGES:
        return []
    standing = {item.pk: item for item in result.items if item.kind == "chunk"}
    loaded = rows.chunks(user.pk, [pk for pk in ids if pk not in standing])
    more = {pk: of_passage(chunk) for pk, chunk in loaded.items()}
    return [(standing | more)[pk] for pk in ids if pk in standing or pk in more]


def _is_known_otherwise(question: str, answer: Found, result: Result, now: dt.datetime) -> bool:
    """Whether a fact answers, or the person said just that, where it is not for rows that the question asks."""
    asked, is_one = answer.asked, len(answer.rows) == 1
    if asked.kind in {"sum", "mean"} or asked.noun == TASKS:
        return False
    if is_one and tells_payment(question, answer.rows[0].text):
        return True
    asking = understood(question, result, now)
    of_rows = asked.kind in {"who", "which"} and not is_one
    if of_rows and not answer.is_all:
        return False
    if asked.kind in {"who", "which", "cell"} and any(
        _is_of_what_is_asked(item, asking, answer) for item in answering(asking)[0]
    ):
        return True
    demand = demanded(question)
    said = (line for line in lines_of(asking, result, now.date()) if line.is_said and is_exact(asking, line))
    return any(
        answer.said <= content_stems(line.text)
        and (demand is None or demand.kind == THING or is_held(demand, line.text))
        for line in said
    )


def _is_of_what_is_asked(item: Item, asking: Asking, answer: Found) -> bool:
    """Whether a fact is of a relation that is asked for, and not only of whom: whose grandfather Thomas is.

    By its words it is so where it has all those that the table has: "my max heart rate" is not that of Tuesday.
    """
    relations = asking.focus.relations[-1] if asking.focus.relations else frozenset()
    predicate = fact_of(item).predicate
    stems = content_stems(predicate.replace("_", " "))
    asked = () if asking.focus.guessed else asking.focus.predicates  # when he was born is not when he was baptised
    by_words = stems & asking.words and answer.said <= stems_of(item) | asking.names
    return predicate in asked or predicate in relations or bool(by_words)


def _write(answer: Found, writing: Writing) -> None:
    asked, found_rows = answer.asked, answer.rows
    cells = [row.cells[answer.value] for row in found_rows if row.has(answer.value)]
    if asked.kind in {"sum", "mean"} or (asked.kind == "cell" and _adds_up(asked.opening, cells)):
        reckoned = amounts.mean(cells) if asked.kind == "mean" else amounts.total(cells)
        how = "on average" if asked.kind == "mean" else "in all"
        writing.sentences.append(f"{answer.value} {how}: {reckoned}.")
    if asked.kind == "count":
        named = dict.fromkeys(row.cells.get(answer.label, "") for row in found_rows)
        writing.sentences.append(f"I count {len(named)} there:")
    if len(found_rows) == 1:
        writing.passage(Line(found_rows[0].item, found_rows[0].text))
        return
    writing.rows([(_named(row, answer), row.item) for row in found_rows], params.TABLE_ROWS)


def _adds_up(opening: str, cells: Sequence[str]) -> bool:
    return opening.startswith(_ADDED) and len(cells) > 1 and amounts.order(cells) is not None


def _named(row: Row, answer: Found) -> str:
    """A row by its name, and what is asked of it: "Bremen: 60"; a mere number with its head, "Ch 3"."""
    name = row.cells.get(answer.label, "")
    if name and (amounts.amount(name) is not None or len(name) < params.SHORT_NAME):
        name = f"{answer.label} {name}"
    is_when = answer.asked.opening.startswith(("when", "what time"))
    asked = [head for head in row.cells if is_when and tokens(head) & WHEN] or [answer.value]
    return ": ".join(filter(None, (name, " ".join(row.cells.get(head, "") for head in asked))))
