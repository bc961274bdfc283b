"""The state of the solve screen and its calls of the engine, which run off the event loop."""

import re
import time
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import BinaryIO, Generic, NamedTuple, TypeVar

from engine.base.language import _
from engine.sat import result
from engine.sat.formula import reading
from engine.sat.formula.dimacs import Diagnostic, Document
from engine.sat.formula.formula import Formula
from engine.sat.formula.objective import Objective
from engine.sat.meaning import Meaning, meaning_of
from engine.sat.optimisation.optimise import optimise
from engine.sat.proof.bounded_proof import BoundedProof
from engine.sat.proof.certificate import expects_proof
from engine.sat.proof.certificate_check import CertificateVerdict, check_certificate
from engine.sat.proof.check import ProofVerdict, check_proof
from engine.sat.proof.proof import Proof, ProofWriter
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.solve import RECORDED, SOLVERS, Limits, SearchProgress, solve
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.trace import Recorder, Trace
from engine.sudoku import formats
from engine.sudoku.as_sat.encoding import encode as encode_puzzle
from engine.sudoku.as_sat.recognition import recognise
from engine.sudoku.as_sat.sudoku_formula import SudokuFormula
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from tui.base.background import Job, Live, report_share
from tui.base.export import Export, text_export
from tui.base.limits import memory_limit
from tui.base.requests import nothing_newer
from tui.base.search_phase import Preparing, Ready, Searching
from tui.draw.bars import Shares, shares
from tui.features.solve.cubes import search_in_cubes
from tui.features.solve.settings import Settings, is_recorded


@dataclass(frozen=True)
class Instance:
    """A formula to solve: read from a file in `seconds`, or made from a puzzle (then `seconds` is None).

    Results are written to `result_path`. `sudoku` is set if the formula encodes one: made `from_puzzle`, or recognised
    in a file. `objective` is what the best model minimises, if the file says so.
    """

    formula: Formula
    result_path: Path
    warnings: tuple[Diagnostic, ...] = ()
    sudoku: SudokuFormula | None = None
    from_puzzle: bool = False
    seconds: float | None = None
    objective: Objective | None = None

    @property
    def form(self) -> str | None:
        """The name of the puzzle's encoding; None for a file."""
        return self.sudoku.form if self.sudoku and self.from_puzzle else None


@dataclass(frozen=True)
class Snapshot:
    """A snapshot of a running search: its counters, and its assignment as a strip and as digits on the board.

    `trace` returns the recording so far; None if the search isn't recorded. `course` is the history of the counters.
    """

    progress: SearchProgress
    shares: Shares | None = None
    digits: Digits | None = None
    trace: Live[Trace] = Live(nothing_newer)  # noqa: RUF009 (frozen)
    course: "tuple[Sample, ...]" = ()


