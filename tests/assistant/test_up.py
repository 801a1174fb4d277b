"""The command that starts everything, before it starts anything."""

from __future__ import annotations

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
