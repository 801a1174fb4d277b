"""How far a long command is: a bar on a terminal, plain lines otherwise."""

from __future__ import annotations

from django.core.management.base import OutputWrapper

WIDTH = 30  # characters of the bar
FEW = 20  # documents up to which every stage of each is a line
EVERY = 100  # documents between two lines where there are more


class Progress:
    """Counts up to a total, and says which stage of which document is at hand."""

    def __init__(self, out: OutputWrapper, total: int):
        self.out, self.is_terminal = out, out.isatty()
        self.begin(total)

    def begin(self, total: int) -> None:
        """Count anew."""
        self.total, self.done, self.last = total, 0, ""

    def count(self, word: str) -> None:
        self.reach(self.done + 1, word)

    def reach(self, done: int, word: str) -> None:
        """So many are done; told on every change on a terminal, else at each hundredth and the last."""
        if done == self.done:
            return
        hundreds = done // EVERY > self.done // EVERY
        self.done = done
        if self.is_terminal:
            self._draw(word)
        elif done == self.total or hundreds:
            self.out.write(f"{word} {done} of {self.total}")

    def stage(self, name: str, words: str) -> None:
        """A stage of a document began, or came a step further; in plain lines only where there are few documents."""
        line = f"{name}: {words}"
        if line == self.last:
            return
        self.last = line
        if self.is_terminal:
            self._draw("Read", line)
        elif self.total <= FEW:
            self.out.write(line)

    def end(self) -> None:
        """Leave the bar's line."""
        if self.is_terminal:
            self.out.write("")

    def _draw(self, word: str, what: str = "") -> None:
        width = WIDTH * self.done // max(self.total, 1)
        line = f"{word} [{'#' * width}{'.' * (WIDTH - width)}] {self.done}/{self.total} {what}"
        self.out.write(f"\r{line[:110]:<110}", ending="")
        if self.done == self.total and not what:
            self.out.write("")
