"""What a change is called on a page: who made it, and what it did to how many of what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from graph.counted import counted
from graph.models import Change, ChangeRow
from graph.predicates import Relation, relation
from graph.queries.before_after import kept

ACTORS = {
    Change.Actor.USER: "You",
    Change.Actor.POLICY: "Your rule",
    Change.Actor.EXTRACTOR: "Learning",
    Change.Actor.IMPORT: "An import",
    Change.Actor.API: "Another program",
    Change.Actor.MCP: "Another program",
}
VERBS = {
    "state": "wrote down",
    "stage": "proposed",
    "confirm": "confirmed",
    "reject": "rejected",
    "retract": "took back",
    "restore": "brought back",
    "reopen": "put back in pencil",
    "edit": "changed",
    "delete": "deleted",
    "create": "added",
    "merge": "merged two entries",
    "join": "merged two relations",
    "split": "split an entry",
    "resolve": "settled a contradiction",
    "undo": "undid a change",
    "begin": "began this book",
    "erase": "erased something; what it was is not kept",
    "delete_document": "removed a document",
    "new_version": "read a new version of a document",
    "verify": "looked for the words of facts in a new reading",
    "import": "brought in a file",
    "check": "asked and closed questions after a check of the whole book",
}
GONE = "what was erased since"
FINAL = {"begin", "erase"}  # there is no way back behind these
COUNTED = {"state", "stage", "confirm", "reject", "retract", "restore", "reopen", "edit", "delete", "create"}


def what(
    verb: str,
    size: Mapping[str, int],
    rows: Sequence[ChangeRow],
    names: Mapping[int, str],
    relations: Mapping[str, Relation],
) -> str:
    """ "proposed 3 facts", else the relation or the entry by its name, else how many entries, else how many quotes."""
    if not size:
        return f"{verb} {GONE}"
    if size.get("fact"):
        return f"{verb} {counted(size['fact'], 'fact')}"
    if size.get("predicate"):
        called = dict.fromkeys(relation(relations, kept(row)["name"]).reads for row in rows if row.model == "predicate")
        return f"{verb} the relation {', '.join(called)}"[:160]
    whose = [(row.object_id if row.model == "entity" else kept(row)["entity_id"], row.model) for row in rows]
    touched = {pk for pk, model in whose if model != "evidence"}
    if len(touched) == 1:
        return f"{verb} {names.get(next(iter(touched)), 'an entry')[:120]}"
    if size.get("entity"):
        return f"{verb} {counted(size['entity'], 'entry', 'entries')}"
    return (
        f"found {counted(size['evidence'], 'more quote')} for what was written before" if "evidence" in size else verb
    )
