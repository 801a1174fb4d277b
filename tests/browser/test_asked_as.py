"""A relation that was meant is learned in a real browser, and changed on the page of relations."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import shot
from tests.browser.test_main_job import data, say, set_up

__all__ = ["data"]
pytestmark = pytest.mark.browser

SHIP = [("shipwright", "Orrin Yard"), ("sail plan", "ketch rig"), ("captain", "Dora Quill")]


def test_what_was_meant_is_learned_from_the_answer_that_did_not_know_it(page: Page):
    """N15 N32: facts by hand, a question in other words, one click, and the answer says it; then the page says why."""
    set_up(page)
    page.goto("/index/")
    page.fill("form.stack input[name=name]", "Halcyon")
    page.get_by_role("button", name="Add").click()
    for reads, says in SHIP:
        page.fill("#write input[name=reads]", reads)
        page.fill("#write input[name=says]", says)
        page.check("#write input[name=is_entry]")
        page.get_by_role("button", name="Write it down").click()
        expect(page.locator("main")).to_contain_text(says)

    page.goto("/")
    assert "I don't know" in say(page, "What canvas does the Halcyon carry?", "meant-1-unknown")
    expect(page.locator(".asks")).to_contain_text("Did you mean one of these of Halcyon?")
    page.get_by_role("button", name="sail plan").click()
    expect(page.locator(".answer").last).to_contain_text("Halcyon's sail plan is ketch rig.")
    expect(page.locator("body")).to_contain_text("“canvas” asks for “sail plan” from now on.")
    shot(page, "meant-2-learned")
    assert "ketch rig" in say(page, "Which canvas is on the Halcyon?", "meant-3-asked-again")

    page.goto("/relations/")
    row = page.locator("#r-sail_plan")
    expect(row).to_contain_text("also asked as canvas")
    row.locator("summary").click()
    row.locator("input[name=asked_as]").fill("canvas, rig")
    row.get_by_role("button", name="Save").click()
    expect(page.locator("#r-sail_plan")).to_contain_text("also asked as canvas, rig")
    page.fill("#find", "capt")
    expect(page.locator(".relations > li")).to_have_count(1)
    shot(page, "meant-4-found")
