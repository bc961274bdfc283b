"""Judges a program's run on one formula: correct, too slow, or wrong in one of several ways, with the evidence."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import N_, pgettext
from engine.base.language import _ as gettext
from engine.base.language import lazy_gettext as _
from engine.base.text import printable
from engine.sat.formula.formula import Formula
from engine.sat.grading.model_hints import mistakes, unsatisfied
from engine.sat.grading.search_logs import ProgramLog
from engine.sat.grading.truth import Truth, slowest_seconds
from engine.sat.programs import answers
from engine.sat.programs.answers import verdict_of
from engine.sat.programs.program import SolverProgram, answer_of, answer_path, ending_phrase, last_error_line
from engine.sat.programs.sandbox import PROOF, ExceededLimit, Execution, ProgramLimits, run_sandboxed
from engine.sat.proof import reader as proof_reader
from engine.sat.proof.check import check_proof
from engine.sat.result import ResultFile, Status

EXCERPT = 400
"""Number of characters of a program's output that are kept as evidence."""

Cancel = Callable[[], bool]


class JudgementKind(Enum):
    """The verdict on a run of a program: a correct answer, a missing one, or a fault."""

    SATISFIABLE = N_("satisfiable")
    UNSATISFIABLE = N_("unsatisfiable")
    UNCONFIRMED = N_("not confirmed")
    WRONG_SAT = N_("wrongly satisfiable")
    WRONG_UNSAT = N_("wrongly unsatisfiable")
    WRONG_MODEL = N_("wrong model")
    WRONG_PROOF = N_("wrong proof")
    WRONG_STEP = N_("wrong step in the search log")
    CRASH = N_("crash")
    EASY_TIME = N_("time-out on an easy formula")
    EASY_MEMORY = N_("memory-out on an easy formula")
    EASY_UNDECIDED = N_("no verdict on an easy formula")
    WRONG_FORMAT = N_("wrong format")
    WRONG_CODE = N_("wrong exit code")
    OUTPUT = N_("too much output")
    FILES = N_("files written")
    PROCESSES = N_("processes left over")
    NOT_STARTED = N_("not started")
    TIME = N_("time-out")
    MEMORY = N_("memory-out")
    UNDECIDED = N_("undecided")


SOLVED = frozenset((JudgementKind.SATISFIABLE, JudgementKind.UNSATISFIABLE, JudgementKind.UNCONFIRMED))
"""The answer is correct, as far as known."""
SLOW = frozenset((JudgementKind.UNDECIDED, JudgementKind.TIME, JudgementKind.MEMORY))
"""There is no answer, to a formula that is not easy."""
ON_EASY_FORMULA = {
    JudgementKind.TIME: JudgementKind.EASY_TIME,
    JudgementKind.MEMORY: JudgementKind.EASY_MEMORY,
    JudgementKind.UNDECIDED: JudgementKind.EASY_UNDECIDED,
}
"""The kinds of missing answers on easy formulas, which are bugs and not slowness."""
WRONG_ANSWERS = frozenset(
    (JudgementKind.WRONG_SAT, JudgementKind.WRONG_UNSAT, JudgementKind.WRONG_MODEL, JudgementKind.WRONG_PROOF)
)
"""The answer is wrong."""


@dataclass(frozen=True)
class Finding:
    """A fault and the evidence for it."""

    kind: JudgementKind
    evidence: str


@dataclass(frozen=True)
class RunJudgement:
    """The judgement on a run: `evidence` is a sentence on the reason, `printed` the start of the program's output.

    `status` is its verdict if it has one. `seconds` is processor time, `wall` the elapsed time, `peak` is in bytes.
    `traces` are further faults: of its search log, and files and processes that it left behind. `remark` says how an
    answer in no known format was read.
    """

    kind: JudgementKind
    evidence: str = ""
    status: Status = Status.UNKNOWN
    seconds: float = 0.0
    wall: float = 0.0
    peak: int = 0
    printed: str = ""
    traces: tuple[Finding, ...] = ()
    remark: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether the answer is wrong or missing, even if only for slowness."""
        return self.kind not in SOLVED

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All faults of the run."""
        return ((Finding(self.kind, self.evidence),) if self.is_fault else ()) + self.traces


