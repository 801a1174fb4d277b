"""A phone's page of 360 pixels: whatever one may choose from is in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.test_desk import fact
from tests.browser.test_main_job import set_up
from tests.browser.test_search import looked_at
from tests.browser.test_sixty import Program

pytestmark = pytest.mark.browser


def test_every_part_of_the_inboxs_filter_is_in_sight(page: Page, site):
    set_up(page)
    rows = [fact(f"Anna {n}", "lives_in", "Lisbon", status="staged") for n in range(5)]
    Program(site).call("/facts/bulk", {"facts": rows})
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto("/inbox/")
    parts = [one.bounding_box() for one in page.locator(".inbox-filter :is(input, select, button)").all()]
    assert len(parts) == 5
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["width"] >= 40 for box in parts), parts
    looked_at(page, "inbox-narrow")
