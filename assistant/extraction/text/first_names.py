"""Whom a first name by itself means: the one person whom the same text, or its title, names by it in full."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from assistant import params
from assistant.extraction.mentions import mentions
from assistant.extraction.parsing.parse import parse
from assistant.extraction.parts.parties import SELF
from assistant.extraction.parts.spoken_of import Surroundings
from assistant.extraction.words import role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.nouns import words_of
from graph.curation.candidates import Candidate, Name

AROUND = 200  # characters of a name's line, on either side of it, in which it is seen what it names
_SMALL = "van|von|der|den|de|da|del|di|du|la|le|af|av|bin|ibn|al|el|ter|zu"
_REST = rf"(?:[ \t]+(?:(?:{_SMALL})[ \t]+)*[^\W\d_a-z](?:\.|[\w'’-]+)){{1,3}}"
_NO_SURNAME = words_of("and or i'm i've i'll i'd is was the a an in on at to for with from by of who she he it my we")
# After a first name a title has a surname, or one of these: the recogniser takes "Anna Wedding" for a person too.
OCCASIONS = words_of(
    "wedding birthday party meeting meetings interview visit trip travel holiday holidays letter letters plan plans "
    "review speech talk talks call calls gift gifts present presents idea ideas note notes list story project projects "
    "funeral surgery therapy treatment school homework exam lesson lessons journal diary log timeline summary report "
    "profile feedback questions quotes photos pictures recipe recipes session sessions update birth "
    "family house home flat car job career contact contacts address budget agenda draft dinner lunch coffee"
)
_MARKS = " \t#>*_-+[]|"  # of headings, items and links
_RELATIONS = {*role_words.ROLES.values(), "pet"}


@dataclass(frozen=True, slots=True)
class Bearer:
    """A person named in full, and where in the text that is done first."""

    name: str
    at: int


def in_conversation(
    candidates: Sequence[Candidate], text: str, history: Sequence[str], known: Iterable[str] = ()
) -> tuple[Candidate, ...]:
    """The candidates of the message `text` with each first name as it was said in full there or in `history`.

    `known` are names that mean somebody already, as the one sister's does.
    """
    said = "".join(one[: params.REMEMBERED_CHARACTERS] + "\n\n" for one in history[-params.REMEMBERED_MESSAGES :])
    bearers = bearers_in(said + text, candidates, known)
    return tuple(in_full(one, bearers, len(said) + one.end) for one in candidates)


def in_full(candidate: Candidate, bearers: dict[str, Bearer], ends: int) -> Candidate:
    """The candidate about whom its first names mean, where they were named before its words end at `ends`."""
    subject, said = _meant(candidate.subject, bearers, ends), candidate.object
    return replace(candidate, subject=subject, object=_meant(said, bearers, ends) if said else None)


def _meant(name: Name, bearers: dict[str, Bearer], ends: int) -> Name:
    bearer = bearers.get(name.text) if name.type in {words.PERSON, words.CONCEPT} else None
    return Name(bearer.name, words.PERSON) if bearer is not None and bearer.at < ends else name


def bearers_in(text: str, candidates: Sequence[Candidate], known: Iterable[str] = ()) -> dict[str, Bearer]:
    """For each first name that the candidates say alone, the only one in `text` who bears it.

    None where two are named, or where it is told whose sister or cat goes by the first name: she may be another.
    """
    names = [name for one in candidates for name in (one.subject, one.object) if name not in {None, SELF}]
    persons = {name.text for name in names if name.type == words.PERSON}
    found: dict[str, Bearer] = {}
    for first in sorted(alone(candidates) - set(known)):
        bearer = _only_bearer(first, text)
        kinds = {words.PERSON, words.CONCEPT} if first in persons else {words.PERSON}
        if bearer is not None and (bearer.name in persons or _is_person(bearer, text, kinds)):
            found[first] = bearer
    return found


def alone(candidates: Sequence[Candidate]) -> set[str]:
    """The names of one word that may be first names, but for those of whom it is told whose sister or cat they are."""
    names = [name for one in candidates for name in (one.subject, one.object) if name not in {None, SELF}]
    said = {name.text for name in names if name.type in {words.PERSON, words.CONCEPT} and _is_one_word(name.text)}
    return said - {one.object.text for one in candidates if one.object is not None and one.predicate in _RELATIONS}


def _is_one_word(name: str) -> bool:
    return name[:1].isupper() and not re.search(r"\s", name)


def _only_bearer(first: str, text: str) -> Bearer | None:
    places: dict[str, int] = {}
    for match in re.finditer(rf"(?<![\w-]){re.escape(first)}{_REST}", text):
        parts = re.split(r"[ \t]+", match.group())
        ends = next((at for at, one in enumerate(parts) if at and _no_surname(one)), len(parts))
        name = re.sub(r"['’]s?$", "", " ".join(parts[:ends]))
        if " " in name:
            places.setdefault(name, match.start())
    return next((Bearer(name, at) for name, at in places.items()), None) if len(places) == 1 else None


def _no_surname(word: str) -> bool:
    return word.casefold().replace("’", "'") in _NO_SURNAME and word[:1].isupper()


def _is_person(bearer: Bearer, text: str, kinds: set[str]) -> bool:
    """Whether the words around take the name for a person's."""
    if any(part.casefold() in OCCASIONS for part in bearer.name.split()[1:]):
        return False
    begins = max(text.rfind("\n", 0, bearer.at) + 1, bearer.at - AROUND)
    line = text[begins : bearer.at + len(bearer.name) + AROUND].split("\n")[0].strip(_MARKS)
    return any(one.name.text == bearer.name and one.name.type in kinds for one in mentions(parse(line), Surroundings()))
