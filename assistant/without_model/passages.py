"""The lines of a passage that speak to a question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assistant import params
from assistant.extraction.text.language import is_english
from assistant.question.asked import FILLERS, LIGHT
from assistant.question.intents import takes_back
from assistant.question.referents import names_in
from assistant.without_model import tables
from assistant.without_model.asking import RELATION_STEMS, Asking
from graph import sentences
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow, Item
from graph.wikilinks import as_read

FOLLOWED = params.QUOTE_CHARACTERS // 2  # characters of a line with what goes on about the same
_GOES_ON = re.compile(r"\s*(?:he|she|it|they|his|her|its|their)\b(?!.*\?)", re.IGNORECASE)
_ONESELF = re.compile(r"\b(?:i|me|my|mine|we|us|our|im|ive)\b", re.IGNORECASE)
_OWN = re.compile(r"\s*(?:my|our|i|we|i['’]m|we['’]re)\b", re.IGNORECASE)
_ASKS_WHO = re.compile(r"\b(?:who(?:m|se)?|which)\b", re.IGNORECASE)
_OTHERS = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b", re.IGNORECASE)
_IS_OR_HAS = frozenset({"is", "was", "has", "had", "got"})
_NUMBERED = re.compile(r"\d{1,2}[.)]?")  # of the point that follows
_FORM = re.compile(r"(\w[\w ]{0,30}):\s+\S")
_ENDS = (".", "!", "?", "…", ":", ";", ",", "。", "！", "？", '"', "”")


@dataclass(frozen=True, slots=True)
class Line:
    """The best line or two of a passage, and the question's content words that the best holds, as stems.

    `is_close`: none of them; it is only near in meaning.
    """

    item: Item
    text: str
    words: frozenset[str] = frozenset()
    is_close: bool = False


def speaking_to(
    words: frozenset[str], names: frozenset[str], items: Sequence[Item], nearest: Mapping[int, str]
) -> list[Line]:
    """Passages that are about the question, most words in common first.

    `words` are the stems of what is asked, `names` those of whom it is asked about: a name alone is no answer, unless
    nothing else is asked. `nearest` are the lines by which passages are near in meaning.
    """
    found = []
    for place, item in enumerate(items):
        if item.chunk is None or (item.chunk.message and takes_back(item.chunk.text)):
            continue  # "forget that ..." is no source of what it names
        passage, near = as_read(item.chunk.text), nearest.get(item.pk, "")
        text, held = best_line(passage, words or names, near)
        if not held and words and words <= _headed(item.chunk):
            text, held = shortened(" ".join(tables.spoken(passage).split())), words  # below "Budget" stands only a sum
        share = len(held) / max(1, len(words or names))
        close = item.parts.vector >= params.PASSAGE_SIMILAR_ENOUGH
        if held and (share >= params.WORDS_ENOUGH or (close and share >= params.WORDS_ENOUGH / 2)):
            found.append((-len(held), place, Line(item, text, held)))
        elif line := near_in_meaning(item, names, near):
            found.append((0, place, line))
        elif item.parts.vector >= params.PASSAGE_SURELY_SIMILAR and item.pk not in nearest:
            text, _ = best_line(passage, words | names)
            found += [(0, place, Line(item, text))] if text else []
    return _adding([line for _, _, line in sorted(found, key=lambda one: one[:2])], names)


def _headed(chunk: ChunkRow) -> frozenset[str]:
    """The stems of the headings under which a passage of a document stands, without those of the document's title."""
    if chunk.document_kind == TALK:
        return frozenset()
    return content_stems(chunk.prefix) - content_stems(chunk.document_title)


def _adding(lines: list[Line], names: frozenset[str]) -> list[Line]:
    """Without those that hold less of the words that the best holds: beside "policy number 12" the tag "policy".

    Unless they name whom the best does not.
    """
    best = lines[0] if lines else None
    unnamed = best is not None and names.isdisjoint(content_stems(best.text))
    return [
        line
        for line in lines
        if best is None
        or not line.words
        or not line.words < best.words
        or (unnamed and not names.isdisjoint(content_stems(line.text)))
    ]


