"""The only truth: owners, entities, facts, documents, traces, ledger and queued work."""

from graph.models.document import Chunk, ChunkEdge, Document, DocumentReference, Evidence, JudgedPair, Original
from graph.models.embedding import Embedding
from graph.models.entity import Entity, EntityAlias
from graph.models.fact import Fact
from graph.models.job import Job
from graph.models.ledger import Change, ChangeRow, Conflict
from graph.models.owner import User, UserSettings
from graph.models.predicate import Predicate
from graph.models.trace import Retrieval, RetrievalItem
from graph.models.version import Touch

__all__ = [
    "Change",
    "ChangeRow",
    "Chunk",
    "ChunkEdge",
    "Conflict",
    "Document",
    "DocumentReference",
    "Embedding",
    "Entity",
    "EntityAlias",
    "Evidence",
    "Fact",
    "Job",
    "JudgedPair",
    "Original",
    "Predicate",
    "Retrieval",
    "RetrievalItem",
    "Touch",
    "User",
    "UserSettings",
]
