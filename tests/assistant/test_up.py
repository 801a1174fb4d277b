"""The command that starts everything, before it starts anything."""

from __future__ import annotations

import asyncio
import socket

import pytest
from django.core.management import CommandError

from assistant.management.commands.up import Command


@pytest.mark.parametrize("port", [-1, 65_536, 99_999])
def test_a_number_that_is_no_port_is_said_to_be_none(port):
    with pytest.raises(CommandError, match=f"{port} is no port"):
        Command()._listen("127.0.0.1", port)


def test_a_port_that_is_taken_is_told_with_another():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(CommandError, match=f"Try another: up --port {port + 1}"):
            Command()._listen("127.0.0.1", port)


def test_what_is_answered_is_sent_at_once():
    """Nagle's delay is off for who connects: an answer in two pieces waited 40 ms for the acknowledgement of the first."""
    sent_at_once: list[int] = []

    class Answers(asyncio.Protocol):
        def connection_made(self, transport):
            connected = transport.get_extra_info("socket")
            sent_at_once.append(connected.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            transport.close()

    async def connect(listener: socket.socket) -> None:
        async with await asyncio.get_running_loop().create_server(Answers, sock=listener):
            reader, writer = await asyncio.open_connection(*listener.getsockname())
            assert await reader.read() == b""
            writer.close()

    asyncio.run(connect(Command()._listen("127.0.0.1", 0)))
    assert len(sent_at_once) == 1
    assert all(sent_at_once)
