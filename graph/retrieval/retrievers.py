"""The retrievers that come with the product, each of which can stand in for the other (O46, T52)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from graph.retrieval import pipeline
from graph.retrieval.plugged import Options
from graph.retrieval.presets import preset
from graph.retrieval.types import Item


class Hybrid:
    """Names, meaning and words, fused and expanded: the pipeline with the options as they are."""

    def search(self, query: str, options: Options) -> Sequence[Item]:
        return pipeline.hybrid(query, options)


class Graph:
    """Passages by meaning, then the links between passages: the preset `oasis`, within the caller's filters."""

    def search(self, query: str, options: Options) -> Sequence[Item]:
        config = replace(preset("oasis"), filters=options.config.filters, token_budget=options.config.token_budget)
        return pipeline.hybrid(query, replace(options, preset="oasis", config=config))
