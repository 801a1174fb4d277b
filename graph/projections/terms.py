"""What a question is searched for: its words in any script, and pairs of characters where no spaces divide them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from graph import params

# Kana, Han and Hangul: written without spaces (or with few), so every character is indexed as a word of its own.
_UNSPACED = "\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003134f"
_CHARACTER = re.compile(f"[{_UNSPACED}]")
_ACCENT = re.compile("[\u0300-\u036f]")
_ASCII_WORD = re.compile("[A-Za-z0-9]+")
_TESTAMENT = re.compile(rf"(?:\b(?:{'|'.join(sorted(params.WILL_OF))})|['’]s) will\b", re.IGNORECASE)
_RUN = re.compile(f"[{_UNSPACED}]+|[^{_UNSPACED}]+")


def indexable(text: str) -> str:
    """The text as the full text stores it: NFKC, characters of unspaced scripts set apart."""
    return _CHARACTER.sub(r" \g<0> ", unicodedata.normalize("NFKC", text).replace("\x00", " "))


def terms(question: str) -> list[str]:
    """Phrases to look for, longest words first, without stop words (unless there is nothing else).

    A phrase is a word, or two neighbouring characters "張 偉" of an unspaced script (one, if it stands alone).
    """
    words: dict[str, None] = {}
    pairs: dict[str, None] = {}
    for word in _words(unicodedata.normalize("NFKC", question).casefold()):
        for run in _RUN.findall(word):
            if _CHARACTER.match(run):
                pairs.update(dict.fromkeys(_pairs(run)))
            else:
                words[run] = None
    telling = [
        word for word in words if word not in params.STOP_WORDS or (word == "will" and _TESTAMENT.search(question))
    ]
    if not telling and not pairs:
        telling = list(words)
    longest = sorted(telling, key=len, reverse=True)[: params.KEYWORD_TERMS]
    return [*longest, *list(pairs)[: params.KEYWORD_PAIRS]]


def folded_words(text: str) -> list[str]:
    """The words of an `indexable` text, without case and accents; marks that are letters of their script stay."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not _ACCENT.match(sign))
    return list(_words(unicodedata.normalize("NFC", plain)))


def _words(text: str) -> Iterator[str]:
    """Runs of letters, digits and the marks that belong to letters: the tokeniser's own idea of a word."""
    if text.isascii():
        return iter(_ASCII_WORD.findall(text))
    return iter("".join(character if _is_of_a_word(character) else " " for character in text).split())


def _is_of_a_word(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in "LN" or category in ("Mn", "Mc", "Co")


def _pairs(run: str) -> list[str]:
    return [f"{first} {second}" for first, second in pairwise(run)] or [run]
