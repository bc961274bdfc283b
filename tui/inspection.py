"""What the inspector knows of a formula, read away from the event loop."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.content import Kind
from engine.errors import InputError
from engine.files import glance, lines_around
from engine.sat import dimacs
from engine.sat.dimacs import Diagnostic
from engine.sat.formula import Formula
from tui.subjects import Trouble

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AROUND = 40
"""Lines of a broken file that are kept before and after the bad one, to show as many as fit."""


@dataclass(frozen=True)
class Inspection:
    """A formula as it was read, the reader's warnings, and how often each literal occurs: `positive[v]` times as v,
    `negative[v]` times as -v.
    """

    formula: Formula
    warnings: tuple[Diagnostic, ...]
    positive: "NDArray[np.int32]"
    negative: "NDArray[np.int32]"

    def occurrences(self, literal: int) -> int:
        """How often a literal occurs, duplicates in a clause counted each."""
        return int(self.positive[literal] if literal > 0 else self.negative[-literal])


def inspect(path: Path, on_progress: Callable[[int, int], None], cancel: Callable[[], bool]) -> Inspection | Trouble:
    """Read a formula, or find out why that can't be done. Raises Cancelled."""
    try:
        document = dimacs.read(path, on_progress=on_progress, cancel=cancel)
    except InputError as error:
        return _trouble(path, error, cancel)
    except MemoryError:
        return Trouble("the formula does not fit in memory")
    formula = document.formula
    _ = formula.lengths, formula.polarity  # counted here, so that the event loop finds them done
    return Inspection(formula, document.warnings, *_occurrences(formula))


def _occurrences(formula: Formula) -> "tuple[NDArray[np.int32], NDArray[np.int32]]":
    import numpy as np

    literals = np.frombuffer(formula.literals, dtype=np.int32) if formula.literals else np.zeros(0, dtype=np.int32)
    size = formula.variables + 1
    positive = np.bincount(literals[literals > 0], minlength=size).astype(np.int32)
    negative = np.bincount(-literals[literals < 0], minlength=size).astype(np.int32)
    return positive, negative


def _trouble(path: Path, error: InputError, cancel: Callable[[], bool]) -> Trouble:
    reason, around = error.what, []
    if error.line is not None and glance(path).kind not in (Kind.SPECIAL, Kind.UNREADABLE):
        try:
            around = lines_around(path, error.line, _AROUND, _AROUND, cancel)
        except InputError as later:
            reason = later.what
    if error.advice:
        reason += f"; {error.advice}"
    return Trouble(reason, error.line, tuple(around))
