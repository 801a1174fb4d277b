"""The thread, its evidence, and sending a message."""

from __future__ import annotations

import datetime as dt

import pytest
from django.urls import reverse

from assistant import params
from assistant.models import Conversation, Message
from graph.curation import facts
from tests.conftest import NOW

pytestmark = pytest.mark.django_db


def test_an_empty_book_says_what_to_do_next(page):
    text = page.get(reverse("chat")).text
    assert "Nothing is written here yet." in text
    assert reverse("begin") in text


def test_a_thread_shows_what_was_said_learned_and_answered(page, conversation, answer, waiting):
    text = page.get(reverse("conversation", args=[conversation.pk])).text
    assert "My sister Anna moved to Porto last week." in text
    assert "Learned 1 thing<" in text
    assert f"{reverse('inbox')}?at={waiting.pk}" in text
    assert "<strong>Lisbon</strong>" in text
    assert f'<a class="cite" href="?answer={answer.pk}#f1" aria-label="Fact 1">1</a>' in text


def test_what_was_decided_since_is_not_said_to_wait(page, conversation, answer, waiting, user, caller, now):
    address = reverse("conversation", args=[conversation.pk])
    assert "It waits in the inbox until you confirm it" in page.get(address).text
    facts.decide(user=user, ids=[waiting.pk], decision="confirm", by=caller, now=now)
    text = page.get(address).text
    assert "You have decided on it" in text
    assert "waits in the inbox" not in text
    assert f"{reverse('inbox')}?at={waiting.pk}" not in text


def test_the_evidence_says_what_was_found_where_and_why(page, conversation, answer):
    text = page.get(reverse("conversation", args=[conversation.pk])).text
    for count, label in ((2, "Found"), (1, "Read"), (1, "Cited"), (1, "Left out")):
        assert f"<b>{count}</b>{label}" in text
    assert "found in 0.19 s" in text
    assert "Searched for <b>Where does Anna live?</b>" in text
    assert "Searching by meaning was still getting ready" in text
    assert '<li>Ines</li><li class="step">sister</li><li>Anna</li><li class="step">← lives in</li>' in text
    assert '<rect class="b1" width="71" height="5"/>' in text
    assert "she is in Lisbon" in text
    assert "Contradicts 1, which is confirmed" in text
    assert "Connection" not in text  # a part of nothing is no reason


def test_the_search_is_not_repeated_when_it_was_the_question_itself(page, conversation, answer, question):
    Message.objects.filter(pk=question.pk).update(text="Where  does Anna live?")
    assert "Searched for" not in page.get(reverse("conversation", args=[conversation.pk])).text


def test_one_address_serves_the_page_or_the_evidence_alone(by_script, conversation, answer):
    text = by_script.get(reverse("conversation", args=[conversation.pk]) + f"?answer={answer.pk}&show=left").text
    assert text.lstrip().startswith('<aside class="margin" id="evidence"')
    assert "Contradicts 1" in text
    assert "<b>Lisbon</b>" not in text


def test_a_fact_confirmed_since_is_shown_as_it_stands_now(page, conversation, answer, waiting):
    from graph.models import Fact

    Fact.objects.filter(pk=waiting.pk).update(status=Fact.Status.CONFIRMED)
    text = page.get(reverse("conversation", args=[conversation.pk]) + "?show=left").text
    assert '<span class="why">Unconfirmed' not in text
    assert "<b>Confirmed</b>" in text


@pytest.mark.parametrize("count", [1, 3])
def test_a_thread_costs_the_same_with_one_and_with_three_exchanges(
    page, user, conversation, answer, now, count, django_assert_max_num_queries
):
    for number in range(1, count):
        later = now + dt.timedelta(minutes=number)
        row = {"user": user, "conversation": conversation, "created_at": later}
        asked = Message.objects.create(**row, role=Message.Role.USER, text="And now?", learned=[1])
        Message.objects.create(
            **row, role=Message.Role.ASSISTANT, reply_to=asked, text="See https://a.example", cited=answer.cited
        )
    with django_assert_max_num_queries(14):
        page.get(reverse("conversation", args=[conversation.pk]))