def near_in_meaning(item: Item, names: frozenset[str], line: str) -> Line | None:
    """The line by which a passage is near, where it is so near as a fact would have to be; a close one names whom."""
    if not line or line.endswith("?"):
        return None
    surely = item.parts.vector >= params.SURELY_SIMILAR
    closely = item.parts.vector >= params.SIMILAR_ENOUGH and not names.isdisjoint(content_stems(line))
    if not (surely or closely):
        return None
    passage = tables.spoken(as_read(item.chunk.text)) if item.chunk else ""
    return Line(item, shortened(_said_on(passage, tables.spoken(as_read(line))).lstrip(" -*#>\t")), is_close=not surely)


def _said_on(passage: str, line: str) -> str:
    """The line with the sentences behind it that go on about the same: "We have a whippet. She is on Apoquel."."""
    _, found, rest = passage.partition(line)
    for following in sentences.END.split(rest) if found else ():
        if following.strip() and (not _GOES_ON.match(following) or len(line) + len(following) > FOLLOWED):
            break
        line = f"{line} {following.strip()}".rstrip()
    return line


def closest(asking: Asking, words: frozenset[str], items: Sequence[Item]) -> list[Line]:
    """The best passage with a line that has half of the question's `words` (stems), else the best that is as near in
    meaning as a fact would have to be: it may say it in other words.

    Where somebody is named it has to name them, and meaning does not count: by the name everything about them is near.
    Of what nothing in the book is called by any line that names it is shown.
    """
    said: list[tuple[float, Line]] = []
    named: list[Line] = []
    near: list[Line] = []
    for item in items:
        if item.chunk is None or takes_back(item.chunk.text):
            continue
        text, held = best_line(as_read(item.chunk.text), words)
        about = not asking.names or bool(asking.names & content_stems(told_of(text, item.chunk)))
        if held and 2 * len(held) >= len(words) and about and not is_of_another(asking, text, item.chunk):
            said.append((item.parts.keyword, Line(item, text, is_close=True)))
        text, held = best_line(as_read(item.chunk.text), asking.strangers)
        named += [Line(item, text, is_close=True)] if held else []
        whole = " ".join(tables.spoken(as_read(item.chunk.text)).split())
        is_near = item.parts.vector >= params.SIMILAR_ENOUGH and not asking.names and not whole.endswith("?")
        if is_near and not is_of_another(asking, whole, item.chunk):
            near.append(Line(item, shortened(whole), is_close=True))
    return [max(said, key=lambda one: one[0])[1]] if said else named[:1] or near[:1]


def best_line(text: str, stems: frozenset[str], near: str = "") -> tuple[str, frozenset[str]]:
    """The line that shares the most words with the question, with the one after it while there is room; and the words.

    Of several it is the line of a form that is asked for ("Rating: 5"), a heading that says no more ("Next meeting"),
    one that is `near` in meaning, or the first.
    """
    lines = [line.strip(" -*#>\t") for line in sentences.END.split(tables.spoken(text))]
    lines = [line for line in lines if any(one.isalnum() for one in line)]
    best, most, surer = -1, frozenset[str](), (False, False)
    for place, line in enumerate(lines):
        shared, sure = stems & content_stems(line), (_is_told_by(line, stems), line in near)
        if (len(shared), sure) > (len(most), surer) and shared and not line.endswith("?"):
            best, most, surer = place, shared, sure
    if best < 0:
        return "", most
    chosen = lines[best]
    if best and lines[best - 1].endswith(":"):
        chosen = f"{lines[best - 1]} {chosen}"
    if (
        best + 1 < len(lines)
        and not lines[best + 1].endswith("?")
        and not _NUMBERED.fullmatch(lines[best + 1])
        and len(chosen) + len(lines[best + 1]) < params.QUOTE_CHARACTERS / 2
    ):
        chosen = f"{chosen}{' ' if chosen.endswith(_ENDS) else ' · '}{lines[best + 1]}"
    return shortened(" ".join(chosen.split())), most


