"""A question's words as a table has them: what asks for a column, and what a cell of a row has to say. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from assistant.without_model.tables import heads as columns
from assistant.without_model.tables.asked import Asked, Word
from assistant.without_model.tables.table import Row, Table
from graph.retrieval.question.words import content_stems
from graph.retrieval.seeding.seeds import words

_DONE = content_stems("run ride walk swim cycle row climb hike drive")  # which a table of runs need not say
_INITIALS = 4  # letters of a head that may be the first ones of words
_ALIKE = 6  # letters in which two words are the same: "rewriting" and "rewritten"


@dataclass(frozen=True, slots=True)
class Match:
    """`named`: the columns by their heads, and the places of the words that ask for each. `required`: the words that a
    row has to say. `bound`: what has to stand below which head, as (head, cell): "wave 1".
    """

    named: dict[str, frozenset[int]]
    required: tuple[Word, ...]
    bound: tuple[tuple[str, str], ...]
    titled: frozenset[str] = frozenset()  # the stems of the question's words that the title has, and no row has to say

    @property
    def is_titled(self) -> bool:
        return bool(self.titled)

    @property
    def is_of_all(self) -> bool:
        """Whether nothing tells one row from another."""
        return not self.required and not self.bound

    def called(self, asked: Asked) -> set[str]:
        """The heads of which the question has every word, and that are not those of what it asks for."""
        words = {word.text.casefold() for word in asked.words if word.text.casefold() not in asked.noun}
        return {head for head in self.named if columns.tokens(head) <= words}

    def said(self, asked: Asked) -> frozenset[str]:
        """The stems of the words that the title, cells and heads have as they are."""
        called = [
            word.stem
            for word in asked.words
            if any(columns.is_called(head, word.text.casefold()) for head in self.named)
        ]
        return frozenset(called) | self.titled | {word.stem for word in self.required}


def matched(table: Table, asked: Asked) -> Match:
    """What each word of the question is to the table: a column's name, what a cell has to say, or what it is all of."""
    named: dict[str, frozenset[int]] = {}
    for head in table.heads:
        places = {word.place for word in asked.words if _asks(head, word, table)}
        if places := places | _run(head, asked):
            named[head] = frozenset(places)
    little = (word.place for word in asked.words if word.says_little and not _is_cell(word, table))
    explained = frozenset[int]().union(*named.values(), little)
    above = {word.place for word in asked.words if _is_above(word, table) and not _tells_apart(word, table)}
    titled = frozenset(word.stem for word in asked.words if word.place in above - explained)
    explained |= above
    bound = []
    for word in asked.words:
        before = [head for head, places in named.items() if word.place - 1 in places]
        for head in before if word.is_number and word.place not in explained else ():
            if any(cell.casefold() == word.text.casefold() for cell in table.cells(head)):
                bound.append((head, word.text.casefold()))
                explained |= {word.place}
                break
    required = tuple(word for word in asked.words if word.place not in explained)
    others = _without_noun(asked, required)
    may_be_less = len(others) < len(required) and (others or asked.compared is not None) and (named or bound)
    if may_be_less and not _has(table, required):
        required = others
    if asked.kind != "who":  # who runs a garage is not told by what was done there
        required = tuple(word for word in required if word.stem not in _DONE or _stands(word, table))
    return Match(named, required, tuple(bound), titled)


def _run(head: str, asked: Asked) -> set[int]:
    """The places where a question has all the words of a head one after the other: "Test 2", "heart rate" of "HR"."""
    said = [word.casefold() for word in words(head.replace("-", " "))]
    texts = {word.place: word.text.casefold() for word in asked.words}
    if head.isupper() and head.isalpha() and len(head) <= _INITIALS:
        said = list(head.casefold())
        texts = {place: text[0] for place, text in texts.items()}
    starts = [place for place in texts if [texts.get(place + one) for one in range(len(said))] == said]
    return {start + one for start in starts for one in range(len(said))} if len(said) > 1 else set()


def _asks(head: str, word: Word, table: Table) -> bool:
    if word.is_number:
        return False
    if columns.is_called(head, word.text.casefold()):
        is_name = word.text[:1].isupper() and word.place > 0
        return not (is_name and _stands(word, table, but=head))  # "Mark", beside a head "Marks"
    is_meant = not word.says_little and columns.is_asked_by(head, word.text.casefold())
    return is_meant and not _stands(word, table)  # "vegan" stands below "Diet"


def _stands(word: Word, table: Table, but: str = "") -> bool:
    return any(word.stem in said for row in table.rows for head, said in row.said.items() if head != but)


def _is_cell(word: Word, table: Table) -> bool:
    """Whether a word behind the opening is all that a cell says: the second "long" of "how long was the long run?"."""
    cells = (cell.casefold() for row in table.rows for cell in row.cells.values())
    return word.place > 2 and not word.is_number and word.text.casefold() in cells


def _is_above(word: Word, table: Table) -> bool:
    return word.stem in table.above or _is_like(word, table.above)


def _tells_apart(word: Word, table: Table) -> bool:
    """Whether some of the rows have a word and others do not, though the title has it."""
    having = sum(any(word.stem in said for said in row.said.values()) for row in table.rows)
    return 0 < having < len(table.rows)


def _has(table: Table, required: Sequence[Word]) -> bool:
    return any(all(columns_of(row, word) for word in required) for row in table.rows)


def _without_noun(asked: Asked, required: Sequence[Word]) -> tuple[Word, ...]:
    """What else a row has to say than what kind of thing it is of: which players are left-footed."""
    return tuple(word for word in required if asked.kind == "who" or word.text.casefold() not in asked.noun)


def columns_of(row: Row, word: Word) -> set[str]:
    """The heads below which a row says a word; of a number just that, or among words."""
    if word.is_number:
        return {head for head, said in row.said.items() if word.text.casefold() in said}
    return {head for head, said in row.said.items() if word.stem in said or _is_like(word, said)}


def _is_like(word: Word, said: Collection[str]) -> bool:
    """Whether one of the stems begins as a word does that is no name."""
    if not word.text.islower() or len(word.stem) < _ALIKE:
        return False
    return any(len(one) >= _ALIKE and one[:_ALIKE] == word.stem[:_ALIKE] for one in said)
