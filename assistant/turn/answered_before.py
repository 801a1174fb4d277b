"""What an assistant answered once, here or where a conversation came from: quoted where it is asked for.

It is nobody's fact: it is learned from by nothing, cited by no number, and never shown where the book itself answers.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add, or_

from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.expressions import Combinable

from assistant import params
from assistant.conversation import history
from assistant.models import Conversation, Message
from assistant.question.of_answers import asks_for_an_answer, sought
from assistant.question.questions import asks, is_question
from assistant.question.referents import names_in
from assistant.turn.turns import Turn
from assistant.without_model import composing, quoting
from assistant.without_model.choosing import Sought
from assistant.without_model.demands import THING, Demand, demanded, is_held
from assistant.without_model.writing import Composed
from graph import sentences
from graph.days import day_of
from graph.models import User
from graph.retrieval.question.words import content_stems, stem
from graph.retrieval.result import Result
from graph.retrieval.seeding.seeds import words

_MARK = re.compile(r" ?\[\d{1,3}\??\](?!\()")  # by which it cited what was found for it then
_SPAN = re.compile(r"(?<=\d)[-–](?=\d)")
_IN = ("text", "reply_to__text", "conversation__title")


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that has the question's words (stems): those in it, in what it was asked, and in the talk's title."""

    title: str
    text: str
    at: dt.datetime
    is_reply: bool  # to a question
    said: frozenset[str]
    asked: frozenset[str]
    titled: frozenset[str]
    names: frozenset[str]  # of the words, those that are names

    @property
    def held(self) -> frozenset[str]:
        return self.said | self.asked | self.titled

    @property
    def rank(self) -> tuple[int, int, bool, dt.datetime]:
        """By how many of the words it has, a name for two; then by how often, a reply to a question, and the newest."""
        return len(self.held) + len(self.held & self.names), len(self.said) + len(self.asked), self.is_reply, self.at


def composed(turn: Turn, searched: str, result: Result, now: dt.datetime) -> tuple[Composed, list[Result]]:
    """The answer that rules compose, of the book or of what was answered before, and what it was composed from."""
    is_asked = turn.as_of is None and asks_for_an_answer(searched)
    if is_asked and (said := _told(turn.user, searched, now, is_asked=True)):
        return Composed(said), []
    before = history.cited_before(turn.question) if turn.is_kept else ()
    answer, wholes = composing.composed(
        turn.user, searched, result, now, preset=turn.preset, context=turn.context, before=before
    )
    if turn.as_of is not None or (answer.known and not answer.is_near):
        return answer, wholes
    if not (said := _told(turn.user, searched, now)):
        return answer, wholes
    return (replace(answer, text=f"{answer.text}\n\n{said}") if answer.known else Composed(said)), wholes


def _told(user: User, question: str, now: dt.datetime, *, is_asked: bool = False) -> str:
    """The best answer that has the question's words and holds what it demands, quoted; "" if there is none. Of such as
    are asked for fewer words are enough, and of several talks that have as many two are told.
    """
    wanted, zone = sought(question), user.local(now).tzinfo
    least = params.WORDS_ASKED_FOR * len(wanted) if is_asked else max(params.WORDS_OF_AN_ANSWER * len(wanted), 2)
    demand = demanded(question)
    given = [one for one in _candidates(user, question, wanted, is_asked=is_asked) if len(one.held) >= least]
    points = [(one, point) for one in given if (point := quoting.numbered(one.text, question))]
    near = points or [(one, _quoted(one, demand, wanted)) for one in given]
    found = [(one, text) for one, text in near if (is_asked and _is_of_thing(demand)) or is_held(demand, text)]
    if not found:
        return ""
    found.sort(key=lambda one: one[0].rank, reverse=True)
    best = found[0][0]
    also = [(one, text) for one, text in found if one.title != best.title and len(one.held) == len(best.held)]
    told = [found[0], *(also[:1] if is_asked else ())]
    return "\n\n".join(
        f"From an answer of {day_of(one.at, zone):%-d %B %Y} in “{one.title}”, which is not part of your book: “{text}”"
        for one, text in told
    )


def _is_of_thing(demand: Demand | None) -> bool:
    """Of which neighbourhood was recommended the answer need not say that it is one."""
    return demand is None or demand.kind == THING


def _quoted(one: Given, demand: Demand | None, wanted: frozenset[str]) -> str:
    """The line that says what the question asked then does not, with the list below it; a short answer whole."""
    left = wanted - one.asked - one.titled
    told = Sought(left or wanted, holds=lambda text: demand is not None and is_held(demand, text))
    quote = quoting.best(one.text, told) if len(one.text) > params.QUOTE_CHARACTERS else quoting.Quote()
    return quote.text or quoting.whole(one.text)


def _candidates(user: User, question: str, wanted: frozenset[str], *, is_asked: bool) -> Sequence[Given]:
    """Those with the most of the words, looked for by their beginnings; the newest of as good ones first."""
    begun = {_beginning(word) for word in words(question.casefold()) if stem(word) in wanted}
    if not begun:
        return []
    rows = Message.objects.for_user(user).filter(role=Message.Role.ASSISTANT, status=Message.Status.DONE)
    rows = rows.exclude(written_by="").exclude(conversation__mode=Conversation.Mode.INCOGNITO)
    has = [reduce(or_, (Q(**{f"{place}__icontains": one}) for place in _IN)) for one in sorted(begun)]
    count: Combinable = reduce(
        add, (Case(When(one, then=Value(1)), default=Value(0), output_field=IntegerField()) for one in has)
    )
    names = wanted & content_stems(" ".join(names_in(question)))
    best = rows.filter(reduce(or_, has)).annotate(held=count).order_by("-held", "-created_at")[: params.ANSWERS_READ]
    told = best.values_list("conversation__title", "text", "created_at", "reply_to__text")
    return [
        Given(
            _MARK.sub("", title),
            _MARK.sub("", text),
            at,
            is_question(asked or ""),
            said=wanted & _stems(text),
            asked=wanted & _stems(asked or "") if is_asked or _asks_for(asked or "", wanted) else frozenset(),
            titled=wanted & _stems(title),
            names=names,
        )
        for title, text, at, asked in told
    ]


def _asks_for(asked: str, wanted: frozenset[str]) -> bool:
    """Whether what a message asks has any of the words, where it tells something beside that."""
    asking = " ".join(one for one in sentences.lines(asked, 0) if asks(one))
    return not asking or not wanted.isdisjoint(_stems(asking))


def _stems(text: str) -> frozenset[str]:
    """Of "weeks 5-6" both numbers."""
    return content_stems(_SPAN.sub(" ", text))


def _beginning(word: str) -> str:
    """The letters that a word shares with its stem: "baki" is in no "baked"."""
    found = stem(word)
    shared = next((place for place, (one, other) in enumerate(zip(word, found, strict=False)) if one != other), None)
    return word[: len(found) if shared is None else shared] if shared != 0 else word
