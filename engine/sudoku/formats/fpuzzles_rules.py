"""Converts rules beyond houses between `engine.sudoku.rules` and the parts of an f-puzzles object."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.base.errors import InputError
from engine.base.language import _
from engine.sudoku.formats.grid_rules import refuse_rule
from engine.sudoku.layout import Layout
from engine.sudoku.rules import KINDS, Rule
from engine.sudoku.rules.dots import NoMarks
from engine.sudoku.rules.everywhere import BoardRule, DisjointGroups
from engine.sudoku.rules.fog import Fog
from engine.sudoku.rules.rule import Entry, complete, names

NEGATIVE = "negative"

MOST_RULES = 1000
"""Maximum number of rules in a puzzle; published puzzles have some dozens."""

READ = {kind.f_puzzles: kind for kind in KINDS.values() if kind.f_puzzles}
"""The kinds of rules by their names in f-puzzles."""

_NO_MARKS = {kind.mark.f_puzzles: kind for kind in KINDS.values() if issubclass(kind, NoMarks)}


def read_rules(content: Mapping[str, Any], layout: Layout) -> tuple[Rule, ...]:
    """The rules of an object. Raises InputError."""
    found: list[Rule] = []
    for name, value in content.items():
        kind = READ.get(name)
        if kind is None or not value:
            continue
        if kind is Fog:
            found.append(Fog(Entry(layout, name, {"cells": value}).cells()))
        elif issubclass(kind, BoardRule):
            if kind is DisjointGroups and not layout.box_rows:
                refuse_rule(str(kind.title))
            found.append(kind())
        elif isinstance(value, list):
            for each in value:
                found += kind.read(Entry(layout, name, each))
        else:
            raise InputError(_("the rule {rule} can't be read").format(rule=name))
        if len(found) > MOST_RULES:
            raise InputError(_("the puzzle has more than {most} rules").format(most=MOST_RULES))
    return complete((*found, *_negatives(content.get(NEGATIVE), found)))


def _negatives(marks: Any, found: Sequence[Rule]) -> Iterable[Rule]:
    if not marks:
        return
    if not isinstance(marks, list) or not all(name in _NO_MARKS for name in marks):
        refuse_rule(_("negative constraints"))
    yield from (_NO_MARKS[name].of(found) for name in marks)


def unwritten(rules: Sequence[Rule]) -> Rule | None:
    """The first rule that f-puzzles does not have, or that means something else there; None if there is none."""
    others = [rule for rule in rules if not isinstance(rule, NoMarks)]
    negatives = [rule for rule in rules if isinstance(rule, NoMarks)]
    read_back = [*_negatives([rule.mark.f_puzzles for rule in negatives], others)]
    unknown = (rule for rule in others if not rule.f_puzzles or getattr(rule, "repeats", False))
    return next(chain(unknown, (rule for rule in negatives if rule not in read_back)), None)


def write_rules(rules: Iterable[Rule], layout: Layout) -> dict[str, Any]:
    """The rules as parts of an object."""
    content: dict[str, Any] = {}
    for rule in rules:
        if isinstance(rule, NoMarks):
            content.setdefault(NEGATIVE, []).append(rule.mark.f_puzzles)
        elif isinstance(rule, Fog):
            content[rule.f_puzzles] = names(layout, rule.cells)
        elif isinstance(rule, BoardRule):
            content[rule.f_puzzles] = True
        else:
            content.setdefault(rule.f_puzzles, []).append(rule.write(layout))
    return content
