"""What the person says about one item of an answer's evidence: helpful, wrong, outdated, private; or, without it?"""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from assistant.conversation import judging
from assistant.models import Message
from assistant.queries import replaying
from assistant.queries.meant import meant
from assistant.queries.rendering import render as rendered
from assistant.views.chat import again as write_again
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import facts, relations
from graph.curation.recorder import Actor
from graph.models import Fact, RetrievalItem
from graph.retrieval import feedback

# What is done with the fact itself, with the reason that stands in the ledger.
SAYS = {"outdated": "outdated: it was true once", "private": "private: not to be used in answers"}


@require_POST
def judge(request: PersonsRequest, pk: int) -> HttpResponse:
    """Said twice counts once; the other word changes it. An outdated or private fact is taken back, with an undo."""
    item = _item(request, pk)
    word = request.POST.get("helpful", "")
    if word in SAYS and item.kind == "fact":
        _take_back(request, item.object_id, SAYS[word])
        return redirect(_back(request, item))
    helpful = word == "yes"
    feedback.record(user=request.user, retrieval=item.retrieval, judged=[(item.kind, item.object_id, helpful)])
    if request.headers.get("HX-Request"):
        line = {"pk": item.pk, "helpful": helpful, "kind": item.kind}
        return render(request, "_judge.html", {"line": line})
    return redirect(_back(request, item))


@require_POST
def answer(request: PersonsRequest, pk: int) -> HttpResponse:
    """Whether a whole answer helped, counted once for each thing it stands on."""
    row = get_object_or_404(
        Message.objects.for_user(request.user).select_related("retrieval", "user"), pk=pk, role=Message.Role.ASSISTANT
    )
    helpful = request.POST.get("helpful") == "yes"
    judging.record(answer=row, helpful=helpful)
    if request.headers.get("HX-Request"):
        shown = {"pk": row.pk, "can_be_judged": True, "helpful": helpful}
        return render(request, "_judge_answer.html", {"answer": shown})
    return redirect(f"{redirect('conversation', row.conversation_id).url}?answer={row.pk}")


@require_POST
def mean(request: PersonsRequest, pk: int) -> HttpResponse:
    """The words of the question ask for the relation that was meant from now on, and the answer is written anew."""
    row = get_object_or_404(
        Message.objects.for_user(request.user).select_related("retrieval", "reply_to", "conversation"),
        pk=pk,
        role=Message.Role.ASSISTANT,
    )
    offered = meant(row, row.reply_to.text if row.reply_to else "")
    name = request.POST.get("relation", "")
    if offered is None or name not in dict(offered.relations):
        messages.error(request, "This answer no longer offers that.")
        return redirect("conversation", row.conversation_id)
    try:
        change = relations.also_asked_as(
            user=request.user, name=name, words=offered.words, by=Actor.person(request.user), now=clock.now()
        )
    except relations.TooManyWords as refusal:
        messages.error(request, str(refusal))
        return redirect("conversation", row.conversation_id)
    reads = dict(offered.relations)[name]
    messages.success(request, f"“{offered.words}” asks for “{reads}” from now on.", extra_tags=str(change.pk or ""))
    return write_again(request, row.pk)


def _take_back(request: PersonsRequest, fact_id: int, reason: str) -> None:
    by, now = Actor.person(request.user), clock.now()
    staged = Fact.objects.for_user(request.user).staged().filter(pk=fact_id).exists()
    done = facts.decide(
        user=request.user, ids=[fact_id], decision="reject" if staged else "retract", by=by, now=now, reason=reason
    )
    if done.change:
        messages.success(request, "Taken out of answers.", extra_tags=str(done.change.pk))
    for _, why in done.refused:
        messages.error(request, why)


@require_POST
def without(request: PersonsRequest, pk: int) -> HttpResponse:
    """The same question without this item, side by side with the answer that stands; nothing of it is kept."""
    item = _item(request, pk)
    answer = (
        Message.objects.for_user(request.user)
        .filter(retrieval=item.retrieval_id, reply_to__isnull=False)
        .select_related("reply_to", "user")
        .order_by("-id")
        .first()
    )
    if answer is None or answer.reply_to is None:
        messages.error(request, "The answer that this belongs to is gone.")
        return redirect("chat")
    replay = replaying.without(answer=answer, kind=item.kind, pk=item.object_id, now=clock.now())
    context = {
        "left_out": _in_words(item),
        "asked": answer.reply_to.text,
        "stood": rendered(answer.text),
        "now": rendered(replay.text),
        "is_same": " ".join(answer.text.split()) == " ".join(replay.text.split()),
        "replay": replay,
        "back": _back(request, item),
    }
    return render(request, "without.html", context)


def _in_words(item: RetrievalItem) -> str:
    said = item.detail
    if item.kind != "fact":
        return str(said.get("text") or "")[:120]
    return " ".join(str(said.get(one) or "") for one in ("subject_name", "reads", "object_name", "value")).strip()


def _item(request: PersonsRequest, pk: int) -> RetrievalItem:
    return get_object_or_404(RetrievalItem.objects.for_user(request.user).select_related("retrieval"), pk=pk)


def _back(request: PersonsRequest, item: RetrievalItem) -> str:
    answer = Message.objects.for_user(request.user).filter(retrieval=item.retrieval_id).order_by("-id").first()
    if answer is None:
        return redirect("chat").url
    return f"{redirect('conversation', answer.conversation_id).url}?answer={answer.pk}"