HAS_MODEL = _("it says unsatisfiable, but the formula has a model: {reason}")
"""The evidence for a wrong verdict."""

_STOPS = {
    ExceededLimit.TIME: JudgementKind.TIME,
    ExceededLimit.WALL: JudgementKind.TIME,
    ExceededLimit.MEMORY: JudgementKind.MEMORY,
    ExceededLimit.OUTPUT: JudgementKind.OUTPUT,
    ExceededLimit.PROCESSES: JudgementKind.OUTPUT,
}
_STOPPED = _("stopped by the {limit} after {seconds:.2f} s of processor time, {wall:.2f} s by the clock, {memory} MB")
_EASY = _("Even our slowest solver decides this formula in {seconds:.2f} s, so this is a bug and not slowness")
_EASY_LARGE = _(
    "Even our slowest solver, which backtracks at each false clause, decides this formula in {seconds:.2f} s: the "
    "program never ends, or tries assignments that a false clause rules out"
)
_FEW_VARIABLES = 10  # number of variables for which all assignments are tried at once
_MAY_BE_SLOW = _("This may be slowness: our solver without unit propagation does not decide it at once either")
_HARD = _("This may be slowness: our solver without any optimisation needs {seconds:.2f} s")
_FILES = _("it wrote unexpected files: {names}")
_OUTSIDE = _("while it ran, files changed outside its folder, as no sandbox prevents that: {names}")
_REMAINING = _("it ended, but processes that it started went on: {names}")
_MAX_SEARCHED = 1 << 20  # bytes of output searched for a verdict
_NO_MEMORY = re.compile(r"MemoryError|bad_alloc|[Oo]ut of memory|OutOfMemory|[Cc]annot allocate memory")
_REFUSED_MEMORY = _("it requested more memory than allowed, and ended: {output}")
_CRASHED, _CRASHED_WITH_OUTPUT = "{ending}", "{ending}: {output}"
_NO_END = _("the model does not end with a 0, so some of it may be missing")
_CODE = _("it prints {status}, but its exit code {code} says {other}")
_FALSE = _("it says satisfiable, but clause {number} is false in its model: {clause}")
_EMPTY = _("it says satisfiable, but clause {number} is empty, so there is no model")
_BEYOND = _("its model has variable {variable}; the formula has {variables}")
_CONTRADICTION = _("it says satisfiable, but the formula is unsatisfiable: {reason}")
_NO_PROOF = _("it says unsatisfiable, but wrote no proof")
_BAD_PROOF = _("it says unsatisfiable, but {error}")
_PROVED = _("its proof is verified")
_MODEL_HOLDS = _("its model satisfies every clause")
_NOBODY_KNOWS = _("the verdict is unknown, and it gives no proof")
_CODES = {10: Status.SATISFIABLE, 20: Status.UNSATISFIABLE}
_MAX_SHOWN = 12  # literals of a clause that are shown


def judge(
    program: SolverProgram,
    text: bytes,
    formula: Formula,
    truth: Truth,
    bounds: ProgramLimits,
    cancel: Cancel,
) -> RunJudgement:
    """Run a program on the text of a formula, and judge the run by the known `truth`.

    Raises Cancelled, and InputError if programs can't be run.
    """
    with run_sandboxed(
        program.command, text, bounds, readable=program.readable, as_input=program.as_input, cancel=cancel
    ) as execution:
        return judge_execution(program, formula, truth, execution, cancel)


