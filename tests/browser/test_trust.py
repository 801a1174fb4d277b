"""Map, health and erasure in a real browser: wide and narrow, light and dark, without a barrier."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Route, expect

from tests.browser.test_main_job import set_up
from tests.browser.test_search import looked_at, written

pytestmark = pytest.mark.browser
# What a form says while its page is on its way: a driver waits for the next page, so the page itself keeps it.
REMEMBERS = """() => {
  const form = document.querySelector("form[data-while]");
  const kept = () => {
    localStorage.said = form.querySelector("[role=status]")?.textContent ?? "";
    localStorage.buttons = form.querySelector("button").disabled ? "disabled" : "open";
  };
  new MutationObserver(kept).observe(form, { subtree: true, childList: true, attributes: true });
}"""


def late(route: Route) -> None:
    time.sleep(1)
    route.continue_()


def test_a_person_sees_the_map_mends_the_book_and_erases_an_entry(page, site):
    set_up(page)
    written(page, "Quillon", "knows", "Brandle")
    for reads, says in (("works for", "Acme Mills"), ("lives in", "Lisbon")):
        page.fill("input[name=reads]", reads)
        page.fill("input[name=says]", says)
        page.check("input[name=is_entry]")
        page.locator("form:has(input[name=says]) button").first.click()
        expect(page.locator("main")).to_contain_text(says)

    page.goto("/map/?q=Quillon&depth=3")
    expect(page.locator(".map-svg")).to_contain_text("Acme Mills")
    looked_at(page, "map")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as SVG").click()
    assert "Quillon" in saved.value.path().read_text()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as PNG").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator("[data-map-says]")).to_contain_text(re.compile(r"\d+ entries and \d+ connections"))
    looked_at(page, "map-whole")
    page.get_by_label("From", exact=True).fill("Brandle")
    page.get_by_label("To", exact=True).fill("Lisbon")
    page.get_by_role("button", name="Find").last.click()
    expect(page.locator("#way .path")).to_contain_text("Quillon")

    page.goto("/health/")
    looked_at(page, "health")
    page.locator(".passes li", has_text="Tidy up").get_by_role("button").click()
    expect(page.locator(".passes li", has_text="Tidy up")).to_contain_text("Nothing to do")
    page.locator(".passes li", has_text="Find groups").get_by_role("button").click()
    expect(page.get_by_role("button", name="Do it")).to_be_visible()

    page.goto("/map/?q=Brandle")
    page.locator(".lede a").click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_role("link", name="Erase it for good").click()
    expect(page.locator("main")).to_contain_text("1 fact")
    looked_at(page, "erase")
    page.evaluate(REMEMBERS)
    page.route("**/erase/", late)
    page.get_by_role("button", name="Erase", exact=True).click()
    expect(page.locator("h1")).to_have_text("Erased")
    page.unroute("**/erase/")
    assert page.evaluate("localStorage.said").startswith("Erasing.")
    assert page.evaluate("localStorage.buttons") == "disabled"
    looked_at(page, "erased")
    page.goto("/map/?q=Quillon")
    expect(page.locator(".map-svg")).not_to_contain_text("Brandle")

    page.goto("/settings/erase/")
    looked_at(page, "erase-everything")
    page.get_by_label("Write ERASE").fill("ERASE")
    page.locator("main").get_by_role("button", name="Erase everything").click()
    expect(page.locator("h1")).to_have_text("Erased")
    assert not [path for path in site.data.rglob("*") if path.is_file() and b"Quillon" in path.read_bytes()]
