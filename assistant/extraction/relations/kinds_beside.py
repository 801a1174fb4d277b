"""What kind somebody or something is that stands beside its name: "the wizard Adaeze", "a Corsa called Gerald"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts import phrases
from assistant.extraction.parts.occupations import is_occupation
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma as base_form
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

BESIDE = 0.75
_SAYS_NAME = frozenset({"name", "title", "word", "code", "alias", "nickname"})
_TOLD_OF = nouns.words_of("have own get play sing work run found come be")  # "a boat called Misty" is my boat


def kind_alone(noun: Token) -> str:
    """ "Corsa" of "a beautiful 2014 Corsa", with what kind of one: what one thinks of it is none, nor is its length."""
    plain = [one for one in noun.lefts if one.dep_ in {"compound", "nummod"} and not any(True for _ in one.children)]
    return " ".join(one.text for one in [*plain, noun])


def named_by(name: Token) -> Token | None:
    """What is called so in "a 2014 Corsa called Gerald", if that says what it is; of people it says too little."""
    if name.dep_ != "oprd" or not phrases.is_naming(name.head):
        return None
    noun = name.head.head
    lemma = noun.lemma_.lower()
    vague = nouns.VAGUE | nouns.INVENTED | nouns.ANYONE | role_words.ROLES.keys() | role_words.PETS
    verb = next((one for one in noun.ancestors if one.pos_ in {"VERB", "AUX"}), noun)
    if base_form(verb) in _TOLD_OF and not (noun.dep_ == "dobj" and base_form(verb) == "play"):
        return None
    one = any(child.lower_ in {"a", "an"} for child in noun.children)
    return noun if one and lemma not in vague and not is_occupation(noun) and phrases.is_proper(name) else None


def of_kind(reading: Reading, name: Token, kind: str) -> Iterator[Candidate]:
    """ "The wizard Adaeze", "by the architect Anna Berg": what somebody is stands before their name."""
    if (
        kind.split()[-1] in _SAYS_NAME
        or (kind[-2:] in {"st", "nd", "rd", "th"} and kind[:-2].isdigit())  # "by the 20th (Sofie)"
        or _does_what_is_meant(name)
        or (name.i + 1 < len(name.doc) and name.nbor(1).text == "!")
    ):
        return  # "under the name Hollis"; "I love the thought, Nate!", without its comma
    who = Party(Name(phrases.phrase(name), phrases.type_of(name, words.CONCEPT)))
    what = phrases.Object(name=Name(kind, words.CONCEPT))
    yield from reading.candidate(name, who, "is_a", what, BESIDE)


def _does_what_is_meant(name: Token) -> bool:
    """ "The studio John attends offers classes": whoever follows does something with what is spoken of."""
    verb = name.nbor(1) if name.i + 1 < len(name.doc) else name
    finite = (
        one for one in verb.rights if one.tag_ in {"VBZ", "VBD", "VBP"} and one.dep_ in {"ccomp", "xcomp", "advcl"}
    )
    return any(not any(child.dep_ in {"nsubj", "mark"} for child in one.children) for one in finite)
