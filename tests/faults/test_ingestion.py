"""A worker killed while it reads documents: each is read to its end, and everything in it stands once."""

from __future__ import annotations

from tests.faults.rig import Rig, deaths

DOCUMENTS = 4
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
        + f"It was a long day {{part}}, and the boats came late. " * 12
        for part in range(40)
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
    "edges": """SELECT d.title, a.position, b.position, e.relation FROM graph_chunkedge e
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
    rig.wait(lambda: rig.is_idle() and rig.one("SELECT count(*) FROM graph_document WHERE status != 'ready'") == 0)
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
