"""Searching and setting in a real browser: wide and narrow, light and dark, without a barrier."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import shot
from tests.browser.test_main_job import set_up

pytestmark = pytest.mark.browser

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"


def looked_at(page: Page, name: str) -> None:
    """Clean for axe and no wider than the window, wide and light as well as narrow and dark."""
    for width, scheme in ((1280, "light"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.wait_for_load_state()  # a page that is on its way has no width, and one without its styles another
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        shot(page, f"{name}-{width}-{scheme}")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        found = Axe().run(page, options={"preload": False, "resultTypes": ["violations"]})
        assert found.violations_count == 0, found.generate_report()
    page.set_viewport_size({"width": 1280, "height": 1000})


def written(page: Page, subject: str, reads: str, says: str) -> None:
    page.goto("/index/")
    page.fill("aside input[name=name]", subject)
    page.locator("aside button").click()
    page.fill("input[name=reads]", reads)
    page.fill("input[name=says]", says)
    if page.locator("input[name=is_entry]").count():
        page.check("input[name=is_entry]")
    page.locator("form:has(input[name=says]) button").first.click()
    expect(page.locator("main")).to_contain_text(says)


def test_a_search_shows_steps_path_and_parts_and_the_options_change_it_t34_t36_o71(page: Page):
    """Expand and verbose in the browser; a recipe is one button; one option is reset by another."""
    set_up(page)
    written(page, "Quillon", "feeds", "Brandle")
    page.goto("/index/")
    page.get_by_role("link", name="Search everything").click()
    expect(page).to_have_url(re.compile("/search/"))
    looked_at(page, "search-empty")
    page.fill("input[name=q]", "Quillon")
    page.check("input[name=verbose]")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page).to_have_url(re.compile(r"q=Quillon&expand=1&.*verbose=1"))
    result = page.locator(".results > li").first
    expect(result).to_contain_text("Quillon feeds Brandle")
    expect(result).to_contain_text("Together")
    expect(result).to_contain_text(re.compile("Confidence"))
    looked_at(page, "search")
    written(page, LONG, "guards", "Brandle")
    looked_at(page, "entry-of-one-long-word")
    page.goto("/search/?q=Quillon&expand=1&verbose=1")
    expect(page.locator(".results")).to_contain_text(LONG)
    looked_at(page, "search-of-one-long-word")

    page.goto("/settings/")
    page.get_by_role("link", name="How things are found").click()
    expect(page).to_have_url(re.compile("/settings/retrieval/"))
    looked_at(page, "options")
    page.get_by_role("button", name="Use the recipe Simple look-up").click()
    hops = page.get_by_role("spinbutton", name="Steps followed")
    expect(hops).to_have_value("0")
    page.get_by_role("button", name="Reset: Steps followed").click()
    expect(hops).to_have_value("2")
    hops.fill("3")
    page.locator(".options-foot").get_by_role("button", name="Save").click()
    expect(hops).to_have_value("3")
    expect(page.locator(".options-foot")).to_contain_text("1 option differs from the first.")
