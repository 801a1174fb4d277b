"""Entries that may be one and the same: suggestions with their reasons, and what a merge would do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from django.db.models import Q

from graph.curation.values import spoken
from graph.models import Entity, EntityAlias, Evidence, Fact
from graph.naming import folded
from graph.predicates import Relation, registry, relation
from graph.twins import evidence, misspelt, names
from graph.twins.evidence import About

SHOWN = 40  # suggestions on one page, the surest first
CROWD = 60  # names with one key in common: more of them share a common first name, and are not compared by it
DIFFERENT = "different_from"


class Entry(NamedTuple):
    """What is compared of an entry: all of a book are read."""

    pk: int
    name: str
    type: str
    is_self: bool


@dataclass(frozen=True, slots=True)
class Side:
    pk: int
    name: str
    type: str
    facts: int
    is_self: bool


@dataclass(frozen=True, slots=True)
class Twins:
    """`keep` has more facts, or was there first; `score` grows with what speaks for it."""

    keep: Side
    absorb: Side
    reasons: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Suggestions:
    pairs: tuple[Twins, ...]
    total: int


def suggestions(
    user_id: int, *, about: int | None = None, held: Mapping[int, tuple[int, str]] | None = None
) -> Suggestions:
    """Pairs that may be one, the surest first, in a constant number of queries; with `about` only of one entry.

    `held` says of entries without a name of their own, "my mum", who is meant, and why: that one is kept.
    A pair is not suggested when a fact joins the two, when they contradict, or when the owner said they differ.
    """
    rows = Entity.objects.for_user(user_id).standing().values_list("pk", "name", "type", "is_self")
    entities = {row[0]: Entry(*row) for row in rows}
    forms = _forms(user_id, entities)
    relations = registry(user_id)
    held = {pk: said for pk, said in (held or {}).items() if {pk, said[0]} <= entities.keys()}
    alike = _alike(forms, entities)
    alike |= {(min(pk, who), max(pk, who)): names.Alike(why, names.SURE) for pk, (who, why) in held.items()}
    if about is not None:
        alike = {pair: found for pair, found in alike.items() if about in pair}
    known, common = _known(user_id, {pk for pair in alike for pk in pair}, relations)
    exclusive = {name for name, one in relations.items() if one.functional}
    found: dict[tuple[int, int], tuple[names.Alike, list[tuple[str, str]]]] = {}
    for (one, other), reason in alike.items():
        mine, theirs = known.get(one, About()), known.get(other, About())
        if other in mine.joined or evidence.contradiction(mine, theirs, exclusive):
            continue
        both = evidence.shared(mine, theirs, common)
        if evidence.weight(both) >= reason.needs:
            found[one, other] = reason, both
    pairs = [
        _twins(entities, entities[one], entities[other], reason, both, known, relations, held.keys())
        for (one, other), (reason, both) in found.items()
        if not (reason.alone and _others(found, one, other))
    ]
    pairs.sort(key=lambda pair: (-pair.score, pair.keep.pk, pair.absorb.pk))
    return Suggestions(tuple(pairs[:SHOWN]), len(pairs))


def _others(found: Mapping[tuple[int, int], tuple[names.Alike, list]], one: int, other: int) -> bool:
    """Whether another entry fits one of the two by a reason that has to be the only one."""
    return any(
        pair != (one, other) and {one, other} & set(pair) and reason.alone for pair, (reason, _) in found.items()
    )


def _forms(user_id: int, entities: Mapping[int, Entry]) -> dict[int, list[names.Form]]:
    forms: dict[int, list[names.Form]] = defaultdict(list)
    rows = EntityAlias.objects.for_user(user_id).exclude(kind=EntityAlias.Kind.EXTERNAL)
    for pk, text in rows.order_by("id").values_list("entity_id", "text"):
        if pk in entities:
            forms[pk].append(names.form(text, entities[pk].type.casefold()))
    return forms


def _alike(forms: Mapping[int, list[names.Form]], entities: Mapping[int, Entry]) -> dict[tuple[int, int], names.Alike]:
    """The best reason of each pair that names alone suggest."""
    blocks: dict[str, list[tuple[int, names.Form, names.Key]]] = defaultdict(list)
    for pk, own in forms.items():
        for called in own:
            for key in names.keys(called):
                blocks[key.text].append((pk, called, key))
    found: dict[tuple[int, int], names.Alike] = {}
    for members in blocks.values():
        if not 1 < len(members) <= CROWD:
            continue
        words = [key.word for _, _, key in members]
        for first, second in misspelt.near(words) if all(words) else combinations(range(len(members)), 2):
            (one, mine, key), (other, theirs, its) = members[first], members[second]
            if not (key.short or its.short) or one == other or (entities[one].is_self and entities[other].is_self):
                continue
            reason = names.alike(mine, theirs)
            pair = (min(one, other), max(one, other))
            if reason and (pair not in found or reason.needs < found[pair].needs):
                found[pair] = reason
    return found


def _known(
    user_id: int, ids: set[int], relations: Mapping[str, Relation]
) -> tuple[dict[int, About], Counter[tuple[str, str]]]:
    """What is held true of each entry, and how many entries have each fact."""
    columns = ("subject_id", "predicate", "object_id", "value", "value_type")
    rows = list(Fact.objects.for_user(user_id).active().values_list(*columns)) if ids else []
    common: Counter[tuple[str, str]] = Counter()
    said: dict[int, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    words: dict[int, dict[tuple[str, str], str]] = defaultdict(dict)
    joined: dict[int, set[int]] = defaultdict(set)
    for subject, predicate, target, value, kind in rows:
        says = f"#{target}" if target else folded(spoken(value, kind))
        common[predicate, says] += 1
        if subject in ids:
            said[subject][predicate].add(says)
            words[subject][predicate, says] = "" if target else spoken(value, kind)
        if target:
            back = f"← {predicate}"
            if relation(dict(relations), predicate).functional and predicate not in evidence.SHARED_BY_MANY:
                common[back, f"#{subject}"] += 1
                if target in ids:
                    said[target][back].add(f"#{subject}")
            joined[subject].add(target)
            joined[target].add(subject)
    about = {
        pk: About({name: frozenset(values) for name, values in said[pk].items()}, words[pk], frozenset(joined[pk]))
        for pk in ids
    }
    return about, common


def _twins(
    entities: Mapping[int, Entry],
    one: Entry,
    other: Entry,
    reason: names.Alike,
    both: Iterable[tuple[str, str]],
    known: Mapping[int, About],
    relations: Mapping[str, Relation],
    nameless: Collection[int],
) -> Twins:
    both = list(both)
    sizes = {pk: sum(len(values) for values in known.get(pk, About()).said.values()) for pk in (one.pk, other.pk)}
    keep, absorb = sorted((one, other), key=lambda row: (not row.is_self, row.pk in nameless, -sizes[row.pk], row.pk))

    def said(name: str, says: str) -> str:
        what = entities[int(says[1:])].name if says[:1] == "#" and int(says[1:]) in entities else says
        if name.startswith("← "):
            return f"{what} {relation(dict(relations), name[2:]).reads} both"[:200]
        return f"Both: {relation(dict(relations), name).reads} {known[one.pk].words.get((name, says)) or what}"[:200]

    score = 1.0 - 0.2 * reason.needs + 0.1 * min(evidence.weight(both), 3)
    return Twins(
        Side(keep.pk, keep.name, keep.type, sizes[keep.pk], keep.is_self),
        Side(absorb.pk, absorb.name, absorb.type, sizes[absorb.pk], absorb.is_self),
        (reason.why, *dict.fromkeys(said(*fact) for fact in both)),
        score,
    )


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What a merge would do: facts that move, that fold into the same fact, that would speak of themselves, that
    would contradict; names and passages that move over."""

    moved: tuple[str, ...]
    folded: tuple[str, ...]
    ended: tuple[str, ...]
    contradictions: tuple[str, ...]
    also: tuple[str, ...]
    passages: int

    @property
    def total(self) -> int:
        return len(self.moved) + len(self.folded)


