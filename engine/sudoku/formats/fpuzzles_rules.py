"""Converts rules beyond houses between `engine.sudoku.rules` and the parts of an f-puzzles object."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.formats.drawings import (
    CageDrawing,
    Drawing,
    LineDrawing,
    SymbolDrawing,
    angle,
    colour_name,
    length,
    turned_sign,
)
from engine.sudoku.formats.grid_rules import MAX_RULES, refuse_rule
from engine.sudoku.layout import Layout
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.kinds.decoration import CLUE, LINE, MARK, Decoration
from engine.sudoku.rules.kinds.dots import NoMarks
from engine.sudoku.rules.kinds.everywhere import BoardRule, DisjointGroups
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.rule import Entry, complete, names

NEGATIVE = "negative"

_CELL = re.compile(r"R(\d{1,2})C(\d{1,2})", re.IGNORECASE)
METADATA = re.compile(r"[a-z]+:\s", re.IGNORECASE)
"""The beginning of a text that says something about the puzzle, such as `rules: `, in a cage that is not a rule."""

_FOG_TEXTS = {"FOW", "FOGLIGHT"}

KINDS_BY_NAME = {kind.f_puzzles: kind for kind in KINDS.values() if kind.f_puzzles}
"""The kinds of rules by their names in f-puzzles."""

_NO_MARKS = {kind.mark.f_puzzles: kind for kind in KINDS.values() if issubclass(kind, NoMarks)}


def read_rules(content: Mapping[str, Any], layout: Layout) -> tuple[Rule, ...]:
    """The rules of an object. Raises InputError."""
    rules: list[Rule] = []
    for name, value in content.items():
        kind = KINDS_BY_NAME.get(name)
        if kind is None or not value:
            continue
        if kind is Fog:
            rules.append(Fog(Entry(layout, name, {"cells": value}).cells()))
        elif issubclass(kind, BoardRule):
            if kind is DisjointGroups and not DisjointGroups.groups(layout):
                refuse_rule(str(kind.title))
            rules.append(kind())
        elif isinstance(value, list):
            for entry in value:
                rules += kind.read(Entry(layout, name, entry))
        else:
            raise InputError(_("the rule {rule} can't be read").format(rule=name))
        if len(rules) > MAX_RULES:
            raise InputError(_("the puzzle has more than {most} rules").format(most=MAX_RULES))
    return complete((*rules, *_negatives(content.get(NEGATIVE), rules)))


def _negatives(marks: Any, rules: Sequence[Rule]) -> Iterable[Rule]:
    if not marks:
        return
    if not isinstance(marks, list) or not all(name in _NO_MARKS for name in marks):
        refuse_rule(_("negative constraints"))
    yield from (_NO_MARKS[name].of(rules) for name in marks)


def drawings(content: Mapping[str, Any]) -> Iterator[Drawing]:
    """The drawings of an object that are not rules."""
    for line in _objects(content, "line"):
        for path in _list(line.get("lines")):
            points = tuple(point for name in _list(path) if (point := _point(name)))
            yield LineDrawing(points, colour_name(line.get("outlineC") or "#cfcfcf"))
    for name, is_round in (("circle", True), ("rectangle", False), ("text", False)):
        for shape in _objects(content, name):
            points = tuple(point for cell in _list(shape.get("cells")) if (point := _point(cell)))
            if not points:
                continue
            row, column = (sum(point[axis] for point in points) / len(points) for axis in (0, 1))
            width, height = (length(shape.get(side), 0.25 if name == "text" else 0.7) for side in ("width", "height"))
            value, degrees = shape.get("value"), angle(shape.get("angle"))
            fill, border = ("", "") if name == "text" else (shape.get("baseC"), shape.get("outlineC"))
            text = turned_sign(str(value).strip(), degrees) if isinstance(value, str | int) else ""
            colours = colour_name(fill), colour_name(border)
            yield SymbolDrawing((row, column), width, height, is_round, degrees % 90 == 45, *colours, text)


def drawn_cages(content: Mapping[str, Any], layout: Layout) -> Iterator[CageDrawing]:
    """The cages of an object that are not rules."""
    for cage in _objects(content, "cage"):
        value = cage.get("value")
        text = str(value).strip() if isinstance(value, str | int) else ""
        if cage.get("cells") and not METADATA.match(text) and text not in _FOG_TEXTS:
            yield CageDrawing(tuple(sorted({*Entry(layout, "cage", cage).cells()})), text, unique=False)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _objects(content: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [value for value in _list(content.get(name)) if isinstance(value, Mapping)]


def _point(name: Any) -> tuple[float, float] | None:
    """The middle of a cell, which may lie outside the grid."""
    match = _CELL.fullmatch(name) if isinstance(name, str) else None
    return (int(match[1]) - 0.5, int(match[2]) - 0.5) if match else None


def first_unsupported(rules: Sequence[Rule]) -> Rule | None:
    """The first rule that f-puzzles does not have, or that means something else there; None if there is none."""
    positives = [rule for rule in rules if not isinstance(rule, NoMarks)]
    negatives = [rule for rule in rules if isinstance(rule, NoMarks)]
    read_back = [*_negatives([rule.mark.f_puzzles for rule in negatives], positives)]
    unknown = (
        rule for rule in positives if not _is_drawable(rule) and (not rule.f_puzzles or getattr(rule, "repeats", False))
    )
    return next(chain(unknown, (rule for rule in negatives if rule not in read_back)), None)


def _is_drawable(rule: Rule) -> bool:
    """Whether a rule is a text, or a drawing that can be read back."""
    return isinstance(rule, RuleInText | Inequality) or (isinstance(rule, Decoration) and rule.form != CLUE)


def _write_drawing(rule: Decoration, layout: Layout, content: dict[str, Any]) -> None:
    cells = names(layout, rule.cells)
    if rule.form == LINE:
        content.setdefault("line", []).append({"lines": [cells], "outlineC": "#CFCFCF", "width": 0.3})
    elif rule.form == MARK:
        circle = {
            "cells": cells,
            "baseC": "#FFFFFF",
            "outlineC": "#000000",
            "value": rule.text,
            "width": 0.7,
            "height": 0.7,
        }
        content.setdefault("circle", []).append(circle)
    else:
        content.setdefault("cage", []).append({"cells": cells, "value": rule.text, "outlineC": "#000000"})


POINT = "Inequality signs point to the smaller of two digits."
"""What drawn inequality signs mean, for people and for our reader of texts."""
_UPRIGHT = {"^": "∧", "v": "∨"}


def _write_inequality(rule: Inequality, layout: Layout, content: dict[str, Any]) -> None:
    sign = rule.sign(layout)
    text = {"cells": names(layout, sorted(rule.cells)), "value": _UPRIGHT.get(sign, sign), "fontC": "#000000"}
    content.setdefault("text", []).append(text | {"size": 0.4})
    _write_text(POINT, content)


def _write_text(text: str, content: dict[str, Any]) -> None:
    ruleset = content.get("ruleset", "")
    if text not in ruleset:
        content["ruleset"] = f"{ruleset} {text}".strip()


def write_rules(rules: Iterable[Rule], layout: Layout) -> dict[str, Any]:
    """The rules as parts of an object."""
    content: dict[str, Any] = {}
    for rule in rules:
        if isinstance(rule, RuleInText):
            _write_text(rule.text, content)
        elif isinstance(rule, Inequality):
            _write_inequality(rule, layout, content)
        elif isinstance(rule, Decoration):
            _write_drawing(rule, layout, content)
        elif isinstance(rule, NoMarks):
            content.setdefault(NEGATIVE, []).append(rule.mark.f_puzzles)
        elif isinstance(rule, Fog):
            content[rule.f_puzzles] = names(layout, rule.cells)
        elif isinstance(rule, BoardRule):
            content[rule.f_puzzles] = True
        else:
            content.setdefault(rule.f_puzzles, []).append(rule.write(layout))
    return content
