"""A passage as it is read: sentences without marks, and code apart."""

from __future__ import annotations

import random

import pytest

from graph.flowing import flowing
from graph.prose import lines, plain, units
from graph.unmarked import excerpt, in_a_row, with_targets

MARKS = [
    *"*_`\n [(])<>|#>=%^\\.:;字é“&", "**", "```", "\n\n", "word", "](../x)", "](https://a.be)", "![", "<b>", "</b>", "<uuid>",
    "<pre>", "</pre>", "<!--", "|---|---|", "1. ", "- ", "[ ] ", "[^1]", "[12]", "%%", "{: #x }", "&amp;", "~~~", "    ",
    "[[", "|x]]", "The long line of a text that is wrapped by its writer at",
]  # fmt: skip
LINE = "The paper is lovely, and it is the same uncoated stock"


def told(text: str, **asked: bool) -> list[str]:
    return [f"CODE {unit.language}: {unit.text}" if unit.is_code else unit.whole for unit in units(text, **asked)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One thing. Another thing.", ["One thing.", "Another thing."]),
        (f"{LINE}\nthat you chose. Mira has it.", [f"{LINE} that you chose.", "Mira has it."]),
        (f"{LINE}\n**that** you chose.", [f"{LINE} that you chose."]),
        ("* **Grace Time** is the wait\n* _Period_ is the gap", ["Grace Time is the wait", "Period is the gap"]),
        ("1. Mix the flour. Then wait.\n2. Bake", ["1. Mix the flour.", "Then wait.", "2. Bake"]),
        ("3. Dezember: Zahnarzt", ["3. Dezember: Zahnarzt"]),
        ("Two steps:\n\n```sh\nmake  all # *\n```\n\nDone.", ["Two steps:", "CODE sh: make  all # *", "Done."]),
        ("Example:\n\n<pre>\nping<b>/start</b> &lt;id&gt;\n</pre>", ["Example:", "CODE : ping/start <id>"]),
        ("<p>It <b>rains</b> &amp; pours.</p>", ["It rains & pours."]),
        ("![A picture](a.png)\n\nSee [it](../b) and [that](https://c.de/d).", ["See it and [that](https://c.de/d)."]),
        ("A map: ![map](https://c.de/d.png)", ["A map: [map](https://c.de/d.png)"]),
        ("| Step | Time |\n|---|---|\n| Bulk | 5 h |", ["Step: Bulk; Time: 5 h"]),
        ("Name | Place\n---|---\nAnna | Oslo<br>Ghent", ["Name: Anna; Place: Oslo Ghent"]),
        ("## Limits {: #limits .rule }\n\nTen a day.", ["Limits", "Ten a day."]),
        ("He said “stop.” (He did.) Then no more.", ["He said “stop.”", "(He did.)", "Then no more."]),
        ("Go came out in 2009.[12] It is fast.[^a]", ["Go came out in 2009.", "It is fast."]),
        ("2*3*4 m, a_b_c and 3 < 4", ["2*3*4 m, a_b_c and 3 < 4"]),
        ("Run `a  *b*` with ``c`d``.", ["Run `a *b*` with ``c`d``."]),
        ("    indented as people do", ["indented as people do"]),
        ("Met [[Quinn Quist|Quinn]] **today**.", ["Met Quinn today."]),
        ("> quoted *words*", ["quoted words"]),
        ("> [!warning] Deadlines\n> Two weeks.", ["Deadlines", "Two weeks."]),
        ("==Keep it.== %%ask Ines%% ^keep", ["Keep it.", "ask Ines"]),
        ("- [x] send it\n- [ ] book the boat", ["☑ send it", "☐ book the boat"]),
        ("Mean: 4.2 %[^1]\n\n[^1]: By a script.", ["Mean: 4.2 %", "By a script."]),
        ("50 % = half, 2^8 = 256", ["50 % = half, 2^8 = 256"]),
        ("***\n\n---", []),
        ("", []),
    ],
)
def test_a_passage_is_read_without_its_marks(text, expected):
    assert told(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("print(1)\n```\n\nThat prints one.", ["CODE : print(1)", "That prints one."]),
        ("This prints one:\n\n```python\nprint(1)", ["This prints one:", "CODE python: print(1)"]),
        ("This prints one:\n\n```\nprint(1)", ["This prints one:", "CODE : print(1)"]),
        ("a\n```\nb\n```\n\nc", ["a", "CODE : b", "c"]),
    ],
)
def test_a_passage_may_begin_or_end_within_a_block_of_code(text, expected):
    assert told(text) == expected


