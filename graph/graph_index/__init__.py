"""The graph index as a library: edges between named nodes in memory, over the rows that serve retrieval."""

from graph.graph_index.edge import Edge, EdgeNotFound, InvalidEdge, NodeNotFound
from graph.graph_index.index import EdgeIndex, IndexClosed, Limits
from graph.walks.deadline import Deadline, DeadlinePassed

__all__ = [
    "Deadline",
    "DeadlinePassed",
    "Edge",
    "EdgeIndex",
    "EdgeNotFound",
    "IndexClosed",
    "InvalidEdge",
    "Limits",
    "NodeNotFound",
]
