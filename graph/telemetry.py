"""What is counted and traced, without a word of what anybody wrote: figures for a monitor, spans for a tracer.

The counters cost a microsecond and are shown to nobody unless the door is opened (`METRICS_TOKEN`). Spans go through
OpenTelemetry's API alone, which does nothing until whoever runs the process installs and configures its SDK.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from opentelemetry import trace
from opentelemetry.trace import Span, Status, StatusCode
from prometheus_client import CollectorRegistry, Counter, Histogram

from graph.models import Job, User

FIGURES = CollectorRegistry()
RETRIEVALS = Histogram(
    "commonplace_retrieval_seconds",
    "One retrieval, by whether the cache answered",
    ["cached"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=FIGURES,
)
JOBS = Histogram(
    "commonplace_job_seconds",
    "One queued job, by its kind and whether it was done",
    ["kind", "done"],
    buckets=(0.01, 0.1, 0.5, 1, 5, 30, 120, 600),
    registry=FIGURES,
)
DEGRADED = Counter(
    "commonplace_retrieval_degraded", "Retrievals that had to do without something", ["without"], registry=FIGURES
)

Taken = ParamSpec("Taken")
Given = TypeVar("Given")


@contextmanager
def span(name: str, **attributes: Any) -> Iterator[Span]:
    """A span of a trace. A failure gives it the name of the error alone: its message may quote a text."""
    tracer = trace.get_tracer("commonplace")
    with tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as opened:
        try:
            yield opened
        except Exception as error:
            opened.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise


def retrieving(function: Callable[Taken, Given]) -> Callable[Taken, Given]:
    """A retrieval that is counted, and a span `retriever.retrieve`; `function` takes `user` and `preset` by name."""

    @wraps(function)
    def observed(*args: Taken.args, **options: Taken.kwargs) -> Given:
        user, preset = options["user"], options.get("preset", "default")
        assert isinstance(user, User)
        started = time.perf_counter()
        with span("retriever.retrieve", **{"user.id": user.pk, "retrieval.preset": str(preset)}) as opened:
            result: Any = function(*args, **options)
            opened.set_attribute("retrieval.items", len(result.items))
            opened.set_attribute("retrieval.cached", result.cache_hit)
            opened.set_attribute("retrieval.degraded", list(result.degraded))
        RETRIEVALS.labels("yes" if result.cache_hit else "no").observe(time.perf_counter() - started)
        for missing in result.degraded:
            DEGRADED.labels(missing).inc()
        return result

    return observed


@contextmanager
def working(job: Job) -> Iterator[None]:
    """A queued job that is counted."""
    started, done = time.perf_counter(), "no"
    try:
        yield
        done = "yes"
    finally:
        JOBS.labels(job.kind, done).observe(time.perf_counter() - started)


def ingesting(function: Callable[..., None]) -> Callable[..., None]:
    """The reading of a document, as a span `ingest.document`; `function` takes the job first."""

    @wraps(function)
    def observed(job: Job, *args: Any) -> None:
        attributes = {"user.id": job.user_id, "document.id": job.payload["document"], "job.attempt": job.attempts}
        with span("ingest.document", **attributes):
            function(job, *args)

    return observed
