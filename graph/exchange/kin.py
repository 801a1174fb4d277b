"""Who the people on a contact are to it: its spouse, its parents, its colleagues, the members of a group."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graph.curation.candidates import Name, Quote
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import Record, Remark
from graph.predicates import BUILT_IN, canonical

LABEL = "x-ablabel"  # what Apple calls a line of the same group
RELATED = ("related", "x-abrelatednames")
ALONE = {  # properties of programs that say the relation by their own names
    **dict.fromkeys(("x-spouse", "x-evolution-spouse", "x-kaddressbook-x-spousesname"), "spouse"),
    **dict.fromkeys(("x-manager", "x-evolution-manager", "x-kaddressbook-x-managersname"), "manager"),
    **dict.fromkeys(("x-assistant", "x-evolution-assistant", "x-kaddressbook-x-assistantsname"), "assistant"),
}
MEMBER = ("member", "x-addressbookserver-member")
LINES = {*RELATED, *ALONE, *MEMBER, LABEL}
PREDICATES = {  # of RFC 6350 and of Apple's and Google's labels; any other is its own predicate
    **dict.fromkeys(("spouse", "husband", "wife"), "married_to"),
    **dict.fromkeys(("sweetheart", "date", "partner", "domestic-partner", "girlfriend", "boyfriend"), "partner"),
    **dict.fromkeys(("co-worker", "coworker", "colleague"), "colleague"),
    **dict.fromkeys(("contact", "acquaintance", "met"), "knows"),
    **dict.fromkeys(("kin", "relative", "other", ""), "related_to"),
    **dict.fromkeys(("mum", "mom"), "mother"),
    "dad": "father",
    "manager": "boss",
    "co-resident": "flatmate",
    "neighbor": "neighbour",
    "emergency": "emergency_contact",
    "me": "same_as",
}
BACK = {"parent": "child", "member": "member_of"}  # said of the other: whose parent is Bo is a child of Bo
NO_RELATION = {"home", "work", "pref", "text", "uri"}  # types that say something of the line
STRANGE = "A card to which it is related is not in the file."
ELSEWHERE = "What it is related to stands at another address, which was not read."


@dataclass(frozen=True, slots=True)
class Tie:
    """One who is something to somebody: `other` by name, or by the address of a card."""

    who: Name
    label: str
    other: str


def uid(address: str) -> str:
    """The id of a card without the way in which it is written."""
    return address.strip().lower().removeprefix("urn:uuid:")


def ties(who: Name, lines: Mapping[str, list[Any]]) -> Iterator[Tie]:
    """Everybody that the lines of a card name as something to it."""
    called = labels(lines)
    for key, label in (*((one, "") for one in RELATED), *ALONE.items(), *((one, "member") for one in MEMBER)):
        for line in lines.get(key, ()):
            others = [line.value] if isinstance(line.value, str) else list(line.value)
            given = [label] if label else [called[line.group]] if line.group in called else _relations(line)
            for other in (one.strip() for one in others if isinstance(one, str) and one.strip()):
                yield from (Tie(who, one, other) for one in given)


def labels(lines: Mapping[str, list[Any]]) -> dict[str, str]:
    """What each group of lines is called: `_$!<Spouse>!$_` is "spouse"."""
    found = ((line.group, re.sub(r"^_\$!<(.*)>!\$_$", r"\1", str(line.value).strip())) for line in lines.get(LABEL, ()))
    return {group: label.lower() for group, label in found if group and label}


def types(line: Any) -> list[str]:
    """The types of a line, in small letters: "work", "pref"."""
    return [one.strip().lower() for given in line.params.get("TYPE", ()) for one in given.split(",")]


def _relations(line: Any) -> list[str]:
    return [one for one in types(line) if one not in NO_RELATION] or [""]


def stated(ties: Iterable[tuple[str, Tie]], known: Mapping[str, Name]) -> Iterator[tuple[str, Record]]:
    """The ties as facts, each with its place; `known` are the cards of the file by the ids of `uid`.

    What reads the same from both ends, and stands on the cards of both, is stated once.
    """
    said: set[tuple[str, Name, Name]] = set()
    for place, tie in ties:
        try:
            one, predicate, other = _read(tie, known)
        except _LeadsNowhere as refusal:
            yield f"{place} “{tie.who.text[:80]}”", Remark(str(refusal))
            continue
        is_symmetric = predicate in BUILT_IN and BUILT_IN[predicate].symmetric
        if not (is_symmetric and (predicate, other, one) in said):
            said.add((predicate, one, other))
            quote = Quote(f"{tie.label or 'related'}: {_other(tie, known).text}"[:2000], extractor="vcard")
            yield place, staged(one, predicate, object=other, evidence=(quote,))


class _LeadsNowhere(ValueError):
    """The other one is named by an address at which nothing stands here."""


def _read(tie: Tie, known: Mapping[str, Name]) -> tuple[Name, str, Name]:
    """Who is what to whom. Raises _LeadsNowhere."""
    label, other = tie.label.replace(" ", "-"), _other(tie, known)
    if label in BACK:
        return other, BACK[label], tie.who
    return tie.who, PREDICATES.get(label) or canonical(label), other


def _other(tie: Tie, known: Mapping[str, Name]) -> Name:
    """The other one by the card, or by the name. Raises _LeadsNowhere."""
    if (card := known.get(uid(tie.other))) is not None:
        return card
    name = re.sub(r"(?i)^mailto:", "", tie.other)
    if re.match(r"(?i)urn:", name):
        raise _LeadsNowhere(STRANGE)
    if re.match(r"(?i)[a-z][a-z0-9+.-]+:\S", name):
        raise _LeadsNowhere(ELSEWHERE)
    return Name(name[:2000], "person")
