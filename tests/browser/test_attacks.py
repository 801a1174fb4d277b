"""A real browser on pages full of hostile text: no script runs, nothing is asked for, nothing opens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request

import pytest
from playwright.sync_api import Page, expect

from tests.assistant.attacks import ATTACKS, ELSEWHERE, MARK
from tests.browser.conftest import Site
from tests.servers import ROOT

pytestmark = pytest.mark.browser


@pytest.fixture
def send(site: Site):
    """Call the API as the person, with a token made on the command line."""

    def command(*words: str) -> str:
        environment = os.environ | {
            "ASSISTANT_DATA_DIR": str(site.data),
            "DJANGO_SETTINGS_MODULE": "assistant.settings",
        }
        done = subprocess.run(
            [sys.executable, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout.strip().splitlines()[-1]

    command("create_user", "ines", "--password", "paper and ink")
    token = command("create_token", "attacks", "--user", "ines")

    def call(path: str, body: dict) -> dict:
        request = urllib.request.Request(
            f"{site.url}/api/v1{path}",
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.loads(answer.read())

    return call


def test_pages_full_of_hostile_text_ask_for_nothing_and_run_nothing(page: Page, send):
    """The page fixture adds: no request elsewhere, no error in the console, so no broken policy either."""
    for attack in ATTACKS:
        about = {"subject": {"name": "Anna"}, "status": "staged"}
        match attack.way:
            case "fact":
                send("/facts", {**about, "predicate": "note", "value": attack.text})
            case "entity":
                send("/facts", {**about, "predicate": "knows", "object": {"name": attack.text}})
            case "document" | "title" | "model":
                send("/documents", {"title": attack.text[:300], "text": f"About Anna. {attack.text}"})
            case "message":
                send("/chat", {"message": attack.text, "stream": False})
    dialogs: list[str] = []
    asked: list[str] = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    page.goto("/login/")
    page.fill("input[name=username]", "ines")
    page.fill("input[name=password]", "paper and ink")
    page.get_by_role("button", name="Sign in").click()
    page.on("request", lambda request: asked.append(request.url))
    page.fill("textarea", f"What is Anna's note about {MARK}?")
    page.keyboard.press("Enter")
    page.wait_for_url("**/c/*/")  # what is read before the page has moved on is gone
    page.wait_for_selector(".answer")
    expect(page.locator("article[aria-busy=true]")).to_have_count(0, timeout=120_000)
    page.wait_for_selector(".margin .ev li")
    page.locator(".margin details").evaluate_all("all => all.forEach(one => { one.open = true; })")
    seen = MARK in page.locator("main").inner_html()
    for place in ("/inbox/", "/index/", "/documents/", "/days/", "/ledger/", "/conflicts/"):
        page.goto(place)
        seen = seen and (MARK in page.locator("main").inner_html() or place in ("/conflicts/", "/days/"))
        links = page.locator("main a[href^='/index/'], main a[href^='/documents/']")
        for address in links.evaluate_all("all => all.slice(0, 6).map(link => link.getAttribute('href'))"):
            asked_page = page.context.new_page()
            asked_page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
            asked_page.on("request", lambda request: asked.append(request.url))
            asked_page.goto(address)
            asked_page.close()
    time.sleep(1)  # what would be asked for late
    assert seen
    assert dialogs == []
    assert [url for url in asked if ELSEWHERE in url or MARK in url.split("?")[0]] == []
    assert page.evaluate("document.querySelectorAll('img, iframe, object, embed, base, style').length") == 0
