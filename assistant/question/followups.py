"""The question that is searched for: a follow-up written out by what the conversation named before it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.extraction.words.named_days import named
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import CALLED_BY, CALLED_BY_IN_CAPITALS, ROLES
from assistant.question.halves import of_the_first, pieces
from assistant.question.referents import ROLE, Earlier, names_in, resolve, stands_in

_LEAD = re.compile(r"^(?:(?:and|but|so|also|ok|okay|then|well|now|right|thanks)\b[\s,.:-]*)+", re.IGNORECASE)
_SWAP = re.compile(r"^(?:what|how)\s+about\s+(?P<rest>.+?)[\s?!.]*$", re.IGNORECASE)
_WHEN_THAT = re.compile(r"^when (?:was|is|did|does|will) (?:that|this|it)(?: be| happen)?[\s?!.]*$", re.IGNORECASE)
_THERE = re.compile(r"\bhow (?:do|can|did|will|should) (?:i|we) (?:get|go|travel) there\b", re.IGNORECASE)
_VERB = re.compile(
    r"\b(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had|tell|show|list)\b"
    r"|\b(?:who|what|where|when|how)['’]s\b",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"^(?:(?:since |until |by )?(?:what|where|when)|who|whose|whom|which|why"
    r"|how(?:\s+(?:much|many|old|long|often|far))?)\b",
    re.IGNORECASE,
)
# Nothing but a question word, with what leads it or stands behind: "Why?", "Since when?", "Which one exactly?".
_BARE = re.compile(
    r"^(?:(?:with|from|by|about|against)\s+what|(?:(?:since|until|till|from|by|for|with|at|to|in|on)\s+)?"
    r"(?:where|when|why|whose|who(?:m)?|which|(?:what|which)\s+(?!is|are|was|were|else|about|now|next|if|happened)[a-z]+"
    r"|how(?:\s+(?:much|many|old|long|often|far|so|come|big|tall))?))"
    r"(?:\s+(?:exactly|not|though|then|with|for|to|from|about|again))?[\s?!.]*$",
    re.IGNORECASE,
)
_AUXILIARY = re.compile(
    r"^(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had)\b", re.IGNORECASE
)
_WHAT_FOR = re.compile(r"(?:what for|for what)", re.IGNORECASE)
_FOR_A_LIVING = re.compile(  # "what do I do for a living?", "where?"
    r"what (?P<who>(?:do|does) .{1,40}?) do(?: for (?:a living|work))?[\s?!.]*$", re.IGNORECASE
)
_WHO_DID = re.compile(
    r"^who (?!(?:is|are|was|were|am|do|does|did|can|could|will|would|should|has|have|had)\b)[a-z]", re.IGNORECASE
)
_ATTRIBUTE = re.compile(
    r"(?:the )?(?P<what>(?:phone |mobile )?number|phone|e-?mail(?: address)?|address|birthday|age|surname)\s*\?+$"
    r"|what(?:['’]?s| is) the (?P<reach>(?:phone |mobile )?number|phone|e-?mail(?: address)?)[\s?]*$",
    re.IGNORECASE,
)
_ONE_OF = re.compile(r"\s+(?:ones?|exactly|not|though|then|again)\b", re.IGNORECASE)
_ASKS_WHICH = re.compile(r"^(?:which|what|whose)\s+(?!(?:is|are|was|were|do|does|did|has|have)\b)\w", re.IGNORECASE)
# "Mum" is nobody's but who asks, where nothing before it says whose: "his mum", "Anna's mum", "a single mum".
_KIN = "|".join(sorted({*CALLED_BY, *CALLED_BY_IN_CAPITALS}, key=len, reverse=True))
_BARE_KIN = re.compile(rf"(?:(?P<before>[\w'’]+)(?P<gap> ))?\b(?P<kin>{_KIN})\b(?![-\w])", re.IGNORECASE)
_BEFORE_KIN = words_of(
    "is are was were do does did has have had can could will would should may might must and or but with without for "
    "from to of about at by in on if than when where what why how who tell give gives call calls ask see visit that"
)
_WHOSE = re.compile(
    r"\b(?!(?i:what|who|where|when|how|it|that|there|he|she)['’])"
    r"(?:(?:my|our) )?(?:[A-ZÀ-ÞĀ-Ž][\w-]*\.? )*[\w-]+['’]s\b"
)
_BEFORE_DAYS = frozenset({"on", "in", "at", "for", "over", "the"})
_WHAT_IS_ON = re.compile(r"\b(?:what|anything)(?:['’]?s| is| else is)?(?: do (?:i|we) have)? on\s+$", re.IGNORECASE)
_ANY_DAY = dt.date(2000, 1, 3)  # where a day stands in a question does not depend on it


@dataclass(frozen=True, slots=True)
class SearchText:
    """What is searched for, and why it is not what was typed."""

    text: str
    changed: bool = False
    why: str = ""


def is_fragment(message: str) -> bool:
    """Whether a message asks only together with the question before it: "and Wale", "since when"."""
    core = _LEAD.sub("", message.strip())
    short = core != message.strip() and len(core.split()) <= 3 and not _VERB.search(core)
    return _BARE.match(core or message) is not None or short


def search_text(question: str, history: Sequence[Earlier]) -> SearchText:
    """`question` as one that stands by itself: pronouns by names, "what about X?" by the question before it, "Mum" by
    "my Mum".

    `history` is oldest first. Without anything earlier that fits, the rest of the question is returned as it is.
    """
    asked = _BARE_KIN.sub(_owned, question.strip())
    if not asked or not history:
        return SearchText(asked)
    core = _LEAD.sub("", asked).strip() or asked
    if bare := _ATTRIBUTE.match(core):  # "Number?" asks for that of whom the answer before named
        whose, reasons = resolve(f"their {(bare['what'] or bare['reach']).lower()}", history)
        if reasons:
            return SearchText(f"What is {whose}?", True, "; ".join(reasons))
    if _THERE.search(core):
        placed, reasons = resolve(core, history)
        if reasons:
            return SearchText(placed, True, "; ".join(reasons))
    if together := of_the_first(core, history[-1].question):
        return SearchText(together, True, f"“{core.rstrip(' ?')}” asked of the question before")
    swapped = _swapped(core, history, led=core != asked)
    if swapped is not None:
        return swapped
    first, *further = pieces(core)
    resolved, reasons = resolve(first, history)
    if further:  # "where does Anna live and what does she do?": of its second half the first says who is meant
        resolved = " and ".join([resolved.rstrip(" ?"), *further])
    if not reasons:
        return SearchText(asked)
    return SearchText(resolved, True, "; ".join(dict.fromkeys(reasons)))


def _owned(kin: re.Match[str]) -> str:
    """ "my Mum" for "Mum"."""
    before, said = kin["before"], kin["kin"]
    is_name = said.casefold() in CALLED_BY or said in CALLED_BY_IN_CAPITALS
    if not is_name or (before and before.casefold() not in _BEFORE_KIN):
        return kin[0]
    return f"{before or ''}{kin['gap'] or ''}my {said}"


def _swapped(core: str, history: Sequence[Earlier], *, led: bool) -> SearchText | None:
    """ "what about Berlin?", "and Tom?", "and when?", "when was that?": the last question with that part exchanged."""
    previous = _LEAD.sub("", history[-1].question) or history[-1].question
    if _WHEN_THAT.match(core):
        resolved, reasons = resolve(core, history) if _ASKS_WHICH.match(previous) else (core, [])
        if reasons:  # "which race am I training for?"
            return SearchText(resolved, True, "; ".join(reasons))
        core, led = "when", True
    about = _SWAP.match(core)
    rest = (about["rest"] if about else core).strip(" ?!.")
    if not about and _BARE.match(core):
        return SearchText(_asked_again(rest, previous), True, f"“{rest}” asked of the question before")
    if not about and (not led or len(rest.split()) > 4 or _VERB.search(rest) or _WHO_DID.match(rest)):
        return None
    word = _QUESTION_WORD.match(rest)
    if word and word.end() == len(rest):
        return SearchText(_asked_again(rest, previous), True, f"“{rest}” asked of the question before")
    rest, reasons = resolve(rest, history)
    if reasons and _is_attribute(rest):
        return SearchText(f"What is {rest}?", True, "; ".join(dict.fromkeys(reasons)))
    text = _exchange(previous, rest, history)
    return SearchText(text, True, f"“{rest}” put into the question before")


def _asked_again(word: str, previous: str) -> str:
    """The question before with this question word: "Why is Rui leaving?" for "When is Rui leaving?"."""
    if _WHAT_FOR.fullmatch(word) and _QUESTION_WORD.match(previous):  # "who do I owe?", "what for?"
        return f"{_QUESTION_WORD.sub('What', previous, count=1).rstrip(' ?')} for?"
    word = _ONE_OF.sub("", word)
    if (doing := _FOR_A_LIVING.match(previous)) is not None and word.casefold() in {"where", "since when"}:
        return f"{word[:1].upper()}{word[1:]} {doing['who']} work?"
    word = f"{word[:1].upper()}{word[1:]}"
    if _AUXILIARY.match(previous):
        return f"{word} {previous[:1].lower()}{previous[1:]}"
    if _WHO_DID.match(previous):
        return f"{word} was it, {previous[:1].lower()}{previous[1:]}"
    if _QUESTION_WORD.match(previous) and not _ASKS_WHICH.match(previous):
        return _QUESTION_WORD.sub(lambda _: word, previous, count=1)
    return f"{word}? {previous}"


def _is_attribute(rest: str) -> bool:
    return "'s " in rest


def _other_day(previous: str, new: str) -> str:
    """ "What's on tomorrow?" asked of "on Saturday"; empty where either names no day, or the new one more than it."""
    asked, instead = named(previous, _ANY_DAY), named(new, _ANY_DAY)
    if not asked or len(instead) != 1:
        return ""
    beside = f"{new[: instead[0].start]} {new[instead[0].end :]}".casefold().split()
    if not _BEFORE_DAYS.issuperset(beside):
        return ""
    before = previous[: asked[0].start]
    if instead[0].start and not _WHAT_IS_ON.search(before):
        before = re.sub(r"\b(?:on|in|for|at|over)\s+$", "", before)
    return f"{before}{new}{previous[asked[0].end :]}"


def _of_oneself(previous: str, known: Sequence[str]) -> str:
    """ "How much do I earn?" for "what about me?" behind "how much does Sondre earn?"; empty where nobody is named."""
    name = next(iter(known), None) or next(reversed(list(names_in(previous))), None)
    if name is None:
        return ""
    for pattern, own in (
        ("does {}", "do I"),
        ("is {}", "am I"),
        ("has {}", "have I"),
        ("was {}", "was I"),
        ("{}['’]s", "my"),
    ):
        text, count = re.subn(
            rf"\b{pattern.format(re.escape(name))}(?!\w)", own, previous, count=1, flags=re.IGNORECASE
        )
        if count:
            return text
    return ""


def _exchange(previous: str, new: str, history: Sequence[Earlier]) -> str:
    """`previous` about `new`: instead of what it named, of "my ...", or of "I"; else with it added."""
    if day := _other_day(previous, new):
        return day
    if new.endswith(("'s", "’s")) and (whose := _WHOSE.search(previous)):
        return f"{previous[: whose.start()]}{new}{previous[whose.end() :]}"
    known = [one.name for turn in reversed(history) for one in turn.named if stands_in(one.name, previous)]
    if new.casefold() in {"me", "i", "us", "we"} and (of_me := _of_oneself(previous, known)):
        return of_me
    old = next(iter(known), None) or next(reversed(list(names_in(previous))), None)
    if old:
        return re.sub(rf"\b{re.escape(old)}\b", lambda _: new, previous, flags=re.IGNORECASE)
    owned = ROLE.search(previous)
    if owned and (new.casefold().startswith("my ") or owned["role"].casefold() in ROLES):
        return previous[: owned.start()] + new + previous[owned.end() :]
    swaps = (
        (r"\bdo I\b", f"does {new}"),
        (r"\bam I\b", f"is {new}"),
        (r"\bhave I\b", f"has {new}"),
        (r"\bmy\b", f"{new}'s"),
        (r"\bI\b", new),
    )
    for pattern, replacement in swaps:
        text, count = re.subn(pattern, replacement.replace("\\", r"\\"), previous, count=1)
        if count:
            return text
    return f"{previous.rstrip(' ?')} {new}?"
