"""Of whom a line of a passage tells: of somebody else than is asked about, or of them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.text.language import is_english
from assistant.question.referents import names_in
from assistant.without_model.asking import RELATION_STEMS, Asking
from assistant.without_model.noted import KIND, OF_ONESELF
from assistant.without_model.spoken_by import goes_on_from, is_of_another_speaker
from graph.params import STOP_WORDS
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.types import ChunkRow

ONESELF = re.compile(r"\b(?:i|me|my|mine|we|us|our|im|ive)\b", re.IGNORECASE)
_OWN = re.compile(r"\s*(?:my|our|i|we|i['’]m|we['’]re)\b", re.IGNORECASE)
_ASKS_WHO = re.compile(r"\b(?:who(?:m|se)?|which)\b", re.IGNORECASE)
OTHERS = re.compile(r"\b(?:he|she|they|him|her|them|his|their)\b", re.IGNORECASE)
_DOES_ELSE = re.compile(r"\s*(?:he|she|they)\b", re.IGNORECASE)
_THEY_DO = re.compile(r"\b(?:he|she|they) (?P<verb>[a-z]+(?: [a-z]+)?)", re.IGNORECASE)
_I_DO = re.compile(r"\b(?:i|we)(?:['’]\w+)? (?P<verb>[a-z]+(?: [a-z]+){0,2})", re.IGNORECASE)
_I_BEGIN = re.compile(r"\s*(?:i|we) (?:\w+ly )?(?P<verb>[a-z]+)", re.IGNORECASE)
_OF_THEM = re.compile(  # not "what did Mum and I do?"
    r"\b(?:does|did|has|is|was) (?:my|our|his|her|their|[A-ZÀ-ÞĀ-Ž][\w'’-]+)(?: (?!i\b|we\b)\w+)*\W*$"
)
_MINE = re.compile(r"\s*(?:my|our) (?P<what>[a-z]+(?: [a-z]+)?)", re.IGNORECASE)
_DID = re.compile(r"(?:\w+ed|paid|bought|got|sent|took|went|had|made|gave|left|sold|met|saw|did)", re.IGNORECASE)
_OFF = re.compile(r"(?<!\bhas )(?<!\bhave )(?<!\bhad )(?<!\bgot )\bno (?P<what>[a-z]+)", re.IGNORECASE)
_DO_I = re.compile(r"\b(?:what|which|when|where|how \w+)\b.*\b(?:do|did|am|was|have|will) i\b", re.IGNORECASE)
_THEIR_ROLE = re.compile(r"\b[A-ZÀ-ÞĀ-Ž][\w-]+(?:['’]s|(?<=s)['’]) (?P<role>[a-z-]+(?: [a-z-]+)?)")
_IN_SMALL = re.compile(  # a bare word that does something: a name in small letters
    r"(?:(?:ok|okay|so|well|btw|and|also)[\s,]+)*(?!(?:the|our|my|his|her|their|its?|this|that|he|she|an?|no|each|every"
    r"|there|who|what|one|everyone|everybody|nobody|somebody)\b)[a-z]{2,} (?!(?:is|was|has|as|its|this|needs|costs)\b)"
    r"[a-z]{3,}(?<!s)s\b"
)
_IS_OR_HAS = frozenset({"is", "was", "has", "had", "got"})


def is_of_another(asking: Asking, line: str, passage: ChunkRow | None) -> bool:
    """Whether a line tells of somebody else than is asked about.

    Of Noah's brother does what names no Noah; of my wife, whom nobody names, what names no wife; of where Tom lives
    what names him nowhere, and of where I work "Ann works at Foundry Lane".
    """
    asked = asking.focus
    if goes_on_from(line, passage, asking.names | (asked.stems & RELATION_STEMS)):
        return False
    if is_of_another_speaker(asking, line, passage):
        return True
    if passage is not None and passage.document_kind == KIND and asked.about_self and not asking.names:
        of_oneself = passage.document_title == OF_ONESELF or ONESELF.search(line) is not None
        return bool(asked.predicates) and not asked.guessed and not of_oneself
    if asking.by.polar and asked.about_self and passage is not None and passage.document_kind == TALK:
        first = next(names_in(line), "")
        is_name = bool(first) and first.casefold() not in STOP_WORDS and line.startswith(first)
        is_name = is_name and _DID.fullmatch(first.split()[0]) is None  # "Paid the deposit" is what one did oneself
        off = _OFF.search(line)  # "do I have physio this week?": "Herr Yilmaz is ill so no physio this week"
        falls_out = off is not None and bool(content_stems(off["what"]) & asking.words)
        if is_name and not asking.targets.of_whom and not ONESELF.search(line):
            return not falls_out  # "am I married?" is not answered by "Elin is getting married"
    of_them = _OF_THEM.search(asking.question) is not None and bool(asking.names or asked.relations)
    mine = _I_BEGIN.match(line) if of_them else None
    if mine is not None and content_stems(mine["verb"]) & asked.stems and not asking.names & content_stems(line):
        return True  # "I work at the tax office", of what my mum did for work
    if asking.names and not asked.about_self and passage is not None and _is_of_its_teller(line, passage, asking.names):
        return True  # "my blood type is A" says nothing of Karl's
    if asking.targets.of_whom:
        return _is_plainly_of_another(asking, line)
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
        if not asking.names and _is_kin_of_another(line, asked.stems & RELATION_STEMS):
            return True
        return unnamed and is_english(told)  # "mi mamá vive en Arica" names her in other words
    if asked.relations and asking.names:
        return not asking.names & content_stems(told_of(line, passage) if _is_all_of(passage, asking.names) else line)
    if _DO_I.search(asking.question) and not asking.names and not ONESELF.search(line):
        first, does = _who_does(line)
        if content_stems(does) & asked.stems and not content_stems(first) & asked.stems:
            return True  # "Priya teaches on Wednesdays", of which classes I teach
    if not (asked.about_self and asked.predicates) or asked.guessed or asked.relations:
        return False
    if ONESELF.search(line):
        return _is_done_by_others(line, asked.stems)
    does_else = _DOES_ELSE.match(line) is not None or any(_did(_THEY_DO, line, asked.stems))
    if does_else and passage is not None and passage.document_kind == TALK:
        return True  # "He holds the second camera", of which cameras I use; "sondre got a raise, he earns 52000"
    first, does = _who_does(line)
    if content_stems(first) & asked.stems:
        return False  # "Hearing aid lost": nobody whom the question does not ask for
    return does in _IS_OR_HAS or bool(content_stems(does) & asked.stems)


def _is_kin_of_another(line: str, roles: frozenset[str]) -> bool:
    """Whether a line has who is asked for as somebody else's alone: "Lena's brother is called Jonas"."""
    theirs = any(content_stems(one["role"]) & roles for one in _THEIR_ROLE.finditer(line))
    return theirs and ONESELF.search(line) is None


