"""What holds for every page: the policy, the words, and that nobody sees another's rows."""

from __future__ import annotations

import re

import pytest
from django.urls import get_resolver, reverse

from assistant.http import tokens
from assistant.memory import answer_wishes
from graph.models import Change, Conflict, Document, Job

pytestmark = pytest.mark.django_db

NEVER_SAID = re.compile(
    r"\b(embedding|vector|node|edge|entity|predicate|chunk|staged|token|extraction|retrieval|RRF)s?\b"
)


@pytest.fixture
def addresses(user, confirmed, waiting, answer, conversation, now):
    """The id that each address with an id takes."""
    document = Document.objects.create(user=user, title="Letters", sha256="1" * 64, status="failed", created_at=now)
    token = tokens.create(user=user, scopes=["read"], now=now)[0]
    payload = {"format": "csv", "path": "gone", "name": "people.csv", "dry_run": False, "report": {}}
    brought = Job.objects.create(
        user=user, kind="import", key="k", payload=payload, state="done", due_at=now, created_at=now
    )
    ids = {
        "run-undo": Change.objects.get(verb="stage").pk,
        "import-undo": brought.pk,
        "moving-go-on": brought.pk,
        "conversation": conversation.pk,
        "message": answer.pk,
        "message-learned": answer.reply_to_id,
        "judge": answer.retrieval.items.order_by("pk")[0].pk,
        "inbox-settle": Conflict.objects.get().pk,
        "inbox-mend": waiting.pk,
        "inbox-mean": waiting.pk,
        "entity": confirmed.subject_id,
        "fact-decide": waiting.pk,
        "conflict-resolve": Conflict.objects.get().pk,
        "document": document.pk,
        "undo": Change.objects.get(verb="state").pk,
        "token-revoke": token.pk,
    }
    answer_wishes.add(user, "in short sentences", now)
    ids["wish-take-back"] = answer_wishes.in_force(user, now).get().pk
    for name in own_names():
        prefix = name.split("-")[0]
        if name not in ids and prefix in ids:
            ids[name] = ids[prefix]
    return ids


def own_names() -> list[str]:
    """Every page's and fragment's name that takes an id."""
    return [
        pattern.name
        for pattern in get_resolver().url_patterns
        if getattr(pattern, "name", None) and "<int:pk>" in str(pattern.pattern)
    ]


PLAIN = [
    "chat",
    "inbox",
    "index",
    "facts",
    "twins",
    "map",
    "health",
    "moving",
    "conflicts",
    "days",
    "documents",
    "ledger",
    "settings",
    "settings-retrieval",
    "search",
    "password",
    "more",
    "imported",
    "begin",
]
WITH_ID = ["conversation", "entity", "document", "run-undo", "entity-erase"]


@pytest.fixture
def pages(page, addresses):
    """The HTML of every page."""
    urls = [reverse(name) for name in PLAIN] + [reverse(name, args=[addresses[name]]) for name in WITH_ID]
    urls += [reverse("search") + "?q=Anna&expand=1&verbose=1"]
    urls += [reverse("inbox") + "?edit=1", reverse("entity", args=[addresses["entity"]]) + "?edit=1"]
    urls += [f"{reverse(name)}?as_of=2020-01-01" for name in ("facts", "index", "map")]
    urls += [
        reverse("inbox") + "?group=kind&q=anna",
        reverse("conversation", args=[addresses["conversation"]]) + "?show=left",
    ]
    return {url: page.get(url) for url in urls}


def test_no_page_holds_a_script_or_style_of_its_own(pages):
    for url, answer in pages.items():
        assert answer.status_code == 200, url
        assert not re.search(r"\sstyle=|\son\w+=|<style|hx-on|\[[^\]]*\]\"\s*hx-trigger", answer.text), url
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", answer.text)), url


def test_every_page_carries_the_strict_policy(pages):
    for answer in pages.values():
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "style-src 'self'" in policy
        assert "img-src 'self' data:" in policy
        assert "unsafe" not in policy


def test_no_page_speaks_of_the_machinery(pages):
    for url, answer in pages.items():
        words = re.sub(r"<script.*?</script>|<[^>]+>", " ", answer.text, flags=re.DOTALL)
        assert NEVER_SAID.findall(words) == [], url


def test_every_form_that_changes_something_is_protected(pages):
    for url, answer in pages.items():
        for form in re.findall(r"<form[^>]*method=\"post\".*?</form>", answer.text, flags=re.DOTALL):
            assert "csrfmiddlewaretoken" in form, url


# A list of what was decided has no row of its own to be missing, and answers that nothing was decided.
DECIDES_NOTHING = {"fact-decide", "inbox-mend"}


def test_another_person_finds_none_of_ones_rows(page, stranger, addresses):
    assert set(addresses) == set(own_names())
    for name, pk in addresses.items():
        url = reverse(name, args=[pk])
        answers = [stranger.get(url), stranger.post(url)]
        assert {answer.status_code for answer in answers} <= {404, 405, *({200, 302} & allowed(name))}, name


def allowed(name: str) -> set[int]:
    return {200, 302} if name in DECIDES_NOTHING else set()


def test_the_owner_finds_them_all(page, addresses, started):
    for name, pk in addresses.items():
        if name in {"message-stream"}:  # an asynchronous page, tested by itself
            continue
        assert page.get(reverse(name, args=[pk])).status_code in {200, 302, 405}, name


def test_another_persons_facts_are_neither_decided_nor_mended(stranger, waiting, confirmed):
    stranger.post(reverse("inbox-decide"), {"ids": waiting.pk, "decision": "confirm"})
    stranger.post(reverse("fact-decide", args=[waiting.pk]), {"decision": "reject"})
    data = {"subject": "Anna", "reads": "lives in", "says": "Nowhere"}
    assert "There is no fact" in stranger.post(reverse("inbox-mend", args=[waiting.pk]), data).text
    waiting.refresh_from_db()
    assert waiting.status == "staged"
    assert waiting.object.name == "Porto"


def test_what_is_not_there_is_said_in_words(page, settings):
    answer = page.get("/c/999999/")
    assert answer.status_code == 404
    assert "There is no such page." in answer.text
