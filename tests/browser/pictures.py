"""The README's pictures, made anew from the sample book: `python -m tests.browser.pictures`."""

from __future__ import annotations

import datetime as dt
import re
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import CHROMIUM, FLAGS
from tests.browser.test_main_job import say, set_up
from tests.servers import ROOT, started

PLACE = ROOT / ".github"
SIZE = {"width": 1280, "height": 860}


def main() -> int:
    """Start the product over an empty folder, walk it as a person does, and keep what is seen."""
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        process, url = started(Path(data))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            page = browser.new_context(viewport=SIZE, base_url=url, color_scheme="light").new_page()
            set_up(page)
            page.get_by_role("button", name="look around with a sample book").click()
            chat(page)
            inbox(page)
            conflict(page)
            lookout(page)
            days(page)
        finally:
            browser.close()
            process.terminate()
            process.communicate(timeout=30)
    return 0


def chat(page: Page) -> None:
    expect(page.locator("textarea")).to_be_visible()
    here = page.url
    unready = re.compile("getting ready|still being read|catching up")
    while page.goto("/search/?q=Where+is+my+sister") and page.get_by_text(unready).count():
        page.wait_for_timeout(1000)  # until the model is there and has read the book: every channel finds the answers
    page.goto(here)
    say(page, "Which city is my sister in?", "")
    say(page, "Where does Mira work?", "")
    expect(page.locator("main")).not_to_contain_text("Reading what you wrote", timeout=30_000)
    page.locator(".margin summary").first.click()
    page.evaluate("window.scrollTo(0, 0)")
    keep(page, "chat")


def inbox(page: Page) -> None:
    page.goto("/inbox/")
    expect(page.locator(".card")).to_have_count(1)
    keep(page, "inbox")


def conflict(page: Page) -> None:
    page.goto("/conflicts/")
    expect(page.locator("article.ask")).to_have_count(1)
    keep(page, "conflict", height=570)


def lookout(page: Page) -> None:
    page.goto("/map/?q=Harbour+Atlas&depth=2")
    expect(page.locator(".map-svg")).to_contain_text(re.compile("Harbour"))
    keep(page, "map")


def days(page: Page) -> None:
    """The month to come, as it is told: a plan that was moved, a holiday and a birthday."""
    page.goto("/")
    month = (dt.date.today().replace(day=1) + dt.timedelta(days=32)).replace(day=1)
    for told in (
        f"I have a dentist appointment on 3 {month:%B} at 3 pm.",
        f"The dentist moved my appointment to 9 {month:%B}.",
        f"My brother Piet was born on 14 {month:%B} 1986.",
        f"We are in Lisbon from 20 {month:%B} to 26 {month:%B}.",
    ):
        say(page, told, "")
    page.goto(f"/days/?month={month:%Y-%m}")
    expect(page.locator(".month")).to_be_visible()
    keep(page, "days", height=700)


def keep(page: Page, name: str, height: int = SIZE["height"]) -> None:
    # caret="initial": hiding it would need an inline style, which the policy refuses
    seen = {"x": 0, "y": 0, "width": SIZE["width"], "height": height}
    page.screenshot(path=PLACE / f"{name}.png", caret="initial", clip=seen)


if __name__ == "__main__":
    sys.exit(main())
