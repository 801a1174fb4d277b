"""What web processes stand: retrievals a second by their number, fifty chats at once, memory by people served."""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from assistant.bench import scripted
from assistant.bench.serving import NotServing, Web, busy, processes, sent, together
from assistant.http import tokens
from graph.bench.report import percentile
from graph.bench.seeding import Seeded, seed
from graph.bench.suites import Measured, Options
from graph.bench.throwaway import throwaway
from graph.projections import embed

PROCESSES = (1, 2, 4)
CLIENTS = 8  # that send at once: enough to keep four processes busy
SECONDS = 10.0  # of each throughput
CHATS = 50  # at once
ASKED_EACH = 3  # questions of each person while memory is looked at


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: how often a second (0 for what is no rate), its spread, and what stands beside it."""

    what: str
    processes: int
    rate: float
    p50: float
    p95: float
    beside: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a book, and the key to it."""

    seeded: Seeded
    token: str


def suite(options: Options) -> Measured:
    rows = list(measured(options))
    return Measured(table(rows), [asdict(row) for row in rows])


def measured(options: Options) -> Iterator[Row]:
    facts, say = max(options.sizes), options.say
    with throwaway() as place, scripted.running() as model:
        people = []
        for number in range(options.users):
            say(f"seeding {facts:,} facts of person {number + 1} of {options.users}")
            people.append(_person(number, facts, options))
        answering = {"ASSISTANT_MODEL": "openai/scripted", "ASSISTANT_API_BASE": model, "ASSISTANT_API_KEY": "k"}
        say(f"starting {max(PROCESSES)} web processes")
        with processes(max(PROCESSES), place, **answering) as webs:
            for web in webs:
                _warmed(web, people[0])
            yield from _memory(webs, people, facts, say)
            yield from _throughput(webs, people, say)
            yield from _chats(webs, people, model, say)


def _person(number: int, facts: int, options: Options) -> Person:
    name, model = f"bench-{number}", embed.model_name()
    seeded = seed(facts, model=model, dimension=embed.dimension(), now=options.now, name=name)
    _, token = tokens.create(user=seeded.user, scopes=["read", "propose", "write"], now=options.now)
    return Person(seeded, token)


def _question(person: Person, number: int) -> str:
    """One that no process has embedded or answered before."""
    names = person.seeded.names
    return (
        f"What does {names[number % len(names)]} like, and who knows {names[(number * 7 + 1) % len(names)]}, {number}?"
    )


def _retrieve(connection: http.client.HTTPConnection, person: Person, number: int) -> dict:
    body = {"query": _question(person, number), "config": {"cache_ttl": 0}, "explain": False}
    return sent(connection, "POST", "/api/v1/retrieve", person.token, body)


def _warmed(web: Web, person: Person) -> None:
    """Wait until the process has its embedding model. Raises NotServing."""
    ends = time.monotonic() + 180
    body = {"query": "Are you there?", "config": {"cache_ttl": 0}}
    while "keyword_only" in (lacking := web.ask("POST", "/api/v1/retrieve", person.token, body)["degraded"]):
        if "model_loading" not in lacking or time.monotonic() > ends:
            raise NotServing("A web process did not load its embedding model.")
        time.sleep(0.5)


def _memory(webs: Sequence[Web], people: Sequence[Person], facts: int, say) -> Iterator[Row]:
    """Every person asks the first process; the last one, which knows one book, is what it is compared with."""
    say(f"asking as each of {len(people)} people")
    serving, idle = webs[0], webs[-1]
    connection = http.client.HTTPConnection("127.0.0.1", serving.port, timeout=180)
    steps, took = [], []
    for place, person in enumerate(people, start=1):
        for number in range(ASKED_EACH):
            began = time.perf_counter()
            _retrieve(connection, person, 1_000_000 + place * 10 + number)
            took.append((time.perf_counter() - began) * 1000)
        if place in {1, 2, 4, 8, 16, 32, 64, len(people)}:
            steps.append(f"{place}: {serving.megabytes():.0f}")
    connection.close()
    firsts, rest = sorted(took[::ASKED_EACH]), sorted(took[1::ASKED_EACH] + took[2::ASKED_EACH])
    kept = f"MB by people served: {', '.join(steps)}; a process with one of them {idle.megabytes():.0f} MB"
    yield Row(f"memory, {len(people)} people x {facts:,} facts", 1, 0.0, 0.0, 0.0, kept)
    yield _row("a person's first question", 1, firsts, 0.0, "loads the book")
    yield _row("their next ones", 1, rest, 0.0)


