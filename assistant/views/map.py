"""The map: an entry with what is around it, the way between two entries, the whole on demand."""

from __future__ import annotations

import datetime as dt

from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_GET

from assistant.views import past
from assistant.views.forms import number, one_of
from assistant.views.request import PersonsRequest
from graph import clock
from graph.curation.names import self_entity
from graph.models import Entity
from graph.queries import map as reading
from graph.queries.walks import FACTS_ONLY
from graph.retrieval.types import Which
from graph.walks.deadline import DeadlinePassed
from graph.walks.traverse import Walk

WHOLE = 2000  # entries drawn at once
WEIGHTS = (0.0, 0.25, 0.5, 0.75)
DIRECTIONS = (("both", "both ways"), ("outgoing", "from it"), ("incoming", "to it"))


@require_GET
def map_(request: PersonsRequest) -> HttpResponse:
    """`?center=` or `?q=` picks the middle, `?from=` and `?to=` two entries whose connection is asked for.

    `?as_of=` draws it on an earlier day.
    """
    user, now = request.user, clock.now()
    looking_back = past.chosen(request)
    then = looking_back["past"]
    as_of = then.at if then else None
    asked = request.GET.get("q", "").strip()[:200]
    found = reading.named(user, asked)
    center = number(request.GET.get("center"))
    if center is not None:
        middle = get_object_or_404(Entity.objects.for_user(user).standing(), pk=center).pk
    else:
        middle = found[0][0] if found else self_entity(user, now).pk
    depth = min(max(number(request.GET.get("depth")) or 1, 1), 4)
    direction = one_of([name for name, _ in DIRECTIONS], request.GET.get("direction")) or "both"
    weight = next((one for one in WEIGHTS if str(one) == request.GET.get("weight")), 0.0)
    relations = reading.relations(user, as_of)
    chosen = [name for name, _ in relations if name in request.GET.getlist("relation")]
    which = Which(direction, kinds=FACTS_ONLY, include=frozenset(chosen) or None, min_weight=weight)  # type: ignore[arg-type]
    walk = Walk(which, depth, reading.SHOWN)
    picture = reading.picture(user, middle, walk, now, as_of)
    is_chosen = center is not None or bool(found)
    if picture.is_alone and not is_chosen and (busiest := reading.busiest(user, as_of)):
        picture = reading.picture(user, busiest, walk, now, as_of)
    context = {
        "picture": picture,
        "is_filtered": bool(chosen or weight or direction != "both"),
        "asked": asked,
        "unknown": asked and not found,
        "others": found[1:],
        "depth": depth,
        "depths": (1, 2, 3, 4),
        "direction": direction,
        "directions": DIRECTIONS,
        "weight": weight,
        "weights": WEIGHTS,
        "relations": relations,
        "chosen": chosen,
        **_way(request, as_of),
        **looking_back,
    }
    return render(request, "map.html", context)


def _way(request: PersonsRequest, as_of: dt.datetime | None) -> dict[str, object]:
    """What was asked about two entries, and the answer in words."""
    names = [request.GET.get(end, "").strip()[:200] for end in ("from", "to")]
    context: dict[str, object] = {
        "from_": names[0],
        "to": names[1],
        "strongest": request.GET.get("mode") == "strongest",
    }
    if not all(names):
        return context
    ends = [reading.named(request.user, name) for name in names]
    unknown = [name for name, found in zip(names, ends, strict=True) if not found]
    if unknown:
        return context | {"no_way": f"No entry is called “{unknown[0]}”."}
    try:
        found = reading.ways(
            request.user,
            ends[0][0][0],
            ends[1][0][0],
            strongest=bool(context["strongest"]),
            now=clock.now(),
            as_of=as_of,
        )
    except DeadlinePassed:
        return context | {"no_way": "They are too far apart to be followed in time."}
    return context | {"ways": found, "no_way": "" if found else "Nothing that is known joins them."}


@require_GET
def whole(request: PersonsRequest) -> HttpResponse:
    """The whole map as numbers, for the script that draws it."""
    then = past.chosen(request)["past"]
    return JsonResponse(reading.whole(request.user, WHOLE, then.at if then else None))
