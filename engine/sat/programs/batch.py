"""Runs a program on many small formulas in one sandbox, as starting a sandbox takes longer than such a run."""

import base64
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.base.errors import InputError
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.programs.answers import AnswerPatterns
from engine.sat.programs.program import SolverProgram, answer_of
from engine.sat.programs.sandbox import (
    ANSWER,
    FORMULA,
    PROOF,
    ExceededLimit,
    Execution,
    ProgramLimits,
    run_sandboxed,
    watched_folders,
)
from engine.sat.result import Status, falsified

_RUNNER = Path(__file__).with_name("batch_runner.py")
_MAX_OUTPUT = 1 << 22
"""Limit of the output and of each written file of a run, in bytes."""


def executions(
    program: SolverProgram,
    texts: Sequence[bytes],
    bounds: ProgramLimits,
    cancel: Callable[[], bool] = lambda: False,
    *,
    group_size: int = 1,
) -> Iterator[Execution]:
    """Yields the run of the program on each text, in order; its files exist until the next one is taken.

    `bounds` apply to each run, except for memory, which all share. There are fewer runs than texts if a limit of all
    runs together stopped them. A program that `takes_several` gets up to `group_size` small formulas at once; those
    with doubtful answers are run alone. Raises Cancelled, and InputError if programs can't be run.
    """

    readable = [*program.readable, _RUNNER]
    watched = watched_folders(readable)

    def command(folder: Path) -> list[str]:
        request = {
            "command": program.command(folder), "folder": str(folder), "formula": FORMULA, "proof": PROOF,
            "answer": ANSWER, "seconds": bounds.seconds, "output": _MAX_OUTPUT, "as_input": program.as_input,
            "group_size": group_size, "watched": watched,
        }  # fmt: skip
        return [sys.executable, "-I", "-S", str(_RUNNER), json.dumps(request)]

    lines = [json.dumps(text.decode("latin-1")) for text in texts]
    total_limits = replace(bounds, seconds=(bounds.seconds + 1) * len(texts), output=_MAX_OUTPUT * (len(texts) + 1))
    with run_sandboxed(
        command,
        "\n".join(lines).encode(),
        total_limits,
        readable=readable,
        as_input=True,
        cancel=cancel,
    ) as batch:
        if batch.refusal:
            return
        with tempfile.TemporaryDirectory(prefix="satsudoku-") as name, batch.output.open() as results:
            folder = Path(name)
            places = {"output": folder / "output", "answer": folder / ANSWER, "proof": folder / PROOF}
            written: set[str] = set()
            for line in results:
                if not line.endswith("\n"):
                    return
                result = {"output": "", **json.loads(line)}
                for key in written.difference(result):
                    places[key].unlink()
                written = {*places}.intersection(result)
                for key in written:
                    places[key].write_bytes(base64.b64decode(result[key]))
                yield _execution(result, folder, places["output"])


def _execution(result: dict[str, Any], folder: Path, output: Path) -> Execution:
    """A run from its line, with the folder of its files."""
    if "refused" in result:
        return Execution(folder, output, refusal=str(result["refused"]))
    exceeded = (
        ExceededLimit.TIME if result["timed_out"] else ExceededLimit.OUTPUT if result["too_much_output"] else None
    )
    seconds, wall, code = (result[key] for key in ("seconds", "wall", "code"))
    assert isinstance(seconds, float)
    assert isinstance(wall, float)
    assert isinstance(code, int)
    return Execution(
        folder, output, seconds, wall, 0, None if exceeded else code, exceeded,
        error_output=str(result["error_output"]), in_group="in_group" in result,
        unexpected_files=tuple(result["unexpected_files"]), outside_files=tuple(result["outside_files"]),
        remaining_processes=tuple(result["remaining_processes"]),
    )  # fmt: skip


_MODEL, _NO_MODEL = Formula.of([[-1], [1, 2]], 2), Formula.of([[1], [-1]], 1)


def takes_several(program: SolverProgram, bounds: ProgramLimits, cancel: Callable[[], bool] = lambda: False) -> bool:
    """Whether a program answers each of several formulas, by trying two in either order. Raises Cancelled."""
    other_words = [word for word in program.words if word != "{cnf}"]
    if len(other_words) + 1 != len(program.words) or any("{" in word for word in other_words):
        return False
    if program.as_input or program.logs or program.patterns:
        return False
    for formulas in ((_MODEL, _NO_MODEL), (_NO_MODEL, _MODEL)):
        texts = [dimacs.dumps(formula) for formula in formulas]
        runs = zip(formulas, executions(program, texts, bounds, cancel, group_size=2), strict=False)
        if sum(execution.in_group and _is_right(formula, execution) for formula, execution in runs) < len(formulas):
            return False
    return True


def _is_right(formula: Formula, execution: Execution) -> bool:
    try:
        answer = answer_of(execution, formula.variables, AnswerPatterns())
    except InputError:
        return False
    status, model = answer.result.status, answer.result.model
    if formula is _NO_MODEL:
        return status is Status.UNSATISFIABLE
    return status is Status.SATISFIABLE and model is not None and falsified(formula, model) is None
