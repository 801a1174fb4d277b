"""A raw HTTP server that answers like a broken language model: one path for each way of failing."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator

CLOSING = b"Connection: close\r\n"  # as it does: whoever asks again at once would meet a connection that goes
HEADERS = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def piece(text: str | None, finish: str | None = None) -> bytes:
    """One event of a chat completion's stream."""
    delta = {"role": "assistant", "content": text} if text is not None else {}
    body = {
        "id": "x",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }
    return f"data: {json.dumps(body)}\n\n".encode()


def answer(*texts: str) -> bytes:
    return HEADERS + b"".join(piece(text) for text in texts) + piece(None, "stop") + b"data: [DONE]\n\n"


def calls(queries: list[str], name: str = "search_book") -> bytes:
    """An answer that is nothing but calls of a tool, each told in pieces."""
    events = []
    for place, query in enumerate(queries):
        arguments = json.dumps({"query": query})
        first = {"index": place, "id": f"c{place}", "type": "function", "function": {"name": name, "arguments": ""}}
        half = len(arguments) // 2
        rest = [{"index": place, "function": {"arguments": part}} for part in (arguments[:half], arguments[half:])]
        events += [{"tool_calls": [one]} for one in (first, *rest)]
    body = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    told = [{"index": 0, "delta": delta, "finish_reason": None} for delta in events]
    told.append({"index": 0, "delta": {}, "finish_reason": "tool_calls"})
    lines = b"".join(f"data: {json.dumps({**body, 'choices': [one]})}\n\n".encode() for one in told)
    return HEADERS + lines + b"data: [DONE]\n\n"


class Misbehaving:
    """`base(way)` is an address to use as the model's; `closed` is set when the client of `drips` hung up."""

    def __init__(self) -> None:
        self.closed = threading.Event()
        self.requests: list[bytes] = []
        self.script: Callable[[str], str] = lambda asked: "{}"  # the answer of `scripted` to what was asked last
        self.reply: Callable[[dict], str | list[str]] = lambda request: ""  # of `tools`, to the whole request
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._done = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def base(self, way: str) -> str:
        return f"http://127.0.0.1:{self._socket.getsockname()[1]}/{way}"

    def shut(self) -> None:
        self._done.set()
        self._socket.close()

    def _accept(self) -> None:
        while not self._done.is_set():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError), connection.makefile("rb") as stream:
            request = stream.readline()
            length = int(http.client.parse_headers(stream).get("content-length", 0))
            body = stream.read(length)
            if not request or len(body) < length:
                return  # whoever asked was killed
            self.requests.append(body)
            way = request.split(b"/")[1].decode()
            for part in getattr(self, way)(body) if way in ("scripted", "tools") else getattr(self, way)():
                connection.sendall(part)

    def scripted(self, body: bytes) -> Iterator[bytes]:
        """What `script` answers to the person's last words; an exception in it is a server that breaks."""
        asked = next(one["content"] for one in reversed(json.loads(body)["messages"]) if one["role"] == "user")
        try:
            said = self.script(asked)
        except Exception:  # noqa: BLE001 - whatever the script raises is the model's failure
            yield from self.breaks()
        else:
            yield answer(said)

    def tools(self, body: bytes) -> Iterator[bytes]:
        """What `reply` says to the whole request: words, or the queries of searches it wants made."""
        try:
            said = self.reply(json.loads(body))
        except Exception:  # noqa: BLE001 - as above
            yield from self.breaks()
        else:
            yield answer(said) if isinstance(said, str) else calls(said)

    def good(self) -> Iterator[bytes]:
        yield answer("Anna lives ", "in Lisbon ", "[1].")

    def refuses(self) -> Iterator[bytes]:
        body = b'{"error": {"message": "wrong key", "type": "invalid_request_error", "code": "invalid_api_key"}}'
        yield b"HTTP/1.1 401 Unauthorized\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (
            CLOSING,
            len(body),
            body,
        )

    def too_many(self) -> Iterator[bytes]:
        head = b"HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/json\r\nRetry-After: 20\r\n" + CLOSING
        body = b'{"error": {"message": "Rate limit reached", "type": "requests", "code": "rate_limit_exceeded"}}'
        yield head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)

    def breaks(self) -> Iterator[bytes]:
        yield b"HTTP/1.1 500 Internal Server Error\r\n" + CLOSING + b"Content-Length: 2\r\n\r\n{}"

    def stalls(self) -> Iterator[bytes]:
        yield HEADERS + piece("Anna ")
        self._done.wait(120)

    def silent(self) -> Iterator[bytes]:
        self._done.wait(120)
        yield b""

    def cuts(self) -> Iterator[bytes]:
        yield HEADERS + piece("Anna lives ") + piece("in ")

    def cuts_inside(self) -> Iterator[bytes]:
        yield HEADERS.replace(b"Connection: close", b"Transfer-Encoding: chunked")
        event = piece("Anna lives ")
        yield b"%x\r\n%s\r\n" % (len(event), event)
        yield b"ff\r\ndata: {"

    def drips(self) -> Iterator[bytes]:
        try:
            yield HEADERS
            for number in range(12_000):  # four minutes, if nobody ends it
                if self._done.is_set():
                    return
                yield piece(f"{number} ")
                time.sleep(0.02)
        except OSError:
            self.closed.set()
            raise
        finally:
            self.closed.set()

    def empty(self) -> Iterator[bytes]:
        yield answer()

    def page(self) -> Iterator[bytes]:
        body = b"<!DOCTYPE html><html><body>Sign in to the hotel network</body></html>"
        yield b"HTTP/1.1 200 OK\r\n%sContent-Type: text/html\r\nContent-Length: %d\r\n\r\n%s" % (
            CLOSING,
            len(body),
            body,
        )

    def page_as_text(self) -> Iterator[bytes]:
        yield answer("<html><body>", "Gateway</body></html>")

    def endless(self) -> Iterator[bytes]:
        yield HEADERS
        while not self._done.is_set():
            yield piece("again and again " * 50)

    def garbage(self) -> Iterator[bytes]:
        yield answer("Sure! Here are the facts: ", "{not json at all")

    def wrong_schema(self) -> Iterator[bytes]:
        yield answer(json.dumps({"facts": [{"who": "Anna", "what": 7}, "x", {"subject": "Anna"}]}))
