"""How much of a question's words an item has: a plain stem comparison, any script."""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby

from graph.naming import unaccented
from graph.params import STOP_WORDS, WILL_OF
from graph.retrieval.question.word_forms import BASE
from graph.retrieval.seeding.seeds import WORD, words

# Matched at a place in a text: the word that begins there, if one does.
_FROM_START = re.compile(rf"(?<![^\W_])(?<![^\W_]['’.\-]){WORD.pattern}")
_ENDINGS = ("ingly", "edly", "ings", "ing", "ies", "ied", "ed", "es", "s", "y")
_LAST = ("g", "y", "s", "d")  # of every ending: most words have none of them
_WHOLE = (
    "ay",
    "ey",
    "oy",
    "uy",
    "ss",
)  # "Tuesday" and "Tuesdays", "class" and "classes": what looks like an ending is none
_LEAST = 3  # letters of a stem
_DOUBLING = ("ing", "ings", "ed")
_DOUBLED = ("bb", "gg", "mm", "nn", "pp", "rr", "tt")  # not "ll": "called"; not "dd": a wedding is not on a Wed


def stem(word: str) -> str:
    """A word without its ending, so that "like", "likes" and "liked" compare equal, "wrote" and "written", and
    "cafe" and "café"."""
    word = word.casefold().removesuffix("'s").removesuffix("’s")
    word = word if word.isascii() else unaccented(word)
    word = BASE.get(word, word)
    for ending in _ENDINGS if word.endswith(_LAST) and not word.endswith(_WHOLE) else ():
        if word.endswith(ending) and len(word) - len(ending) >= _LEAST:
            word = word[: -len(ending)]
            if word.endswith(_DOUBLED) and ending in _DOUBLING and len(word) > _LEAST:  # "planned" is "plan"
                word = word[:-1]
            break
    if word.endswith("y") and not word.endswith(_WHOLE) and len(word) > _LEAST:  # "studying" is "study" by now
        word = word[:-1]
    return word[:-1] if word.endswith("e") and len(word) > _LEAST else word


_WHO_DOES = ("er", "or")
DOERS = (*_WHO_DOES, "ers", "ors")  # by which many a word for one or several who do something ends
DOES = frozenset({"do", "does", "did"})


def deed(word: str) -> str:
    """The stem of a word, of who does something what is done: "director" and "directed", "writer" and "written"."""
    found = stem(word)
    return found[:-2] if found.endswith(_WHO_DOES) and len(found) >= _LEAST + 2 else found


_OPEN = """
know tell remember say said everything anything something describe summarise summarize
"""
OPEN_QUESTION = frozenset(map(stem, _OPEN.split()))


LIGHT = frozenset(map(stem, ["use", "need", "take", "get", "go", "make", "give", "keep", "put", "much", "many"]))


def telling(stems: frozenset[str]) -> frozenset[str]:
    """Those of a question's stems that tell what it is about, if any does: "garage" of "which garage do I use?"."""
    return stems - LIGHT or stems


_ASKED_WITH = ("what", "who", "where", "when", "how", "why", "that", "it", "he", "she", "there", "here")
_WITH_IS = frozenset(f"{word}{mark}s" for word in _ASKED_WITH for mark in ("'", "’", ""))  # "what's", "whats"
_LITTLE = STOP_WORDS | _WITH_IS
_OF_LITTLE = frozenset(map(stem, _LITTLE))

_DAYS = frozenset(map(stem, [*calendar.month_name[1:], *calendar.day_name]))  # no names, though written so

_NAMES_TOO = frozenset({"Can", "Will", "May"})
_OF_ONE = frozenset({"is", "was", "has", "does", "did"})
_ASKED = "i you we he she they it the a an my your our his her their this that these anyone someone"
_ASKED_OF = frozenset(_ASKED.split())


def content_stems(text: str, of: Callable[[str], str] = stem) -> frozenset[str]:
    """The stems of the words that carry meaning, as `of` makes them: `stem` or `deed`."""
    told = words(text)
    return frozenset(
        of(word)
        for place, word in enumerate(told)
        if word.casefold() not in _LITTLE or is_name(told, place) or _is_testament(told, place)
    )


def meant_in(wanted: frozenset[str], text: str) -> frozenset[str]:
    """Those of the stems that carry meaning in a text: as many of its `content_stems`, found the sooner."""
    return wanted & content_stems(text) if wanted & _OF_LITTLE else held(wanted, text)


def is_name(told: Sequence[str], place: int) -> bool:
    """Whether a "Can", "Will" or "May" is somebody: inside a sentence, or before what one person does ("Can plays")."""
    if place >= len(told) or told[place] not in _NAMES_TOO:
        return False
    after = told[place + 1] if place + 1 < len(told) else ""
    if place == 0:
        return len(told) == 1 or after in _OF_ONE or (after.islower() and after.endswith("s"))
    return after.casefold() not in _ASKED_OF


def written_as_names(question: str) -> frozenset[frozenset[str]]:
    """The stems of each name that is written as one within a sentence: his of "What's Jonah's email?", and both of
    "How tall is the Eiffel Tower?".
    """
    inside = [word if word[:1].isupper() and not word.isupper() else "" for word in words(question)[1:]]
    stems = [stem(word) if word else "" for word in inside]
    kept = [one if one not in _DAYS | _LITTLE else "" for one in stems]
    return frozenset(frozenset(run) for is_name, run in groupby(kept, bool) if is_name)


def _is_testament(told: Sequence[str], place: int) -> bool:
    """Whether "will" is what somebody leaves: "Dad's will", "the will"."""
    before = told[place - 1].casefold() if place else ""
    return told[place].casefold() == "will" and (before in WILL_OF or before.endswith(("'s", "’s")))


def coverage(question: frozenset[str], text: str) -> float:
    """The share of the question's content stems that `text` has, 0..1; 0 for a question without any."""
    return shared(question, held(question, text))


def held(asked: frozenset[str], text: str, of: Callable[[str], str] = stem) -> frozenset[str]:
    """Those of the stems that `text` has, as `of` makes them."""
    irregular = _irregular(of)
    begun = _beginning_with((*asked, *(form for one in asked for form in irregular.get(one, ()))), text)
    return frozenset(found for word in begun if (found := of(word)) in asked)


def _beginning_with(beginnings: Sequence[str], text: str) -> Iterator[str]:
    """The words of a text, folded, that begin so: looked for in it as it is, since most texts have none of them."""
    told = unaccented(unicodedata.normalize("NFKC", text.casefold()))
    for beginning in beginnings:
        at = told.find(beginning)
        while at >= 0:
            if (word := _FROM_START.match(told, at)) is not None:
                yield word[0]
            at = told.find(beginning, at + 1)


@cache
def _irregular(of: Callable[[str], str]) -> Mapping[str, Sequence[str]]:
    """The words that do not begin with their stem, by it, as `of` makes stems: {"writ": ["wrote"]}."""
    found: dict[str, list[str]] = defaultdict(list)
    for form in BASE:
        if not form.startswith(of(form)):
            found[of(form)].append(form)
    return found


def shared(wanted: frozenset[str], held: frozenset[str]) -> float:
    """The share of the wanted stems that are held, 0..1; 0 where none is wanted."""
    return len(wanted & held) / len(wanted) if wanted else 0.0