def _who_does(line: str) -> tuple[str, str]:
    """The first name of a line and, if it begins with it, the word behind: "Priya" and "teaches"; "" for none."""
    first = next(names_in(line), "")
    first = "" if first.casefold() in STOP_WORDS else first  # "To prepare: a case study"
    behind = line.removeprefix(first).split() if first and line.startswith(f"{first} ") else []
    return first, behind[0] if behind else ""


def _is_done_by_others(line: str, asked: frozenset[str]) -> bool:
    """Whether a line that tells of oneself says of others alone what is asked: "my sister drives, she lives in Ely".

    In "my penalty points: 3, they expire in August" they are what is asked of.
    """
    mine = _MINE.match(line)
    if mine is not None and content_stems(mine["what"]) & asked:
        return False
    return any(_did(_THEY_DO, line, asked)) and not any(_did(_I_DO, line, asked))


def _did(who: re.Pattern[str], line: str, asked: frozenset[str]) -> Iterator[bool]:
    return (bool(content_stems(found["verb"]) & asked) for found in who.finditer(line))


def _is_plainly_of_another(asking: Asking, line: str) -> bool:
    """Whether a line begins with somebody and what is theirs or what they do: "she takes it at eight", and what names
    nobody, may well be of mum, "Tom's birthday" and "Tom takes it" are not.
    """
    first = next(names_in(line), "")
    if not first or OTHERS.fullmatch(first) or asking.names & content_stems(first):
        return False
    theirs = line.startswith((f"{first}'s ", f"{first}’s "))
    does = re.match(rf"{re.escape(first)} (?:is|was|has|had|[a-z]+s)\b(?!:)", line)
    return theirs or does is not None


def _is_of_its_teller(line: str, passage: ChunkRow, names: frozenset[str]) -> bool:
    """Whether somebody tells of themself in a talk, and of nobody else whom these names or a pronoun may mean."""
    is_own = passage.document_kind == TALK and _OWN.match(line) is not None
    return is_own and OTHERS.search(line) is None and not names & content_stems(passage.text)


def _is_told_of_another(asking: Asking, line: str, passage: ChunkRow | None) -> bool:
    """Whether the line begins with a name that the question has not, and has none of its; who it is, any may say."""
    first = next(names_in(line), "")
    if first.casefold() in STOP_WORDS:
        return False  # "After the fall ..."
    if not first or not line.startswith(f"{first} ") or _ASKS_WHO.search(asking.question):
        return False
    _, does = _who_does(line)
    if content_stems(does) & asking.focus.stems and not asking.names & content_stems(line):
        return True  # "Bosse eats 400 g", of what Sixten eats, whoever the sentence before is of
    if first.endswith("ing"):
        return False  # "Keeping animals overnight is allowed"
    return not asking.names & content_stems(told_of(line, passage)) and not asking.names & content_stems(first)


def _is_all_of(passage: ChunkRow | None, names: frozenset[str]) -> bool:
    """Whether all of a passage tells of whom it is asked: a note on somebody, or a document that is called by them."""
    if passage is None or passage.document_kind == TALK:
        return False
    return passage.document_kind == KIND or names <= content_stems(passage.document_title)


def told_of(line: str, passage: ChunkRow | None) -> str:
    """What may say of whom a line tells: its passage, the title and the headings above, or who "he" was just before;
    what a talk began with says nothing of "gisela comes on Friday", whose name is in small letters.
    """
    if passage is None:
        return line
    pronoun = OTHERS.search(line)
    before = line[: pronoun.start()] if pronoun else line
    is_clear = pronoun is None or bool(RELATION_STEMS & content_stems(before)) or any(True for _ in names_in(before))
    is_clear = is_clear and passage.document_kind == TALK  # "I send my mum £100, she's in Ibadan": of nobody before
    is_of_somebody = passage.document_kind == TALK and _IN_SMALL.match(line) is not None
    title = "" if is_of_somebody else passage.document_title
    return f"{title} {'' if is_clear else passage.prefix} {passage.text}"
