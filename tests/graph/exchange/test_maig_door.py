"""MAIG through the API and the command line: a person's graph out, and another program's in."""

from __future__ import annotations

import io
import struct

import pytest
from django.core.management import CommandError, call_command

from graph.exchange import maig
from graph.graph_index import EdgeIndex
from graph.models import Fact


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue()


@pytest.fixture
def small(api):
    acme = {"name": "Acme", "type": "organization"}
    anna = {"name": "Anna", "type": "person"}
    fact = {"subject": anna, "predicate": "works_for", "object": acme, "weight": 0.5, "confidence": 0.75}
    assert api.post("/facts", {**fact, "metadata": {"role": "CEO"}})[0] == 201
    assert api.post("/facts", {"subject": anna, "predicate": "age", "value": 41})[0] == 201
    return api


def exported(api) -> bytes:
    answer = api.client.get("/api/v1/export?format=maig", headers=api.headers)
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"] == 'attachment; filename="commonplace.maig"'
    return answer.content


def test_the_file_over_http_is_maig_and_the_library_loads_it_m41_m42_m43a_m43b(small):
    data = exported(small)
    assert (data[:4], struct.unpack_from("<HI", data, 4)) == (b"MAIG", (1, 2))
    index = EdgeIndex()
    index.load(io.BytesIO(data))
    works, age = index.edges()
    assert (works.source, works.target, works.relation, works.weight) == ("Anna", "Acme", "works_for", 0.5)
    assert works.metadata == {
        "status": "confirmed",
        "confidence": "0.75",
        "source_type": "person",
        "target_type": "organization",
        "role": "CEO",
    }
    assert works.created_at == small.now
    assert (age.target, age.relation, age.metadata["value_type"]) == ("41", "age", "number")


def test_the_command_writes_the_same_file_and_another_person_takes_it_in_staged(small, user, other_user, tmp_path):
    path = tmp_path / "graph.maig"
    assert run("export_graph", str(path), "--user", "ines", "--format", "maig") == f"Wrote 2 records to {path}.\n"
    assert path.read_bytes() == exported(small)
    dry = run("import_memories", str(path), "--user", "tomek", "--format", "maig", "--dry-run")
    assert (
        dry
        == "2 records would become: 2 entities, 2 staged, 0 stood already, 0 refused; nothing was written.\nReading them would take about 1 second, in the background.\n"
    )
    assert Fact.objects.filter(user=other_user).count() == 0
    told = run("import_memories", str(path), "--user", "tomek", "--format", "maig")
    assert told == "2 records: 2 entities, 2 staged, 0 stood already, 0 refused.\n"
    columns = ("subject__name", "predicate", "object__name", "value", "value_type", "status", "provenance", "weight")
    assert list(Fact.objects.filter(user=other_user).order_by("pk").values_list(*columns)) == [
        ("Anna", "works_for", "Acme", "", "string", "staged", "import", 0.5),
        ("Anna", "age", None, "41", "number", "staged", "import", 1.0),
    ]
    again = run("import_memories", str(path), "--user", "tomek", "--format", "maig")
    assert again == "2 records: 0 staged, 2 stood already, 0 refused.\n"


def test_two_entities_of_one_name_stay_two_in_the_file(api):
    one = api.post("/entities", {"name": "Mercury", "type": "planet"})[1]["id"]
    two = api.post("/entities", {"name": "Mercury", "type": "metal"})[1]["id"]
    for pk, value in ((one, "orbits"), (two, "melts")):
        api.post("/facts", {"subject": pk, "predicate": "does", "value": value})
    edges = maig.read(io.BytesIO(exported(api)))
    assert [edge.source for edge in edges] == [f"Mercury (#{one})", f"Mercury (#{two})"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GAIM\x01\x00\x00\x00\x00\x00", "not a MAIG file"),
        (b"MAIG\x63\x00\x00\x00\x00\x00", "version 99"),
        (b"MAIG\x01\x00\x02\x00\x00\x00", "ends before the last"),
    ],
)
def test_a_file_that_is_none_is_refused_in_one_sentence_and_changes_nothing_m44_m45(
    small, user, tmp_path, content, words
):
    path = tmp_path / "bad.maig"
    path.write_bytes(content)
    with pytest.raises(CommandError, match=words):
        run("import_memories", str(path), "--user", "ines", "--format", "maig")
    assert Fact.objects.filter(user=user).count() == 2


def test_an_unknown_format_person_or_path_is_refused_in_one_sentence(small, tmp_path):
    path = str(tmp_path / "x")
    with pytest.raises(CommandError, match="no format “tarot”"):
        run("export_graph", path, "--user", "ines", "--format", "tarot")
    with pytest.raises(CommandError, match="no user “nobody”"):
        run("export_graph", path, "--user", "nobody", "--format", "maig")
    with pytest.raises(CommandError, match="No such file"):
        run("import_memories", path, "--user", "ines", "--format", "maig")
    assert small.get("/export?format=tarot")[0] == 422


def test_nobody_exports_anothers_rows(small, other_api):
    assert maig.read(io.BytesIO(exported(other_api))) == []
