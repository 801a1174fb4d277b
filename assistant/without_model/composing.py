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
from assistant.without_model import counting, listing, of_books, of_events, of_kin, on_days
from assistant.without_model.answers import compose
from assistant.without_model.counting import Less
from assistant.without_model.tables import told as of_tables
from assistant.without_model.writing import Cited, Composed, remarked
from graph.curation import taking_back
from graph.models import User
from graph.retrieval.pipeline import retrieve
from graph.retrieval.result import Context, Result
from graph.retrieval.types import Item

_LOOK_UPS = (
    of_kin.told, of_kin.related, of_books.told, counting.counted, on_days.told, of_events.told, of_tables.told
)  # fmt: skip
_SENTENCES = re.compile(r"(?<=\]) (?!\[)")  # each ends with what it cites


def composed(
    user: User,
    searched: str,
    result: Result,
    now: dt.datetime,
    *,
    preset: str = "default",
    context: Context | None = None,
    less: Less = lambda whole: whole,
) -> tuple[Composed, list[Result]]:
    """The answer to `searched`, and what it was composed from: `result` with more, and the results of its halves.

    `less` takes out what is not to be told.
    """
    result = held_roles.with_kinds(user, searched, held_roles.by_name(user, searched, result, now), now)
    for look_up in _LOOK_UPS:
        if (looked_up := look_up(user, searched, result, now, less)) is not None:
            return looked_up[0], [looked_up[1]]
    names = several.named(user, searched, now)
    asked = () if names else halves.parts(searched, result.anchors)
    if len(asked) > 1:
        found = [
            retrieve(
                user=user,
                query=widened(one),
                preset=preset,
                context=context,
                now=now,
                as_of=result.as_of,
                store=False,
            )
            for one in asked
        ]
        named = [held_roles.by_name(user, one, half, now) for one, half in zip(asked, found, strict=True)]
        wholes = [listing.completed(user, one, half, now) for one, half in zip(asked, named, strict=True)]
        answers = [
            compose(one, less(whole), user.local(now), doubted=ends_asked_about(user, whole))
            for one, whole in zip(asked, wholes, strict=True)
        ]
        if any(one.known for one in answers):
            return _together(asked, answers), wholes
    told, whole = _told(user, searched, result, now, names, less)
    unsure = told.is_near or not told.known
    if unsure and result.config.get("max_hops") and (renamed := held_roles.in_names(user, searched)):
        again = retrieve(
            user=user, query=widened(renamed), preset=preset, context=context, now=now, as_of=result.as_of, store=False
        )
        by_name, more = _told(user, renamed, again, now, names, less)
        if by_name.known and not (told.known and by_name.is_near):  # of "the dog" all is told that is told of Pelle
            return by_name, [more]
    return told, [whole]


def _told(
    user: User, question: str, result: Result, now: dt.datetime, names: Sequence[int], less: Less
) -> tuple[Composed, Result]:
    whole = several.completed(user, names, listing.completed(user, question, result, now), now)

    @cache
    def changed() -> Sequence[tuple[Off, Item]]:
        """Looked up where a line is quoted that names days: it takes as long as all the rest."""
        found = changes(user, now, result.config.get("filters")) if result.as_of is None else []
        kept = {item.pk for item in less(replace(whole, items=tuple(item for _, item in found))).items}
        return [one for one in found if one[1].pk in kept]

    told = compose(question, less(whole), user.local(now), names, ends_asked_about(user, whole), changed)
    further = {pk for kind, pk in told.cited if kind == "chunk"} - {
        one.pk for one in whole.items if one.kind == "chunk"
    }
    moved = {item.pk: item for _, item in changed() if item.pk in further} if further else {}
    return told, replace(whole, items=(*whole.items, *moved.values()))


def ends_asked_about(user: User, result: Result) -> frozenset[int]:
    """Those of the confirmed facts that were found of which the person said since that they are over."""
    confirmed = [item.fact for item in result.items if item.fact is not None and item.fact.status == "confirmed"]
    return taking_back.said_to_be_over(user, {fact.subject for fact in confirmed})


def _together(asked: Sequence[str], told: Sequence[Composed]) -> Composed:
    """The answers one after the other, what they cite numbered through, each source once."""
    cited: list[Cited] = []
    texts: list[str] = []
    for question, one in zip(asked, told, strict=True):
        cited += [source for source in one.cited if source not in cited]
        places = [cited.index(source) + 1 for source in one.cited]
        text = remarked(one.text, partial(_renumbered, places))
        said = [sentence for sentence in _SENTENCES.split(text) if not any(sentence in other for other in texts)]
        texts += [" ".join(said) if one.known else f"“{question}” {text}"] if said else []
    plain = all(one.known and "\n" not in one.text and "“" not in one.text for one in told)
    return Composed((" " if plain else "\n\n").join(texts), tuple(cited))


def _renumbered(places: Sequence[int], mark: re.Match[str]) -> str:
    return f"[{places[int(mark[1]) - 1]}{mark[2]}]"
