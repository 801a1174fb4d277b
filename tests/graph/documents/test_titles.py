"""Titles as links: a passage that names a document leads to it, and a question that names it begins there."""

from __future__ import annotations

import pytest

from graph.documents import params, titles
from graph.models import Document, DocumentReference

ATLAS = "The atlas was printed by Tidewater Press. " + "Its maps were drawn by hand over many winters. " * 8
PRESS = "Tidewater Press was founded in Gdynia in 1923 and is known for its letterpress work."


def give(api, title: str, text: str) -> str:
    status, answer = api.post("/documents", {"title": title, "text": text, "options": {"learn": False}})
    assert status == 202, answer
    return answer["id"]


def named() -> set[tuple[str, str]]:
    found = DocumentReference.objects.filter(chunk__isnull=False)
    return set(found.values_list("source__title", "target__title"))


@pytest.mark.parametrize("order", [("Harbour Atlas", "Tidewater Press"), ("Tidewater Press", "Harbour Atlas")])
def test_a_passage_that_names_a_title_is_a_link_whichever_came_first(api, work, order):
    texts = {"Harbour Atlas": ATLAS, "Tidewater Press": PRESS}
    for title in order:
        give(api, title, texts[title])
        work()
    assert named() == {("Harbour Atlas", "Tidewater Press")}


def test_a_name_far_down_in_a_passage_is_found(api, work):
    """Only the first 255 characters of a passage were once looked at for names that came later."""
    give(api, "Harbour Atlas", "Its maps were drawn by hand over many winters. " * 9 + "Tidewater Press printed it.")
    work()
    give(api, "Tidewater Press", PRESS)
    early = api.post("/entities", {"name": "Tidewater Press"})[1]["id"]
    work()
    assert named() == {("Harbour Atlas", "Tidewater Press")}
    assert api.get(f"/entities/{early}")[1]["mention_count"] == 2


def test_ordinary_words_link_nothing(api, work, monkeypatch):
    """A title of one word has to be written as a name; one that stands everywhere is a word of the language."""
    give(api, "Maps", "About charts of every kind.")
    give(api, "Tidewater Press", PRESS)
    work()
    monkeypatch.setattr(params, "TITLE_COMMON", 1)
    give(api, "First letter", "We like maps. Tidewater Press wrote to us.")
    work()
    give(api, "Second letter", "Tidewater Press wrote again.")
    work()
    assert named() == {("First letter", "Tidewater Press")}


def test_a_qualifier_in_brackets_is_no_part_of_the_name():
    assert titles.key("Mercury (planet)") == "mercury"
    assert titles.key("God's Gift to Women") == "god's gift to women"
    assert titles.key("(untitled)") == "untitled"


def test_a_changed_title_is_known_by_its_new_name(api, work):
    pk = give(api, "Tidewater Press", PRESS)
    work()
    assert Document.objects.get(pk=pk).title_key == "tidewater press"


def test_a_question_that_names_a_document_finds_what_its_text_leads_to_t2_t21(api, work, minilm):
    """The second document shares no telling word with the question; the first one names it."""
    give(api, "Harbour Atlas", ATLAS)
    give(api, "Tidewater Press", PRESS)
    for number in range(12):
        give(api, f"Note {number}", f"Where the ferry number {number} was built, and in which town it is kept.")
    work()
    body = {"query": "In which town does the printer of the Harbour Atlas have its origin?"}
    items = api.post("/retrieve", body)[1]["items"]
    found = [item["evidence"][0]["title"] for item in items if item["kind"] == "chunk"]
    assert found[:2] == ["Harbour Atlas", "Tidewater Press"]
    second = next(item for item in items if item["evidence"][0]["title"] == "Tidewater Press")
    assert second["hops"] == 1
    assert second["path"][0]["name"] == "Harbour Atlas"
    without = api.post("/retrieve", {**body, "config": {"max_hops": 0}})[1]["items"]
    assert [item["evidence"][0]["title"] for item in without[:2]] != ["Harbour Atlas", "Tidewater Press"]


def test_another_persons_titles_are_no_links(api, other_api, work):
    give(other_api, "Tidewater Press", PRESS)
    work()
    give(api, "Harbour Atlas", ATLAS)
    work()
    assert named() == set()
