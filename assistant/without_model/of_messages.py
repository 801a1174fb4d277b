"""What somebody wrote in the mails and chats that were brought in: "what did Petter write about the roof?"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from dateutil.relativedelta import relativedelta

from assistant import params
from assistant.extraction.words.dates import MONTHS
from assistant.extraction.words.named_days import Days, named
from assistant.extraction.words.nouns import words_of
from assistant.question.asked import FILLERS, LIGHT
from assistant.question.in_names import in_names
from assistant.without_model.cited_passages import passages, with_cited
from assistant.without_model.quoting import shortened
from assistant.without_model.spoken_by import day, spoken
from assistant.without_model.writing import Composed, Writing
from graph.counted import counted
from graph.documents.formats.messenger import wholes
from graph.models import Chunk, Document, User
from graph.naming import normalise
from graph.retrieval.question.words import content_stems
from graph.retrieval.result import Result
from graph.retrieval.types import Item

_WROTE = r"(?:writ(?:e|ten)|wrote|text(?:ed)?|messaged?|e?-?mail(?:ed)?|answer(?:ed)?|repl(?:y|ied))"
_SAID = r"(?:say|said|tell|told|ask(?:ed)?|mention(?:ed)?|suggest(?:ed)?)"
_WHAT = re.compile(
    rf"\W*what (?:else )?(?:did|has|have) (?P<who>[^?]{{1,60}}?) (?:last )?(?:(?P<wrote>{_WROTE})|{_SAID})\b"
    r"(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WHEN = re.compile(
    rf"\W*when (?:did|has|have) (?P<who>[^?]{{1,60}}?) (?:(?:last|first) )?{_WROTE}\b(?P<rest>.*)"
    r"|\W*when did i (?:last |first )?(?:hear|get (?:an? )?(?:e?-?mail|message|text|reply|answer)) "
    r"from (?P<from>[^?]+)",
    re.IGNORECASE | re.DOTALL,
)
_WHO = re.compile(rf"\W*who (?:has )?(?P<who>){_WROTE}\b(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
_REST = re.compile(
    r"(?: back)?(?: to)?(?: (?P<to>me|us|everyone|everybody|all|(?:the|my|our) [a-z]+|(?-i:[A-ZÀ-ÞĀ-Ž])[\w'’-]*"
    r"(?: (?-i:[A-ZÀ-ÞĀ-Ž])[\w'’-]*)*))?(?: (?:about|on|regarding|concerning) (?P<topic>.+?))?\W*",
    re.IGNORECASE | re.DOTALL,
)
_LETTERS = re.compile(r"[a-z]+")  # of a name those that every database finds in any case: "rla" of "Órla"
_FIRST = re.compile(r"\bfirst\b", re.IGNORECASE)
_NOT_NAMED = words_of("you he she it they we someone somebody anyone anybody people everyone everybody nobody")
_TO_ALL = words_of("me us everyone everybody all")
_IN_SOME_YEAR = re.compile(rf"^(?!.*\b\d{{4}}\b).*\b(?:{'|'.join(MONTHS)})\b", re.IGNORECASE | re.DOTALL)
_LATEST = 3  # messages of somebody of whom no more is asked than what they wrote


@dataclass(frozen=True, slots=True)
class _Asked:
    """By whom ("" for anybody, "i" for oneself), to whom, about what (stems), on which days."""

    form: str
    who: str
    to: str
    topic: frozenset[str]
    days: Days | None
    is_in_some_year: bool  # of which the days are


@dataclass(frozen=True, slots=True)
class _Message:
    who: str
    is_own: bool
    says: str
    day: dt.date
    title: str
    place: int  # among those of its passage
    item: Item


def told(
    user: User, question: str, result: Result, now: dt.datetime, less: Callable[[Result], Result]
) -> tuple[Composed, Result] | None:
    """The answer, and the result with the passages that it cites; None where the question asks for no messages, or
    where nobody of that name wrote any of it. `less` takes out what is not to be told.
    """
    today = user.local(now).date()
    asked = _asked(question, today) if result.as_of is None else None
    if asked is None:
        return None
    asked = _asked(in_names(user, question), today) or asked  # "my boss" is Ingvild
    messages = list(_messages(user, asked, result, less))
    found = next(filter(None, ([one for one in messages if _is_asked_for(one, of)] for of in _by_years(asked))), [])
    if not found:
        return None
    found.sort(key=lambda one: (one.day, one.item.pk, one.place), reverse=_FIRST.search(question) is None)
    writing = Writing(user.local(now), result.reads)
    _write(asked, found, writing)
    return writing.composed("\n\n"), with_cited(result, writing, (one.item for one in found))


def _asked(question: str, today: dt.date) -> _Asked | None:
    for form, pattern in (("what", _WHAT), ("when", _WHEN), ("who", _WHO)):
        match = pattern.match(question)
        if match is None:
            continue
        groups = match.groupdict()
        who = normalise((groups["who"] or groups.get("from") or "").strip(" ?!."))
        rest = groups["rest"] or ""
        days = next(iter(named(rest, today, back=True)), None)
        rest = (rest[: days.start].removesuffix(" in ").removesuffix(" on ") + rest[days.end :]) if days else rest
        more = _REST.fullmatch(rest.rstrip(" ?!."))
        if more is None or who in _NOT_NAMED or (form != "who" and not who):
            return None
        to = normalise(more["to"] or "")
        if to.split()[:1] in (["the"], ["my"], ["our"]):
            if form != "what":
                return None  # "when did Tom answer the door?"
            to = ""  # "what did she ask the parents?"
        topic = content_stems(more["topic"] or "") - FILLERS - LIGHT
        if form == "what" and not groups["wrote"] and (who == "i" or (not topic and days is None)):
            return None  # what Dad said he said to oneself, and what one said oneself was said here
        if form == "who" and not topic and to not in _TO_ALL:
            return None  # "who wrote Walden?"
        return _Asked(form, who, to, topic, days, _IN_SOME_YEAR.search(groups["rest"] or "") is not None)
    return None


def _by_years(asked: _Asked) -> Iterator[_Asked]:
    """What is asked, and the same of the years before: "in June" tells no year, and means the last that has some."""
    yield asked
    if asked.days is not None and asked.is_in_some_year:
        for back in range(1, params.YEARS_BACK + 1):
            first, last = (one - relativedelta(years=back) for one in (asked.days.first, asked.days.last))
            yield replace(asked, days=replace(asked.days, first=first, last=last))


def _messages(user: User, asked: _Asked, result: Result, less: Callable[[Result], Result]) -> Iterator[_Message]:
    """Those in passages of talks in which the one who is asked about is named, in no order."""
    said_by = "(me" if asked.who == "i" else max(_LETTERS.findall(asked.who), key=len, default="")
    chunks = Chunk.objects.for_user(user).exclude(document__kind=Document.Kind.CONVERSATION)
    chunks = chunks.filter(text__icontains=said_by, text__contains="): ").order_by("-pk")  # "Tom (at 18:22): "
    for chunk, item in passages(user, chunks, params.MESSAGES_READ, result, less):
        for place, whole in enumerate(wholes(chunk.text, chunk.prefix)):
            said, on = spoken(whole, chunk), day(whole, chunk)
            if said is not None and on:
                at = dt.datetime.strptime(on, "%d %B %Y").date()
                yield _Message(said.who, said.is_own, said.says, at, chunk.document_title, place, item)


def _is_asked_for(one: _Message, asked: _Asked) -> bool:
    if asked.who == "i" or (asked.form == "who" and asked.to in {"me", "us"}):
        is_theirs = one.is_own is (asked.who == "i")
    else:
        is_theirs = set(asked.who.split()) <= set(normalise(one.who).split())
    is_to_them = asked.to in {"", *_TO_ALL} or set(asked.to.split()) <= set(re.findall(r"\w+", normalise(one.title)))
    is_then = asked.days is None or asked.days.first <= one.day <= asked.days.last
    return is_theirs and is_to_them and is_then and asked.topic <= content_stems(f"{one.title} {one.says}")


def _write(asked: _Asked, found: Sequence[_Message], writing: Writing) -> None:
    if asked.form == "who":
        by = {one.who: one for one in reversed(found)}  # each with the message that comes first
        shown = [(_quoted(one, with_name=True), one.item) for one in found if by[one.who] is one]
        of_it = " of it" if asked.topic else ""
        writing.below(f"{counted(len(shown), 'person', 'people')} wrote{of_it}", shown[: params.ANSWER_LISTED])
        return
    who = "You" if found[0].is_own else found[0].who
    if asked.form == "when":
        last = "first" if len(found) > 1 and found[0].day < found[-1].day else "last"
        writing.below(f"{who} {last} wrote", [(_quoted(found[0]), found[0].item)])
        return
    most = params.ANSWER_LISTED if asked.topic or asked.days else _LATEST
    writing.below(f"{who} wrote", [(_quoted(one), one.item) for one in found[:most]])
    if len(found) > most:
        writing.sentences.append(f"And {len(found) - most:,} more, {'before' if most == _LATEST else 'of that'}.")


def _quoted(one: _Message, *, with_name: bool = False) -> str:
    name = f"{'You' if one.is_own else one.who}, " if with_name else ""
    return f"{name}{one.day:%-d %B %Y}, in “{one.title}”: “{shortened(' '.join(one.says.split()))}”"
