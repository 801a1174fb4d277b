"""Notes with wikilinks: pages and answers show what a reader of the note sees, programs get what is written there."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from graph.models import Evidence, Fact
from tests.graph.exchange import samples

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("minilm")]

WRITTEN = "The [[Harbour Office|office]] closes at noon on [[Market Day]] because of the ferry."
READ = "The office closes at noon on Market Day because of the ferry."


@pytest.fixture
def note(api, client, work):
    """An imported note, read and learned from."""
    text = f"{WRITTEN}\n\nQuinn Quist lives in [[Porto]] and works for [[Northlight Works|Northlight]].\n"
    file = SimpleUploadedFile("vault.zip", samples.zipped({"Harbour.md": text}))
    assert client.post("/api/v1/import?format=markdown", {"file": file}, headers=api.headers).status_code == 202
    work()


def test_an_answer_without_a_model_and_its_evidence_show_the_words_of_a_link(api, client, user, note):
    answer = api.post("/chat", {"message": "When does the harbour office close on market day?", "stream": False})[1]
    assert f"“{READ}" in answer["text"]
    client.force_login(user)
    page = client.get(reverse("conversation", args=[answer["conversation"]])).text
    assert READ in page
    assert "[[" not in page


def test_quotes_on_pages_show_the_words_of_a_link_and_the_api_what_is_written(api, client, user, note):
    [fact] = api.get("/facts?predicate=works_for")[1]["items"]
    assert "[[Northlight Works|Northlight]]" in fact["evidence"][0]["quote"]
    client.force_login(user)
    for page in (
        reverse("inbox") + f"?at={fact['id']}",
        reverse("entity", args=[Fact.objects.get(pk=fact["id"]).subject_id]),
        reverse("search") + "?q=office+closes+at+noon",
    ):
        shown = client.get(page).text
        assert "[[" not in shown
        assert "Northlight" in shown or READ in shown
    passages = api.post("/retrieve", {"query": "office closes at noon"})[1]["items"]
    assert any(WRITTEN in one["text"] for one in passages)


@pytest.mark.parametrize("quote", ["Quinn Quist lives in [[Por", "Northlight]].", "Works|Northlight]]."])
def test_a_quote_that_begins_or_ends_inside_a_link_is_shown_as_words(api, client, user, note, quote):
    """A model copies letter for letter, and stops where it likes."""
    [fact] = api.get("/facts?predicate=works_for")[1]["items"]
    Evidence.objects.filter(fact=fact["id"]).update(quote=quote)
    client.force_login(user)
    shown = client.get(reverse("inbox") + f"?at={fact['id']}").text
    assert "<mark>" in shown
    assert "[[" not in shown
    assert "]]" not in shown
    answer = api.post("/chat", {"message": "Whom does Quinn Quist work for?", "stream": False})[1]
    page = client.get(reverse("conversation", args=[answer["conversation"]])).text
    assert "Northlight" in page
    assert "[[" not in page
    assert "]]" not in page
