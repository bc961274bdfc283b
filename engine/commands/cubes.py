"""`satsudoku solve --cubes N`: splits a hard formula for many processors or machines, and combines the proofs."""

import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from engine.base.errors import InputError
from engine.commands.arguments import workers_of
from engine.commands.progress import ProgressLine
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.result import Result, Status
from engine.sat.solvers import cubes as cubing
from engine.sat.solvers.cube_proof import negations, write_cover, write_lifted
from engine.sat.solvers.cubes import Cube, CubeTask, under
from engine.sat.solvers.limits import Limits, Watch


class ProofFolder:
    """A folder with proofs that a formula is unsatisfiable under each cube; see `engine.sat.solvers.cube_proof`.

    `cube-K.cnf` is the formula under cube K, and `cube-K.drat` its proof. `cover.cnf` and `cover.drat` show that the
    cubes cover all assignments. `whole.drat`, which combines them, is a proof of the formula itself.
    """

    def __init__(self, folder: Path, formula: Formula, binary: bool) -> None:
        self._folder, self._formula, self._binary = folder, formula, binary
        self._cubes: list[Cube] = []

    def close(self, cube: Cube, proof: Proof | None) -> None:
        """Write the proof of a cube."""
        assert proof is not None, "--proof was given"
        self._cubes.append(cube)
        name = f"cube-{len(self._cubes)}"
        self._write_formula(name, under(self._formula, cube))
        with self._writing(name) as writer:
            proof.copy_to(writer)
        with self._writing("whole") as writer:
            write_lifted(cube, proof, writer)

    def end(self, target: Path) -> None:
        """Write the combined proof, and move the folder to its place."""
        self._write_formula("cover", negations(self._cubes, self._formula.variables))
        for name in ("cover", "whole"):
            with self._writing(name) as writer:
                write_cover(self._cubes, writer)
        if target.exists():
            target.rmdir()
        self._folder.rename(target)

    def _write_formula(self, name: str, formula: Formula) -> None:
        with (self._folder / f"{name}.cnf").open("wb") as file:
            dimacs.write(formula, file)

    @contextmanager
    def _writing(self, name: str) -> Iterator[ProofWriter]:
        with (self._folder / f"{name}.drat").open("ab") as file:
            writer = ProofWriter(file, self._binary)
            yield writer
            writer.flush()


def decide(task: CubeTask, arguments: Namespace, cancel: Callable[[], bool]) -> Result:
    """Solve a formula by cubes, as the options say; `seconds` is for all cubes together.

    The folder of proofs, if requested, appears complete, and only for an unsatisfiable formula. Raises InputError.
    """
    watch = Watch(Limits(arguments.time_limit), None, cancel, 0.0)
    with (
        _draft(Path(arguments.proof), task.formula, arguments) if task.prove else nullcontext() as folder,
        workers_of(arguments) as workers,
        ProgressLine() as line,
    ):
        closed = total = 0

        def set_total(cubes: int) -> None:
            nonlocal total
            total = cubes

        def close(cube: Cube, proof: Proof | None) -> None:
            nonlocal closed
            closed += 1
            line.show(f"{closed} of {total} cubes are unsatisfiable")
            if folder is not None:
                folder.close(cube, proof)

        result = cubing.decide(
            task,
            arguments.cubes,
            workers,
            watch=watch,
            on_poll=lambda: line.show("looking for cubes"),
            on_split=set_total,
            on_closed=close,
        )
        if folder is not None and result.status is Status.UNSATISFIABLE:
            folder.end(Path(arguments.proof))
        return result


@contextmanager
def _draft(target: Path, formula: Formula, arguments: Namespace) -> Iterator[ProofFolder]:
    """A temporary folder next to its final place; removed at the end of the block unless it was moved there."""
    advice = "name a new folder for --proof"
    try:
        if target.exists() and not (target.is_dir() and not any(target.iterdir())):
            raise InputError("not overwritten: this folder is not empty", path=target, advice=advice)
        with tempfile.TemporaryDirectory(prefix=".satsudoku-", dir=target.resolve().parent) as draft:
            folder = Path(draft, "proof")
            folder.mkdir()
            yield ProofFolder(folder, formula, arguments.proof_format == "binary")
    except OSError as error:
        raise InputError(f"can't be written: {error.strerror}", path=target, advice=advice) from None
