"""What a change did, as lines with a minus or a plus: whole sentences from the ledger's rows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from graph.models import ChangeRow, Fact
from graph.predicates import Relation, relation
from graph.queries.days import shown
from graph.queries.sentences import in_words
from graph.read_as import between

DATES = {"valid_from": "since", "valid_until": "until"}
RELATION_SAYS = {
    "label": "reads",
    "inverse_label": "reads backwards",
    "asked_as": "is also asked for by",
    "same_as": "is said by",
    "subject_kind": "is said of a",
    "object_kind": "leads to a",
    "functional": "is one at a time",
    "symmetric": "is the same from both ends",
}
GONE = {Fact.Status.REJECTED, Fact.Status.RETRACTED}


@dataclass(frozen=True, slots=True)
class Line:
    """`sign` is "minus" for what no longer stands, "plus" for what does now."""

    sign: str
    text: str


def lines_of(rows: Sequence[ChangeRow], names: Mapping[int, str], relations: Mapping[str, Relation]) -> list[Line]:
    """Facts first, then the entries, names and relations that came, went or changed with them; quotes where there is
    nothing else.
    """
    lines: list[Line] = []
    created = {row.object_id for row in rows if row.model == "entity" and row.before is None}
    for row in sorted(rows, key=lambda row: row.model != "fact"):
        if row.model == "fact":
            lines.extend(_fact_lines(row, names, relations))
        elif row.model == "entity":
            lines.extend(_entry_lines(row.before, row.after))
        elif row.model == "predicate":
            lines.extend(_relation_lines(row, relations))
        elif row.model == "alias":
            state = kept(row)
            if state["kind"] != "name" and state["entity_id"] not in created:
                whose = names.get(state["entity_id"], "An entry")
                lines.append(Line("plus" if row.after else "minus", f"{whose} is also called {state['text']}"))
    return lines or [
        Line("plus" if row.after else "minus", f"“{kept(row)['quote']}”"[:300])
        for row in rows
        if row.model == "evidence" and kept(row)["quote"]
    ]


def _fact_lines(row: ChangeRow, names: Mapping[int, str], relations: Mapping[str, Relation]) -> Iterable[Line]:
    before = statement(row.before, names, relations) if row.before else ""
    after = statement(row.after, names, relations) if row.after else ""
    if row.after and row.after["status"] in GONE:
        yield Line("minus", after)
        return
    if before and before != after:
        yield Line("minus", before)
    if after:
        yield Line("plus", after)


def _entry_lines(before: Mapping | None, after: Mapping | None) -> Iterable[Line]:
    if before is None or after is None:
        if after:
            yield Line("plus", f"{after['name']} joins the index")
        if before:
            yield Line("minus", f"{before['name']} leaves the index")
    elif after["merged_into_id"] and not before["merged_into_id"]:
        yield Line("minus", f"{before['name']} is now part of another entry")
    else:
        for column, says in (("name", "is called"), ("type", "is filed under"), ("description", "is described as")):
            if before[column] != after[column]:
                name = after["name"] if column != "name" else "It"
                yield Line("minus", f"{name} {says} {before[column] or 'nothing'}"[:300])
                yield Line("plus", f"{name} {says} {after[column] or 'nothing'}"[:300])


def _relation_lines(row: ChangeRow, relations: Mapping[str, Relation]) -> Iterable[Line]:
    """What is said of a relation now and was not before, and the other way round; of what it never said nothing."""
    before, after = row.before or {}, row.after or {}
    reads = relation(relations, kept(row)["name"]).reads
    for column, says in RELATION_SAYS.items():
        was, now = before.get(column), after.get(column)
        if (was or None) == (now or None):
            continue
        for sign, value in (("minus", was), ("plus", now)):
            if value:
                called = relation(relations, value).reads if column == "same_as" else value
                yield Line(sign, f"“{reads}” {says}{'' if value is True else f' {called}'}"[:300])


def kept(row: ChangeRow) -> Mapping:
    """What the ledger kept of a row: as it is after the change, else as it was before."""
    return row.after or row.before or {}


def statement(state: Mapping, names: Mapping[int, str], relations: Mapping[str, Relation]) -> str:
    """A fact's kept columns as a sentence with its dates, and whether it is still a proposal."""
    subject = names.get(state["subject_id"], "Something deleted")
    if state["object_id"]:
        says = names.get(state["object_id"], "something deleted")
    else:
        says = in_words(state["value"], state["value_type"])
    text = f"{subject} {between(relation(dict(relations), state['predicate']).reads)} {says}"[:300]
    dates = [f", {word} {_day(state[end])}" for end, word in DATES.items() if state.get(end)]
    return "".join([text, *dates, ", unconfirmed" if state["status"] == Fact.Status.STAGED else ""])


def _day(moment: str) -> str:
    day = shown(dt.datetime.fromisoformat(moment))
    return f"{day.day} {day:%b %Y}"
