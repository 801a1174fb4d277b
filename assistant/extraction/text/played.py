"""What is said in a role: after an order to pretend or to write fiction, and while a game gives the person a part."""

from __future__ import annotations

import re
from collections.abc import Iterable

SAID_IN_A_ROLE = "Nothing was learned from this: it is said in a role. “Remember that …” has it kept all the same."
_OPENS = (
    r"(?:\A|(?<=[.!?\n;:]))\s*(?:(?:ok|okay|now|so|and|please|pls|hey|hi|hello|great|then|for this),?\s+|"
    r"(?:can|could|would|will) you (?:please )?|i(?:['’]d like| want) you to )*"
)
_FICTION = r"(?:story|tale|poem|song|monologue|dialogue|scene|screenplay|novel|diary|journal entry|fan ?fiction|sketch)"
_PART = r"(?:an?\b|the\b|my\b|(?-i:[A-ZÀ-ÞĀ-Ž]))"
# What follows an order to play or to make up is made up. "Let's play tennis", "imagine my surprise" and "write to my
# landlord" order nothing of the kind.
_ORDER = re.compile(
    rf"{_OPENS}(?:"
    r"pretend(?:ing)?\b|make[- ]believe\b|role-? ?play\b|"
    rf"act (?:as|like)\b|act out\b|you(?: are|['’]re) now {_PART}|from now on,? you(?: are|['’]re| will be)\b|"
    r"imagine (?!my (?:surprise|shock|joy|horror|relief|delight|face|embarrassment|disappointment)\b)\w|"
    r"let(?:['’]?s| us) (?:pretend|imagine|make believe|role-? ?play|do (?:a|some) role-? ?play|"
    r"play(?:\s*:|,| (?:a )?(?:game|role|scene|pretend|make[- ]believe)\b))|"
    rf"(?:write|compose|tell|draft|create|continue|invent)\b[^.!?\n:]{{0,60}}\b{_FICTION}\b|"
    r"(?:write|tell|answer|speak|talk)\b[^.!?\n:]{0,80}\b(?:in (?:the )?first[- ]person|"
    r"as (?:if|though) (?:you|i|he|she)\b|from the (?:perspective|point of view) of)"
    r")",
    re.IGNORECASE,
)
# Which of them give the person a part that goes on through the talk.
_MY_PART = re.compile(
    rf"{_OPENS}(?:(?:let(?:['’]?s| us) )?pretend (?:that )?(?:i|we)(?:['’]m|['’]re|\b)|"
    r"let(?:['’]?s| us) (?:pretend|make believe|role-? ?play|do (?:a|some) role-? ?play|"
    r"play(?:\s*:|,| (?:a )?(?:game|role|scene|pretend|make[- ]believe)\b))|"
    r"(?:i|we)(?:['’]ll| will|['’]m going to) play (?:an?|the|as)\b|my character(?:['’]s name)? is\b|role-? ?play\b)",
    re.IGNORECASE,
)
_YOUR_PART = re.compile(  # as the other side gives it out
    r"\b(?:you are now (?-i:[A-ZÀ-ÞĀ-Ž])|you(?:['’]re| are|['’]ll be| will be)? play(?:ing)? "
    r"(?:as|the (?:role|part) of)\b|"
    r"your character(?:['’]s name)? is\b)",
    re.IGNORECASE,
)
_CAST = re.compile(
    r"\byou(?: are|['’]re) now (?:the |an? )?(?P<part>(?-i:[^\W\d_a-z])\w*(?: (?-i:[^\W\d_a-z])\w*){0,3})",
    re.IGNORECASE,
)
_GAME = r"(?:role-? ?play(?:ing)?|game|scene|pretending|playing)"
_ENDS = re.compile(
    rf"\b(?:(?:stop|end|quit|enough of|no more) (?:the |this |our |with the )?{_GAME}|{_GAME} (?:is )?over|"
    r"out of character|back to (?:reality|normal|real life))\b",
    re.IGNORECASE,
)
HINTS = ("pretend", "believe", "play", "character", "you are now", "you're now", "you’re now", "back to", "game")


def blanked(text: str) -> str:
    """`text` at the same length, with everything from the first order to play on turned into spaces."""
    order = _ORDER.search(text)
    return text if order is None else text[: order.start()] + re.sub(r"[^\n]", " ", text[order.start() :])


def in_role(text: str, before: Iterable[tuple[str, str]]) -> bool:
    """Whether a message answers a part that the talk gave its writer; `before` are (role, text) of what was said.

    A part lasts until the game is said to be over. Whoever was told “You are now Captain Flint”, “I am Captain Flint”
    is said in that part.
    """
    playing = False
    parts: set[str] = set()
    for role, said in before:
        if role == "user" and _ENDS.search(said):
            playing, parts = False, set()
        elif (_MY_PART if role == "user" else _YOUR_PART).search(said):
            playing = True
        parts |= {match["part"] for match in _CAST.finditer(said)}
    if _ENDS.search(text):
        return False
    return playing or any(re.search(rf"\b(?:i am|i['’]m|my name is) {re.escape(one)}\b", text, re.I) for one in parts)
