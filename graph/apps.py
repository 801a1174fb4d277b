"""The knowledge graph: entities, facts, documents, curation and retrieval."""

from django.apps import AppConfig


class GraphConfig(AppConfig):
    name = "graph"
