"""What files of facts and memories hold beside what is read of them is told."""

from __future__ import annotations

import json

import pytest

from graph.exchange import mistaken
from graph.models import EntityAlias
from tests.graph.exchange import samples
from tests.graph.exchange.moving import stated

pytestmark = pytest.mark.django_db


def told(report: dict) -> list[tuple[str, str]]:
    return [(row["row"], row["msg"]) for row in report["remarks"]]


def test_columns_that_no_table_of_facts_has_are_told_by_name(bring):
    report = bring("csv", b"subject,predicate,object,notes\nAnna,knows,Tom,since school\n")
    assert told(report) == [("1", "The column “notes” is not one of a table of facts, so it was not read.")]
    assert (stated(), report["counts"]["records"]) == ({("Anna", "knows", "Tom")}, 1)


def test_a_row_with_both_ends_is_read_by_its_object_and_told(bring):
    report = bring("csv", b"subject,predicate,object,value\nAnna,lives_in,Lisbon,by the river\n")
    assert told(report) == [("2", "The row has an object, so its value was not read.")]
    assert stated() == {("Anna", "lives_in", "Lisbon")}


@pytest.mark.parametrize(
    ("columns", "remarks"),
    [
        ({}, []),
        ({"user_id": "ines"}, []),
        ({"user_id": "tom"}, [("ines, tom", "The memories are of several users, and all were taken for yours.")]),
        ({"metadata": {"mood": "calm"}}, [("mood", "What memories hold under “metadata” was not read.")]),
        ({"metadata": "calm"}, []),
    ],
)
def test_memories_of_others_and_what_is_kept_beside_them_is_told(bring, columns, remarks):
    memories = [{"memory": "Likes tea", "user_id": "ines"}, {"memory": "Likes rain", **columns}]
    report = bring("mem0", json.dumps(memories).encode())
    assert (told(report), report["counts"]["facts"]) == (remarks, 2)


def linked(**node: object) -> bytes:
    context = {"@vocab": "https://schema.org/", "knows": {"@container": "@list"}}
    return json.dumps({"@context": context, "@id": "https://example.org/anna", "name": "Anna", **node}).encode()


def test_what_linked_data_says_in_a_list_is_read_in_its_order(bring):
    report = bring("jsonld", linked(knows=[{"@id": "https://example.org/tom", "name": "Tom"}, "Bo"]))
    assert (stated(), told(report)) == ({("Anna", "knows", "Tom"), ("Anna", "knows", "Bo")}, [])


def test_a_second_name_in_linked_data_is_another_name_of_the_same(bring):
    bring("jsonld", linked(name=["Anna", "Аня"]))
    assert EntityAlias.objects.get(kind="alias").text == "Аня"


@pytest.mark.parametrize(
    ("node", "what"),
    [
        ({"@type": ["Person", "Patient"]}, "Of its types the first was read, and not Patient."),
        ({"@graph": [{"@id": "https://example.org/tom", "name": "Tom"}]}, "The graph inside it was not read."),
    ],
)
def test_what_a_node_of_linked_data_holds_beside_its_facts_is_told(bring, node, what):
    report = bring("jsonld", linked(**node))
    assert told(report) == [("https://example.org/anna", what)]
    assert report["counts"]["entities"] == 1


def test_what_has_neither_name_nor_address_is_called_by_what_it_is_to_another(bring):
    """Two files each have a node "_:b0", which are two things."""
    bring(
        "jsonld", linked(address=[{"addressLocality": "Ghent", "geo": {"latitude": 51}}, {"addressLocality": "Lyon"}])
    )
    of_another = {"@context": {"@vocab": "https://schema.org/"}, "name": "Bo", "address": {"addressLocality": "Oslo"}}
    bring("jsonld", json.dumps(of_another).encode())
    assert stated() == {
        ("Anna", "address", "address of Anna"),
        ("Anna", "address", "address of Anna (2)"),
        ("address of Anna", "addressLocality", "Ghent"),
        ("address of Anna", "geo", "geo of address of Anna"),
        ("geo of address of Anna", "latitude", "51"),
        ("address of Anna (2)", "addressLocality", "Lyon"),
        ("Bo", "address", "address of Bo"),
        ("address of Bo", "addressLocality", "Oslo"),
    }


def test_a_node_that_nothing_names_is_refused(bring):
    report = bring("jsonld", b'{"@context": {"@vocab": "https://schema.org/"}, "telephone": "112"}')
    assert [row["msg"] for row in report["refused"]] == ["The node has no name."]


GOOGLE = b"First Name,Middle Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Value\nAnna,,Reis,,Home,a@example.org,1\n"
OUTLOOK = (
    b"\xef\xbb\xbfFirst Name;Last Name;Company;E-mail Address;Business Phone\r\nAnna;Reis;Acme;a@example.org;1\r\n"
)
EVENTS = b"Subject,Start Date,Start Time,End Date,Location\nFair,04/01/2026,,04/01/2026,Hall\n"


@pytest.mark.parametrize(
    ("format", "data", "why"),
    [
        *((format, data, mistaken.CARDS_TABLE) for format in ("vcard", "ics", "csv") for data in (GOOGLE, OUTLOOK)),
        *((format, EVENTS, mistaken.CALENDAR_TABLE) for format in ("vcard", "ics", "csv")),
        ("vcard", samples.ICS, mistaken.CALENDAR),
        ("ics", samples.VCARD, mistaken.CARDS),
        ("csv", samples.VCARD, mistaken.CARDS),
        ("vcard", b"Anna, Tom", "There is no vCard in the file."),
        ("csv", b"name,phone\nAnna,1\n", "The first row must name the columns subject, predicate and object or value."),
    ],
)
def test_what_a_file_of_another_kind_is_and_what_to_export_instead_is_told(bring, format, data, why):
    report = bring(format, data)
    assert (report["status"], report["error"]) == ("failed", why)
