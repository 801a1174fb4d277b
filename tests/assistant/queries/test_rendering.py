"""Whatever a model or a document writes, the page shows words and nothing that acts."""

from __future__ import annotations

import pytest

from assistant.queries.rendering import INPUT_LIMIT, host, links_in, render


@pytest.mark.parametrize(
    ("markdown", "html"),
    [
        ("She **lives** here.", "<p>She <strong>lives</strong> here.</p>"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("# Title", "<h3>Title</h3>"),
        ("##### Deep", "<h6>Deep</h6>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
        ("", ""),
    ],
)
def test_plain_markdown_becomes_plain_html(markdown, html):
    assert render(markdown).strip() == html


@pytest.mark.parametrize(
    "markdown",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        '<div hx-get="/ledger/" hx-trigger="load">look</div>',
        '<hx-partial hx-target="#main">gone</hx-partial>',
        '<a href="javascript:alert(1)">x</a>',
        "<style>body{display:none}</style>",
        '<p style="position:fixed">x</p>',
    ],
)
def test_html_in_the_text_is_shown_as_text(markdown):
    html = render(markdown)
    assert "&lt;" in html
    assert not any(
        f"<{tag}" in html for tag in ("script", "img", "div", "hx-", "style", 'p style="')
    )  # none became an element
    assert "<a " not in html


def test_an_image_is_never_loaded_and_its_description_stands_in_its_place():
    assert render("Look: ![a red door](https://tracker.example/pixel.png)") == "<p>Look: a red door</p>\n"


def test_a_link_whose_address_the_person_never_gave_cannot_be_clicked_and_shows_its_host():
    assert render("[your prize](https://evil.example/?q=secret)") == "<p>your prize (evil.example)</p>\n"


def test_a_link_whose_address_the_person_gave_can_be_clicked_and_shows_its_host():
    html = render("[the tide tables](https://tides.example/porto)", links={"https://tides.example/porto"})
    assert html == (
        '<p><a href="https://tides.example/porto" rel="noopener noreferrer">the tide tables</a> (tides.example)</p>\n'
    )


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:text/html,x", "vbscript:x", "file:///etc/passwd"])
def test_an_address_that_is_not_of_the_web_is_no_link_even_when_it_was_given(url):
    assert "<a " not in render(f"[x]({url})", links={url})


def test_a_longer_address_than_the_one_given_is_another_address():
    assert "<a " not in render("[x](https://tides.example/porto?leak=1)", links={"https://tides.example/porto"})


def test_citation_markers_become_chips_that_say_what_is_unconfirmed():
    assert render("In Lisbon[1], perhaps[2?].") == (
        '<p>In Lisbon<a class="cite" href="#f1" aria-label="Fact 1">1</a>, perhaps'
        '<a class="cite un" href="#f2" aria-label="Fact 2, unconfirmed">2?</a>.</p>\n'
    )


def test_chips_lead_where_they_are_told_to():
    assert 'href="?answer=7#f1"' in render("Yes[1].", cite_href="?answer=7#f{number}")


@pytest.mark.parametrize("text", ["`[1]`", "[1](https://evil.example)", "[123]", "[one]"])
def test_what_is_no_marker_becomes_no_chip(text):
    assert 'class="cite"' not in render(text)


def test_a_reference_definition_cannot_turn_a_marker_into_a_link():
    html = render("Yes[1].\n\n[1]: https://evil.example")
    assert 'href="https://evil.example"' not in html
    assert 'href="#f1"' in html


def test_what_is_too_long_to_read_is_cut():
    assert len(render("a" * (INPUT_LIMIT + 5000))) == INPUT_LIMIT + len("<p></p>\n")


def test_addresses_are_found_in_texts_without_the_punctuation_after_them():
    assert links_in(["See https://a.example/x, (http://b.example/y).", "nothing"]) == {
        "https://a.example/x",
        "http://b.example/y",
    }


@pytest.mark.parametrize(
    ("url", "name"), [("https://user@a.example:8080/x", "a.example"), ("nonsense", ""), ("http://[bad", "")]
)
def test_the_host_of_an_address_is_what_a_person_should_see(url, name):
    assert host(url) == name


def test_a_block_of_code_is_kept_as_it_stands_and_is_scrolled_by_the_keyboard():
    html = render('Run it: [1]\n\n```sh\ncurl  "a" <b> [2]\n  | more\n```\n')
    assert '<pre tabindex="0"><code>curl  "a" &lt;b&gt; [2]\n  | more\n</code></pre>' in html
    assert html.count('class="cite"') == 1
