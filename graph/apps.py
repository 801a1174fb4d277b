"""The knowledge graph: entities, facts, documents, curation and retrieval."""

from django.apps import AppConfig


class GraphConfig(AppConfig):
    name = "graph"

    def ready(self) -> None:
        """Register the queue's handlers."""
        from graph.documents import mending, mentions, references, run  # noqa: F401
        from graph.exchange import taking_out  # noqa: F401
        from graph.projections import upkeep  # noqa: F401
        from graph.retrieval import warm  # noqa: F401
