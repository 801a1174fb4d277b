"""Chat and conversations over HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any, Literal

from asgiref.sync import sync_to_async
from django.db import transaction
from django.http import HttpRequest, StreamingHttpResponse
from ninja import Router
from pydantic import Field

from assistant.conversation import conversations
from assistant.database import release_connection
from assistant.http import idempotency
from assistant.models import Conversation, Message
from assistant.streaming import runs
from assistant.turn import chat
from assistant.turn.events import cited_json
from assistant.turn.turns import LIVE
from graph import clock
from graph.api import shapes
from graph.api.bodies import ContextIn
from graph.api.caller import Caller, MissingScope, caller, needs
from graph.api.fields import Body, Id, Moment
from graph.api.paging import PageQuery, page
from graph.api.retrieval import context as opened
from graph.retrieval.presets import preset as named_preset

router = Router(tags=["chat"])


class ChatIn(Body):
    message: Annotated[str, Field(min_length=1)]
    conversation: Id | None = None
    mode: Literal["normal", "read_only", "incognito"] = "normal"
    context: ContextIn = ContextIn()
    preset: str | None = None
    stream: bool = True
    as_of: Moment | None = None


def shape(one: Conversation, count: int | None = None) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "title": one.title,
        "mode": one.mode,
        "created_at": shapes.moment(one.created_at),
        "updated_at": shapes.moment(one.updated_at),
        **({} if count is None else {"message_count": count}),
    }


def message_shape(one: Message) -> dict[str, Any]:
    return {
        "id": str(one.pk),
        "conversation": str(one.conversation_id),
        "role": one.role,
        "text": one.text,
        "status": one.status,
        "error": one.error or None,
        "retrieval": str(one.retrieval_id) if one.retrieval_id else None,
        "search_text": one.search_text or None,
        "cited": cited_json(one.cited),
        "learning": one.learning,
        "learned": [str(pk) for pk in one.learned] if one.role == Message.Role.USER else [],
        "asks": [str(pk) for pk in one.learned] if one.role == Message.Role.ASSISTANT else [],
        "created_at": shapes.moment(one.created_at),
    }


@router.post("/chat", response=dict)
async def chat_(request: HttpRequest, body: ChatIn) -> Any:
    """Server-sent events, each data one JSON object; or one answer with `stream=false`."""
    who = caller(request)
    if not who.may("propose"):
        raise MissingScope("This token does not have the scope “propose”.")
    message = await sync_to_async(_begin)(request, who, body)
    if body.stream:
        return StreamingHttpResponse(
            _lines(who.user.pk, message),
            content_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
    return await _whole(who.user.pk, message)


def _begin(request: HttpRequest, who: Caller, body: ChatIn) -> int:
    """Begin to answer and give the connection back: the stream must not hold it. Returns the answer's id.

    With an Idempotency-Key that came before it is the answer of then, told again from its beginning.
    """
    runs.refuse_crowd(who.user.pk)
    key = idempotency.checked(request.headers.get(idempotency.HEADER, ""))
    with transaction.atomic():
        if key:
            reply, is_new = idempotency.keep(who.user, key, idempotency.digest(request, who.by.kind), clock.now())
            if not is_new:
                return int(reply.body)
        turn = _turn(who, body)
        if key:
            reply.status, reply.body = 200, str(turn.answer.pk)
            reply.save(update_fields=["status", "body"])
    runs.start(turn, clock.now)
    release_connection()
    return turn.answer.pk


def _turn(who: Caller, body: ChatIn) -> chat.Turn:
    """The question kept, with an answer to be written."""
    if body.preset:
        named_preset(body.preset)
    conversation = None
    if body.conversation is not None:
        conversation = conversation_of(who, str(body.conversation))
    turn = chat.begin(
        user=who.user,
        text=body.message,
        conversation=conversation,
        mode=body.mode,
        context=opened(who.user, body.context),
        preset=body.preset,
        as_of=body.as_of,
        now=clock.now(),
    )
    return replace(turn, by=who.by, may_write=who.may("write"))


async def _lines(user_id: int, message_id: int) -> AsyncIterator[str]:
    async for event in runs.events(user_id, message_id):
        yield f"event: {event['event']}\ndata: {json.dumps(event['data'], ensure_ascii=False)}\n\n"


async def _whole(user_id: int, message_id: int) -> dict[str, Any]:
    """The events of a run as one answer."""
    answer: dict[str, Any] = {
        "conversation": None,
        "message": str(message_id),
        "text": "",
        "retrieval": None,
        "cited": [],
    }
    async for event in runs.events(user_id, message_id):
        data = event["data"]
        match event["event"]:
            case "started":
                answer["conversation"] = data["conversation"]
            case "evidence":
                answer |= {"retrieval": data["retrieval"], "searched": data["searched"]}
            case "done":
                answer |= {"text": data["text"], "cited": data["cited"]}
            case "failed":
                answer |= {"text": data["text"], "error": data["error"], "cited": data.get("cited", [])}
            case "learned":
                answer["learned"] = data["count"]
    return answer


def conversation_of(who: Caller, conversation_id: str) -> Conversation:
    found = Conversation.objects.for_user(who.user).filter(pk=shapes.pk(conversation_id, "conversation")).first()
    if found is None:
        raise shapes.NoSuchRow(f"There is no conversation “{conversation_id}”.")
    return found


@router.get("/conversations", response=dict)
@needs("read")
def list_conversations(request: HttpRequest, paging: PageQuery) -> Any:
    found, following = page(request, Conversation.objects.for_user(caller(request).user), paging, newest_first=True)
    return {"items": [shape(one) for one in found], "next": following}


@router.get("/conversations/{conversation_id}", response=dict)
@needs("read")
def get_conversation(request: HttpRequest, conversation_id: str) -> Any:
    one = conversation_of(caller(request), conversation_id)
    return shape(one, one.messages.count())


@router.delete("/conversations/{conversation_id}", response=dict)
@needs("write")
def delete_conversation(request: HttpRequest, conversation_id: str) -> Any:
    conversations.delete(conversation=conversation_of(caller(request), conversation_id), now=clock.now())
    return {"deleted": True}


@router.get("/conversations/{conversation_id}/messages", response=dict)
@needs("read")
def list_messages(request: HttpRequest, conversation_id: str, paging: PageQuery) -> Any:
    found, following = page(request, conversation_of(caller(request), conversation_id).messages.all(), paging)
    return {"items": [message_shape(_standing(one)) for one in found], "next": following}


def _standing(one: Message) -> Message:
    """The message as it is; an answer whose process died while writing it is told as interrupted."""
    if one.status in LIVE:
        runs.state(one.user_id, one.pk)
        one.refresh_from_db()
    return one


@router.post("/messages/{message_id}/stop", response=dict)
@needs("propose")
def stop_message(request: HttpRequest, message_id: str) -> Any:
    """What was written until then stays."""
    user = caller(request).user
    try:
        runs.stop(user.pk, shapes.pk(message_id, "message"))
        state = runs.state(user.pk, shapes.pk(message_id, "message"))
    except Message.DoesNotExist:
        raise shapes.NoSuchRow(f"There is no message “{message_id}”.") from None
    return {"message": message_id, "status": state.status, "text": state.text}
