"""The desk in a real browser: earlier days, undoing a source, same or not, and a word on an answer; every page clean."""

from __future__ import annotations

import itertools
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_main_job import ATLAS, say, set_up
from tests.browser.test_search import looked_at, written
from tests.browser.test_sixty import Program

pytestmark = pytest.mark.browser


def fact(subject: str, relation: str, says: str, **more) -> dict:
    return {"subject": {"name": subject, "type": "person"}, "predicate": relation, "object": {"name": says}, **more}


def test_a_person_looks_back_and_sees_what_was_held_true(page: Page, site):
    set_up(page)
    program = Program(site)
    since = {"valid_from": "2020-01-01T00:00:00Z", "valid_until": "2024-12-31T00:00:00Z"}
    program.call("/facts/bulk", {"facts": [fact("Quillon", "lives_in", "Lisbon", **since),
                                           fact("Quillon", "lives_in", "Porto", valid_from="2025-01-01T00:00:00Z")]})  # fmt: skip
    page.goto("/index/")
    page.get_by_role("link", name="Facts").click()
    looked_at(page, "facts")
    page.get_by_text("Look back").click()
    page.set_viewport_size({"width": 360, "height": 900})
    menu = page.locator(".menu-body").bounding_box()
    assert menu["x"] >= 0
    assert menu["x"] + menu["width"] <= 360
    page.set_viewport_size({"width": 1280, "height": 1000})
    page.get_by_label("What was held true on").fill("2024-03-01")
    page.get_by_role("button", name="Show that day").click()
    expect(page.locator(".past")).to_contain_text("You are looking at 1 March 2024")
    expect(page.locator(".facts")).to_contain_text("Lisbon")
    expect(page.locator(".facts")).not_to_contain_text("Porto")
    looked_at(page, "facts-then")
    page.locator(".facts a", has_text="Quillon").click()
    expect(page.locator("main")).to_contain_text("Lisbon")
    expect(page.locator("main")).not_to_contain_text("Porto")
    looked_at(page, "entry-then")
    page.goto("/map/?q=Quillon&as_of=2024-03-01")
    expect(page.locator(".map-svg")).to_contain_text("Lisbon")
    looked_at(page, "map-then")
    page.get_by_role("button", name="Show the whole map").click()
    expect(page.locator("[data-map-says]")).to_contain_text(re.compile(r"\d+ entries and 1 connection$"))
    for name, beginning in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as saved:
            page.get_by_role("button", name=f"Save as {name}").click()
        data = saved.value.path().read_bytes()
        assert data.startswith(beginning)
        assert name == "PNG" or (b"Quillon" in data and data.count(b"<line") == 1)
    page.get_by_role("button", name="Nearer").click()
    on_its_dot(page, "Lisbon")
    expect(page.locator(".lede")).to_contain_text("What stands around Lisbon")
    expect(page.locator(".map-svg")).to_contain_text("Quillon")
    page.go_back()
    page.get_by_role("link", name="Back to the present").click()
    expect(page.locator(".map-svg")).to_contain_text("Porto")

    page.goto("/")
    page.get_by_text("Another day").click()
    page.get_by_label("Ask about").fill("2024-03-01")
    expect(page.locator(".when-says")).to_be_visible()
    looked_at(page, "chat-asking-of-then")
    assert "Lisbon" in say(page, "Where does Quillon live?", "chat-then")
    expect(page.locator(".theirs")).to_contain_text("About 1 March 2024")
    expect(page.get_by_label("Ask about")).to_have_value("2024-03-01")
    looked_at(page, "chat-then")
    page.get_by_label("Ask about").fill("")
    assert "Porto" in say(page, "Where does Quillon live?", "chat-now")


def on_its_dot(page: Page, name: str) -> None:
    """Click the dot of an entry on the whole map; the canvas is called after the dot that the mouse is on."""
    canvas = page.locator(".map-whole")
    box = canvas.bounding_box()
    for down, right in itertools.product(range(4, int(box["height"]), 10), range(4, int(box["width"]), 10)):
        page.mouse.move(box["x"] + right, box["y"] + down)
        if canvas.get_attribute("title") == name:
            page.mouse.click(box["x"] + right, box["y"] + down)
            return
    raise AssertionError(f"no dot of {name} is found")


