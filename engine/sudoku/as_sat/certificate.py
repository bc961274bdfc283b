"""Evidence that a puzzle has one solution, which can be checked without trusting this program.

The solution is a model of the puzzle's encoding. With a further clause that excludes this model, the encoding is
unsatisfiable; any DRAT checker, such as `satsudoku check`, can verify the proof of that.
"""

from array import array
from collections.abc import Callable
from pathlib import Path

from engine.base.errors import Cancelled
from engine.base.streams import replacing
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Comment, Formula
from engine.sat.proof.proof import ProofWriter
from engine.sat.result import Status
from engine.sat.solvers.solve import solve
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.formats import write
from engine.sudoku.puzzle import Digits, Puzzle


def excluding(puzzle: Puzzle, solution: Digits) -> Formula:
    """The puzzle's encoding with a further clause that excludes this solution."""
    encoding = encode(puzzle)
    formula = encoding.formula
    clause = [-encoding.variable(cell, solution[cell]) for cell, given in enumerate(puzzle.givens) if not given]
    return Formula(
        formula.variables,
        formula.literals + array("i", clause),
        formula.starts + array("i", [len(formula.literals) + len(clause)]),
        (*formula.comments, Comment("the last clause rules out the solution")),
    )


def certify(
    puzzle: Puzzle, solution: Digits, folder: Path, name: str, cancel: Callable[[], bool] | None = None
) -> tuple[Path, Path, Path]:
    """Write NAME.solution.txt, NAME.cnf (the formula without that solution) and NAME.drat; return their paths.

    Raises ValueError if there is another solution, InputError if a file can't be written, Cancelled.
    """
    solution_path, cnf_path, proof_path = (folder / f"{name}{suffix}" for suffix in (".solution.txt", ".cnf", ".drat"))
    formula = excluding(puzzle, solution)
    with replacing(proof_path) as file:
        proof = ProofWriter(file)
        status = solve(formula, "cdcl", proof=proof, cancel=cancel).status
        if status is Status.UNKNOWN:
            raise Cancelled
        if status is Status.SATISFIABLE:
            raise ValueError(f"{name} has another solution")
        proof.flush()
    with replacing(cnf_path) as file:
        dimacs.write(formula, file)
    with replacing(solution_path) as file:
        file.write(write(Puzzle(puzzle.layout, solution, f"the solution of {name}")).encode())
    return solution_path, cnf_path, proof_path
