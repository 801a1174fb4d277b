"""Which files the paths of the command line mean."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from graph.models import Document


def ingest(user, *paths) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("ingest", *map(str, paths), user=user.username, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


@pytest.fixture
def folder(tmp_path):
    for name in ("herring, salted.md", "kelp.md", "cod.md"):
        (tmp_path / name).write_text(f"About {name}.")
    return tmp_path


def test_a_comma_in_the_name_of_a_file_parts_nothing(user, folder):
    assert ingest(user, folder / "herring, salted.md")[1].count("no file") == 0
    assert ingest(user, f"{folder / 'kelp.md'},{folder / 'cod.md'}")[1].count("no file") == 0
    assert Document.objects.count() == 3


def test_a_path_that_leads_nowhere_is_named_and_loses_no_other(user, folder):
    told = ingest(user, folder / "kelp.md", folder / "kepl.md", folder / "*.docx")[1]
    assert f"There is no file at {folder / 'kepl.md'}." in told
    assert f"There is no file at {folder / '*.docx'}." in told
    assert Document.objects.count() == 1


def test_where_no_path_leads_anywhere_each_is_named(user, folder):
    with pytest.raises(CommandError, match=r"There are no files at .*kepl\.md"):
        ingest(user, folder / "kepl.md")
    with pytest.raises(CommandError, match="There are no files at"):
        ingest(user, ",".join(f"{number:03}.md" for number in range(100)))


def test_a_file_with_the_text_of_another_is_told_with_the_others_name(user, folder):
    (folder / "pollock.md").write_text("About cod.md.")
    for _ in range(2):
        told = ingest(user, folder)[1]
        assert f"{folder / 'pollock.md'}: Its text is that of “cod” (cod.md), which stands for both.\n" in told
        assert "herring" not in told
    assert Document.objects.count() == 3


def test_a_file_that_cannot_be_read_is_not_said_to_be_queued(user, folder):
    (folder / "bad.pdf").write_bytes(b"%PDF-1.4 cut")
    out = io.StringIO()
    call_command(
        "ingest",
        *map(str, (folder / "bad.pdf", folder / "cod.md")),
        user=user.username,
        wait=True,
        stdout=out,
        stderr=io.StringIO(),
    )
    told = dict(line.split("\t")[1:3] for line in out.getvalue().splitlines())
    assert told == {"failed": "0 chunks", "ready": "1 chunks"}
