"""Whether words that begin as a question does tell something: "When I was 12 we moved to Cork", "Can speak Dutch"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from assistant.extraction.words.nouns import words_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

KEPT = 4096  # texts of which it is known: the days that are asked for are looked for in as many
_FIRST = re.compile(r"[^.!?\n]+")
_HELPS = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|ca|can|could|wo|will|would|should)(?:n['’]?t)?\b", re.IGNORECASE
)
_WH = words_of("what where when who why how which whose")
_DO = words_of("do does did")
_MODAL = words_of("can could will would should")
_BE = words_of("is are was were am")
_STATES = frozenset({"VBG", "VBN", "JJ", "JJR", "RB", "IN", "RP", "CD", "TO"})  # what stands behind "is" of oneself
_HOW = frozenset({"dobj", "prep", "advmod", "acomp", "npadvmod"})
_FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "expl"})
_CLAUSES = frozenset({"advcl", "csubj", "csubjpass"})
# Behind a word that asks, what only a question has there: "when was the film made", and not "what is odd is the smell".
_ASKED = re.compile(
    r"^(?:(?:when|where|why|how)(?: (?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should))"
    r"|(?:what|who) (?:else )?(?:did|do|does|has|have|had|can|could|should)"
    r"|(?:what|which|who) (?:is|are|was|were) (?:the|my|our|his|her|their|your|(?-i:[A-ZÀ-ÞĀ-Ž]\w*['’]s)))\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=KEPT)
def is_told(text: str) -> bool:
    """Whether the first sentence of a text without a question mark, which begins with "when", "can" or the like, has
    its subject before its verb, or leaves it out: by the parser, whose 7 ms only such texts need.
    """
    from assistant.extraction.parsing.parse import parse

    said = _FIRST.match(text.strip())
    if said is None or "?" in text:
        return False
    doc = parse(said[0])
    first = next((token for token in doc if token.is_alpha), None)
    if first is None or first.i + 1 >= len(doc):
        return False
    root = next((token for token in doc if token.dep_ == "ROOT"), first)
    if first.tag_ == "NNP" and first.dep_ in _SUBJECTS and first.i < root.i:
        return True  # "Will is 42"
    if first.lower_ in _WH:
        return _ASKED.match(said[0]) is None and _opens_clause(first, root)
    return _lacks_subject(doc, first, root)


@lru_cache(maxsize=KEPT)
def is_asked_of_somebody(text: str) -> bool:
    """Whether "has" or "have" only helps another verb, whose subject stands between them: "has falk paid"."""
    from assistant.extraction.parsing.parse import parse

    said = _FIRST.match(text.strip())
    if said is None:
        return False
    doc = parse(said[0])
    helps = doc[0].dep_ in {"aux", "auxpass"}
    return helps and any(token.dep_ in _SUBJECTS for token in doc if 0 < token.i < doc[0].head.i)


@lru_cache(maxsize=KEPT)
def is_stated(text: str) -> bool:
    """Whether the first sentence of a text has a subject and behind it what that does, or begins with what one did:
    "my knee hurts since yesterday", "bought the lamp"; not "boiler man phone" or "restaurants Anna likes".
    """
    from assistant.extraction.parsing.parse import parse

    said = _FIRST.match(text.strip())
    if said is None or "?" in text:
        return False
    if _HELPS.match(said[0]):
        return False  # "isnt it raining"
    doc = parse(said[0])
    root = next((token for token in doc if token.dep_ == "ROOT"), doc[0])
    finite = root.tag_ in _FINITE or any(one.dep_ in {"aux", "auxpass"} and one.tag_ in _FINITE for one in root.lefts)
    subjects = [one for one in root.lefts if one.dep_ in _SUBJECTS and one.lower_ not in _WH]
    did = root == doc[0] and root.tag_ in {"VBD", "VBG"} and any(one.dep_ in _HOW for one in root.rights)
    return (finite and bool(subjects)) or did


def forget() -> None:
    """Drop the texts that are kept (erasure)."""
    is_told.cache_clear()
    is_stated.cache_clear()
    is_asked_of_somebody.cache_clear()


def _opens_clause(word: Token, root: Token) -> bool:
    """Whether the word opens a clause before the one that tells: "When I was 12 we moved", "What I love is tea"."""
    if word.lower_ == "what" and word.nbor(1).lower_ in {"a", "an"}:
        return True  # "What a day, the car broke down"
    if word.lower_ == "who" and word.nbor(1).pos_ in {"VERB", "AUX"}:
        return False  # "who directed the films that Anna acted in"
    above = word
    while above.dep_ != "ROOT" and above.pos_ not in {"VERB", "AUX"}:
        above = above.head
    has_subject = any(child.dep_ in _SUBJECTS for child in root.children) or above.dep_.startswith("csubj")
    return above != root and above.dep_ in _CLAUSES and above.i < root.i and has_subject


def _lacks_subject(doc: Doc, first: Token, root: Token) -> bool:
    """Whether nobody stands behind "can", "does" or "is", who would be asked of: "Does yoga on Mondays"."""
    behind = doc[first.i + 1]
    if behind.tag_ in {"PRP", "NNP", "EX"} or behind.lower_ in {"you", "u", "anyone", "there"}:
        return False
    if first.lower_ in _DO:
        last = next(token for token in reversed(doc) if not token.is_punct)
        two_nouns = last.pos_ == "NOUN" and any(one.dep_ == "compound" for one in last.lefts)  # "did the plumber call"
        return first == root and not two_nouns and not any(one.pos_ == "VERB" for one in doc if one != root)
    if any(token.dep_ in _SUBJECTS and token.i > first.i for token in doc):
        return False
    if first.lower_ in _MODAL:
        return behind.tag_ == "VB" and behind == root
    return first.lower_ in _BE and behind.tag_ in _STATES
