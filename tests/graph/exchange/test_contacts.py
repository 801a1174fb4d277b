"""Contacts: who is what to whom, days to keep, groups and companies, and what of a card is not read."""

from __future__ import annotations

import pytest

from graph.exchange import cards, kin
from graph.models import Entity, EntityAlias, Fact
from tests.graph.exchange.moving import stated

pytestmark = pytest.mark.django_db


def card(name: str, *lines: str, version: str = "4.0") -> str:
    return "\r\n".join(["BEGIN:VCARD", f"VERSION:{version}", f"FN:{name}", *lines, "END:VCARD", ""])


def labelled(property: str, value: str, label: str) -> tuple[str, str]:
    """As Apple writes what a line is called."""
    return f"item1.{property}:{value}", f"item1.X-ABLabel:{label}"


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (("RELATED;TYPE=spouse;VALUE=text:Tom Ek",), ("Anna", "married_to", "Tom Ek")),
        (("RELATED;TYPE=child;VALUE=text:Mia",), ("Anna", "child", "Mia")),
        (("RELATED;TYPE=parent;VALUE=text:Rosa",), ("Rosa", "child", "Anna")),
        (("RELATED;TYPE=sibling;VALUE=text:Leo",), ("Anna", "sibling", "Leo")),
        (("RELATED;TYPE=friend;VALUE=text:Bo\\, the Great",), ("Anna", "friend", "Bo, the Great")),
        (("RELATED;TYPE=co-worker:mailto:bo@example.org",), ("Anna", "colleague", "bo@example.org")),
        (("RELATED;TYPE=NEIGHBOR;VALUE=text:Bo",), ("Anna", "neighbour", "Bo")),
        (("RELATED;TYPE=work,agent;VALUE=text:Bo",), ("Anna", "agent", "Bo")),
        (("RELATED;VALUE=text:Bo",), ("Anna", "related_to", "Bo")),
        (labelled("X-ABRELATEDNAMES;type=pref", "Tom", "_$!<Spouse>!$_"), ("Anna", "married_to", "Tom")),
        (labelled("X-ABRELATEDNAMES", "Rosa", "_$!<Mother>!$_"), ("Anna", "mother", "Rosa")),
        (labelled("X-ABRELATEDNAMES", "Vera", "Godmother"), ("Anna", "godmother", "Vera")),
        (labelled("X-ABRELATEDNAMES", "Tom", "Domestic Partner"), ("Anna", "partner", "Tom")),
        (("X-EVOLUTION-MANAGER:Carla",), ("Anna", "boss", "Carla")),
    ],
)
def test_those_on_a_card_are_what_they_are_to_it(bring, lines, fact):
    """By the words for kin and colleagues that are used here; whose parent Rosa is is a child of hers."""
    report = bring("vcard", card("Anna", *lines).encode())
    assert (stated(), report["refused"], report["remarks"]) == ({fact}, [], [])
    assert set(Fact.objects.values_list("status", "source", "evidence__extractor")) == {("staged", "file", "vcard")}


def test_of_several_types_each_is_told(bring):
    bring("vcard", card("Anna", 'RELATED;TYPE="friend,colleague";VALUE=text:Bo').encode())
    assert stated() == {("Anna", "friend", "Bo"), ("Anna", "colleague", "Bo")}


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_a_card_that_names_another_by_its_id_is_tied_to_that_person_and_both_say_it_once(bring, dry_run):
    anna = card("Anna Reis", "UID:urn:uuid:A1", "RELATED;TYPE=spouse:urn:uuid:b2", "RELATED;TYPE=child:URN:UUID:C3")
    tom = card("Tom Ek", "UID:urn:uuid:B2", "RELATED;TYPE=spouse:urn:uuid:a1")
    mia = card("Mia Ek", "UID:c3", "RELATED;TYPE=parent:urn:uuid:A1")
    report = bring("vcard", f"{anna}{tom}{mia}".encode(), dry_run)
    assert (report["counts"]["entities"], report["remarks"], report["refused"]) == (3, [], [])
    if dry_run == "false":
        assert stated() == {("Anna Reis", "married_to", "Tom Ek"), ("Anna Reis", "child", "Mia Ek")}


@pytest.mark.parametrize(
    ("address", "why"),
    [("urn:uuid:9", kin.STRANGE), ("https://example.org/tom.vcf", kin.ELSEWHERE)],
)
def test_one_who_is_named_by_an_address_that_leads_nowhere_here_is_told(bring, address, why):
    report = bring("vcard", card("Anna", f"RELATED;TYPE=spouse:{address}").encode())
    assert report["remarks"] == [{"row": "1 “Anna”", "msg": why}]
    assert (report["counts"]["records"], Fact.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("ANNIVERSARY:20100605",), ("anniversary", "2010-06-05", "date")),
        (("X-ANNIVERSARY:2010-06-05",), ("anniversary", "2010-06-05", "date")),
        (("ANNIVERSARY:--0605",), ("anniversary", "5 June", "string")),
        (labelled("X-ABDATE;type=pref", "2010-06-05", "_$!<Anniversary>!$_"), ("anniversary", "2010-06-05", "date")),
        (labelled("X-ABDATE;X-APPLE-OMIT-YEAR=1604", "1604-06-05", "_$!<Anniversary>!$_"),
         ("anniversary", "5 June", "string")),
        (labelled("X-ABDATE", "2001-07-01", "Moved In"), ("moved_in", "2001-07-01", "date")),
        (labelled("X-ABDATE", "2001-07-01", "_$!<Other>!$_"), ("date", "2001-07-01", "date")),
        (("X-ABDATE:2001-07-01",), ("date", "2001-07-01", "date")),
    ],
)  # fmt: skip
def test_days_to_keep_are_dated_facts(bring, lines, said):
    bring("vcard", card("Anna", *lines, version="3.0").encode())
    assert list(Fact.objects.values_list("predicate", "value", "value_type")) == [said]


