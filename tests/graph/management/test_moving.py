"""`import_memories` and `export_graph` with paths that cannot be: one sentence, and nothing is left lying about."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command


def test_a_file_that_is_not_there_is_told_in_a_sentence(user, tmp_path):
    missing = tmp_path / "none.csv"
    with pytest.raises(CommandError, match=r"cannot be read: No such file or directory\.$"):
        call_command("import_memories", str(missing), user=user.username, format="csv")


@pytest.mark.parametrize(("place", "why"), [("no/such/out.csv", "No such file or directory"), ("", "it is a folder")])
def test_a_file_that_cannot_be_written_is_told_in_a_sentence(user, tmp_path, place, why):
    with pytest.raises(CommandError, match=rf"cannot be written: {why}\.$"):
        call_command("export_graph", str(tmp_path / place), user=user.username, format="csv")
    assert list(tmp_path.parent.glob("*.part")) == []
