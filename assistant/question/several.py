"""A question of two or three names, or of one with an “and” in it: whom it means, and the facts to tell of them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from django.db.models import Q

from assistant import params
from assistant.extraction.words.vocabulary import PERSON
from graph.curation import names
from graph.models import EntityAlias, Fact, User
from graph.models.fact import FactQuerySet
from graph.naming import normalise
from graph.predicates import registry, relation
from graph.projections.texts import fact_text
from graph.queries import walks
from graph.retrieval import rows
from graph.retrieval.channels import within
from graph.retrieval.config import Filters
from graph.retrieval.result import Result
from graph.retrieval.types import Item, Parts, node_pk
from graph.walks.deadline import DeadlinePassed

_JOINER = re.compile(r"\s*(?:,\s*and\b|,|&|\band\b)\s*", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:(?:so|and|ok|well|please)[\s,]+)*(?:tell me (?:more |all |everything |something )?about"
    r"|what (?:do|can) (?:you|i) (?:know|say|tell me) (?:about|of)|(?:what|how) about)\s+",
    re.IGNORECASE,
)
_TIES = r"(?:related|connected|linked|tied)"
_RELATED = (  # of two names how they are joined: "how am I related to Michael?", "what connects Anna and Ben?"
    re.compile(
        rf"(?:and |so )?how (?:am|are|is|was|were) (?P<other>.+?) {_TIES} (?:to|with) (?P<one>.+)", re.IGNORECASE
    ),
    re.compile(
        rf"(?:and |so )?how (?:are|were) (?P<one>.+?) and (?P<other>.+?) {_TIES}"
        r"(?: (?:to|with) (?:each other|one another))?",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:what(?:['’]s| is) the (?:connection|relation|relationship|link) (?:between|of)|what connects)"
        r" (?P<one>.+?) (?:and|to|with) (?P<other>.+)",
        re.IGNORECASE,
    ),
)
MOST = 3  # names: more are a list, and no question
PIECES = 6  # between joiners, which a name may have too: “Brandt and Sons”


def named(user: User, question: str, now: dt.datetime) -> tuple[int, ...]:
    """The entities whose names, joined by “and”, “&” or commas, are all that is asked about; else none.

    One entity where its own name has the “and”: its words would be taken for others' names and relations.
    """
    asked = question.strip().rstrip("?!. ")
    text = asked[opening.end() :] if (opening := _ABOUT.match(asked)) else asked
    joiners = [one.span() for one in _JOINER.finditer(text)]
    if not 0 < len(joiners) < PIECES:
        return ()
    begins, ends = [0, *(end for _, end in joiners)], [*(start for start, _ in joiners), len(text)]
    pieces = range(len(begins))
    keys = {(one, last): normalise(text[begins[one] : ends[last]]) for one in pieces for last in pieces[one:]}
    me = names.self_entity(user, now)
    selves = names.self_keys(user, me)
    known = names.matches(user, set(keys.values()) - selves) | {key: [me.pk] for key in selves}
    found: list[int] = []
    place = 0
    while place in pieces:
        last = next((one for one in reversed(pieces[place:]) if len(known.get(keys[place, one], ())) == 1), None)
        if last is None:
            return ()
        found += known[keys[place, last]]
        place = last + 1
    return tuple(found) if len(set(found)) == len(found) <= MOST else ()


def related(user: User, question: str, now: dt.datetime) -> tuple[int, int] | None:
    """The two entities of which it is asked how they are joined, the one to whom first; None where it asks none."""
    asked = question.strip().rstrip("?!. ")
    for said in (one for pattern in _RELATED if (one := pattern.fullmatch(asked)) is not None):
        ends = [meant(user, said["one"], now), meant(user, said["other"], now)]
        if None not in ends and ends[0] != ends[1]:
            return ends[0] or 0, ends[1] or 0
    return None


def meant(user: User, text: str, now: dt.datetime) -> int | None:
    """The one entry that goes by these words, or the one person by this first name; None of none and of several."""
    me = names.self_entity(user, now)
    key = normalise(text)
    if key in names.self_keys(user, me):
        return me.pk
    found = names.matches(user, [key]).get(key, [])
    if not found and key:
        fuller = EntityAlias.objects.for_user(user).exclude(kind=EntityAlias.Kind.EXTERNAL)
        people = fuller.filter(normalised__startswith=f"{key} ", entity__type=PERSON, entity__merged_into=None)
        found = list(people.values_list("entity", flat=True).distinct()[:2])
    return found[0] if len(found) == 1 else None


def completed(user: User, ends: Sequence[int], result: Result, now: dt.datetime) -> Result:
    """The result with the facts that join these entities and some of each, after what was found.

    Of an earlier day, which no index has, there is only what was found.
    """
    if not ends or result.as_of is not None:
        return result
    standing = Fact.objects.for_user(user).active().unexpired_at(now).order_by("status", "pk")
    ids = [pk for pair in combinations(ends, 2) for pk in _joining(user, standing, pair, now, params.JOINED_STEPS)]
    for end in ends:
        ids += standing.about(end).values_list("pk", flat=True)[: params.JOINED_FACTS]
    return further(user, ids, result, now)


def joined(user: User, ends: tuple[int, int], result: Result, now: dt.datetime, most: int) -> Result:
    """The result with the facts that join two entities by at most so many steps."""
    standing = Fact.objects.for_user(user).active().unexpired_at(now).order_by("status", "pk")
    return further(user, _joining(user, standing, ends, now, most), result, now)


def further(user: User, ids: Sequence[int], result: Result, now: dt.datetime) -> Result:
    """The result with the facts of these ids that it lacks and may have, after what was found."""
    allowed = within.allowed(user, Filters(**result.config["filters"])) if "filters" in result.config else None
    known = {item.pk for item in result.items if item.fact is not None}
    loaded = rows.facts_by_id(user.pk, [pk for pk in ids if allowed is None or allowed.lets("fact", pk)], now)
    relations = registry(user.pk)
    reads = {fact.predicate: relation(relations, fact.predicate).reads for fact in loaded.values()}
    added = [
        Item(
            "fact",
            pk,
            fact_text(fact.subject_name, reads[fact.predicate], fact.object_name or fact.value),
            0.0,
            Parts(confidence=fact.confidence),
            section=fact.subject,
            fact=fact,
        )
        for pk in dict.fromkeys(ids)
        if pk not in known and (fact := loaded.get(pk)) is not None
    ]
    return replace(result, items=(*result.items, *added), reads=result.reads | reads)


def _joining(user: User, standing: FactQuerySet, pair: tuple[int, int], now: dt.datetime, most: int) -> list[int]:
    """The facts between two entities, or else those of the strongest of the shortest ways between them."""
    direct = list(_between(standing, *pair).values_list("pk", flat=True)[: params.ANSWER_FACTS])
    if direct:
        return direct
    try:
        found, _ = walks.between(
            user, *pair, mode="shortest", max_depth=most, direction="both", now=now
        )  # fmt: skip
    except DeadlinePassed:  # of a way through a very large book; what is known of each is told all the same
        return []
    steps = found.ways[0].steps if found.ways else ()
    ids: list[int] = []
    for one, other in pairwise(steps):
        facts = _between(standing, node_pk(one.node), node_pk(other.node)).filter(predicate=other.relation)
        ids += facts.values_list("pk", flat=True)[:1]
    return ids


def _between(standing: FactQuerySet, one: int, other: int) -> FactQuerySet:
    return standing.filter(Q(subject=one, object=other) | Q(subject=other, object=one))
