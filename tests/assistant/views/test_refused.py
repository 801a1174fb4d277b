"""The pages that refuse, rendered in a thread of the server's own, keep no database connection; what broke is told."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncClient


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("address", "status"), [("/index/999999999/", 404), ("/admin/login/?next=/admin/", 403)])
def test_the_thread_that_renders_it_gives_its_connection_back(user, address, status):
    client = AsyncClient()
    client.force_login(user)
    answer, held = async_to_sync(asked)(client, address)
    assert (answer.status_code, str(user) in answer.text) == (status, True)
    assert held is None


async def asked(client: AsyncClient, address: str) -> tuple[Any, Any]:
    """The answer, and the connection held afterwards in the one thread in which its page was rendered."""
    with ThreadPoolExecutor(1) as renders:
        loop = asyncio.get_running_loop()
        loop.set_default_executor(renders)
        answer = await client.get(address)
        return answer, await loop.run_in_executor(renders, lambda: connection.connection)


def test_what_breaks_is_told_to_a_program_in_the_form_of_the_api(api, monkeypatch):
    def broken(user):
        raise ArithmeticError("a secret of the book")

    monkeypatch.setattr("graph.api.stats.figures", broken)
    api.client.raise_request_exception = False

    status, answer = api.get("/stats")

    assert (status, [one["loc"] for one in answer["detail"]]) == (500, [["request"]])
    assert "secret" not in str(answer)
