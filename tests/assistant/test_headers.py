"""What every answer carries, and what keeps a session or a token one's own."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from assistant.http import tokens
from assistant.models import ApiToken
from tests.conftest import token_for

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
}
PLACES = ["/", "/login/", "/nowhere/", "/c/999/", "/healthz", "/api/v1/health", "/api/v1/entities", "/api/v1/docs"]
ADMIN = ["/admin/", "/admin/graph/fact/", "/admin/graph/entity/", "/admin/graph/user/1/change/", "/admin/jsi18n/"]


def policy_of(answer) -> dict[str, str]:
    parts = [one.strip().partition(" ") for one in answer.headers["Content-Security-Policy"].split(";") if one.strip()]
    return {name: sources for name, _, sources in parts}


@pytest.mark.parametrize("who", ["nobody", "person", "staff"])
def test_every_answer_carries_the_policy_and_its_companions(client, user, who):
    """Pages, errors, the API, the admin: the same strict policy, without an exception."""
    if who != "nobody":
        user.is_staff = user.is_superuser = who == "staff"
        user.save()
        client.force_login(user)
    for place in [*PLACES, *ADMIN]:
        answer = client.get(place)
        assert answer.status_code in {200, 302, 401, 403, 404}, place
        assert policy_of(answer) == POLICY, place
        assert answer.headers["Referrer-Policy"] == "same-origin"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_the_admins_pages_need_nothing_that_the_policy_forbids(client, user):
    """No script or style of their own inside the page."""
    user.is_staff = user.is_superuser = True
    user.save()
    client.force_login(user)
    for place in ADMIN[:-1]:
        html = client.get(place).text
        assert "<style" not in html
        assert " style=" not in html
        assert " onclick=" not in html
        for tag in html.split("<script")[1:]:
            head = tag.split(">")[0]
            assert "src=" in head or "application/json" in head, (place, head)


def test_a_session_cookie_cannot_be_read_by_script_or_sent_from_elsewhere(client, user):
    answer = client.post(reverse("login"), {"username": "ines", "password": "paper and ink"})
    for name in ("sessionid", "csrftoken"):
        cookie = answer.cookies[name]
        assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax"), name


def test_signing_in_makes_a_new_session_and_signing_out_ends_it(client, user):
    client.get(reverse("login"))
    client.post(reverse("login"), {"username": "ines", "password": "paper and ink"})
    key = client.session.session_key
    thief = Client()
    thief.cookies["sessionid"] = key
    assert thief.get(reverse("inbox")).status_code == 200
    client.post(reverse("logout"))
    assert thief.get(reverse("inbox")).status_code == 302
    assert thief.get("/api/v1/entities").status_code == 401


def test_a_changed_password_ends_every_other_session(client, user):
    other = Client()
    for one in (client, other):
        one.post(reverse("login"), {"username": "ines", "password": "paper and ink"})
    new = {"old_password": "paper and ink", "new_password1": "pencil and rubber", "new_password2": "pencil and rubber"}
    assert client.post(reverse("password"), {**new, "old_password": "wrong"}).status_code == 200
    assert other.get(reverse("inbox")).status_code == 200
    assert client.post(reverse("password"), new).headers["Location"] == reverse("settings")
    assert client.get(reverse("inbox")).status_code == 200
    assert other.get(reverse("inbox")).status_code == 302
    assert not other.login(username="ines", password="paper and ink")


def test_a_forgotten_password_is_set_anew_on_the_command_line(client, user, monkeypatch):
    monkeypatch.setattr("getpass.getpass", lambda *_, **__: "pencil and rubber")
    call_command("changepassword", "ines", stdout=io.StringIO(), stderr=io.StringIO())
    assert not Client().login(username="ines", password="paper and ink")
    assert Client().login(username="ines", password="pencil and rubber")


def test_a_sign_in_leads_only_to_pages_of_our_own(client, user):
    sent = {"username": "ines", "password": "paper and ink", "next": "https://evil.example/"}
    assert client.post(reverse("login"), sent).headers["Location"] == reverse("chat")


def test_a_form_from_elsewhere_is_refused(user):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(user)
    for name in ("message-send", "undo-last", "token-create", "inbox-decide", "logout"):
        assert browser.post(reverse(name), {"text": "hello"}).status_code == 403, name


def test_a_token_is_stored_as_its_hash_and_shown_once(client, user, now):
    row, secret = tokens.create(user=user, scopes=["read"], name="cli", now=now)
    kept = ApiToken.objects.filter(pk=row.pk).values().get()
    assert secret not in map(str, kept.values())
    assert kept["digest"] == tokens.digest(secret)
    client.force_login(user)
    answer = client.post(reverse("token-create"), {"name": "Program", "scope": ["read"]}, follow=True)
    assert "cpl_" in answer.text
    assert "cpl_" not in client.get(reverse("settings")).text


def test_a_revoked_token_and_one_of_a_closed_account_open_nothing(client, user, now):
    tried = {"Authorization": f"Bearer {token_for(user, now)}"}
    assert client.get("/api/v1/stats", headers=tried).status_code == 200
    row = ApiToken.objects.get()
    client.force_login(user)
    client.post(reverse("token-revoke", args=[row.pk]))
    client.logout()
    assert client.get("/api/v1/stats", headers=tried).status_code == 401
    other = {"Authorization": f"Bearer {token_for(user, now)}"}
    user.is_active = False
    user.save()
    assert client.get("/api/v1/stats", headers=other).status_code == 401


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Basic aW5lczp4", "bearer cpl_x", "Bearer cpl_" + "x" * 9000]
)
def test_what_is_no_token_is_401(client, user, header):
    assert client.get("/api/v1/stats", headers={"Authorization": header}).status_code == 401


def test_scopes_imply_the_smaller_ones(client, user, now):
    for scope, statuses in (("read", [200, 403, 403]), ("propose", [200, 201, 403]), ("write", [200, 200, 201])):
        headers = {"Authorization": f"Bearer {token_for(user, now, (scope,))}"}
        send = {"content_type": "application/json", "headers": headers}
        fact = {"subject": {"name": "Tom"}, "predicate": "likes", "value": "tea"}
        found = [
            client.get("/api/v1/stats", headers=headers).status_code,
            client.post("/api/v1/facts", fact, **send).status_code,
            client.post("/api/v1/entities", {"name": f"Of {scope}"}, **send).status_code,
        ]
        assert found == statuses, scope


def managed(tmp_path, *words: str, **environment: str) -> subprocess.CompletedProcess:
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("ASSISTANT_", "PUBLIC_URL"))}
    own = {"ASSISTANT_DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "assistant.settings"}
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=ROOT, env={**clean, **own, **environment}, capture_output=True, text=True)


def test_deployed_under_https_the_check_finds_nothing_and_cookies_are_secure(tmp_path):
    address = {"PUBLIC_URL": "https://book.example.org"}
    done = managed(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **address)
    assert (done.returncode, "no issues" in done.stdout) == (0, True), done.stderr
    program = (
        "from django.conf import settings as s; print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, "
        "s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS, 'book.example.org' in s.ALLOWED_HOSTS, s.DEBUG)"
    )
    told = managed(tmp_path, "shell", "-v", "0", "-c", program, **address)
    assert told.stdout.split() == ["True", "True", "True", "31536000", "True", "False"], told.stderr
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
