"""Tables that a run shows at its end, whatever pytest captures: counts of the walk, attacks, faults."""

from __future__ import annotations

shown: list[str] = []


def show(*lines: str) -> None:
    """Print these lines at the end of the run."""
    shown.extend(lines)
