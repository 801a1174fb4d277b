"""The words of relations, embedded before questions meet them."""

from __future__ import annotations

import threading
import time

from graph import params
from graph.erasure import scrub
from graph.projections import embed, phrases

SAID = {"restores", "was apprenticed to", "sings second tenor in", "holds the lease of"}


def _in_time(reached) -> bool:
    ends = time.monotonic() + 60
    while not reached() and time.monotonic() < ends:
        time.sleep(0.02)
    return reached()


def test_the_first_question_has_all_relations_of_the_graph_embedded_for_the_next_ones(api, work, minilm, user):
    phrases.forget()
    for place, said in enumerate(sorted(SAID)):
        fact = {"subject": {"name": f"Person {place}"}, "predicate": said.replace(" ", "_")}
        assert api.post("/facts", {**fact, "object": {"name": f"Thing {place}"}})[0] == 201
    work()
    api.post("/retrieve", {"query": "What does Person 0 have?"})
    model = embed.model_name()
    assert _in_time(lambda: phrases.known(SAID, model) == SAID)
    scrub.forget(user)
    assert not phrases.known(SAID, model)


def test_what_is_erased_while_relations_are_embedded_is_not_embedded_after_it(monkeypatch, minilm):
    """The first batch is under way when everything is erased: neither it nor the next is kept."""
    encode, model = embed.encode, embed.model_name()
    eraser = threading.Thread(target=phrases.forget)

    def erased_meanwhile(texts, model):
        if not eraser.ident:
            eraser.start()
        return encode(texts, model)

    monkeypatch.setattr(embed, "encode", erased_meanwhile)
    monkeypatch.setattr(params, "PHRASES_AT_ONCE", 2)
    said = sorted(SAID)
    phrases.learn(said, model)
    eraser.join()
    assert not phrases.known(said, model)


def test_a_question_waits_for_the_batch_at_hand_and_not_for_all_that_later_ones_may_need(monkeypatch, minilm):
    model, begun, go_on = embed.model_name(), threading.Event(), threading.Event()
    came: list[list[str]] = []
    encode = embed.encode
    phrases.forget()

    def slow(texts, model):
        came.append(list(texts))
        begun.set()
        go_on.wait(60)
        return encode(texts, model)

    monkeypatch.setattr(embed, "encode", slow)
    monkeypatch.setattr(params, "PHRASES_AT_ONCE", 2)
    ahead = threading.Thread(target=phrases.learn, args=(sorted(SAID), model))
    asking = threading.Thread(target=phrases.learn, args=(["is the aunt of"], model))
    ahead.start()
    assert begun.wait(60)
    asking.start()
    assert _in_time(phrases._turns.next.locked)
    go_on.set()
    for thread in (ahead, asking):
        thread.join()
    assert came == [sorted(SAID)[:2], ["is the aunt of"], sorted(SAID)[2:]]


def test_a_process_that_ends_waits_for_the_batch_at_hand_and_begins_no_other(monkeypatch, minilm, user):
    """A daemon thread inside the model's library, when the interpreter goes, aborts a command that is done (exit -6)."""
    model, begun, go_on = embed.model_name(), threading.Event(), threading.Event()
    encode = embed.encode
    phrases.forget()

    def slow(texts, model):
        begun.set()
        assert go_on.wait(30)
        return encode(texts, model)

    monkeypatch.setattr(embed, "encode", slow)
    monkeypatch.setattr(params, "PHRASES_AT_ONCE", 1)
    monkeypatch.setattr(phrases, "_ending", threading.Event())
    phrases.prepare(user.pk, model, 4, lambda: sorted(SAID), lambda *of: {})
    assert begun.wait(30)
    ending = threading.Thread(target=phrases.end)
    ending.start()
    assert ending.is_alive()
    go_on.set()
    ending.join(30)
    assert not any(one.name == "phrases" for one in threading.enumerate())
    assert len(phrases.known(SAID, model)) == 1
