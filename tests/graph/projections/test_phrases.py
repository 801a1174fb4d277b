"""The words of relations, embedded before questions meet them."""

from __future__ import annotations

import time

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
