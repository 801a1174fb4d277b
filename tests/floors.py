"""How much of each folder the tests ran, beside how much they must."""

from __future__ import annotations

import json
from pathlib import Path

from tests.lanes import heading

FLOORS = {
    "graph/graph_index": 95,  # M57
    "graph/walks": 90,  # M58
    "graph/exchange": 90,  # M59
    "graph/projections": 90,
    "graph/retrieval": 90,
    "graph/curation": 90,
    "graph": 85,  # M60
}


def told(report: Path) -> list[str]:
    """Write out the share of lines run, in percent, of each folder in slipcover's `report`; gives those below."""
    heading("coverage")
    files = json.loads(report.read_text())["files"] if report.exists() else {}
    failed = []
    for folder, floor in FLOORS.items():
        within = [lines for name, lines in files.items() if name.startswith(f"{folder}/")]
        run = sum(len(lines["executed_lines"]) for lines in within)
        lines = run + sum(len(lines["missing_lines"]) for lines in within)
        share = 100 * run / lines if lines else 0.0
        print(f"{folder:<20} {share:5.1f} %, at least {floor}", flush=True)  # noqa: T201 - this is a command line
        if share < floor:
            failed.append(f"coverage of {folder}")
    return failed