def judge_execution(
    program: SolverProgram, formula: Formula, truth: Truth, execution: Execution, cancel: Cancel
) -> RunJudgement:
    """Judge a run whose files still exist. Raises Cancelled."""
    log = None
    if program.logs and not execution.refusal:
        log = ProgramLog.of(execution.output, formula, is_cut=execution.exceeded is not None)
    verdict = _verdict(program, formula, truth, execution, log, cancel)
    if log is not None and log.fault and verdict.kind in SOLVED:
        verdict = replace(verdict, kind=JudgementKind.WRONG_STEP, evidence=log.fault)
    if verdict.kind in ON_EASY_FORMULA:
        verdict = with_easiness(verdict, formula, truth, cancel)
    return replace(
        verdict,
        seconds=execution.seconds,
        wall=execution.wall,
        peak=execution.peak,
        printed=_excerpt(answer_path(execution)),
        traces=tuple(_traces(execution, log))
        if verdict.kind is not JudgementKind.WRONG_STEP
        else tuple(_traces(execution, None)),
    )


def _sentences(parts: Iterable[object]) -> str:
    """Sentences without a full stop after the last one."""
    return pgettext("sentences", "{first}. {second}").format(first="", second="").join(filter(None, map(str, parts)))


def with_easiness(verdict: RunJudgement, formula: Formula, truth: Truth, cancel: Cancel) -> RunJudgement:
    """The judgement on a missing answer: a bug if even our slowest solver decides the formula at once."""
    seconds = slowest_seconds(formula, cancel) if truth.easy else None
    if seconds is not None:
        sentence = (_EASY if formula.variables <= _FEW_VARIABLES else _EASY_LARGE).format(seconds=seconds)
    elif truth.easy:
        sentence = str(_MAY_BE_SLOW)
    else:
        sentence = "" if truth.baseline is None else _HARD.format(seconds=truth.baseline)
    kind = verdict.kind if seconds is None else ON_EASY_FORMULA[verdict.kind]
    return replace(verdict, kind=kind, evidence=_sentences((verdict.evidence, sentence)))


def _traces(execution: Execution, log: ProgramLog | None) -> Iterator[Finding]:
    """The fault of its search log, and the files and processes that a run leaves behind."""
    if log is not None and log.fault:
        yield Finding(JudgementKind.WRONG_STEP, log.fault)
    if execution.unexpected_files:
        yield Finding(JudgementKind.FILES, _FILES.format(names=_names(execution.unexpected_files)))
    if execution.outside_files:
        yield Finding(JudgementKind.FILES, _OUTSIDE.format(names=_names(execution.outside_files)))
    if execution.remaining_processes:
        yield Finding(JudgementKind.PROCESSES, _REMAINING.format(names=_names(execution.remaining_processes)))


def _names(names: Sequence[str]) -> str:
    return ", ".join(map(printable, names[:_MAX_SHOWN])) + " …" * (len(names) > _MAX_SHOWN)


def _verdict(
    program: SolverProgram, formula: Formula, truth: Truth, execution: Execution, log: ProgramLog | None, cancel: Cancel
) -> RunJudgement:
    if execution.refusal:
        return RunJudgement(JudgementKind.NOT_STARTED, execution.refusal)
    if execution.exceeded is not None:
        evidence = _STOPPED.format(
            limit=gettext(execution.exceeded.value),
            seconds=execution.seconds,
            wall=execution.wall,
            memory=execution.peak // 1_000_000,
        )
        return RunJudgement(_STOPS[execution.exceeded], evidence)
    crashed = execution.code is None or execution.code < 0
    try:
        if log is None:
            answer = answer_of(execution, formula.variables, program.patterns)
        else:
            answer = answers.read(log.answer, formula.variables, program.patterns)
    except InputError as error:
        if log is not None and log.fault and not crashed:
            return RunJudgement(JudgementKind.WRONG_STEP, log.fault)
        if execution.code and _NO_MEMORY.search(execution.error_output):
            return RunJudgement(JudgementKind.MEMORY, _REFUSED_MEMORY.format(output=last_error_line(execution)))
        silent = execution.error_output and not answer_path(execution).stat().st_size
        if crashed or (execution.code not in (0, *_CODES)) or silent:
            return RunJudgement(JudgementKind.CRASH, _crash(execution))
        if (
            truth.status is Status.UNSATISFIABLE
            and verdict_of(answer_path(execution).read_bytes()[:_MAX_SEARCHED]) is Status.SATISFIABLE
        ):
            return RunJudgement(JudgementKind.WRONG_SAT, _CONTRADICTION.format(reason=truth.reason), Status.SATISFIABLE)
        return RunJudgement(JudgementKind.WRONG_FORMAT, str(error))
    status = answer.result.status
    if crashed:
        return RunJudgement(JudgementKind.CRASH, _crash(execution), status)
    status_by_code = _CODES.get(execution.code or 0, status)
    if status_by_code is not status:
        evidence = _CODE.format(status=gettext(status.value), code=execution.code, other=gettext(status_by_code.value))
        return RunJudgement(JudgementKind.WRONG_CODE, evidence, status)
    is_complete = bool(answer.remark or program.patterns) or _ends_with_zero(answer_path(execution))
    kind, evidence = _checked(program, formula, truth, execution, answer.result, is_complete, cancel)
    return RunJudgement(kind, evidence, status, remark=answer.remark)


