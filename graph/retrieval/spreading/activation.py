"""What a spread reached: the nodes and facts, how strongly, and from where."""

from __future__ import annotations

from dataclasses import dataclass, field

from graph.retrieval.types import CHUNK, NO_NODE, Step, node_kind

SAME_NAME = "same name"  # the step between two entries that may be one


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a node was reached: activation 0..1, hops from a seed, and the last step with where it came from."""

    activation: float
    hops: int
    parent: int
    step: Step | None
    fact: int = 0


@dataclass(frozen=True, slots=True)
class FactArrival:
    """A fact reached from `node`: the activation it arrives with, the hop at which it stands, and what it leads to."""

    activation: float
    hops: int
    node: int
    relation: str
    reverse: bool
    target: int = NO_NODE


@dataclass(frozen=True, slots=True)
class Light:
    """The fact that lit a seed most, the activation the seed has without it, and the anchor at its other end."""

    fact: int
    without: float
    parent: int = NO_NODE
    step: Step | None = None
    relation: str = ""


@dataclass(slots=True)
class Activation:
    """Everything one spread reached."""

    nodes: dict[int, Arrival] = field(default_factory=dict)
    facts: dict[int, FactArrival] = field(default_factory=dict)
    revisited: dict[int, Arrival] = field(default_factory=dict)  # seeds, as the light of another seed reached them
    leads: dict[int, int] = field(default_factory=dict)  # opened documents -> the first passage of each
    expanded: int = 0
    max_depth: int = 0
    truncated: bool = False

    def path(self, node: int) -> tuple[Step, ...]:
        """The steps from the seed to `node`; the seed itself has no relation."""
        steps: list[Step] = []
        arrival = self.nodes.get(node)
        if arrival is not None and arrival.step is None and node_kind(node) == CHUNK:
            arrival = self.revisited.get(node, arrival)
        while arrival is not None and arrival.step is not None:
            steps.append(arrival.step)
            node = arrival.parent
            arrival = self.nodes.get(node)
        steps.append(Step("", node))
        return tuple(reversed(steps))
