"""The chat page: a thread with its evidence, sending a message, naming and deleting a conversation."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRedirect

from assistant.conversation import conversations
from assistant.language_model import llm
from assistant.memory.heard import heard_of
from assistant.models import Conversation, Message
from assistant.queries import openers, recent, threads
from assistant.queries.unfinished import unfinished
from assistant.streaming import runs
from assistant.turn import chat as talk
from assistant.views import past
from assistant.views.forms import number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.queries import evidence
from graph.queries.counts import counts

SHOWS: tuple[evidence.Show, ...] = ("found", "read", "cited", "left")


@require_GET
def new(request: PersonsRequest) -> HttpResponse:
    """An empty thread; the first message makes the conversation."""
    context = {
        "conversation": None,
        "thread": threads.EMPTY,
        "panel": None,
        "mode": Conversation.Mode.NORMAL,
        "nothing_yet": counts(request.user.pk).is_empty,
        "openers": openers.questions(request.user, clock.now()),
        "unfinished": unfinished(request.user, clock.now()),
        "draft": request.GET.get("q", "")[:2000],
        "asked_of": None,
    }
    return render(request, "chat.html", context | _around(request))


@require_GET
def conversation(request: PersonsRequest, pk: int) -> HttpResponse:
    """One thread. `?answer=` opens another answer's evidence, `?show=` another of its four lists."""
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    thread = threads.thread(row, answer=number(request.GET.get("answer")))
    context = {
        "conversation": row,
        "thread": thread,
        "panel": thread.retrieval
        and evidence.panel(
            user_id=request.user.pk,
            retrieval_id=thread.retrieval,
            cited=thread.cited,
            asked=thread.asked,
            show=one_of(SHOWS, request.GET.get("show")),
        ),
        "answer_pk": thread.answer,
    }
    if request.headers.get("HX-Request"):
        return render(request, "_evidence.html", context)
    context |= {"mode": row.mode, "nothing_yet": False, "asked_of": thread.as_of or _day(request)}
    return render(request, "chat.html", context | _around(request))


def _around(request: PersonsRequest) -> dict[str, Any]:
    """What stands around every thread: the other chats, the model that answers, and the day."""
    now = timezone.localtime(clock.now())
    chats = {"days": recent.listed(request.user.pk, now), "imported": recent.imported(request.user.pk)}
    return chats | {"model": llm.describe(), "today": now.date()}


@require_GET
def imported(request: PersonsRequest) -> HttpResponse:
    """The conversations that come from elsewhere, narrowed by words of their titles."""
    words = request.GET.get("q", "").strip()[:200]
    page = recent.page_of_imported(request.user.pk, words, number(request.GET.get("page")) or 1)
    return render(request, "imported.html", {"page": page, "words": words})


def _day(request: PersonsRequest) -> dt.datetime | None:
    """The day in the address, as the first question's answer has it once it is there."""
    try:
        then = past.of_day(request.GET.get("as_of", ""))
    except past.NoSuchDay:
        return None
    return then.at if then else None


@require_POST
def send(request: PersonsRequest) -> HttpResponse:
    """Begin a turn. The first message of a conversation leads to its page; a further one appends to the thread."""
    row = None
    if request.POST.get("conversation"):
        row = get_object_or_404(
            Conversation.objects.for_user(request.user), pk=number(request.POST["conversation"]) or 0
        )
    mode = request.POST.get("mode", "")
    try:
        runs.refuse_crowd(request.user.pk)
        then = past.of_day(request.POST.get("as_of", ""))
        turn = talk.begin(
            user=request.user,
            text=request.POST.get("text", ""),
            conversation=row,
            mode=mode if mode in Conversation.Mode.values else Conversation.Mode.NORMAL,
            as_of=then.at if then else None,
            now=clock.now(),
        )
    except (talk.MessageRefused, past.NoSuchDay) as refusal:
        return _refused(request, row, str(refusal))
    by_script = bool(request.headers.get("HX-Request"))
    if not turn.is_kept and not by_script:
        return _refused(request, row, "An incognito chat lives only on the open page, which needs JavaScript.")
    runs.start(turn)
    here = redirect("conversation", turn.conversation.pk) if turn.is_kept else None
    if here and then:  # the evidence that names the day is not there yet
        here = redirect(f"{here.url}?{then.asked}")
    if here and not by_script:
        return here
    if here and row is None:
        return HttpResponseClientRedirect(here.url)
    one = threads.begun(turn.question, turn.answer, turn.as_of)
    return render(request, "_exchange.html", {"one": one, "conversation": turn.conversation})


def _refused(request: PersonsRequest, row: Conversation | None, sentence: str) -> HttpResponse:
    """One sentence under the composer; without JavaScript, at the foot of the page that it came from."""
    if request.headers.get("HX-Request"):
        return render(request, "_composer_says.html", {"sentence": sentence}, status=422)
    messages.error(request, sentence)
    return redirect("conversation", row.pk) if row else redirect("chat")


@require_POST
def again(request: PersonsRequest, pk: int) -> HttpResponse:
    """Write one answer again, in place of the one that stands."""
    row = get_object_or_404(
        Message.objects.for_user(request.user).select_related("conversation", "reply_to"),
        pk=pk,
        role=Message.Role.ASSISTANT,
    )
    try:
        runs.start(talk.again(answer=row, now=clock.now()))
    except talk.MessageRefused as refusal:
        messages.error(request, str(refusal))
    return redirect("conversation", row.conversation_id)


@require_POST
def rename(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    conversations.rename(conversation=row, title=request.POST.get("title", ""))
    return redirect("conversation", pk)


@require_POST
def delete(request: PersonsRequest, pk: int) -> HttpResponse:
    row = get_object_or_404(Conversation.objects.for_user(request.user), pk=pk)
    conversations.delete(conversation=row, now=clock.now())
    messages.success(request, "The chat was deleted. What you confirmed from it stays.")
    return redirect("chat")


@require_GET
def message(request: PersonsRequest, pk: int) -> HttpResponse:
    """Where a message stands: the address that evidence and proposals link to."""
    row = get_object_or_404(Message.objects.for_user(request.user), pk=pk)
    return redirect(f"{redirect('conversation', row.conversation_id).url}#m{row.pk}")


@require_GET
def learned(request: PersonsRequest, pk: int) -> HttpResponse:
    """The line under one's own message, asked for until learning is done."""
    row = get_object_or_404(Message.objects.for_user(request.user), pk=pk, role=Message.Role.USER)
    return render(request, "learned.html", {"heard": heard_of(row)})
