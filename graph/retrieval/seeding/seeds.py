"""Ranked lists fused into seeds: reciprocal rank fusion, and the floor below which nothing counts as found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graph.naming import KEY_LIMIT, SELF_WORDS, folded, normalise
from graph.retrieval import params

_TELLS_ME = re.compile(r"\b(?:tell|show|give|remind|help|let) me\b", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+(?:['’.\-][^\W_]+)*", re.UNICODE)


@dataclass(frozen=True, slots=True)
class Seed:
    """One item found directly: its similarity (-1..1), its keyword score scaled to 0..1, and their fusion (0..1)."""

    pk: int
    vector: float = 0.0
    keyword: float = 0.0
    rrf: float = 0.0
    channels: tuple[tuple[str, int], ...] = ()


def fuse(
    *, vector: Sequence[tuple[int, float]], keyword: Sequence[tuple[int, float]], keyword_weight: float, k: int
) -> list[Seed]:
    """Weighted reciprocal rank fusion of two ranked lists, best first, ties by id.

    rrf = sum of weight / (k + rank) over the lists, divided by its maximum 1 / (k + 1), so that first in both is 1.0
    (Cormack et al. 2009; weights sum to 1). Keyword scores are scaled by the best one.
    """
    weights = {"vector": 1.0 - keyword_weight, "keyword": keyword_weight}
    ranks: dict[int, dict[str, int]] = {}
    for name, ranked in (("vector", vector), ("keyword", keyword)):
        for rank, (pk, _) in enumerate(ranked, start=1):
            ranks.setdefault(pk, {})[name] = rank
    similarity = dict(vector)
    best = max((score for _, score in keyword), default=0.0)
    scaled = {pk: score / best for pk, score in keyword} if best > 0 else {}
    seeds = [
        Seed(
            pk,
            similarity.get(pk, 0.0),
            scaled.get(pk, 0.0),
            sum(weights[name] / (k + rank) for name, rank in found.items()) * (k + 1),
            tuple(sorted(found.items())),
        )
        for pk, found in ranks.items()
    ]
    return sorted(seeds, key=lambda seed: (-seed.rrf, -seed.vector, seed.pk))


def admitted(
    seed: Seed, *, min_similarity: float, coverage: float, has_vectors: bool, letters: float = 0.0, line: float = -1.0
) -> bool:
    """Whether a seed is about the question at all (C32): by its meaning, or by words that meaning does not contradict.

    `coverage` is the share of the question's content words that the item contains (0..1); `letters` is how
    much nearer than words are the question comes to anything, being in words that nobody knows. `line` is the
    similarity of its nearest line: a lease as a whole is far from what is asked of its roof.
    """
    if seed.vector >= min_similarity:
        return True
    if seed.keyword <= 0:
        return False
    near = max(seed.vector, line - params.LINE_MARGIN)
    if has_vectors and near >= params.KEYWORD_WITH_SIMILARITY + letters and coverage >= params.KEYWORD_COVERAGE / 2:
        return True
    return coverage >= params.KEYWORD_COVERAGE


def words(text: str) -> list[str]:
    """The words of a text in order, any script, without punctuation."""
    return WORD.findall(unicodedata.normalize("NFKC", text))


def names_in(question: str) -> list[str]:
    """Every run of up to `NAME_NGRAM` words as a normalised name, longest first; a possessive s is also cut."""
    tokens = [folded(word) for word in words(question)]
    runs: dict[str, None] = {}
    for length in range(min(params.NAME_NGRAM, len(tokens)), 0, -1):
        for start in range(len(tokens) - length + 1):
            run = " ".join(tokens[start : start + length])
            runs.setdefault(run[:KEY_LIMIT])
            if run.endswith(("'s", "’s")):
                runs.setdefault(run[:-2][:KEY_LIMIT])
    return [run for run in runs if run and run not in SELF_WORDS]


def certainty(question: str, name: str) -> float:
    """How surely `name` (normalised) is a name in the question: a phrase in small letters may be just a phrase."""
    tokens = words(question)
    length = len(name.split())
    written = [tokens[start : start + length] for start in range(len(tokens))]
    spelled = [run for run in written if normalise(" ".join(run)).removesuffix("'s").removesuffix("’s") == name]
    named = any(word[0].isupper() for run in spelled for word in run) or question.islower()
    return params.NAMED_SCORE if named or not spelled else params.WORD_SCORE


def mentions_self(question: str) -> bool:
    """Whether the question speaks of the person who asks: "tell me about it" does not."""
    return any(word.casefold() in SELF_WORDS for word in words(_TELLS_ME.sub("", question)))


def asks_of_self(question: str) -> bool:
    """Whether it asks of the person, not of what is theirs: "where do I work", not "where does my son work"."""
    said = {word.casefold() for word in words(question)}
    return "i" in said and said.isdisjoint(("my", "mine", "our", "ours", "we"))


def longest_matches(question: str, found: Mapping[str, Sequence[int]]) -> dict[int, str]:
    """The entities named in a question, each by its longest name; a name inside a longer match does not count."""
    text = f" {' '.join(word.casefold() for word in words(question))} "
    chosen: dict[int, str] = {}
    for name in sorted(found, key=lambda key: (-len(key), key)):
        if any(name != longer and f" {name} " in f" {longer} " for longer in chosen.values()) and not _apart(
            text, name, list(chosen.values())
        ):
            continue
        for pk in found[name]:
            chosen.setdefault(pk, name)
    return chosen


def _apart(text: str, name: str, longer: list[str]) -> bool:
    """Whether `name` also stands on its own in the text, outside every longer name."""
    for other in longer:
        if name in other:
            text = text.replace(f" {other} ", " · ")
    return f" {name} " in text
