"""A graph made link by link over HTTP, and walked."""

from __future__ import annotations


def link(api, subject: str, predicate: str, target: str, **more) -> dict:
    ends = {"subject": {"name": subject}, "object": {"name": target}}
    status, fact = api.post("/facts", {**ends, "predicate": predicate, **more})
    assert status in (200, 201), fact
    return fact


def pk(api, name: str) -> str:
    return api.post("/entities/resolve", {"text": name})[1]["resolved"]


def walk(api, start: str, **options) -> list[dict]:
    status, answer = api.post("/traverse", {"start": pk(api, start), **options})
    assert status == 200, answer
    return answer["results"]


def names(found: list[dict]) -> list[str]:
    return [one["name"] for one in found]
