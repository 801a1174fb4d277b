"""Verbs that the tagger or the parser takes for something else, or the other way round, put right one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import ACTIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

BEFORE = frozenset({"amod", "nmod", "dep", "compound"})
_AFTER_VERB: dict[str, set[str]] = {}  # verb -> the prepositions after which the rules look
for _verb, _preposition in ACTIONS:
    _AFTER_VERB.setdefault(_verb, set()).add(_preposition)
_JOINED = 3  # words of "Ellie and Jasper"
_WORKED = words_of("shifts nights days weekends evenings mornings afternoons")
_HARDLY_NOUNS = words_of("quits starts finishes graduates retires works lives moves")  # between one thing and "in June"


def as_subject(verb: Token) -> None:
    """ "my aunt teaches maths": where the lesson is taken for the verb, "teaches" is taken for its subject."""
    thing = verb.head
    if (
        verb.dep_ != "nsubj"
        or verb.tag_ not in {"VBZ", "VBP", "NNS"}
        or thing.i != verb.i + 1
        or lemma(verb) not in VERBS
    ):
        return
    who = next((child for child in verb.children if child.dep_ in {"nsubj", "compound"}), None)
    if who is None or thing.tag_ not in {"VBZ", "VBP", "NNS"} or thing.dep_ not in {"ROOT", "conj", "ccomp"}:
        return
    above, relation = thing.head, thing.dep_
    others = [child for child in thing.children if child != verb and child.dep_ not in {"dobj", "attr", "oprd"}]
    verb.dep_, verb.tag_, verb.pos_ = relation, "VBZ", "VERB"
    verb.head = verb if relation == "ROOT" else above
    who.dep_ = "nsubj"
    thing.head, thing.dep_, thing.tag_, thing.pos_ = verb, "dobj", "NNS", "NOUN"
    for child in others:
        child.head = verb


def after_age(number: Token) -> None:
    """ "Jakob is 15 and only speaks in grunts": where the number is taken for who speaks."""
    verb, being = number.head, number.nbor(-1) if number.i else number
    if number.dep_ != "nsubj" or not number.like_num or verb.pos_ != "VERB" or verb.i < number.i:
        return
    if being.lemma_ != "be" or verb.head != being:
        return
    number.head, number.dep_ = being, "attr"
    verb.dep_ = "conj"
    for child in [one for one in number.children if one.dep_ in {"cc", "conj"} and one.i > number.i]:
        child.head, child.dep_ = (being, "cc") if child.dep_ == "cc" else (verb, "advmod")


def among_nouns(verb: Token) -> None:
    """ "he is a pilot and works for Qantas", "is studying law and quits in June": where the verb is taken for one more
    thing that he is or does.
    """
    if (
        verb.dep_ != "conj"
        or verb.tag_ != "NNS"
        or verb.head.dep_ not in {"attr", "dobj"}
        or verb.i + 1 >= len(verb.doc)
    ):
        return
    if verb.head.tag_ in {"NNS", "NNPS"} or any(True for _ in verb.lefts):
        return
    base, first, behind = lemma(verb), verb.head, verb.nbor(1)
    is_done = behind.lower_ in _AFTER_VERB.get(base, ()) and base in VERBS
    if first.dep_ == "dobj":
        is_done = verb.lower_ in _HARDLY_NOUNS and behind.dep_ == "prep"
    if is_done:
        hung_before = [one for above in (first, first.head) for one in above.children if one.i > verb.i]
        hung_before = [one for one in hung_before if one.dep_ == "prep"]
        verb.tag_, verb.pos_, verb.head = "VBZ", "VERB", verb.head.head
        for preposition in hung_before:
            preposition.head = verb


def after_name(name: Token) -> None:
    """ "Greta lives near Lund": where the name is taken for the verb, the verb is taken for its object."""
    if name.dep_ != "ROOT" or name.pos_ not in {"PROPN", "NOUN"} or name.i + 1 >= len(name.doc):
        return
    verb = name.nbor(1)
    if not name.text[:1].isupper() or verb.head != name or verb.dep_ not in {"dobj", "appos", "conj", "dep"}:
        return
    if not verb.lower_.endswith("s") or lemma(verb) not in VERBS:
        return
    subject = next((child for child in name.children if child.dep_ == "nsubj" and child.i == name.i - 1), None)
    others = [child for child in name.children if child not in (verb, subject)]
    verb.head, verb.dep_, verb.tag_, verb.pos_ = verb, "ROOT", "VBZ", "VERB"
    for child in others:
        if child.i > verb.i:
            child.head = verb
    name.tag_, name.pos_ = "NNP", "PROPN"
    if subject is not None:  # "My wife Tove works ..."
        subject.head, name.head, name.dep_ = verb, subject, "appos"
    else:
        name.head, name.dep_ = verb, "nsubj"


def after_names(verb: Token) -> None:
    """ "Ellie and Jasper work at Aldi": where it is taken for a work of that name, or what one of them is."""
    if verb.tag_ != "NN" or verb.i - verb.sent.start != _JOINED or verb.i + 1 >= len(verb.doc):
        return
    base, (first, joining, second) = lemma(verb), verb.doc[verb.i - _JOINED : verb.i]
    is_named = first.text[:1].isupper() and second.text[:1].isupper() and joining.lower_ == "and"
    if not is_named or verb.nbor(1).lower_ not in _AFTER_VERB.get(base, ()):
        return
    for child in [one for one in (*first.children, *second.children) if one.i > verb.i]:
        child.head = verb
    verb.head, verb.dep_, verb.tag_, verb.pos_ = verb, "ROOT", "VBP", "VERB"
    first.head, first.dep_, first.tag_, first.pos_ = verb, "nsubj", "NNP", "PROPN"
    joining.head, joining.dep_ = first, "cc"
    second.head, second.dep_, second.tag_, second.pos_ = first, "conj", "NNP", "PROPN"


def before_noun(verb: Token) -> None:
    """ "Theo has epilepsy": where the illness is taken for the verb that "has" helps."""
    noun = verb.head
    if verb.dep_ != "aux" or verb.lower_ not in {"has", "have"} or noun.tag_ not in {"NN", "NNS", "NNP"}:
        return
    if noun.dep_ != "ROOT" or noun.i < verb.i:
        return
    others = [child for child in noun.children if child != verb and child.i < verb.i]
    verb.head, verb.dep_, verb.pos_ = verb, "ROOT", "VERB"
    for child in others:
        child.head = verb
    noun.head, noun.dep_, noun.pos_ = verb, "dobj", "NOUN"


def as_auxiliary(verb: Token) -> None:
    """ "I enjoy cooking for friends": where "enjoy" is taken for what "cooking" is helped by."""
    doing = verb.head
    if verb.dep_ != "aux" or doing.tag_ != "VBG" or doing.i < verb.i or (lemma(verb), "") not in ACTIONS:
        return
    above, relation = doing.head, doing.dep_
    for child in [one for one in doing.children if one.i < verb.i]:
        child.head = verb
    verb.head, verb.dep_, verb.pos_ = (verb if relation == "ROOT" else above), relation, "VERB"
    doing.head, doing.dep_ = verb, "xcomp"


def after_role(verb: Token) -> None:
    """ "my mum lives in Cork, ...": where "lives" is taken for a plural of something of hers."""
    role = verb.nbor(-1) if verb.i else verb
    if role.lower_ not in ROLES or role.head != verb or role.dep_ not in BEFORE or verb.tag_ not in {"NNS", "VBZ"}:
        return
    if lemma(verb) not in VERBS or any(child.dep_ in {"nsubj", "nsubjpass"} for child in verb.children):
        return
    for owner in [child for child in verb.children if child.dep_ == "poss"]:
        owner.head = role
    verb.tag_, verb.pos_, role.dep_ = "VBZ", "VERB", "nsubj"
    if verb.dep_ not in {"ROOT", "conj", "ccomp"}:
        verb.dep_ = "ccomp"


def behind_trade(verb: Token) -> None:
    """ "is a nurse and works nights", "a paramedic, works shifts": taken for works beside a nurse, and nights that
    somebody is.
    """
    if verb.lower_ != "works" or verb.tag_ != "NNS" or verb.i < 2 or verb.i + 1 >= len(verb.doc):
        return
    joint, when = verb.nbor(-1), verb.nbor(1)
    trade = verb.head if verb.dep_ == "conj" else verb.nbor(-2)
    is_beside = verb.dep_ == "conj" or (verb.dep_ == "compound" and verb.head == trade.head == when)
    if not is_beside or joint.lower_ not in {"and", ","}:
        return
    if trade.dep_ not in BEFORE or when.dep_ != "attr" or when.lower_ not in _WORKED:
        return
    for mark in [child for child in when.children if child.dep_ == "det"]:
        mark.head = trade
    trade.head, trade.dep_, trade.tag_, trade.pos_ = when.head, "attr", "NN", "NOUN"
    verb.head, verb.dep_, verb.tag_, verb.pos_, verb.lemma_ = when.head, "conj", "VBZ", "VERB", "work"
    when.head, when.dep_ = verb, "npadvmod"
