"""A phone's page of 360 pixels: whatever one may choose from is in sight."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_desk import fact
from tests.browser.test_main_job import say, set_up
from tests.browser.test_search import looked_at
from tests.browser.test_sixty import Program

pytestmark = pytest.mark.browser
END_IS_CLEAR = (
    "() => document.querySelector('.composer').getBoundingClientRect().top + 1 >= "  # the policy lets no text be run
    "[...document.querySelectorAll('.theirs .after')].at(-1).getBoundingClientRect().bottom"
)
# What was learned is told above the answer in the very frame of something else.
SCROLLED_AND_TOLD = "one => { scrollBy(0, -2); one.style.paddingBottom = '90px'; }"
TYPED_AND_TOLD = """one => {
  const field = document.querySelector('textarea');
  field.value = 'one line\\nand another';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  one.style.paddingBottom = '180px';
}"""


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


def test_the_composer_is_one_line_that_grows_and_never_covers_the_end_of_an_answer(page: Page, site):
    """J6: on a phone what is read has the screen; how a question is asked stands behind one button."""
    set_up(page)
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto("/")
    composer, field = page.locator(".composer"), page.locator("textarea")
    one_line = composer.bounding_box()["height"]
    assert one_line <= 72
    assert composer.bounding_box()["y"] + one_line <= page.locator(".tabs").bounding_box()["y"] + 1
    for number in range(4):
        say(page, f"My friend Anna{number} lives in Lisbon. Where does Anna{number} live?", f"narrow-{number}")
    end = page.locator(".theirs .after").last
    for grown_by in ("\n".join(["one", "line", "more"]), "a long line that is wrapped " * 12):
        page.fill("textarea", "")
        end.evaluate("one => one.closest('article').scrollIntoView({block: 'end'})")
        page.fill("textarea", grown_by)
        expect(composer).not_to_have_css("height", f"{one_line}px")
        assert composer.bounding_box()["height"] > one_line + 40
        page.wait_for_function(END_IS_CLEAR)
    assert composer.bounding_box()["height"] < 700 / 2
    assert field.evaluate("one => one.scrollHeight > one.clientHeight")  # the rest of it is scrolled to
    page.locator("html").evaluate("one => { one.style.overflowAnchor = 'none'; }")  # not every browser anchors
    for grown in (SCROLLED_AND_TOLD, TYPED_AND_TOLD):
        page.fill("textarea", "")
        end.evaluate("one => one.closest('article').scrollIntoView({block: 'end'})")
        page.wait_for_function(END_IS_CLEAR)
        page.locator(".mine").last.evaluate(grown)
        page.wait_for_function(END_IS_CLEAR)
    page.fill("textarea", "")
    assert not page.get_by_label("Read only").is_visible()
    page.get_by_role("button", name="How this is asked: Normal").click()
    page.get_by_text("Read only", exact=True).locator("visible=true").click()
    expect(page.get_by_role("button", name="How this is asked: Read only")).to_have_attribute("aria-expanded", "true")
    small = [
        (one.inner_text(), box)
        for one in page.locator(".composer :is(button, .seg label, summary)").locator("visible=true").all()
        if (box := one.bounding_box()) and min(box["height"], box["width"]) < 40
    ]
    assert small == []
    looked_at(page, "composer-open")


BOXES = "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.top, box.right, box.bottom])"


def overlapping(boxes: list[list[float]]) -> list[tuple[list[float], list[float]]]:
    """The pairs that cover each other by more than a pixel."""
    return [
        (one, other)
        for one, other in itertools.combinations(boxes, 2)
        if min(one[2], other[2]) - max(one[0], other[0]) > 1 and min(one[3], other[3]) - max(one[1], other[1]) > 1
    ]


def test_the_map_and_an_entrys_history_have_their_room_wide_and_narrow(page: Page, site):
    """No name on the map covers another or is cut off, and it begins on a phone's first screen; history lines stand apart."""
    set_up(page)
    program = Program(site)
    page.goto("/map/")
    expect(page.get_by_role("heading", name="Your map is still blank.")).to_be_visible()
    rows = [fact("Quillon", ("knows", "lives_in", "works_at")[n % 3], f"{n} Long Street West") for n in range(14)]
    program.call("/facts/bulk", {"facts": rows})
    waiting = program.call("/facts", fact("Quillon", "moved_to", "Porto", status="staged"))
    program.call("/facts/decide", {"ids": [waiting["id"]], "decision": "confirm"})
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 760})
        page.goto("/map/")
        picture = page.locator(".map-svg")
        expect(picture).to_contain_text("Quillon")
        assert picture.bounding_box()["y"] < 500
        names = picture.locator("a text:not(.covered)" + (":not(.covered-small)" if width == 360 else ""))
        boxes = names.evaluate_all(BOXES)
        assert len(boxes) >= 5
        assert overlapping(boxes) == []
        whole = picture.bounding_box()
        cut = [box for box in boxes if box[0] < whole["x"] - 1 or box[2] > whole["x"] + whole["width"] + 1]
        assert cut == [], (width, whole)
    page.locator(".receipt a", has_text="Quillon").first.click()
    history = page.locator(".time")
    expect(history).to_contain_text("confirmed 1 fact")
    expect(history).to_contain_text("Quillon moved to Porto")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 760})
        days, deeds = history.locator("dt").evaluate_all(BOXES), history.locator("dd").evaluate_all(BOXES)
        assert len(days) == len(deeds) >= 3
        assert overlapping(days + deeds) == []
        assert all(deed[0] - day[2] >= 8 and abs(deed[1] - day[1]) < 4 for day, deed in zip(days, deeds, strict=True))
        lines = history.locator(".lines").evaluate_all(BOXES)
        assert all(left >= 0 and right <= width for left, _, right, _ in lines)
        assert (
            page.locator(".ego .rel").evaluate_all(BOXES) == []
            or overlapping(page.locator(".ego .rel").evaluate_all(BOXES)) == []
        )


