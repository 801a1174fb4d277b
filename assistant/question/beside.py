"""What a message that asks tells beside its question. Pure."""

from __future__ import annotations

import re

from assistant.extraction.text.own_words import own_words
from assistant.question.questions import asks, is_question
from graph import sentences

MOST = 20  # runs of sentences, each a passage: of a pasted talk no more is kept
TALK = 200  # characters up to which a message is typed, and nothing that is pasted to be asked about
SHORTEST = 3  # words: "OK." tells nothing
_WORD = re.compile(r"\w")
_OF_ONESELF = re.compile(
    r"\W*(?:(?:and|so|but|also|btw|oh|well|ps|p\.s\.)[\s,:]+)*"
    r"(?:(?:i|we|he|she|it|they)(?:['’]\w+)?|im|ive|weve|my|our|his|her|their)\s",
    re.IGNORECASE,
)
_ANSWERED = re.compile(r"\d|^\W*(?:yes|yep|yeah|no|nope)\b", re.IGNORECASE)  # "mum's birthday?? 14 may"
_OF_SOMEBODY = re.compile(
    r"^\W*(?i:got|had|was|went|bought|found|sold|booked|paid|met|saw)\b|\b(?i:i|we|my|our|he|she|his|her|their)\b"
    r"|\d|^\W*(?i:yes|yep|yeah|no|nope)\b|(?<=[a-z,] )[A-ZÀ-ÞĀ-Ž][a-zß-öø-ÿ]"
)
_WORKED_ON = re.compile(  # what stands behind such a request may be handed over to it
    r"\b(?:this|these|following|below|texts?|e-?mails?|letter|essay|story|stories|poem|paragraphs?|speech|translat\w*|re-?writ\w*"
    r"|re-?phras\w*|proofread|summari[sz]\w*|fix|check|review|edit|continue|improve|correct|shorten|imagine|pretend)\b",
    re.IGNORECASE,
)


def told_beside(text: str) -> list[tuple[int, int]]:
    """Where the sentences begin and end that tell something: all before the first that asks, and behind it those of
    oneself or of whom it is about, in a short message those of anybody or of a number, unless they may be handed over
    ("Please fix this text. I were late.").

    With what is told behind a question stands the question: "What is good in an air fryer? I got one for $69."
    """
    own = own_words(text)
    found: list[tuple[int, int]] = []
    start, asked, is_over, is_talk = 0, False, False, len(text) <= TALK
    led: int | None = None  # where the question begins that what is told may stand behind
    for stop in [*(_end(text, match) for match in sentences.END.finditer(own)), len(own)]:
        sentence, place, start = own[start:stop], start, stop
        if asks(sentence):
            asked, is_over = True, is_over or _WORKED_ON.search(sentence) is not None
            led = place if led is None else led
        elif (
            _is_whole(sentence)
            or (sentence.strip() and not is_question(sentence))
            or (asked and _ANSWERED.search(sentence))
        ):
            if asked and (is_over or not ((is_talk and _OF_SOMEBODY.search(sentence)) or _OF_ONESELF.match(sentence))):
                continue
            stop = place + len(text[place:stop].rstrip(" ,;–—-\n"))  # "my starter smells, what do I do?"
            begun, led = place if led is None else led, None
            if found and not text[found[-1][1] : begun].strip(" ,;–—-\n"):
                found[-1] = found[-1][0], stop
            else:
                found.append((begun, stop))
            if len(found) == MOST:
                break
    return found


def hands_over(text: str) -> bool:
    """Whether a message hands a text over to be worked on, whose words are nobody's."""
    return asks(text) and _WORKED_ON.search(text) is not None


def _end(text: str, gap: re.Match[str]) -> int:
    """Where the next sentence begins: it may do so with a word that is not read, "So I should …"."""
    begun = _WORD.search(text, gap.start(), gap.end())
    return begun.start() if begun is not None else gap.end()


def _is_whole(sentence: str) -> bool:
    """Whether it is a sentence by its full stop, though too short to be told from words that are searched for."""
    return sentence.rstrip().endswith(".") and len(sentence.split()) >= SHORTEST
