"""The list of changes stays short where one of them wrote very much; that one by itself tells everything."""

from __future__ import annotations

from graph.api import ledger as listing
from graph.models import Change
from graph.queries import ledger


def state(api, count: int, subject: str = "Mara") -> str:
    said = [{"subject": {"name": subject}, "predicate": "likes", "value": f"tea no. {place}"} for place in range(count)]
    status, answer = api.post("/facts/bulk", {"facts": said})
    assert (status, answer["created"]) == (200, count)
    return api.get("/changes?limit=1")[1]["items"][0]["id"]


def test_of_a_change_that_wrote_very_much_the_first_rows_are_listed(api):
    pk = state(api, listing.LISTED + 20)
    whole = api.get(f"/changes/{pk}")[1]
    listed = api.get("/changes")[1]["items"][0]
    assert listed["id"] == whole["id"]
    assert (whole["more"], len(whole["after"])) == (0, listing.LISTED + 22)  # with her entry, and its name
    assert (listed["more"], listed["after"]) == (22, whole["after"][: listing.LISTED])
    assert {key: listed[key] for key in listed if key not in ("after", "more")} == {
        key: whole[key] for key in whole if key not in ("after", "more")
    }


def test_of_the_others_on_the_page_all_are_listed(api):
    small = state(api, 2, "Ilse")
    state(api, listing.LISTED + 1)
    found = {one["id"]: one for one in api.get("/changes")[1]["items"]}
    assert (found[small]["more"], len(found[small]["after"])) == (0, 4)
    assert found[small] == api.get(f"/changes/{small}")[1]


def test_a_large_change_is_told_as_a_small_one_is(api, user, monkeypatch):
    state(api, 30)
    shown = list(Change.objects.for_user(user).order_by("-at", "-id"))
    as_small = ledger.entries(user.pk, shown)
    monkeypatch.setattr(ledger, "LARGE", 10)
    assert ledger.entries(user.pk, shown) == as_small
    assert as_small[0].what == "wrote down 30 facts"
    assert len(as_small[0].lines) == ledger.LINES
