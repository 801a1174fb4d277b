"""JSON-LD: entities with what is said of them, and each fact once more as a statement with its status."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO
from urllib.parse import quote, unquote

from graph.curation.candidates import Name
from graph.curation.values import from_text, to_text
from graph.exchange import outgoing
from graph.exchange.memory_jsonl import staged
from graph.exchange.records import ME, CannotRead, Problem, Record, Remark, Thing
from graph.models import Entity, Fact, User

OWN = "urn:commonplace:"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SCHEMA = "http://schema.org/"
CONTEXT = {"@vocab": f"{OWN}predicate:", "rdf": RDF, "xsd": XSD, "schema": SCHEMA, "cp": OWN}
DATATYPES = {"number": f"{XSD}decimal", "bool": f"{XSD}boolean", "date": f"{XSD}date"}
NAMES = {f"{SCHEMA}name", "https://schema.org/name", "http://www.w3.org/2000/01/rdf-schema#label",
         "http://xmlns.com/foaf/0.1/name"}  # fmt: skip
OTHER_NAMES = {f"{SCHEMA}alternateName", "https://schema.org/alternateName"}
MYSELF = f"{OWN}self"  # true of the node that is the person whose book this is
TOLD = {f"{SCHEMA}description", "https://schema.org/description"}


def write(user: User, stream: BinaryIO, now: dt.datetime) -> int:
    """Every entity and active fact; returns how many."""
    names = outgoing.aliases(user)
    nodes = {one.pk: _node(one, names.get(one.pk, [])) for one in outgoing.entities(user)}
    statements = []
    for fact in outgoing.facts(user, now):
        said = {"@id": f"cp:entity:{fact.object_id}"} if fact.object_id else _literal(fact)
        predicate = f"{OWN}predicate:{quote(fact.predicate, safe='')}"
        nodes[fact.subject_id].setdefault(predicate, []).append(said)
        statements.append(_statement(fact, predicate, said))
    document = {"@context": CONTEXT, "@graph": [*nodes.values(), *statements]}
    stream.write(json.dumps(document, ensure_ascii=False, indent=1).encode())
    return len(nodes) + len(statements)


def _node(one: Entity, names: list[str]) -> dict[str, Any]:
    node: dict[str, Any] = {"@id": f"cp:entity:{one.pk}", "@type": f"{OWN}type:{quote(one.type, safe='')}"}
    node["schema:name"] = one.name
    if one.is_self:
        node["cp:self"] = True
    if names:
        node["schema:alternateName"] = names
    if one.description:
        node["schema:description"] = one.description
    return node


def _literal(fact: Fact) -> Any:
    if fact.value_type == Fact.ValueType.LIST:
        return {"@value": from_text(fact.value, fact.value_type), "@type": "@json"}
    datatype = DATATYPES.get(fact.value_type)
    return {"@value": fact.value, "@type": datatype} if datatype else fact.value


def _statement(fact: Fact, predicate: str, said: Any) -> dict[str, Any]:
    told = {
        "@id": f"cp:fact:{fact.pk}",
        "@type": "rdf:Statement",
        "rdf:subject": {"@id": f"cp:entity:{fact.subject_id}"},
        "rdf:predicate": {"@id": predicate},
        "rdf:object": said,
        "cp:status": fact.status,
        "cp:confidence": {"@value": repr(fact.confidence), "@type": "xsd:double"},
    }
    dates = {"cp:valid_from": fact.valid_from, "cp:valid_until": fact.valid_until}
    return told | {name: {"@value": at.isoformat(), "@type": "xsd:dateTime"} for name, at in dates.items() if at}


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Every node with a name as a thing, and what is said of it as facts. Raises CannotRead."""
    from pyld import jsonld  # takes a quarter of a second

    try:
        document = json.loads(stream.read())
        flat = jsonld.flatten(document, options={"documentLoader": _loader, "base": "urn:file:"})
    except jsonld.JsonLdError as error:
        raise CannotRead(f"This is not JSON-LD that can be read here: {_cause(error)}") from None
    except (ValueError, RecursionError) as error:
        raise CannotRead(f"The file is not JSON: {error}"[:300]) from None
    nodes = {node["@id"]: node for node in flat if f"{RDF}Statement" not in node.get("@type", ())}
    if not nodes:
        raise CannotRead("There is no node in the file.")
    names = _names(nodes)
    for pk, node in nodes.items():
        yield from ((pk, record) for record in (*_records(node, names), *_unread(node)))