@dataclass(frozen=True)
class FinishedSearch:
    """A finished search; `shares`, `digits` and `course` are as in Snapshot, of the model if there is one."""

    instance: Instance
    limit: float | None
    result: Result
    stopped: bool = False
    """Whether the user stopped it."""
    fault: str = ""
    """An error in the model; "" for none."""
    shares: Shares | None = None
    digits: Digits | None = None
    rechecked: float | None = None
    """The seconds of a second check of the model; None without one."""
    meaning: Meaning | None = None
    """The meaning of the model, if it is known and not a sudoku."""
    trace: Trace | None = None
    """The recording, if any."""
    proof: Proof | None = None
    """A proof of unsatisfiability, alone or as a part of the result's certificate."""
    checked: ProofVerdict | CertificateVerdict | None = None
    """The verdict on the proof or the certificate."""
    course: "tuple[Sample, ...]" = ()

    @property
    def can_be_checked(self) -> bool:
        """Whether there is a proof or a certificate of unsatisfiability."""
        return self.proof is not None or bool(self.result.certificate)

    @property
    def assignment(self) -> "array[int] | None":
        """The model by variable, as in `SearchProgress`."""
        model = self.result.model
        return None if model is None else array("b", [0, *(1 if literal > 0 else -1 for literal in model)])

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of the search at its end."""
        result = self.result
        progress = SearchProgress(
            result.decisions, result.propagations, result.conflicts, None, result.seconds,
            flips=result.flips, lowest=result.lowest, plan=result.plan, bounds=result.bounds,
        )  # fmt: skip
        return Snapshot(progress, self.shares, self.digits, course=self.course)

    def lightened(self) -> "FinishedSearch":
        """Return a copy without the recording and the proof, which can be large."""
        return replace(self, trace=None).with_proof(None)

    def with_proof(self, proof: Proof | None) -> "FinishedSearch":
        """Return a copy with this proof; without it if there is a certificate that does not need it.

        If `proof` is None, a certificate that needs one is dropped too.
        """
        certificate = self.result.certificate
        if certificate and not expects_proof(certificate):
            return replace(self, proof=None)
        if proof is None:
            return replace(self, proof=None, result=replace(self.result, certificate=""))
        return replace(self, proof=proof)


class Sample(NamedTuple):
    """The counters of a search at one time, as in `SearchProgress`; `assigned` variables have a value."""

    seconds: float
    level: int | None
    assigned: int | None
    conflicts: int | None
    restarts: int | None
    glues: int | None
    explored: float | None
    lowest: int | None
    bounds: tuple[int, int | None] | None = None

    @classmethod
    def of(cls, progress: SearchProgress, shares: Shares | None) -> "Sample":
        """Return the counters of a search."""
        return cls(
            progress.seconds, progress.level, shares.assigned if shares else None, progress.conflicts,
            progress.restarts, progress.glues, progress.explored, progress.lowest, progress.bounds,
        )  # fmt: skip


Value = TypeVar("Value")


class Downsampled(Generic[Value]):
    """Samples at equal distances in time. At MAX_COUNT samples, every second one is dropped, also of later ones."""

    MAX_COUNT = 256

    def __init__(self) -> None:
        self.values: tuple[Value, ...] = ()
        self._number, self._distance = 0, 1

    def add(self, value: Value) -> None:
        """Add the next sample."""
        if self._number % self._distance == 0:
            self.values += (value,)
        if len(self.values) == self.MAX_COUNT:
            self.values = self.values[::2]
            self._distance *= 2
        self._number += 1


def read(path: Path, shipped: Path | None, document: Document | None, task: Job[float]) -> Instance:
    """Read a CNF file, unless `document` is its parsed content; nothing will be written into the folder `shipped`.

    Reports the finished share (0..1) to the task. Raises InputError and Cancelled.
    """
    seconds = None
    if document is None:
        start = time.perf_counter()
        document = reading.read(path, on_progress=partial(report_share, task), cancel=task.cancelled)
        seconds = time.perf_counter() - start
    _ = document.formula.lengths, document.formula.polarity  # cached from here on
    place = result.res_path(path, shipped or path)  # no folder is named in the file itself
    formula, sudoku = document.formula, recognise(document.formula)
    return Instance(formula, place, document.warnings, sudoku, seconds=seconds, objective=document.objective)


def encode(puzzle: Puzzle, form: str) -> Instance:
    """Encode a puzzle as a formula; results go into the current directory under the puzzle's name."""
    sudoku = encode_puzzle(puzzle, form)
    name = re.sub(r"[^\w.-]+", "-", puzzle.name).strip("-.") or "puzzle"
    return Instance(sudoku.formula, Path.cwd() / f"{name}.res", sudoku=sudoku, from_puzzle=True)


def search(
    instance: Instance,
    strategy: Strategy,
    seconds: float | None,
    task: Job[Snapshot],
    *,
    interval: float,
    columns: int,
    settings: Settings = Settings(),  # noqa: B008 (frozen)
) -> FinishedSearch:
    """Solve, and check the model if there is one. Our own solvers are recorded, up to the recording's limit.

    If there is an objective, `auto` finds the best model, and other solvers any. A proof is kept if it costs little, or
    if `settings` ask for it. Reports a Snapshot to the task about every `interval` seconds; `columns` is the width of
    the assignment's strip. Raises InputError if the solver refuses.
    """
    recorder = Recorder() if is_recorded(strategy, settings) else None
    found = Result(Status.UNKNOWN, strategy.solver, strategy.branching)  # while the search runs

    def recorded() -> Trace | None:
        return None if recorder is None else recorder.trace(instance.formula, found)

    course: Downsampled[Sample] = Downsampled()

    def on_progress(progress: SearchProgress) -> None:
        values = progress.assignment
        strip, digits = (None, None) if values is None else (shares(values, columns), _digits(instance, values))
        course.add(Sample.of(progress, strip))
        task.report(Snapshot(progress, strip, digits, Live(recorded), course.values))

    proof = BoundedProof(certifiable=True) if settings.proof or SOLVERS[strategy.solver].cheap_proofs else None
    limits = Limits(seconds, memory_limit())
    solving = partial(
        solve,
        solver=strategy.solver,
        branching=strategy.branching,
        limits=limits,
        seed=settings.seed,
        preprocess=settings.preprocess,
        interval=interval,
    )
    if optimises(instance, strategy, settings):
        assert instance.objective is not None
        found = optimise(
            instance.formula,
            instance.objective,
            limits=limits,
            on_progress=on_progress,
            cancel=task.stopped,
            interval=interval,
        )
    elif settings.cubes is None:
        found = solving(instance.formula, on_progress=on_progress, cancel=task.stopped, trace=recorder, proof=proof)
    else:
        watch = Watch(Limits(seconds), None, task.stopped, interval)
        found = search_in_cubes(instance.formula, settings.cubes, solving, watch, on_progress, proof)
    stopped = found.status is Status.UNKNOWN and task.stopped()
    outcome = FinishedSearch(instance, seconds, found, stopped, trace=recorded(), course=course.values)
    if (values := outcome.assignment) is not None:
        return _with_model(outcome, values, columns)
    is_complete = proof is not None and not proof.too_long and found.status is Status.UNSATISFIABLE
    return outcome.with_proof(proof if is_complete else None)


