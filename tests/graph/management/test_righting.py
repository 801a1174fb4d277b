"""What an earlier version's rules left in a book is found by `check_projections`, told, and mended by `--repair`."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from graph.models import Change, Conflict, Entity, Fact

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> tuple[str, bool]:
    """What the command says of what is not in the indexes, and whether it found a difference."""
    out = io.StringIO()
    try:
        call_command("check_projections", *arguments, stdout=out)
    except CommandError:
        return out.getvalue(), True
    return out.getvalue(), False


@pytest.fixture
def book(api, work, minilm):
    """A note that names Anna twice, and a task with two values of its status, as an older version left them."""
    api.post("/entities", {"name": "Anna Reis", "type": "person"})
    api.post("/documents", {"title": "Figs", "text": "Anna Reis planted figs."})
    for value in ("to do", "done"):
        api.post("/facts", {"subject": {"name": "Rent"}, "predicate": "status", "value": value, "status": "staged"})
    work()
    Conflict.objects.all().delete()
    Entity.objects.filter(name="Anna Reis").update(mention_count=7)
    return Entity.objects.get(name="Anna Reis")


def test_a_book_of_now_holds_no_such_thing(api, work, minilm):
    for value in ("to do", "done"):
        api.post("/facts", {"subject": {"name": "Rent"}, "predicate": "status", "value": value, "status": "staged"})
    work()
    told, differs = run()
    assert ("counted otherwise" in told, "asked about" in told, differs) == (False, False, False)


def test_miscounted_mentions_and_contradictions_without_a_question_are_told_and_mended(api, book, user):
    """They were righted only where something was touched."""
    first, second = Fact.objects.filter(predicate="status").order_by("pk").values_list("pk", flat=True)
    told = [f"ines: mentions of entity rows counted otherwise: 1 ({book.pk})",
            f"ines: contradictions between facts that are not asked about: 1 ({first} and {second})"]  # fmt: skip
    changes = Change.objects.count()
    out, differs = run()
    assert (out.splitlines()[:2], differs) == (told, False)
    assert (Conflict.objects.count(), Change.objects.count()) == (0, changes)
    assert run("--repair")[0].splitlines()[:3] == [*told, "ines: righted"]
    book.refresh_from_db()
    assert (book.mention_count, len(api.get("/conflicts")[1]["items"])) == (1, 1)
    assert "asked about" not in run()[0]


def test_a_question_about_what_contradicts_no_longer_is_closed_and_the_change_undone(api, book):
    run("--repair")
    Fact.objects.filter(predicate="status").update(predicate="mood")  # as if its predicate had been functional once
    assert "questions about facts that contradict no longer: 1" in run("--repair")[0]
    assert api.get("/conflicts")[1]["items"] == []
    change = Change.objects.filter(verb="check").latest("pk")
    assert api.post(f"/changes/{change.pk}/undo")[0] == 200
    assert len(api.get("/conflicts")[1]["items"]) == 1


def test_what_the_owner_answered_with_both_is_asked_no_more(api, book):
    run("--repair")
    [asked] = api.get("/conflicts")[1]["items"]
    api.post(f"/conflicts/{asked['id']}/resolve", {"decision": "both"})
    assert "asked about" not in run()[0]
