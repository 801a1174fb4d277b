"""Names that the tagger takes for other words, "Umut lives in Porto", are read as a name that it knows."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from assistant.extraction.words.nouns import LASTING
from assistant.extraction.words.role_words import PETS, ROLES
from assistant.extraction.words.vocabulary import ACTIONS, PASSING_VERBS

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc, Token

_KNOWN_NAME = "Anna"
_QUALITIES = tuple("ing ed ly ish ous ful less ic al ive able ible y".split())  # noqa: SIM905 - easier to read
_DONE = {verb for verb, _ in ACTIONS} | PASSING_VERBS  # "moved to study"
_NAMES = {"NNP", "NNPS"}
_UNREAD = {"XX", "FW"}  # tags of what the tagger knows no word for
_AFTER_A_NAME = {"VBZ", "VBD", "NNS", "MD"}  # what can be told of one person, "lives" also where it is taken for lives


def dictionary(model: Language) -> frozenset[str]:
    """The English words, not inflected, by which the model finds the base of a word, and such as have none, "the"."""
    table = model.get_pipe("lemmatizer").lookups.get_table("lemma_index")  # type: ignore[attr-defined]
    return frozenset(word for words in table.values() for word in words) | model.Defaults.stop_words


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


def put_right(doc: Doc, ordinary: Collection[str]) -> None:
    """Names in small letters that stand where only a name can stand are read as names, in place."""
    for token in doc:
        _name_in_role(token, ordinary)
        _place_moved_to(token)


def _place_moved_to(place: Token) -> None:
    """ "moved to lyon": what follows "to" is taken for something done, though no verb."""
    to = place.nbor(-1) if place.i else place
    verb = place.head
    if place.dep_ != "xcomp" or to.head != place or to.tag_ != "TO" or verb.lemma_.lower() not in {"move", "relocate"}:
        return
    if place.tag_ in {"NN", "NNS", "NNP", "JJ"} and place.lemma_.lower() not in _DONE:
        for when in list(place.rights):
            when.head = verb
        to.head, to.dep_, to.tag_, to.pos_ = verb, "prep", "IN", "ADP"
        place.head, place.dep_, place.tag_, place.pos_ = to, "pobj", "NNP", "PROPN"


def _name_in_role(verb: Token, ordinary: Collection[str]) -> None:
    """ "my boss is carla", "my kids are mia and leo": somebody in a role is taken for being so or so."""
    if verb.lower_ not in {"is", "are", "'s", "’s"} or not any(_is_in_role(one) for one in verb.lefts):
        return
    said = [one for one in verb.rights if one.dep_ in {"attr", "acomp"} and not any(True for _ in one.lefts)]
    for quality in said:
        if quality.lower_ in LASTING or (quality.ent_type_ == "NORP" and quality.lower_ in ordinary):
            quality.tag_, quality.pos_, quality.dep_ = "JJ", "ADJ", "acomp"  # "my father is Danish" is no name of his
            return
    while said and _may_be_name(said[0], ordinary):
        name = said[0]
        name.tag_, name.pos_ = "NNP", "PROPN"
        name.dep_ = "attr" if name.dep_ == "acomp" else name.dep_
        said = [one for one in name.rights if one.dep_ == "conj"]


def _is_in_role(subject: Token) -> bool:
    in_role = subject.lower_ in ROLES or subject.lemma_.lower() in ROLES.keys() | PETS
    return subject.dep_ == "nsubj" and in_role and any(one.dep_ == "poss" for one in subject.lefts)


def _may_be_name(word: Token, ordinary: Collection[str]) -> bool:
    """Letters alone, and of no form that a known word might have: neither "retired" nor "vegan"."""
    text = word.lower_
    bases = {text, word.lemma_.lower(), text.removesuffix("s"), text.removesuffix("ing"), text.removesuffix("ed")}
    plain = text.isalpha() and not word.text.isupper() and not word.is_stop and not text.endswith(_QUALITIES)
    return plain and word.tag_ in {"NN", "JJ", "NNP", "VB", "NNS"} and not bases & set(ordinary)


def _is_misread(token: Token, known: Collection[str], ordinary: Collection[str]) -> bool:
    before = token.nbor(-1) if token.i else None
    if before is not None and before.lower_ in ROLES.keys() | PETS and any(one.dep_ == "poss" for one in before.lefts):
        if token.dep_ == "appos":
            return token.tag_ not in {*_NAMES, "NN"}
        return token.tag_ not in _NAMES or token.dep_ in {"aux", "compound", "nsubj"}  # "my boss Jutta works ..."
    if token.tag_ in _UNREAD and token.dep_ in {"nsubj", "nsubjpass"}:
        return True  # "Tor never married"
    if token.tag_ in _NAMES or (before is not None and before.tag_ in {"IN", "TO"}):
        return False
    if token.lower_ not in known:
        return True
    if token.is_stop or token.lower_ in ordinary or token.lemma_.lower() in ordinary:
        return False
    return token.nbor(1).tag_ in _AFTER_A_NAME  # "Greta lives ..."