@pytest.mark.parametrize(
    ("kind", "member"), [("KIND", "MEMBER"), ("X-ADDRESSBOOKSERVER-KIND", "X-ADDRESSBOOKSERVER-MEMBER")]
)
def test_a_group_is_no_person_and_has_its_members(bring, kind, member):
    group = card("Choir", f"{kind}:group", f"{member}:urn:uuid:a1")
    bring("vcard", f"{group}{card('Anna', 'UID:urn:uuid:a1')}".encode())
    assert stated() == {("Anna", "member_of", "Choir")}
    assert set(Entity.objects.filter(is_self=False).values_list("name", "type")) == {
        ("Choir", "group"), ("Anna", "person"),
    }  # fmt: skip


@pytest.mark.parametrize("line", ["KIND:org", "X-ABShowAs:COMPANY"])
def test_a_company_is_no_person_and_works_for_nobody(bring, line):
    bring("vcard", card("Acme", line, "ORG:Acme;", "TEL:+351 1").encode())
    assert stated() == {("Acme", "phone", "+351 1")}
    assert Entity.objects.get(name="Acme").type == "organization"


def test_what_is_not_read_of_contacts_is_told_by_name_and_how_many_have_it(bring):
    """A picture a card would otherwise be a remark a card."""
    picture = "PHOTO;ENCODING=b;TYPE=JPEG:AAAA"
    report = bring("vcard", f"{card('Anna', picture, 'CATEGORIES:choir')}{card('Tom', picture)}".encode())
    assert report["remarks"] == [
        {"row": "CATEGORIES (1 card)", "msg": cards.NOT_READ}, {"row": "PHOTO (2 cards)", "msg": cards.NOT_READ},
    ]  # fmt: skip
    assert (report["counts"]["records"], report["counts"]["unread"]) == (2, 0)


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("NOTE:Likes tea, rye; and walks, too", ("Reis, Anna", "note", "Likes tea, rye; and walks, too")),
        ("NOTE:Likes tea\\, rye\\; and\\nwalks", ("Reis, Anna", "note", "Likes tea, rye; and\nwalks")),
        ("NOTE;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9, rye", ("Reis, Anna", "note", "Café, rye")),
        ("NOTE:Keeps it in C:\\", ("Reis, Anna", "note", "Keeps it in C:\\")),
        ("TITLE:Head of sales, Europe; and Asia", ("Reis, Anna", "job_title", "Head of sales, Europe; and Asia")),
        ("ORG:Reis, Ek & Co.;Sales", ("Reis, Anna", "works_for", "Reis, Ek & Co.")),
        ("RELATED;TYPE=friend;VALUE=text:Bo, the Great", ("Reis, Anna", "friend", "Bo, the Great")),
        ("ADR:;;1 Rua, left;Lisbon;;1000;", ("Reis, Anna", "address", "1 Rua, left, Lisbon, 1000")),
    ],
)
@pytest.mark.parametrize("version", ["2.1", "4.0"])
def test_a_comma_that_nobody_escaped_ends_no_text(bring, line, fact, version):
    """All that followed it was lost, of a name as well."""
    report = bring("vcard", card("Reis, Anna", line, version=version).encode())
    assert (stated(), report["refused"]) == ({fact}, [])


def test_what_is_a_list_on_a_card_stays_one(bring):
    bring("vcard", card("Anna", "NICKNAME:Annie,Reis\\, the Elder").encode())
    assert set(EntityAlias.objects.filter(kind="alias").values_list("text", flat=True)) == {"Annie", "Reis, the Elder"}


def test_who_is_known_by_an_id_gets_a_kind_though_others_have_the_name(bring, api):
    """Two called Anna are two: each is found by its own id, and no name is looked for."""
    for uid in ("a-1", "a-2"):
        assert api.post("/entities", {"name": "Anna", "external_ids": {"vcard": uid}})[0] == 201
    told = bring("vcard", card("Anna", "UID:a-1", "NICKNAME:Annie").encode())
    assert told["counts"]["refused"] == 0, told
    assert dict(Entity.objects.filter(name="Anna").values_list("aliases__text", "type")) | {"Anna": ""} == {
        "Anna": "",
        "a-1": "person",
        "Annie": "person",
        "a-2": "concept",
    }


def test_of_several_addresses_the_others_are_told_apart_and_contradict_nothing(bring, api):
    """A private address and one at work are no contradiction; the preferred one is the address."""
    lines = (
        "EMAIL;TYPE=WORK:anna@acme.example", "EMAIL;TYPE=INTERNET,HOME,pref:anna@home.example",
        "TEL;TYPE=CELL:+351 1", "TEL;TYPE=WORK,VOICE:+351 2", *labelled("TEL", "+351 3", "Summer house"), "TEL:+351 4",
    )  # fmt: skip
    bring("vcard", card("Anna", *lines, version="3.0").encode())
    assert stated() == {
        ("Anna", "email", "anna@home.example"), ("Anna", "work_email", "anna@acme.example"),
        ("Anna", "phone", "+351 1"), ("Anna", "work_phone", "+351 2"), ("Anna", "summer_house_phone", "+351 3"),
        ("Anna", "other_phone", "+351 4"),
    }  # fmt: skip
    assert api.get("/conflicts")[1]["items"] == []
