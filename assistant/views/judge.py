"""Helpful or wrong: what the person says about one item of an answer's evidence."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from assistant.models import Message
from assistant.views.request import PersonsRequest
from graph.models import RetrievalItem
from graph.retrieval import feedback


@require_POST
def judge(request: PersonsRequest, pk: int) -> HttpResponse:
    """Said twice counts once; the other word changes it."""
    item = get_object_or_404(RetrievalItem.objects.for_user(request.user).select_related("retrieval"), pk=pk)
    helpful = request.POST.get("helpful") == "yes"
    feedback.record(user=request.user, retrieval=item.retrieval, judged=[(item.kind, item.object_id, helpful)])
    if request.headers.get("HX-Request"):
        return render(request, "_judge.html", {"line": {"pk": item.pk, "helpful": helpful}})
    answer = Message.objects.for_user(request.user).filter(retrieval=item.retrieval_id).order_by("-id").first()
    return redirect(f"{redirect('conversation', answer.conversation_id).url}?answer={answer.pk}" if answer else "chat")
