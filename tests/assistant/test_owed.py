"""POST /chat: what is owed and lent is noted, and asked for from either side."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)


def test_what_is_owed_is_told_to_whoever_asks(talk):
    assert talk.say("Viktor owes me 50 euros.")["text"].startswith("Noted.")
    talk.say("I owe my brother a dinner.")
    talk.say("I lent my tent to Tom.")
    assert talk.answered("What does Viktor owe me?") == "Viktor owes you 50 euros."
    assert "Viktor owes you 50 euros." in talk.answered("Who owes me money?")
    assert "You owe your brother a dinner." in talk.answered("What do I owe my brother?")
    assert "You lent your tent to Tom." in talk.answered("What did I lend to Tom?")
    assert "You lent your tent to Tom." in talk.answered("Who has my tent?")
