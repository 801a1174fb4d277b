"""`/v1`: any OpenAI-compatible client gets answers that stand on its person's graph."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt
from pydantic import ValidationError

from assistant.database import release_connection
from assistant.doors import entry, openai_turn
from assistant.doors.openai_body import MODES, BadRequest, CompletionIn, asked
from assistant.http import pace
from assistant.models import Conversation
from assistant.streaming import runs
from graph import clock
from graph.api import strict
from graph.api.caller import Caller

MODEL = "commonplace"
HEADER = "X-Memory-Mode"
CROWD_WAIT = 10  # seconds until some of the answers that are being written are done
KIND = {"off": Conversation.Mode.INCOGNITO}
BROKE = "Something went wrong while this was being written."

View = Callable[..., Awaitable[HttpResponseBase]]


@dataclass(frozen=True, slots=True)
class Begun:
    """An answer that is being written: whose, which, and what the client called the model."""

    user_id: int
    message: int
    conversation: int | None
    model: str
    created: int
    said: int

    @property
    def name(self) -> str:
        return f"chatcmpl-{self.message}"

    def usage(self, text: str) -> dict[str, int]:
        """About how many tokens, at four characters each."""
        asked, answered = -(-self.said // 4), -(-len(text) // 4)
        return {"prompt_tokens": asked, "completion_tokens": answered, "total_tokens": asked + answered}


def refusal(status: int, message: str, *, code: str | None = None, param: str | None = None) -> JsonResponse:
    """An error as OpenAI's clients know it."""
    kinds = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}
    kind = kinds.get(status, "server_error" if status >= 500 else "invalid_request_error")
    return JsonResponse({"error": {"message": message, "type": kind, "param": param, "code": code}}, status=status)


def door(*methods: str) -> Callable[[View], Callable[..., Any]]:
    """Let in who has a token, with one of `methods`; every refusal is in OpenAI's form."""

    def guard(view: View) -> Callable[..., Any]:
        @csrf_exempt
        @wraps(view)
        async def checked(request: HttpRequest, **options: Any) -> HttpResponseBase:
            try:
                token = entry.bearer(request.headers.get("Authorization", ""))
                who = await sync_to_async(entry.admitted)(token, clock.now())
                if who is None:
                    return refusal(401, "Send a valid token as “Authorization: Bearer …”.", code="invalid_api_key")
                if methods and request.method not in methods:
                    answer = refusal(405, f"This address takes {' and '.join(methods)}.", code="method_not_allowed")
                    answer["Allow"] = ", ".join(methods)
                    return answer
                return await view(request, who, **options)
            except pace.TooFast as error:
                return _later(str(error), error.wait)
            except runs.TooManyAtOnce as error:
                return _later(str(error), CROWD_WAIT)
            except BadRequest as error:
                return refusal(400, str(error), param=error.param)
            except ValidationError as error:
                first = error.errors()[0]
                where = ".".join(map(str, first["loc"])) or None
                return refusal(400, f"{where}: {first['msg']}" if where else first["msg"], param=where)
            except ValueError as error:  # the domain's refusals: a sentence for people
                return refusal(400, str(error))

        return checked

    return guard


def _later(message: str, wait: int) -> HttpResponse:
    answer = refusal(429, message, code="rate_limit_exceeded")
    answer["Retry-After"] = str(wait)
    return answer


@door("GET")
async def models(request: HttpRequest, who: Caller) -> HttpResponseBase:
    return JsonResponse({"object": "list", "data": [_model(MODEL)]})


@door("GET")
async def model(request: HttpRequest, who: Caller, name: str) -> HttpResponseBase:
    """Any name is accepted: the model that answers is the server's own choice."""
    return JsonResponse(_model(name))


def _model(name: str) -> dict[str, Any]:
    return {"id": name, "object": "model", "created": 0, "owned_by": MODEL}


@door()
async def nothing(request: HttpRequest, who: Caller, rest: str) -> HttpResponseBase:
    return refusal(404, f"There is nothing at /v1/{rest[:200]}.", code="unknown_url")


