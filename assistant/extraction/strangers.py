"""Names that the tagger takes for other words, "Umut lives in Porto", are read as a name that it knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from assistant.extraction.role_words import PETS, ROLES

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

_KNOWN_NAME = "Anna"
_NAMES = {"NNP", "NNPS"}
_AFTER_A_NAME = {"VBZ", "VBD", "NNS", "MD"}  # what can be told of one person, "lives" also where it is taken for lives


def dictionary(model: Language) -> frozenset[str]:
    """The English words, not inflected, by which the model finds the base of a word."""
    table = model.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
    return frozenset(word for words in table.values() for word in words)


def found(doc: Doc, known: Collection[str], ordinary: Collection[str]) -> list[int]:
    """The positions of the words that must be names, and were read as something else.

    `known` are the words in small letters that the model was made with, `ordinary` those of its dictionary. After a
    preposition there may stand a place.
    """
    written = (token for token in doc[:-1] if token.text.istitle() and token.is_alpha)
    return [token.i for token in written if _is_misread(token, known, ordinary)]


def reread(doc: Doc, model: Language, positions: Collection[int]) -> Doc:
    """`doc` with the tags, dependencies and entities that it has with a known name at these positions."""
    from spacy.tokens import Doc

    words, spaces = [token.text for token in doc], [bool(token.whitespace_) for token in doc]
    asked = [_KNOWN_NAME if at in positions else word for at, word in enumerate(words)]
    read = model(Doc(model.vocab, words=asked, spaces=spaces))
    return Doc(
        model.vocab,
        words=words,
        spaces=spaces,
        tags=[token.tag_ for token in read],
        pos=[token.pos_ for token in read],
        deps=[token.dep_ for token in read],
        heads=[token.head.i for token in read],
        lemmas=[
            word if at in positions else token.lemma_ for at, (word, token) in enumerate(zip(words, read, strict=True))
        ],
        ents=[f"{token.ent_iob_}-{token.ent_type_}" if token.ent_type_ else "O" for token in read],
    )


def _is_misread(token: Token, known: Collection[str], ordinary: Collection[str]) -> bool:
    before = token.nbor(-1) if token.i else None
    if before is not None and before.lower_ in ROLES.keys() | PETS and any(one.dep_ == "poss" for one in before.lefts):
        if token.dep_ == "appos":
            return token.tag_ not in {*_NAMES, "NN"}
        return token.tag_ not in _NAMES or token.dep_ in {"aux", "compound", "nsubj"}  # "my boss Jutta works ..."
    if token.tag_ in _NAMES or (before is not None and before.tag_ in {"IN", "TO"}):
        return False
    if token.lower_ not in known:
        return True
    if token.is_stop or token.lower_ in ordinary or token.lemma_.lower() in ordinary:
        return False
    return token.nbor(1).tag_ in _AFTER_A_NAME  # "Greta lives ..."