def afterwards(user_id: int, keep: int, absorb: int) -> Afterwards:
    """The preview of a merge, in a constant number of queries; nothing is written."""
    relations = registry(user_id)
    rows = Fact.objects.for_user(user_id).active().filter(Q(subject__in=[keep, absorb]) | Q(object__in=[keep, absorb]))
    facts = list(rows.select_related("subject", "object").order_by("id"))
    own = [fact for fact in facts if absorb not in (fact.subject_id, fact.object_id)]
    theirs = [fact for fact in facts if absorb in (fact.subject_id, fact.object_id)]

    def turned(fact: Fact) -> tuple:
        subject = keep if fact.subject_id == absorb else fact.subject_id
        target = keep if fact.object_id == absorb else fact.object_id
        return subject, fact.predicate, target, fact.value_key

    standing = {turned(fact) for fact in own}
    moved, doubles, ended, clashing = [], [], [], []
    for fact in theirs:
        text = _text(fact, relations)
        subject, predicate, target, _ = turned(fact)
        if subject == target:
            ended.append(text)
            continue
        if turned(fact) in standing:
            doubles.append(text)
            continue
        if relation(dict(relations), predicate).functional:
            rivals = [other for other in own if (other.subject_id, other.predicate) == (subject, predicate)]
            clashing += [f"{_text(rival, relations)}, or {_text(fact, relations)}?" for rival in rivals]
        moved.append(text)
    aliases = EntityAlias.objects.for_user(user_id).filter(entity=absorb).order_by("id").values_list("text", flat=True)
    passages = Evidence.objects.for_user(user_id).filter(entity=absorb).count()
    return Afterwards(
        tuple(moved), tuple(doubles), tuple(ended), tuple(clashing), tuple(dict.fromkeys(aliases)), passages
    )


def _text(fact: Fact, relations: Mapping[str, Relation]) -> str:
    says = fact.object.name if fact.object else spoken(fact.value, fact.value_type)
    return f"{fact.subject.name} {relation(dict(relations), fact.predicate).reads} {says}"[:200]
