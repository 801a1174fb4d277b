"""An answer without a language model: the facts that answer, as sentences with citations, else a passage, else none."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils import timezone

from assistant import params
from assistant.extraction.dates import MONTHS, WEEKDAYS
from assistant.focus import FILLERS, GROUPS, RELATIONS, TOGETHER, Focus, focus
from assistant.narrowing import Narrowed, in_tense, kept, narrowed
from assistant.passages import Line, speaking_to
from assistant.referents import names_in
from assistant.targets import Targets, confirmed_first, fact_of, occurs, targets_of
from assistant.wording import sentence
from graph.retrieval.result import Result
from graph.retrieval.types import FactRow, Item
from graph.retrieval.words import content_stems

RELATION_STEMS = content_stems(" ".join(RELATIONS))
NOT_SAID = "Nothing you told me says exactly that. The closest I have:"
_FAVOURED = re.compile(r"\bfavou?rite\b", re.IGNORECASE)
_COUNTS = re.compile(r"\bhow many\b", re.IGNORECASE)

Cited = tuple[str, int]  # (kind, id) as in RetrievalItem; its number is its place, from 1


@dataclass(frozen=True, slots=True)
class Composed:
    """`text` with markers [1] and, for what is unconfirmed, [1?]; `known` is False when it says it does not know."""

    text: str
    cited: tuple[Cited, ...] = ()
    known: bool = True


@dataclass(slots=True)
class Writing:
    """The answer so far: its sentences, and what they cite in order."""

    now: dt.datetime
    reads: Mapping[str, str]
    sentences: list[str] = field(default_factory=list)
    cited: list[Cited] = field(default_factory=list)

    def facts(self, items: Sequence[Item]) -> None:
        """One sentence for each subject, predicate and standing, in the order of their first fact."""
        groups: dict[tuple[int, str, bool], list[Item]] = {}
        for item in items:
            fact = fact_of(item)
            if ("fact", item.pk) not in self.cited:
                groups.setdefault((fact.subject, fact.predicate, fact.status == "confirmed"), []).append(item)
        for (_, predicate, confirmed), group in groups.items():
            words = self.reads.get(predicate) or predicate.replace("_", " ")
            text = sentence([fact_of(item) for item in group], words, self.now)
            marks = "".join(self._mark(item, confirmed) for item in group)
            self.sentences.append(f"{text}{'' if confirmed else ' (unconfirmed)'}.{marks}")

    def passage(self, line: Line) -> None:
        chunk = line.item.chunk
        title = " ".join(chunk.document_title.split()) if chunk else ""
        self.sentences.append(f"From “{title}”: “{line.text}” {self._mark(line.item, True)}")

    def _mark(self, item: Item, confirmed: bool) -> str:
        self.cited.append((item.kind, item.pk))
        return f"[{len(self.cited)}{'' if confirmed else '?'}]"

    def composed(self, separator: str = " ") -> Composed:
        return Composed(separator.join(self.sentences), tuple(self.cited))


def compose(question: str, result: Result, now: dt.datetime) -> Composed:
    """Answer `question` (as it was searched for) from what retrieval found, about the moment that the result is of.

    Confirmed facts come before unconfirmed ones, so that nothing unconfirmed precedes what it contradicts.
    """
    if result.as_of is not None:
        return _then(_composed(question, result, result.as_of), result.as_of)
    return _composed(question, result, now)


def _composed(question: str, result: Result, now: dt.datetime) -> Composed:
    asked = focus(question)
    facts = [item for item in result.items if item.fact is not None]
    targets = targets_of(question, asked, facts, result)
    by = narrowed(question, now)
    answering, links = _answering(asked, facts, targets, by)
    writing = Writing(now, result.reads)
    if answering:
        if (by.polar or asked.guessed or _FAVOURED.search(question)) and _is_unsaid(asked, answering):
            writing.sentences.append(NOT_SAID)
        elif _COUNTS.search(question):
            writing.sentences.append(f"I know of {len(answering)}.")
        writing.facts(confirmed_first(answering)[: params.ANSWER_FACTS])
        writing.facts(confirmed_first(links)[:2])
        return writing.composed()
    names = _name_stems(question, targets)
    lines = speaking_to(asked.stems - FILLERS - names, names, result.items)
    walked = asked.relations and (asked.predicates or targets.missing)
    near = [] if walked else _near(asked, kept(facts, by), targets, names)
    if lines:
        for line in lines[: params.ANSWER_PASSAGES]:
            writing.passage(line)
        writing.facts(confirmed_first(near)[:1])
        return writing.composed("\n\n")
    if near:
        if asked.relations or not _is_spoken_of(asked.stems - FILLERS - names, near):
            writing.sentences.append(NOT_SAID)
        writing.facts(confirmed_first(near)[: params.ANSWER_FACTS])
        return writing.composed()
    return Composed(_unknown(targets, is_early="model_loading" in result.degraded), known=False)


def _then(composed: Composed, moment: dt.datetime) -> Composed:
    """The answer, saying of which day it is; one that knows nothing says that too."""
    day = f"{timezone.localtime(moment):%-d %B %Y}"
    if not composed.known:
        return replace(composed, text=f"Nothing that you held true on {day} answers this.")
    return replace(composed, text=f"On {day}: {composed.text}")


def acknowledge(text: str, result: Result, now: dt.datetime, *, learns: bool, readable: bool) -> Composed:
    """The reply to a message that tells something: what becomes of it, and what stands about it so far."""
    asked = focus(text)
    facts = [item for item in result.items if item.fact is not None and item.fact.status == "confirmed"]
    targets = targets_of(text, asked, facts, result)
    standing = [
        item
        for item in facts
        if fact_of(item).predicate in asked.predicates
        and {fact_of(item).subject} & targets.named
        and not _says(item, text)
    ]
    writing = Writing(now, result.reads)
    if not learns:
        writing.sentences.append("Understood. Nothing is learned in this mode.")
    elif not readable:
        writing.sentences.append(
            "Your words are kept and can be searched. Without a language model I learn only from English, "
            "so nothing was proposed from this."
        )
    else:
        writing.sentences.append("Noted. What I can learn from it will wait for your decision in the inbox.")
    if standing:
        writing.sentences.append("So far I have:")
        writing.facts(standing[:2])
    return writing.composed()


def _is_unsaid(asked: Focus, answering: Sequence[Item]) -> bool:
    """Whether "Am I allergic to shellfish?" asks of something that none of these facts says, whoever else it is of."""
    of_facts = frozenset(stem for item in answering for stem in _stems(item))
    known = frozenset(stem for group in GROUPS for stem in content_stems(group.words))
    asked_of = asked.stems - FILLERS - known - RELATION_STEMS
    asked_of -= frozenset(stem for item in answering for stem in content_stems(fact_of(item).subject_name))
    return bool(asked_of) and not asked_of & of_facts


def _is_spoken_of(words: frozenset[str], near: Sequence[Item]) -> bool:
    """Whether facts that are only near say a word of the question ("make" is "makes"), or surely mean it."""
    stems = {stem for item in near for stem in _stems(item) if len(stem) > 2}
    alike = any(one.startswith(other) or other.startswith(one) for one in words for other in stems)
    return not words or alike or any(item.parts.vector >= params.SURELY_SIMILAR for item in near)


def _answering(asked: Focus, facts: Sequence[Item], targets: Targets, by: Narrowed) -> tuple[list[Item], list[Item]]:
    """The facts that answer, best first, and those by which their entities were reached."""
    about = set(targets.reached) or (set() if targets.missing else set(targets.named))
    if (asked.name or targets.is_made_up) and targets.reached:
        return [item for chain in targets.reached.values() for item in chain[-1:]], []
    if asked.name:
        told = [
            item for item in facts if fact_of(item).subject in about and "name" in fact_of(item).predicate.split("_")
        ]
        return told or [item for item in facts if fact_of(item).object in about and _is_role(item)], []
    words = asked.stems - FILLERS - frozenset(stem for name in targets.names for stem in content_stems(name))
    wanted = {predicate: place for place, predicate in enumerate(asked.predicates)}
    if asked.guessed and words:
        rows = [fact_of(item) for item in facts]
        said = {one.predicate for one in rows if words & content_stems(one.predicate.replace("_", " "))}
        said = said or {one.predicate for one in rows if len({one.subject, one.object} & about) > 1}
        wanted = dict.fromkeys(said, 0) or wanted
    wanted = in_tense(wanted, by, {fact_of(item).predicate for item in facts})
    if asked.relations and not wanted:
        wanted = dict.fromkeys(asked.relations[-1], 0)
    beside = set(targets.named) - about if targets.reached else set()  # Dubai in "which of my brothers lives in Dubai"
    ranked = []
    for place, item in enumerate(kept(facts, by)):
        fact = fact_of(item)
        ends = len({fact.subject, fact.object} & about)
        shared = len(words & _stems(item))
        ends += bool(ends and {fact.subject, fact.object} & beside - {fact.subject} and not fact.subject_is_self)
        if not ends:
            continue
        favourite = _is_favourite(fact.predicate, words)
        if fact.predicate in wanted or favourite:
            rank = -1 if favourite else wanted[fact.predicate]
            ranked.append(((-ends, -shared if ends > 1 else 0, rank, place), item))
        elif not wanted and (shared or (asked.general and not words)):
            ranked.append(((-shared, 0, 0, place), item))
    answering = [item for _, item in sorted(ranked, key=lambda one: one[0])]
    if by.polar:  # told of whom it is asked, not of all who share it
        own = [one for one in answering if _is_of(fact_of(one), targets, asked)]
        answering = own or answering
    both = [item for (ends, *_), item in ranked if ends < -1]
    if any(fact_of(item).status == "confirmed" for item in both):
        answering = [item for item in answering if item in both]
    answering = [item for item in answering if words & _said_stems(item)] or answering
    if answering and wanted:
        answering = _of_best_predicate(answering)
    leads = dict.fromkeys(pk for item in answering for pk in (fact_of(item).subject, fact_of(item).object))
    return answering, [item for pk in leads if pk is not None for item in targets.reached.get(pk, ())]


def _is_of(fact: FactRow, targets: Targets, asked: Focus) -> bool:
    if targets.reached or asked.about_self:
        return fact.subject in targets.reached or fact.subject_is_self
    return fact.subject in targets.named


def _of_best_predicate(items: list[Item]) -> list[Item]:
    """Only the facts of the predicate that answers best: "where does she live" needs no "lived in" as well."""
    best = fact_of(confirmed_first(items)[0]).predicate
    kept = TOGETHER if best in TOGETHER else {best}
    return [item for item in items if fact_of(item).predicate in kept]


def _near(asked: Focus, facts: Sequence[Item], targets: Targets, names: frozenset[str]) -> list[Item]:
    """Facts that are about the question by meaning or by most of its words, though no rule knows why.

    Where some are about what the question names, the others are not told.
    """
    words = asked.stems - FILLERS - names
    found, of_the_named = [], []
    for item in facts:
        shared = len(words & _stems(item))
        related = not targets.named or bool({fact_of(item).subject, fact_of(item).object} & targets.named)
        close = item.parts.vector >= params.SIMILAR_ENOUGH
        if (close and related and (shared or not asked.predicates)) or (shared and shared >= len(words) - 1):
            found.append(item)
            if targets.named and related:
                of_the_named.append(item)
    if names:  # of Tomasz's phone number nobody else's is near
        return [item for item in of_the_named or found if names & _stems(item)]
    return of_the_named or found


def _name_stems(question: str, targets: Targets) -> frozenset[str]:
    """The stems of the names in a question, known or not."""
    names = [name for name in names_in(question) if name.casefold() not in (*MONTHS, *WEEKDAYS)]
    return frozenset(stem for name in (*targets.names, *names) for stem in content_stems(name))


def _is_favourite(predicate: str, words: frozenset[str]) -> bool:
    """`favourite_colour` for "favourite colour"; not for another favourite."""
    stems = content_stems(predicate.replace("_", " "))
    return predicate.startswith(("favourite_", "favorite_")) and stems <= words


def _is_role(item: Item) -> bool:
    return fact_of(item).object is not None and not fact_of(item).predicate.endswith(("_in", "_at"))


def _says(item: Item, text: str) -> bool:
    fact = fact_of(item)
    return occurs(fact.object_name or fact.value, text)


def _unknown(targets: Targets, *, is_early: bool) -> str:
    """In the first seconds after a start it says that not everything could be searched yet."""
    about = f" about {targets.names[0]}" if targets.names else ""
    if is_early:
        return (
            f"I don't know that{about} yet: only names and words could be searched, because searching by meaning "
            "is still getting ready. Ask again in a moment."
        )
    return (
        f"I don't know that{about}: nothing you told me or gave me to read says it. "
        "Tell me here or add a document, and I can answer it next time."
    )


def _said_stems(item: Item) -> frozenset[str]:
    return content_stems(fact_of(item).object_name or fact_of(item).value)


def _stems(item: Item) -> frozenset[str]:
    fact = fact_of(item)
    return content_stems(f"{fact.subject_name} {fact.predicate.replace('_', ' ')} {fact.object_name or fact.value}")
