"""How names are compared: folded, or by their letters alone, without what some leave out; and who "I" is."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

SELF_WORDS = frozenset({"user", "i", "me", "my", "myself", "mine"})
KEY_LIMIT = 255
_FIRST = "i"
FEW_LETTERS = 2  # so many say nothing by themselves
# What some write before a name and others leave out.
RANKS = frozenset({"dr", "prof", "professor", "doctor", "sir", "mr", "mrs", "ms", "miss", "herr", "frau",
                   "lord", "lady", "king", "queen", "prince", "princess", "emperor", "empress", "pope",
                   "president", "st", "saint"})  # fmt: skip
UNDERTAKINGS = frozenset({"project", "operation", "programme", "program"})  # "Project Heron" is Heron as well
RANKED = 2  # words left over without the rank, at least: "Lady Gaga" is no Gaga
_QUALIFIER = re.compile(r"^(.+?)\s*\(([^()]+)\)\s*$")  # "Mercury (planet)": other texts say "Mercury"
_QUALIFIED = re.compile(r"^(?:/|\w+://|\w+[.:])\S*?([^\W\d_][^\s/#.:]*)/?$")  # "schema:knows", "/people/person/parents"
_SIGNS = frozenset(" .,'’`´-–—()/&\"“”„:;!?")  # a name with any other sign, like "C++", is not told by its letters
_ACCENTS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# What turns the order of letters around, and letters that are never shown: people would read something else than
# a model does. Joiners and plain direction marks stay, languages need them.
_DECEIVING = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")


def readable(text: str) -> str:
    """`text` without what makes it look other than it is."""
    return _DECEIVING.sub("", text)


def clean(text: str) -> str:
    """`text` without control and invisible direction characters, white space collapsed to single spaces."""
    seen = text.isascii() and text.isprintable()  # as most are: there is nothing to take out
    return " ".join((text if seen else _CONTROL.sub(" ", readable(text))).split())


def without_numerals(question: str, names: Iterable[str]) -> str:
    """The question without the "I" that ends one of these names: who asks about Queen Berit I is not her."""
    for name in names:
        called, _, last = name.rpartition(" ")
        if last.casefold() == _FIRST and called:
            question = re.sub(rf"\b({re.escape(called)}) I\b", r"\1", question, flags=re.IGNORECASE)
    return question


def folded(text: str) -> str:
    """A text of any length as names in it are compared: NFKC, case-folded, inner white space single."""
    return clean(text if text.isascii() else unicodedata.normalize("NFKC", text)).casefold()


def normalise(name: str) -> str:
    """The key under which a name is found: folded, at most 255 characters."""
    return folded(name)[:KEY_LIMIT]


def unqualified(name: str) -> tuple[str, str]:
    """The name without what stands in brackets after it, and that ("" if nothing does)."""
    found = _QUALIFIER.match(name)
    return (found[1], found[2]) if found else (name, "")


def unranked(name: str) -> tuple[str, str]:
    """The name without a rank or form of address before it, and that ("" for none, or where too little is left)."""
    first, _, rest = name.partition(" ")
    rank = first.casefold().removesuffix(".")
    if rank in UNDERTAKINGS and first[:1].isupper() and rest[:1].isupper():
        return rest, rank
    return (rest, rank) if rank in RANKS and len(rest.split()) >= RANKED else (name, "")


def unaccented(text: str) -> str:
    """A folded text with its Latin letters without accents: "cafe" of "café"; other scripts keep their marks."""
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _ACCENTS.sub("", unicodedata.normalize("NFKD", text)))


def spelling(name: str) -> str:
    """The letters and digits of a name, folded, Latin ones without accents; "" if it has other signs, or too few."""
    together = name.replace(" ", "")
    if not (together.isascii() and together.isalnum()):
        plain = unaccented(folded(name))
        together = "".join(sign for sign in plain if sign not in _SIGNS)
        if not name[:1].isalnum() or not all(
            sign.isalnum() or unicodedata.category(sign)[0] == "M" for sign in together
        ):
            return ""
    return together.casefold() if len(together) > FEW_LETTERS else ""


def spoken(name: str) -> str:
    """The name of a relation as words: of `worksFor`, `works_for` and `schema:worksFor` the same."""
    within = _QUALIFIED.match(name)
    last = within[1] if within else name
    apart = last if last.islower() else re.sub(r"(?<=[a-z])(?=[A-Z])", " ", last)
    return apart.replace("_", " ").strip()