WIDE = "curl --retry 5 --max-time 10 --header 'X-Api-Key: abcdefghij' https://hc.example/" + "a" * 80


def test_code_that_an_answer_quotes_scrolls_by_itself(page: Page, site):
    """A-M2: a page is never wider than its screen, whatever a document holds."""
    set_up(page)
    text = f"Pings from a shell are sent by curl:\n\n```sh\n{WIDE}\n```\n\nThe host of it is {'b' * 90}."
    document = Program(site).call("/documents", {"title": "Shell", "text": text})
    page.goto(f"/documents/{document['id']}/")
    expect(page.get_by_text("1 passage", exact=False).first).to_be_visible()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 760})
        page.goto("/")
        say(page, "How are pings sent from a shell?", f"code-{width}")
        expect(page.locator(".answer pre").last).to_contain_text("--retry 5")
        assert page.locator(".answer pre").last.evaluate("one => one.scrollWidth > one.clientWidth")
        say(page, "What is the host of it, in the shell?", f"host-{width}")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_a_question_offered_about_a_long_name_stays_on_the_screen(page: Page, site):
    """A-M2: what is offered at the start is read whole, however long its name is."""
    set_up(page)
    long = ["The Society of Friends of the Old Pharmacy", "Donaudampfschifffahrtsgesellschaftsmuseum"]
    Program(site).call("/facts/bulk", {"facts": [fact(name[:40], "located_in", "Linz") for name in long]})
    page.set_viewport_size({"width": 360, "height": 700})
    page.goto("/")
    offered = page.locator("button[form=openers]")
    expect(offered.filter(has_text="Friends of the Old Pharm")).to_be_visible()
    for box in (one.bounding_box() for one in offered.all()):
        assert 0 <= box["x"] <= 360 - box["width"], box
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 360
