"""How two names may be names of one thing: pure. A reason in words, and how much else has to speak for it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from graph.naming import unqualified
from graph.twins.misspelt import one_letter_apart
from graph.twins.short_forms import SHARED, are_forms

PERSON, PLACE, ORGANISATION = "person", "place", "organisation"
OPEN_KINDS = frozenset({"", "concept", "thing"})  # what nobody has looked at closely may be anything
LEGAL = frozenset({"inc", "incorporated", "ltd", "limited", "llc", "gmbh", "ag", "corp", "corporation", "plc", "co",
                   "company", "sa", "bv", "nv", "oy", "ab", "srl", "spa", "kg", "ev"})  # fmt: skip
TITLES = frozenset({"dr", "prof", "professor", "doctor", "sir"})
ADDRESSES = frozenset({"mr", "mrs", "ms", "miss", "herr", "frau"})
GENERATION = frozenset({"jr", "junior", "sr", "senior", "ii", "iii", "iv", "elder", "younger"})
SMALL = frozenset({"the", "of", "a", "an", "and", "de", "van", "von", "der", "la", "le"})
LONG = 6  # letters of a word in which one slip of the pen can be told from another name
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = re.compile(r"['’`]")
_TWO_WAYS = re.compile("[äöüøÄÖÜØ]|[aouAOU]\u0308")  # letters that German and others write out differently

# How many shared facts have to speak for a merge beside the names.
SURE, LIKELY, DOUBTFUL = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Alike:
    """`needs` facts that both share before anybody is asked; `alone` when no other entry may fit as well."""

    why: str
    needs: int
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A name taken apart; `words` without case, accents, punctuation, titles and the qualifier in brackets."""

    text: str
    kind: str
    words: tuple[str, ...]
    titled: frozenset[str]
    generation: frozenset[str]
    spellings: frozenset[tuple[str, ...]]
    digits: tuple[str, ...]  # the words with a digit: found once, since a form is compared with hundreds of others
    qualifier: str = ""


def form(text: str, kind: str) -> Form:
    """A name as it is compared; "Weiss, Anna" of a person is turned round."""
    text_, qualifier = unqualified(text)
    if kind == PERSON and text_.count(",") == 1:
        last, first = text_.split(",")
        text_ = text_ if _words(first) and set(_words(first)) <= GENERATION else f"{first} {last}"
    words = [_spelled(word, kind) for word in _words(text_)]
    marks = frozenset(words) & (TITLES | ADDRESSES) if kind == PERSON else frozenset()
    generation = frozenset(words) & GENERATION if kind == PERSON or kind in OPEN_KINDS else frozenset()
    kept = [word for word in words if word not in marks and word not in generation]
    kept = kept or words
    if kind == ORGANISATION and kept[:1] == ["the"]:
        kept = kept[1:] or kept
    german = tuple(_words(text_, german=True)) if _TWO_WAYS.search(text_) else tuple(words)
    digits = tuple(word for word in kept if any(letter.isdigit() for letter in word))
    return Form(
        text, kind, tuple(kept), marks, generation, frozenset({tuple(words), german}), digits, qualifier.casefold()
    )


def _words(text: str, *, german: bool = False) -> list[str]:
    if text.isascii():
        return _WORD.findall(_APOSTROPHES.sub("", text.casefold().replace("&", " and ")))
    text = unicodedata.normalize("NFKC", text).casefold().replace("&", " and ").replace("ß", "ss").replace("ł", "l")
    text = text.replace("ø", "oe" if german else "o").replace("æ", "ae")
    if german:
        for letter, two in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
            text = text.replace(letter, two)
    plain = "".join(one for one in unicodedata.normalize("NFKD", text) if not unicodedata.combining(one))
    return _WORD.findall(_APOSTROPHES.sub("", plain))


def _spelled(word: str, kind: str) -> str:
    return {"saint": "st", "mount": "mt"}.get(word, word) if kind in (PLACE, ORGANISATION) else word


class Key(NamedTuple):
    """Names with no key in common are not compared, nor two that are both not the `short` one of it.

    With a `word`, that is all they may differ in: by a slip of the pen.
    """

    text: str
    short: bool = True
    word: str = ""


def keys(one: Form) -> Iterator[Key]:
    """What a name may have in common with another of the same thing."""
    words = one.words
    apart = " ".join((*one.digits, *sorted(one.generation)))  # names that differ in these are two
    for joined in dict.fromkeys("".join(spelling) for spelling in (words, *one.spellings)):
        yield Key(f"= {joined} {apart}")
    if not words:
        return
    yield Key(f"s {' '.join(sorted(words))} {apart}")
    first, last, single = words[0], words[-1], len(words) == 1
    if one.kind == PERSON or one.kind in OPEN_KINDS:
        yield Key(f"f {first} {apart}", single)
        for number in SHARED.get(first, ()):
            yield Key(f"n {number} {apart}", single)
            if not single:
                yield Key(f"n {number} {last} {apart}")
        if not single:
            yield Key(f"l {first[0]} {last} {apart}")
    if one.kind == ORGANISATION or one.kind in OPEN_KINDS:
        yield Key(f"o {' '.join(_bare(words))} {apart}")
    if one.kind != PERSON and (len(words) > 2 or (single and one.text.isupper())):
        yield Key(f"i {_initials(words)} {apart}", single)
    for place, word in enumerate(words) if 1 < len(words) < 6 else ():
        if len(word) >= LONG:
            yield Key(f"t {' '.join((*words[:place], '*', *words[place + 1 :]))} {apart}", word=word)


