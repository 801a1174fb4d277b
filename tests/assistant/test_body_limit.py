"""Bodies that are too large, through the real server: 413 that its sender can read, and nothing is kept."""

from __future__ import annotations

import http.client
import json
import threading
import time

import pytest
import uvicorn

from assistant.asgi import application
from assistant.http.limits import JSON_LIMIT, UPLOAD_LIMIT
from tests.servers import free_port

MEGABYTE = b" " * 1024 * 1024


@pytest.fixture(scope="module")
def port():
    """uvicorn in a thread: what is refused here never reaches Django, so no database is needed."""
    number = free_port()
    server = uvicorn.Server(uvicorn.Config(application, port=number, log_level="error", lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    yield number
    server.should_exit = True
    thread.join(timeout=60)


def sent(port: int, megabytes: int, *, kind: str = "application/json", announced: bool) -> tuple[int, dict]:
    """Send a body whole, and only then read the answer, as most programs do."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        if announced:
            connection.putrequest("POST", "/api/v1/entities")
            connection.putheader("Content-Length", str(megabytes * len(MEGABYTE)))
            connection.putheader("Content-Type", kind)
            connection.endheaders()
            for _ in range(megabytes):
                connection.send(MEGABYTE)
        else:
            parts = (MEGABYTE for _ in range(megabytes))
            connection.request("POST", "/api/v1/entities", parts, {"Content-Type": kind}, encode_chunked=True)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


@pytest.mark.parametrize("announced", [True, False], ids=["announced", "in chunks"])
def test_json_above_its_limit_is_413(port, announced):
    status, answer = sent(port, JSON_LIMIT // len(MEGABYTE) + 2, announced=announced)
    assert status == 413
    assert answer["detail"] == [{"loc": ["body"], "msg": "The request is larger than 32 MB."}]


def test_a_form_above_its_limit_is_413(port):
    kind = "multipart/form-data; boundary=x"
    status, answer = sent(port, UPLOAD_LIMIT // len(MEGABYTE) + 2, kind=kind, announced=True)
    assert (status, answer["detail"][0]["loc"]) == (413, ["body"])


def test_who_is_refused_is_told_at_once_without_sending_all(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.putrequest("POST", "/api/v1/documents")
    connection.putheader("Content-Length", str(10**12))
    connection.putheader("Content-Type", "application/json")
    connection.endheaders()
    answer = connection.getresponse()
    assert answer.status == 413
    answer.close()
    connection.close()


def test_the_server_goes_on_serving(port):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request("GET", "/healthz")
    assert json.loads(connection.getresponse().read()) == {"status": "ok"}
    connection.close()
