"""Where the entries of a part of the map stand: springs and repulsion, the same picture every time. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

ROUNDS = 160
WIDTH, HEIGHT, EDGE = 900.0, 620.0, 70.0  # SVG units; `EDGE` is kept free for names


def places(depths: Sequence[int], edges: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """A place for each node, the first in the middle; `edges` are pairs of positions in `depths`.

    Fruchterman and Reingold 1991, started from rings by depth instead of by chance.
    """
    count = len(depths)
    if count < 2:
        return [(WIDTH / 2, HEIGHT / 2)] * count
    ring = np.asarray(depths, float)
    angle = np.arange(count) * 2.399963  # the golden angle: no two start together
    at = np.stack([ring * np.cos(angle), ring * np.sin(angle)], axis=1)
    at[0] = 0.0
    ends = np.asarray([(one, two) for one, two in edges if one != two], int).reshape(-1, 2)
    ideal = 1.6 / np.sqrt(count)
    for heat in np.linspace(0.25, 0.005, ROUNDS):
        apart = at[:, None, :] - at[None, :, :]
        far = np.maximum(np.einsum("ijk,ijk->ij", apart, apart), 1e-6)  # squared, as the force is
        push = np.einsum("ijk,ij->ik", apart, ideal**2 / far)
        if len(ends):
            span = at[ends[:, 0]] - at[ends[:, 1]]
            pull = span * (np.linalg.norm(span, axis=1) / ideal)[:, None]
            np.add.at(push, ends[:, 0], -pull)
            np.add.at(push, ends[:, 1], pull)
        push -= at * 0.3
        length = np.maximum(np.linalg.norm(push, axis=1), 1e-9)
        at += push / length[:, None] * np.minimum(length, heat)[:, None]
    at -= at[0]
    reach = np.maximum(np.abs(at).max(axis=0), 1e-6)
    at = at / reach * [WIDTH / 2 - EDGE, HEIGHT / 2 - EDGE / 2] + [WIDTH / 2, HEIGHT / 2]
    return [(round(float(x), 1), round(float(y), 1)) for x, y in at]


LETTER, LINE = 7.5, 17.0  # SVG units that a letter of a name takes at most, and a line of them
LONGEST = 22  # letters of a name that are drawn
PHONE = 1.6  # times as large, in the picture's own units, as a small screen shows the names


def named_without_cover(
    at: Sequence[tuple[float, float]], names: Sequence[str], weights: Sequence[int], size: float = 1.0
) -> tuple[bool, ...]:
    """Which nodes show their name: the first always, then the heaviest whose name covers no other that is shown.

    `size` is how many times as large as on a wide screen the names are shown.
    """
    shown: list[tuple[float, float, float]] = []  # middle, line, and half the width of each
    named = [False] * len(at)
    for place in sorted(range(len(at)), key=lambda one: (one != 0, -weights[one], one)):
        x, y = at[place]
        half = min(len(names[place]), LONGEST) * LETTER * size / 2
        if all(abs(x - other) > half + wide or abs(y - line) > LINE * size for other, line, wide in shown):
            shown.append((x, y, half))
            named[place] = True
    return tuple(named)
