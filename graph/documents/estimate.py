"""What reading files will take, before it begins: passages, minutes, and what a language model is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from graph.counted import counted
from graph.documents import params


@dataclass(frozen=True, slots=True)
class Estimate:
    """Rough figures, rather too high than too low."""

    files: int
    passages: int
    seconds: float
    questions: int = 0
    tokens: int = 0

    def words(self) -> str:
        """One sentence for people."""
        minutes = max(1, round(self.seconds / 60))
        files, passages = counted(self.files, "file"), counted(self.passages, "passage")
        questions, tokens = counted(self.questions, "question"), counted(self.tokens, "token")
        asked = f", {questions} to the language model ({tokens})" if self.questions else ""
        return f"{files}, about {passages}, {minutes:,} min of reading{asked}."


def estimate(sizes: Iterable[int], options: dict[str, Any]) -> Estimate:
    """From the sizes of the files in bytes and the options of their reading."""
    counts = [max(1, -(-size // params.BYTES_A_PASSAGE)) for size in sizes]
    passages = sum(counts)
    questions = tokens = 0
    size, overlap = (
        int(options.get("batch_size", params.BATCH_SIZE)),
        int(options.get("batch_overlap", params.BATCH_OVERLAP)),
    )
    if options.get("graph_extraction"):
        asked = sum(-(-count // max(size - overlap, 1)) for count in counts if count > 1)
        questions += asked
        tokens += asked * (size * params.MAX_TOKENS + params.QUESTION_TOKENS)
    if options.get("contextual"):
        questions += passages
        tokens += sum(count * (count + 1) * params.MAX_TOKENS for count in counts)
    seconds = passages / params.PASSAGES_A_SECOND + questions * params.QUESTION_SECONDS / params.WORKERS
    return Estimate(len(counts), passages, seconds, questions, tokens)