@door("POST")
async def completions(request: HttpRequest, who: Caller) -> HttpResponseBase:
    """The answer whole, or as chunks; `X-Memory-Mode` says whether the book is read and learned from."""
    if not who.may("propose"):
        return refusal(403, "This token does not have the scope “propose”.", code="insufficient_permissions")
    mode = request.headers.get(HEADER, "normal").strip().lower()
    if mode not in MODES:
        raise BadRequest(f"{HEADER} is one of {', '.join(MODES)}.", HEADER)
    body = CompletionIn.model_validate(strict.loads(request.body or b"{}"))
    begun = await sync_to_async(_begin)(who, body, KIND.get(mode, mode))
    if body.stream:
        usage = bool(body.stream_options and body.stream_options.include_usage)
        lines = _chunks(begun, usage)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingHttpResponse(lines, content_type="text/event-stream", headers=headers)
    return await _whole(begun)


def _begin(who: Caller, body: CompletionIn, mode: str) -> Begun:
    """Begin to write, and give the database connection back."""
    runs.refuse_crowd(who.user.pk)
    question = asked(body)
    turn = openai_turn.begin(user=who.user, asked=question, mode=mode, now=clock.now())
    turn = replace(turn, by=who.by, may_write=who.may("write"))
    runs.start(turn, clock.now)
    release_connection()
    said = len(question.question) + sum(len(one.text) for one in question.earlier)
    conversation = turn.conversation.pk if turn.is_kept else None
    return Begun(who.user.pk, turn.answer.pk, conversation, body.model, int(time.time()), said)


async def _whole(begun: Begun) -> HttpResponse:
    text, more = "", _more(begun)
    async for event in runs.events(begun.user_id, begun.message):
        if event["event"] in {"done", "failed"}:
            data = event["data"]
            text = data["text"] + _remark(data)
            more |= {"cited": data["cited"]} | ({"error": data["error"]} if data.get("error") else {})
        elif event["event"] == "evidence":
            more["retrieval"] = event["data"]["retrieval"]
    if not text:
        return refusal(503, more.get("error") or BROKE, code="no_answer")
    message = {"role": "assistant", "content": text, "refusal": None}
    choice = {"index": 0, "message": message, "logprobs": None, "finish_reason": "stop"}
    head = {"id": begun.name, "object": "chat.completion", "created": begun.created, "model": begun.model}
    return JsonResponse({**head, "choices": [choice], "usage": begun.usage(text), MODEL: more})


def _more(begun: Begun) -> dict[str, Any]:
    """What other servers do not tell: where the answer is kept and what it stands on."""
    conversation = None if begun.conversation is None else str(begun.conversation)
    return {"conversation": conversation, "message": str(begun.message), "retrieval": None, "cited": []}


def _remark(data: dict[str, Any]) -> str:
    """What went wrong, after what there is: a client shows nothing but the text."""
    return f"\n\n({data['error']})" if data.get("error") and data["text"] else ""


async def _chunks(begun: Begun, usage: bool) -> AsyncIterator[str]:
    """Server-sent chunks up to `[DONE]`; a client that hangs up stops the answer."""
    head = {"id": begun.name, "object": "chat.completion.chunk", "created": begun.created, "model": begun.model}

    def chunk(delta: dict[str, Any], finish: str | None = None, **rest: Any) -> str:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return _line({**head, "choices": [choice], **({"usage": None} if usage else {}), **rest})

    more, written, finished = _more(begun), "", False
    try:
        yield chunk({"role": "assistant", "content": ""})
        async for event in runs.events(begun.user_id, begun.message):
            data = event["data"]
            match event["event"]:
                case "evidence":
                    more["retrieval"] = data["retrieval"]
                case "token":
                    written += data["delta"]
                    yield chunk({"content": data["delta"]})
                case "done" | "failed":
                    finished = True
                    more["cited"] = data.get("cited", [])
                    if data.get("error") and not written:
                        error = {"message": data["error"], "type": "server_error", "param": None, "code": "no_answer"}
                        yield _line({"error": error})
                        return
                    if remark := _remark(data):
                        yield chunk({"content": remark})
        yield chunk({}, "stop", **{MODEL: more})
        if usage:
            yield _line({**head, "choices": [], "usage": begun.usage(written)})
        yield "data: [DONE]\n\n"
    finally:
        if not finished:
            await sync_to_async(runs.stop)(begun.user_id, begun.message)


def _line(data: dict[str, Any]) -> str:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"
