"""A board as plain data, which becomes JSON for the page of `serve --web`.

The page shows the same as the terminal in its own colours: the data are derived from the appearance for the terminal,
drawn with a palette (`_MEANINGS`) in which each style stands for its name.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
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
    "back": _("back"), "cells": _("cells of the board"), "close": _("close"), "corner": _("corner notes"),
    "empty": _("empty"), "erase": _("erase"), "given": _("given"), "grid": _("grid {number} of {count}"),
    "hint": _("hint"), "in_all": _("{count} in total"), "left": _("{count} left"), "more": _("more"),
    "noted": _("notes {digits}"), "notes": _("notes"), "other_grid": _("Swipe, or tap the map, for another grid."),
    "paused": _("paused"), "resume": _("go on"), "solved": _("Solved"), "undo": _("undo"), "unsaved": _("not saved"),
    "why": _("explain"), "why_which": _("Which digit? Tap it, or tap explain again for the digit of the cell."),
    "wrong": _("breaks a rule"),
}  # fmt: skip
"""The texts of the page, by their names in `board.js`."""

_MEANINGS = Palette(
    **{style.name: Style.parse(f"color({n}) on color({n})") for n, style in enumerate(fields(Palette), 20)}
    | {"peer": Style.parse("on color(7)")}  # one of the 16 colours, so that rules tint no cells; the page draws them
)
_NAMES = {getattr(_MEANINGS, style.name): style.name for style in fields(Palette)}

Look = Callable[[Palette], BoardAppearance]
"""The appearance of a board in the styles of a palette."""


@dataclass(frozen=True)
class WebBoard:
    """The board in front of a player as plain data; a mapping from cells has only the cells with a value."""

    setting: Mapping[str, Any]
    """The data that are constant for a puzzle (`web_setting`)."""
    state: Mapping[str, Any]
    """The data that change with each move (`web_state`)."""


@dataclass(frozen=True)
class WebHint:
    """A hint as texts."""

    title: str
    text: str
    next_press: str
    """The effect of the next press of its key."""
    level: tuple[str, str] = ("", "")
    """The name and the title of its level; "" for none."""

    def data(self) -> list[str]:
        """Return plain data."""
        return [self.title, self.text, self.next_press, *self.level]


@dataclass(frozen=True)
class WebStatus:
    """The message of a screen about its board, its clock and its input mode."""

    seconds: int
    """The clock."""
    is_running: bool = True
    """Whether the clock is running."""
    message: tuple[str, str] = ("", "plain")
    """A sentence, and the name of its style."""
    hint: WebHint | None = None
    asks: bool = False
    """Whether the message is a question that the next digit answers."""
    noting: bool = False
    """Whether digits are typed as notes."""
    corner: bool = False
    """Whether notes are corner notes."""
    first_digit: int | None = None
    """The digit to place in digit-first mode, 0 before one is selected; None in cell-first mode."""
    level: tuple[str, str] = ("", "")
    """The name and the title of the puzzle's level; "" for none."""
    facts: str = ""
    unsaved: bool = False
    """Whether the game can't be saved."""

    def data(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "clock": [self.seconds, self.is_running], "message": [*self.message],
            "hint": self.hint.data() if self.hint else None, "asks": self.asks, "noting": self.noting,
            "corner": self.corner, "first_digit": self.first_digit, "level": [*self.level], "facts": self.facts,
            "unsaved": self.unsaved,
        }  # fmt: skip


@dataclass(frozen=True)
class WebKeys:
    """The keys that the page types."""

    actions: Mapping[str, str]
    """By the name of the action."""
    digits: Sequence[str]
    """For each digit, from 1."""
    others: Sequence[tuple[str, str]] = ()
    """Labels of other actions with their keys."""


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
    """Return the cells in order as runs of adjacent ones: row, first column and number of cells."""
    runs: list[list[int]] = []
    for row, column in layout.cells:
        if runs and runs[-1][0] == row and sum(runs[-1][1:]) == column:
            runs[-1][2] += 1
        else:
            runs.append([row, column, 1])
    return runs


def _views(layout: Layout) -> list[list[int]]:
    """Return the parts that a small page shows one at a time: the grids, or all if the grids miss a cell.

    A part is its first row, first column, rows and columns.
    """
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
    """Return a shape: its kind, cells and text, and for a path its style."""
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
    """Return the present state of a board; a hidden one is empty."""
    appearance, values = look(_MEANINGS), board.values
    state = {
        "cursor": appearance.cursor,
        "hidden": appearance.hidden,
        "solved": board.is_solved,
        "left": [*board.digits_left().values()],
        **status.data(),
    }
    if appearance.hidden:
        appearance = BoardAppearance([0] * len(values), appearance.inks, cursor=appearance.cursor)
    return {**state, **_cells(appearance)}


def _cells(look: BoardAppearance) -> dict[str, Any]:
    """Return the digits, notes and marks of cells; backgrounds and marks of notes by the names of their styles."""
    grounds: dict[str, list[int]] = {}
    for cell, style in sorted(look.grounds.items()):
        if name := _NAMES.get(style):
            grounds.setdefault(name, []).append(cell)
    signs: dict[str, list[int]] = {}
    for (cell, digit), mark in sorted(look.note_signs.items()):
        signs.setdefault(_NAMES.get(mark.ground, "premise"), []).extend((cell, digit))
    tints: dict[int, list[int]] = {}
    for (cell, digit), tint in sorted(look.tints.items()):
        tints.setdefault(cell, []).extend((digit, tint))
    return {
        "values": {cell: value for cell, value in enumerate(look.values) if value},
        "revealed": [cell for cell, ink in enumerate(look.inks) if _NAMES[ink] == "revealed"],
        "notes": _visible_notes(look.notes, look.values),
        "corners": _visible_notes(look.corners, look.values),
        "grounds": grounds,
        "signs": signs,
        "tints": tints,
        "colours": dict(look.colours),
        "chain": [[number for candidate in node for number in candidate] for node in look.chain],
        "selected": sorted(look.selected),
        "digits": sorted(look.highlighted),
    }


def _visible_notes(masks: Sequence[int], values: Sequence[int]) -> dict[int, int]:
    """Return the notes (as bits) of empty cells."""
    return {cell: mask for cell, (mask, value) in enumerate(zip(masks, values, strict=False)) if mask and not value}


def web_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the entries of a state that changed; of a mapping its changed entries, with None for removed ones.

    The seconds of a running clock alone do not count as a change.
    """
    changes = {}
    for name, value in after.items():
        old = before[name]
        if value == old:
            continue
        if isinstance(value, dict):
            removed = dict.fromkeys(old.keys() - value.keys())
            changes[name] = removed | {key: entry for key, entry in value.items() if old.get(key) != entry}
        else:
            changes[name] = value
    is_tick = changes.keys() == {"clock"} and before["clock"][1] == after["clock"][1]
    return {} if is_tick else changes
