"""What can be written of a search."""

from collections.abc import Sequence
from typing import BinaryIO

from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.result import competition, res
from engine.sudoku import formats
from engine.sudoku.puzzle import Puzzle
from tui.base.export import Export, text_export
from tui.features.solve.job import Outcome


def result_file(outcome: Outcome) -> Export:
    """The result in the three lines of a `.res` file."""
    return text_export("result (.res)", outcome.instance.result_path, lambda: res(outcome.result))


def of_outcome(outcome: Outcome) -> list[Export]:
    """What a search has to write: its result in two formats, its model, the digits of that, its proof."""
    result, place = outcome.result, outcome.instance.result_path
    exports = [
        result_file(outcome),
        text_export("output as in SAT competitions", place.with_suffix(".out"), lambda: competition(result)),
    ]
    if (model := result.model) is not None:
        exports.append(text_export("model, ten literals to a line", place.with_suffix(".model"), lambda: _lines(model)))
    sudoku, digits = outcome.instance.sudoku, outcome.digits
    if sudoku and digits and all(digits) and not outcome.fault:
        solution = Puzzle(sudoku.layout, digits, sudoku.puzzle.name)
        form = "grid" if solution.layout.size <= 9 else "spaced"
        name = f"{place.stem}-solution.txt"
        exports.append(text_export("solution as a board", place.with_name(name), lambda: formats.write(solution, form)))
    if (proof := outcome.proof) is not None:
        exports.append(Export("proof (DRAT)", place.with_suffix(".drat"), lambda file: _write_proof(proof, file)))
    return exports


def _lines(model: Sequence[int]) -> str:
    return "".join(" ".join(map(str, model[start : start + 10])) + "\n" for start in range(0, len(model), 10))


def _write_proof(proof: Proof, file: BinaryIO) -> None:
    writer = ProofWriter(file)
    for deletes, literals in map(proof.__getitem__, range(len(proof))):
        (writer.delete if deletes else writer.add)(literals)
    writer.flush()
