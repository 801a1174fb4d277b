"""What a run may ask of the language model, in tokens: counted as they are spent, and the run stops at the limit."""

from __future__ import annotations

import threading

from graph.documents import model
from graph.models import Document

SPENT, STOPPED = "spent", "budget_spent"  # in a document's metadata: tokens so far, and that they stopped it
CHARACTERS_A_TOKEN = 4  # of English prose: services count by tokenisers of their own, and many do not tell


class Spent(RuntimeError):
    """The budget is spent before everything was asked; the message says how far it came."""


class Meter:
    """Counts what is asked about a document, and knows what the other documents of its run have spent.

    A budget of 0 has no limit. What is being asked when the limit is reached is finished, so it may be overrun by as
    many questions as are asked at once.
    """

    def __init__(self, document: Document):
        self.document = document
        self.limit = int(document.options.get("budget") or 0)
        self.spent = int(document.metadata.get(SPENT) or 0)
        self.elsewhere = _elsewhere(document) if self.limit else 0
        self._lock = threading.Lock()

    def asking(self, ask: model.Ask) -> model.Ask:
        """`ask`, counted; safe in several threads."""

        def counted(question: model.Question) -> str:
            self._add(tokens(question.rules) + tokens(question.text))
            answer = ask(question)
            self._add(tokens(answer))
            return answer

        return counted

    def is_empty(self) -> bool:
        return bool(self.limit) and self.spent + self.elsewhere >= self.limit

    def _add(self, count: int) -> None:
        with self._lock:
            self.spent += count


def tokens(text: str) -> int:
    """A rough count, rather too high than too low for prose."""
    return -(-len(text) // CHARACTERS_A_TOKEN)


def stopped(document: Document) -> bool:
    """Whether the reading went on without the model because the budget was spent."""
    return bool(document.metadata.get(STOPPED))


def renew(document: Document, limit: int | None = None, run: str = "") -> None:
    """Let a document that was stopped spend anew: as much as before, or `limit` together with others of `run`."""
    document.options = {**document.options, "run": run}
    if limit is not None:
        document.options["budget"] = limit
    document.metadata = {key: value for key, value in document.metadata.items() if key not in (SPENT, STOPPED)}
    document.save(update_fields=["options", "metadata"])


def spent(meter: Meter, done: int, total: int) -> Spent:
    """What is told of it; `total` is 0 where nobody counted."""
    far = f"{done:,} of {total:,} batches of passages were compared" if total else "passages may be left to compare"
    return Spent(f"The budget of {meter.limit:,} tokens is spent: {far}. Trying again goes on from there.")


def _elsewhere(document: Document) -> int:
    """Tokens that the other documents of the same run have spent."""
    run = document.options.get("run")
    if not run:
        return 0
    others = Document.objects.for_user(document.user_id).filter(options__run=run).exclude(pk=document.pk)
    return sum(int(count or 0) for count in others.values_list(f"metadata__{SPENT}", flat=True))
