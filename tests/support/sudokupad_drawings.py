"""Rules as SudokuPad draws them, written from its conversion of f-puzzles, and the usual sentences for them."""

from typing import Any

from engine.sudoku.layout import Layout
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Extreme
from engine.sudoku.rules.kinds.dots import EdgeRule
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.kinds.lines import Whispers
from engine.sudoku.rules.kinds.outside import LittleKiller, OutsideRule, heading
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.rule import LineRule

SENTENCES = {
    "killer cage": "In cages, digits must sum to the small clue in the top left corner of the cage and do not repeat.",
    "thermometer": "Along thermometers, digits must increase from the bulb end.",
    "slow thermometer": "Digits along slow thermometers increase or stay the same from the bulb.",
    "arrow": "Digits along an arrow must sum to the digit in that arrow's circle.",
    "double arrow": "Digits on a double arrow sum to the sum of the circles.",
    "difference": "Cells separated by a white dot are consecutive.",
    "ratio": "Cells separated by a black dot have a ratio of 1:2.",
    "pair sum": "Cells separated by X sum to 10, cells separated by V sum to 5.",
    "quadruple": "Digits in circles must appear in the four surrounding cells.",
    "palindrome": "Grey lines are palindromes.",
    "whispers": "Adjacent digits on a green line must differ by at least {difference}.",
    "renban": "Each purple line contains a set of consecutive, non-repeating digits, in any order.",
    "nabner": "Yellow lines are nabner lines.",
    "region sum line": "Box borders divide blue lines into segments with the same sum: region sum lines.",
    "zipper line": "Purple lines are zipper lines.",
    "entropic line": "Orange lines are entropic lines.",
    "modular line": "Blue lines are modular lines.",
    "between line": "Digits on a line must be between the digits in the circles connected by the line.",
    "lockout line": "Lines between diamonds are lockout lines.",
    "little killer": "Clues outside the grid show the sum of the indicated diagonal, which may contain repeats.",
    "sandwich": "Clues outside the grid give the sum of the digits sandwiched between the 1 and 9 in that row/column.",
    "x-sum": "Clues outside the grid show the sum of the first X digits in that row, where X is the first digit.",
    "skyscraper": "Clues outside the grid are skyscraper clues.",
    "even": "Cells with a grey square must contain an even digit.",
    "odd": "Cells with a grey circle must contain an odd digit.",
    "inequality": "Inequality signs point to the smaller of two digits.",
    "minimum": "Shaded cells with arrows pointing inward are minimum cells.",
    "maximum": "Shaded cells with arrows pointing outward are maximum cells.",
}
"""A usual sentence for each kind that is recognised by its drawing."""

WITHOUT_TEXT = {
    "killer cage", "thermometer", "arrow", "difference", "ratio", "pair sum", "quadruple", "little killer", "even",
    "odd", "inequality", "minimum", "maximum",
}  # fmt: skip
"""Kinds whose look can mean one thing."""

_COLOURS = {
    "palindrome": "#CFCFCF", "whispers": "#67F067", "renban": "#F067F0", "nabner": "#C9C883",
    "region sum line": "#2ECBFF", "zipper line": "#D9C1EF", "entropic line": "#FFCCAA", "modular line": "#33BBBB",
    "between line": "#CFCFCF", "lockout line": "#CFCFCF", "double arrow": "#CFCFCF",
}  # fmt: skip
_GREY = "#CFCFCF"


def sentence(rule: Rule) -> str:
    """The usual sentence for the kind of a rule."""
    return SENTENCES[rule.kind].format(difference=getattr(rule, "difference", ""))


def _middle(layout: Layout, cell: int) -> list[float]:
    row, column = layout.cells[cell]
    return [row + 0.5, column + 0.5]


def _between(layout: Layout, cells: tuple[int, ...]) -> list[float]:
    middles = [_middle(layout, cell) for cell in cells]
    return [sum(middle[axis] for middle in middles) / len(cells) for axis in (0, 1)]


def _sign(
    centre: list[float], size: float, fill: str, text: str = "", *, rounded: bool = True, **more: Any
) -> dict[str, Any]:
    return {
        "center": centre,
        "width": size,
        "height": size,
        "backgroundColor": fill,
        "rounded": rounded,
        "text": text,
    } | more


