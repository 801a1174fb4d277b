"""Secrets in a message: keys, card numbers, passwords and accounts, which are never learned, quoted or sent on."""

from __future__ import annotations

import re
from collections.abc import Iterator

_KEYS = re.compile(
    r"\b(?:sk|pk|rk)[-_](?:[A-Za-z]+[-_])*[A-Za-z0-9_-]{12,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}"
    r"|\bxox[abprs]-[\w-]{10,}|\bAKIA[0-9A-Z]{12,}|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]+)?"
    r"|-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)",
    re.DOTALL,
)
_RANDOM = re.compile(r"(?<![\w/-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{24,}(?![\w/-])")
_CARD = re.compile(r"(?<![\d+])\d(?:[ -]?\d){12,18}(?!\d)")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b", re.IGNORECASE)
_NAMED = re.compile(
    r"\b(?:(?:my|our|the|his|her|their|your|a)\s+)?(?:[\w-]+\s+){0,2}?"
    r"(?:passwords?|passwd|passwort|passcode|passphrase|pin(?:[ -]?(?:code|number))?|pincode|cvv2?|cvc|"
    r"(?:security|access|alarm|door|gate|entry|safe) code|credentials|"
    r"recovery codes?|backup codes?|seed phrase|recovery phrase|"
    r"api[ -_]?key|access key|secret key|private key|secret|access token|api token|token|iban|"
    r"(?:credit |debit |bank )?card number|social security number|ssn|"
    r"bsn|(?:national )?(?:id|identity|insurance|passport|tax) number)\b"
    r"[^.!?\n=:]{0,60}?(?:\b(?:is|are|was)\b|['’]s\b|=|:)\s*\S[^\n]*?(?=[.!?](?:\s|$)|\n|$)",
    re.IGNORECASE,
)


def spans(text: str) -> list[tuple[int, int]]:
    """Where secrets stand, as (start, end), in order and without overlaps."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(_found(text)):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def blanked(text: str) -> str:
    """`text` at the same length with every secret turned into spaces."""
    for start, end in spans(text):
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


def _found(text: str) -> Iterator[tuple[int, int]]:
    for pattern in (_KEYS, _RANDOM, _NAMED):
        yield from (match.span() for match in pattern.finditer(text))
    for match in _CARD.finditer(text):
        if passes_luhn(re.sub(r"\D", "", match.group())):
            yield match.span()
    for match in _ACCOUNT.finditer(text):
        if is_account(match.group()):
            yield match.span()


def passes_luhn(digits: str) -> bool:
    """The check digit of card numbers: every second digit from the right doubled, the sum divisible by ten."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_account(text: str) -> bool:
    """Whether `text` is an IBAN: moved by four, letters as 10 to 35, it leaves 1 when divided by 97 (ISO 13616)."""
    compact = re.sub(r"\s", "", text).upper()
    if not 15 <= len(compact) <= 34 or not compact.isalnum():
        return False
    return int("".join(str(int(one, 36)) for one in compact[4:] + compact[:4])) % 97 == 1
