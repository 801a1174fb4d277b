"""Lines on what is asked that do not tell it: that one must not sing, of what one sings. Pure."""

from __future__ import annotations

import re

from assistant.without_model.asking import Asking
from graph.retrieval.question.words import content_stems
from graph.tables import is_row

_WHEN_IS = re.compile(r"\W*(?:and )?when (?:is|are|does|do)\b", re.IGNORECASE)
_PAID_FOR = re.compile(r"(?:(?:I|we)(?:['’]ve)? )?(?:just )?(?:paid|bought|ordered|sent)\b.*\bfor\b", re.IGNORECASE)
_AMOUNT = re.compile(r"\b(?:amount|paid|expenses?): ", re.IGNORECASE)
# "What does Rasmus say?", "who knows about it?": told by what is said, and by who knows it, not by any line on them.
_SAYS = re.compile(
    r"\bwhat (?:does|do|did|has) .{1,40}? (?:say|said|write|written|answer|reply|think)\W*$", re.IGNORECASE
)
_SAID = re.compile(
    r"\b(?:says?|said|wr[io]tes?|(?:called|rang)(?=:| and | to )|told|tells?|thinks?|thought|answer\w*|repl\w+|asks?"
    r"|asked)\b",
    re.I,
)
_KNOWS = re.compile(r"\bwho (?:all |else )?(?:knows?|knew) (?:about|of)\b", re.IGNORECASE)
_KNOWN = re.compile(r"\b(?:kn[eo]ws?|known|told|tell|tells|aware|heard|secret)\b", re.IGNORECASE)
_WANTS = re.compile(
    r"\bwho (?:all |else )?wants?\b|\b(?:which|what) [a-z]+ (?:do|does|did) .{1,30}? want\W*$", re.IGNORECASE
)
_WANTED = re.compile(
    r"\b(?:want|wish|would like|need|plan|hope|prefer|list|buy|look)\w*|['’]d (?:like|rather)\b", re.IGNORECASE
)
_MINDS = re.compile(r"\bwho (?:\w+ )?(?:looks? after|takes? care of|minds|watches|babysits)\b", re.IGNORECASE)
_MINDED = re.compile(
    r"\b(?:look\w* after|tak\w+|took|care\w*|mind\w*|watch\w*|babysit\w*|sitter|sitting|stays?)\b", re.I
)
_TELLS_IT = ((_WANTS, _WANTED), (_MINDS, _MINDED), (_SAYS, _SAID), (_KNOWS, _KNOWN))
_DONE = re.compile(
    r"\b(?i:have|has|did|had) (?:(?i:i|we|they|he|she)|(?:my|our|the) [a-z]+|[A-ZÀ-ÞĀ-Ž]\w+)"
    r" (?P<verb>[a-z]{3,})\b(?! to\b)"
)
_TO_DO = re.compile(  # who decided to, or had to, did
    r"(?<!decided )(?<!chose )(?<!managed )(?<!agreed )(?<!had )"
    r"\b(?:to be|to|must|should|can|could|will|would|shall|(?:must|should|can|will) be) \Z",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_PARTICLES = "in|out|up|down|on|off|back|away"
_WITH_PARTICLE = re.compile(rf"\b(?P<verb>[a-z]{{3,}}) (?P<particle>{_PARTICLES})\W*$", re.IGNORECASE)
_WHAT_DO = re.compile(
    r"\b(?i:what|which [a-z]+|when|where) (?:do|does|did|will|can) (?:(?i:i|we|he|she|they)|[A-ZÀ-ÞĀ-Ž]\w+)"
    r" (?P<verb>[a-z]{3,})\W*$"
)


def is_still_to_do(question: str, text: str) -> bool:
    """Whether a line says only that something is to be done, where it is asked what was: that the grant has to be
    spent by March, of how much of it we have spent.
    """
    asked = _DONE.search(question)
    if asked is None:
        return False
    stems = content_stems(asked["verb"])
    done = [word for word in _WORD.finditer(text) if content_stems(word[0]) & stems]
    return bool(done) and all(_TO_DO.search(text[: word.start()]) for word in done)


def is_told_not_to(asking: Asking, text: str) -> bool:
    """Whether a line says of what is asked only that it is not done: "I must not sing yet", of what we sing."""
    asked = _WHAT_DO.search(asking.question)
    if asked is None or asking.by.denied:
        return False
    verb = re.escape(asked["verb"].removesuffix("e"))
    done = re.findall(rf"\b(not |n['’]t |never |cannot )?(?:\w+ )?{verb}\w{{0,3}}\b", text, re.IGNORECASE)
    return bool(done) and all(done)


def is_done_the_other_way(question: str, text: str) -> bool:
    """Whether a line has the verb that is asked for with another particle: who moves out, of who moves in."""
    asked = _WITH_PARTICLE.search(question)
    if asked is None:
        return False
    stem = re.escape(asked["verb"].removesuffix("e").removesuffix("ing").removesuffix("s"))
    done = [one.casefold() for one in re.findall(rf"\b{stem}\w{{0,3}} ({_PARTICLES})\b", text, re.IGNORECASE)]
    return bool(done) and asked["particle"].casefold() not in done


def says_otherwise(question: str, text: str) -> bool:
    """Whether a line on somebody tells nothing that they say, or that they know, where that is asked."""
    return any(asks.search(question) and not tells.search(text) for asks, tells in _TELLS_IT)


def tells_payment(question: str, text: str) -> bool:
    """Whether it tells when something was paid for, in a sentence or in the row of a list of expenses, where it is
    asked when it is: the day on which the deposit for the trip was paid.
    """
    is_paid = _PAID_FOR.match(text) is not None or (is_row(text) and _AMOUNT.search(text) is not None)
    return is_paid and _WHEN_IS.match(question) is not None