def _crash(execution: Execution) -> str:
    last_output = last_error_line(execution)
    return (_CRASHED_WITH_OUTPUT if last_output else _CRASHED).format(
        ending=ending_phrase(execution), output=last_output
    )


def _checked(
    program: SolverProgram,
    formula: Formula,
    truth: Truth,
    execution: Execution,
    answer: ResultFile,
    is_complete: bool,
    cancel: Cancel,
) -> tuple[JudgementKind, str]:
    """Whether an answer is correct."""
    if answer.status is Status.UNKNOWN:
        return JudgementKind.UNDECIDED, ""
    if answer.status is Status.SATISFIABLE:
        return _checked_model(formula, truth, answer.model or (), is_complete)
    if truth.status is Status.SATISFIABLE:
        return JudgementKind.WRONG_UNSAT, HAS_MODEL.format(reason=truth.reason)
    if program.proves:
        path = execution.folder / PROOF
        if not path.is_file() or path.is_symlink():
            return JudgementKind.WRONG_PROOF, str(_NO_PROOF)
        try:
            verdict = check_proof(formula, proof_reader.read(path, cancel=cancel), cancel=cancel)
        except InputError as error:
            return JudgementKind.WRONG_PROOF, _BAD_PROOF.format(error=InputError(error.problem, line=error.line))
        return (
            (JudgementKind.UNSATISFIABLE, str(_PROVED))
            if verdict
            else (JudgementKind.WRONG_PROOF, _BAD_PROOF.format(error=verdict))
        )
    if truth.status is Status.UNSATISFIABLE:
        return JudgementKind.UNSATISFIABLE, truth.reason
    return JudgementKind.UNCONFIRMED, str(_NOBODY_KNOWS)


def _checked_model(
    formula: Formula, truth: Truth, model: Sequence[int], is_complete: bool
) -> tuple[JudgementKind, str]:
    clause = unsatisfied(formula, model)
    highest = max(map(abs, model), default=0)
    if clause is None and highest <= formula.variables:
        return (
            (JudgementKind.SATISFIABLE, str(_MODEL_HOLDS))
            if is_complete
            else (JudgementKind.WRONG_FORMAT, str(_NO_END))
        )
    if truth.status is Status.UNSATISFIABLE:
        return JudgementKind.WRONG_SAT, _CONTRADICTION.format(reason=truth.reason)
    sentences = [_BEYOND.format(variable=highest, variables=formula.variables)] if highest > formula.variables else []
    if clause is not None:
        literals = formula[clause]
        model_text = " ".join(map(str, literals[:_MAX_SHOWN])) + " …" * (len(literals) > _MAX_SHOWN)
        sentences.append((_FALSE if literals else _EMPTY).format(number=clause + 1, clause=model_text))
    if not is_complete:
        sentences.append(str(_NO_END))
    return JudgementKind.WRONG_MODEL, _sentences((*sentences, *mistakes(formula, model)))


def _ends_with_zero(path: Path) -> bool:
    """Whether a model ends correctly: with a 0, except in the format .res."""
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
