"""The result of a solver, the check of a model, and files with results.

Two formats are written, and read. A `.res` file has three lines: `s` with 1 (satisfiable), 0 (unsatisfiable) or -1 (not
decided), `v` with the model, and `t` with the milliseconds of the search. The output of the SAT competitions has
`s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and the model on any number of `v` lines that a 0 ends; the
competitions for the best model also have `s OPTIMUM FOUND`, and `o` lines with the cost of each model. Those of
pseudo-Boolean solvers name the literals x1 and -x2, without a 0. The file that MiniSat writes is read too: a line with
SAT, UNSAT or INDET, and under SAT one with the model and a 0.

A model is written without the variables that encode linear constraints.
"""

import io
import os
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from os import PathLike
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import N_, _, lazy_gettext
from engine.base.streams import read_whole, replacing
from engine.base.text import printable
from engine.sat.formula.formula import MAX_LITERAL, Formula

MAX_ANSWER = 1 << 27
"""How many bytes a file with an answer may have (128 MiB): enough for models of ten million variables."""

_WIDTH = 78
_WORD = re.compile(rb"\S+")
_LITERAL = re.compile(r"(?P<number>[+-]?[0-9]{1,10})|(?P<sign>[-~]?)x(?P<variable>0*[1-9][0-9]{0,9})")
_ADVICE = lazy_gettext("give a .res file or the output of a solver")


class Status(Enum):
    """A verdict on a formula. UNKNOWN: stopped before there was one."""

    SATISFIABLE = N_("satisfiable")
    UNSATISFIABLE = N_("unsatisfiable")
    UNKNOWN = N_("unknown")


_RES_STATUS = {Status.SATISFIABLE: "1", Status.UNSATISFIABLE: "0", Status.UNKNOWN: "-1"}
_MINISAT = {"SAT": Status.SATISFIABLE, "UNSAT": Status.UNSATISFIABLE, "INDET": Status.UNKNOWN}
_OPTIMUM = "OPTIMUM FOUND"
_STATUSES = (
    {word: status for status, word in _RES_STATUS.items()}
    | {status.name: status for status in Status}
    | {_OPTIMUM: Status.SATISFIABLE}
)


@dataclass(frozen=True)
class PlanStep:
    """A step of a plan that is carried out: what, the seconds it took so far, and what came of it."""

    name: str
    seconds: float
    outcome: str


@dataclass(frozen=True)
class Result:
    """The answer of one solver run.

    - `model` has one literal for every variable, in order; None unless satisfiable. `reason` says why a verdict is
      unknown ("time limit of 2 s", "cancelled").
    - `seconds` is the time of the search alone, in processor time if the limits are; `wall` is its time by the clock.
    - A counter is None if the solver does not report it. `learned` counts the clauses kept at the end; `flips` and the
      `lowest` number of false clauses are those of local search; `details` are further counters and seconds by name.
    - If several solvers took part, `solver` is the one with the verdict, if any, and `plan` describes all of them. If a
      technique of `engine.sat.solvers.techniques` gave the verdict without a search, `solver` is its name.
    - `certificate` (see `engine.sat.proof.certificate`) shows that such a verdict is right; if it is empty, the
      requested proof does. After a search it may be the part of a certificate before the requested proof.
    - `bounds`, with an objective: the known lower bound of the cost of a model, and the cost of this model.
    """

    status: Status
    solver: str
    branching: str | None = None
    model: "array[int] | None" = None
    seconds: float = 0.0
    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    reason: str = ""
    flips: int | None = None
    lowest: int | None = None
    plan: tuple[PlanStep, ...] = ()
    technique: str = ""
    certificate: str = field(default="", repr=False)
    details: Mapping[str, float] = field(default_factory=dict)
    restarts: int | None = None
    learned: int | None = None
    wall: float = 0.0
    bounds: tuple[int, int] | None = None

    @property
    def is_optimal(self) -> bool:
        """Whether no model is better than this one."""
        return self.bounds is not None and self.bounds[0] == self.bounds[1]


