"""What the README says is there: its links, commands, variables, formats and version."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.core.management import get_commands

from assistant import environment
from graph.bench import suites
from graph.exchange.formats import FORMATS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text()


def section(title: str) -> str:
    """The text under a heading, up to the next one of its kind."""
    return README.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def cells(title: str, column: int) -> list[str]:
    """One column of the first table under a heading, without its head."""
    rows = [line.split("|")[1:-1] for line in section(title).splitlines() if line.startswith("| ")]
    return [row[column].strip() for row in rows[1:]]


def code(text: str) -> list[str]:
    return re.findall(r"`([^`]+)`", text)


def test_every_file_that_is_linked_is_there():
    linked = [target for target in re.findall(r"\]\(([^)\s]+)\)", README) if "://" not in target]
    assert len(linked) > 50
    assert [target for target in linked if not (ROOT / target).exists()] == []


def test_what_it_calls_pure_is_kept_pure_by_a_contract():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    kept = next(one["source_modules"] for one in contracts if "pure" in one["name"])
    called = re.findall(r"\]\((graph/[\w/]+)\.py\) \*pure\*", README)
    assert len(called) >= 8
    assert [
        path for path in called if not f"{path.replace('/', '.')}.".startswith(tuple(f"{one}." for one in kept))
    ] == []


def test_the_table_of_variables_is_what_the_environment_is_asked_for():
    read = set(re.findall(r'environ\.get\("(\w+)"', Path(environment.__file__).read_text()))
    assert {name for cell in cells("Configuration", 0) for name in code(cell)} == read


def test_no_other_variable_is_asked_for_anywhere():
    """Defaults that are set for libraries are no question."""
    asked = re.compile(r'(?:getenv\(|environ\.get\(|environ\[)"(\w+)"')
    files = [file for folder in ("assistant", "graph") for file in (ROOT / folder).rglob("*.py")]
    names = {name for file in files for name in asked.findall(file.read_text())}
    assert "DATABASE_URL" in names
    assert names == set(asked.findall(Path(environment.__file__).read_text()))


def test_every_command_stands_in_the_table_and_every_one_there_exists():
    own = {name for name, app in get_commands().items() if app in {"assistant", "graph"}}
    told = [words for cell in cells("On the command line", 0) for words in code(cell) if not words.startswith("[")]
    assert {words.split()[0] for words in told} == own
    assert {words.split()[1] for words in told if words.startswith("bench ")} == set(suites.names())


@pytest.mark.parametrize(("column", "goes"), [(1, lambda one: one.read or one.restores), (2, lambda one: one.write)])
def test_every_format_stands_in_the_table_by_the_way_it_goes(column, goes):
    rows = zip(cells("Bring in, take out", 0), cells("Bring in, take out", column), strict=True)
    told = {name for cell, said in rows if said for name in code(cell)}
    assert told == {one.name for one in FORMATS.values() if goes(one)}


def test_the_changes_begin_with_the_version_that_this_is():
    version = re.search(r'^version = "([\d.]+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    first = re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert version is not None
    assert first is not None
    assert first[1] == version[1]
