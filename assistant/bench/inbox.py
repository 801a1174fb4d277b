"""How long the server takes from one decision to the next card, with as many proposals waiting as are asked for."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

from django.conf import settings
from django.test import Client
from django.urls import reverse

from graph.bench.report import Timing, as_json, percentile, table, timed
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.curation import facts, owners
from graph.curation.candidates import Candidate, Name
from graph.curation.recorder import Actor
from graph.documents import store
from graph.models import Change, Document, Fact, User

RUNS = 60  # decisions of each kind: one sitting
AT_ONCE = 500  # proposals of one document
GOAL = "goal: below 100"
RELATIONS = ("likes", "knows", "works_on", "uses", "lives_in", "speaks")


def inbox(options: Options) -> Measured:
    """A table of every step at each size."""
    timings: list[Timing] = []
    for size in options.sizes:
        with throwaway():
            options.say(f"staging {size:,} proposals")
            user = owners.create(username="bench", password=None, name="Bench", now=options.now)
            _stage(user, size, options.now)
            options.say(f"deciding with {size:,} proposals waiting")
            timings += list(_measured(user, size))
    return Measured(table(timings), as_json(timings))


def _stage(user: User, size: int, now: dt.datetime) -> None:
    """Proposals with quotes from documents of their own, some of them in conflict with each other."""
    by = Actor(Change.Actor.EXTRACTOR, user)
    for number in range(0, size, AT_ONCE):
        text = f"Letter {number}. " + " ".join(f"Person {n} was named here." for n in range(20))
        document = Document.objects.create(
            user=user, title=f"Letter {number}", text=text, sha256=f"{number:064}", status="ready", created_at=now
        )
        [passage] = store.add(document, [store.Passage(text)], now)
        candidates = [
            Candidate(
                Name(f"Person {n // 5}", "person"),
                RELATIONS[n % len(RELATIONS)],
                object=Name(f"Thing {n * 7 % (size // 2 or 1)}"),
                quote="Person 7 was named here.",
                chunk=passage.pk,
                source="file" if n % 2 else "conversation",
                confidence=0.9,
            )
            for n in range(number, min(number + AT_ONCE, size))
        ]
        facts.stage(user=user, candidates=candidates, by=by, now=now, run=f"document:{document.pk}")


def _measured(user: User, size: int) -> Iterator[Timing]:
    browser = Client(headers={"HX-Request": "true"}, SERVER_NAME=next(iter(settings.ALLOWED_HOSTS), "localhost"))
    browser.force_login(user)
    place = reverse("inbox")
    waiting = list(Fact.objects.for_user(user).staged().order_by("-created_at", "id").values_list("pk", flat=True))
    numbers = count()

    def step(what: str, calls: Sequence[Callable[[], object]]) -> Timing:
        """Timed by the clock; the note has what the processor spent, which other work on the machine changes less."""
        spent: list[float] = []

        def counted(call: Callable[[], object]) -> Callable[[], None]:
            def run() -> None:
                began = time.process_time()
                call()
                spent.append((time.process_time() - began) * 1000)

            return run

        timing = timed(f"inbox: {what}", size, [counted(call) for call in calls])
        busy = sorted(spent[1:])
        return replace(
            timing, note=f"processor p50 {percentile(busy, 0.5):.0f}, p95 {percentile(busy, 0.95):.0f}; {GOAL}"
        )

    def decide(decision: str) -> Callable[[], object]:
        def send() -> None:
            number = next(numbers)
            sent = {"ids": waiting[number], "decision": decision, "next": waiting[number + 1]}
            answer = browser.post(reverse("inbox-decide"), sent)
            assert b'class="card"' in answer.content, answer.status_code

        return send

    def look(asked: str) -> Callable[[], object]:
        return lambda: browser.get(f"{place}?{asked}")

    yield step("confirm, to the next card", [decide("confirm")] * RUNS)
    yield step("reject, to the next card", [decide("reject")] * RUNS)
    yield step("open another card", [look(f"at={pk}") for pk in waiting[-RUNS:]])
    yield step("undo", [lambda: browser.post(reverse("undo-last"), {"next": place})] * RUNS)
    yield step("find words", [look(f"q=person+{n}") for n in range(RUNS)])
    yield step("one relation, by subject", [look("relation=likes&group=about")] * RUNS)
