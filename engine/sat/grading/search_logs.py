"""The search log that a program prints: its faults, and its answer.

`docs/search-logs.md` describes the log, and `engine.sat.trace.search_log` checks it step by step.
"""

from dataclasses import dataclass
from pathlib import Path

from engine.base.text import pluralized, printable
from engine.sat.formula.formula import Formula
from engine.sat.trace.search_log import SearchLog, read_log

MAX_LINES = 300_000
"""Lines of a log that are checked."""
_FAULT = "line {line:,} of its search log: {sentence}"
_MORE = "; {more} after that"
_NO_EVENTS = "it printed no search log; each decision is a line `decide LITERAL`, and so on"
_ANSWER = ("s", "v", "c")


@dataclass(frozen=True)
class ProgramLog:
    """A log that has been checked: its first fault as a sentence, "" for none, and the lines with the answer.

    If these have no model although the verdict is satisfiable, it is the trail at the end of a log without faults.
    """

    fault: str
    answer: bytes

    @classmethod
    def of(cls, path: Path, formula: Formula, *, is_cut: bool = False) -> "ProgramLog":
        """Read the output of a program. `is_cut`: it was stopped, so its last line may not be whole."""
        lines = path.read_bytes().decode("utf-8", "replace").splitlines()
        if is_cut or len(lines) > MAX_LINES:
            lines = [line for line in lines[: min(MAX_LINES, len(lines) - 1)] if not line.startswith("s ")]
        log = read_log(formula, lines)
        answer = [line for line in lines if line.split(maxsplit=1)[:1] in [[word] for word in _ANSWER]]
        model = log.trace.result.model
        if model is not None and not any(line.startswith("v") for line in answer):
            answer.append(f"v {' '.join(map(str, model))} 0")
        return cls(_fault(log, formula), "\n".join([*answer, ""]).encode())


def _fault(log: SearchLog, formula: Formula) -> str:
    if log.faults:
        first, *later_faults = log.faults
        text = _FAULT.format(line=first.line, sentence=printable(first.sentence))
        return text + (_MORE.format(more=pluralized(len(later_faults), "more fault")) if later_faults else "")
    return _NO_EVENTS if len(formula) and not len(log.trace) else ""
