"""What somebody likes to do, where the parser takes it for something that is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.words.base_forms import lemma
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.vocabulary import ACTIONS

if TYPE_CHECKING:
    from spacy.tokens import Token

_LIKING = words_of("like love enjoy adore hate dislike")


def pastimes(token: Token) -> None:
    """Whatever is misread of this word in "he loves fly fishing" and its like, in place."""
    _pastime_as_deed(token)
    _pastime_apart(token)
    _pastimes_in_a_row(token)


def _pastime_as_deed(deed: Token) -> None:
    """ "my dad loves fly fishing": taken for a fishing that he flies."""
    verb, thing = (deed.nbor(-1), deed.nbor(1)) if 0 < deed.i < len(deed.doc) - 1 else (deed, deed)
    if verb.dep_ != "aux" or verb.head != deed or verb.tag_ not in {"VBZ", "VBP"} or (lemma(verb), "") not in ACTIONS:
        return
    if thing.head != deed or thing.dep_ != "dobj" or not thing.lower_.endswith("ing"):
        return
    before = next((one for one in deed.lefts if one.dep_ == "ccomp"), None)  # "he is 67, loves fly fishing"
    above, relation = (verb, "ROOT") if deed.dep_ == "ROOT" else (deed.head, deed.dep_)
    if before is not None:
        before.dep_, before.head = relation, before if relation == "ROOT" else above
        above, relation = before, "conj"
    for child in [one for one in deed.children if one not in (verb, thing, before)]:
        child.head = verb
    verb.head, verb.dep_, verb.pos_ = above, relation, "VERB"
    thing.head, thing.dep_ = verb, "dobj"
    deed.head, deed.dep_, deed.tag_, deed.pos_ = thing, "compound", "NN", "NOUN"


def _pastime_apart(doing: Token) -> None:
    """ "my dad likes fly fishing": taken for a fly that he likes, fishing."""
    kind = doing.nbor(-1) if doing.i else doing
    alone = not any(True for _ in kind.lefts) and not any(child.dep_ != "punct" for child in doing.children)
    beside = kind.dep_ == "dobj" and kind.head == doing.head and kind.i == kind.head.i + 1 and kind.tag_ == "NN"
    if doing.dep_ == "xcomp" and doing.tag_ == "VBG" and beside and alone:
        doing.dep_, kind.head, kind.dep_ = "dobj", doing, "compound"


def _pastimes_in_a_row(first: Token) -> None:
    """ "I'm into ceramics and film photography": taken for a photography of both kinds."""
    noun = first.head
    kind = next((child for child in first.children if child.dep_ == "conj"), None)
    if first.dep_ != "nmod" or first.tag_ != "NNS" or kind is None or kind.i != noun.i - 1:
        return
    liked = noun.dep_ in {"dobj", "pobj"} and (noun.head.lower_ == "into" or lemma(noun.head) in _LIKING)
    if liked and not any(child.dep_ in {"det", "poss"} for child in noun.children):
        first.head, first.dep_ = noun.head, noun.dep_
        kind.head, kind.dep_, noun.head, noun.dep_ = noun, "compound", first, "conj"
