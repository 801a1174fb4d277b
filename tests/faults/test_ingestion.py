"""A worker killed while it reads documents: each is read to its end, and everything in it stands once."""

from __future__ import annotations

import json
import re
import time

import pytest

from tests.faults.rig import FULL, Rig, deaths
from tests.misbehaving import Misbehaving

DOCUMENTS = 4
PARTS, BATCH, AT_ONCE = 40 if FULL else 20, 5, 2
SEED = f"""
from graph.curation import facts, owners
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.documents import ingest
user = owners.create(username="ines", password=None, name="Ines", now=clock.now())
draft = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
facts.state(user=user, draft=draft, by=Actor.person(user), now=clock.now())
PEOPLE = "Anna Bruno Carla Dora Emil Fiona Georg Hanna Ivo Jana".split()
CITIES = "Lisbon Porto Ghent Oslo Riga Turin Lyon Graz Bern Cork".split()
for number in range({DOCUMENTS}):
    parts = [
        f"## Part {{part}}\\n\\n{{PEOPLE[part % 10]}} Aker{{number}} lives in {{CITIES[(part + number) % 10]}}. "
        + f"It was a long day {{part}}, and the boats came late. " * 3
        for part in range({PARTS})
    ]
    text = f"# Letter {{number}}\\n\\n" + "\\n\\n".join(parts)
    ingest.receive(user=user, text=text, options={{"sequence_edges": True}}, now=clock.now())
"""


def everything(rig: Rig) -> dict[str, list[tuple]]:
    """What reading made, without ids: these differ from one run to another."""
    return {name: sorted(rig.rows(sql)) for name, sql in MADE.items()}


MADE = {
    "documents": "SELECT title, status, stage, error FROM graph_document",
    "passages": """SELECT d.title, c.position, c.text, c.prefix, c.start, c."end" FROM graph_chunk c
                   JOIN graph_document d ON d.id = c.document_id""",
    "edges": """SELECT d.title, a.position, b.position, e.relation, e.weight, e.description, e.origin FROM graph_chunkedge e
                JOIN graph_chunk a ON a.id = e.source_id JOIN graph_chunk b ON b.id = e.target_id
                JOIN graph_document d ON d.id = a.document_id""",
    "facts": """SELECT s.name, f.predicate, o.name, f.value, f.status FROM graph_fact f
                JOIN graph_entity s ON s.id = f.subject_id LEFT JOIN graph_entity o ON o.id = f.object_id""",
    "quotes": """SELECT s.name, f.predicate, e.quote, e.start FROM graph_evidence e
                 JOIN graph_fact f ON f.id = e.fact_id JOIN graph_entity s ON s.id = f.subject_id""",
    "vectors": "SELECT kind, count(*) FROM graph_embedding GROUP BY kind",
    "runs": "SELECT verb, run FROM graph_change WHERE run LIKE 'document:%'",
}


def read_to_the_end(rig: Rig) -> None:
    worker = rig.worker()
    try:
        rig.wait(
            lambda: rig.is_idle() and rig.one("SELECT count(*) FROM graph_document WHERE status != 'ready'") == 0, 600
        )
    finally:
        worker.terminate()
        worker.communicate()


def test_a_worker_killed_while_it_reads_documents(rig: Rig, calm: Rig):
    """What stands at the end is what stands where nothing was killed."""
    for one in (calm, rig):
        one.do(SEED)
    read_to_the_end(calm)
    for number in range(deaths(10)):
        rig.kill(rig.worker(), after=rig.random.uniform(0.05, 1.5 + number % 4))
    read_to_the_end(rig)
    assert everything(rig) == everything(calm)
    made = {name: len(rows) for name, rows in everything(rig).items()}
    assert (made["documents"], made["runs"]) == (DOCUMENTS, DOCUMENTS)
    assert rig.one("SELECT count(*) FROM graph_fact WHERE status = 'confirmed'") == 1
    del made["vectors"], made["runs"]
    rig.report("ingestion", **made)


@pytest.fixture
def model():
    """A language model that takes a moment and says the same of the same words."""
    server = Misbehaving()
    server.questions = []

    def script(asked: str) -> str:
        server.questions.append(re.sub(r"chunk_\d+", "", asked))
        time.sleep(0.15)
        shown = re.findall(r"^\[(chunk_\d+)\]: (.*)$", asked, re.MULTILINE)
        row = {"relation": "elaborates", "description": "It goes on."}
        pairs = [(one, two) for one, _ in shown for two, _ in shown if one != two]
        weight = {name: round(len(words) % 97 / 100 + 0.02, 2) for name, words in shown}
        edges = [row | {"source": one, "target": two, "weight": weight[two]} for one, two in pairs]
        return json.dumps({"edges": edges})

    server.script = script
    yield server
    server.shut()


def test_a_worker_killed_while_a_model_links_passages(rig: Rig, calm: Rig, model):
    """The links are those of an uninterrupted run, and a batch that was judged is not paid for again."""
    options = {"sequence_edges": True, "graph_extraction": True, "workers": AT_ONCE, "max_edges_per_chunk": 2}
    seed = SEED.replace('{"sequence_edges": True}', repr(options))
    assert seed != SEED
    for one in (calm, rig):
        one.model = model.base("scripted")
        one.do(seed)
    read_to_the_end(calm)
    batches = len(model.questions)
    passages = calm.one("SELECT count(*) FROM graph_chunk")
    assert batches == len(set(model.questions)) >= passages // BATCH - DOCUMENTS
    model.questions.clear()
    times = deaths(10)
    for number in range(times):
        rig.kill(rig.worker(), after=rig.random.uniform(0.2, 1.5 + number % 3))
    read_to_the_end(rig)
    assert everything(rig) == everything(calm)
    links = rig.one("SELECT count(*) FROM graph_chunkedge WHERE origin = 'model'")
    assert links == 2 * passages
    assert batches <= len(model.questions) <= batches + times * AT_ONCE
    assert len(set(model.questions)) == batches
    rig.report("model links", batches=batches, paid_for_twice=len(model.questions) - batches, links=links)
