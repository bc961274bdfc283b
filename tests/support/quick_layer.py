"""The quick layer of the tests: CI runs a few parameters of each test with many; the rest are marked `slow`.

- A test of every layout runs for those of `LAYOUTS` and for small ones that the test makes itself; for the first of its
  layouts if it has none of these.
- A test of several `size`s of a terminal runs for those of at most 100 columns, or the first; `tests/tui/test_face.py`
  shows every screen in larger ones.
- A test for several numbers of `workers` runs with the most: tests without this parameter run with one.
- A test of every combination of parameters runs for enough of them to have each value of each parameter once.
- A test marked `few(count)` runs for that many of its parameters, from the first to the last at equal distances.

A test marked `every_combination` keeps all of its parameters.
"""

import itertools
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import pytest

from engine.sudoku import layout
from engine.sudoku.layout import Layout

LAYOUTS = frozenset({"single", "double", "x", "6x6", "16x16"})
"""One grid; grids that share a box; more houses than rows, columns and boxes; boxes that are not square; more than nine
digits."""
SMALL = 100
"""Maximum number of cells of a small layout."""
MAX_WIDTH = 100
"""Maximum number of columns of a terminal."""
WAITING = ("tests/tui/", "tests/terminal/")
"""Beginnings of the names of tests that wait about half of their time."""
KEPT_WHOLE = {"slow", "every_combination"}


def mark_slow(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that the quick layer leaves out."""
    tests = defaultdict(list)
    for item in items:
        if hasattr(item, "callspec") and not any(mark.name in KEPT_WHOLE for mark in item.iter_markers()):
            tests[item.nodeid.split("[")[0]].append(item)
    for group in tests.values():
        quick = _few(_combinations(_most_workers(_sizes(_layouts(group)))))
        for item in group:
            if item not in quick:
                item.add_marker(pytest.mark.slow)


def mixed(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """The items with the files of screens and terminals, whose tests wait, spread evenly among the other files."""
    files: dict[bool, list[list[pytest.Item]]] = {True: [], False: []}
    for name, group in itertools.groupby(items, key=lambda item: item.nodeid.split("::")[0]):
        files[name.startswith(WAITING)].append([*group])
    places = [(place / len(group), tests) for group in files.values() for place, tests in enumerate(group)]
    return [item for _, tests in sorted(places, key=lambda each: each[0]) for item in tests]


def _layouts(items: list[Any]) -> list[Any]:
    for name in items[0].callspec.params:
        values = [item.callspec.params.get(name) for item in items]
        if all(map(_is_layout, values)):
            items = [item for item, value in zip(items, values, strict=True) if _is_quick(value)] or items[:1]
    return items


def _is_layout(value: object) -> bool:
    return isinstance(value, Layout) or (isinstance(value, str) and value in layout.LAYOUTS)


def _is_quick(value: Layout | str) -> bool:
    if isinstance(value, Layout) and value.name not in layout.LAYOUTS:
        return len(value.cells) <= SMALL
    return (value.name if isinstance(value, Layout) else value) in LAYOUTS


def _sizes(items: list[Any]) -> list[Any]:
    sizes = [item.callspec.params.get("size") for item in items]
    if not all(isinstance(size, tuple) for size in sizes):
        return items
    return [item for item, size in zip(items, sizes, strict=True) if size[0] <= MAX_WIDTH] or items[:1]


def _most_workers(items: list[Any]) -> list[Any]:
    most = max(item.callspec.params.get("workers", 0) for item in items)
    return [item for item in items if item.callspec.params.get("workers", 0) == most]


def _few(items: list[Any]) -> list[Any]:
    """As many of the items as the mark of the test says."""
    mark = items[0].get_closest_marker("few")
    count = min(mark.args[0], len(items)) if mark else len(items)
    return [items[at * (len(items) - 1) // max(count - 1, 1)] for at in range(count)]


def _combinations(items: list[Any]) -> list[Any]:
    """A few of the items, with each value of each axis once.

    An axis is a `parametrize`, with its names together, or a fixture with parameters.
    """
    names = list(items[0].callspec.params)
    marked = [_names(mark.args[0]) for mark in items[0].iter_markers("parametrize")]
    axes = [*marked, *((name,) for name in names if name not in itertools.chain(*marked))]
    if len(axes) < 2:
        return items
    cells = [{(axis, *(id(item.callspec.params.get(name)) for name in axis)) for axis in axes} for item in items]
    return [items[at] for at in sorted(cover(cells))]


def _names(names: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else tuple(names)


def cover(sets: Sequence[Iterable[object]]) -> list[int]:
    """Indexes of sets that cover all elements, chosen greedily."""
    left = set().union(*sets)
    selection = []
    while left:
        at = max(range(len(sets)), key=lambda at: (len(left.intersection(sets[at])), -at))
        selection.append(at)
        left -= set(sets[at])
    return selection
