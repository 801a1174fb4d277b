"""What is said where nothing is known, and whether that may change in a moment. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from assistant.without_model import wording
from assistant.without_model.asking import Asking
from graph.naming import RANKS

UNKNOWN = "I don't know that"  # as every answer begins that knows nothing


def unknown(asking: Asking, degraded: Sequence[str]) -> str:
    """In the first seconds after a start, or while documents wait, it says that not everything was searched."""
    said = asking.question.casefold()  # of "dentist" nobody asks, nor of "Work" by "which firm"
    name = next((one for one in asking.targets.names if one[:1].isupper() and _is_said_in(one, said)), "")
    about = f" about {wording.yours(name)}" if name else ""
    if "documents_pending" in degraded:
        return (
            f"{UNKNOWN}{about} yet: documents that you gave me are still being read, and nothing that I have "
            "read so far says it. Ask again when they are done."
        )
    if "model_loading" in degraded:
        return (
            f"{UNKNOWN}{about} yet: only names and words could be searched, because searching by meaning "
            "is still getting ready. Ask again in a moment."
        )
    return (
        f"{UNKNOWN}{about}: nothing you told me or gave me to read says it. "
        "Tell me here or add a document, and I can answer it next time."
    )


def _is_said_in(name: str, said: str) -> bool:
    """Whether any word of a name but its rank stands in what was said, in small letters."""
    return any(word in said for word in name.casefold().split() if word.strip(".") not in RANKS)


def is_searched_whole(degraded: Sequence[str]) -> bool:
    """Whether what is not known now will not be so in a moment."""
    return {"documents_pending", "model_loading"}.isdisjoint(degraded)
