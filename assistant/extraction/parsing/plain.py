"""The plainest sentences, where the parser takes who does it, or what is done, for something else."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assistant.extraction.parsing.misread import is_owned
from assistant.extraction.parsing.pastimes import pastimes
from assistant.extraction.parsing.tongues import tongues
from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.dates import EXPRESSION
from assistant.extraction.words.nouns import DAYS_FOR_NAMES, TIMES_FOR_NAMES, words_of
from assistant.extraction.words.role_words import PETS, ROLES
from assistant.extraction.words.vocabulary import ACTIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

_HOW = words_of("here there now then so thus yes no today tomorrow maybe perhaps also next first still hence nearby")
_A_TIME = re.compile(f"{EXPRESSION}|{'|'.join(TIMES_FOR_NAMES | DAYS_FOR_NAMES)}", re.IGNORECASE)


def as_said(token: Token) -> None:
    """Whatever is misread of this word in "Mira studies law" and its like, in place."""
    _liking_like_likeness(token)
    _name_as_when(token)
    _name_as_how(token)
    _name_with_what_it_names(token)
    _subject_of_auxiliary(token)
    _finite_beside(token)
    _half_of_subject(token)
    pastimes(token)
    _deed_as_things(token)
    _going_on_as_things(token)
    _deed_as_thing(token)
    _thing_beside_deed(token)
    _deed_before_name(token)
    tongues(token)
    _name_as_time(token)
    _sentence_as_what_is_said(token)


def _liking_like_likeness(like: Token) -> None:
    """ "I changed my mind, I actually like olives": what has a subject is no preposition."""
    if like.lower_ == "like" and like.tag_ == "IN" and any(child.dep_ == "nsubj" for child in like.lefts):
        like.tag_, like.pos_ = "VBP", "VERB"
        for thing in (child for child in like.children if child.dep_ == "pobj"):
            thing.dep_ = "dobj"


def _sentence_as_what_is_said(verb: Token) -> None:
    """ "I'm seeing Elias, he's a nurse": taken for what is seen."""
    above = verb.head
    subject = next((child for child in verb.lefts if child.dep_ == "nsubj"), None)
    if verb.dep_ != "ccomp" or verb.i < above.i or subject is None or subject.lower_ not in {"he", "she", "they"}:
        return
    has_object = any(child.dep_ in {"dobj", "attr"} for child in above.children)
    if has_object and subject.nbor(-1).text == "," and verb.left_edge.i >= subject.i - 1:
        verb.dep_ = "conj"


def _name_as_when(name: Token) -> None:
    """ "Tim has three kids", "Ida lives in Lund": taken for when it is so."""
    verb = name.head
    if name.dep_ != "npadvmod" or name.tag_ != "NNP" or name.i != name.sent.start or verb.dep_ != "ROOT":
        return
    is_finite = verb.tag_ in {"VBZ", "VBD"} or any(child.dep_ == "aux" for child in verb.lefts)
    has_subject = any(child.dep_ in {"nsubj", "nsubjpass", "expl"} for child in verb.children)
    is_plain = not name.ent_type_ and verb.i == name.i + 1 and lemma(verb) in VERBS
    if is_finite and not has_subject and (name.ent_type_ == "PERSON" or is_plain):
        name.dep_ = "nsubj"


def _name_as_how(name: Token) -> None:
    """ "Raj is Priya's husband": taken for how her husband is."""
    verb = name.head
    if name.dep_ != "advmod" or name.tag_ != "RB" or name.i != name.sent.start or not name.text.istitle():
        return
    noun = next((child for child in verb.children if child.dep_ == "nsubj" and child.i > verb.i), None)
    if noun is None or not any(child.dep_ == "poss" for child in noun.children):
        return
    if verb.lemma_ == "be" and verb.i == name.i + 1 and name.lower_ not in _HOW and name.text[-2:] != "ly":
        name.tag_, name.pos_, name.dep_ = "NNP", "PROPN", "nsubj"
        noun.dep_ = "attr"


def _name_with_what_it_names(name: Token) -> None:
    """ "We named the puppy Juniper": taken for a name of two words."""
    verb, kind = name.head, name.nbor(-1) if name.i else name
    if kind.left_edge.dep_ != "det" and name.left_edge.dep_ != "det":
        return
    if (
        name.dep_ not in {"oprd", "dobj"}
        or name.tag_ != "NNP"
        or lemma(verb) not in {"name", "call"}
        or kind.head != name
        or kind.lower_ not in PETS
    ):
        return
    if kind.dep_ == "compound" and not any(one.dep_ == "dobj" and one != name for one in verb.children):
        for article in [child for child in name.children if child.dep_ == "det"]:
            article.head = kind
        kind.head, kind.dep_, name.dep_ = verb, "dobj", "oprd"


def _subject_of_auxiliary(who: Token) -> None:
    """ "Hazel is divorced": hung on the "is" that helps the verb."""
    helping = who.head
    if who.dep_ == "nsubj" and helping.dep_ in {"aux", "auxpass"}:
        who.head, who.dep_ = helping.head, "nsubjpass" if helping.dep_ == "auxpass" else "nsubj"


def _finite_beside(verb: Token) -> None:
    """ "I teach history and coach the chess club": the second is as finite as the first."""
    before = verb.head.head if verb.head.dep_ == "dobj" else verb.head
    helped = any(child.dep_ in {"aux", "auxpass"} for one in (verb, before) for child in one.children)
    if verb.dep_ == "conj" and verb.tag_ == "VB" and before.tag_ == "VBP" and not helped:
        verb.tag_ = "VBP"


def _half_of_subject(noun: Token) -> None:
    """ "The design doc is owned by Lena": taken for two that are owned."""
    behind = noun.nbor(1) if noun.i + 1 < len(noun.doc) else noun
    if noun.dep_ not in {"nsubj", "nsubjpass"} or noun.tag_ != "NN" or noun.lower_ in ROLES or noun.text.istitle():
        return
    if behind.head == noun.head and behind.dep_ == noun.dep_ and behind.tag_ in {"NN", "NNP"} and behind.text.islower():
        for child in list(noun.children):
            child.head = behind
        noun.head, noun.dep_ = behind, "compound"


def _deed_as_things(verb: Token) -> None:
    """ "my mum works on trams", "Mira volunteers at the zoo": taken for works and volunteers."""
    if verb.dep_ != "ROOT" or verb.tag_ != "NNS" or lemma(verb) not in VERBS:
        return
    if verb.i == verb.sent.start or verb.i + 1 == len(verb.doc):
        return
    who, before = verb.nbor(-1), list(verb.lefts)
    named = all(one.dep_ in {"compound", "amod"} and (one.tag_ == "NNP" or one.ent_type_ == "PERSON") for one in before)
    opens = named and (lemma(verb), verb.nbor(1).lower_) in ACTIONS
    if who.head == verb and (who.dep_ == "nsubj" or opens):
        verb.tag_, verb.pos_, who.dep_ = "VBZ", "VERB", "nsubj"
        for first in before if opens else ():
            if first != who:
                first.head = who  # "Anna Berger volunteers ..."


def _going_on_as_things(verb: Token) -> None:
    """ "we rent a flat, the lease runs until July": taken for lease runs that are rented, too."""
    if verb.dep_ not in {"conj", "appos", "dobj"} or verb.tag_ != "NNS" or lemma(verb) not in VERBS | {"end"}:
        return
    what, behind = verb.nbor(-1), verb.nbor(1) if verb.i + 1 < len(verb.doc) else verb
    if what.head == verb and what.dep_ == "compound" and behind.lower_ in {"until", "till"}:
        verb.tag_, verb.pos_, verb.dep_, what.dep_ = "VBZ", "VERB", "conj", "nsubj"


def _deed_as_thing(verb: Token) -> None:
    """ "Mira studies law", "my aunt studies law": taken for a law, of the kind of my aunt's studies."""
    thing = verb.head
    if verb.dep_ not in {"compound", "ccomp", "amod"} or lemma(verb) not in VERBS:
        return
    if verb.tag_ not in ({"VBN", "VBD"} if verb.dep_ == "amod" else {"NNS", "VBZ"}):
        return
    above = thing.head if thing.dep_ == "appos" and thing.head.lower_ in ROLES else thing  # "My friend Tim studies law"
    if above.dep_ != "ROOT" or thing.i != verb.i + 1 or thing.tag_ not in {"NN", "NNS", "NNP"}:
        return
    who = next((child for child in verb.lefts if child.dep_ in {"nsubj", "npadvmod"}), None)
    if who is None and not _is_given_subject(verb):
        return
    if who is not None:
        who.dep_ = "nsubj"
    others = [child for one in {above, thing} for child in one.children if child.i > thing.i]
    verb.head, verb.dep_, verb.pos_ = verb, "ROOT", "VERB"
    verb.tag_ = "VBZ" if verb.lower_.endswith("s") else "VBD"
    thing.head, thing.dep_ = verb, "dobj"
    for child in others:
        child.head = verb


