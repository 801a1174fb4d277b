"""Static files are collected at every start: only what changed is compressed again."""

from __future__ import annotations

import gzip
import os

import pytest

from assistant.http.collected import Storage


@pytest.fixture
def storage(tmp_path) -> Storage:
    (tmp_path / "page.css").write_text("body { color: black }\n" * 50)
    made = Storage(location=tmp_path)
    collect(made)
    return made


def collect(storage: Storage) -> list[str]:
    """Compress what there is; gives the names of the copies that were written."""
    return [copy for _, copy, _ in storage.post_process({"page.css": (storage, "page.css")})]


def test_a_file_is_compressed_beside_itself(storage, tmp_path):
    assert gzip.decompress((tmp_path / "page.css.gz").read_bytes()) == (tmp_path / "page.css").read_bytes()


def test_a_file_that_did_not_change_is_left_alone(storage):
    assert collect(storage) == []


@pytest.mark.parametrize("seconds", [-3600, 1])
def test_a_file_of_another_time_is_compressed_again(storage, tmp_path, seconds):
    """Also an older one, as after a change that was taken back."""
    file = tmp_path / "page.css"
    file.write_text("p { color: red }\n" * 50)
    os.utime(file, (0, file.with_suffix(".css.gz").stat().st_mtime + seconds))
    assert collect(storage) == ["page.css.gz"]
    assert gzip.decompress((tmp_path / "page.css.gz").read_bytes()) == file.read_bytes()
