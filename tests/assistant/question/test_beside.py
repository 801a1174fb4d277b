"""What is kept of a message that asks: what it tells beside its question, with it, and not what it hands over."""

from __future__ import annotations

import pytest

from assistant.conversation.conversations import pieces


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("I fly to Graz on 18 May. What should I see?", ["I fly to Graz on 18 May."]),
        ("What should I pack for Lagos? We stay at my mother's in Surulere.", ["What should I pack for Lagos? We stay at my mother's in Surulere."]),
        ("ok. I named it Gunnar btw. will it survive in the fridge?", ["I named it Gunnar btw."]),
        ("Tove turns 40 on Sunday. She hates okra. Ideas for eight people?", ["Tove turns 40 on Sunday. She hates okra."]),
        ("My starter smells odd, what do I do? I feed it once a day.", ["My starter smells odd, what do I do? I feed it once a day."]),
        ("Is Anna coming?\nMy flight lands at 9.", ["Is Anna coming?\nMy flight lands at 9."]),
        ("Help me write a label. I'm curator for maps at the museum.", ["Help me write a label. I'm curator for maps at the museum."]),
        ("What is good in an air fryer? I got one at Target for $69. Any ideas?",
         ["What is good in an air fryer? I got one at Target for $69."]),
        ("I planted 12 tomatoes on April 22 and I want to know how to support them.", ["I planted 12 tomatoes on April 22"]),
        ("The plums were $6.49, so I was wondering if they are any good.", ["The plums were $6.49"]),
        ("mum's birthday?? 14 may", ["mum's birthday?? 14 may"]),
        ("onsen in hakone?? tobi has a tattoo on his shoulder", ["onsen in hakone?? tobi has a tattoo on his shoulder"]),
        ("passport expires on 3 March 2029 (or Tobi's?)", ["passport expires on 3 March 2029 (or Tobi's?)"]),
        ("maybe thursday? no friday, ida confirmed friday", ["maybe thursday? no friday, ida confirmed friday"]),
        ("any news? got the results: all fine", ["any news? got the results: all fine"]),
        ("Lena called, she's pregnant, isn't that great?", ["Lena called, she's pregnant"]),
        ("saw Ida at the market, remember her?", ["saw Ida at the market"]),
        # Handed over, made up, or only asked
        ("Can you check my cover letter? I am a nurse with five years of experience.", []),
        ("Can you continue this story? I woke up in a cave.", []),
        ("Which is better? The first costs more.", []),
        ("where do I live?", []),
        ("What is the capital of Chad? Thanks.", []),
        ("the code is 4471 right?", []),
        ("", []),
        ("Our bill was 2,150 kWh, is that a lot for a heat pump?", ["Our bill was 2,150 kWh"]),
        ("The permit runs out on 28 February. So I should apply soon, right?", ["The permit runs out on 28 February."]),
    ],
)  # fmt: skip
def test_what_is_told_beside_a_question_is_kept(message, kept):
    found = pieces("user", message)
    assert [one.text for one in found] == kept
    assert all(message[one.start : one.start + len(one.text)] == one.text for one in found)
    assert pieces("assistant", message) == []
