"""What a program did with one formula: right, too slow, or wrong in one of several ways, with the evidence."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from engine.base.errors import InputError
from engine.base.text import printable
from engine.sat.formula.formula import Formula
from engine.sat.programs.program import SolverProgram, answer_of, answer_path, ending, said_last
from engine.sat.programs.sandbox import PROOF, ExceededLimit, Execution, ProgramLimits, execution
from engine.sat.proof import reader as proof_reader
from engine.sat.proof.check import check_proof
from engine.sat.result import ResultFile, Status

EXCERPT = 400
"""Characters of what a program printed that are kept as evidence."""

Cancel = Callable[[], bool]


class Fault(Enum):
    """How a run of a program is judged."""

    SATISFIABLE = "satisfiable"
    UNSATISFIABLE = "unsatisfiable"
    UNCONFIRMED = "not confirmed"
    UNDECIDED = "undecided"
    TIME = "time-out"
    MEMORY = "memory-out"
    WRONG_VERDICT = "wrong verdict"
    WRONG_MODEL = "wrong model"
    WRONG_PROOF = "wrong proof"
    WRONG_FORMAT = "wrong format"
    WRONG_CODE = "wrong exit code"
    CRASH = "crash"
    FLOOD = "too much output"
    NOT_STARTED = "not started"


SOLVED = frozenset((Fault.SATISFIABLE, Fault.UNSATISFIABLE, Fault.UNCONFIRMED))
"""It has an answer that is right, as far as anybody knows."""
SLOW = frozenset((Fault.UNDECIDED, Fault.TIME, Fault.MEMORY))
"""It has no answer, which is no fault."""
WRONG = frozenset((Fault.WRONG_VERDICT, Fault.WRONG_MODEL, Fault.WRONG_PROOF))
"""Its answer is wrong."""


@dataclass(frozen=True)
class RunJudgement:
    """How a run is judged, and why: `evidence` is a sentence, `printed` the start of what the program printed.

    `status` is its verdict if it has one. `seconds` is processor time, `wall` elapsed time, and `peak` is in bytes.
    """

    kind: Fault
    evidence: str = ""
    status: Status = Status.UNKNOWN
    seconds: float = 0.0
    wall: float = 0.0
    peak: int = 0
    printed: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether something is wrong with the program."""
        return self.kind not in SOLVED | SLOW


HAS_MODEL = "it says unsatisfiable, but the formula has a model: {how}"
"""What is wrong with a verdict."""

_STOPS = {
    ExceededLimit.TIME: Fault.TIME,
    ExceededLimit.WALL: Fault.TIME,
    ExceededLimit.MEMORY: Fault.MEMORY,
    ExceededLimit.OUTPUT: Fault.FLOOD,
    ExceededLimit.PROCESSES: Fault.FLOOD,
}
_STOPPED = "stopped by the {limit} after {seconds:.2f} s of processor time, {wall:.2f} s by the clock, {memory} MB"
_NO_MEMORY = re.compile(r"MemoryError|bad_alloc|[Oo]ut of memory|OutOfMemory|[Cc]annot allocate memory")
_REFUSED_MEMORY = "it asked for more memory than it may have, and ended: {said}"
_CRASHED, _CRASHED_SAYING = "{ending}", "{ending}: {said}"
_NO_END = "the model does not end with a 0, so some of it may be missing"
_CODE = "it prints {status}, but its exit code {code} says {other}"
_FALSE = "it says satisfiable, but clause {number} is false in its model: {clause}"
_EMPTY = "it says satisfiable, but clause {number} is empty, so there is no model"
_BEYOND = "its model has variable {variable}; the formula has {variables}"
_CONTRADICTION = "it says satisfiable, but the formula is unsatisfiable: {how}"
_NO_PROOF = "it says unsatisfiable, but wrote no proof"
_BAD_PROOF = "it says unsatisfiable, but {error}"
_PROVED = "its proof is verified"
_MODEL_HOLDS = "its model satisfies every clause"
_NOBODY_KNOWS = "nobody knows the verdict, and it gives no proof"
_CODES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE}
_LONGEST = 12  # literals of a clause that are shown


def judge(
    program: SolverProgram,
    text: bytes,
    formula: Formula,
    truth: Status,
    how: str,
    bounds: ProgramLimits,
    cancel: Cancel,
) -> RunJudgement:
    """Run a program on the text of a formula whose verdict is `known`, or UNKNOWN, by what `how` tells.

    Raises Cancelled, and InputError where programs can't be run.
    """
    with execution(
        program.command, text, bounds, readable=program.readable, as_input=program.as_input, cancel=cancel
    ) as done:
        kind, evidence, status = _verdict(program, formula, truth, how, done, cancel)
        printed = _excerpt(answer_path(done))
    return RunJudgement(kind, evidence, status, done.seconds, done.wall, done.peak, printed)


_Verdict = tuple[Fault, str, Status]


def _verdict(
    program: SolverProgram, formula: Formula, truth: Status, how: str, done: Execution, cancel: Cancel
) -> _Verdict:
    nothing = Status.UNKNOWN
    if done.refused:
        return Fault.NOT_STARTED, done.refused, nothing
    if done.stopped is not None:
        evidence = _STOPPED.format(
            limit=done.stopped.value, seconds=done.seconds, wall=done.wall, memory=done.peak // 1_000_000
        )
        return _STOPS[done.stopped], evidence, nothing
    crashed = done.code is None or done.code < 0
    try:
        answer = answer_of(done)
    except InputError as error:
        if done.code and _NO_MEMORY.search(done.complaint):
            return Fault.MEMORY, _REFUSED_MEMORY.format(said=said_last(done)), nothing
        silent = done.complaint and not answer_path(done).stat().st_size
        if crashed or (done.code not in (0, *_CODES)) or silent:
            return Fault.CRASH, _crash(done), nothing
        return Fault.WRONG_FORMAT, str(error), nothing
    if crashed:
        return Fault.CRASH, _crash(done), answer.status
    other = _CODES.get(done.code or 0, answer.status)
    if other is not answer.status:
        evidence = _CODE.format(status=answer.status.value, code=done.code, other=other.value)
        return Fault.WRONG_CODE, evidence, answer.status
    return (*_checked(program, formula, truth, how, done, answer, cancel), answer.status)