def test_what_is_no_tag_is_to_be_filled_in_and_what_was_typed_is_none():
    assert told("Ping https://hc.example/<uuid>/start<br>once <b>a</b> day") == [
        "Ping https://hc.example/<uuid>/start once a day"
    ]
    assert told("Use the <b> tag, <em class='x'>not</em> a <script>x</script>, a <img src=x> or </i>.") == [
        "Use the <b> tag, not a <script>x</script>, a or </i>."
    ]
    assert told("The <b>img</b> <img src=x> *comes* & goes.", is_typed=True) == [
        "The <b>img</b> <img src=x> comes & goes."
    ]


def test_what_was_typed_keeps_its_lines():
    assert told(f"{LINE}\nbuy tiles", is_typed=True) == [LINE, "buy tiles"]
    assert told(f"**{LINE}**\nbuy tiles", is_typed=True) == [LINE, "buy tiles"]


def test_a_wrapped_text_flows_wherever_a_long_line_has_no_end():
    text = f"{LINE}\nthat you chose.\n\nMira has it by now, and wants to print with it the\nBook of Hours. Fine."
    assert told(text)[1:] == ["Mira has it by now, and wants to print with it the Book of Hours.", "Fine."]


def test_a_passage_in_a_row_and_its_lines_of_some_length():
    text = "Milk\n\n* **Bread** and butter for everyone who comes\n* Salt"
    assert in_a_row("Use `make` as [told](https://a.be/c) *here*.") == "Use make as told here."
    assert in_a_row(text) == "Milk Bread and butter for everyone who comes Salt"
    assert lines(text, shortest=3) == ["Milk", "Bread and butter for everyone who comes", "Salt"]
    assert lines(text, shortest=10) == ["Milk Bread and butter for everyone who comes Salt"]
    assert plain("**Milk** and [bread](../bread)") == "Milk and bread"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" ways:\n* **one** by [post](../post)\n* two ", " ways:\n• one by post\n• two "),
        ("**Server's Time Zone** is `UTC`", "Server's Time Zone is UTC"),
        ("Time Zone** is UTC\n> # Next", "Time Zone is UTC\nNext"),
        ("is told.\n* ", "is told.\n• "),
        ("2 * 3 = 6", "2 * 3 = 6"),
        ("  ", "  "),
    ],
)
def test_a_piece_of_a_passage_is_shown_without_its_marks(text, shown):
    assert excerpt(text) == shown


def test_where_all_of_a_text_is_to_be_seen_links_tell_where_they_lead():
    text = "See [that](https://c.de/d), [https://c.de](https://c.de), [a@b.de](mailto:a@b.de) and `make`."
    assert with_targets(plain(text)) == "See that (https://c.de/d), https://c.de, a@b.de and make."


def test_any_mixture_of_marks_is_read_and_flows_at_its_length():
    order = random.Random(1)
    for _ in range(400):
        text = "".join(order.choice(MARKS) for _ in range(order.randint(1, 40)))
        assert len(flowing(text)) == len(text)
        assert all(unit.text.strip() for typed in (False, True) for unit in units(text, is_typed=typed)), text
        shown = excerpt(text)
        assert shown.startswith(text[: len(text) - len(text.lstrip())]), text
        assert "**" not in shown or not text.strip("*"), text
        assert lines(text, shortest=0) == [unit.whole for unit in units(text)], text


def test_a_unit_says_what_it_is_the_first_of():
    text = "# Boats\n\nTwo boats. Both float.\n\n1. Halcyon\n2. Mistral\n\nMilk\n*Bread*"
    assert [(unit.opens, unit.whole) for unit in units(text)] == [
        ("paragraph", "Boats"), ("paragraph", "Two boats."), ("", "Both float."), ("item", "1. Halcyon"),
        ("item", "2. Mistral"), ("paragraph", "Milk"), ("line", "Bread"),
    ]  # fmt: skip
    assert [unit.opens for unit in units("Two boats.\nBoth float. Well.\n\nMilk")] == [
        "paragraph",
        "line",
        "",
        "paragraph",
    ]
