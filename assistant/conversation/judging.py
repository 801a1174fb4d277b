"""Whether an answer helped: said of what it cited, or else of what it read, and counted once (T25-T28)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from assistant.models import Message
from graph.models import RetrievalItem
from graph.retrieval import feedback


def record(*, answer: Message, helpful: bool) -> int:
    """Note it for each item that the answer stands on; said twice counts once, the other word changes it."""
    if answer.retrieval is None:
        return 0
    used = RetrievalItem.objects.for_user(answer.user_id).filter(retrieval=answer.retrieval, used=True).order_by("rank")
    items = [item for item in used if item.cited] or list(used)
    judged = [(item.kind, item.object_id, helpful) for item in items]
    return feedback.record(user=answer.user, retrieval=answer.retrieval, judged=judged).count


def said(user_id: int, retrievals: Collection[int]) -> dict[int, bool | None]:
    """For each run that gave an answer something to stand on: what was said of all of it, None for nothing or both."""
    if not retrievals:
        return {}
    rows = RetrievalItem.objects.for_user(user_id).filter(retrieval__in=retrievals, used=True)
    words: dict[int, dict[bool, set[bool | None]]] = defaultdict(lambda: {True: set(), False: set()})
    for run, cited, helpful in rows.values_list("retrieval_id", "cited", "helpful"):
        words[run][cited].add(helpful)
    chosen = {run: of[True] or of[False] for run, of in words.items()}
    return {run: next(iter(one)) if len(one) == 1 else None for run, one in chosen.items()}
