"""Where sentences end, in any script, and the lines of a text: its sentences, the shortest with a neighbour."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

# A name or a number comes after them.
_SHORT = (
    "Dr Mr Mrs Ms Mme Mlle Prof Tel Sr Sra Fr St Mt Rev Hon Gen Col Capt Lt Sgt Cmdr Insp vs ca cf e\\.g i\\.e al"
    " approx incl excl Fig Eq p pp"
)
_WITHIN = "".join(rf"(?<!\b{word}\.)" for word in _SHORT.split())
# Nor after an initial, "J. S. Bach", which the last letter of "SX-P." is not.
_WITHIN += "".join(rf"(?<!{before}[A-ZÀ-ÞĀ-Ž]\.)" for before in (r"\A", r"\s", r"\.", r"\(", r"\[", "[“„\"'‘]"))
# Nor, before a number, after these: "no. 25", "tel. 0114 496 0233", "Jonas, b. 1992".
_BEFORE = "no nr tel ext ch vol para art apt ref dep arr b d"
_NUMBERED = "".join(rf"(?<!\b(?i:{word})\.)" for word in _BEFORE.split())
_NUMBER = rf"(?:{_NUMBERED}|(?!\s+(?:[+(]|[A-Z]{{1,4}}-?)?\d))"
# Nor after a title in small letters, which 40 ms are not, nor after a day in digits, "3.12. at 14:00", "3.12. 14:00".
_WITHIN += "".join(rf"(?<!\b{word}\.)" for word in ("dr", "mr", "mrs", "prof")) + r"(?:(?<!\bms\.)|(?<=\d ms\.))"
_IN_SMALL = r"(?:(?<!\d\.\d\.)(?<!\d\.\d\d\.)|(?!\s+[a-zß-öø-ÿ\d]))"
_POINT = "".join(rf"(?<!{line}{digits}\.)" for line in (r"\A", r"\n") for digits in (r"\d", r"\d\d"))  # "2. Leave"
_MONTHS = (  # where a day has a full stop: "am 12. Dezember", in German, Danish, Norwegian, Czech and Finnish
    "januar|jänner|februar|märz|marts|mars|april|mai|maj|juni|juli|august|september|oktober|november|de[zs]ember|december"
    r"|ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince|\w+kuuta"
)
_DAY = rf"(?:(?<!\b\d\.)(?<!\b\d\d\.)|(?!\s+(?i:{_MONTHS})\b))"
END = re.compile(rf"(?<=[.!?。！？…]){_WITHIN}{_NUMBER}{_IN_SMALL}{_POINT}{_DAY}[\"'”’)\]]*\s+|\n|(?<=[。！？])")


def lines(text: str, shortest: int) -> list[str]:
    """The sentences of a text in order; one of fewer than `shortest` characters stands with the one beside it."""
    ends = [*(match.end() for match in END.finditer(text)), len(text)]
    return joined([text[start:end].strip() for start, end in pairwise([0, *ends])], shortest)


def joined(told: Iterable[str], shortest: int) -> list[str]:
    """Sentences without empty ones, those of fewer than `shortest` characters with their neighbour."""
    made: list[str] = []
    for sentence in told:
        if sentence and made and min(len(made[-1]), len(sentence)) < shortest:
            made[-1] = f"{made[-1]} {sentence}"
        elif sentence:
            made.append(sentence)
    return made
