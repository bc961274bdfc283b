"""What readers make of puzzles with all that a format has, and of hundreds like them with something changed."""

import json
import random
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from outcomes import json_outcomes, outcomes
from rule_puzzles import random_rules
from sudokupad_drawings import SENTENCES, drawn
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sudoku import formats
from engine.sudoku.formats import FORMATS, fpuzzles, lz_string, penpa, rule_file, sudokupad
from engine.sudoku.formats.grid_rules import usual_boxes
from engine.sudoku.formats.setter_text import setter_text
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

DIGITS = tuple(
    int(sign) if sign.isdigit() else 0
    for sign in "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def summary(puzzle: Puzzle) -> str:
    """A puzzle in one line."""
    clues = " ".join(f"{cell}:{digit}" for cell, digit in enumerate(puzzle.givens) if digit)
    full = (2 << puzzle.layout.size) - 2
    marks = {cell: mask for cell, mask in enumerate(puzzle.candidates or ()) if mask not in (0, full)}
    houses = [tuple(house.cells) for house in puzzle.layout.houses]
    facts = (puzzle.name, puzzle.text, puzzle.stored, marks, houses)
    return f"{puzzle.layout.name} {puzzle.rules!r} {clues} {facts}"


def summaries(data: bytes) -> str:
    """All puzzles of a file, or the first error."""
    found = list(formats.read_puzzles([data]))
    for error in found:
        if isinstance(error, InputError):
            raise error
    return f"{len(found)} " + " ".join(summary(puzzle) for puzzle in found if isinstance(puzzle, Puzzle))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """A small puzzle, one with candidates, one with other houses, and a double."""
    small = Puzzle(LAYOUTS["4x4"](), (1, 0, 0, 2) + (0,) * 12, 'a "name" & more')
    marked = Puzzle(LAYOUTS["single"](), DIGITS, "<x>", candidates=(*range(2, 160, 2), 1022, 6))
    return small, marked, Puzzle(LAYOUTS["x"](), DIGITS), Puzzle(LAYOUTS["double"](), (1, 2, 3) + (0,) * 150, "two")


@pytest.mark.parametrize("form", FORMATS)
def test_texts(form: str, snapshot: SnapshotAssertion) -> None:
    inputs = []
    for puzzle in puzzles():
        for each in (puzzle, replace(puzzle, candidates=None)):
            with suppress(InputError):
                inputs.append(formats.write_all([each], form).encode())
                break
    words = (b"-1", b". ", b"|", b"[Puzzle]", b"\n\n", b"#", b"<", b"/>", b"null", b"12")
    assert outcomes(summaries, inputs, words, 40) == snapshot


def test_shared_cells_and_remarks(snapshot: SnapshotAssertion) -> None:
    single, two = ("." * 80 + "1\n"), "\n".join(["123456789", *["." * 9] * 8])
    texts = [
        single * 2, f"{'.' * 162}\n", f"{'.' * 80}1{'.' * 81}\n", f"{two}\n\n{two}\n", f"#A me\n#D a title\n{single}",
        f"#D one\n{single}#D two\n{single}", f"# plain\n{single}", f"#A me\n{single}", f"#hello\n#D x\n{single}",
        f"[Puzzle]\n{two}\n[State]\n{two}\n", f"#D\n#A\n{single}", f"; remark\n{single}",
        f"#C comment\n#S src\n{single}",
    ]  # fmt: skip
    inputs = [text.encode() for text in texts]
    assert outcomes(summaries, inputs, (b"#D x\n", b"#A ", b"#", b"1", b"\n", b"[Puzzle]", b"12"), 60) == snapshot


def content(*parts: dict[str, list[Any]], rules: str = "", **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cells": [[{} for _ in range(6)] for _ in range(6)],
        "regions": [sorted(map(list, box)) for box in usual_boxes(6)],
        "metadata": {"rules": rules, "title": "t", "author": "a"},
        **more,
    }
    for part in parts:
        for name, values in part.items():
            found[name] = [*found.get(name, []), *values]
    return found


@cache
def rule_groups() -> list[Puzzle]:
    """Puzzles of six digits with four kinds of rules each."""
    layout, kinds, made = LAYOUTS["6x6"](), list(SENTENCES), []
    for at in range(0, len(kinds), 4):
        values = random_solution(layout, at)
        rules = random_rules(kinds[at : at + 4], values, layout, random.Random(at))
        made.append(Puzzle(layout, values[:3] + (0,) * 33, f"group {at}", rules=rules))
    return made


def test_drawings(snapshot: SnapshotAssertion) -> None:
    objects = []
    for puzzle in rule_groups():
        text = " ".join(SENTENCES[rule.kind].format(difference=5) for rule in puzzle.rules)
        parts = [drawn(rule, puzzle.layout) for rule in puzzle.rules]
        objects += [content(*parts, rules=text), content(*parts)]
    assert json_outcomes(lambda value: summary(sudokupad.read(value)), objects, 150) == snapshot


def test_objects(snapshot: SnapshotAssertion) -> None:
    objects: list[Any] = []
    for puzzle in (*rule_groups(), *puzzles()[:3]):
        with suppress(InputError):
            objects.append(json.loads(formats.write(puzzle, "fpuzzles")))
    line = {"lines": [["R1C1", "R1C2", "R2C2"]], "outlineC": "#67F067", "width": 0.3}
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(6)] for _ in range(6)]
    grid[0][0] = {"value": 1, "given": True, "c": "#cfcfcf", "region": 0, "givenPencilMarks": [1, 2]}
    extra = {"extraregion": [{"cells": ["R1C1", "R4C4"]}], "diagonal+": True, "antiknight": True}
    text = [{"cells": ["R1C1", "R2C1"], "value": ">", "angle": -90}]
    objects += [
        {"size": 6, "grid": grid, "line": [line], "ruleset": "Green lines are German whispers.", **extra},
        {"size": 6, "grid": grid, "text": text, "ruleset": "Inequality signs point to the smaller of two digits."},
        {"size": 6, "grid": grid, "circle": [{"cells": ["R1C1"], "value": "3"}], "negative": ["xv"], "cage": [
            {"cells": ["R1C1", "R1C2"], "value": "4"}, {"cells": ["R5C1", "R5C2"], "value": "x"}]},
    ]  # fmt: skip
    for part, value in (
        ("circle", "1 2"),
        ("rectangle", ""),
        ("text", "X"),
        ("circle", ""),
        ("rectangle", "3"),
        ("text", "<"),
    ):
        for place in (["R1C1"], ["R2C1", "R2C2"], ["R2C2", "R2C3", "R3C2", "R3C3"], ["R0C2"]):
            shape = {"cells": place, "value": value, "baseC": "#000000", "outlineC": "#FFFFFF", "width": 0.3}
            text = f"{SENTENCES['ratio']} {SENTENCES['quadruple']} {SENTENCES['pair sum']} {SENTENCES['even']}"
            objects += [{"size": 6, "grid": grid, part: [shape | {"height": 0.3}], "ruleset": text}]
            objects += [{"size": 6, "grid": grid, part: [{"cells": place, "value": value}], "ruleset": text}]
    assert json_outcomes(lambda value: summary(fpuzzles.read(value)), objects, 150) == snapshot


