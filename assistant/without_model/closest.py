"""What comes closest to a question of which no line says what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from assistant import params
from assistant.without_model.asking import Asking
from assistant.without_model.choosing import Sought
from assistant.without_model.demands import demanded, is_held
from assistant.without_model.line import Line
from assistant.without_model.numbered import is_of_other_number
from assistant.without_model.of_whom import ONESELF, is_of_another, told_of
from assistant.without_model.passages import asked_before, best_of, headed_of, may_tell, whole_of
from assistant.without_model.periods import is_of_other_year
from assistant.without_model.when_and_where import is_on_stage
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import Item


def closest(asking: Asking, words: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The best passage with a line that has half of the question's `words` (stems), else the best that is as near in
    meaning as a fact would have to be: it may say it in other words.

    Where somebody is named it has to name them, and meaning does not count: by the name everything about them is near.
    Of what nothing in the book is called by any line that names it is shown.
    """
    demand = demanded(asking.question)
    said: list[tuple[bool, bool, bool, float, Line]] = []
    named: list[Line] = []
    headed: list[Line] = []
    near: list[Line] = []
    led: list[Line] = []  # by what was asked before them
    for item in items:
        if item.chunk is None or not may_tell(item.chunk) or is_on_stage(words, item.chunk.text):
            continue
        if is_of_other_number(asking.question, item.chunk.text):
            continue
        text, held, code, _ = best_of(item.chunk, Sought(words))
        if is_of_other_year(asking.by, Line(item, text)):
            continue
        about = not asking.names or bool(asking.names & content_stems(told_of(text, item.chunk)))
        if held and 2 * len(held) >= len(words) and about and not is_of_another(asking, text, item.chunk):
            is_own = asking.focus.about_self and ONESELF.search(text) is not None
            is_said = asking.focus.about_self and item.chunk.document_kind == TALK
            line = Line(item, text, is_close=True, code=code)
            said.append((is_own, is_held(demand, text), is_said, item.parts.keyword, line))
        text, held, code, _ = best_of(item.chunk, Sought(asking.strangers))
        whole = whole_of(item.chunk)
        named += [Line(item, text, is_close=True, code=code)] if held else []
        is_headed = bool(asking.strangers) and asking.strangers <= headed_of(item.chunk)
        headed += [Line(item, whole, is_close=True)] if is_headed else []
        asked = content_stems(asked_before(item.chunk)) & words
        led += [Line(item, whole, is_close=True)] if asked and 2 * len(asked) >= len(words) else []
        is_near = item.parts.vector >= params.SIMILAR_ENOUGH and not asking.names and not whole.endswith("?")
        if is_near and not is_of_another(asking, whole, item.chunk):
            near.append(Line(item, whole, is_close=True))
    return [max(said, key=lambda one: one[:4])[4]] if said else headed[:1] or named[:1] or led[:1] or near[:1]