def _is_given_subject(verb: Token) -> bool:
    """Whether a name, or a role with its name, opens the sentence before the verb; it is made its subject then."""
    name = verb.nbor(-1) if verb.i > verb.sent.start else verb
    role = name.nbor(-1) if name.i > verb.sent.start else name
    if name == verb or not (name.tag_ == "NNP" or (name.ent_type_ == "PERSON" and name.text.istitle())):
        return False
    owner = role.nbor(-1) if role != name and role.i > verb.sent.start else role
    if role != name and not (role.lower_ in ROLES and (is_owned(role) or owner.dep_ == "poss")):
        return False
    role.head, role.dep_ = verb, "nsubj"
    if role != name:
        owner.head = role if owner.dep_ == "poss" else owner.head
        role.tag_, role.pos_ = "NN", "NOUN"
        name.head, name.dep_ = role, "appos"
    name.tag_, name.pos_ = "NNP", "PROPN"
    return True


def _thing_beside_deed(thing: Token) -> None:
    """ "Signe studies medicine at Lund": taken for another word for what she does."""
    verb = thing.head
    if thing.dep_ == "appos" and verb.tag_ in {"VBZ", "VBD"} and thing.i == verb.i + 1 and lemma(verb) in VERBS:
        thing.dep_ = "dobj"


