"""Tables in words: each row a line that can be understood alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def line(values: Sequence[str]) -> str:
    """The cells of a row side by side."""
    cells = [" ".join(value.split()) for value in values]
    return " | ".join(cells) if any(cells) else ""


def told(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows below a row of names as "name: value; name: value"; without names their cells side by side."""
    names: Sequence[str] | None = None
    for row in rows:
        cells = [" ".join(value.split()) for value in row]
        if not any(cells):
            continue
        if names is None:
            names = cells if _are_names(cells) else ()
            if names:
                yield line(cells)
                continue
        pairs = [
            f"{names[place]}: {value}" if place < len(names) and names[place] else value
            for place, value in enumerate(cells)
            if value
        ]
        yield "; ".join(pairs)


def of_document(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Rows of a table within a text: of two columns "name: value", as forms are, of more as `told`."""
    given = [row for row in rows if any(cell.strip() for cell in row)]
    if max(map(len, given), default=0) > 2:
        yield from told(given)
        return
    for row in given:
        cells = [" ".join(cell.split()) for cell in row]
        yield ": ".join(cell.removesuffix(":") for cell in cells if cell) if all(cells) else line(cells)


def _are_names(cells: Sequence[str]) -> bool:
    """Whether a first row looks like the names of columns: words, all different."""
    given = [cell for cell in cells if cell]
    return len(given) == len(set(given)) and not any(cell.replace(".", "").replace("-", "").isdigit() for cell in given)
