"""A step as plain data for scripts; the schema is in `docs/command-line.md`."""

from collections.abc import Iterable
from typing import Any

from engine.sudoku.layout import Layout
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate
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
        "rules": [
            {"kind": rule.kind, "name": rule.name(layout), "cells": names(rule.scope(layout))} for rule in step.rules
        ],
        "sentence": step.sentence,
        "parts": [_part_data(part, layout) for part in step.parts],
    }


def _part_data(part: Part, layout: Layout) -> dict[str, Any]:
    return {
        "sentence": part.sentence,
        "places": _pairs(part.places, layout),
        "removes": _pairs(part.removes, layout),
        "parts": [_part_data(inside, layout) for inside in part.parts],
    }


def _pairs(candidates: Iterable[Candidate], layout: Layout) -> list[list[object]]:
    return [[layout.cell_name(cell), digit] for cell, digit in candidates]
