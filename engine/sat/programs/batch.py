"""Runs a program on many small formulas in one sandbox, as starting a sandbox takes longer than such a run."""

import base64
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.base.errors import InputError
from engine.sat.formula import dimacs
from engine.sat.formula.formula import Formula
from engine.sat.programs.answers import AnswerPatterns
from engine.sat.programs.program import SolverProgram, answer_of
from engine.sat.programs.sandbox import ANSWER, FORMULA, PROOF, ExceededLimit, Execution, ProgramLimits, execution
from engine.sat.result import Status, falsified

_RUNNER = Path(__file__).with_name("batch_runner.py")
_OUTPUT = 1 << 22
"""Limit of the output and of each written file of a run, in bytes."""


def executions(
    program: SolverProgram,
    texts: Sequence[bytes],
    bounds: ProgramLimits,
    cancel: Callable[[], bool] = lambda: False,
    *,
    together: int = 1,
) -> Iterator[Execution]:
    """Yields the outcome of the program for each text, in order; its files exist until the next one is taken.

    `bounds` apply to each run, except for memory, which is shared by all. There are fewer outcomes than texts if a
    limit of all runs together stopped them. A program that `takes_several` gets up to that many small formulas
    `together`; what is then in doubt is run alone. Raises Cancelled, and InputError if programs can't be run.
    """

    def command(folder: Path) -> list[str]:
        order = {
            "command": program.command(folder), "folder": str(folder), "formula": FORMULA, "proof": PROOF,
            "answer": ANSWER, "seconds": bounds.seconds, "output": _OUTPUT, "as_input": program.as_input,
            "together": together,
        }  # fmt: skip
        return [sys.executable, "-I", "-S", str(_RUNNER), json.dumps(order)]

    lines = [json.dumps(text.decode("latin-1")) for text in texts]
    of_all = replace(bounds, seconds=(bounds.seconds + 1) * len(texts), output=_OUTPUT * (len(texts) + 1))
    with execution(
        command,
        "\n".join(lines).encode(),
        of_all,
        readable=[*program.readable, _RUNNER],
        as_input=True,
        cancel=cancel,
    ) as done:
        if done.refused:
            return
        with tempfile.TemporaryDirectory(prefix="satsudoku-") as name, done.output.open() as results:
            for line in results:
                if not line.endswith("\n"):
                    return
                yield _execution(json.loads(line), Path(name))


def _execution(result: dict[str, object], folder: Path) -> Execution:
    """The outcome of a run, with its files in a folder that may have those of the run before."""
    output = folder / "output"
    for key, name in (("output", "output"), ("answer", ANSWER), ("proof", PROOF)):
        if key in result or key == "output":
            (folder / name).write_bytes(base64.b64decode(str(result.get(key, ""))))
        else:
            (folder / name).unlink(missing_ok=True)
    if "refused" in result:
        return Execution(folder, output, refused=str(result["refused"]))
    stopped = ExceededLimit.TIME if result["late"] else ExceededLimit.OUTPUT if result["flood"] else None
    seconds, wall, code = (result[key] for key in ("seconds", "wall", "code"))
    assert isinstance(seconds, float)
    assert isinstance(wall, float)
    assert isinstance(code, int)
    return Execution(
        folder, output, seconds, wall, 0, None if stopped else code, stopped, complaint=str(result["complaint"]),
        together="together" in result,
    )  # fmt: skip


_MODEL, _NO_MODEL = Formula.of([[-1], [1, 2]], 2), Formula.of([[1], [-1]], 1)


def takes_several(program: SolverProgram, bounds: ProgramLimits, cancel: Callable[[], bool] = lambda: False) -> bool:
    """Whether a program answers each of several formulas, by trying two in either order. Raises Cancelled."""
    others = [word for word in program.words if word != "{cnf}"]
    if len(others) + 1 != len(program.words) or any("{" in word for word in others):
        return False
    if program.as_input or program.logs or program.patterns:
        return False
    for formulas in ((_MODEL, _NO_MODEL), (_NO_MODEL, _MODEL)):
        texts = [dimacs.dumps(formula) for formula in formulas]
        tried = zip(formulas, executions(program, texts, bounds, cancel, together=2), strict=False)
        if sum(done.together and _is_right(formula, done) for formula, done in tried) < len(formulas):
            return False
    return True


def _is_right(formula: Formula, done: Execution) -> bool:
    try:
        answer = answer_of(done, formula.variables, AnswerPatterns())
    except InputError:
        return False
    status, model = answer.result.status, answer.result.model
    if formula is _NO_MODEL:
        return status is Status.UNSATISFIABLE
    return status is Status.SATISFIABLE and model is not None and falsified(formula, model) is None
