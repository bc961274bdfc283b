"""A board as a value for the page of `serve --web`, in plain data that becomes JSON.

It is derived from the same appearance as the picture in the terminal, in which styles stand for meanings: `_MEANINGS`
has a distinct style for each. So the page shows the same as the terminal, in its own colours.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby
from typing import Any

from rich.style import Style

from engine.base.language import Sentence
from engine.base.language import lazy_gettext as _
from engine.play.board import Board
from engine.sudoku.layout import Grid, Layout
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.shapes import CellMark, CornerMark, EdgeMark, Outline, OutsideClue, Path, Shape
from engine.sudoku.signs import SIGNS
from tui.draw.board import BoardAppearance
from tui.draw.palette import Palette

WORDS: Mapping[str, Sentence] = {
    "back": _("back"),
    "cells": _("cells of the board"),
    "close": _("close"),
    "corner": _("corner notes"),
    "empty": _("empty"),
    "erase": _("erase"),
    "given": _("given"),
    "grid": _("grid {number} of {count}"),
    "hint": _("hint"),
    "in_all": _("{count} in total"),
    "left": _("{count} left"),
    "more": _("more"),
    "noted": _("notes {digits}"),
    "notes": _("notes"),
    "other_grid": _("Swipe, or tap the map, for another grid."),
    "paused": _("paused"),
    "resume": _("go on"),
    "solved": _("Solved"),
    "undo": _("undo"),
    "unsaved": _("not saved"),
    "why": _("explain"),
    "why_which": _("Which digit? Tap it, or tap explain again for the digit of the cell."),
    "wrong": _("breaks a rule"),
}
"""The texts of the page, by the names that its script has for them."""

_MEANINGS = Palette(
    **{each.name: Style.parse(f"color({n}) on color({n})") for n, each in enumerate(fields(Palette), 20)}
    | {"peer": Style.parse("on color(7)")}  # one of the 16 colours, so that rules tint no cells; the page draws them
)
_NAMES = {getattr(_MEANINGS, each.name): each.name for each in fields(Palette)}

Look = Callable[[Palette], BoardAppearance]
"""The appearance of a board in the styles of a palette."""


@dataclass(frozen=True)
class WebBoard:
    """The board in front of a player: `setting` is constant for a puzzle, `state` changes with each move.

    Both are plain data. A mapping from cells has only the cells with a value.
    """

    setting: Mapping[str, Any]
    state: Mapping[str, Any]


@dataclass(frozen=True)
class WebHint:
    """A hint: its title, the name and title of its level ("" for none), its text, and the effect of the next press."""

    title: str
    text: str
    again: str
    level: tuple[str, str] = ("", "")

    def data(self) -> list[str]:
        """Return plain data."""
        return [self.title, self.text, self.again, *self.level]


@dataclass(frozen=True)
class WebStatus:
    """The message of a screen about its board, and its input mode.

    `message` is a sentence and the name of its ink; `asks` tells that the next digit answers it. `first_digit` is the
    digit to place in digit-first mode, 0 before one is selected, and None in cell-first mode.
    """

    seconds: int
    is_running: bool = True
    message: tuple[str, str] = ("", "plain")
    hint: WebHint | None = None
    asks: bool = False
    noting: bool = False
    corner: bool = False
    first_digit: int | None = None
    level: tuple[str, str] = ("", "")
    facts: str = ""
    unsaved: bool = False

    def data(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "clock": [self.seconds, self.is_running], "said": [*self.message],
            "hint": self.hint.data() if self.hint else None, "asks": self.asks, "noting": self.noting,
            "corner": self.corner, "chosen": self.first_digit, "level": [*self.level], "facts": self.facts,
            "unsaved": self.unsaved,
        }  # fmt: skip


@dataclass(frozen=True)
class WebKeys:
    """The keys that the page types: by name of an action, for each digit from 1, and other actions by their labels."""

    actions: Mapping[str, str]
    digits: Sequence[str]
    others: Sequence[tuple[str, str]] = field(default=())


def web_setting(puzzle: Puzzle, title: str, keys: WebKeys) -> dict[str, Any]:
    """Return the constant data of a puzzle: cells, grids, boxes, givens, rules, and the keys for the page."""
    layout = puzzle.layout
    boxes = {at: number for number, house in enumerate(layout.houses) if house.kind == "box" for at in house.cells}
    return {
        "title": title, "label": layout.label, "size": layout.size, "signs": SIGNS[: layout.size],
        "runs": _runs(layout), "boxes": [boxes.get(cell, -1) for cell in range(len(layout.cells))],
        "views": _views(layout), "givens": [*puzzle.givens], "marked": sorted(layout.marked_cells),
        "shapes": _shapes(puzzle.rules, layout),
        "keys": dict(keys.actions), "types": [*keys.digits], "others": [list(other) for other in keys.others],
        "words": {name: str(word) for name, word in WORDS.items()},
    }  # fmt: skip


def _runs(layout: Layout) -> list[list[int]]:
    """Return the cells in order as runs: row, first column and number of cells."""
    runs = []
    for row, found in groupby(layout.cells, key=lambda place: place[0]):
        columns = [column for _unused, column in found]
        for _unused, run in groupby(enumerate(columns), key=lambda item: item[1] - item[0]):
            cells = [column for _number, column in run]
            runs.append([row, cells[0], len(cells)])
    return runs


def _views(layout: Layout) -> list[list[int]]:
    """Return row, column, rows and columns of each part shown at a time: the grids, or all if they miss a cell."""
    covered = {cell for grid in layout.grids for cell in grid.cells}
    if len(covered) < len(layout.cells):
        return [[0, 0, layout.rows, layout.columns]]
    return [[grid.row, grid.column, *_extent(layout, grid)] for grid in layout.grids]


def _extent(layout: Layout, grid: Grid) -> tuple[int, int]:
    """Return the rows and columns of a grid."""
    rows, columns = zip(*(layout.cells[cell] for cell in grid.cells), strict=True)
    return max(rows) - grid.row + 1, max(columns) - grid.column + 1


def _shapes(rules: Sequence[Rule], layout: Layout) -> list[Any]:
    return [_shape(shape) for rule in rules for shape in rule.shapes(layout)]


def _shape(shape: Shape) -> list[Any]:
    match shape:
        case Outline(cells, text):
            return ["outline", [*cells], text]
        case Path(cells, style, signs):
            return ["path", [*cells], signs, style.value]
        case EdgeMark(cells, text):
            return ["edge", [*cells], text]
        case CornerMark(cells, text):
            return ["corner", [*cells], text]
        case CellMark(cell, text):
            return ["cell", [cell], text]
        case OutsideClue(cells, text):
            return ["outside", [*cells], text]


def web_state(board: Board, look: Look, status: WebStatus) -> dict[str, Any]:
    """Return what the page shows of a board now; nothing of its cells while it is hidden."""
    seen, values = look(_MEANINGS), board.values
    state = {
        "cursor": seen.cursor,
        "hidden": seen.hidden,
        "solved": board.is_solved,
        "left": [*board.digits_left().values()],
        **status.data(),
    }
    if seen.hidden:
        return {**state, **_cells(BoardAppearance([0] * len(values), seen.inks, cursor=seen.cursor))}
    return {**state, **_cells(seen)}


def _cells(seen: BoardAppearance) -> dict[str, Any]:
    grounds: dict[str, list[int]] = {}
    for cell, style in sorted(seen.grounds.items()):
        if name := _NAMES.get(style):
            grounds.setdefault(name, []).append(cell)
    signs: dict[str, list[int]] = {}
    for (cell, digit), mark in sorted(seen.note_signs.items()):
        signs.setdefault(_NAMES.get(mark.ground, "proves"), []).extend((cell, digit))
    tints: dict[int, list[int]] = {}
    for (cell, digit), tint in sorted(seen.tints.items()):
        tints.setdefault(cell, []).extend((digit, tint))
    return {
        "values": {cell: value for cell, value in enumerate(seen.values) if value},
        "revealed": [cell for cell, ink in enumerate(seen.inks) if _NAMES[ink] == "revealed"],
        "notes": _noted(seen.notes, seen.values),
        "corners": _noted(seen.corners, seen.values),
        "grounds": grounds,
        "signs": signs,
        "tints": tints,
        "colours": dict(seen.colours),
        "chain": [[number for candidate in node for number in candidate] for node in seen.chain],
        "selected": sorted(seen.selected),
        "digits": sorted(seen.highlighted),
    }


def _noted(masks: Sequence[int], values: Sequence[int]) -> dict[int, int]:
    return {cell: mask for cell, (mask, value) in enumerate(zip(masks, values, strict=False)) if mask and not value}


def web_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed entries of a state; a mapping has only its changed entries, with None for a removed one.

    A running clock alone is no change.
    """
    changes = {}
    for name, value in after.items():
        old = before[name]
        if value == old:
            continue
        if isinstance(value, dict):
            gone = dict.fromkeys(old.keys() - value.keys())
            changes[name] = gone | {key: entry for key, entry in value.items() if old.get(key) != entry}
        else:
            changes[name] = value
    is_same = "clock" in changes and len(changes) == 1 and before["clock"][1] == after["clock"][1]
    return {} if is_same else changes
