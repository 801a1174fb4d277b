"""What is never learned: keys, card numbers, passwords, accounts."""

from __future__ import annotations

import pytest

from assistant.extraction import model, rules
from assistant.extraction.text.secrets import blanked, is_account, passes_luhn

SECRETS = [
    "My API key is sk-proj-a1B2c3D4e5F6g7H8i9J0.",
    "Here is my token: ghp_16C7e42F292c6912E7710c838347Ae178B4a",
    "Use AKIAIOSFODNN7EXAMPLE for the bucket.",
    "My card number is 4111 1111 1111 1111.",
    "My Visa is 5500-0055-5555-5559.",
    "My password is Zomer2025!",
    "The wifi password for guests is hunter2hunter",
    "My PIN is 4821.",
    "My IBAN is BE68 5390 0754 7034.",
    "I bank with NL91ABNA0417164300.",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----",
]


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_gives_no_candidate(text):
    assert rules.candidates(text) == ()


@pytest.mark.parametrize("text", SECRETS)
def test_a_secret_is_blanked_at_the_same_length(text):
    assert len(blanked(text)) == len(text)
    assert blanked(text) != text


@pytest.mark.parametrize(
    "text",
    [
        "My phone number is +32 470 12 34 56.",
        "My order was 1234567890123456.",  # no check digit: no card
        "My birthday is 3 May 1990.",
        "I keep no secrets from Anna.",
        "The code is on github.com/someone/a-repository-with-a-long-name",
    ],
)
def test_other_numbers_and_words_stay(text):
    assert blanked(text) == text


def test_the_quote_of_a_fact_in_the_same_sentence_leaves_the_secret_out():
    (one,) = rules.candidates("I live in Delft and my password is correct horse.")
    assert (one.predicate, one.quote) == ("lives_in", "I live in Delft")


def test_a_model_that_learns_never_sees_it(monkeypatch):
    asked = []
    monkeypatch.setattr(model.llm, "complete", lambda messages, **_: asked.append(messages) or '{"facts": []}')
    model.candidates("I live in Delft. My password is correct horse.")
    assert "correct horse" not in str(asked)
    assert "I live in Delft." in str(asked)


def test_check_digits():
    """Luhn: 4111111111111111 sums to 30; one digit off does not divide by ten. ISO 13616's own example."""
    assert passes_luhn("4111111111111111")
    assert not passes_luhn("4111111111111112")
    assert is_account("GB82 WEST 1234 5698 7654 32")
    assert not is_account("GB82 WEST 1234 5698 7654 33")
