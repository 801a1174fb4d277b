"""Every check in one command: `python -m tests`. Says loudly what it could not run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COVERAGE_FLOORS = {
    "graph/graph_index": 95,  # M57
    "graph/walks": 90,  # M58
    "graph/exchange": 90,  # M59
    "graph/projections": 90,
    "graph/retrieval": 90,
    "graph/curation": 90,
    "graph": 85,  # M60
}
# What asks the database in its own words, and what stands on it: the rest does not know which database it is.
ON_POSTGRES = [
    "tests/graph/projections",
    "tests/graph/test_versions.py",
    "tests/graph/test_leases.py",
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
    "tests/assistant/test_chat_api.py",
    "tests/assistant/test_erasing.py",
    "tests/assistant/test_idempotency.py",
    "tests/assistant/test_learning.py",
    "tests/assistant/test_runs.py",
    "tests/assistant/views/test_chat.py",
    "tests/assistant/views/test_search.py",
]
# One file is run by one process, so that what a module sets up is set up once; more than four processes cost memory.
PARALLEL = ["-n", "logical", "--maxprocesses", "4", "--dist", "loadfile"]


def main() -> int:
    """Run each check, stop at none, and fail if one failed."""
    os.chdir(ROOT)
    python = sys.executable
    missing = []
    checks = [
        ("format", [python, "-m", "ruff", "format", "--check", "."]),
        ("lint", [python, "-m", "ruff", "check", "."]),
        ("types", [python, "-m", "mypy"]),
        ("import contracts", [shutil.which("lint-imports") or "lint-imports"]),
        ("migrations", [python, "manage.py", "makemigrations", "--check", "--dry-run"]),
        (
            "tests",
            [python, "-m", "pytest", "-m", "not browser", *PARALLEL, "--cov", "--cov-report=", "-q", "--durations=10"],
        ),
    ]
    postgres = [python, "-m", "pytest", *ON_POSTGRES, *PARALLEL, "-q", "--cov", "--cov-append", "--cov-report="]
    told = subprocess.run(
        [python, "-c", "from tests import postgres; postgres.start()"], capture_output=True, text=True
    )
    if told.returncode == 0:
        checks.append(("tests on PostgreSQL", ["env", "TEST_DATABASE=postgres", *postgres]))
    else:
        missing.append(f"the tests on PostgreSQL: {(told.stderr.strip().splitlines() or ['it does not start'])[-1]}")
    if shutil.which("chromium"):
        checks.append(
            ("browser tests", [python, "-m", "pytest", "-m", "browser", "--cov", "--cov-append", "--cov-report=", "-q"])
        )
    else:
        missing.append("the browser tests: Debian's chromium is not installed (apt-get install chromium)")
    for folder, floor in COVERAGE_FLOORS.items():
        report = [python, "-m", "coverage", "report", f"--include={folder}/*", f"--fail-under={floor}"]
        checks.append((f"coverage of {folder}, at least {floor} %", [*report, "--skip-covered", "--format=total"]))
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "ASSISTANT_DATA_DIR": str(ROOT / ".cache" / "checks")}
    failed = []
    for name, command in checks:
        print(f"\n=== {name}", flush=True)  # noqa: T201 - this is a command line
        if subprocess.run(command, env=environment, check=False).returncode != 0:
            failed.append(name)
    print()  # noqa: T201
    for what in missing:
        print(f"!!! NOT RUN: {what}")  # noqa: T201
    print(f"FAILED: {', '.join(failed)}" if failed else "All checks passed.")  # noqa: T201
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