def _with_model(outcome: FinishedSearch, values: "array[int]", columns: int) -> FinishedSearch:
    """Return a copy with its model checked and shown; `values` is the model by variable."""
    instance = outcome.instance
    return replace(
        outcome,
        fault=fault(instance, outcome.result),
        shares=shares(values, columns),
        digits=_digits(instance, values),
        meaning=None if instance.sudoku else meaning_of(instance.formula),
    )


def optimises(instance: Instance, strategy: Strategy, settings: Settings) -> bool:
    """Whether a search is for the best model rather than any."""
    is_plain = settings.cubes is None and not settings.preprocess and not is_recorded(strategy, settings)
    return instance.objective is not None and SOLVERS[strategy.solver].delegates and is_plain


def proving_strategy(strategy: Strategy) -> Strategy:
    """Return the strategy if it proves every answer, else one that does."""
    if SOLVERS[strategy.solver].proofs:
        return strategy
    return next(Strategy.parse(solver.name) for solver in SOLVERS.values() if solver.cheap_proofs)


def recorded_strategies() -> list[Strategy]:
    """Return strategies whose searches can be replayed."""
    return [Strategy.parse(solver.name) for solver in RECORDED]


def fault(instance: Instance, found: Result) -> str:
    """Return the error in a model, "" for none; the check shares no code with the solvers."""
    if found.model is None:
        return ""
    sudoku = instance.sudoku
    try:
        broken = result.falsified(instance.formula, found.model)
        if broken is not None:
            literals = " ".join(str(literal) for literal in instance.formula[broken][:10])
            return _("clause {broken:,} does not hold: {literals}").format(broken=broken + 1, literals=literals)
        if instance.objective and found.bounds and instance.objective.cost(found.model) != found.bounds[1]:
            return _("it does not cost {cost:,}").format(cost=found.bounds[1])
        if sudoku and not is_solution(sudoku.puzzle, sudoku.decode(found.model)):
            return _("the digits break a rule of the board")
    except ValueError as error:
        return str(error)
    return ""


def verify(outcome: FinishedSearch) -> FinishedSearch:
    """Check the model again; returns the outcome with the new verdict."""
    start = time.perf_counter()
    found = fault(outcome.instance, outcome.result)
    return replace(outcome, fault=found, rechecked=time.perf_counter() - start)


def check(outcome: FinishedSearch, task: Job[float]) -> FinishedSearch:
    """Check the certificate or the proof; returns the outcome with the new verdict.

    Reports the finished share (0..1) to the task. Raises Cancelled.
    """
    formula = outcome.instance.formula
    if certificate := outcome.result.certificate:
        verdict = check_certificate(formula, certificate, outcome.proof, cancel=task.cancelled)
        return replace(outcome, checked=verdict)
    assert outcome.proof is not None
    return replace(
        outcome,
        checked=check_proof(formula, outcome.proof, on_progress=partial(report_share, task), cancel=task.cancelled),
    )


def _digits(instance: Instance, values: Sequence[int]) -> Digits | None:
    return instance.sudoku.digits_under(values) if instance.sudoku else None


# the phase of the screen


@dataclass(frozen=True)
class Broken:
    """There is no formula, for this reason."""

    problem: str


@dataclass(frozen=True)
class SearchFinished:
    """The search has ended and is shown; its proof may still be checked."""

    checking: bool = False


Phase = Preparing | Broken | Ready | Searching | SearchFinished


