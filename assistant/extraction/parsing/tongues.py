"""Languages that somebody speaks, where the parser takes them for something else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words.base_forms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Token

_TONGUES = frozenset({"NORP", "LANGUAGE"})


def tongues(token: Token) -> None:
    """What is misread of this word where a language is spoken, in place."""
    _language_as_adverb(token)
    _languages_in_a_row(token)


def _language_as_adverb(language: Token) -> None:
    """ "Nils speaks Swedish": how he speaks, and not what."""
    verb = language.head
    if language.dep_ == "advmod" and language.tag_ == "NNP" and language.i == verb.i + 1 and lemma(verb) == "speak":
        language.dep_ = "dobj"


def _languages_in_a_row(last: Token) -> None:
    """ "I speak Dutch, English and school German": taken for a German of all those kinds."""
    if last.dep_ not in {"dobj", "npadvmod"} or lemma(last.head) != "speak" or last.ent_type_ not in _TONGUES:
        return
    beside = last.lefts if last.dep_ == "dobj" else last.head.rights
    first = next((one for one in beside if one.dep_ in {"amod", "dobj"} and one.ent_type_ in _TONGUES), last)
    if first == last:
        return
    first.head, first.dep_ = last.head, "dobj"
    tail = first
    while (after := next((one for one in tail.children if one.dep_ == "conj"), None)) is not None:
        if after.i == last.i - 1 and not after.ent_type_:
            after.head, after.dep_ = last, "compound"  # "school" German
            break
        tail = after
    last.head, last.dep_ = tail, "conj"
