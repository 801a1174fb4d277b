"""What a monitor sees: figures behind a token, spans without words, log lines without what anybody wrote."""

from __future__ import annotations

import json
import logging
import sys

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from prometheus_client.parser import text_string_to_metric_families

from assistant.logs import AsJson
from graph import telemetry
from graph.documents import run, stages
from graph.models import Document

pytestmark = pytest.mark.django_db
WORD = "Zanzibar"


@pytest.fixture
def spans(monkeypatch) -> InMemorySpanExporter:
    kept, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(kept))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    return kept


def figures(client, token: str) -> dict[tuple, float]:
    answer = client.get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    assert WORD not in answer.text
    return {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_the_door_is_shut_until_a_token_is_set_and_opens_to_it_alone(client, settings):
    """A-M5."""
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a long secret"
    for header in ({}, {"Authorization": "Bearer another"}, {"Authorization": "Basic a long secret"}):
        answer = client.get("/metrics", headers=header)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert figures(client, "a long secret")["process_resident_memory_bytes",] > 1_000_000


def test_retrievals_and_jobs_are_counted(api, client, settings, work, minilm):
    settings.METRICS_TOKEN = "token"
    before = figures(client, "token")
    api.post("/facts", {"subject": {"name": "Anna"}, "predicate": "lives_in", "object": {"name": WORD}})
    assert before["commonplace_jobs", "queued"] == 1  # the vector of the person's own name
    work()
    for _ in range(2):
        api.post("/retrieve", {"query": f"Who lives in {WORD}?"})
    after = figures(client, "token")

    def more(*name: str) -> float:
        return after[name] - before.get(name, 0)

    assert more("commonplace_retrieval_seconds_count", "no") == 1
    assert more("commonplace_retrieval_seconds_count", "yes") == 1
    assert more("commonplace_job_seconds_count", "embed", "yes") == 1
    assert after["commonplace_jobs", "failed"] == 0


def test_without_a_tracer_no_span_is_kept_o38_o62(api, work, minilm):
    """O38, O62: off by default: the API alone is there, and what it opens records nothing."""
    assert not isinstance(trace.get_tracer_provider(), TracerProvider)
    with telemetry.span("retriever.retrieve") as opened:
        assert not opened.is_recording()


def test_a_retrieval_and_a_reading_are_spans_without_words_o38_o62(api, spans, work, minilm):
    """O38, O62: `ingest.document` and `retriever.retrieve`, once a tracer is installed."""
    api.post("/documents", {"text": f"# A letter\n\nAnna went to {WORD}.", "title": WORD})
    work()
    api.post("/retrieve", {"query": f"Who went to {WORD}?"})
    found = {span.name: span for span in spans.get_finished_spans()}
    assert {"ingest.document", "retriever.retrieve"} <= set(found)
    assert found["retriever.retrieve"].attributes["retrieval.items"] >= 1
    assert found["ingest.document"].attributes["job.attempt"] == 1
    assert all(WORD not in span.to_json() for span in found.values())


def test_what_fails_has_the_name_of_its_error_alone_in_span_and_log(api, spans, work, monkeypatch, caplog):
    def broken(document, now, beat):
        raise ValueError(f"cannot read {document.text}")

    monkeypatch.setattr(stages, "parse", broken)
    monkeypatch.setitem(run.STAGES, Document.Stage.PARSED, (broken, Document.Stage.CHUNKED))
    api.post("/documents", {"text": f"Anna went to {WORD}."})
    work()
    (span,) = [span for span in spans.get_finished_spans() if span.name == "ingest.document"]
    assert (span.status.description, span.events) == ("ValueError", ())
    (record,) = [record for record in caplog.records if record.exc_info]
    line = AsJson().format(record)
    told = json.loads(line)
    assert (told["level"], told["logger"], told["error"]) == ("ERROR", "graph.jobs", "ValueError")
    assert any("broken" in place for place in told["places"])
    assert WORD not in line


def test_a_log_line_is_one_json_object(capsys):
    try:
        raise KeyError("a\nb")
    except KeyError:
        record = logging.LogRecord("x", logging.INFO, "f", 1, "two\nlines of %s", ("it",), sys.exc_info())
    line = AsJson().format(record)
    assert "\n" not in line
    assert json.loads(line)["message"] == "two\nlines of it"
    assert json.loads(line)["at"].endswith("+00:00")
