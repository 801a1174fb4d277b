"""Where sentences end, and which of them are a line of their own."""

from __future__ import annotations

import pytest

from graph.sentences import lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We left Oslo at seven. The boat was late.", ["We left Oslo at seven.", "The boat was late."]),
        ("It rained. We left Oslo at seven.", ["It rained. We left Oslo at seven."]),
        ("We left Oslo at seven. Yes!", ["We left Oslo at seven. Yes!"]),
        (
            "second round: 3.12. at 14:00, video. Then db 24.2. 14:00.",
            ["second round: 3.12. at 14:00, video.", "Then db 24.2. 14:00."],
        ),
        (
            "it is at dr. pohl, bring the booklet. It took 40 ms. Then she said it was fine.",
            ["it is at dr. pohl, bring the booklet.", "It took 40 ms.", "Then she said it was fine."],
        ),
        ("Am 12. Dezember fahren wir ab. Oma bleibt da.", ["Am 12. Dezember fahren wir ab.", "Oma bleibt da."]),
        ("She counted all 12. Marcus had left.", ["She counted all 12.", "Marcus had left."]),
        ("Milk and bread\nApples and pears", ["Milk and bread", "Apples and pears"]),
        (
            "他住在奥斯陆的一条小街上。她住在北京的一条大街上。",
            ["他住在奥斯陆的一条小街上。", "她住在北京的一条大街上。"],
        ),
        ("“We left Oslo.” She laughed.", ["“We left Oslo.”", "She laughed."]),
        ("Biscuit sees Dr. Peeters on Monday. She is well.", ["Biscuit sees Dr. Peeters on Monday.", "She is well."]),
        (
            "We heard J. S. Bach at St. Anne. It was late by then.",
            ["We heard J. S. Bach at St. Anne.", "It was late by then."],
        ),
        ("We saw a green SX-P. It was stolen at ten.", ["We saw a green SX-P.", "It was stolen at ten."]),
        ("Bring it all, e.g. the tent. We meet at ten.", ["Bring it all, e.g. the tent.", "We meet at ten."]),
        ("We painted it no. 25 in May. It was dry by noon.", ["We painted it no. 25 in May.", "It was dry by noon."]),
        ("They have a son, b. 1992. He is a vet.", ["They have a son, b. 1992.", "He is a vet."]),
        ("I asked Mme. Dupont on Monday. She is very well.", ["I asked Mme. Dupont on Monday.", "She is very well."]),
        (
            "Duarte et al. 2005 estimated it at 83 g. We found more than that.",
            ["Duarte et al. 2005 estimated it at 83 g.", "We found more than that."],
        ),
        ("Book the boat with Sr. Amílcar. He is in Faro.", ["Book the boat with Sr. Amílcar.", "He is in Faro."]),
        ("Ring them, tel. 0114 496 0233. Ask for Ola.", ["Ring them, tel. 0114 496 0233.", "Ask for Ola."]),
        ("For Monday read ch. 12. It is a long one.", ["For Monday read ch. 12.", "It is a long one."]),
        ("She asked and he said no. Then they left.", ["She asked and he said no.", "Then they left."]),
        ("2. We left Oslo.\n13. The boat was late.", ["2. We left Oslo.", "13. The boat was late."]),
        ("one line without an end", ["one line without an end"]),
        ("  \n\n ", []),
    ],
)
def test_the_sentences_of_a_text_the_short_ones_with_a_neighbour(text, expected):
    assert lines(text, shortest=12) == expected