def drawn(rule: Rule, layout: Layout) -> dict[str, list[Any]]:
    """The parts of SudokuPad's object that draw a rule."""
    parts: dict[str, list[Any]] = {"cages": [], "lines": [], "arrows": [], "underlays": [], "overlays": []}
    way = [_middle(layout, cell) for cell in rule.cells]
    if isinstance(rule, KillerCage):
        sum_text = {"value": str(rule.total), "sum": rule.total} if rule.total else {}
        parts["cages"].append(
            {"cells": [list(layout.cells[c]) for c in rule.cells], "unique": not rule.repeats} | sum_text
        )
    elif isinstance(rule, Arrow):
        shaft = [_middle(layout, cell) for cell in (rule.cells[-1], *rule.shaft)]
        start = [at + 0.3 * ((to > at) - (to < at)) for at, to in zip(shaft[0], shaft[1], strict=True)]
        parts["arrows"].append(
            {"color": "#a1a1a1", "headLength": 0.3, "thickness": 5, "wayPoints": [start, *shaft[1:]]}
        )
        spans = [max(at) - min(at) for at in zip(*(layout.cells[cell] for cell in rule.cells), strict=True)]
        circle = _sign(_between(layout, rule.cells), 0.75, "#ffffff", borderColor="#a1a1a1")
        parts["overlays"].append(circle | {"height": 0.75 + spans[0], "width": 0.75 + spans[1]})
    elif isinstance(rule, EdgeRule):
        text = {"pair sum": {5: "V", 10: "X"}.get(rule.value, "")}.get(rule.kind, str(rule.value))
        fill = {"ratio": "#000000"}.get(rule.kind, "#FFFFFF")
        size, is_dot = (0.25, False) if rule.kind == "pair sum" else (0.3, True)
        parts["overlays"].append(_sign(_between(layout, rule.cells), size, fill, text, rounded=is_dot))
    elif isinstance(rule, Quadruple):
        parts["overlays"].append(_sign(_between(layout, rule.cells), 0.7, "#FFFFFF", " ".join(map(str, rule.digits))))
    elif isinstance(rule, OutsideRule):
        row, column, down, right = heading(layout, rule.cells)
        centre = [row - down + 0.5, column - right + 0.5]
        parts["overlays"].append(_sign(centre, 0.25, "#FFFFFF", str(rule.value), rounded=False))
        if isinstance(rule, LittleKiller):
            points = [[centre[0] + at * down, centre[1] + at * right] for at in (0.3, 0.48)]
            parts["arrows"].append({"color": "#000000", "thickness": 2, "wayPoints": points})
    elif isinstance(rule, Inequality):
        sign, angle = {"^": ("<", 90), "v": (">", 90)}.get(rule.sign(layout), (rule.sign(layout), 0))
        parts["overlays"].append(_sign(_between(layout, rule.cells), 0.25, "", sign, rounded=False, angle=angle))
    elif isinstance(rule, Extreme):
        (row, column), inwards = way[0], rule.kind == "minimum"
        parts["underlays"].append(_sign(way[0], 1, "#ccc", rounded=False))
        far, near = (0.44, 0.39) if inwards else (0.39, 0.44)
        for other in [a + b - rule.cells[0] for a, b in neighbours(layout) if rule.cells[0] in (a, b)]:
            down, right = (there - here for here, there in zip(way[0], _middle(layout, other), strict=True))
            points = [
                (down * far + 0.1 * right, right * far + 0.1 * down),
                (down * near, right * near),
                (down * far - 0.1 * right, right * far - 0.1 * down),
            ]
            points = [[row + i, column + j] for i, j in points]
            parts["lines"].append({"color": "#000000", "thickness": 1, "wayPoints": points})
    elif rule.kind in {"even", "odd"}:
        parts["underlays"].append(_sign(way[0], 0.7, _GREY, rounded=rule.kind == "odd"))
    elif "thermometer" in rule.kind:
        parts["underlays"].append(_sign(way[0], 0.85, _GREY))
        parts["lines"].append({"color": _GREY, "thickness": 21, "wayPoints": way})
    elif isinstance(rule, LineRule | Whispers):
        parts["lines"].append({"color": _COLOURS[rule.kind], "thickness": 8, "wayPoints": way})
        if rule.kind in {"between line", "double arrow"}:
            parts["overlays"] += [_sign(end, 0.8, "#FFFFFF", borderColor=_GREY) for end in (way[0], way[-1])]
        if rule.kind == "lockout line":
            parts["overlays"] += [_sign(end, 0.6, "#FFFFFF", rounded=False, angle=45) for end in (way[0], way[-1])]
    return parts
