"""What is to be erased: the ids of every row that goes, and the words by which its traces are found."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from graph.curation.entities import SelfIsKept
from graph.curation.names import EntityNotFound
from graph.models import Change, ChangeRow, Chunk, Document, Entity, Evidence, Fact, User
from graph.projections.subjects import batches

BETWEEN = " | "  # of texts that are looked through together: a name does not begin in one and end in the next
TELLING = 20  # characters: a shorter passage ("Yes.") is no trace of the text that it stood in


@dataclass(frozen=True, slots=True)
class Scope:
    """`ids` by kind of row; `words` are names, found as whole words; `texts` are passages, found anywhere."""

    user: User
    ids: Mapping[str, frozenset[int]]
    words: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def of(self, kind: str) -> frozenset[int]:
        return self.ids.get(kind, frozenset())


class Wording:
    """Whether a text names what is erased; case and line breaks do not count."""

    def __init__(self, scope: Scope) -> None:
        words = sorted({_plain(word) for word in scope.words if word.strip()}, key=len, reverse=True)
        self._words = tuple(words)
        self._whole = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, words)) + r")(?!\w)")
        # Each by its longest word within, which stands as a word wherever all of it does.
        self._texts: dict[str, list[str]] = defaultdict(list)
        for text in {_plain(text) for text in scope.texts if len(text.strip()) >= TELLING}:
            self._texts[max(text.split()[1:-1], key=len, default="")].append(text)

    def names(self, *values: Any) -> bool:
        """Whether one of the values does: a text, a value of JSON, or a text that holds JSON, as tables have them."""
        return any(self._stands_in(_plain(BETWEEN.join(_spoken(value)))) for value in values)

    def _stands_in(self, text: str) -> bool:
        if any(map(text.__contains__, self._words)) and self._whole.search(text):
            return True
        told = self._texts.keys() & ["", *text.split()] if self._texts else ()
        return any(one in text for word in told for one in self._texts[word])


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _spoken(value: Any) -> Iterator[str]:
    """Every text in a value as JSON has them: written as JSON, one with a quotation mark would not be recognised.

    What holds JSON is taken apart only where something is escaped in it: there are twenty of every answer.
    """
    if isinstance(value, dict):
        for key, one in value.items():
            yield str(key)
            yield from _spoken(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _spoken(one)
    elif isinstance(value, str) and "\\" in value and value[:1] in "[{":
        try:
            yield from _spoken(json.loads(value))
        except ValueError:
            yield value
    elif value is not None:
        yield str(value)


def of_entity(user: User, pk: int) -> Scope:
    """An entry with what was merged into it, its facts and its mentions, also if it was deleted before.

    Raises EntityNotFound or SelfIsKept.
    """
    entities = {pk, *_merged_into(user, pk)}
    standing = Entity.objects.for_user(user).in_bulk(list(entities))
    ledger = list(ChangeRow.objects.filter(change__user=user, model="entity", object_id__in=entities))
    if pk not in standing and not any(row.before or row.after for row in ledger):
        raise EntityNotFound(f"There is no entity {pk}.")
    if any(one.is_self for one in standing.values()):
        raise SelfIsKept("The entry that stands for you can be renamed, not erased. Erase everything instead.")
    named = ChangeRow.objects.filter(change__user=user, model="alias")
    states = [state for row in ledger for state in (row.before, row.after) if state]
    for column in ("before", "after"):
        rows = named.filter(**{f"{column}__entity_id__in": list(entities)})
        states += [state for row in rows for state in (row.before, row.after) if state]
    words = {state.get("name") or state.get("text") or "" for state in states}
    for one in standing.values():
        words |= {one.name, *one.aliases.values_list("text", flat=True)}
    facts = Fact.objects.for_user(user)
    about = set(facts.filter(subject__in=entities).values_list("pk", flat=True))
    about |= set(facts.filter(object__in=entities).values_list("pk", flat=True))
    ids = {"entity": frozenset(entities), "fact": frozenset(about)}
    return Scope(user, ids, tuple(sorted(word for word in words if word)))


def _merged_into(user: User, pk: int) -> set[int]:
    found: set[int] = set()
    waiting = {pk}
    while waiting:
        waiting = (
            set(Entity.objects.for_user(user).filter(merged_into__in=waiting).values_list("pk", flat=True)) - found
        )
        found |= waiting
    return found


def of_documents(user: User, documents: Iterable[Document]) -> Scope:
    """Documents with their passages, the facts that rest on nothing else, and the entries that only these name."""
    rows = list(documents)
    pks = [one.pk for one in rows]
    chunks = dict(Chunk.objects.for_user(user).filter(document__in=pks).values_list("pk", "text"))
    facts = _resting_on(user, pks)
    entities = _only_named_by(user, pks, facts)
    names = set(Entity.objects.for_user(user).filter(pk__in=entities).values_list("name", flat=True))
    ids = {
        "document": frozenset(pks),
        "chunk": frozenset(chunks),
        "fact": frozenset(facts),
        "entity": frozenset(entities),
    }
    words = names | {one.title for one in rows if one.kind != Document.Kind.CONVERSATION}
    return Scope(user, ids, tuple(sorted(words)), tuple(chunks.values()))


def _resting_on(user: User, documents: list[int]) -> set[int]:
    """The facts whose only words stand in these documents; what the person wrote down themself stays."""
    evidence = Evidence.objects.for_user(user).filter(fact__isnull=False)
    there = set(evidence.filter(document__in=documents).values_list("fact_id", flat=True))
    elsewhere: set[int] = set()
    for batch in batches(there):
        others = evidence.filter(fact__in=batch).exclude(document__in=documents)
        elsewhere |= set(others.values_list("fact_id", flat=True))
    alone = there - elsewhere
    own: set[int] = set()
    for batch in batches(alone):
        own |= set(Fact.objects.filter(pk__in=batch, source="user_edit").values_list("pk", flat=True))
    return alone - own


def _only_named_by(user: User, documents: list[int], facts: set[int]) -> set[int]:
    """The entries that learning made and that nothing but these documents and facts speaks of."""
    mentions = Evidence.objects.for_user(user).filter(entity__isnull=False)
    named = set(mentions.filter(document__in=documents).values_list("entity_id", flat=True))
    for batch in batches(facts):
        for ends in Fact.objects.filter(pk__in=batch).values_list("subject_id", "object_id"):
            named |= set(ends) - {None}
    kept: set[int] = set()
    for batch in batches(named):
        kept |= set(
            mentions.filter(entity__in=batch).exclude(document__in=documents).values_list("entity_id", flat=True)
        )
        for column in ("subject_id", "object_id"):
            about = Fact.objects.for_user(user).filter(**{f"{column}__in": batch})
            kept |= {end for pk, end in about.values_list("pk", column) if pk not in facts}
        kept |= set(Entity.objects.filter(pk__in=batch, pinned=True).values_list("pk", flat=True))
        kept |= set(Entity.objects.filter(pk__in=batch, is_self=True).values_list("pk", flat=True))
        learned = ChangeRow.objects.filter(
            change__user=user,
            change__actor__in=[Change.Actor.EXTRACTOR, Change.Actor.IMPORT],
            model="entity",
            object_id__in=batch,
            before__isnull=True,
        )
        kept |= set(batch) - set(learned.values_list("object_id", flat=True))
    return named - kept