@dataclass(frozen=True)
class SolveState:
    """The state of the screen, except what changes during work."""

    subject: Path | Puzzle
    """A file with a formula, or a puzzle to encode."""
    strategy: Strategy = field(default_factory=lambda: Strategy("auto"))
    settings: Settings = field(default_factory=Settings)
    """Further options of the search."""
    limit: float | None = None
    """The time limit of a search in seconds, None for no limit."""
    phase: Phase = field(default_factory=Preparing)
    instance: Instance | None = None
    """The formula; the previous one while another is being made."""
    outcomes: tuple[FinishedSearch, ...] = ()
    """All searches, the latest one last."""
    as_literals: bool = False
    """Whether a model is shown as literals even if its meaning could be shown."""

    @cached_property
    def outcome(self) -> FinishedSearch | None:
        """The search that is shown."""
        return self.outcomes[-1] if isinstance(self.phase, SearchFinished) else None

    @cached_property
    def puzzle(self) -> Puzzle | None:
        """The sudoku for a board; None if the formula isn't one."""
        if isinstance(self.subject, Puzzle):
            return self.subject
        return self.instance.sudoku.puzzle if self.instance and self.instance.sudoku else None

    @cached_property
    def path(self) -> Path | None:
        """The file of the formula."""
        return self.subject if isinstance(self.subject, Path) else None

    @cached_property
    def comparable(self) -> list[FinishedSearch]:
        """The searches on the present formula: a puzzle has several encodings."""
        return [outcome for outcome in self.outcomes if self.instance and outcome.instance.form == self.instance.form]

    @cached_property
    def enabled_actions(self) -> dict[str, bool]:
        """The actions of the screen that are possible now."""
        outcome, is_idle = self.outcome, isinstance(self.phase, Ready | SearchFinished)
        is_recording = isinstance(self.phase, Searching) and is_recorded(self.strategy, self.settings)
        status = outcome.result.status if outcome else Status.UNKNOWN
        return {
            "start": is_idle or self.phase == Preparing(),
            "stop": self.phase in (Searching(), SearchFinished(checking=True)),
            "choose": is_idle,
            "limit": is_idle,
            "form": is_idle and isinstance(self.subject, Puzzle),
            "race": is_idle and self.path is not None,
            "model": outcome is not None
            and outcome.result.model is not None
            and (self.puzzle is not None or outcome.meaning is not None),
            "step_through": outcome is not None or is_recording,
            "verify": status is not Status.UNKNOWN and self.phase == SearchFinished(),
            "export": outcome is not None,
            "clauses": self.instance is not None,
            "ask": self.instance is not None,
            "explore": outcome is not None and status is Status.UNSATISFIABLE and not outcome.result.certificate,
        }


# files that can be written


def result_file(outcome: FinishedSearch) -> Export:
    """Return the result as the three lines of a `.res` file."""
    instance = outcome.instance
    return text_export(_("result (.res)"), instance.result_path, lambda: result.res(outcome.result, instance.formula))


def exports(outcome: FinishedSearch) -> list[Export]:
    """Return the files of a search: its result in two formats, its model, the digits of the model, its proof."""
    found, formula, place = outcome.result, outcome.instance.formula, outcome.instance.result_path
    output = _("output as in SAT competitions")
    files = [
        result_file(outcome),
        text_export(output, place.with_suffix(".out"), lambda: result.competition(found, formula)),
    ]
    if model := result.stated_model(found, formula):
        title = _("model, ten literals to a line")
        files.append(text_export(title, place.with_suffix(".model"), lambda: _lines(model)))
    sudoku, digits = outcome.instance.sudoku, outcome.digits
    if sudoku and digits and all(digits) and not outcome.fault:
        solution = Puzzle(sudoku.layout, digits, sudoku.puzzle.name)
        form = "grid" if solution.layout.size <= 9 else "spaced"
        path = place.with_name(f"{place.stem}-solution.txt")
        files.append(text_export(_("solution as a board"), path, lambda: formats.write(solution, form)))
    if found.certificate:
        path = place.with_suffix(".certificate")
        files.append(Export(_("certificate"), path, lambda file: _write_evidence(outcome, file)))
    elif outcome.proof is not None:
        files.append(Export(_("proof (DRAT)"), place.with_suffix(".drat"), lambda file: _write_evidence(outcome, file)))
    return files


def _lines(model: Sequence[int]) -> str:
    return "".join(" ".join(map(str, model[start : start + 10])) + "\n" for start in range(0, len(model), 10))


def _write_evidence(outcome: FinishedSearch, file: BinaryIO) -> None:
    """Write the certificate and the proof, if there are any."""
    file.write(outcome.result.certificate.encode())
    if outcome.proof is not None:
        writer = ProofWriter(file)
        outcome.proof.copy_to(writer)
        writer.flush()
