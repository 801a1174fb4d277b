"""The quality suite as a picture: one group of bars a collection, one bar a way of finding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

WIDTH, LEFT, RIGHT = 720, 150, 60  # of the picture, of the names, of the figures behind the bars
BAR, GAP, HEAD = 14, 18, 44  # pixels of a bar, between groups, above the first
COLOURS = ("#b8c4ce", "#8fa3b3", "#657d92", "#d9a441", "#0b6e4f")  # the channels, without the graph, the product
TALK = "conv-"


def pooled(rows: Iterable[dict[str, Any]]) -> dict[str, dict[str, float]]:
    """Collection -> way -> share of what questions need among the first ten; conversations as one, by questions."""
    sums: dict[tuple[str, str], tuple[float, int]] = {}
    for row in rows:
        name = str(row["collection"])
        name = f"talks, {name.split(' ', 1)[1]}" if name.startswith(TALK) else name
        total, asked = sums.get((name, row["way"]), (0.0, 0))
        sums[name, row["way"]] = (total + row["recall_second"] * row["questions"], asked + row["questions"])
    found: dict[str, dict[str, float]] = {}
    for (name, way), (total, asked) in sums.items():
        found.setdefault(name, {})[way] = total / asked
    return found


def svg(rows: Sequence[dict[str, Any]]) -> str:
    """The figures of the quality suite as an SVG document."""
    groups = pooled(rows)
    ways = list(dict.fromkeys(way for group in groups.values() for way in group))
    colours = dict(zip(ways, COLOURS, strict=True))
    parts = [_legend(colours)]
    top = HEAD
    for name, group in groups.items():
        parts.append(_text(LEFT - 10, top + len(group) * BAR / 2 + 4, name, anchor="end"))
        for way, share in group.items():
            width = (WIDTH - LEFT - RIGHT) * share / 100
            parts.append(f'<rect x="{LEFT}" y="{top}" width="{width:.1f}" height="{BAR - 2}" fill="{colours[way]}"/>')
            parts.append(_text(LEFT + width + 6, top + BAR - 4, f"{share:.1f}", size=11))
            top += BAR
        top += GAP
    title = "Share of what a question needs among the first ten found, in percent"
    body = "\n".join([_text(LEFT, 14, title, size=12), *parts])
    ground = f'<rect width="{WIDTH}" height="{top}" fill="#ffffff"/>'
    frame = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" role="img"'
    return f'{frame} aria-label="{escape(title)}">\n{ground}\n{body}\n</svg>\n'


def _legend(colours: dict[str, str]) -> str:
    step = (WIDTH - LEFT) // max(len(colours), 1)
    return "\n".join(
        f'<rect x="{LEFT + place * step}" y="24" width="10" height="10" fill="{colour}"/>'
        + _text(LEFT + place * step + 14, 33, way, size=11)
        for place, (way, colour) in enumerate(colours.items())
    )


def _text(x: float, y: float, words: str, *, size: int = 13, anchor: str = "start") -> str:
    style = f'font-family="sans-serif" font-size="{size}" text-anchor="{anchor}" fill="#22303c"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{escape(words)}</text>'
