"""The sentences of an answer without a model, and what each of them cites."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from assistant import params
from assistant.agenda import in_words
from assistant.agenda.day_above import day_above
from assistant.extraction.words.named_days import named
from assistant.question.facts import fact_of
from assistant.without_model import spoken_by, wording
from assistant.without_model.line import Line
from assistant.without_model.noted import KIND
from assistant.without_model.wording import sentence
from graph.days import day_of
from graph.predicates import BUILT_IN, relation
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item
from graph.sentences import lines

NOT_SAID = "Nothing you told me says exactly that. The closest I have:"
BEFORE = "Earlier: "
SAID_TO_BE_OVER = ", but you said since that this is over: decide in the inbox"

_MEASURED = frozenset({"weight", "height", "size"})  # anew from time to time, without that the older was wrong
_MEASURE = re.compile(r"[£$€]?\d{1,3}(?:[.,:]\d{1,3}){0,2}(?: ?[a-z%]{1,3})?", re.IGNORECASE)
_CITATION = re.compile(r"\[(\d{1,3}\??)\](?!\()")

Cited = tuple[str, int]  # (kind, id) as in RetrievalItem; its number is its place, from 1


_CODE = re.compile(r"(^```.*?^```+$)", re.DOTALL | re.MULTILINE)  # of a quote, whose brackets cite nothing
_MARK = re.compile(r"\[(\d+)(\??)\]")


def remarked(text: str, marked: Callable[[re.Match[str]], str]) -> str:
    """An answer with what `marked` makes of each of its markers: the number is group 1, its doubt group 2."""
    return "".join(part if part.startswith("```") else _MARK.sub(marked, part) for part in _CODE.split(text))


@dataclass(frozen=True, slots=True)
class Composed:
    """`text` with markers [1] and, for what is unconfirmed, [1?]; `known` is False when it says it does not know.

    `is_near` where it says that what it tells only comes close.
    """

    text: str
    cited: tuple[Cited, ...] = ()
    known: bool = True
    is_near: bool = False


@dataclass(slots=True)
class Writing:
    """The answer so far: its sentences, and what they cite in order."""

    now: dt.datetime
    reads: Mapping[str, str]
    doubted: frozenset[int] = frozenset()  # confirmed facts of which the person said since that they are over
    sentences: list[str] = field(default_factory=list)
    cited: list[Cited] = field(default_factory=list)
    is_near: bool = False

    def only_near(self) -> None:
        """What follows only comes close to what is asked."""
        self.sentences.append(NOT_SAID)
        self.is_near = True

    def facts(self, items: Sequence[Item]) -> None:
        """One sentence for each subject, predicate and standing, in the order of their first fact."""
        groups: dict[tuple[int, str, bool], list[Item]] = {}
        for item in items:
            fact = fact_of(item)
            if ("fact", item.pk) not in self.cited:
                groups.setdefault((fact.subject, fact.predicate, fact.status == "confirmed"), []).append(item)
        for (_, predicate, _), group in groups.items():
            words = self.reads.get(predicate) or predicate.replace("_", " ")
            for place, told in enumerate(_one_at_a_time(predicate, group, self.now)):
                text = sentence([fact_of(item) for item in told], words, self.now)
                was = _is_over(told[0], self.now) and not wording.is_past(words)
                before = (place or was) and not _is_to_come(told[0], self.now)
                self.stated(f"{BEFORE if before else ''}{text}", told)

    def stated(self, text: str, items: Sequence[Item]) -> None:
        """What some facts of one standing say, in words, with what they are cited by."""
        confirmed = fact_of(items[0]).status == "confirmed"
        marks = "".join(self._mark(item, confirmed) for item in items)
        doubt = SAID_TO_BE_OVER if any(item.pk in self.doubted for item in items) else ""
        self.sentences.append(f"{_uncited(text)}{doubt if confirmed else ' (unconfirmed)'}.{marks}")

    def listed(self, items: Sequence[Item], of: int = 0) -> None:
        """The first of many that say the same, several subjects in one sentence, and how many more there are, at all or
        of as many as the book has.
        """
        shown = items[: params.ANSWER_LISTED]
        for confirmed in (True, False):
            group = [item for item in shown if (fact_of(item).status == "confirmed") == confirmed]
            said = wording.together([fact_of(item) for item in group], self.reads, self.now)
            if said:
                self.stated(said, group)
            else:
                self.facts(group)
        if len(items) > len(shown):
            self.sentences.append(f"And {max(of, len(items)) - len(shown):,} more.")

    def paragraph(self, items: Sequence[Item]) -> None:
        """Some facts as one paragraph, if any of them was not told yet."""
        before = len(self.sentences)
        self.facts(items)
        self.sentences[before:] = [" ".join(self.sentences[before:])] if len(self.sentences) > before else []

    def entry(self, item: Item) -> None:
        """An entry by its name and what it says of itself: "Heron: status on hold"."""
        self.sentences.append(f"{item.text}.{self._mark(item, True)}")

    def passage(self, line: Line) -> None:
        chunk = line.item.chunk
        whose = _whose(chunk, self.now, line.text) if chunk else ""
        on = _meant(line.text, chunk, self.now) if chunk else ""
        quote = f"“{_uncited(line.text)}” " if line.text else ""
        below = f"\n\n{line.code}" if line.code else ""
        fact = line.item.fact  # of a note
        confirmed = fact is None or fact.status == "confirmed"
        on = on if confirmed else "unconfirmed"
        self.sentences.append(f"{whose}: {quote}{f'({on}) ' if on else ''}{self._mark(line.item, confirmed)}{below}")

    def rows(self, told: Sequence[tuple[str, Item]], most: int) -> None:
        """Rows of one table, each by a few words, the first `most` of them, and the passages that these stand in."""
        titled = _titled(told[0][1].chunk) if told[0][1].chunk is not None else ""
        shown = list(dict.fromkeys(words for words, _ in told))
        left = f", and {len(shown) - most:,} more" if len(shown) > most else ""
        marks = "".join(dict.fromkeys(self._mark(item, True) for words, item in told if words in shown[:most]))
        quote = _uncited(", ".join(shown[:most]))
        self.sentences.append(f"{titled}: “{quote}”{left} {marks}")

    def below(self, heading: str, told: Sequence[tuple[str, Item]]) -> None:
        """A list below what it is of, each with the passage in which it stands."""
        points = (f"- {_uncited(words)} {self._mark(item, True)}" for words, item in told)
        self.sentences.append("\n".join([f"{_uncited(heading)}:\n", *points]))

    def changed(self, line: Line) -> None:
        """What was said since of what was told last."""
        self.quoted(line)
        self.sentences[-1] = f"Since then: {self.sentences[-1]}"

    def quoted(self, line: Line, *, is_dated: bool = False) -> None:
        """A line of a list: its own words are put in marks, those of a document with its title, and with the day that
        heads them if that is not told before.
        """
        chunk = None if line.is_said else line.item.chunk
        whose = "" if chunk is None else f"{_titled(chunk) if is_dated else _whose(chunk, self.now, line.text)}: "
        self.sentences.append(f"{whose}“{_uncited(line.text)}” {self._mark(line.item, True)}")

    def _mark(self, item: Item, confirmed: bool) -> str:
        source = (item.kind, item.pk)
        if source not in self.cited:
            self.cited.append(source)
        return f"[{self.cited.index(source) + 1}{'' if confirmed else '?'}]"

    def composed(self, separator: str = " ") -> Composed:
        return Composed(separator.join(self.sentences), tuple(self.cited), is_near=self.is_near)


def _uncited(text: str) -> str:
    """Words of a source without what would be taken for a citation of this answer: "see [3]" is "see (3)"."""
    return _CITATION.sub(r"(\1)", text)


def _is_over(item: Item, now: dt.datetime) -> bool:
    until = fact_of(item).valid_until
    return until is not None and until <= now


def _is_to_come(item: Item, now: dt.datetime) -> bool:
    begins = fact_of(item).valid_from
    return begins is not None and begins > now


def _one_at_a_time(predicate: str, group: list[Item], moment: dt.datetime) -> list[list[Item]]:
    """Of what has one value at a time the newest word by itself, before the older: nobody is 10 and 9. Where of each it
    is told since when it holds, the newest is what began last.

    What is over stands apart from what still is, and so does what is to come.
    """
    for apart in (_is_over, _is_to_come):
        other = [item for item in group if apart(item, moment)]
        if other and len(other) < len(group):
            rest = [item for item in group if item not in other]
            return [*_one_at_a_time(predicate, rest, moment), other]
    now = [item for item in group if fact_of(item).valid_until is None]
    is_one = relation(BUILT_IN, predicate).functional or predicate in _MEASURED or _is_measured(predicate, now)
    if len(now) < 2 or not is_one:
        return [group]
    begun = {item.pk: fact_of(item).valid_from for item in group}
    told = {item.pk: fact_of(item).created_at for item in group}
    since = told | {pk: begins for pk, begins in begun.items() if begins is not None and None not in begun.values()}
    return [[item] for item in sorted(group, key=lambda item: (since[item.pk], item.pk), reverse=True)]


def _is_measured(predicate: str, told: Sequence[Item]) -> bool:
    """Whether all are "47", "38:40" or "81.5 kg", of which there is one at a time; no phone number, no day, and nothing
    that somebody has so many of.
    """
    return not predicate.split("_")[0].endswith("s") and all(_MEASURE.fullmatch(fact_of(item).value) for item in told)


def _meant(said: str, chunk: ChunkRow, now: dt.datetime) -> str:
    """The only day that was told without its date, by when it was said: "on Tuesday", told last month."""
    said_on = day_of(chunk.created_at, now.tzinfo)
    if chunk.document_kind != TALK or said_on == now.date():
        return ""
    days = [
        one
        for sentence in lines(said, 0)  # each has a tense of its own
        for one in named(sentence, said_on)
        if not re.search(r"\d", sentence[one.start : one.end])
    ]
    is_one = len(days) == 1 and days[0].first == days[0].last
    return in_words.days(days[0].first, days[0].last, now.date()) if is_one else ""


def _whose(chunk: ChunkRow, now: dt.datetime, line: str) -> str:
    """Whose words a line of a passage is: those of a document, with the day that heads them, or one's own of a day."""
    if chunk.document_kind == KIND:
        return _titled(chunk)
    if chunk.document_kind != TALK:
        above = day_above(chunk.prefix)
        said_on = spoken_by.day(line, chunk) or (above.told if above else "")
        return f"{_titled(chunk)}{f', {said_on}' if said_on else ''}"
    day = day_of(chunk.created_at, now.tzinfo)
    return "You said" if day == now.date() else f"You said on {day:%-d %B %Y}"


def _titled(chunk: ChunkRow) -> str:
    title = " ".join(chunk.document_title.split())
    return f"Noted of {title}" if chunk.document_kind == KIND else f"From “{title}”"
