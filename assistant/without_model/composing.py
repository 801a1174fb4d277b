"""An answer without a model, with what is looked up for it: a list's rest, what joins names, a question's halves."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial

from assistant.agenda.called_off import Off
from assistant.agenda.changes import changes
from assistant.question import halves, held_roles, several
from assistant.question.focus import widened
from assistant.question.in_names import in_names
from assistant.question.own_facts import with_own
from assistant.without_model import counting, listing, of_books, of_events, of_kin, of_messages, on_days
from assistant.without_model.answers import compose
from assistant.without_model.corrections import corrections
from assistant.without_model.counting import Less
from assistant.without_model.just_said import with_just_said
from assistant.without_model.line import Line
from assistant.without_model.since_then import Later
from assistant.without_model.tables import told as of_tables
from assistant.without_model.writing import NOT_SAID, Cited, Composed, remarked
from graph.curation import taking_back
from graph.models import User
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import Context, Result
from graph.retrieval.types import Item

_LOOK_UPS = (
    of_kin.told, of_kin.related, of_books.told, of_messages.told, counting.counted, on_days.told, of_events.told,
    of_tables.told,
)  # fmt: skip
_MARKS = re.compile(r" ?\[\d+\??\]")
_SENTENCES = re.compile(r"(?<=\]) (?!\[)")  # each ends with what it cites


def composed(
    user: User,
    searched: str,
    result: Result,
    now: dt.datetime,
    *,
    preset: str = "default",
    context: Context | None = None,
    before: Sequence[Cited] = (),
    less: Less = lambda whole: whole,
) -> tuple[Composed, list[Result]]:
    """The answer to `searched`, and what it was composed from: `result` with more, and the results of its halves.

    `before` is what the answer before this one cites, `less` takes out what is not to be told.
    """
    result = held_roles.with_kinds(user, searched, held_roles.by_name(user, searched, result, now), now)
    result = with_own(user, searched, result, now)
    asked = halves.parts(searched, result.anchors)
    names = several.named(user, searched, now)

    def find(question: str) -> Result:
        query, beside = widened(question)
        return retrieve(
            user=user,
            query=query,
            beside=beside,
            preset=preset,
            context=context,
            now=now,
            as_of=result.as_of,
            store=False,
        )

    if len(asked) > 1 and not names:
        answers = [
            composed(user, one, find(one), now, preset=preset, context=context, before=before, less=less)
            for one in asked
        ]
        if any(one.known for one, _ in answers):
            return _together(asked, [one for one, _ in answers]), [whole for _, wholes in answers for whole in wholes]
    for look_up in _LOOK_UPS:
        if (looked_up := look_up(user, searched, result, now, less)) is not None:
            return looked_up[0], [looked_up[1]]
    told, whole = _told(user, searched, result, now, names, before, less)
    unsure = told.is_near or not told.known
    if unsure and result.config.get("max_hops") and (renamed := in_names(user, searched)):
        by_name, more = _told(user, renamed, find(renamed), now, names, before, less)
        if by_name.known and not (told.known and by_name.is_near):  # of "the dog" all is told that is told of Pelle
            return by_name, [more]
    return told, [whole]


def _told(
    user: User,
    question: str,
    result: Result,
    now: dt.datetime,
    names: Sequence[int],
    before: Sequence[Cited],
    less: Less,
) -> tuple[Composed, Result]:
    whole = several.completed(user, names, listing.completed(user, question, result, now), now)
    whole = with_just_said(user, question, whole, before) if result.as_of is None else whole

    def kept(items: Sequence[Item]) -> set[int]:
        return {item.pk for item in less(replace(whole, items=tuple(items))).items}

    @cache
    def changed() -> Sequence[tuple[Off, Item]]:
        found = changes(user, now, result.config.get("filters")) if result.as_of is None else []
        told = kept([item for _, item in found])
        return [one for one in found if one[1].pk in told]

    looked_up: dict[int, Item] = {}
    corrected = corrections(user, whole)

    def put_right(line: Line) -> Sequence[Item]:
        found = corrected(line) if result.as_of is None else ()
        told = kept(found)
        looked_up.update({item.pk: item for item in found if item.pk in told})
        return [item for item in found if item.pk in told]

    doubted = ends_asked_about(user, whole)
    told = compose(question, less(whole), user.local(now), names, doubted, Later(changed, put_right), before)
    known = {one.pk for one in whole.items if one.kind == "chunk"}
    further = {pk for kind, pk in told.cited if kind == "chunk"} - known
    moved = {item.pk: item for _, item in changed()} if further - looked_up.keys() else {}
    later = [item for pk, item in {**moved, **looked_up}.items() if pk in further]
    return told, replace(whole, items=(*whole.items, *later))


def ends_asked_about(user: User, result: Result) -> frozenset[int]:
    """Those of the confirmed facts that were found of which the person said since that they are over."""
    confirmed = [item.fact for item in result.items if item.fact is not None and item.fact.status == "confirmed"]
    return taking_back.said_to_be_over(user, {fact.subject for fact in confirmed})


def _together(asked: Sequence[str], told: Sequence[Composed]) -> Composed:
    """The answers one after the other, what they cite numbered through, each source once."""
    cited: list[Cited] = []
    texts: list[str] = []
    sure = [one.text for one in told if one.known and not one.is_near]
    for question, one in zip(asked, told, strict=True):
        if one.is_near and any(_bare(one.text) in _MARKS.sub("", other) for other in sure):
            continue  # what is told as near stands there as the answer to the other
        cited += [source for source in one.cited if source not in cited]
        places = [cited.index(source) + 1 for source in one.cited]
        text = remarked(one.text, partial(_renumbered, places))
        said = _not_in(texts, text)
        texts += [said if one.known else f"“{question}” {text}"] if said else []
    plain = all(one.known and "\n" not in one.text and "“" not in one.text for one in told)
    return Composed((" " if plain else "\n\n").join(texts), tuple(cited))


def _not_in(others: Sequence[str], text: str) -> str:
    """Without the sentences that stand in one of the others, in its paragraphs."""
    paragraphs = (
        " ".join(one for one in _SENTENCES.split(paragraph) if not any(one in other for other in others))
        for paragraph in text.split("\n\n")
    )
    return "\n\n".join(filter(None, paragraphs))


def _bare(text: str) -> str:
    return _MARKS.sub("", text.removeprefix(NOT_SAID).strip())


def _renumbered(places: Sequence[int], mark: re.Match[str]) -> str:
    return f"[{places[int(mark[1]) - 1]}{mark[2]}]"
