"""What a book becomes in other formats, and that it comes back as it was."""

from __future__ import annotations

import csv
import io
import json
import zipfile

import networkx
import pytest
import yaml
from pyld import jsonld

from graph.curation import entities, facts
from graph.curation.candidates import Draft, Name
from graph.curation.recorder import Actor
from graph.documents import ingest
from graph.models import Document, EntityAlias, Fact
from tests.conftest import NOW
from tests.graph.exchange import samples
from tests.graph.exchange.moving import stated, take, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def graph(user, now):
    """A small book that has something of everything."""
    by = Actor.person(user)
    anna = entities.create(
        user=user, name="Anna", type="person", aliases=["Annie"], description="A friend.", by=by, now=now
    )
    for draft in (
        Draft(anna.pk, "lives_in", object=Name("Lisbon: the city/2", "place")),
        Draft(anna.pk, "age", value="41", value_type="number"),
        Draft(anna.pk, "says", value="=HYPERLINK(1)\nnext & <x> \u0007", status="staged"),
        Draft(Name("me"), "knows", object=Name("Anna"), confidence=0.5),
    ):
        facts.state(user=user, draft=draft, by=by, now=now)
    ingest.receive(user=user, text="# A letter\n\nDear [[Anna]].", title="A letter", now=now)
    return anna


def test_csv_out_is_safe_in_a_table_program_and_comes_back(user, other_user, graph):
    data = written(user, "csv")
    rows = list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    assert len(rows) == 4
    assert rows[2]["value"].startswith("'=HYPERLINK")
    report = take(other_user, "csv", data)
    assert (report["counts"]["facts"], report["refused"]) == (4, [])
    back = {one for one in stated(user=other_user) if one[1] != "knows"}
    assert back == {(one[0], one[1], one[2].replace("\x07", " ")) for one in stated(user=user) if one[1] != "knows"}


def test_graphml_opens_in_networkx(user, graph):
    read = networkx.read_graphml(io.BytesIO(written(user, "graphml")))
    assert {data["label"] for _, data in read.nodes(data=True)} == {"Ines", "Anna", "Lisbon: the city/2"}
    assert {data["label"] for _, _, data in read.edges(data=True)} == {"lives_in", "knows"}
    assert read.nodes[str(graph.pk)]["value: age"] == "41"


def test_jsonld_expands_with_pyld_and_comes_back(user, other_user, graph):
    data = written(user, "jsonld")
    expanded = jsonld.expand(json.loads(data))
    anna = next(node for node in expanded if node.get("http://schema.org/name") == [{"@value": "Anna"}])
    assert anna["urn:commonplace:predicate:age"][0]["@value"] == "41"
    statuses = {node["urn:commonplace:status"][0]["@value"] for node in expanded if "urn:commonplace:status" in node}
    assert statuses == {"confirmed", "staged"}
    take(other_user, "jsonld", data)
    assert ("Anna", "lives_in", "Lisbon: the city/2") in stated(user=other_user)


def test_a_vault_out_has_working_links_and_comes_back(user, other_user, graph):
    data = written(user, "markdown")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert set(texts) == {"Entries/Ines.md", "Entries/Anna.md", "Entries/Lisbon the city 2.md", "Documents/A letter.md"}
    front = yaml.safe_load(texts["Entries/Anna.md"].split("---\n")[1])
    assert front["lives_in"] == ["[[Lisbon the city 2|Lisbon the city 2]]"]
    stems = {name.rsplit("/", 1)[1].removesuffix(".md") for name in texts}
    links = {link.split("]]")[0].split("|")[0] for text in texts.values() for link in text.split("[[")[1:]}
    assert links <= stems
    take(other_user, "markdown", data)
    assert ("Anna", "age", "41") in stated(user=other_user)
    assert set(Document.objects.filter(user=other_user).values_list("text", flat=True)) == {
        "# A letter\n\nDear [[Anna]]."
    }


@pytest.mark.parametrize("name", ["jsonld", "markdown", "csv", "maig"])
def test_a_list_comes_back_as_the_list_it_was_and_what_is_said_of_oneself_as_ones_own(user, other_user, name):
    """The reader's own entry, by whatever name it goes, and nobody of the writer's name beside it."""
    by = Actor.person(user)
    for draft in (
        Draft(Name("Anna"), "works on", value='["Mondays", 2, "3, or 4", true]', value_type="list"),
        Draft(Name("me"), "likes", value="rye"),
        Draft(Name("me"), "lives_in", object=Name("Ghent", "place")),
        Draft(Name("Anna"), "knows", object=Name("me")),
    ):
        facts.state(user=user, draft=draft, by=by, now=NOW)
    assert take(other_user, name, written(user, name))["refused"] == []
    listed = Fact.objects.get(user=other_user, predicate="works_on")
    assert (listed.value_type, json.loads(listed.value)) == ("list", ["Mondays", 2, "3, or 4", True])
    own = Fact.objects.filter(user=other_user, subject__is_self=True)
    assert set(own.values_list("predicate", "value", "object__name")) == {
        ("likes", "rye", None),
        ("lives_in", "", "Ghent"),
    }
    assert Fact.objects.get(user=other_user, predicate="knows").object.is_self
    assert not EntityAlias.objects.filter(user=other_user, normalised__in=["ines", "me"]).exists()


def test_a_link_of_ones_own_note_that_reads_me_is_to_the_note(user):
    take(user, "markdown", samples.zipped({"Anna.md": "---\nknows: '[[Ines|me]]'\n---\nAnna sings."}))
    assert stated() == {("Anna", "knows", "Ines")}


def test_a_thousand_notes_in_and_out_are_equal(user):
    """O: a vault of 1,000 notes with links in a circle, in, exported, and the same."""
    notes = {
        f"Part {place % 7}/Note {place}.md": f"---\nnumber: {place}\n---\n# Note {place}\n\nSee [[Note {(place + 1) % 1000}]].\n"
        for place in range(1000)
    }
    report = take(user, "markdown", samples.zipped(notes))
    assert (report["counts"]["documents"], report["refused"]) == (1000, [])
    with zipfile.ZipFile(io.BytesIO(written(user, "markdown"))) as archive:
        back = {name: archive.read(name).decode() for name in archive.namelist() if not name.startswith("Entries/")}
    assert back == notes


def test_no_name_leads_out_of_the_folder_that_an_export_is_unpacked_in(user, caller):
    """Neither an entry or a document that is called like a path nor a note that says it came from above its vault."""
    take(user, "markdown", samples.zipped({"up.md": "Up.", "root.md": "Root.", "../hidden.md": "Passed over."}))
    for name, source in (("up", "../../up.md"), ("root", "/etc/../root.md")):
        assert Document.objects.filter(title=name).update(source=source) == 1
    paths = ("../../etc/passwd", "..", "/absolute", "C:\\drive", "a\nb")
    for number, name in enumerate(paths):
        facts.state(user=user, draft=Draft(Name(name), "is_a", value="path"), by=caller, now=NOW)
        ingest.receive(user=user, text=f"Letter {number}.", title=name, now=NOW)
    with zipfile.ZipFile(io.BytesIO(written(user, "markdown"))) as archive:
        names = archive.namelist()
    assert len(names) == len(set(names)) == 2 + 2 * len(paths)
    for name in names:
        assert not name.startswith("/")
        assert not {"..", "."} & set(name.split("/"))
        assert not {"\\", ":", "\n"} & set(name)