def _throughput(webs: Sequence[Web], people: Sequence[Person], say) -> Iterator[Row]:
    alone, few = 0.0, people[:CLIENTS]
    for number in PROCESSES:
        say(f"retrieving with {number} web processes")
        some = webs[:number]
        for web in some:  # the books are loaded before anything counts
            for person in few:
                web.ask(
                    "POST", "/api/v1/retrieve", person.token, {"query": "Is all there?", "config": {"cache_ttl": 0}}
                )
        control = busy(some, CLIENTS, SECONDS / 2, lambda connection, _: sent(connection, "GET", "/healthz"))
        asked = busy(some, CLIENTS, SECONDS, lambda connection, one: _retrieve(connection, few[one % len(few)], one))
        rate, healthy = len(asked) / SECONDS, len(control) / (SECONDS / 2)
        alone = alone or rate
        yield _row("healthz (control)", number, sorted(control), healthy)
        beside = f"{rate / alone:.2f} of one process, {rate / healthy:.3f} of the control"
        yield _row("retrieve", number, sorted(asked), rate, beside)


def _chats(webs: Sequence[Web], people: Sequence[Person], model: str, say) -> Iterator[Row]:
    """So many chats at once in one process and in two; beside them as many streams straight from the model."""
    port = int(model.rsplit(":", 1)[1].split("/")[0])
    say(f"{CHATS} streams straight from the model")
    direct = _streams([(port, "/v1/chat/completions", "", {"model": "m", "messages": [], "stream": True})] * CHATS)
    yield from _heard(f"{CHATS} streams of the model (control)", 0, direct, 0.0)
    whole = percentile(sorted(total for _, total in direct), 0.95)
    for number in PROCESSES[:2]:
        for web in webs[:number]:  # the model's client is loaded with the first answer
            _streams([(web.port, "/api/v1/chat", people[0].token, {"message": "Hello there, who are you?"})])
        say(f"{CHATS} chats at once with {number} web processes")
        wanted = []
        for place in range(CHATS):
            person = people[place % len(people)]
            body = {"message": _question(person, 2_000_000 + place + 1000 * number)}
            wanted.append((webs[place % number].port, "/api/v1/chat", person.token, body))
        yield from _heard(f"{CHATS} chats at once", number, _streams(wanted), whole)


def _heard(what: str, number: int, told: Sequence[tuple[float, float]], control: float) -> Iterator[Row]:
    first, whole = sorted(one for one, _ in told), sorted(total for _, total in told)
    beside = f"p95 {percentile(whole, 0.95) / control:.1f} times the control's" if control else ""
    yield _row(f"{what}: first word", number, first, 0.0)
    yield _row(f"{what}: whole answer", number, whole, 0.0, beside)


def _streams(wanted: Sequence[tuple[int, str, str, dict]]) -> list[tuple[float, float]]:
    """All requests at once: milliseconds to the first piece of text and to the end of each. Raises NotServing."""
    told: list[tuple[float, float]] = []
    failures: list[str] = []

    def one(port: int, path: str, token: str, body: dict) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=180)
        began, first = time.perf_counter(), 0.0
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        for line in answer:
            if not first and (b'"delta"' in line and b"word0" in line):
                first = (time.perf_counter() - began) * 1000
        connection.close()
        if answer.status != 200 or not first:
            failures.append(f"{path} answered {answer.status} without the model's words")
        else:
            told.append((first, (time.perf_counter() - began) * 1000))

    together([lambda asked=asked: one(*asked) for asked in wanted])  # type: ignore[misc]
    if failures or len(told) < len(wanted):
        raise NotServing(failures[0] if failures else "a stream broke")
    return told


def _row(what: str, number: int, ascending: Sequence[float], rate: float, beside: str = "") -> Row:
    return Row(what, number, rate, percentile(ascending, 0.50), percentile(ascending, 0.95), beside)


def table(rows: Sequence[Row]) -> str:
    """The rows as lines of text, with what the machine has."""
    lines = [f"{'what':<44} {'processes':>9} {'a second':>9} {'p50 ms':>9} {'p95 ms':>9}  beside"]
    for row in rows:
        rate = f"{row.rate:.1f}" if row.rate else ""
        spread = f"{row.p50:>9.1f} {row.p95:>9.1f}" if row.p95 else f"{'':>19}"
        number = str(row.processes) if row.processes else ""
        lines.append(f"{row.what:<44} {number:>9} {rate:>9} {spread}  {row.beside}".rstrip())
    lines.append(f"{os.cpu_count()} cores, shared by the processes, {CLIENTS} clients and whatever else runs here")
    return "\n".join(lines)
