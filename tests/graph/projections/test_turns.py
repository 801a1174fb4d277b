"""Threads that want the same lock come one after the other."""

from __future__ import annotations

import threading

from graph.projections.turns import Turns


def test_one_thread_after_the_other_gives_texts_their_vectors():
    """The one that has thousands to do lets go and asks again at once; the one that waits comes in between."""
    turns, came = Turns(), []

    def other() -> None:
        with turns.taken():
            came.append("other")

    waiting = threading.Thread(target=other)
    with turns.taken():
        waiting.start()
        while not turns.next.locked():
            pass
    with turns.taken():
        came.append("first again")
    waiting.join()
    assert came == ["other", "first again"]
