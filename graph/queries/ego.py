"""Where an entry and its neighbours stand in the small picture beside it: pure, in SVG units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 336, 300
DRAWN = 8  # neighbours in the picture: more and their names would touch; the table has all
RADII = (118, 104)
NAME_LENGTH = 18  # characters of a name beside its dot


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entry one step away; `outward` when the centre is the subject of the fact."""

    pk: int
    name: str
    reads: str
    is_waiting: bool
    outward: bool


@dataclass(frozen=True, slots=True)
class Dot:
    neighbour: Neighbour
    label: str
    x: int
    y: int
    label_x: int
    label_y: int
    word_x: int
    word_y: int


@dataclass(frozen=True, slots=True)
class Picture:
    width: int
    height: int
    x: int
    y: int
    label: str
    dots: tuple[Dot, ...]


def draw(name: str, neighbours: Sequence[Neighbour]) -> Picture | None:
    """The first neighbours on an ellipse around the centre, clockwise from the top; None without any."""
    shown = neighbours[:DRAWN]
    if not shown:
        return None
    middle_x, middle_y = WIDTH // 2, HEIGHT // 2
    dots = []
    for place, neighbour in enumerate(shown):
        turn = 2 * math.pi * place / len(shown) - math.pi / 2
        x = round(middle_x + RADII[0] * math.cos(turn))
        y = round(middle_y + RADII[1] * math.sin(turn))
        dots.append(
            Dot(
                neighbour=neighbour,
                label=shortened(neighbour.name, NAME_LENGTH),
                x=x,
                y=y,
                label_x=max(52, min(WIDTH - 52, x)),
                label_y=y - 16 if y < middle_y else y + 26,
                word_x=round(middle_x + 0.56 * (x - middle_x)),
                word_y=round(middle_y + 0.56 * (y - middle_y)) + 4,
            )
        )
    return Picture(
        WIDTH, HEIGHT, middle_x, middle_y, shortened(name.split()[0] if name.split() else name, 9), tuple(dots)
    )


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
