"""The inbox: proposals to confirm, reject or mend, one by one or many at once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.template.defaultfilters import pluralize
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from assistant.views.forms import FactForm, number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation import conflicts, facts
from graph.curation.objections import Decision
from graph.curation.recorder import Actor
from graph.models import Change, Conflict, Fact
from graph.predicates import registry
from graph.queries import doubts
from graph.queries import inbox as reading
from graph.queries import inbox_lists as lists

DECISIONS: dict[Decision, str] = {"confirm": "Confirmed", "reject": "Rejected"}
ANSWERS: tuple[conflicts.Decision, ...] = ("newer", "older", "both", "by_time")
SETTLED = {"both": "Both are kept.", "older": "Confirmed; the other is rejected."}
LIMIT = 500  # proposals decided at once: five pages
BY_RULE = 5000  # decided at once by a rule, or as a whole list


@require_GET
def inbox(request: PersonsRequest) -> HttpResponse:
    """`?at=` opens a proposal, `?edit=1` opens it for mending; `_asked` says what narrows the list."""
    return _page(request, at=number(request.GET.get("at")), asked=_asked(request.GET))


def _asked(given: QueryDict) -> lists.Asked:
    """`show`, `relation`, `q` and `group`, from an address or a form."""
    return lists.Asked(
        show=one_of(lists.SHOWS, given.get("show")) or "all",
        relation=given.get("relation", "")[:120],
        question=given.get("q", "").strip()[:200],
        group=one_of(lists.GROUPS, given.get("group")) or "source",
    )


def _page(request: PersonsRequest, *, at: int | None, asked: lists.Asked, form: FactForm | None = None) -> HttpResponse:
    midnight = timezone.localtime(clock.now()).replace(hour=0, minute=0, second=0, microsecond=0)
    page = reading.inbox(request.user.pk, at=at, asked=asked, since=midnight)
    if form is None and page.open and not page.open.takes_back and request.GET.get("edit"):
        form = FactForm.of(page.open.sentence)
    context = {
        "inbox": page,
        "form": form,
        "here": _address(page.open.sentence.pk if page.open else None, asked),
        "groups": lists.GROUPS.items(),
    }
    return render(request, "inbox.html#inbox" if request.headers.get("HX-Request") else "inbox.html", context)


def _address(at: int | None, asked: lists.Asked) -> str:
    parts = [f"at={at}" if at else "", asked.query]
    return "?".join(part for part in (reverse("inbox"), "&".join(filter(None, parts))) if part)


@require_POST
def decide(request: PersonsRequest) -> HttpResponse:
    """Confirm or reject the picked proposals; `ids` may be given one by one or joined by commas.

    With `rule` those are confirmed that the rule speaks of, as they stand at this moment; with `whole` all of the
    list is decided on, whatever a page shows of it, but not what contradicts something.
    """
    decision = one_of(DECISIONS, request.POST.get("decision"))
    ids = [int(part) for text in request.POST.getlist("ids") for part in text.split(",") if part.isdecimal()][:LIMIT]
    by_rule, asked = request.POST.get("rule") == "plain", _asked(request.POST)
    if request.POST.get("whole") and asked.is_narrowed:
        free = lists.listed(request.user.pk, asked).filter(lists.uncontradicted(request.user.pk))
        ids = list(free.order_by("id").values_list("pk", flat=True)[:BY_RULE])
    if by_rule:
        plain = lists.listed(request.user.pk, lists.Asked("plain")).order_by("id")
        ids, decision = list(plain.values_list("pk", flat=True)[:BY_RULE]), "confirm"
    if decision and ids:
        done = facts.decide(
            user=request.user,
            ids=ids,
            decision=decision,
            by=Actor.person(request.user),
            now=clock.now(),
            reason=facts.RULE if by_rule else "",
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
        _say(request, SETTLED.get(decision, "Confirmed; the other is kept as history."), change)
    return _after(request)


@require_POST
def mend(request: PersonsRequest, pk: int) -> HttpResponse:
    """Change the words of a proposal; it stays a proposal unless it is confirmed with them."""
    form = FactForm(request.POST)
    asked = _asked(request.POST)
    if not form.is_valid():
        return _page(request, at=pk, asked=asked, form=form)
    try:
        facts.edit(
            user=request.user,
            fact_id=pk,
            by=Actor.person(request.user),
            now=clock.now(),
            **form.changes(registry(request.user.pk), Fact.objects.for_user(request.user).filter(pk=pk).first()),
        )
        if "confirm" in request.POST:
            done = facts.decide(
                user=request.user, ids=[pk], decision="confirm", by=Actor.person(request.user), now=clock.now()
            )
            _say(request, "Changed and confirmed.", done.change)
    except (ValueError, LookupError) as refusal:
        form.add_error(None, str(refusal))
        return _page(request, at=pk, asked=asked, form=form)
    return _after(request)


@require_POST
def mean(request: PersonsRequest, pk: int) -> HttpResponse:
    """Which of several entries of one name a proposal means: `end` is the side, `entity` the one that is meant."""
    fact = get_object_or_404(Fact.objects.for_user(request.user).staged().select_related("subject", "object"), pk=pk)
    end, chosen = one_of(("subject", "object"), request.POST.get("end")), number(request.POST.get("entity"))
    asked = next((one for one in doubts.doubts(fact, registry(request.user.pk)) if one.end == end), None)
    meant = next((one for one in asked.candidates if one.pk == chosen), None) if asked else None
    if asked is None or meant is None:
        messages.error(request, "This question was answered in another window.")
        return _after(request)
    rest = [name for name in doubts.unsure(fact) if name != asked.key]
    kept = {key: value for key, value in fact.metadata.items() if key != "ambiguous"}
    changes: dict[str, Any] = {asked.end: meant.pk, "metadata": kept | ({"ambiguous": rest} if rest else {})}
    try:
        facts.edit(
            user=request.user,
            fact_id=pk,
            by=Actor.person(request.user),
            now=clock.now(),
            reason=f"“{asked.name}” is meant to be this one",
            **changes,
        )
    except ValueError as refusal:
        messages.error(request, str(refusal))
    else:
        made = Change.objects.for_user(request.user).filter(verb="edit", rows__model="fact", rows__object_id=pk)
        _say(request, f"This is said of that {asked.name}.", made.latest("pk"))
    return _after(request)


def _after(request: PersonsRequest) -> HttpResponse:
    """The inbox as it stands now, with the next proposal open."""
    at, asked = number(request.POST.get("next")), _asked(request.POST)
    if request.headers.get("HX-Request"):
        return _page(request, at=at, asked=asked)
    return redirect(_address(at, asked))


def _say(request: PersonsRequest, words: str, change: object) -> None:
    """A toast; with a change it carries Undo."""
    messages.success(request, words, extra_tags=str(getattr(change, "pk", None) or ""))