@dataclass(frozen=True)
class ResultFile:
    """The content of a result file: the status, the model if satisfiable, and the milliseconds if given.

    The literals of the model are in the order of their variables, each variable at most once.
    """

    status: Status
    model: "array[int] | None" = None
    milliseconds: float | None = None


def falsified(formula: Formula, model: Sequence[int]) -> int | None:
    """The first clause (from 0) that the model does not satisfy; None if it satisfies all.

    Shares nothing with the solvers. Raises ValueError if the model is not one literal for every variable, in order.
    """
    import numpy as np

    values = np.array(model, dtype=np.int64)
    if len(values) != formula.variables or not np.array_equal(np.abs(values), np.arange(1, len(values) + 1)):
        raise ValueError(f"the model is not one literal for each of the {formula.variables} variables, in order")
    if not len(formula):
        return None
    literals, starts = np.array(formula.literals, dtype=np.int32), np.array(formula.starts)
    positive = np.concatenate(([False], values > 0))
    true_before = np.concatenate(([0], np.cumsum(positive[np.abs(literals)] == (literals > 0))))
    true_in_clause = true_before[starts[1:]] - true_before[starts[:-1]]
    first = int(np.argmin(true_in_clause > 0))
    return None if true_in_clause[first] else first


def res(result: Result, formula: Formula) -> str:
    """The text of a `.res` file: three lines and nothing else, so that the strictest reader takes it."""
    model = " ".join(("v", *map(str, stated_model(result, formula))))
    return f"s {_RES_STATUS[result.status]}\n{model}\nt {round(1000 * result.seconds)}\n"


def write_res(result: Result, formula: Formula, path: "str | PathLike[str]") -> None:
    """Write a `.res` file, whole or not at all. Raises InputError if that can't be done."""
    with replacing(path) as file:
        file.write(res(result, formula).encode())


def res_path(cnf: "str | PathLike[str]", shipped: "str | PathLike[str]") -> Path:
    """The path of the `.res` file of a CNF file.

    Only the ending of its name differs (without .gz, .bz2 or .xz). It is in the folder of the CNF file, or in the
    current one if that is not writable or is inside `shipped`, the folder of the puzzles that come with the program.
    """
    cnf = Path(cnf)
    stem = re.sub(r"\.(gz|bz2|xz)$", "", cnf.name, flags=re.IGNORECASE)
    name = re.sub(r"(?<=.)\.[A-Za-z]\w*$", "", stem) + ".res"
    if name == cnf.name:
        name += ".res"
    folder = cnf.resolve().parent
    inside = folder.is_relative_to(Path(shipped).resolve())
    return cnf.with_name(name) if not inside and os.access(folder, os.W_OK | os.X_OK) else Path.cwd() / name


def stated_model(result: Result, formula: Formula) -> Sequence[int]:
    """The model without the variables of an encoding; empty without a model."""
    return () if result.model is None else result.model[: formula.own_variables]


def competition(result: Result, formula: Formula) -> str:
    """The result as the competitions want it printed, in lines of at most 78 columns."""
    lines = [f"c {printable(result.reason)}"] if result.reason else []
    lines.append(f"s {_OPTIMUM if result.is_optimal else result.status.name}")
    if result.status is Status.SATISFIABLE:
        model = stated_model(result, formula)
        lines += _wrapped(_pseudo_boolean(model) if formula.constraints else [*map(str, model), "0"])
    return "\n".join(lines) + "\n"


def read_answer(path: "str | PathLike[str]") -> ResultFile:
    """Read a result in any of the three formats. Raises InputError with the line."""
    problem = _("more than {most} bytes, too many for a result").format(most=MAX_ANSWER)
    data = read_whole(path, most=MAX_ANSWER, too_long=InputError(problem, path=path, advice=_ADVICE))
    return parse_answer(data, path=path)