def _deed_before_name(verb: Token) -> None:
    """ "I liked Emma and hated Dune": taken for a Dune that is hated."""
    name = verb.head
    first = name.head
    if verb.dep_ != "amod" or verb.tag_ not in {"VBN", "VBD"} or (lemma(verb), "") not in ACTIONS:
        return
    if name.dep_ == "conj" and name.tag_ == "NNP" and first.dep_ == "dobj" and first.head.tag_ == "VBD":
        verb.head, verb.dep_, verb.tag_, verb.pos_ = first.head, "conj", "VBD", "VERB"
        name.head, name.dep_ = verb, "dobj"


def _name_as_time(name: Token) -> None:
    """ "Signe runs a bakery": the recogniser takes a strange name for a date, and no day does anything."""
    if name.ent_type_ not in {"DATE", "TIME"} or name.dep_ != "nsubj" or name.tag_ != "NNP" or not name.text.istitle():
        return
    span, after = name.doc[name.i : name.i + 1], name.doc[name.i + 1 : name.i + 2]
    if name.ent_iob_ != "B" or any(one.ent_iob_ == "I" for one in after):
        return  # a part of a longer one
    if lemma(name.head) in VERBS and not _A_TIME.fullmatch(name.text):
        span.label_ = "PERSON"
        name.doc.set_ents([span], default="unmodified")
