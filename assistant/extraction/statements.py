"""Which clauses of a message are plainly stated: not asked, denied, supposed, planned, or another's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from assistant.extraction.parts import phrases
from assistant.extraction.parts.subjects import CARRIED, DEEPEST, SUBJECTS, subjects_of
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.base_forms import lemma

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_RECORDS = frozenset({"say", "state", "show", "give"})
Tense = Literal["present", "past", "perfect"]


@dataclass(frozen=True, slots=True)
class Clause:
    """A verb with its subjects, as the person states it."""

    verb: Token
    subjects: tuple[Token, ...]
    tense: Tense
    lemma: str
    passive: bool


def clauses(doc: Doc) -> Iterator[Clause]:
    """The plainly stated clauses, in the order of their verbs."""
    for sentence in doc.sents:
        if is_question(sentence):
            continue
        for token in sentence:
            if token.pos_ not in {"VERB", "AUX"} or token.dep_ in {"aux", "auxpass"}:
                continue
            subjects = subjects_of(token)
            shared = _shares_passive(token)
            tense = tense_of(token.head if shared else token)
            if subjects and tense and is_plain(token):
                passive = shared or any(child.dep_ == "auxpass" for child in token.children)
                yield Clause(token, subjects, tense, lemma(token), passive)


def _shares_passive(verb: Token) -> bool:
    """Whether it is said with the "is" before it: "is written in Go and deployed on Hetzner"."""
    before = verb.head
    if verb.dep_ != "conj" or verb.tag_ not in {"VBN", "VBD"} or _has_own_subject(verb):
        return False
    helping = [before] if before.lemma_ == "be" else [child for child in before.children if child.dep_ == "auxpass"]
    helped = any(one.tag_ in {"VBZ", "VBP"} for one in helping)
    alone = not any(child.dep_ in {"aux", "auxpass", "dobj"} for child in verb.children)
    state = any(child.dep_ == "prep" and (verb.lower_, child.lower_) in words.STATES for child in verb.children)
    return helped and alone and state


def is_question(sentence: Span) -> bool:
    """Whether the sentence asks: by its mark, or by a question word or a verb before its subject."""
    tokens = [token for token in sentence if not token.is_space and not token.is_punct]
    if not tokens or "?" in sentence.text[-4:]:
        return True
    while len(tokens) > 1 and (tokens[0].dep_ in {"cc", "intj"} or tokens[0].lower_ in {"so", "well", "ok", "hey"}):
        tokens = tokens[1:]
    first = tokens[0]
    if first.tag_ in {"WP", "WRB", "WDT", "WP$"}:
        return not any(ancestor.dep_ == "advcl" for ancestor in [first, first.head])
    if first.pos_ == "AUX" and first.tag_ in {"VBZ", "VBP", "VBD", "MD"}:
        return any(child.dep_ in SUBJECTS and child.i > first.i for child in [*first.children, *first.head.children])
    return False


def tense_of(verb: Token) -> Tense | None:
    """When the clause holds; None for infinitives, commands, futures, possibilities and what was only going on."""
    auxiliaries = [child for child in verb.children if child.dep_ in {"aux", "auxpass"}]
    if verb.dep_ == "xcomp" and verb.head.lower_ == "used" and any(one.tag_ == "TO" for one in auxiliaries):
        return "past"
    if any(one.tag_ == "MD" or one.tag_ == "TO" for one in auxiliaries):
        return None
    tags = {one.tag_ for one in auxiliaries}
    have = any(one.lemma_ == "have" for one in auxiliaries)
    if verb.tag_ in {"VBZ", "VBP"} or (verb.tag_ == "VB" and (tags & {"VBP", "VBZ"} or not auxiliaries)):
        return "present"
    if verb.tag_ == "VBG":
        if verb.dep_ == "xcomp":
            return tense_of(verb.head) and "present"
        return "present" if tags & {"VBP", "VBZ"} else None
    if verb.tag_ == "VBN" and any(one.dep_ == "auxpass" for one in auxiliaries):
        return "present" if tags & {"VBP", "VBZ"} and not have else "past"
    if have and tags & {"VBP", "VBZ"}:
        return "perfect"
    return "past" if verb.tag_ in {"VBD", "VBN"} else None


def is_plain(verb: Token) -> bool:
    """Whether the person vouches for the clause: nothing in it or above it denies, supposes, hedges or reports it."""
    return not _is_denied(verb) and is_vouched(verb)


def is_vouched(verb: Token) -> bool:
    """As `is_plain`, for a clause that may itself deny or say what could be: "I can't stand fennel"."""
    first = verb
    apart = True  # whether what is denied of the verb leaves the clause as it is
    for _ in range(DEEPEST):
        if _is_hedged(verb) or (not apart and _is_denied(verb)):
            return False
        governor = verb.head
        # "I don't drink and my sister lives in Rome": beside what is denied, one with a subject of its own is told
        apart = (
            governor.pos_ in {"VERB", "AUX"}
            and _has_own_subject(verb)
            and (
                verb.dep_ == "conj"
                or (verb.dep_ == "ccomp" and verb.i < governor.i and _has_own_subject(governor))
                or (verb.dep_ == "advcl" and any(map(_is_factual, verb.children)))  # "since I'm deaf, ..."
            )
        )
        match verb.dep_:
            case "ROOT":  # "Write a story about a girl who lives in Paris" tells of nobody
                told = bool(subjects_of(verb)) or _is_own_telling(verb)
                return first.dep_ != "relcl" or told or _tells_of_ones_own(first)
            case "conj":
                verb = governor
                while verb.dep_ in {"attr", "acomp", "dobj", "pobj", "prep"}:  # "is a plumber and lives in Genk"
                    verb = verb.head
            case "relcl":
                noun = governor
                while noun.dep_ != "ROOT" and (noun.pos_ not in {"VERB", "AUX"} or phrases.is_naming(noun)):
                    noun = noun.head
                if noun.pos_ not in {"VERB", "AUX"}:
                    return False
                verb = noun
            case "ccomp" | "parataxis":
                if not (_vouched_for(verb, governor) or _is_joined(verb)):
                    return False
                if _is_own_telling(governor):
                    return not _is_hedged(governor) and (lemma(governor) == "forget" or not _is_denied(governor))
                verb = governor
            case "advcl":
                if not (_is_run_on(verb) or any(_is_factual(child) for child in verb.children)):
                    return False
                verb = governor
            case "xcomp":
                if lemma(governor) not in CARRIED:
                    return False
                verb = governor
            case _:
                return False
    return False


def _is_joined(verb: Token) -> bool:
    """ "My GP is Dr. Wolff and my dentist is Petra": the parser hangs the second on the first, whatever joins them."""
    first = verb.left_edge
    is_and = first.i > verb.head.i + 1 and first.nbor(-1).lower_ == "and"
    return is_and and verb.head.lemma_ == "be" and _has_own_subject(verb)


def _tells_of_ones_own(clause: Token) -> bool:
    """ "Plan a party for my daughter Lila, who is 4": whatever is asked for, she is."""
    noun = clause.head
    named = any(child.dep_ == "appos" and child.pos_ == "PROPN" for child in noun.children)
    role = noun.head if noun.dep_ == "appos" else noun
    mine = any(child.dep_ == "poss" and child.lower_ in {"my", "our"} for child in role.children)
    return mine and (named or role != noun)


def _is_factual(mark: Token) -> bool:
    return mark.dep_ == "mark" and mark.lower_ in words.FACTUAL_MARKS


def _is_run_on(verb: Token) -> bool:
    """ "We have a cat, she's called Luna": one of its own behind a comma, which no word makes a condition."""
    edge = first = verb.left_edge
    while first.i < verb.i and (first.is_punct or first.dep_ in {"npadvmod", "intj"} or _goes_on(first)):
        first = first.nbor(1)
    begins = first.dep_ in SUBJECTS and first.head == verb and first.tag_ == "PRP"
    apart = any(one.text in {",", ";", "-", "–", "—"} for one in verb.doc[max(0, edge.i - 1) : first.i])
    return begins and first.i > verb.head.i and apart


def _goes_on(token: Token) -> bool:
    """ "before that", "since then": what the next sentence begins with."""
    preposition = token.head if token.dep_ in {"pobj", "pcomp"} else token
    return preposition.dep_ == "prep" and any(child.lower_ in {"that", "then"} for child in preposition.children)


def _has_own_subject(verb: Token) -> bool:
    return any(child.dep_ in SUBJECTS for child in verb.children)


def _is_denied(verb: Token) -> bool:
    for child in verb.children:
        if child.left_edge.i and child.i > verb.i and child.left_edge.nbor(-1).lower_ == "so":
            continue  # "she's a vegan, so no cream": what follows from it is another clause
        if child.dep_ == "neg" or (child.dep_ == "aux" and child.tag_ == "MD"):
            return True
        if child.lower_ in words.DENIALS and child.dep_ != "intj":  # "No, she moved" denies what was said before
            return True
        if child.dep_ == "advmod" and any(one.lower_ == "no" for one in child.subtree):
            return True
        if child.dep_ in SUBJECTS | {"dobj", "attr"} and any(
            one.lower_ in {"no", "nobody", "none", "neither"} for one in [child, *child.children]
        ):
            return True
    return verb.lower_ in {"wo", "ca"}


def _is_hedged(verb: Token) -> bool:
    for child in verb.children:
        if child.lower_ in words.HEDGES | {"according"}:
            return True
        if child.dep_ == "advmod" and any(one.lower_ in words.HEDGES for one in child.subtree):
            return True
        if (
            child.dep_ == "prep"
            and child.lower_ == "in"
            and any(one.dep_ == "pobj" and one.lemma_.lower() in nouns.FICTIONS for one in child.children)
        ):
            return True  # "in the film her sister is a queen"
        if child.dep_ == "advcl" and any(
            one.dep_ == "mark" and one.lower_ in {"if", "unless", "whether"} for one in child.children
        ):
            return True
        if child.dep_ in {"ccomp", "parataxis"} and child.i > verb.i and lemma(child) in words.ATTITUDES:
            return True  # "Anna lives in Rome, I think"
    return False


def _vouched_for(verb: Token, governor: Token) -> bool:
    """Whether the clause `verb` under `governor` is the person's own statement: told by them, or a run-on sentence."""
    if _is_own_telling(governor):
        return True
    return verb.i < governor.i and lemma(governor) not in words.ATTITUDES | words.OWN_TELLING


def _is_own_telling(governor: Token) -> bool:
    """ "I told you that ...", "Remember that ..." or "the certificate says that ..."; not "Say I am 70"."""
    subjects = [child for child in governor.children if child.dep_ in SUBJECTS]
    if lemma(governor) == "forget":
        return not subjects and any(child.dep_ == "neg" for child in governor.children)
    if lemma(governor) in _RECORDS and any(subject.lemma_.lower() in nouns.RECORDS for subject in subjects):
        return True
    if lemma(governor) not in (words.OWN_TELLING if subjects else words.OWN_BIDDING):
        return False
    if any(child.dep_ == "aux" and child.tag_ == "MD" for child in governor.children):
        return False
    return all(subject.lower_ == "i" for subject in subjects) if subjects else governor.dep_ == "ROOT"
