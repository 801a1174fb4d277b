"""A tool asked for in the text of an answer, in the forms in which small models write it."""

from __future__ import annotations

import json

import pytest

from assistant.language_model.calls import Call
from assistant.language_model.spoken_calls import LOOKED_AT, with_spoken_calls

CALL = '{"name": "search_book", "arguments": {"query": "the dog"}}'


def heard(text: str, size: int = 3) -> tuple[str, list[str]]:
    """The text that is shown, and the queries that are asked, of an answer that comes in small pieces."""
    pieces = [text[place : place + size] for place in range(0, len(text), size)]
    parts = list(with_spoken_calls(pieces, "search_book"))
    calls = [json.loads(part.arguments)["query"] for part in parts if isinstance(part, Call)]
    return "".join(part for part in parts if isinstance(part, str)), calls


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"```json\n{CALL}\n```",
        f"<tool_call>\n{CALL}\n</tool_call>",
        '{"function": "search_book", "parameters": {"query": "the dog"}}',
        '{"type": "function", "function": {"name": "search_book", "arguments": "{\\"query\\": \\"the dog\\"}"}}',
    ],
)
def test_it_is_used_and_not_shown(text, size):
    assert heard(text, size) == ("", ["the dog"])


@pytest.mark.parametrize("text", ["<tools></tools>", "```json\n{}\n```", "<tool_call>\n</tool_call>\n"])
def test_the_marks_of_a_call_without_one_are_nothing(text):
    assert heard(text) == ("", [])


def test_what_was_said_before_it_is_shown():
    assert heard(f"Let me look.\n\n{CALL}") == ("Let me look.\n\n", ["the dog"])


@pytest.mark.parametrize("size", [1, 3, 1000])
@pytest.mark.parametrize(
    "text",
    [
        "Anna lives in Porto [1].",
        'She has {"name": "search_book", "arguments": {"query": "x"}} on her shirt.',
        "a\n  {b} {",
        '{"name": "other_tool", "arguments": {"query": "x"}}',
        '```json\n{"name": "search_book", "arguments": ',
        "```python\nprint('a')\n```\nand\n{1, 2}",
        "<b>" + "long " * LOOKED_AT,
        "",
    ],
)
def test_what_is_no_call_is_shown_whole(text, size):
    assert heard(text, size) == (text, [])


def test_a_block_is_shown_as_it_comes_once_it_has_named_no_tool():
    pieces = ["```\n", "a" * LOOKED_AT, "b"]
    assert list(with_spoken_calls(pieces, "search_book")) == ["```\n" + "a" * LOOKED_AT, "b"]