def test_what_an_answer_says_stays_words(page, conversation, answer):
    hostile = '<img src=x onerror=alert(1)><div hx-get="/" hx-trigger="load"></div> [win](https://evil.example)'
    Message.objects.filter(pk=answer.pk).update(text=hostile)
    text = page.get(reverse("conversation", args=[conversation.pk])).text
    assert "<img" not in text
    assert '<div hx-get="/"' not in text
    assert "win (evil.example)" in text
    assert '<div class="answer" hx-ignore>' in text


def test_the_first_message_leads_to_its_conversation(page, started):
    answer = page.post(reverse("message-send"), {"text": "Hello", "mode": "normal"})
    [turn] = started
    assert answer.headers["Location"] == reverse("conversation", args=[turn.conversation.pk])


def test_the_first_message_by_script_sends_the_whole_page_there(by_script, started):
    answer = by_script.post(reverse("message-send"), {"text": "Hello"})
    assert answer.headers["HX-Redirect"] == reverse("conversation", args=[started[0].conversation.pk])


def test_a_further_message_by_script_is_appended_and_listens_to_its_answer(by_script, conversation, started):
    text = by_script.post(reverse("message-send"), {"text": "Who?", "conversation": conversation.pk}).text
    [turn] = started
    assert turn.conversation == conversation
    assert f'hx-sse:connect="{reverse("message-stream", args=[turn.answer.pk])}"' in text
    assert 'aria-busy="true"' in text


def test_the_mode_of_a_message_is_the_one_chosen(page, started):
    page.post(reverse("message-send"), {"text": "Hello", "mode": "read_only"})
    assert started[0].mode == Conversation.Mode.READ_ONLY


def test_an_incognito_message_leaves_no_row(by_script, started):
    text = by_script.post(reverse("message-send"), {"text": "Secret", "mode": "incognito"}).text
    assert "Secret" in text
    assert (Message.objects.count(), Conversation.objects.count()) == (0, 0)


def test_an_incognito_message_without_script_is_refused_in_a_sentence(page, started):
    answer = page.post(reverse("message-send"), {"text": "Secret", "mode": "incognito"}, follow=True)
    assert "lives only on the open page" in answer.text
    assert started == []


@pytest.mark.parametrize("text", ["", " \n ", "\x00\x07", "x" * (params.LARGEST_MESSAGE + 1)])
def test_a_message_that_cannot_be_taken_gives_one_sentence(by_script, started, text):
    answer = by_script.post(reverse("message-send"), {"text": text})
    assert answer.status_code == 422
    assert answer.text.count("<p") == 1
    assert started == []


def test_an_answer_is_written_again_in_its_place(page, answer, started):
    page.post(reverse("message-again", args=[answer.pk]))
    assert started[0].answer.pk == answer.pk
    answer.refresh_from_db()
    assert (answer.status, answer.text) == (Message.Status.PENDING, "")


def test_a_conversation_is_renamed_and_deleted(page, conversation):
    page.post(reverse("conversation-rename", args=[conversation.pk]), {"title": "  Anna  "})
    conversation.refresh_from_db()
    assert conversation.title == "Anna"
    page.post(reverse("conversation-delete", args=[conversation.pk]))
    assert not Conversation.objects.filter(pk=conversation.pk).exists()


def test_a_message_has_an_address(page, conversation, question):
    expected = f"{reverse('conversation', args=[conversation.pk])}#m{question.pk}"
    assert page.get(reverse("message", args=[question.pk])).headers["Location"] == expected


def test_learning_is_asked_after_until_it_is_done(by_script, question):
    Message.objects.filter(pk=question.pk).update(learning=Message.Learning.QUEUED)
    address = reverse("message-learned", args=[question.pk])
    assert f'hx-get="{address}" hx-trigger="load delay:1500ms"' in by_script.get(address).text
    Message.objects.filter(pk=question.pk).update(learning=Message.Learning.DONE)
    done = by_script.get(address).text
    assert "hx-get" not in done
    assert 'hx-target="#rail-pages"' in done


def test_the_line_of_what_was_learned_keeps_its_place_when_it_ends_empty(page, question):
    """What is being written below it does not move up; a page that is opened anew has no such gap."""
    Message.objects.filter(pk=question.pk).update(learning=Message.Learning.DONE, text="Where does Anna live?")
    address = reverse("message-learned", args=[question.pk])
    assert 'class="learned none held"' in page.get(address, headers={"HX-Request": "true"}).text
    whole = page.get(reverse("conversation", args=[question.conversation_id])).text
    assert 'class="learned none"' in whole