def _is_told_by(line: str, stems: frozenset[str]) -> bool:
    """Whether it is a line of a form that begins with what is asked for, or a heading that says nothing else."""
    key = _FORM.match(line)
    if key is not None:
        return bool(content_stems(key[1].split()[-1]) & stems)
    return bool(said := content_stems(line) - FILLERS - LIGHT) and said <= stems


def shortened(text: str) -> str:
    if len(text) <= params.QUOTE_CHARACTERS:
        return text
    return text[: params.QUOTE_CHARACTERS].rsplit(" ", 1)[0] + " …"


def is_of_another(asking: Asking, line: str, passage: ChunkRow | None) -> bool:
    """Whether a line tells of somebody else than is asked about.

    Of Noah's brother does what names no Noah; of my wife, whom nobody names, what names no wife; of where Tom lives
    what names him nowhere, and of where I work "Ann works at Foundry Lane".
    """
    asked = asking.focus
    if asking.by.polar and asked.about_self and passage is not None and passage.document_kind == TALK:
        first = next(names_in(line), "")
        if first and line.startswith(first) and not _ONESELF.search(line):
            return True  # "am I married?" is not answered by "Elin is getting married"
    if asking.names and not asked.about_self and passage is not None and _is_of_its_teller(line, passage, asking.names):
        return True  # "my blood type is A" says nothing of Karl's
    if asking.names and _is_told_of_another(asking, line, passage):
        return True  # "does Storm have asthma?" is not answered by "Alma has asthma"
    if asking.names and asked.predicates and not (asked.relations or asked.guessed or asked.about_self):
        told = told_of(line, passage)
        if not asking.names & content_stems(told):
            return is_english(told)
    if asked.relations and asked.about_self:
        told = told_of(line, passage)
        whom = asking.names | (asked.stems & RELATION_STEMS)
        unnamed = not asking.targets.reached and bool(asked.predicates) and not whom & content_stems(told)
        return unnamed and is_english(told)  # "mi mamá vive en Arica" names her in other words
    if asked.relations and asking.names:
        return not asking.names & content_stems(line)
    if not (asked.about_self and asked.predicates) or asked.guessed or asked.relations or _ONESELF.search(line):
        return False
    first = next(names_in(line), "")
    if content_stems(first) & asked.stems:
        return False  # "Hearing aid lost": nobody whom the question does not ask for
    does = line.removeprefix(first).split()[:1] if first and line.startswith(f"{first} ") else []
    return bool(does) and (does[0] in _IS_OR_HAS or bool(content_stems(does[0]) & asked.stems))


def _is_of_its_teller(line: str, passage: ChunkRow, names: frozenset[str]) -> bool:
    """Whether somebody tells of themself in a talk, and of nobody else whom these names or a pronoun may mean."""
    is_own = passage.document_kind == TALK and _OWN.match(line) is not None
    return is_own and _OTHERS.search(line) is None and not names & content_stems(passage.text)


def _is_told_of_another(asking: Asking, line: str, passage: ChunkRow | None) -> bool:
    """Whether the line begins with a name that the question has not, and has none of its; who it is, any may say."""
    first = next(names_in(line), "")
    if not first or not line.startswith(f"{first} ") or _ASKS_WHO.search(asking.question):
        return False
    if first.endswith("ing"):
        return False  # "Keeping animals overnight is allowed"
    return not asking.names & content_stems(told_of(line, passage)) and not asking.names & content_stems(first)


def told_of(line: str, passage: ChunkRow | None) -> str:
    """What may say of whom a line tells: its passage, the title and the headings above, or who "he" was just before."""
    if passage is None:
        return line
    is_clear = passage.document_kind == TALK and _OTHERS.search(line) is None
    return f"{passage.document_title} {'' if is_clear else passage.prefix} {passage.text}"
