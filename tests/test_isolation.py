"""Every page, operation and command, as another person and as nobody; the owner succeeds with the same rows."""

from __future__ import annotations

import re

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from assistant.memory import answer_wishes
from graph.models import Fact
from graph.predicates import ANSWER_WISH
from graph.projections import adjacency, pending, vectors
from tests.owned import SECRET, Book, book, everything_of
from tests.tables import show

pytestmark = pytest.mark.django_db

OPEN = {"login", "begin", "healthz", "readyz", "metrics"}  # pages that answer to anybody
SIGNS_OUT = {"logout", "close-account"}
SAYS_NO_IN_WORDS = {"fact-decide", "inbox-mend"}  # they answer with the stranger's own page


@pytest.fixture(autouse=True)
def _at_the_fixed_moment(now, monkeypatch):
    from assistant.streaming import runs
    from graph import clock

    monkeypatch.setattr(clock, "now", lambda: now)
    monkeypatch.setattr(runs, "start", lambda *_: None)


@pytest.fixture
def owned(user, now) -> Book:
    answer_wishes.add(user, f"as in {SECRET}", now)
    return book(user, now)


def patterns(resolver=None, prefix: str = "") -> list[tuple[str, str]]:
    """Every address of the site as (route, name)."""
    found: list[tuple[str, str]] = []
    for one in (resolver or get_resolver()).url_patterns:
        route = prefix + str(one.pattern)
        found += patterns(one, route) if isinstance(one, URLResolver) else [(route, one.name or "")]
    return found


def pages() -> list[tuple[str, str]]:
    return [(route, name) for route, name in patterns() if not route.startswith(("api/", "v1/", "admin/"))]


def of(owned: Book, name: str) -> int | None:
    """The id that the address called `name` takes."""
    ids = {
        "message-learned": owned.question.pk,
        "message": owned.answer.pk,
        "conversation": owned.conversation.pk,
        "judge": owned.item.pk,
        "inbox-settle": owned.conflict.pk,
        "inbox-mend": owned.waiting.pk,
        "inbox-mean": owned.waiting.pk,
        "entity": owned.entity.pk,
        "fact-decide": owned.waiting.pk,
        "conflict-resolve": owned.conflict.pk,
        "document": owned.document.pk,
        "undo": owned.change.pk,
        "run-undo": owned.change.pk,
        "import-undo": owned.brought.pk,
        "moving-go-on": owned.brought.pk,
        "token-revoke": owned.token.pk,
        "wish-take-back": Fact.objects.get(user=owned.user, predicate=ANSWER_WISH).pk,
    }
    return ids.get(name) or ids.get(name.split("-")[0])


def addresses(owned: Book) -> dict[str, str]:
    """The owner's address of every page, by its name."""
    found = {}
    for route, name in pages():
        assert name, f"{route} has no name"
        taken = of(owned, name) if "<int:pk>" in route else None
        assert taken or "<" not in route, f"say in `of` which row {name} takes"
        found[name] = reverse(name, args=[taken] if taken else [])
    return found


def forms(owned: Book) -> dict[str, dict]:
    """What is sent to a page that needs more than its address."""
    fact = {"subject": owned.entity.name, "reads": "lives in", "says": "Nowhere"}
    return {
        "inbox-decide": {"ids": owned.waiting.pk, "decision": "confirm"},
        "inbox-mend": fact,
        "inbox-mean": {"end": "subject", "entity": owned.other_entity.pk},
        "entity-fact": fact,
        "entity-edit": {"name": "Mine now", "type": "person"},
        "entity-merge": {"other": owned.other_entity.name},
        "fact-decide": {"decision": "reject", "entity": owned.entity.pk},
        "inbox-settle": {"decision": "newer"},
        "conflict-resolve": {"decision": "newer"},
        "message-send": {"text": "hello", "conversation": owned.conversation.pk},
        "judge": {"helpful": "yes"},
        "message-judge": {"helpful": "yes"},
        "conversation-rename": {"title": "Mine now"},
        "erase-everything": {"sure": "ERASE"},
        "close-account": {"password": "paper and ink"},
        "twins-merge": {"keep": owned.entity.pk, "absorb": owned.other_entity.pk},
        "twins-apart": {"keep": owned.entity.pk, "absorb": owned.other_entity.pk},
        "health-maintain": {"pass": "importance"},
        "relations-merge": {"name": owned.predicate.name, "into": "lives in"},
        "relations-part": {"name": owned.predicate.name},
        "relations": {"name": owned.predicate.name, "asked_as": "mine now"},
    }


