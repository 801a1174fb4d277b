"""Procfile and compose file agree with the code and with each other; a production environment passes the checks."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import yaml

from assistant import environment

ROOT = Path(__file__).resolve().parents[1]
PROCFILE = dict(line.split(": ", 1) for line in (ROOT / "Procfile").read_text().splitlines())
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())
PRODUCTION = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "PUBLIC_URL": "https://notes.example.org",
    "ALLOWED_HOSTS": "notes.example.org",
    "DATABASE_URL": "postgres://someone:secret@127.0.0.1:1/commonplace",
    "REDIS_URL": "redis://127.0.0.1:1/0",
}


def test_the_deployment_check_is_clean_in_a_production_environment(tmp_path):
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("ASSISTANT_", "DJANGO_"))}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=ROOT, env={**clean, **PRODUCTION, "ASSISTANT_DATA_DIR": str(tmp_path)}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_compose_and_procfile_start_the_same_processes():
    assert set(PROCFILE) == {"release", "web", "worker", "beat"} == set(COMPOSE["services"]) - {"database", "broker"}
    for name in ("web", "worker", "beat"):
        same = re.sub(r"\$\{PORT:-(\d+)\}", r"\1", PROCFILE[name])
        assert shlex.split(COMPOSE["services"][name]["command"]) == shlex.split(same), name
    assert PROCFILE["release"] in COMPOSE["services"]["release"]["command"]


def test_every_variable_that_compose_sets_is_one_that_is_read_and_described():
    read = set(re.findall(r'environ\.get\("(\w+)"', Path(environment.__file__).read_text()))
    example = set(re.findall(r"^# (\w+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert set(COMPOSE["x-commonplace"]["environment"]) - {"PATH"} <= read
    assert example == read
