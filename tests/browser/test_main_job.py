"""The main job in a real browser: set up, give a file, talk, confirm, ask, follow up, see why, undo."""

from __future__ import annotations

import itertools
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import shot

pytestmark = pytest.mark.browser

ATLAS = (
    "# Harbour Atlas\n\nThe atlas is printed by Tidewater Press. Mira Okafor binds the run of 400 copies by March.\n"
)


@pytest.fixture
def data(tmp_path):
    """No folder at all: here the first start makes everything."""
    return tmp_path / "data"


def set_up(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Begin your commonplace book")
    shot(page, "01-begin")
    page.fill("input[name=name]", "Ines Halloran")
    page.fill("input[name=password]", "paper and ink 7")
    page.fill("input[name=again]", "paper and ink 7")
    page.locator("main form button").first.click()
    expect(page.get_by_role("heading", name="Put something in it")).to_be_visible()
    shot(page, "02-put-something-in")


def say(page: Page, text: str, name: str) -> str:
    """Send a message and wait for its finished answer; returns the answer's words."""
    before = page.locator(".answer").count()
    page.fill("textarea", text)
    page.keyboard.press("Enter")
    expect(page.locator(".answer")).to_have_count(before + 1)
    expect(page.locator("article[aria-busy=true]")).to_have_count(0)
    shot(page, name)
    return page.locator(".answer").last.inner_text()


def test_set_up_give_a_file_talk_confirm_ask_follow_up_see_why_and_undo(page: Page):
    """J1 J44 J46 N32: everything a person does on the first day, without a model, a key or a network."""
    set_up(page)

    page.goto("/documents/")
    page.set_input_files(
        "input[type=file]", {"name": "atlas.md", "mimeType": "text/markdown", "buffer": ATLAS.encode()}
    )
    if page.get_by_role("button", name=re.compile("Add|Upload")).count():
        page.get_by_role("button", name=re.compile("Add|Upload")).first.click()
    expect(page.get_by_text("Harbour Atlas").first).to_be_visible()
    shot(page, "03-documents")

    page.goto("/")
    say(page, "My sister Anna lives in Lisbon. I prefer tea.", "04-told")
    expect(page.locator(".learned")).to_contain_text(re.compile(r"Learned \d things"), timeout=120_000)

    page.goto("/inbox/")
    waiting = int(page.locator(".rail a[href='/inbox/'] .count").inner_text())
    assert waiting >= 3
    shot(page, "05-inbox")
    for left in range(waiting - 1, -1, -1):
        claim = page.locator(".card .claim").inner_text()
        page.keyboard.press("y")
        if left:
            expect(page.locator(".card .claim")).not_to_have_text(claim)
    expect(page.locator(".card")).to_have_count(0)
    shot(page, "06-inbox-done")

    page.goto("/")
    answer = say(page, "Which city is my sibling in?", "07-asked")
    assert "Lisbon" in answer
    expect(page.locator(".margin")).to_contain_text("Lisbon")
    page.locator(".margin summary", has_text="Lisbon").click()
    expect(page.locator(".margin")).to_contain_text("My sister Anna lives in Lisbon.")
    expect(page.locator(".margin")).to_contain_text("Together")
    shot(page, "08-evidence")
    assert "Anna" in say(page, "and what is her name?", "09-follow-up")
    assert "Mira Okafor" in say(page, "Who does the binding of the atlas?", "10-from-the-file")

    say(page, "Anna moved to Porto.", "11-moved")
    expect(page.locator(".learned").last).to_contain_text("Learned 1 thing", timeout=120_000)
    page.goto("/conflicts/")
    expect(page.locator("main")).to_contain_text("Porto")
    expect(page.locator("main")).to_contain_text("Lisbon")
    shot(page, "12-conflict")

    page.goto("/ledger/")
    shot(page, "13-ledger")
    page.get_by_role("button", name="Undo").first.click()
    expect(page.locator(".rail a[href='/conflicts/']")).not_to_contain_text("1")


def test_every_page_is_accessible_and_fits_in_light_and_dark_wide_and_narrow(page: Page):
    """axe finds nothing, and nothing scrolls sideways, with the sample book in it; a reload keeps what was said."""
    set_up(page)
    page.get_by_role("button", name="look around with a sample book").click()
    say(page, "Where does my sister live?", "sample-answer")
    page.fill("textarea", "I live in Rotterdam.")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_count(2)
    page.reload()
    expect(page.locator("article[aria-busy=true]")).to_have_count(0)
    expect(page.locator(".said").last).to_contain_text("I live in Rotterdam.")
    expect(page.locator(".answer")).to_have_count(2)
    places = [
        "/begin/",
        page.url,
        "/inbox/",
        "/index/",
        "/conflicts/",
        "/relations/",
        "/documents/",
        "/days/",
        "/ledger/",
        "/settings/",
        "/more/",
    ]
    page.goto("/index/")
    places.append(page.locator("main a[href^='/index/']").nth(2).get_attribute("href"))
    for place in places:
        page.goto(place)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if place == "/relations/":
            page.locator(".relations summary").first.click()
        name = (place.split("/", 3)[-1] if "://" in place else place).strip("/").replace("/", "-") or "chat"
        for scheme, width in itertools.product(("light", "dark"), (1280, 360)):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            page.set_viewport_size({"width": width, "height": 900})
            shot(page, f"page-{name}-{scheme}-{width}")
            found = Axe().run(page, options={"preload": False, "resultTypes": ["violations"]}).response["violations"]
            assert [(one["id"], [node["html"][:160] for node in one["nodes"]][:3]) for one in found] == [], place
            assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), place
