"""Figures for Prometheus: of this process, and of the queue in the database."""

from __future__ import annotations

import hmac
from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Metric, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector

from assistant.doors.entry import bearer
from graph import telemetry
from graph.models import Job


class Queue:
    """How many jobs wait, run or have failed: the same seen from every process."""

    def collect(self) -> Iterable[Metric]:
        counted = GaugeMetricFamily("commonplace_jobs", "Jobs in the queue by state", labels=["state"])
        kept = Job.objects.exclude(state=Job.State.DONE).values_list("state").annotate(count=Count("pk"))
        found = dict(kept)
        for state in (Job.State.QUEUED, Job.State.RUNNING, Job.State.FAILED):
            counted.add_metric([state.value], found.get(state.value, 0))
        yield counted


@never_cache
@login_not_required
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """404 unless `METRICS_TOKEN` is set, and 401 without it.

    Off by default: how much is asked and learned tells about the owner, and behind a proxy on the same machine every
    visitor comes from loopback, so that an address proves nothing.
    """
    if not settings.METRICS_TOKEN:
        raise Http404
    given = bearer(request.headers.get("Authorization", ""))
    if not hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    apart = CollectorRegistry()
    apart.register(Queue())
    ProcessCollector(registry=apart)
    PlatformCollector(registry=apart)
    return HttpResponse(generate_latest(telemetry.FIGURES) + generate_latest(apart), content_type=CONTENT_TYPE_LATEST)
