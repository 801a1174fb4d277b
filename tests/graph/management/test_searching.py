"""`kg_search` and `kg_context` on the terminal."""

from __future__ import annotations

import json
import re

import pytest
from django.core.management import CommandError, call_command


@pytest.fixture
def chain(api, work, minilm):
    for subject, target in (("Quillon", "Brandle"), ("Brandle", "Corvik"), ("Corvik", "Dromund")):
        api.post("/facts", {"subject": {"name": subject}, "predicate": "feeds", "object": {"name": target}})
    work()
    return api


def searched(capsys, user, *words, **options) -> str:
    call_command("kg_search", *words, user=user.username, **options)
    return capsys.readouterr().out


def test_expansion_is_followed_when_asked_and_to_the_depth_asked_t34(chain, user, capsys):
    plain = searched(capsys, user, "Quillon", preset="tx")
    one = searched(capsys, user, "Quillon", preset="tx", expand=True, depth=1)
    three = searched(capsys, user, "Quillon", preset="tx", expand=True, depth=3)
    assert "Corvik feeds Dromund" not in plain
    assert "Quillon feeds Brandle" in one
    assert "Corvik feeds Dromund" in three


def test_verbose_shows_steps_path_source_edge_and_parts_t36(chain, user, capsys):
    plain = searched(capsys, user, "Quillon", preset="tx", expand=True, depth=3)
    told = searched(capsys, user, "Quillon", preset="tx", expand=True, depth=3, verbose=True)
    assert "hops" not in plain
    block = told[told.index("Corvik feeds Dromund") :]
    assert re.search(r"hops \d; source edge feeds; path .*--\[feeds\]--> Corvik", block)
    assert {"vector", "keyword", "rrf", "activation", "confidence", "feedback", "recency"} <= set(
        re.findall(r"([a-z]+) -?\d\.\d{3}", block)
    )


def test_json_is_the_answer_of_the_api_cut_to_the_limit_t29_t34(chain, user, capsys):
    answer = json.loads(searched(capsys, user, "Quillon", preset="jacq", expand=True, limit=1, json=True))
    assert len(answer["items"]) == 1
    assert answer["config"]["max_hops"] == 2
    assert {"hops", "path", "source_edge", "feedback_score", "scores"} <= set(answer["items"][0])


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"depth": 11, "expand": True}, "--depth must be from 0 to 10."),
        ({"depth": -1, "expand": True}, "--depth must be from 0 to 10."),
        ({"preset": "oracle"}, "There is no preset"),
        ({"limit": 0}, "--limit must be at least 1"),
    ],
)
def test_a_mistake_is_one_plain_sentence_t53(chain, user, options, says):
    with pytest.raises(CommandError, match=re.escape(says)):
        call_command("kg_search", "Quillon", user=user.username, **options)


@pytest.fixture
def library(api, work, minilm):
    for title, source, text in (
        ("Bread", "notes/bread.md", "Knead the dough and let it rest."),
        ("Tram", "notes/city/tram.md", "The tram stops at noon."),
    ):
        api.post("/documents", {"title": title, "source": source, "text": text})
    api.post("/entities", {"name": "Mira", "description": "binds books by hand"})
    api.post("/facts", {"subject": {"name": "Mira"}, "predicate": "binds", "value": "the harbour atlas"})
    work()
    return api


def told(capsys, user, **options) -> str:
    call_command("kg_context", "Which step is next?", user=user.username, **options)
    return capsys.readouterr().out


def test_what_lies_open_is_the_context_files_by_glob_and_entities_by_name_t35_t31(library, user, capsys):
    """W-T7."""
    assert "Knead" not in told(capsys, user)
    assert "Knead the dough" in told(capsys, user, files="notes/*.md")
    assert "tram stops" not in told(capsys, user, files="notes/*.md")
    both = told(capsys, user, files="bread.md,notes/**/tram.md", entities="Mira")
    assert "Knead the dough" in both
    assert "The tram stops" in both
    assert "- binds: the harbour atlas" in both


def test_its_json_names_what_was_open_t35(library, user, capsys):
    call_command("kg_context", "Which step is next?", user=user.username, entities="Mira", json=True)
    answer = json.loads(capsys.readouterr().out)
    assert [(one["name"], one["channels"]) for one in answer["anchors"]] == [("Mira", {"context": 1.0})]


@pytest.mark.parametrize(
    ("options", "says"), [({"files": "*.pdf"}, "No document"), ({"entities": "Nobody"}, "no entity")]
)
def test_what_is_not_there_is_said_t35(library, user, options, says):
    with pytest.raises(CommandError, match=says):
        call_command("kg_context", "x", user=user.username, **options)


def test_a_depth_is_followed_without_another_word_and_one_that_cannot_be_is_refused_t53(chain, user, capsys):
    assert "Corvik feeds Dromund" in searched(capsys, user, "Quillon", preset="tx", depth=3)
    for depth in (-1, 11):
        with pytest.raises(CommandError, match=r"^--depth must be from 0 to 10."):
            searched(capsys, user, "Quillon", depth=depth)


def test_me_is_open_though_nothing_is_known_of_me_yet(db, user, capsys):
    call_command("kg_context", "tea", user=user.username, entities="me", json=True)
    assert json.loads(capsys.readouterr().out)["items"] == []


def test_an_open_file_may_be_named_by_its_whole_path_t35_t51(api, work, user, capsys):
    """The path that `ingest` was given: what is kept of it is the place within the folder that was read."""
    api.post("/documents", {"title": "Notes", "text": "The boiler needs a new valve.", "source": "house/notes.md"})
    work()
    for files in ("notes.md", "house/*.md", "/home/ines/house/notes.md", "./notes.md", "../house/notes.md"):
        call_command("kg_context", "What is needed?", user=user.username, files=files)
        assert "valve" in capsys.readouterr().out, files
    for files in ("/home/ines/house/other.md", "/home/ines/*.md", "garden/notes.md"):
        with pytest.raises(CommandError, match="No document"):
            call_command("kg_context", "What is needed?", user=user.username, files=files)
