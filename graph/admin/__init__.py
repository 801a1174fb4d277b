"""Django admin over the graph: searchable, and every write goes through the curation verbs."""

from graph.admin import documents, entities, facts, people, shown

__all__ = ["documents", "entities", "facts", "people", "shown"]
