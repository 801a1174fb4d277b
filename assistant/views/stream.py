"""An answer while it is written: whole states as server-sent events, and the button that stops it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from asgiref.sync import sync_to_async
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_GET, require_POST

from assistant.conversation import judging
from assistant.database import release_connection
from assistant.memory.asking import open_questions
from assistant.memory.heard import heard_of
from assistant.models import Message
from assistant.queries import threads
from assistant.queries.clickable import clickable
from assistant.queries.meant import meant
from assistant.streaming import runs
from assistant.streaming.runs import RunState
from assistant.views.request import PersonsRequest
from graph import clock
from graph.queries import evidence


@require_GET
async def stream(request: PersonsRequest, pk: int) -> StreamingHttpResponse:
    """States of one answer until it is final; a finished one sends its final state at once."""
    user_id = (await request.auser()).pk or 0
    links = await sync_to_async(_links)(user_id, pk)
    # A stream may last minutes, so it must not hold the request's database connection.
    await sync_to_async(release_connection)()
    response = StreamingHttpResponse(_events(request, user_id, pk, links), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


async def _events(request: PersonsRequest, user_id: int, pk: int, links: frozenset[str]) -> AsyncIterator[bytes]:
    state: RunState | None = None
    async for state in runs.follow(user_id, pk):
        if not state.is_final:
            yield event(render_to_string("_answer.html#inside", {"answer": threads.so_far(state, links)}, request))
    yield event(await sync_to_async(_final)(request, user_id, pk, state))


def _final(request: PersonsRequest, user_id: int, pk: int, state: RunState | None) -> str:
    """The finished article with its evidence; what waits for it on the page replaces itself by these."""
    try:
        row = _row(user_id, pk)
        context = _kept(user_id, row) if row else {"answer": threads.unkept(state)} if state else None
        return render_to_string("_answer.html#final", context, request) if context else ""
    finally:
        release_connection()


def _kept(user_id: int, row: Message) -> dict[str, Any]:
    asked = {row.reply_to.pk: row.reply_to.text} if row.reply_to else {}
    asks = open_questions(user_id, [row], asked, clock.now()).get(row.pk, ())
    offered = meant(row, row.reply_to.text) if row.reply_to else None
    return {
        "answer": threads.judged(
            threads.as_answer(row, links=_links(user_id, row.pk), asks=asks, offered=offered),
            judging.said(user_id, [row.retrieval_id] if row.retrieval_id else []),
        ),
        "panel": row.retrieval_id
        and evidence.panel(
            user_id=user_id,
            retrieval_id=row.retrieval_id,
            cited=row.cited,
            asked=row.reply_to.text if row.reply_to else "",
        ),
        "answer_pk": row.pk,
        "conversation": row.conversation,
        "heard": heard_of(row.reply_to) if row.reply_to else None,
    }


def _row(user_id: int, pk: int) -> Message | None:
    rows = Message.objects.for_user(user_id).select_related("conversation", "reply_to", "retrieval")
    return rows.filter(pk=pk, role=Message.Role.ASSISTANT).first()


def _links(user_id: int, pk: int) -> frozenset[str]:
    """The URLs that may be links in this answer. Raises Http404 for what is neither a row nor a run of the user."""
    row = _row(user_id, pk)
    if row is not None:
        return clickable(user_id, list(Message.objects.filter(conversation=row.conversation_id)))
    _run_or_404(user_id, pk)
    return frozenset()


def _run_or_404(user_id: int, pk: int) -> None:
    """An incognito answer has no row, only its run in this process."""
    try:
        runs.state(user_id, pk)
    except Message.DoesNotExist as missing:
        raise Http404 from missing


def event(html: str) -> bytes:
    """One unnamed server-sent event; its data is swapped into the article that listens."""
    return ("".join(f"data: {line}\n" for line in html.splitlines()) + "\n").encode()


@require_POST
def stop(request: PersonsRequest, pk: int) -> HttpResponse:
    """Stop a run of one's own; what is written by then stays."""
    row = _row(request.user.pk, pk)
    if row is None:
        _run_or_404(request.user.pk, pk)
    runs.stop(request.user.pk, pk)
    if request.headers.get("HX-Request") or row is None:
        return HttpResponse(status=204)
    return redirect("conversation", row.conversation_id)
