"""The inbox: proposals to confirm, reject or mend, one by one or many at once."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from assistant.views.forms import FactForm, number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import conflicts, facts
from graph.curation.recorder import Actor
from graph.models import Conflict
from graph.queries import inbox as reading

DECISIONS: dict[facts.Decision, str] = {"confirm": "Confirmed", "reject": "Rejected"}
ANSWERS: tuple[conflicts.Decision, ...] = ("newer", "older", "both", "by_time")
LIMIT = 500  # proposals decided at once: five pages


@require_GET
def inbox(request: PersonsRequest) -> HttpResponse:
    """`?at=` opens a proposal, `?edit=1` opens it for mending, `?show=` picks a list."""
    return _page(request, at=number(request.GET.get("at")), show=request.GET.get("show", "all"))


def _page(request: PersonsRequest, *, at: int | None, show: str, form: FactForm | None = None) -> HttpResponse:
    midnight = timezone.localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    chosen: reading.Show = one_of(reading.SHOWS, show) or "all"
    page = reading.inbox(request.user.pk, at=at, show=chosen, since=midnight)
    if form is None and page.open and request.GET.get("edit"):
        form = FactForm.of(page.open.sentence)
    context = {"inbox": page, "form": form, "here": _address(page.open.sentence.pk if page.open else None, chosen)}
    return render(request, "inbox.html#inbox" if request.headers.get("HX-Request") else "inbox.html", context)


def _address(at: int | None, show: str) -> str:
    asked = [f"at={at}" if at else "", f"show={show}" if show != "all" else ""]
    return "?".join(part for part in (reverse("inbox"), "&".join(filter(None, asked))) if part)


@require_POST
def decide(request: PersonsRequest) -> HttpResponse:
    """Confirm or reject the picked proposals; `ids` may be given one by one or joined by commas."""
    decision = one_of(DECISIONS, request.POST.get("decision"))
    ids = [int(part) for text in request.POST.getlist("ids") for part in text.split(",") if part.isdecimal()][:LIMIT]
    if decision and ids:
        done = facts.decide(
            user=request.user, ids=ids, decision=decision, by=Actor.person(request.user), now=clock.now()
        )
        if done.decided:
            _say(request, f"{DECISIONS[decision]} {done.decided} fact{pluralize(done.decided)}.", done.change)
        for _, why in done.refused[:1]:
            messages.error(request, f"Already decided in another window. {why}")
    else:
        messages.error(request, "Nothing was picked. Pick proposals first, then decide.")
    return _after(request)


@require_POST
def settle(request: PersonsRequest, pk: int) -> HttpResponse:
    """Decide on a proposal that contradicts something: `newer`, `older` or `both`."""
    conflict = get_object_or_404(Conflict.objects.for_user(request.user), pk=pk)
    decision = one_of(ANSWERS, request.POST.get("decision")) or "both"
    try:
        change = conflicts.resolve(
            user=request.user,
            conflict=conflict,
            decision=decision,
            by=Actor.person(request.user),
            now=clock.now(),
        )
    except conflicts.ConflictAlreadyResolved:
        messages.error(request, "This question was answered in another window.")
    else:
        _say(request, "Both are kept." if decision == "both" else "Confirmed; the other is kept as history.", change)
    return _after(request)


@require_POST
def mend(request: PersonsRequest, pk: int) -> HttpResponse:
    """Change the words of a proposal; it stays a proposal unless it is confirmed with them."""
    form = FactForm(request.POST)
    show = request.POST.get("show", "all")
    if not form.is_valid():
        return _page(request, at=pk, show=show, form=form)
    try:
        facts.edit(
            user=request.user,
            fact_id=pk,
            by=Actor.person(request.user),
            now=clock.now(),
            **form.changes(),
        )
        if "confirm" in request.POST:
            done = facts.decide(
                user=request.user, ids=[pk], decision="confirm", by=Actor.person(request.user), now=clock.now()
            )
            _say(request, "Changed and confirmed.", done.change)
    except (ValueError, LookupError) as refusal:
        form.add_error(None, str(refusal))
        return _page(request, at=pk, show=show, form=form)
    return _after(request)


def _after(request: PersonsRequest) -> HttpResponse:
    """The inbox as it stands now, with the next proposal open."""
    at, show = number(request.POST.get("next")), request.POST.get("show", "all")
    if request.headers.get("HX-Request"):
        return _page(request, at=at, show=show)
    return redirect(_address(at, show))


def _say(request: PersonsRequest, words: str, change: object) -> None:
    """A toast; with a change it carries Undo."""
    messages.success(request, words, extra_tags=str(getattr(change, "pk", None) or ""))