def test_rule_files(snapshot: SnapshotAssertion) -> None:
    objects = [json.loads(formats.write(puzzle, "rules")) for puzzle in (*rule_groups(), *puzzles())]

    def read(value: dict[str, Any]) -> str:
        return summary(rule_file.read(value)) if rule_file.is_puzzle(value) else "no puzzle"

    assert json_outcomes(read, objects, 150) == snapshot


WIDTH = 10
"""The columns of Penpa+'s grid of six digits, with its margins."""


def place(row: int, column: int, kind: int = 0) -> int:
    """The number of a place: of a cell, or of its corner, lower or right edge."""
    return WIDTH * WIDTH * kind + WIDTH * (2 + row) + 2 + column


def penpa_text(question: dict[str, Any], rules: str = "", colours: dict[str, Any] | None = None) -> str:
    places = [place(row, column) for row in range(6) for column in range(6)]
    steps = [number - before for before, number in zip([0, *places], places, strict=False)]
    header = ["sudoku", "6", "6", "38", "0", "1", "1", "418", "418", "84", "84", "Title: t", "Author: a", "", "OFF"]
    header += ["false", "", "", rules.replace(",", "%2C")]
    lines = [",".join(header), "[0,0,0,0]", "{}", json.dumps(question), "{}", json.dumps(steps)]
    return "\n".join([*lines, *[""] * 8, json.dumps(colours or {})])


def walls() -> dict[str, int]:
    """Thick edges around boxes of two rows and three columns."""
    corners = WIDTH * WIDTH
    across = [(place(row, column - 1), place(row, column)) for row in (1, 3) for column in range(6)]
    down = [(place(row - 1, 2), place(row, 2)) for row in range(6)]
    return {f"{start + corners},{end + corners}": 2 for start, end in [*across, *down]}


