"""The models, loaded in the process that the product's own are forked from: three processor seconds of each otherwise.

Nothing is computed with them before the fork, so no thread of a numeric library is left behind in it.
"""

from __future__ import annotations

from assistant.extraction.parsing import parse
from graph.projections import embed

parse.known_words()
embed.load_now(embed.DEFAULT)
