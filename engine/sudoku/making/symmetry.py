"""Symmetric patterns: orbits of cells to fill or empty together."""

from collections.abc import Callable
from functools import lru_cache

from engine.base.errors import InputError
from engine.sudoku.layout import Layout, Position

CellMap = Callable[[int, int, int, int], Position]
"""Maps (row, column, last row, last column) of a canvas, all from 0, to the image of the row and column."""

SYMMETRIES: dict[str, tuple[CellMap, ...]] = {
    "none": (),
    "rotation": (lambda row, column, last_row, last_column: (last_row - row, last_column - column),),
    "quarter": (lambda row, column, last_row, _: (column, last_row - row),),
    "mirror": (lambda row, column, _, last_column: (row, last_column - column),),
    "flip": (lambda row, column, last_row, _: (last_row - row, column),),
    "diagonal": (lambda row, column, _, __: (column, row),),
    "antidiagonal": (lambda row, column, last_row, last_column: (last_column - column, last_row - row),),
}
SYMMETRIES["full"] = SYMMETRIES["mirror"] + SYMMETRIES["diagonal"]
"""Symmetries by name: half turn, quarter turn, left-right, top-bottom, the diagonals, and all of these."""


def orbits(layout: Layout, symmetry: str) -> tuple[tuple[int, ...], ...]:
    """The orbits of cells under the symmetry, each ascending, sorted by their first cells.

    Raises InputError for an unknown symmetry, or one that the layout's canvas does not have.
    """
    if symmetry not in SYMMETRIES:
        raise InputError(f"unknown symmetry {symmetry!r}", advice="use one of " + ", ".join(SYMMETRIES))
    images = [_images(layout, move) for move in SYMMETRIES[symmetry]]
    if None in images:
        symmetries = [name for name in SYMMETRIES if all(_images(layout, move) for move in SYMMETRIES[name])]
        raise InputError(f"{layout.title} has no symmetry {symmetry}", advice="it has " + ", ".join(symmetries))
    orbit_of: dict[int, set[int]] = {}
    for cell in range(len(layout.cells)):
        if cell not in orbit_of:
            orbit, frontier = {cell}, [cell]
            while frontier:
                images_found = {image[cell] for cell in frontier for image in images if image} - orbit
                orbit |= images_found
                frontier = list(images_found)
            orbit_of.update(dict.fromkeys(orbit, orbit))
    return tuple(tuple(sorted(orbit)) for cell, orbit in sorted(orbit_of.items()) if cell == min(orbit))


@lru_cache(maxsize=16)
def turns(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The rotations and reflections that map houses of the layout to houses, as the image of each cell.

    The first one is the identity.
    """
    houses = {frozenset(house.cells) for house in layout.houses}
    maps = [tuple(range(len(layout.cells)))]
    for move in dict.fromkeys(move for moves in SYMMETRIES.values() for move in moves):
        images = _images(layout, move)
        if images and {frozenset(images[cell] for cell in house) for house in houses} == houses:
            maps.append(tuple(images))
    return tuple(maps)


def _images(layout: Layout, move: CellMap) -> list[int] | None:
    """The image of each cell; None if one is outside the layout."""
    places = (move(row, column, layout.rows - 1, layout.columns - 1) for row, column in layout.cells)
    cells = [layout.index.get(place) for place in places]
    return None if None in cells else [cell for cell in cells if cell is not None]