def parse_answer(data: bytes, *, path: "str | PathLike[str] | None" = None) -> ResultFile:
    """Read the text of a result in any of the three formats. Raises InputError with the line."""
    status: Status | None = None
    status_line = 0
    milliseconds: float | None = None
    model, bare = _Model(), False  # bare: MiniSat's model comes without a v
    for number, line in enumerate(io.BytesIO(data.removeprefix(b"\xef\xbb\xbf")), 1):
        words = (word[0].decode("utf-8", "replace") for word in _WORD.finditer(line))  # not all at once
        kind = next(words, "c")
        try:
            if kind == "s" or kind in _MINISAT:
                if status is not None:
                    raise ValueError(_("one more s line; the first is line {line}").format(line=status_line))
                status, status_line = _MINISAT[kind] if kind in _MINISAT else _status(" ".join(words)), number
                bare = kind in _MINISAT
            elif bare and not model.is_present and _LITERAL.fullmatch(kind):
                model.add((kind, *words))
            elif kind == "v":
                model.add(words)
            elif kind == "t":
                milliseconds = _milliseconds(next(words, ""))
            elif not kind.startswith("c") and kind != "o":  # costs of the models on the way to an optimum
                raise ValueError(_("no line of a result begins with {word}").format(word=_printable(kind)))
        except ValueError as error:
            raise InputError(str(error), path=path, line=number, advice=_ADVICE) from None
    if status is None:
        raise InputError(_("it has no s line"), path=path, advice=_ADVICE)
    if status is Status.SATISFIABLE and not model.is_present:
        raise InputError(_("satisfiable, but there is no v line"), path=path, line=status_line, advice=_ADVICE)
    if status is not Status.SATISFIABLE and model.literals:
        raise InputError(
            _("{status}, but there is a model").format(status=status.value), path=path, line=status_line, advice=_ADVICE
        )
    return ResultFile(status, model.sorted() if status is Status.SATISFIABLE else None, milliseconds)


class _Model:
    """The literals of the v lines, as they come; `is_present` once there was such a line."""

    def __init__(self) -> None:
        self.is_present = False
        self.literals: dict[int, int] = {}
        self._ended = False

    def add(self, words: Iterable[str]) -> None:
        self.is_present = True
        for word in words:
            if self._ended:
                raise ValueError(_("{word} after the 0 that ends the model").format(word=_printable(word)))
            literal = _literal(word)
            variable = abs(literal)
            if variable > MAX_LITERAL:
                raise ValueError(_("{word} is not a literal").format(word=_printable(word)))
            if variable in self.literals:
                raise ValueError(_("variable {variable} is there more than once").format(variable=variable))
            if literal:
                self.literals[variable] = literal
            else:
                self._ended = True

    def sorted(self) -> "array[int]":
        return array("i", (self.literals[variable] for variable in sorted(self.literals)))


def _status(word: str) -> Status:
    try:
        return _STATUSES[word]
    except KeyError:
        raise ValueError(_("{word} is not a status").format(word=_printable(word))) from None


def _milliseconds(word: str) -> float:
    """The number after the t; some programs write counters of their own behind it."""
    if not re.fullmatch(r"[0-9]{1,15}(\.[0-9]*)?", word):
        raise ValueError(_("{word} is not a number of milliseconds").format(word=_printable(word)))
    return float(word)


def _literal(word: str) -> int:
    """The literal, as a number or as x1, -x1 or ~x1; one beyond MAX_LITERAL if the word is neither."""
    found = _LITERAL.fullmatch(word)
    if found is None:
        return MAX_LITERAL + 1
    return int(found["number"] or f"{'-' * bool(found['sign'])}{found['variable']}")


def _pseudo_boolean(model: Iterable[int]) -> Iterator[str]:
    """The literals as the competitions of pseudo-Boolean solvers name them."""
    return (f"{'-' * (literal < 0)}x{abs(literal)}" for literal in model)


def _wrapped(words: Iterable[str]) -> Iterator[str]:
    """The v lines of a model."""
    line = "v"
    for word in words:
        if len(line) + 1 + len(word) > _WIDTH:
            yield line
            line = "v"
        line += " " + word
    yield line


def _printable(word: str) -> str:
    """The word as it can stand in a message."""
    return f"'{printable(word[:40])}{'…' if len(word) > 40 else ''}'"
