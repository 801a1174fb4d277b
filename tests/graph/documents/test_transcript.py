"""A talk that was written down by who said what, and lists that only look like one."""

from __future__ import annotations

import pytest

from graph.documents import ingest
from graph.documents.formats import transcript

TALK = """\
Anna Weiss: Good morning everyone.
Ines: Morning! I finished the survey
of the east quay yesterday.
Tom: Great. I still need the soil samples.

Anna Weiss: I live close to the lab, so I can pick them up.
Ines: Perfect.
Tom: Fine.
"""
KEPT = """\
## Said by Anna Weiss, Ines, Tom

Anna Weiss: Good morning everyone.

Ines (me): Morning! I finished the survey
of the east quay yesterday.

Tom: Great. I still need the soil samples.

Anna Weiss: I live close to the lab, so I can pick them up.

Ines (me): Perfect.

Tom: Fine.
"""


def test_who_says_what_goes_over_the_end_of_a_line():
    said = transcript.messages(TALK)
    assert [one.who for one in said] == ["Anna Weiss", "Ines", "Tom", "Anna Weiss", "Ines", "Tom"]
    assert said[1].says == "Morning! I finished the survey\nof the east quay yesterday."


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Rent: 650\nDeposit: 1300\nTerm: a year\nLandlord: Mr. Sorel\nNotice: three months",
        "Anna: hi\nTom: hi\nAnna: bye\nTom: bye",
        "Minutes\n" + TALK,
        TALK + "\n".join(["and so on"] * 20),
        "Note: one\nNote: two\nNotes: three\nTodo: four\nTodo: five\nNotes: six",
        "Anna: a\nAnna: b\nAnna: c\nTom: d\nAnna: e",
    ],
)
def test_another_text_is_no_talk(text):
    assert transcript.messages(text) == []


@pytest.mark.django_db
def test_a_talk_in_which_one_speaks_is_kept_by_who_said_what(user, now):
    made, _ = ingest.receive(user=user, text=TALK, title="Kickoff", now=now)
    assert (made.title, made.text) == ("Kickoff", KEPT)
    assert ingest.same(user=user, text=TALK) == made


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text", ["Mood: low\nSleep: 7\nMood: fine\nSleep: 8\nMood: good", TALK.replace("Ines", "Lena")]
)
def test_what_may_be_a_list_or_a_talk_of_others_stays_as_it_is(user, now, text):
    assert ingest.receive(user=user, text=text, now=now)[0].text == text