def test_a_word_on_an_answer_and_the_answer_without_a_fact(page: Page, site):
    set_up(page)
    written(page, "Quillon", "lives in", "Lisbon")
    page.goto("/")
    assert "Lisbon" in say(page, "Where does Quillon live?", "judged-answer")
    helpful = page.locator(".after").get_by_role("button", name="Helpful", exact=True)
    helpful.click()
    expect(helpful).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(helpful).to_have_attribute("aria-pressed", "true")
    page.locator(".margin summary", has_text="Lisbon").first.click()
    expect(page.locator(".margin details[open] .judge button").first).to_have_attribute("aria-pressed", "true")
    looked_at(page, "judged")
    here = page.url
    page.get_by_role("button", name="Ask again without this").first.click()
    expect(page.locator("h1")).to_have_text("Asked again without this")
    expect(page.locator(".cols")).to_contain_text("Lisbon")
    looked_at(page, "without")
    for word in ("Outdated", "Private"):
        page.goto(here)
        page.locator(".margin summary", has_text="Lisbon").first.click()
        page.get_by_role("button", name=word).first.click()
        expect(page.locator(".toast")).to_contain_text("Taken out of answers.")
        looked_at(page, f"said-{word.lower()}")
        with page.expect_navigation():
            page.get_by_role("button", name=re.compile("^Undo")).first.click()


def test_a_source_is_undone_as_one_and_two_entries_become_one(page: Page, site):
    set_up(page)
    program = Program(site)
    page.goto("/")
    say(page, "My sister Anna lives in Lisbon. I prefer tea.", "told")
    expect(page.locator(".learned")).to_contain_text(re.compile(r"Learned \d things"), timeout=120_000)
    page.get_by_text("More", exact=True).first.click()
    page.get_by_role("link", name="Undo everything learned in it").click()
    expect(page.locator("main")).to_contain_text("Anna lives in Lisbon, unconfirmed")
    looked_at(page, "undo-source")
    page.locator("main form button").first.click()
    expect(page.locator(".toast")).to_contain_text("undone")
    assert program.every("staged") == []
    page.goto("/documents/")
    page.set_input_files(
        "input[type=file]", {"name": "atlas.md", "mimeType": "text/markdown", "buffer": ATLAS.encode()}
    )
    if page.get_by_role("button", name=re.compile("Add|Upload")).count():
        page.get_by_role("button", name=re.compile("Add|Upload")).first.click()
    page.get_by_role("link", name="Harbour Atlas").first.click()
    expect(page.locator(".passage")).to_have_count(1, timeout=120_000)
    looked_at(page, "document")
    page.get_by_role("link", name="Undo everything learned from it").click()
    expect(page.locator("main")).to_contain_text("Nothing of this stands any more.")
    looked_at(page, "undo-nothing")

    program.call("/facts/bulk", {"facts": [fact("Tomek Wierzba", "works_at", "Quay"), fact("Tomasz Wierzba", "works_at", "Quay"),
                                           fact("Zoë Brandt", "likes", "rye"), fact("Zoe Brandt", "likes", "tea"),
                                           fact("Zoe Brandt", "born_in", "Llan" + "fair" * 20, status="staged")]})  # fmt: skip
    page.goto("/conflicts/")
    looked_at(page, "conflicts")
    page.get_by_role("link", name="Same or not?").click()
    expect(page.locator(".ask")).to_contain_text("Zo")
    looked_at(page, "twins")
    page.get_by_role("button", name="Not the same").click()
    expect(page.locator(".ask")).to_contain_text("Tomasz")
    page.get_by_role("button", name="Merge", exact=True).click()
    expect(page.locator(".toast")).to_contain_text("is now part of")
    expect(page.locator("main")).to_contain_text("No two entries look like one.")
    with page.expect_navigation():
        page.get_by_role("button", name=re.compile("^Undo")).first.click()
    expect(page.locator(".ask")).to_contain_text("Tomasz")
    for place in ("/health/", "/more/", "/settings/", "/settings/retrieval/", "/settings/moving/", "/settings/password/",
                  "/index/?show=shared", "/index/?show=alone", "/facts/?show=stale", "/documents/?show=failed",
                  "/ledger/", "/inbox/", "/begin/"):  # fmt: skip
        page.goto(place)
        looked_at(page, re.sub(r"\W+", "-", f"at{place}").strip("-"))
