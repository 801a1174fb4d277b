"""Undo after other things happened: what it needs was deleted, merged away, erased or read anew."""

from __future__ import annotations

import pytest

from graph.models import Evidence

KNOWS = {"subject": {"name": "Anna"}, "predicate": "knows", "object": {"name": "Bela"}}


def entry(api, name: str, **fields) -> str:
    return api.post("/entities", {"name": name, **fields})[1]["id"]


def learn_nothing(api, text: str) -> str:
    return api.post("/documents", {"title": "Notes", "text": text, "options": {"learn": False}})[1]["id"]


def latest(api) -> str:
    return api.get("/changes?limit=1")[1]["items"][0]["id"]


def undone(api, change: str) -> tuple[int, list[str]]:
    """The status of an undo, and the changes that are to be undone first."""
    status, answer = api.post(f"/changes/{change}/undo")
    return status, [one["id"] for one in answer.get("changes", [])]


@pytest.mark.parametrize("what", ["entry", "object"])
@pytest.mark.parametrize("then", ["deleted", "merged"])
def test_a_fact_does_not_come_back_without_the_entries_it_is_about(api, what, then):
    """Anna was deleted, or her fact changed; then Bela went. Undoing the first alone would leave a fact about nobody."""
    fact = api.post("/facts", KNOWS)[1]
    if what == "entry":
        api.delete(f"/entities/{fact['subject']['id']}")
    else:
        api.patch(f"/facts/{fact['id']}", {"object": {"name": "Carl"}})
    first = latest(api)
    if then == "deleted":
        api.delete(f"/entities/{fact['object']['id']}")
    else:
        api.post("/entities/merge", {"keep": entry(api, "Dora"), "absorb": [fact["object"]["id"]]})
    second = latest(api)

    assert undone(api, first) == (409, [second])
    assert undone(api, second) == (200, [])
    assert undone(api, first) == (200, [])
    assert api.get(f"/facts/{fact['id']}")[1] == fact


def test_a_name_does_not_come_back_to_an_entry_that_was_merged_since(api):
    bela = entry(api, "Bela", aliases=["Bel"])
    api.patch(f"/entities/{bela}", {"aliases": []})
    edited = latest(api)
    dora = entry(api, "Dora")
    api.post("/entities/merge", {"keep": dora, "absorb": [bela]})

    assert undone(api, edited) == (409, [latest(api)])


def test_a_fact_between_two_that_were_merged_is_not_restored(api):
    """It would be of one entry and itself, by an id that nobody finds."""
    fact = api.post("/facts", KNOWS)[1]
    api.post("/facts/decide", {"ids": [fact["id"]], "decision": "retract"})
    api.post("/entities/merge", {"keep": fact["subject"]["id"], "absorb": [fact["object"]["id"]]})

    _, answer = api.post("/facts/decide", {"ids": [fact["id"]], "decision": "restore"})

    assert answer["decided"] == 0
    assert answer["refused"] == [
        {"id": fact["id"], "msg": "What it is about was merged into one entry; undo the merge first."}
    ]


def test_a_deleted_document_gives_back_its_proposals_and_the_words_but_not_itself(api, work):
    document = learn_nothing(api, "Anna knows Bela.")
    work()
    quote = [{"quote": "Anna knows Bela.", "document": document}]
    fact = api.post("/facts", {**KNOWS, "status": "staged", "evidence": quote})[1]
    api.delete(f"/documents/{document}")
    assert api.get(f"/facts/{fact['id']}")[1]["status"] == "retracted"

    assert undone(api, latest(api)) == (200, [])

    back = api.get(f"/facts/{fact['id']}")[1]
    assert (back["status"], back["evidence"][0]["quote"]) == ("staged", "Anna knows Bela.")
    assert back["evidence"][0]["document"] is None


def test_what_was_learned_from_a_document_is_undone_after_its_deletion_was(api, work):
    """The document is not back, so the quote is not as it was; no change stands on it for that."""
    document = learn_nothing(api, "Anna knows Bela.")
    work()
    fact = api.post("/facts", {**KNOWS, "evidence": [{"quote": "Anna knows Bela.", "document": document}]})[1]
    stated = latest(api)
    api.delete(f"/documents/{document}")
    deleted = latest(api)

    assert undone(api, stated) == (409, [deleted])
    assert undone(api, deleted) == (200, [])
    assert undone(api, stated) == (200, [])

    assert api.get(f"/facts/{fact['id']}")[0] == 404


def test_merges_of_merges_are_undone_after_the_passages_that_name_them_went(api, work):
    names = {name: entry(api, name) for name in ("Anna", "Ann", "Annie")}
    document = learn_nothing(api, "Ann sings.")
    work()
    changes = []
    for keep, absorb in (("Anna", "Ann"), ("Annie", "Anna")):
        api.post("/entities/merge", {"keep": names[keep], "absorb": [names[absorb]]})
        changes.append(latest(api))
    api.delete(f"/documents/{document}")

    assert undone(api, changes[1]) == (200, [])
    assert undone(api, changes[0]) == (200, [])

    assert {one["name"] for one in api.get("/entities")[1]["items"]} >= names.keys()


def test_what_was_deleted_or_merged_comes_back_after_the_passages_that_name_it_went(api, work):
    """No ledger tells of a document's passages; their mentions cannot come back, everything else does."""
    anna, ann = entry(api, "Anna"), entry(api, "Ann")
    document = learn_nothing(api, "Anna knows Bela. Ann sings.")
    work()
    assert Evidence.objects.filter(entity__isnull=False).count() == 2
    quote = [{"quote": "Anna knows Bela.", "document": document}]
    fact = api.post("/facts", {**KNOWS, "evidence": quote})[1]
    api.post("/entities/merge", {"keep": anna, "absorb": [ann]})
    merged = latest(api)
    api.delete(f"/entities/{anna}")
    deleted = latest(api)
    api.delete(f"/documents/{document}")

    assert undone(api, deleted) == (200, [])
    assert undone(api, merged) == (200, [])

    assert {one["name"] for one in api.get("/entities")[1]["items"]} >= {"Anna", "Ann"}
    assert [one["quote"] for one in api.get(f"/facts/{fact['id']}")[1]["evidence"]] == ["Anna knows Bela."]
    assert not Evidence.objects.filter(entity__isnull=False).exists()


def test_a_passage_that_was_looked_through_again_since_names_an_entry_once(api, work):
    """The split took the mention along; with a further name the whole entry was found in the same passage again."""
    anna = entry(api, "Anna", aliases=["Ann"])
    document = learn_nothing(api, "Ann sings, Anna and Annie listen.")
    work()
    quote = [{"quote": "Ann sings", "document": document}]
    fact = api.post("/facts", {"subject": anna, "predicate": "does", "value": "singing", "evidence": quote})[1]
    _, parted = api.post(f"/entities/{anna}/split", {"name": "Ann", "aliases": ["Ann"], "facts": [fact["id"]]})
    work()
    api.patch(f"/entities/{anna}", {"aliases": ["Annie"]})
    work()
    named = Evidence.objects.filter(entity__isnull=False)
    assert {pk for (pk,) in named.values_list("entity")} == {int(anna), int(parted["entity"]["id"])}

    assert undone(api, parted["change"]["id"]) == (200, [])

    assert [pk for (pk,) in named.values_list("entity")] == [int(anna)]