def test_what_could_not_be_learned_says_why(page, conversation, question):
    note = "This language cannot be read without a model."
    Message.objects.filter(pk=question.pk).update(learning=Message.Learning.DONE, error=note)
    assert note in page.get(reverse("conversation", args=[conversation.pk])).text


def test_helpful_said_twice_counts_once(by_script, answer, confirmed):
    item = answer.retrieval.items.get(object_id=confirmed.pk)
    for _ in range(2):
        text = by_script.post(reverse("judge", args=[item.pk]), {"helpful": "yes"}).text
    assert 'value="yes" aria-pressed="true"' in text
    confirmed.refresh_from_db()
    assert (confirmed.helpful_count, confirmed.unhelpful_count) == (1, 0)


@pytest.mark.parametrize(
    ("told", "says"), [("The ferry was late.", True), ("Where is the ferry?", False), ("thanks a lot!", False)]
)
def test_where_nothing_came_of_what_was_told_that_is_said(page, conversation, question, told, says):
    Message.objects.filter(pk=question.pk).update(text=told, learning=Message.Learning.DONE)
    text = page.get(reverse("conversation", args=[conversation.pk])).text
    assert ("Nothing new to propose was found in this" in text) is says


@pytest.fixture
def elsewhere(user):
    """A function that imports so many chats of long ago, the newest last."""
    from assistant.exchange import talks
    from graph.exchange.records import Line, Talk

    def bring(count: int) -> list[Conversation]:
        for number in range(count):
            at = NOW - dt.timedelta(days=900 - number)
            talks.keep(
                user, Talk(f"Boat {number}", (Line("user", f"I painted boat {number}.", at),)), NOW, run="import:1"
            )
        return list(Conversation.objects.filter(is_imported=True).order_by("pk"))

    return bring


def rail(text: str) -> str:
    return text.split('<nav class="rail"')[1].split("</nav>")[0]


def test_imported_chats_stand_behind_one_line_below_ones_own(page, conversation, elsewhere):
    newest = elsewhere(60)[-1]
    own, apart = rail(page.get(reverse("chat")).text).split("<details")
    assert "About Anna" in own
    assert "Boat" not in own
    assert "Imported (60)</summary>" in apart
    assert apart.count("Boat ") == 40
    assert apart.index(f"Boat {59}<") < apart.index("Boat 20<")
    assert reverse("imported") in apart
    assert " open" not in apart.split(">")[0]
    assert " open" in rail(page.get(reverse("conversation", args=[newest.pk])).text).split("<details")[1].split(">")[0]
    assert "Imported (60)</summary>" in page.get(reverse("more")).text


def test_all_imported_chats_are_listed_in_pages_and_found_by_words_of_their_titles(page, stranger, elsewhere):
    elsewhere(105)
    first, second = (page.get(reverse("imported"), {"page": number}).text for number in (1, 2))
    assert (first.count(">Boat "), second.count(">Boat ")) == (100, 5)
    assert "Page 2 of 2, 105 chats" in second
    assert page.get(reverse("imported"), {"q": "boat 77"}).text.count(">Boat ") == 1
    assert "No title says that." in page.get(reverse("imported"), {"q": "train"}).text
    assert "Boat" not in stranger.get(reverse("imported")).text


def test_an_imported_chat_that_is_gone_on_with_stands_among_ones_own(page, started, elsewhere):
    [one] = elsewhere(1)
    page.post(reverse("message-send"), {"text": "Which boat was it?", "conversation": one.pk, "mode": "normal"})
    shown = rail(page.get(reverse("chat")).text)
    assert "<details" not in shown
    assert "Boat 0" in shown


def test_an_empty_chat_offers_questions_that_the_book_can_answer(page, user, confirmed, started):
    """From the first page to the first useful answer it is one click."""
    text = page.get(reverse("chat")).text
    assert '<button class="btn" type="submit" form="openers" name="text" value="Where does Anna live?">' in text
    answer = page.post(reverse("message-send"), {"text": "Where does Anna live?"})
    assert answer.headers["Location"] == reverse("conversation", args=[started[0].conversation.pk])


def test_an_empty_book_offers_no_question(page, user):
    assert 'form="openers"' not in page.get(reverse("chat")).text
