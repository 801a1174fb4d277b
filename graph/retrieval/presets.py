"""Named configurations: the product's own, and those that reproduce a published design's arithmetic."""

from __future__ import annotations

from graph.retrieval.config import Mmr, Narrative, Relevance, RetrievalConfig

_NEUTRAL = Relevance(
    source_weights={}, decay_rate=1.0, usage_factor=0.0, status_weights={"confirmed": 1.0, "staged": 1.0}
)

PRESETS: dict[str, RetrievalConfig] = {
    "default": RetrievalConfig(),
    # Anchor entities by meaning alone, outgoing facts, and the score of J27 as written.
    "jacq": RetrievalConfig(
        seed_top_k=0,
        fact_seeds=0,
        seed_keyword_weight=0.0,
        min_similarity=-1.0,
        direction="outgoing",
        edge_strength="confidence",
        hop_decay=1.0,
        min_path_score=0.0,
        vector_weight=0.0,
        graph_weight=0.0,
        text_weight=0.0,
        feedback_weight=0.0,
        relevance=Relevance(
            source_weights={"user_edit": 2.0, "file": 1.5, "system": 1.2, "conversation": 1.0},
            decay_rate=0.95,
            usage_factor=0.5,
        ),
        token_budget=0,
        narrative=Narrative(include_properties=False, include_provenance=False),
    ),
    # Reciprocal rank fusion, then expansion with a decay of 0.7 a hop.
    "tx": RetrievalConfig(
        seed_top_k=10, fact_seeds=10, hop_decay=0.7, relevance=_NEUTRAL, mmr=Mmr(enabled=True), edge_strength="weight"
    ),
    # The nearest passages whatever their distance, then passage links outward, each scored by its last edge.
    "oasis": RetrievalConfig(
        min_similarity=-1.0,
        anchor_limit=0,
        fact_seeds=0,
        seed_keyword_weight=0.0,
        min_path_score=0.0,
        direction="outgoing",
        hop_decay=(1.0, 0.7, 0.5),
        hop_decay_overflow=0.5,
        path_mode="last_edge",
        seed_factor="one",
        edge_strength="weight",
        graph_weight=0.3,
        text_weight=0.0,
        relevance=_NEUTRAL,
    ),
    # A weighted sum in which a candidate counts as connected when a named entity has an edge to it (M47).
    "maia": RetrievalConfig(
        vector_weight=0.35,
        text_weight=0.25,
        recency_weight=0.20,
        frequency_weight=0.10,
        graph_weight=0.10,
        max_hops=1,
        hop_decay=1.0,
        path_mode="last_edge",
        seed_factor="one",
        edge_strength="weight",
        relevance=_NEUTRAL,
    ),
    # Plain vector search; the graph enriches what it found.
    "needle": RetrievalConfig(
        seed_keyword_weight=0.0,
        vector_weight=1.0,
        text_weight=0.0,
        graph_weight=0.0,
        feedback_weight=0.0,
        hop_decay=1.0,
        relevance=_NEUTRAL,
    ),
}


class UnknownPreset(LookupError):
    """There is no preset of this name."""


def preset(name: str) -> RetrievalConfig:
    """The configuration called `name`. Raises UnknownPreset."""
    if name not in PRESETS:
        raise UnknownPreset(f"There is no preset “{name}”; there are {', '.join(PRESETS)}.")
    return PRESETS[name]
