"""Every export that is brought in a second time, and taken out again: nothing stands twice, and nothing is left."""

from __future__ import annotations

import json

import pytest

from assistant.models import Conversation
from graph.models import Document, Entity, Fact
from tests.graph.exchange.moving import SAMPLES
from tests.graph.exchange.test_own_forms import told

pytestmark = pytest.mark.django_db
HIDDEN = json.dumps([told(0, is_wrapped=True)]).encode()


def counted() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Fact, Entity, Document, Conversation))


@pytest.mark.parametrize(("format", "data"), [*SAMPLES.items(), ("chatgpt", HIDDEN)])
def test_the_same_export_twice_makes_nothing_twice_and_an_undo_takes_it_all_away(
    bring, api, work, minilm, format, data
):
    before = counted()
    first = bring(format, data)
    work()
    made = counted()
    again = bring(format, data)
    work()
    assert counted() == made
    new = {name: again["counts"][name] for name in ("facts", "entities", "documents", "changed", "conversations")}
    assert set(new.values()) == {0}, new
    assert api.post("/changes/undo", {"import": first["id"], "documents": True, "with_later": True})[0] == 200
    work()
    assert counted() == before
