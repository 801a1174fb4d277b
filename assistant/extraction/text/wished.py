"""How somebody wants to be answered, always: "From now on answer in German", "I prefer short answers"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.parts.parties import SELF
from assistant.extraction.text.own_words import UNREAD, own_words
from graph.curation.candidates import Candidate
from graph.predicates import ANSWER_WISH

CONFIDENCE = 0.85
LONGEST_MESSAGE = 600  # characters: what is longer is what a program sends along with each of its requests
LONGEST = 200  # characters of one wish
_SENTENCE = re.compile(r"[^.!?\n]*(?:\.(?=\d)[^.!?\n]*)*[.!?]*")
_ASKED = re.compile(
    r"(?:(?:and|so|also|oh|ok(?:ay)?|hey|please|pls|just|remember(?: to| that(?: you should)?)?"
    r"|make sure(?: to| that you| you)?"
    r"|(?:could|can|would) you|i(?: would|['’]d) like you to|i (?:want|need) you to|you should|try to)\b[\s,:]*)*",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\b(?:always|never|from now on|in (?:the )?future|going forward|when(?:ever)? (?:you|i|we)\b"
    r"|(?:every|each|any) ?time|with me|by default|at all times|ever|anymore|any more|no more"
    r"|in (?:all |any |every )?(?:of )?(?:your |my )?(?:answers?|repl(?:y|ies)|responses?|chats|conversations))\b",
    re.IGNORECASE,
)
_ASKED_TO = re.compile(r"(?:could|can|would) you (?:please )?(?:always|never|from now on)\b", re.IGNORECASE)
_WHEN = r"(?:(?:always|never|from now on|in (?:the )?future|going forward|by default|when(?:ever)? [^,]{3,60})[\s,:]+)*"
_MANNERS = (
    "short|shorter|brief|concise|succinct|terse|long|longer|detailed|thorough|in-depth|simple|plain|direct|blunt|honest"
    "|critical|formal|informal|casual|polite|friendly|precise|specific|clear|structured|to the point"
    "|straight|step by step"
)
_ANSWERS = r"(?:answers|replies|responses|explanations|summaries)"
_NOT = r"(?:(?:do not|don['’]?t|never|no more|stop|avoid|skip|drop|leave out|no)\b ?)"
# What is asked of how the assistant speaks ...
_SPEAKING = re.compile(
    rf"{_WHEN}(?:please )?{_NOT}?(?:ever )?"
    r"(?:(?:answer|reply|respond|speak|talk|explain)(?:ing)?(?! the\b)|address(?:ing)? me|call(?:ing)? me"
    r"|(?:write|writing)(?= (?:in|your|like|as)\b)|cite|citing"
    rf"|be (?:more )?(?:{_MANNERS})|keep (?:it|things|your \w+|{_ANSWERS}) (?:{_MANNERS}))\b",
    re.IGNORECASE,
)
_LIKE = re.compile(r"(?:talk|speak|write) to me (?:like|as|in)\b", re.IGNORECASE)
_UNWANTED = re.compile(
    rf"{_NOT}(?:ever )?(?:(?:suggest|recommend|mention)(?:ing)?|bring(?:ing)? up|talk(?:ing)? (?:to me )?about"
    r"|us(?:e|ing))\b(?! (?:it|that|this)$)",
    re.IGNORECASE,
)
# ... or of what its answers are made of.
_MADE_OF = re.compile(
    rf"{_WHEN}(?:please )?{_NOT}?(?:ever )?"
    r"(?:us(?:e|ing)|giv(?:e|ing)|add(?:ing)?|includ(?:e|ing)|show(?:ing)?|start(?:ing)?|end(?:ing)?|format(?:ting)?"
    r"|mention(?:ing)?|suggest(?:ing)?|recommend(?:ing)?)?\b[^,;:]*?"
    r"\b(?:emojis?|emoticons?|bullet points?|bullets|lists?|tables?|markdown|headings?|(?:metric|imperial)(?: units?)?"
    r"|units|celsius|fahrenheit|24[- ]hour|jargon|sources|links|examples|code|disclaimers?|apologies|small talk"
    rf"|puns|jokes|exclamation marks?|swear ?words?|they/them|{_ANSWERS})\b",
    re.IGNORECASE,
)
_BIDS = re.compile(
    rf"^(?:{_NOT}|(?:use|give|add|include|show|start|end|format|mention|suggest|recommend)\b)", re.IGNORECASE
)
_LIKED = re.compile(
    r"i(?:['’]d| would)? (?:also |really |much |generally |usually |always )*"
    r"(?:prefer|like|love|want|need|appreciate|rather (?:have|get)|hate|dislike|(?:do not|don['’]?t) (?:like|want)"
    rf"|can['’]?t stand)\b[^,;]*\b{_ANSWERS}\b",
    re.IGNORECASE,
)
_HOW = re.compile(rf"\b(?:{_MANNERS}|bullet|in [A-ZÀ-ÞĀ-Ž]\w+|with(?:out)?|to be|that|point-form|one-line|one-word)\b")
_LED_BY = re.compile(rf"^{_WHEN}", re.IGNORECASE)


def wishes(text: str) -> tuple[Candidate, ...]:
    """The lasting wishes in a message about how its writer is answered, each in their own words without "please".

    What is asked for once ("answer in German", "keep it short") and what asks for anything but the manner of answering
    is none. English only.
    """
    if len(text) > LONGEST_MESSAGE:
        return ()
    return tuple(
        Candidate(
            subject=SELF,
            predicate=ANSWER_WISH,
            value=said,
            confidence=CONFIDENCE,
            quote=text[start:end],
            start=start,
            end=end,
        )
        for start, end, said in _wishes(text)
    )


def _wishes(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _SENTENCE.finditer(own_words(text).replace(UNREAD, " ")):
        sentence = match.group().strip()
        opened = _ASKED.match(sentence)
        said = sentence[opened.end() if opened else 0 :].rstrip(" .!?,")
        asks = sentence.endswith("?") and not _ASKED_TO.match(sentence)
        if not said or asks or len(said) > LONGEST:
            continue
        whole = sentence.rstrip(" .!?")
        preferred = next((one for one in (whole, said) if _is_preference(one)), "")
        if wish := preferred or (said if _is_bidden(said) else ""):
            start = match.start() + match.group().index(sentence)
            yield start, start + len(sentence), re.sub(r",? (?:please|pls|ok(?:ay)?)$", "", wish)


def _is_bidden(said: str) -> bool:
    """Whether it bids how to answer, and always: not how to answer what was just asked."""
    if _LIKE.match(said) or (_UNWANTED.match(said) and (_MADE_OF.match(said) or _of_talk(said))):
        return True
    if _LASTING.search(said) is None:
        return False
    if _SPEAKING.match(said) is not None:
        return True
    bids = any(_BIDS.match(one) for one in (said, _LED_BY.sub("", said)))
    return bids and _MADE_OF.match(said) is not None


def _of_talk(said: str) -> bool:
    """ "Never suggest pork": what is not to be spoken of; not "never use salt"."""
    return re.search(r"\bus(?:e|ing)\b", said, re.IGNORECASE) is None


def _is_preference(said: str) -> bool:
    """ "I prefer short answers"; not "I like your answers", which praises."""
    found = _LIKED.match(said)
    return found is not None and _HOW.search(said) is not None