def in_passing(send, *args, **options):
    """The answer to a request whose writes are taken back."""
    savepoint = transaction.savepoint()
    answer = send(*args, **options)
    transaction.savepoint_rollback(savepoint)
    for projection in (adjacency, pending, vectors):
        projection.forget()
    return answer


def text_of(answer) -> str:
    return "" if answer.streaming else answer.content.decode(errors="replace")


def test_no_page_shows_or_changes_anothers_rows(owned, other_user, settings):
    settings.METRICS_TOKEN = "of the monitor"  # so that the figures, which are of no person, are looked at too
    stranger, owner = (Client(headers={"Authorization": "Bearer of the monitor"}) for _ in range(2))
    stranger.force_login(other_user)
    owner.force_login(owned.user)
    before, sent, reached = everything_of(owned.user), forms(owned), set()
    for name, url in addresses(owned).items():
        takes_a_row = of(owned, name) is not None and any(mark in url for mark in "0123456789")
        for method in ("get", "post"):
            data = sent.get(name, {}) if method == "post" else {}
            refused = in_passing(getattr(stranger, method), url, data)
            assert SECRET not in text_of(refused) or name in SAYS_NO_IN_WORDS, (method, url)
            if takes_a_row and name not in SAYS_NO_IN_WORDS:
                assert refused.status_code in {404, 405}, (method, url)
            welcome = in_passing(getattr(owner, method), url, data)
            for client, person in ((stranger, other_user), (owner, owned.user)) if name in SIGNS_OUT else ():
                client.force_login(person)
            if welcome.status_code != 405:
                assert welcome.status_code in {200, 204, 302}, (method, url, text_of(welcome)[:300])
                reached.add(name)
    assert everything_of(owned.user) == before
    assert reached == set(addresses(owned))
    show(f"{len(reached)} addresses of pages walked as owner, as another and as nobody")


def test_what_a_stranger_sends_changes_nothing(owned, other_user):
    """The same without taking anything back: whatever a stranger's requests wrote, none of it is the owner's."""
    stranger = Client()
    stranger.force_login(other_user)
    before, sent = everything_of(owned.user), forms(owned)
    for name, url in addresses(owned).items():
        if name not in {*SIGNS_OUT, "password"}:
            stranger.post(url, sent.get(name, {}))
    assert everything_of(owned.user) == before
    for name in ("chat", "inbox", "index", "conflicts", "documents", "ledger", "settings", "more", "map", "health"):
        assert SECRET not in stranger.get(reverse(name)).text, name


def test_nobody_is_led_to_the_sign_in_by_every_page(owned):
    nobody, before = Client(), everything_of(owned.user)
    for name, url in addresses(owned).items():
        for method in ("get", "post"):
            answer = getattr(nobody, method)(url, forms(owned).get(name, {}) if method == "post" else {})
            if name in OPEN:
                assert SECRET not in text_of(answer), url
            else:
                allowed = {302, 405} if name == "logout" else {302}
                assert answer.status_code in allowed, (method, url)
                assert answer.headers.get("Location", "/login/").startswith("/login/"), (method, url)
    assert everything_of(owned.user) == before


def admin_addresses(owned: Book) -> list[str]:
    rows = {
        "entity": owned.entity,
        "fact": owned.confirmed,
        "document": owned.document,
        "conversation": owned.conversation,
    }
    rows |= {"message": owned.answer, "apitoken": owned.token, "user": owned.user, "change": owned.change}
    found = []
    for route, _ in patterns():
        if route.startswith("admin/") and "^" not in route and "(?P" not in route and "login" not in route:
            model = route.split("/")[2] if route.count("/") > 2 else ""
            row = str(rows[model].pk) if model in rows else "1"
            found.append("/" + re.sub(r"<[^>]+>", row, route))
    return found


def test_the_admin_pages_are_for_staff_alone(owned, other_user):
    stranger, nobody, staff = Client(), Client(), Client()
    stranger.force_login(other_user)
    listed = admin_addresses(owned)
    for url in listed:
        for client in (stranger, nobody):
            for method in ("get", "post"):
                answer = getattr(client, method)(url)
                assert SECRET not in text_of(answer), url
                if url != "/admin/logout/":
                    assert answer.status_code in {302, 403}, url
                    assert "/login/" in answer.headers.get("Location", "/login/"), url
    other_user.is_staff = other_user.is_superuser = True
    other_user.save()
    staff.force_login(other_user)
    assert SECRET in staff.get(f"/admin/graph/entity/{owned.entity.pk}/change/").text
    show(f"{len(listed)} addresses of the admin walked as another and as nobody")
