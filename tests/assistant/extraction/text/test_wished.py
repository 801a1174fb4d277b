"""What a message wishes of every answer, and what it only asks for once or of somebody else."""

from __future__ import annotations

import pytest

from assistant.extraction.text.wished import LONGEST_MESSAGE, wishes


@pytest.mark.parametrize(
    ("message", "wish"),
    [
        ("Please always answer in German.", "always answer in German"),
        ("From now on, reply in Spanish please.", "From now on, reply in Spanish"),
        ("Use metric units when you give me recipes.", "Use metric units when you give me recipes"),
        ("I prefer short answers.", "I prefer short answers"),
        ("Remember that I want my answers in bullet points.", "I want my answers in bullet points"),
        ("Don't use emojis with me.", "Don't use emojis with me"),
        ("I want you to always be blunt with me!", "always be blunt with me"),
        ("Keep your answers brief from now on", "Keep your answers brief from now on"),
        ("Talk to me like I'm five.", "Talk to me like I'm five"),
        ("Could you always give me sources?", "always give me sources"),
        ("Never suggest recipes with nuts.", "Never suggest recipes with nuts"),
        ("Always call me Captain.", "Always call me Captain"),
        ("I moved to Graz. By default, use Celsius. It's cold here.", "By default, use Celsius"),
    ],
)
def test_a_lasting_wish_is_kept_in_its_own_words(message, wish):
    [found] = wishes(message)
    assert found.value == wish
    assert message[found.start : found.end] == found.quote
    assert wish.split()[-1] in found.quote


@pytest.mark.parametrize(
    "message",
    [
        "Answer in German.",
        "Please answer in German: what's the weather?",
        "Keep it short.",
        "Use metric units.",
        "Explain relativity to me.",
        "I like your answers.",
        "My boss always replies in German.",
        "I always answer emails in the evening.",
        "Always use sunscreen.",
        "Never be late.",
        "Don't ever answer the door.",
        "Always write the date on the jar.",
        "Don't mention it.",
        "Should I always answer in German?",
        "> Always answer in German.",
        'He said "always answer in German".',
        "Give me a list of all my books with links.",
        "Always answer in German. " + "x" * LONGEST_MESSAGE,
    ],
)
def test_what_is_asked_once_or_of_others_is_none(message):
    assert wishes(message) == ()
