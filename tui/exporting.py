"""What can be written of a search and of a comparison, each to a file of the user's choice."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.sat import comparison_report as report
from engine.sat.comparison import Comparison, Plan
from engine.sat.proof import Proof, ProofWriter
from engine.sat.result import competition, res
from engine.streams import replacing
from engine.sudoku import formats
from engine.sudoku.puzzle import Puzzle
from tui.solving import Outcome


@dataclass(frozen=True)
class Export:
    """Something that can be written: what it is, the path to propose, and what writes it into an open file."""

    title: str
    path: Path
    fill: Callable[[BinaryIO], object]

    def write(self, path: Path) -> None:
        """Write it there, whole or not at all, over whatever is there. Raises InputError."""
        with replacing(path) as file:
            self.fill(file)


def of_outcome(outcome: Outcome) -> list[Export]:
    """What a search has to write: its result in two formats, its model, the digits of that, its proof."""
    result, place = outcome.result, outcome.instance.result_path
    exports = [
        _text("result (.res)", place, lambda: res(result)),
        _text("output as in SAT competitions", place.with_suffix(".out"), lambda: competition(result)),
    ]
    if (model := result.model) is not None:
        exports.append(_text("model, ten literals to a line", place.with_suffix(".model"), lambda: _lines(model)))
    board, digits = outcome.instance.board, outcome.digits
    if board and digits and all(digits) and not outcome.fault:
        solution = Puzzle(board.puzzle.layout, digits, board.puzzle.name)
        form = "grid" if solution.layout.size <= 9 else "spaced"
        name = f"{place.stem}-solution.txt"
        exports.append(_text("solution as a board", place.with_name(name), lambda: formats.write(solution, form)))
    if (proof := outcome.proof) is not None:
        exports.append(Export("proof (DRAT)", place.with_suffix(".drat"), lambda file: _write_proof(proof, file)))
    return exports


def of_race(comparisons: Sequence[Comparison], plan: Plan, folder: Path) -> list[Export]:
    """A comparison as values, as a page and as a picture."""
    return [
        _text("table of all values (CSV)", folder / "race.csv", lambda: report.as_csv(comparisons)),
        _text("page (Markdown)", folder / "race.md", lambda: report.as_markdown(comparisons, plan)),
        _text("bar chart (SVG)", folder / "race.svg", lambda: report.as_svg(comparisons, plan)),
    ]


def _text(title: str, path: Path, make: Callable[[], str]) -> Export:
    return Export(title, path, lambda file: file.write(make().encode()))


def _lines(model: Sequence[int]) -> str:
    return "".join(" ".join(map(str, model[start : start + 10])) + "\n" for start in range(0, len(model), 10))


def _write_proof(proof: Proof, file: BinaryIO) -> None:
    writer = ProofWriter(file)
    for deletes, literals in map(proof.__getitem__, range(len(proof))):
        (writer.delete if deletes else writer.add)(literals)
    writer.flush()
