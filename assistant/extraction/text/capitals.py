"""Names typed in small letters as names are shown: "my sister anna lives in porto" tells of Anna and of Porto."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import CALLED_BY, GROUPS, PETS, ROLES
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NAMES = frozenset({"NNP", "NNPS"})
_RELATIONS = frozenset({*ROLES.values(), "pet", "engaged_to"})
_PARTICLES = frozenset(
    {"de", "da", "di", "du", "la", "le", "van", "von", "der", "den", "of", "the", "and", "bin", "al"}
)
_WITHOUT_ARTICLE = words_of(
    "town downtown uptown suburbia paradise heaven hell limbo exile hiding poverty chaos prison jail hospital school "
    "college uni university church bed work home abroad sin luxury peace fear space nature halls care dorms barracks "
    "digs lodgings mountains"
)
_NO_NAMES = ROLES.keys() | PETS | GROUPS | CALLED_BY | _PARTICLES | {"my", "our"}


def shown(candidates: Iterable[Candidate], doc: Doc) -> tuple[Candidate, ...]:
    """The candidates with the capitals that the names of people, pets and places lack; `doc` is the parse of them all.

    A person's is sure where they are somebody's sister or cat, or where the recogniser takes it for one; a place's
    where it stands as places do. A firm may write itself small, and what is no name, as "sourdough", is left so.
    """
    found = tuple(candidates)
    told = {one.object.text for one in found if one.object is not None and one.predicate in _RELATIONS}
    people = {word for name in told if name.islower() for word in name.split()}
    people |= {token.lower_ for token in doc if _is_raised(token) or _is_person(token)}
    places = {one.lower_ for one in doc if one.tag_ in _NAMES or one.ent_type_ in {"GPE", "LOC"} or _is_bare_place(one)}
    sure = {words.PERSON: people, words.ANIMAL: people, words.PLACE: places}

    def named(name: Name) -> Name:
        if name.text.islower() and name.type == words.LANGUAGE:
            return replace(name, text=_capital(name.text))
        if not name.text.islower() or name.type not in sure:
            return name
        capital = sure[name.type] - _NO_NAMES
        return replace(name, text=" ".join(_capital(one) if one in capital else one for one in name.text.split(" ")))

    return tuple(
        replace(one, value=_capital(one.value))
        if one.predicate == "name" and one.value is not None and one.value.isalpha()
        else replace(one, subject=named(one.subject), object=named(one.object) if one.object else None)
        for one in found
    )


def _is_person(token: Token) -> bool:
    """Whom the recogniser takes for one, and the name that is joined to theirs: "tom and jana"."""
    joined = [token.head] if token.dep_ == "conj" else [child for child in token.children if child.dep_ == "conj"]
    return any(one.ent_type_ == "PERSON" and (one == token or token.tag_ in _NAMES) for one in (token, *joined))


def _is_bare_place(token: Token) -> bool:
    """ "relocated to accra": of a thing one would say which, "to a flat"."""
    bare = token.tag_ in {"NN", "NNS"} and token.dep_ == "pobj" and not any(True for _ in token.lefts)
    return bare and token.head.lower_ in {"in", "to", "from"} and token.lower_ not in _WITHOUT_ARTICLE


def _is_raised(token: Token) -> bool:
    """Whether what was typed in haste is read as a name already."""
    return token.text[:1].isupper() and not token.is_sent_start


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]
