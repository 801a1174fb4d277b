"""Where an entry and its neighbours stand in the small picture beside it: pure, in SVG units."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 336, 300
DRAWN = 8  # neighbours in the picture: more and their names would touch; the table has all
RADII = (118, 104)
NAME_LENGTH = 18  # characters of a name beside its dot
WORD_LENGTH = 16  # characters of a relation on its line
LETTER, LINE = 6.0, 14  # SVG units of a letter of a relation, and of its height
NAME_LETTER = 6.6  # SVG units of a letter of a name
CENTRE = 31  # radius of the entry in the middle


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
    word: str  # the relation, or nothing where it would cover another or the middle: the table has all
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
    dots: list[Dot] = []
    for place, neighbour in enumerate(shown):
        turn = 2 * math.pi * place / len(shown) - math.pi / 2
        x = round(middle_x + RADII[0] * math.cos(turn))
        y = round(middle_y + RADII[1] * math.sin(turn))
        label = shortened(neighbour.name, NAME_LENGTH)
        half = math.ceil(NAME_LETTER * len(label) / 2)
        word = shortened(neighbour.reads, WORD_LENGTH)
        word_x, word_y = round(middle_x + 0.6 * (x - middle_x)), round(middle_y + 0.6 * (y - middle_y)) + 4
        has_room = _is_clear(word, word_x - middle_x, word_y - 4 - middle_y) and not any(
            abs(word_x - other.word_x) < LETTER * (len(word) + len(other.word)) / 2
            and abs(word_y - other.word_y) < LINE
            for other in dots
            if other.word
        )
        dots.append(
            Dot(
                neighbour=neighbour,
                label=label,
                x=x,
                y=y,
                label_x=max(half, min(WIDTH - half, x)),
                label_y=y - 16 if y < middle_y else y + 26,
                word=word if has_room else "",
                word_x=word_x,
                word_y=word_y,
            )
        )
    return Picture(
        WIDTH, HEIGHT, middle_x, middle_y, shortened(name.split()[0] if name.split() else name, 9), tuple(dots)
    )


def _is_clear(word: str, right: int, below: int) -> bool:
    """Whether a word so far from the middle leaves the entry there uncovered."""
    return abs(right) - LETTER * len(word) / 2 > CENTRE or abs(below) - LINE / 2 > CENTRE


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
