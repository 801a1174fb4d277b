"""The reply to a task, "write a note to Anna", where no model does it: what the book has that is of use. Pure."""

from __future__ import annotations

from dataclasses import replace

from assistant.without_model.writing import NOT_SAID, Composed

TAKES_A_MODEL = "Writing, planning and inventing take a language model, and none is set up here"
FAILED_IT = "Writing, planning and inventing take the language model, which does not answer just now"


def of_use(found: Composed, *, is_set_up: bool) -> Composed:
    """What was found for the task's words, with why it is all that there is; `found` is an answer to them."""
    why = FAILED_IT if is_set_up else TAKES_A_MODEL
    if not found.known:
        return Composed(f"{why}.", known=False)
    told = found.text.removeprefix(NOT_SAID).strip()
    return replace(found, text=f"{why}. What your book has that comes near:\n\n{told}")
