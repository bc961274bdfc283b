"""Runs a program on many small formulas in one sandbox, as starting a sandbox takes longer than such a run."""

import base64
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.sat.programs.program import SolverProgram
from engine.sat.programs.sandbox import ANSWER, FORMULA, PROOF, ExceededLimit, Execution, ProgramLimits, execution

_RUNNER = Path(__file__).with_name("batch_runner.py")
_OUTPUT = 1 << 22
"""Limit of the output and of each written file of a run, in bytes."""


def executions(
    program: SolverProgram,
    texts: Sequence[bytes],
    bounds: ProgramLimits,
    cancel: Callable[[], bool] = lambda: False,
) -> Iterator[Execution]:
    """Yields the outcome of the program for each text, in order; its files exist until the next one is taken.

    `bounds` apply to each run, except for memory, which is shared by all. There are fewer outcomes than texts if a
    limit of all runs together stopped them. Raises Cancelled, and InputError if programs can't be run.
    """

    def command(folder: Path) -> list[str]:
        order = {
            "command": program.command(folder), "folder": str(folder), "formula": FORMULA, "proof": PROOF,
            "answer": ANSWER, "seconds": bounds.seconds, "output": _OUTPUT, "as_input": program.as_input,
        }  # fmt: skip
        return [sys.executable, "-I", "-S", str(_RUNNER), json.dumps(order)]

    lines = [json.dumps(text.decode("latin-1")) for text in texts]
    together = replace(bounds, seconds=(bounds.seconds + 1) * len(texts), output=_OUTPUT * (len(texts) + 1))
    with execution(
        command, "\n".join(lines).encode(), together, readable=[*program.readable, _RUNNER], as_input=True,
        cancel=cancel,
    ) as done:  # fmt: skip
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
        folder, output, seconds, wall, 0, None if stopped else code, stopped, complaint=str(result["complaint"])
    )
