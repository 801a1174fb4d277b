"""One entry of the index: its facts by theme, its other names, its neighbours, where it is named, what changed."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from graph.models import Change, ChangeRow, Conflict, Entity, EntityAlias, Evidence, Fact
from graph.predicates import Relation, registry, relation
from graph.queries.conflicts import sides
from graph.queries.ego import Neighbour, Picture, draw
from graph.queries.ledger import Entry, entries
from graph.queries.sentences import Sentence, sentence, with_quotes, with_rules
from graph.read_as import between
from graph.unmarked import excerpt
from graph.wikilinks import as_read, quote_as_read

FACTS = 120  # facts on the page, newest first within their theme; more are in the ledger and the search
MENTIONS = 8
CHANGES = 8
CHANGE_LINES = 4  # of one change
ASKED = 8  # open questions

# The registry's categories in the words of the page.
THEMES = {
    "personal": "person",
    "domain": "life and work",
    "hierarchical": "what it is",
    "associative": "connections",
    "temporal": "time",
}
OTHER = "also"


@dataclass(frozen=True, slots=True)
class Theme:
    name: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Mention:
    document: int
    title: str
    is_chat: bool
    words: str
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class Question:
    conflict: int
    link: str
    older: str
    newer: str


@dataclass(frozen=True, slots=True)
class Page:
    pk: int
    name: str
    type: str
    description: str
    is_self: bool
    also: tuple[str, ...]
    external: tuple[tuple[str, str], ...]
    properties: tuple[tuple[str, str], ...]
    themes: tuple[Theme, ...]
    over: tuple[Sentence, ...]
    total: int
    questions: tuple[Question, ...]
    neighbours: tuple[Neighbour, ...]
    picture: Picture | None
    mentions: tuple[Mention, ...]
    changes: tuple[Entry, ...]
    relations: tuple[str, ...]  # how those read by which a fact may be written down

    @property
    def shown(self) -> int:
        return len(self.over) + sum(len(theme.sentences) for theme in self.themes)


def page(user_id: int, pk: int, *, as_of: dt.datetime | None = None) -> Page | None:
    """What is known of one entry, or None if it is not the user's or was merged into another.

    With `as_of` what was held true at that moment, named and changed by then; questions are of the present.
    """
    entity = Entity.objects.for_user(user_id).standing().filter(pk=pk).first()
    if entity is None:
        return None
    relations = registry(user_id)
    about = Fact.objects.for_user(user_id).about(pk).exclude(status=Fact.Status.REJECTED)
    if as_of is not None:
        about = about.held_true_at(as_of)
    rows = list(with_quotes(about).order_by("-created_at", "id")[:FACTS])
    lines = with_rules(user_id, [sentence(row, relations, then=as_of is not None) for row in rows])
    standing = [line for line in lines if not line.is_over]
    names = list(EntityAlias.objects.filter(entity=entity).order_by("id"))
    neighbours = _neighbours(pk, standing)
    return Page(
        pk=entity.pk,
        name=entity.name,
        type=entity.type,
        description=entity.description,
        is_self=entity.is_self,
        also=tuple(row.text for row in names if row.kind == EntityAlias.Kind.ALIAS),
        external=tuple((row.scheme, row.text) for row in names if row.kind == EntityAlias.Kind.EXTERNAL),
        properties=tuple((key, _plain(value)) for key, value in sorted(entity.properties.items())),
        themes=_themes(standing, lambda line: relation(relations, line.predicate).category),
        over=tuple(line for line in lines if line.is_over),
        total=about.count(),
        questions=_questions(user_id, pk, relations) if as_of is None else (),
        neighbours=neighbours,
        picture=draw(entity.name, neighbours),
        mentions=_mentions(entity, as_of),
        changes=_changes(user_id, pk, [row.pk for row in rows], as_of),
        relations=tuple(sorted({one.reads for one in relations.values() if not one.same_as})),
    )


def _themes(lines: Sequence[Sentence], category: Callable[[Sentence], str]) -> tuple[Theme, ...]:
    names = dict.fromkeys([*THEMES.values(), OTHER])
    grouped: dict[str, list[Sentence]] = {name: [] for name in names}
    for line in lines:
        grouped[THEMES.get(category(line), OTHER)].append(line)
    return tuple(Theme(name, tuple(group)) for name, group in grouped.items() if group)


def _neighbours(pk: int, lines: Sequence[Sentence]) -> tuple[Neighbour, ...]:
    """The entries one step away, each once, confirmed before unconfirmed."""
    found: dict[int, Neighbour] = {}
    for line in sorted(lines, key=lambda line: (line.is_waiting, -line.confidence, line.pk)):
        if line.object_pk is None:
            continue
        other, name = (line.object_pk, line.says) if line.subject_pk == pk else (line.subject_pk, line.subject)
        found.setdefault(other, Neighbour(other, name, line.reads, line.is_waiting, line.subject_pk == pk))
    return tuple(found.values())


def _questions(user_id: int, pk: int, relations: Mapping[str, Relation]) -> tuple[Question, ...]:
    rows = Conflict.objects.for_user(user_id).filter(state=Conflict.State.OPEN)
    ends = ("older__subject", "older__object", "newer__subject", "newer__object")
    about = Q(older__subject=pk) | Q(newer__subject=pk) | Q(older__object=pk, newer__object=pk)
    asked = [(row, *sides(row, relations)) for row in rows.filter(about).order_by("id").select_related(*ends)[:ASKED]]
    return tuple(
        Question(row.pk, between(relation(dict(relations), row.older.predicate).reads), *says)
        for row, of, says in asked
        if of.pk == pk
    )


def _mentions(entity: Entity, as_of: dt.datetime | None) -> tuple[Mention, ...]:
    rows = Evidence.objects.filter(entity=entity).exclude(document=None)
    if as_of is not None:
        rows = rows.filter(created_at__lte=as_of)
    # Ordered before anything is joined, and without the texts of the documents: thousands of places may be in one book.
    newest = list(rows.order_by("-created_at", "-id").values_list("pk", flat=True)[:MENTIONS])
    shown = Evidence.objects.filter(pk__in=newest).select_related("document", "chunk").defer("document__text")
    return tuple(
        Mention(
            document=row.document.pk,
            title=row.document.title,
            is_chat=row.document.kind == "conversation",
            words=_excerpt(
                excerpt(as_read(row.chunk.text) if row.chunk else quote_as_read(row.quote)),
                quote_as_read(row.quote) or entity.name,
            ),
            at=row.created_at,
        )
        for row in shown.order_by("-created_at", "-id")
        if row.document is not None
    )


def _excerpt(passage: str, word: str, around: int = 90) -> str:
    """The words around the first place where `word` stands."""
    place = max(0, passage.casefold().find(word.casefold()))
    start, end = max(0, place - around), min(len(passage), place + len(word) + around)
    return ("… " if start else "") + " ".join(passage[start:end].split()) + (" …" if end < len(passage) else "")


def _changes(user_id: int, pk: int, facts: Sequence[int], as_of: dt.datetime | None) -> tuple[Entry, ...]:
    """The newest changes in which the entry or one of its facts was written, each with what it did to these."""
    about = Q(model="entity", object_id=pk) | Q(model="fact", object_id__in=facts)
    made = Change.objects.for_user(user_id).filter(pk__in=ChangeRow.objects.filter(about).values("change"))
    if as_of is not None:
        made = made.filter(at__lte=as_of)
    names = Q(model="alias", after__entity_id=pk) | Q(model="alias", before__entity_id=pk)
    return entries(user_id, list(made.order_by("-id")[:CHANGES]), about | names, CHANGE_LINES)


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
