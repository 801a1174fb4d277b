"""What a person typed is there again after whatever came between."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_main_job import say, set_up

pytestmark = pytest.mark.browser


def test_who_is_signed_out_in_a_chat_comes_back_to_it_with_what_they_typed(page: Page, site, problems):
    set_up(page)
    page.goto("/")
    say(page, "My sister Anna lives in Lisbon.", "kept-told")
    expect(page.locator(".learned")).to_contain_text("Learned")
    here = page.url
    page.fill("textarea", "Where does she live, and since when?")
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You were signed out.")).to_be_visible()
    assert any(one.startswith("401") for one in problems)
    problems.clear()
    page.fill("input[name=username]", "Ines Halloran")
    page.fill("input[name=password]", "paper and ink 7")
    page.keyboard.press("Enter")
    expect(page.locator("textarea")).to_have_value("Where does she live, and since when?")
    assert page.url == here
    page.locator(".composer input[name=csrfmiddlewaretoken]").evaluate("one => { one.value = 'x'.repeat(64) }")
    page.locator("textarea").press("Enter")
    expect(page.get_by_role("button", name="Load anew")).to_be_visible()
    problems.clear()
    page.get_by_role("button", name="Load anew").click()
    expect(page.locator("textarea")).to_have_value("Where does she live, and since when?")
    page.locator("textarea").press("Enter")
    expect(page.locator(".answer").last).to_contain_text("Lisbon")
