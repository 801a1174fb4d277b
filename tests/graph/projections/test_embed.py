"""The embedding model: real vectors, and plain refusals while it is not there."""

from __future__ import annotations

import gc
import threading

import numpy as np
import pytest

from graph.projections import embed


@pytest.fixture
def model(minilm, monkeypatch):
    """The real model, which is asked each time."""
    loaded = embed.load_now()
    monkeypatch.setattr(loaded, "encode", loaded.encode.encode)


def test_vectors_have_unit_length_and_like_texts_are_near(model):
    vectors = embed.encode(["Anna lives in Lisbon", "Anna's home is in Lisbon", "The engine needs oil"])
    assert vectors.shape == (3, embed.dimension()) == (3, 384)
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)
    assert vectors[0] @ vectors[1] > 0.8 > 0.3 > vectors[0] @ vectors[2]


def test_no_text_gives_an_empty_matrix():
    assert embed.encode([]).shape == (0, 384)


def test_a_question_is_encoded_once(model):
    first = embed.encode_query("Where does Anna live?")
    assert embed.encode_query("Where does Anna live?") is first
    assert first == pytest.approx(embed.encode(["Where does Anna live?"])[0], abs=1e-6)
    assert not first.flags.writeable
    embed.forget_questions()
    assert embed.encode_query("Where does Anna live?") is not first


def test_only_so_many_questions_are_kept(minilm, monkeypatch):
    monkeypatch.setattr(embed.params, "QUERY_CACHE", 2)
    first = embed.encode_query("one")
    embed.encode_query("two")
    embed.encode_query("three")
    assert embed.encode_query("one") is not first


def test_a_question_does_not_wait_for_loading(monkeypatch):
    go_on = threading.Event()
    monkeypatch.setattr(embed, "_load", lambda name: go_on.wait(60) and "a model")
    with pytest.raises(embed.ModelLoading):
        embed.encode_query("Anna", "slow model")
    with pytest.raises(embed.ModelLoading):
        embed.encode_query("Anna", "slow model")
    assert not embed.ready("slow model")
    go_on.set()
    embed._slots["slow model"].thread.join(60)
    assert embed.ready("slow model")


def test_threads_that_need_the_model_load_it_once(monkeypatch):
    loaded = []
    monkeypatch.setattr(embed, "_load", lambda name: loaded.append(name) or "a model")
    threads = [threading.Thread(target=embed.load_now, args=("shared model",)) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert loaded == ["shared model"]


def test_a_model_that_is_not_there_is_named(tmp_path):
    missing = str(tmp_path / "no-model")
    with pytest.raises(embed.ModelUnavailable, match="no-model"):
        embed.load_now(missing)
    with pytest.raises(embed.ModelUnavailable, match="no-model"):
        embed.encode_query("Anna", missing)
    embed.warm(missing)
    assert embed._slots[missing].thread is None


def test_the_settings_name_the_model(settings, tmp_path):
    assert embed.model_name() == "all-MiniLM-L6-v2"
    settings.EMBEDDING_MODEL = str(tmp_path)
    assert embed.model_name() == str(tmp_path)
    assert embed.folder() == tmp_path


def test_tokens_are_counted_as_the_model_does_and_guessed_without_it(settings, minilm):
    text = "Anna, naïvely, lives in Lisbon. " * 40
    assert embed.count_tokens("Anna lives in Lisbon") == 6
    assert embed.count_tokens(text) > 256  # not cut
    settings.EMBEDDING_MODEL = "somewhere/else"
    assert embed.count_tokens("abcdef") == 4
    assert embed.count_tokens("猫と犬") == 5


def test_threads_may_encode_at_once(model):
    texts = [f"Anna has {number} cats" for number in range(16)]
    expected = embed.encode(texts)
    found: dict[int, np.ndarray] = {}

    def encode(number: int) -> None:
        found[number] = embed.encode(texts)

    threads = [threading.Thread(target=encode, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[number] == pytest.approx(expected, abs=1e-5) for number in range(4)] == [True] * 4


def test_the_collector_looks_through_nothing_of_a_loaded_model(minilm):
    held = {id(one) for one in gc.get_objects()}
    assert id(embed.load_now().__dict__) not in held
    assert gc.isenabled()
