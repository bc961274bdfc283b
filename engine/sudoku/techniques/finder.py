"""Finders: functions that yield the steps of techniques; each file of this folder registers its own.

A finder in Python is marked, as in `@finds(Technique.NISHIO)`. A `PatternFinder`, whose patterns a kernel finds,
registers itself.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple, TypeVar

from engine.sudoku.techniques.catalogue import PLACES, Technique
from engine.sudoku.techniques.position import Position
from engine.sudoku.techniques.step import Step

Find = Callable[[Position], Iterator[Step]]
"""Finds the steps of techniques in a position."""

_Find = TypeVar("_Find", bound=Find)


class Finder(NamedTuple):
    """A function, and the techniques whose steps it yields.

    `tables`: its first search on a layout takes a while, because it makes tables, or looks for places of the technique.
    """

    techniques: tuple[Technique, ...]
    find: Find
    tables: bool = False


_registered: list[Finder] = []


def register(finder: Finder) -> None:
    """Add a finder to those of the program."""
    _registered.append(finder)


def finds(*techniques: Technique, tables: bool = False) -> Callable[[_Find], _Find]:
    """Register a function as the finder of these techniques."""

    def mark(find: _Find) -> _Find:
        register(Finder(techniques, find, tables))
        return find

    return mark


@cache
def every_finder() -> tuple[Finder, ...]:
    """The finders of all files of this folder, in the order of the catalogue."""
    package = import_module(__package__)
    for module in iter_modules(package.__path__, f"{__package__}."):
        import_module(module.name)
    return tuple(sorted(_registered, key=lambda finder: PLACES[finder.techniques[0]]))


def finder_of(technique: Technique) -> Find:
    """The function that finds a technique."""
    return next(finder.find for finder in every_finder() if technique in finder.techniques)
