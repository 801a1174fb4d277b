"""Why a change was made, as a sentence: some reasons are kept as a word of the program, some are the person's own."""

from __future__ import annotations

from graph.models import Change

# How a contradiction was settled; `by_time` may have been for many at once.
SETTLED = {
    "newer": "The newer was kept; the older stands as history.",
    "older": "The older was kept; the newer was turned down.",
    "both": "Both may hold at once.",
    "by_time": "One held first, then the other.",
}
TITLED = {"delete_document", "new_version", "verify"}  # their reason is the title of the document
RULES = {"evidence": "Your rule for what sources agree on", "access": "Your rule for what is often read"}


def in_words(change: Change) -> str:
    """The sentence, or nothing where no reason is kept."""
    reason = change.reason.strip()
    if not reason:
        return ""
    if change.verb == "resolve" and reason in SETTLED:
        return SETTLED[reason]
    if change.verb in TITLED:
        return f"“{reason}”"
    if change.actor == Change.Actor.POLICY and reason.startswith("policy "):
        name, _, why = reason.removeprefix("policy ").partition(": ")
        return f"{RULES.get(name, 'Your rule')}: {why}."
    return f"Because: {reason}"