def _loader(url: str, options: Any) -> dict[str, Any]:
    """schema.org is known by heart; nothing is ever fetched."""
    if re.fullmatch(r"https?://(www\.)?schema\.org/?(docs/jsonldcontext\.jsonld?)?", url):
        document = {"@context": {"@vocab": SCHEMA}}
        return {"contextUrl": None, "documentUrl": url, "document": document, "contentType": "application/ld+json"}
    from pyld import jsonld

    raise jsonld.JsonLdError(f"its context {url[:200]} would have to be fetched", "loading remote context failed")


def _cause(error: Any) -> str:
    while (deeper := getattr(error, "cause", None) or error.__cause__) is not None:
        error = deeper
    return str(error.args[0] if error.args else error)[:300]


def _names(nodes: dict[str, dict[str, Any]]) -> dict[str, str]:
    """What each node is called; one that has no name and no address by what it is to another: "address of Ann"."""
    names = {pk: name for pk, node in nodes.items() if (name := _name(node))}
    named, taken = list(names), set(names.values())
    for pk in named:  # grows: what is named by another names those behind it
        for key, values in nodes[pk].items():
            for one in _each(values) if not key.startswith("@") else ():
                if (other := one.get("@id")) in nodes and other not in names:
                    plain = f"{_local(key)} of {names[pk]}"[:1900]
                    numbered = (f"{plain} ({number})" for number in range(2, len(nodes) + 2))
                    names[other] = next(name for name in (plain, *numbered) if name not in taken)
                    taken.add(names[other])
                    named.append(other)
    return names


def _name(node: dict[str, Any]) -> str:
    if _is_myself(node):
        return ME
    said = next((node[one][0].get("@value") for one in NAMES if node.get(one)), None)
    is_blank = node["@id"].startswith("_:")
    return str(said) if said else "" if is_blank else _local(node["@id"])


def _is_myself(node: dict[str, Any]) -> bool:
    return any(one.get("@value") is True for one in node.get(MYSELF, ()))


def _local(iri: str) -> str:
    return unquote(re.split(r"[#/:]", iri.rstrip("#/:"))[-1])


def _records(node: dict[str, Any], names: dict[str, str]) -> Iterator[Record]:
    name = names.get(node["@id"], "")[:2000]
    if not name:
        yield Problem("The node has no name.")
        return
    type_ = _local(node["@type"][0])[:64] if node.get("@type") else "concept"
    named = OTHER_NAMES if _is_myself(node) else OTHER_NAMES | NAMES  # what else it is called
    others = tuple(str(one["@value"]) for key in sorted(named) for one in node.get(key, ()) if "@value" in one)
    told = next((str(one["@value"]) for key in TOLD for one in node.get(key, ()) if "@value" in one), "")
    iri = node["@id"]
    known = {"iri": iri} if re.match(r"https?://", iri) else {}
    yield Thing(name, type_ if type_[:1].islower() else type_.lower(), others, external_ids=known, description=told)
    for key, values in node.items():
        if key.startswith("@") or key in NAMES | OTHER_NAMES | TOLD | {MYSELF}:
            continue
        for one in _each(values):
            if "@value" in one:
                value, kind = _typed(one)
                yield staged(Name(name, ""), _local(key)[:120], value=value, value_type=kind)
            elif "@id" in one:
                other = names.get(one["@id"]) or _local(one["@id"])
                yield staged(Name(name, ""), _local(key)[:120], object=Name(other[:2000], ""))


def _each(values: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What is said, in lists as well."""
    for one in values:
        yield from _each(one["@list"]) if "@list" in one else (one,)


def _unread(node: dict[str, Any]) -> Iterator[Record]:
    """What a node holds that becomes no fact."""
    if len(types := node.get("@type", [])) > 1:
        yield Remark(f"Of its types the first was read, and not {', '.join(map(_local, types[1:]))}."[:300])
    if "@graph" in node:
        yield Remark("The graph inside it was not read.")


def _typed(one: dict[str, Any]) -> tuple[str, str]:
    value, given = one["@value"], one.get("@type", "")
    if isinstance(value, bool):
        return str(value).lower(), "bool"
    if isinstance(value, list):
        return to_text(value)
    kinds = {datatype: kind for kind, datatype in DATATYPES.items()}
    kind = "number" if isinstance(value, int | float) else kinds.get(given, "string")
    return str(value), kind
