"""How a request is carried: in one thread, over a database that stays open between two requests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import SyncToAsync, async_to_sync
from asgiref.testing import ApplicationCommunicator

from assistant.http.handler import OneThread
from tests.servers import installed, started


async def _asked(path: str) -> int:
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": [(b"host", b"localhost")]}
    talk = ApplicationCommunicator(OneThread(), scope)
    await talk.send_input({"type": "http.request"})
    begun = await talk.receive_output(60)
    await talk.receive_output(60)
    await talk.wait(60)
    return begun["status"]


@pytest.mark.django_db(transaction=True)
def test_a_request_is_handed_to_its_thread_once(settings, monkeypatch):
    """The loop hands it over and closes it; between two steps of the middleware it does not get it back."""
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if name != "tests.static.Found"]  # asynchronous alone
    handed: list[Any] = []
    over = SyncToAsync.__call__

    async def counted(self: SyncToAsync, *args: Any, **options: Any) -> Any:
        handed.append(self.func)
        return await over(self, *args, **options)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    assert async_to_sync(_asked)("/api/v1/health") == 200
    assert len(handed) == 3, handed  # the signal that it begins, the request, and its closing


def test_the_book_stays_open_between_requests_and_is_one_file_at_rest(tmp_path: Path):
    """A-J14: what is carried elsewhere once the server has stopped is all of it."""
    book = installed(tmp_path / "book")
    process, _ = started(book)  # which has been asked once
    assert (book / "commonplace.sqlite3-wal").exists()
    process.terminate()
    output, _ = process.communicate(timeout=180)
    assert process.returncode == 0, output
    assert not (book / "commonplace.sqlite3-wal").exists()