def _crash(done: Execution) -> str:
    last_output = said_last(done)
    return (_CRASHED_SAYING if last_output else _CRASHED).format(ending=ending(done), said=last_output)


def _checked(
    program: SolverProgram,
    formula: Formula,
    truth: Status,
    how: str,
    done: Execution,
    answer: ResultFile,
    cancel: Cancel,
) -> tuple[Fault, str]:
    """Whether an answer is right."""
    if answer.status is Status.UNKNOWN:
        return Fault.UNDECIDED, ""
    if answer.status is Status.SATISFIABLE:
        return _checked_model(formula, truth, how, answer.model or (), _ended(answer_path(done)))
    if truth is Status.SATISFIABLE:
        return Fault.WRONG_VERDICT, HAS_MODEL.format(how=how)
    if program.proves:
        path = done.folder / PROOF
        if not path.is_file() or path.is_symlink():
            return Fault.WRONG_PROOF, _NO_PROOF
        try:
            verdict = check_proof(formula, proof_reader.read(path, cancel=cancel), cancel=cancel)
        except InputError as error:
            return Fault.WRONG_PROOF, _BAD_PROOF.format(error=InputError(error.problem, line=error.line))
        return (Fault.UNSATISFIABLE, _PROVED) if verdict else (Fault.WRONG_PROOF, _BAD_PROOF.format(error=verdict))
    if truth is Status.UNSATISFIABLE:
        return Fault.UNSATISFIABLE, how
    return Fault.UNCONFIRMED, _NOBODY_KNOWS


def _checked_model(
    formula: Formula, truth: Status, how: str, model: Sequence[int], ended: bool
) -> tuple[Fault, str]:
    clause = unsatisfied(formula, model)
    highest = max(map(abs, model), default=0)
    if clause is None and highest <= formula.variables:
        return (Fault.SATISFIABLE, _MODEL_HOLDS) if ended else (Fault.WRONG_FORMAT, _NO_END)
    if truth is Status.UNSATISFIABLE:
        return Fault.WRONG_VERDICT, _CONTRADICTION.format(how=how)
    sentences = [_BEYOND.format(variable=highest, variables=formula.variables)] if highest > formula.variables else []
    if clause is not None:
        literals = formula[clause]
        model_text = " ".join(map(str, literals[:_LONGEST])) + " …" * (len(literals) > _LONGEST)
        sentences.append((_FALSE if literals else _EMPTY).format(number=clause + 1, clause=model_text))
    if not ended:
        sentences.append(_NO_END)
    return Fault.WRONG_MODEL, ". ".join((*sentences, *mistakes(formula, model)))


def unsatisfied(formula: Formula, model: Sequence[int]) -> int | None:
    """The first clause (from 0) without a literal of the model; None if there is none."""
    true = frozenset(model)
    return next((number for number, clause in enumerate(formula) if true.isdisjoint(clause)), None)


def mistakes(formula: Formula, model: Sequence[int]) -> Iterator[str]:
    """What explains a wrong model, going by its literals alone: a small change with which it would be right."""
    if len(model) < formula.variables:
        yield _FEWER.format(count=len(model), variables=formula.variables)
    for sentence, change in _CHANGES:
        if unsatisfied(formula, change(formula, model)) is None:
            yield sentence
            return


def _numbered_otherwise(formula: Formula, model: Sequence[int]) -> list[int]:
    """The model if its variables are numbered as they come in the formula."""
    order = list(dict.fromkeys(map(abs, formula.literals)))
    order += [variable for variable in range(1, formula.variables + 1) if variable not in set(order)]
    return [
        order[abs(literal) - 1] * (1 if literal > 0 else -1) for literal in model if abs(literal) <= len(order)
    ]


def _reversed(formula: Formula, model: Sequence[int]) -> list[int]:
    return [(formula.variables + 1 - abs(literal)) * (1 if literal > 0 else -1) for literal in model]


def _shifted(by: int) -> Callable[[Formula, Sequence[int]], list[int]]:
    return lambda _, model: [literal + (by if literal > 0 else -by) for literal in model]


_FEWER = "It has only {count} of {variables} variables"
_CHANGES: tuple[tuple[str, Callable[[Formula, Sequence[int]], list[int]]], ...] = (
    ("It would be right if every variable were one lower: off by one", _shifted(-1)),
    ("It would be right if every variable were one higher: off by one", _shifted(1)),
    ("It would be right with all signs turned", lambda _, model: [-literal for literal in model]),
    ("It would be right with the variables in reverse order", _reversed),
    ("It would be right if variables were numbered in the order in which they occur", _numbered_otherwise),
)


def _ended(path: Path) -> bool:
    """Whether a model ends as it must: with a 0, but in the format .res, which has none."""
    lines = [line.split() for line in path.read_bytes().splitlines()]
    if any(line[:2] == [b"s", b"1"] for line in lines):
        return True
    values = [word for line in lines for word in line[1:] if line[0] == b"v"]
    return values[-1:] == [b"0"] or not any(line[:1] == [b"v"] for line in lines)


def _excerpt(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(EXCERPT + 1)
    text = data[:EXCERPT].decode("utf-8", "replace")
    return "\n".join(map(printable, text.splitlines())) + " …" * (len(data) > EXCERPT)
