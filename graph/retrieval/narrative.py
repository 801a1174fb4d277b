"""The markdown that a model is given: facts by entity, then passages, inside a budget."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph.days import day_of, in_words
from graph.retrieval import params
from graph.retrieval.config import RetrievalConfig
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, EntityRow, Item

SELF_HEADER = "### 👤 USER CONTEXT"
SOURCES_HEADER = "### 📄 SOURCES"
_OF_WHOM = re.compile(r"\(of [^()\n]{1,400}\)")  # whom a message speaks of as "she", before what was said before it
PASSAGES = 0  # the section of passages; the others are called by their entity's key
SOURCE_WORDS = {
    "user_edit": "you wrote it",
    "file": "from a file",
    "system": "from the system",
    "conversation": "from a conversation",
}


@dataclass(frozen=True, slots=True)
class Narrative:
    """The text, its estimated tokens, and which items stand in it (the others did not fit)."""

    text: str
    tokens: int
    used: tuple[Item, ...]


def header(entity: EntityRow) -> str:
    """J38, J39."""
    return SELF_HEADER if entity.is_self else f"### 💡 CONTEXT: {entity.name}"


def estimate(text: str) -> int:
    """Tokens of a text, four characters each."""
    return -(-len(text) // params.CHARACTERS_PER_TOKEN)


def compose(
    items: Sequence[Item],
    entities: Mapping[int, EntityRow],
    section_order: Mapping[int, float],
    config: RetrievalConfig,
    now: dt.datetime,
    said: Mapping[int, dt.datetime],
    graph_slots: int = 0,
) -> Narrative:
    """Sections of facts by subject entity, and one of passages; `token_budget` 0 means no limit.

    The best `graph_slots` passages that links led to get room before the others: what is found by meaning alone
    always scores higher (W-O1).

    A section stands where its best item does, so that what answers comes first, be it a fact or a passage: readers use
    what stands at the ends of a prompt best (Liu et al. 2023, "Lost in the middle"). In jacq `section_order` (entity ->
    activation) orders them, the self entity first and passages last. `said` (fact -> when its first quote was said)
    dates what was learned from an old talk that was imported later.
    """
    facts = [item for item in items if item.kind != "chunk"]
    passages = [item for item in items if item.kind == "chunk"]
    budget = config.token_budget
    share = int(budget * (1 - params.PASSAGE_SHARE)) if passages and facts and budget else budget
    used: list[Item] = []
    spent = 0
    lines: dict[int, list[str]] = {}
    for item in facts:
        line = _line(item, config, now, said.get(item.pk))
        cost = estimate(f"{line}\n")
        if item.section not in lines:
            cost += estimate(f"{header(entities[item.section])}\n\n")
        if budget and spent + cost > share:
            continue
        spent += cost
        lines.setdefault(item.section, []).append(line)
        used.append(item)
    quotes: list[str] = []
    quoted: list[Item] = []
    promised = [item for item in passages if item.hops][:graph_slots]
    for item in [*promised, *(item for item in passages if item not in promised)]:
        quote = _quote(item, now)
        cost = estimate(f"{quote}\n") + (0 if quotes else estimate(f"{SOURCES_HEADER}\n\n"))
        if budget and spent + cost > budget:
            continue
        spent += cost
        quotes.append(quote)
        quoted.append(item)
    quotes = [_quote(item, now) for item in passages if item in quoted]
    used += [item for item in passages if item in quoted]
    sections = {section: "\n".join([header(entities[section]), *told]) for section, told in lines.items()}
    order: list[int] = list(dict.fromkeys(PASSAGES if item.kind == "chunk" else item.section for item in items))
    if section_order:
        order = sorted(lines, key=lambda one: (not entities[one].is_self, -section_order.get(one, 0.0), one))
        order.append(PASSAGES)
    if quotes:
        sections[PASSAGES] = "\n".join([SOURCES_HEADER, *quotes])
    text = "\n\n".join(sections[section] for section in order if section in sections)
    return Narrative(text, estimate(text), tuple(used))


def _line(item: Item, config: RetrievalConfig, now: dt.datetime, said: dt.datetime | None) -> str:
    """`- {predicate}: {value}` (J40) on one line, with validity, doubt and source in brackets.

    A value with line breaks must not become lines of its own: they would read like facts that nobody stated.
    """
    fact = item.fact
    if fact is None:
        return f"- description: {' '.join(item.text.splitlines())}"
    line = f"- {fact.predicate}: {' '.join((fact.object_name or fact.value).splitlines())}"
    if not config.narrative.include_provenance:
        return line
    said_anew = in_words(fact.value, now.tzinfo) if len(fact.value) > len("2027-03-03") else ""
    notes = [said_anew] if fact.object is None and said_anew not in ("", fact.value) else []
    if fact.status != "confirmed":
        notes.append("unconfirmed")
    if fact.valid_from is not None:
        notes.append(f"since {day_of(fact.valid_from, now.tzinfo):%-d %B %Y}")
    if fact.valid_until is not None:
        notes.append(
            f"{'until' if fact.valid_until <= now else 'ends'} {day_of(fact.valid_until, now.tzinfo):%-d %B %Y}"
        )
    day = min(said or fact.created_at, fact.created_at)
    notes.append(f"{SOURCE_WORDS.get(fact.source, fact.source)}, {day_of(day, now.tzinfo):%-d %B %Y}")
    return f"{line} ({'; '.join(notes)})"


def beginning(chunk: ChunkRow) -> str:
    """How the line of a passage begins. A talk that is called by its first words has no title to tell."""
    if chunk.document_kind == TALK and chunk.document_title.endswith("…"):
        return "- Said on "
    return f"- {'Said in' if chunk.document_kind == TALK else 'From'} “{chunk.document_title}”, "


def _quote(item: Item, now: dt.datetime) -> str:
    """A passage with its title, date, whom it means by "she", and why a linked one is here (O64)."""
    assert item.chunk is not None
    date = f"{day_of(item.chunk.created_at, now.tzinfo):%-d %B %Y}"
    body = " ".join(item.text.split())
    related = [f"   ↳ Related: {_said(words)}({relation})" for _, relation, words in item.context]
    whom = _OF_WHOM.match(item.chunk.prefix) if item.chunk.document_kind == TALK else None
    return "\n".join([f"{beginning(item.chunk)}{date}: {body}{f' {whom[0]}' if whom else ''}", *related])


def _said(description: str) -> str:
    """A link's description in quotation marks; a link that only says what follows what has none."""
    return f'"{" ".join(description.split())}" ' if description.strip() else ""
