"""Whether an answer helped, said with one click and counted once."""

from __future__ import annotations

import pytest
from django.urls import reverse

from assistant.models import Message
from assistant.turn import chat
from graph.models import Fact, RetrievalItem

pytestmark = pytest.mark.django_db


@pytest.fixture
def answered(user, confirmed, now) -> Message:
    turn = chat.begin(user=user, text="Where does Anna live?", now=now)
    list(chat.answer(turn, lambda: now))
    return Message.objects.get(pk=turn.answer.pk)


def counts(fact: Fact) -> tuple[int, int]:
    fact.refresh_from_db()
    return fact.helpful_count, fact.unhelpful_count


def test_an_answer_that_helped_counts_once_for_what_it_cited_t25_t28(page, answered, confirmed):
    address = reverse("message-judge", args=[answered.pk])
    for _ in range(3):
        page.post(address, {"helpful": "yes"})
    assert counts(confirmed) == (1, 0)
    page.post(address, {"helpful": "no"})
    assert counts(confirmed) == (0, 1)
    assert list(RetrievalItem.objects.filter(helpful__isnull=False).values_list("helpful", flat=True)) == [False]


def test_what_was_said_is_shown_on_the_answer(page, answered):
    place = reverse("conversation", args=[answered.conversation_id])
    assert page.get(place).text.count('aria-pressed="true"') == 0
    answer = page.post(reverse("message-judge", args=[answered.pk]), {"helpful": "yes"}, follow=True)
    assert 'value="yes" aria-pressed="true">Helpful' in answer.text


def test_by_script_only_the_two_buttons_come_back(by_script, answered):
    answer = by_script.post(reverse("message-judge", args=[answered.pk]), {"helpful": "no"}).text
    assert 'value="no" aria-pressed="true">Not helpful' in answer
    assert "<main" not in answer


def test_an_answer_that_stands_on_nothing_cannot_be_judged(page, user, now):
    turn = chat.begin(user=user, text="What is the weight of the moon?", now=now)
    list(chat.answer(turn, lambda: now))
    address = reverse("message-judge", args=[turn.answer.pk])
    assert address not in page.get(reverse("conversation", args=[turn.conversation.pk])).text
    assert page.post(address, {"helpful": "yes"}).status_code == 302
    assert not RetrievalItem.objects.filter(helpful__isnull=False).exists()


def test_helpful_moves_a_fact_up_and_not_helpful_down(api, answered, confirmed, page):
    """T26 T28 through the page: the score's part for feedback follows the click."""

    def part() -> float:
        found = api.post("/retrieve", {"query": "Where does Anna live?"})[1]["items"]
        return next(one["scores"]["feedback"] for one in found if one["id"] == str(confirmed.pk))

    assert part() == 0
    page.post(reverse("message-judge", args=[answered.pk]), {"helpful": "yes"})
    assert part() > 0
    page.post(reverse("message-judge", args=[answered.pk]), {"helpful": "no"})
    assert part() < 0