def alike(one: Form, other: Form) -> Alike | None:
    """Why the two may be the same thing; None when their names do not say so."""
    if not _may_be_one(one, other):
        return None
    if not one.words or not other.words:
        return None
    kind = one.kind if one.kind not in OPEN_KINDS else other.kind
    if one.words == other.words or one.spellings & other.spellings:
        return _same_words(one, other, kind)
    if kind == PERSON:
        return _persons(one.words, other.words)
    if "".join(one.words) == "".join(other.words):
        return Alike("The same name, written apart and together", SURE)
    if kind == ORGANISATION or kind in OPEN_KINDS:
        if _bare(one.words) == _bare(other.words) and kind == ORGANISATION:
            both = one.words != _bare(one.words) and other.words != _bare(other.words)
            return Alike("The same name but for the kind of company", LIKELY if both else SURE)
        for short, long in ((one, other), (other, one)):
            letters = short.words[0] == _initials(long.words)
            if letters and len(short.words) == 1 and len(long.words) > 2 and short.text.isupper():
                return Alike(f"“{short.text}” are the first letters of “{long.text}”", LIKELY, alone=True)
    return _slip(one.words, other.words)


def _may_be_one(one: Form, other: Form) -> bool:
    kinds = {one.kind, other.kind} - OPEN_KINDS
    if len(kinds) > 1 or one.digits != other.digits or one.generation != other.generation:
        return False
    called = (one.titled | other.titled) & ADDRESSES
    told_apart = one.qualifier and other.qualifier and one.qualifier != other.qualifier
    return len(called) < 2 and not told_apart


def _same_words(one: Form, other: Form, kind: str) -> Alike:
    if kind == PERSON and len(one.words) == 1:
        return Alike(f"Both are called “{one.text}”", LIKELY, alone=True)
    if one.qualifier != other.qualifier:
        return Alike(f"The same name, one with “({one.qualifier or other.qualifier})” after it", LIKELY, alone=True)
    if (one.titled ^ other.titled) & ADDRESSES:
        return Alike("The same name, with and without a form of address", LIKELY)
    if one.text.casefold() == other.text.casefold():
        return Alike(f"Both are called “{one.text}”", SURE)
    return Alike("The same name, spelled differently", SURE)


def _persons(one: tuple[str, ...], other: tuple[str, ...]) -> Alike | None:
    if sorted(one) == sorted(other):
        return Alike("The same names in another order", LIKELY)
    short, long = sorted((one, other), key=len)
    if len(short) == 1:
        first = short[0]
        if len(long) > 1 and (first == long[0] or are_forms(first, long[0])):
            return Alike(f"“{first.capitalize()}” may be short for “{' '.join(long).title()}”", LIKELY, alone=True)
        if are_forms(first, long[0]) and len(long) == 1:
            return Alike("One may be the short form of the other", DOUBTFUL, alone=True)
        return None
    if short[-1] == long[-1]:
        if short[0] == long[0] and len(short) < len(long) and _inside(short[1:-1], long[1:-1]):
            return Alike("The same first and last name, one with a middle name", LIKELY)
        if are_forms(short[0], long[0]):
            return Alike(f"“{short[0].capitalize()}” and “{long[0].capitalize()}” are forms of one name", LIKELY)
        if _initial(short[:-1], long[:-1]) or _initial(long[:-1], short[:-1]):
            return Alike("The same last name, and a first letter that fits", LIKELY, alone=True)
    slip = _slip(short, long)
    return slip if slip and short[0] == long[0] else None


def _inside(few: tuple[str, ...], many: tuple[str, ...]) -> bool:
    """Whether the middle names of one are among those of the other, as words or first letters."""
    return all(any(word == full or (len(word) == 1 and full[0] == word) for full in many) for word in few)


def _initial(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """ "J R R" for "John Ronald Reuel", and "J" for "John"."""
    if not all(len(word) == 1 for word in short) or len(short) > len(long):
        return False
    return all(word == full[0] for word, full in zip(short, long, strict=False)) and any(len(one) > 1 for one in long)


def _bare(words: tuple[str, ...]) -> tuple[str, ...]:
    """The name of a company without what says which kind it is."""
    end = len(words)
    while end > 1 and words[end - 1] in LEGAL:
        end -= 1
    return words[:end]


def _initials(words: tuple[str, ...]) -> str:
    return "".join(word[0] for word in words if word not in SMALL) if len(words) > 1 else "".join(words)


def _slip(one: tuple[str, ...], other: tuple[str, ...]) -> Alike | None:
    """Names that differ in one letter of one long word."""
    if len(one) != len(other):
        return None
    differing = [(mine, theirs) for mine, theirs in zip(one, other, strict=True) if mine != theirs]
    if len(differing) != 1 or min(map(len, differing[0])) < LONG or not one_letter_apart(*differing[0]):
        return None
    return Alike("The same but for one letter", DOUBTFUL)
