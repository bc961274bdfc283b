"""Steps, puzzles and ratings as plain data for scripts; the schema is `docs/data.schema.json`."""

from collections.abc import Iterable, Mapping
from typing import Any

from engine.sudoku.layout import Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.signs import sign
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step


def step_data(step: Step, layout: Layout) -> dict[str, Any]:
    """The step as JSON values: cells by name, candidates as pairs of a cell and a digit.

    Technique and level are English; the sentence is in the current language.
    """

    def names(cells: Iterable[int]) -> list[str]:
        return [layout.cell_name(cell) for cell in cells]

    technique = step.technique
    return {
        "technique": technique.title,
        "level": technique.level.value,
        "score": technique.score,
        "cells": names(step.cells),
        "houses": [layout.houses[house].name for house in step.houses],
        "candidates": _pairs(step.candidates, layout),
        "places": _pairs(step.places, layout),
        "removes": _pairs(step.removes, layout),
        "chain": [_pairs(node, layout) for node in step.chain],
        "rules": _rules(step.rules, layout),
        "sentence": step.sentence,
        "parts": [_part_data(part, layout) for part in step.parts],
    }


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as JSON values: its layout by name, and its givens as `digits_text`."""
    layout = puzzle.layout
    return {
        "name": puzzle.name,
        "layout": layout.name,
        "givens": digits_text(puzzle.givens),
        "rules": _rules(puzzle.rules, layout),
    }


def digits_text(digits: Digits) -> str:
    """A sign for each cell of a layout, in reading order; a dot is an empty cell."""
    return "".join(sign(digit) if digit else "." for digit in digits)


def candidates_data(position: Position) -> dict[str, str]:
    """The candidates of the empty cells, by the names of the cells."""
    layout = position.layout
    return {
        layout.cell_name(cell): "".join(sign(digit) for digit in members(position.masks[cell]))
        for cell in members(position.empty)
    }


def rating_data(level: Level, score: int, counts: Mapping[Technique, int]) -> dict[str, Any]:
    """A rating as JSON values, with the number of uses of each technique."""
    techniques = {technique.title: count for technique, count in counts.items()}
    return {"level": level.value, "score": score, "techniques": techniques}


def _rules(rules: Iterable[Rule], layout: Layout) -> list[dict[str, Any]]:
    return [
        {"kind": rule.kind, "name": rule.name(layout), "cells": [layout.cell_name(cell) for cell in rule.scope(layout)]}
        for rule in rules
    ]


def _part_data(part: Part, layout: Layout) -> dict[str, Any]:
    return {
        "sentence": part.sentence,
        "places": _pairs(part.places, layout),
        "removes": _pairs(part.removes, layout),
        "parts": [_part_data(inner, layout) for inner in part.parts],
    }


def _pairs(candidates: Iterable[Candidate], layout: Layout) -> list[list[object]]:
    return [[layout.cell_name(cell), digit] for cell, digit in candidates]