def parts() -> list[dict[str, Any]]:
    """The parts of Penpa+'s puzzles, some in each."""
    lines = {f"{place(0, 0)},{place(0, 1)}": 3, f"{place(0, 1)},{place(1, 1)}": 3, f"{place(4, 4)},{place(5, 5)}": 9}
    cage = {f"{4 * 100 + 4 * place(2, 2)},{4 * 100 + 4 * place(2, 2) + 1}": 10,
            f"{4 * 100 + 4 * place(2, 2) + 1},{4 * 100 + 4 * place(2, 3)}": 10}  # fmt: skip
    outside = {str(place(-1, 2)): ["7", 1, "1"], str(place(0, 6)): ["9", 1, "1"]}
    marks = {str(place(2, 2, 1)): ["1", 6, "5"], str(place(3, 3, 3)): ["2", 7, "5"], str(place(4, 0, 2)): ["X", 1, "5"]}
    dots = {str(place(1, 1, 3)): [1, "circle_SS", 1], str(place(2, 1, 2)): [2, "circle_SS", 1]}
    shapes = {str(place(0, 3)): [3, "square_LL", 1], str(place(5, 0)): [3, "circle_L", 1],
              str(place(5, 5)): [1, "diamond_M", 1], str(place(3, 4, 3)): [3, "inequality", 1]}  # fmt: skip
    return [
        {"number": {str(place(0, 0)): ["1", 1, "1"], str(place(1, 4)): ["6", 1, "2"], **outside}, "edge": walls()},
        {"edge": walls(), "thermo": [[place(0, 0), place(1, 1), place(2, 1)]], "arrows": [[place(5, 5), place(5, 4)]]},
        {"edge": walls(), "killercages": [[place(0, 0), place(0, 1)], [place(3, 3), place(4, 3)]],
         "numberS": {str(400 + 4 * place(0, 0)): ["7", 1], str(400 + 4 * place(3, 3)): ["5", 1]}},
        {"line": lines, "freeline": {f"{place(3, 0)},{place(3, 2)}": 5}, "edge": walls(), "symbol": dots},
        {"symbol": {**dots, **shapes}, "surface": {str(place(2, 2)): 1, str(place(2, 3)): 5}, "number": marks},
        {"cage": cage, "numberS": {str(400 + 4 * place(2, 2)): ["8", 1]}, "squareframe": [[place(0, 4), place(0, 5)]],
         "nobulbthermo": [[place(4, 1), place(4, 2)]], "direction": [[place(-1, 0), place(0, 1)]], "edge": walls()},
    ]  # fmt: skip


def test_penpa(snapshot: SnapshotAssertion) -> None:
    text = " ".join(SENTENCES[kind] for kind in ("killer cage", "thermometer", "arrow", "difference", "ratio"))

    def read(question: dict[str, Any]) -> str:
        colours = {"line": {f"{place(0, 0)},{place(0, 1)}": "#67F067"}, "surface": {str(place(2, 2)): "#ff0000"}}
        return "; ".join(
            summary(penpa.read(penpa_text(question, rules, colours)))
            for rules, colours in ((text, None), ("Green lines are German whispers.", colours))
        )

    assert json_outcomes(read, parts(), 80) == snapshot


def test_penpa_texts(snapshot: SnapshotAssertion) -> None:
    inputs = [penpa_text(question, "Grey lines are palindromes.").encode() for question in parts()]
    read = outcomes(lambda data: summary(penpa.read(data.decode("utf-8", "replace"))), inputs, (b",", b"\n", b"{"), 60)
    assert read == snapshot


def test_sentences_of_setters(snapshot: SnapshotAssertion) -> None:
    inputs = [sentence.format(difference=5).encode() for sentence in SENTENCES.values()]
    words = (b"not ", b"cells ", b" orange", b"green lines", b" must ", b" sum ", b"12", b". ", b"Normal sudoku rules")
    read = outcomes(lambda data: repr(setter_text(data.decode("utf-8", "replace"))), inputs, words, 80)
    assert read == snapshot


def test_lines_with_cages(snapshot: SnapshotAssertion) -> None:
    inputs = [
        b"7<B<<0000^" + b"0" * 71, b"B<0v0000`v>A0'" + b"0" * 66 + b".",
        b"3x3::k:" + b"1793:1793:2306:770:" + b"0:" * 77,
        b"3x3:d:k:" + b"0:" * 79 + b"1793:1793:", b"SumoCueV1=12+0=13+2+2=4" + b"=0" * 75,
        b"SumoCueV1D=12+0=13+2+2=4" + b"=0" * 75,
        b"SumoCueV1" + b"".join(b"=%dJ%d" % (row % 7, row) for row in range(9) for _ in range(9)),
    ]  # fmt: skip
    assert outcomes(summaries, inputs, (b"=", b"+", b"<", b",", b"^", b":"), 80) == snapshot


def test_links(snapshot: SnapshotAssertion) -> None:
    written = [formats.write(puzzles()[0], name).encode() for name in ("sudokupad", "fpuzzles-link")]
    row = "".join(map(str, DIGITS)).encode()
    inputs = [
        *written, b"https://sudokupad.app/" + json.dumps(content()).encode(), b"https://x.org/" + row,
        b"https://www.sudokuwiki.org/sudoku.htm?bd=" + row, b"https://sudokupad.app/classicB6B91D7C2E15F4D9C3",
        b"https://sudokupad.app/scfoooooooooooook*xwtname*aauthor",
    ]  # fmt: skip
    assert outcomes(summaries, inputs, (b"https://", b"%2F", b"&", b"#", b"scl", b"?puzzleid="), 80) == snapshot


def test_compressed_texts(snapshot: SnapshotAssertion) -> None:
    inputs = [lz_string.compress(text).encode() for text in ("", "a", "abcabcabc" * 9, '{"size":9}', "äöü∧€" * 3)]
    read = outcomes(lambda data: repr(lz_string.decompress(data.decode("latin-1"), 40)), inputs, (b"=", b"A"), 60)
    assert read == snapshot
