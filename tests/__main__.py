"""Every check in one command: `python -m tests`. Says loudly what it could not run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests import floors
from tests.lanes import Beside, Check, shown

ROOT = Path(__file__).resolve().parent.parent
# What asks the database in its own words, and what stands on it: the rest does not know which database it is.
ON_POSTGRES = [
    "tests/faults/test_clock.py",
    "tests/graph/projections",
    "tests/graph/test_versions.py",
    "tests/graph/test_leases.py",
    "tests/graph/test_lost_database.py",
    "tests/graph/retrieval/test_default.py",
    "tests/graph/retrieval/test_jacq_rows.py",
    "tests/graph/retrieval/test_cache.py",
    "tests/graph/retrieval/test_large_book.py",
    "tests/graph/api",
    "tests/graph/curation",
    "tests/graph/queries",
    "tests/graph/management",
    "tests/graph/walks",
    "tests/graph/exchange/test_native.py",
    "tests/graph/exchange/test_native_damage.py",
    "tests/assistant/test_chat_api.py",
    "tests/assistant/erasure/test_erasing.py",
    "tests/assistant/test_erasing_apart.py",
    "tests/assistant/http/test_idempotency.py",
    "tests/assistant/memory/test_learning.py",
    "tests/assistant/test_pooled.py",
    "tests/assistant/streaming/test_runs.py",
    "tests/assistant/views/test_chat.py",
    "tests/assistant/views/test_search.py",
    "tests/test_isolation_shared.py",
    "--ignore=tests/graph/projections/test_embed.py",  # it asks no database
]
# They wait more than they work, for processes that they start and kill and for deadlines of models that say nothing; and
# beside them what measures and what attacks, so that no lane ends long before the others: a minute in which only one of
# them has work is a minute of an idle core.
WAITING = [
    "tests/faults",
    "tests/processes",
    "tests/assistant/bench",
    "tests/assistant/extraction/test_model.py",
    "tests/assistant/test_attacks.py",
    "tests/assistant/test_backup.py",
    "tests/assistant/test_embedded.py",
    "tests/assistant/test_no_book.py",
    "tests/assistant/language_model/test_llm.py",
    "tests/assistant/streaming/test_elsewhere.py",
    "tests/assistant/test_misbehaving_model.py",
]
# One file is run by one process, so that what a module sets up is set up once; the order is conftest's. Each process
# imports and loads the models, and embeds what it has not seen: no more of them than there are cores.
PARALLEL = ["-n", str(max(1, min(4, os.cpu_count() or 1))), "--dist", "loadfile", "--no-loadscope-reorder"]
# How far behind the longest lane, and the tests that wait, the others stand, and last those of the graph: a step of five
# leaves a third, fifteen a thirtieth of a processor that both want. Of four processes that shared two as equals, each
# needed a fifth more work for the same tests, as they changed places all the time.
IN_TURN, LAST = 5, 15
# The floors are those of the graph, and it is its own tests, and those of the stages that read a document with a model,
# that have to reach them; only they are traced.
TRACED = ["tests/graph", "tests/assistant/documents"]
COVERED = ROOT / ".cache" / "coverage.json"
COVERAGE = ["-m", "slipcover", "--source", "graph", "--json", "--out", str(COVERED)]
# slipcover is imported before pytest, which would have rewritten its assertions.
IMPORTED_BEFORE = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]


def main() -> int:
    """Run each check, stop at none, and fail if one failed."""
    os.chdir(ROOT)
    python = sys.executable
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "ASSISTANT_DATA_DIR": str(ROOT / ".cache" / "checks")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of hundreds of processes compiles all of the code anew
    missing = []
    COVERED.parent.mkdir(exist_ok=True)
    COVERED.unlink(missing_ok=True)

    def check(name: str, *command: str, behind: int = IN_TURN, **more: str) -> Check:
        return Check(name, [python, *command], environment | more, behind)

    pytest = ("-m", "pytest", "-q")
    slowest = "--durations=10"
    elsewhere = [f"--ignore={path}" for path in (*TRACED, *WAITING)]
    others = check("tests", *pytest, "tests", *elsewhere, "-m", "not browser", slowest, behind=0)
    waiting = check("tests that wait", *pytest, *WAITING, slowest, behind=0)
    graph = Beside(
        [check("tests of the graph", *COVERAGE, *pytest, *TRACED, *PARALLEL, slowest, *IMPORTED_BEFORE, behind=LAST)]
    )
    first = [
        check("format", "-m", "ruff", "format", "--check", "."),
        check("lint", "-m", "ruff", "check", "."),
        check("types", "-m", "mypy"),
        Check("import contracts", [shutil.which("lint-imports") or "lint-imports"], environment),
        check("migrations", "manage.py", "makemigrations", "--check", "--dry-run"),
    ]
    browser = Beside([])
    if shutil.which("chromium"):
        browser.checks.append(check("browser tests", *pytest, "-m", "browser", "tests/browser"))
    else:
        missing.append("the browser tests: Debian's chromium is not installed (apt-get install chromium)")
    beside = Beside([waiting])
    told = subprocess.run(
        [python, "-c", "from tests import postgres; postgres.start()"], capture_output=True, text=True
    )
    if told.returncode == 0:
        beside.checks.append(check("tests on PostgreSQL", *pytest, *ON_POSTGRES, slowest, TEST_DATABASE="postgres"))
    else:
        missing.append(f"the tests on PostgreSQL: {(told.stderr.strip().splitlines() or ['it does not start'])[-1]}")

    # Two lanes of one process each, about equally long; the browser's, which waits half of its time; and the graph's,
    # which takes what they leave.
    for lane in (beside, browser, graph):
        lane.begin()
    failed = shown([*first, others]) + browser.told() + beside.told() + graph.told()
    failed += floors.told(COVERED)
    print()  # noqa: T201
    for what in missing:
        print(f"!!! NOT RUN: {what}")  # noqa: T201
    print(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
