"""One interface for all solvers: our own and those of python-sat."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Protocol

from engine.base.errors import Cancelled, InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.polling import without_collection
from engine.sat.formula.formula import Formula, Literals
from engine.sat.kernels import cdcl, dpll, naive, walk
from engine.sat.proof.proof import ProofSink
from engine.sat.result import PlanStep, Result, Status
from engine.sat.solvers import auto, library, memory, structure, techniques
from engine.sat.solvers.branching import BRANCHINGS, LEARNING, REFERENCE, Branching
from engine.sat.solvers.dpll_proof import DpllProof
from engine.sat.solvers.driver import Kernel, drive
from engine.sat.solvers.inprocessing import INPROCESSING, Inprocessing
from engine.sat.solvers.limits import MEGABYTE, Limits, SearchProgress, Watch
from engine.sat.solvers.preprocess import PREPROCESSING, Preprocessed
from engine.sat.solvers.preprocess import preprocess as make_smaller
from engine.sat.solvers.steering import Steered, Steering
from engine.sat.solvers.structure import Findings, StructuredSearch, look_for_structure
from engine.sat.trace.events import Listener, Tape, Writer

__all__ = ["MEGABYTE", "SOLVERS", "Kernel", "Limits", "SearchProgress", "SolverDescription", "solve"]


class RecordedKernel(Kernel, Writer, Steered, Protocol):
    """A search that can be recorded and accepts decisions."""


Cancel = Callable[[], bool] | None
"""Polled while a formula is loaded; if it returns True, Cancelled is raised instead of making a kernel."""

Make = Callable[[Formula, str, int, Tape | None, Cancel], RecordedKernel]
"""Makes a kernel from a formula, a branching, a seed, and a tape if the search is recorded."""


Recordable = Callable[[Formula, str, int, Tape | None, frozenset[str]], RecordedKernel]
"""Makes the kernel of a recorded search, without the named techniques."""


Run = Callable[[Formula, str, int, Watch, Listener | None, ProofSink | None, frozenset[str]], Result]
"""Runs a solver with a branching and a seed until the watch says to stop.

The other arguments are a listener for events, a sink for the proof, and the names of techniques to leave out.
"""


@dataclass(frozen=True)
class SolverDescription:
    """A solver and its capabilities.

    `rules` are its branchings by name, the default first; `library` says that it is from python-sat. `learns`: it
    learns clauses. `records`: its events can be recorded. `proofs`: it can write a proof, with `cheap_proofs` at little
    cost during the search. A solver that `delegates` passes the search to others. An `incomplete` solver finds models,
    and shows unsatisfiability only by propagation. `chance`: it uses the seed. `techniques` are the names (see
    `engine.sat.solvers.techniques`) of those that can be left out; `recording` is a sentence on those left out of a
    recorded search. `follow` makes a `run` with prescribed decisions, if the solver accepts them, and `kernel` makes
    the kernel of a recorded search.
    """

    name: str
    title: Sentence | str
    rules: Mapping[str, Branching] = field(repr=False)
    library: bool
    run: Run = field(repr=False, compare=False)
    learns: bool = False
    records: bool = False
    proofs: bool = False
    cheap_proofs: bool = False
    delegates: bool = False
    incomplete: bool = False
    chance: bool = False
    techniques: tuple[str, ...] = ()
    recording: Sentence | None = None
    follow: Callable[[Steering], Run] | None = field(default=None, repr=False, compare=False)
    kernel: Recordable | None = field(default=None, repr=False, compare=False)

    @property
    def branchings(self) -> tuple[str, ...]:
        """The names of its branchings."""
        return tuple(self.rules)

    @property
    def default_branching(self) -> str:
        """The branching used if none is given; empty if the solver has none."""
        return self.branchings[0] if self.branchings else ""


def solve(
    formula: Formula,
    solver: str = "dpll",
    *,
    branching: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    seed: int = 0,
    on_progress: Callable[[SearchProgress], None] | None = None,
    cancel: Callable[[], bool] | None = None,
    interval: float = 0.1,
    trace: Listener | None = None,
    proof: ProofSink | None = None,
    preprocess: bool = False,
    without: frozenset[str] = frozenset(),
    prefix: Literals = (),
    instead: Mapping[int, int] = MappingProxyType({}),
) -> Result:
    """Search for a model of the formula with the named solver (see SOLVERS).

    `on_progress` is called in the calling thread, about every `interval` seconds and more often at the beginning; other
    threads keep running. A search stopped by `cancel` or a limit is UNKNOWN with the reason, some hundredths of a
    second later, also while a large formula is loaded. `seconds` in the result, in the progress and in the limit are of
    the search alone: they exclude building structures, starting a process, loading the formula into a library, and the
    time of `trace`, `proof` and `on_progress`. `seed` matters to solvers and branchings that use chance.

    `trace` receives the events of the search (a `Recorder` keeps them). `proof` receives a proof of unsatisfiability,
    complete only with that verdict; if it is `certifiable`, the result may have a certificate instead. Not every solver
    supports these (see SolverDescription); `auto` selects one that does. With `preprocess` the solver gets a simplified
    formula (see `preprocess`); simplifying counts as search time, and model and proof are still of the original
    formula. `without` names techniques of the solver to leave out.

    `prefix` are literals to decide first: each decision takes the first of them that is free. A literal assigned by
    then is skipped: it, or its negation, follows from those before it or was found by the search. After a conflict or a
    restart the prefix comes first again. The verdict does not depend on it. `instead` maps numbers of decisions (from
    0) to literals that replace the solver's own selection, unless they are assigned by then.

    Raises InputError for an unknown solver; for a branching or technique that the solver does not have; for a library
    solver that is not installed or does not work; for a trace or a proof that the solver does not support; for a trace
    with `preprocess`; for decisions that the solver does not accept, with `preprocess`, or with a variable beyond the
    formula; and where `engine.sat.solvers.memory.check_room` does.
    """
    if solver not in SOLVERS:
        raise InputError(
            _("no solver is called {solver!r}").format(solver=solver),
            advice=_("choose one of {list}").format(list=", ".join(SOLVERS)),
        )
    description = SOLVERS[solver]
    if branching is None:
        branching = description.default_branching
    elif branching not in description.branchings:
        advice = (
            _("choose one of {list}").format(list=", ".join(description.branchings))
            if description.branchings
            else _("leave the branching out")
        )
        raise InputError(
            _("{solver} has no branching called {branching!r}").format(solver=solver, branching=branching),
            advice=advice,
        )
    if trace is not None and not description.records:
        raise InputError(
            _("{solver} can't be recorded").format(solver=solver), advice=_choices(lambda solver: solver.records)
        )
    if proof is not None and not description.proofs:
        raise InputError(
            _("{solver} can't write a proof").format(solver=solver), advice=_choices(lambda solver: solver.proofs)
        )
    if trace is not None and preprocess:
        raise InputError(
            _("a preprocessed formula can't be recorded"), advice=_("record the search without preprocessing")
        )
    techniques.check(without, solver, description.techniques)
    memory.check_room(formula)
    steering = Steering(prefix, instead)
    run = description.run if not steering.literals else _steered(steering, formula, description, preprocess)
    watch = Watch(limits, on_progress, cancel, interval)
    try:
        if preprocess:
            result = _run_preprocessed(description, formula, branching, seed, watch, proof, without)
        else:
            result = run(formula, branching, seed, watch, trace, proof, without)
    except Cancelled:  # while the formula was loaded
        if not (reason := watch.reason_to_stop()):
            raise
        result = Result(Status.UNKNOWN, solver, branching or None, seconds=watch.clock.seconds, reason=reason)
    return replace(result, wall=watch.clock.wall)


def _steered(steering: Steering, formula: Formula, solver: SolverDescription, preprocess: bool) -> Run:
    """The `run` of a solver with these decisions. Raises InputError."""
    if solver.follow is None:
        raise InputError(
            _("{name} does not take decisions").format(name=solver.name),
            advice=_choices(lambda solver: bool(solver.follow)),
        )
    if preprocess:
        raise InputError(
            _("preprocessing leaves no variables to decide"), advice=_("give decisions without preprocessing")
        )
    beyond = next((literal for literal in steering.literals if not 1 <= abs(literal) <= formula.variables), None)
    if beyond is not None:
        problem = _("decisions: {beyond} is not a literal of this formula").format(beyond=beyond)
        raise InputError(problem, advice=_("its variables are 1 to {variables}").format(variables=formula.variables))
    return solver.follow(steering)


def _choices(fits: Callable[[SolverDescription], bool]) -> str:
    return _("choose one of {list}").format(
        list=", ".join(solver.name for solver in SOLVERS.values() if fits(solver))
    )


def _run_preprocessed(
    solver: SolverDescription,
    formula: Formula,
    branching: str,
    seed: int,
    watch: Watch,
    proof: ProofSink | None,
    without: frozenset[str],
) -> Result:
    """Run a solver on the simplified formula; if simplifying is stopped, so is the solver, for the same reason.

    Structure is searched for first, as a certificate refers to the clauses of the original formula.
    """
    if reason := watch.reason_to_refuse(lambda: memory.of_preprocessing(formula)):
        return Result(Status.UNKNOWN, solver.name, branching, reason=reason)

    findings = Findings()
    with watch.clock, suppress(Cancelled), without_collection():
        left_out = [name for name in structure.TECHNIQUES if name in without or name not in solver.techniques]
        looked = look_for_structure(formula, proof=proof, cancel=watch.stops, without=left_out)
        findings = replace(looked, parity=None)
        if looked.parity is not None:
            looked.parity.release()  # frees memory, which can be large
    if findings.refuted_by:
        return Result(
            Status.UNSATISFIABLE, solver.name, branching, seconds=watch.clock.seconds,
            technique=findings.refuted_by, certificate=findings.certificate,
        )  # fmt: skip
    began = watch.clock.seconds
    smaller: Preprocessed | None = None
    with watch.clock, suppress(Cancelled):
        smaller = make_smaller(formula, proof=proof, cancel=watch.stops)
    seconds = watch.clock.seconds
    if (reason := watch.reason_to_stop()) or smaller is None:
        step = PlanStep(PREPROCESSING, seconds - began, reason)
        return Result(Status.UNKNOWN, solver.name, branching, seconds=seconds, reason=reason, plan=(step,))
    step = PlanStep(PREPROCESSING, smaller.seconds, smaller.summary(len(formula)))
    result = solver.run(
        smaller.formula, branching, seed, watch, None, proof, without.union(structure.TECHNIQUES)
    )
    model = None if result.model is None else smaller.extend(result.model)
    return replace(result, model=model, plan=(step, *result.plan))


def _run_dpll(
    name: str,
    make: Make,
    bytes_for: Callable[[Formula], int],
    formula: Formula,
    branching: str,
    seed: int,
    watch: Watch,
    trace: Listener | None,
    proof: ProofSink | None,
    _without: frozenset[str],
) -> Result:
    """Run a DPLL kernel, whose proof is made from its events."""
    if reason := watch.reason_to_refuse(lambda: bytes_for(formula)):
        return Result(Status.UNKNOWN, name, branching, reason=reason)
    listeners = [] if trace is None else [trace]
    if proof is not None:
        listeners.append(DpllProof(proof))
    tape = Tape(formula.variables, listeners) if listeners else None
    kernel = make(formula, branching, seed, tape, watch.stops)
    return drive(name, branching, kernel, watch, lambda: tape is not None and tape.read(kernel))


def _run_cdcl(
    formula: Formula,
    branching: str,
    seed: int,
    watch: Watch,
    trace: Listener | None,
    proof: ProofSink | None,
    without: frozenset[str],
    steering: Steering = Steering(),  # noqa: B008 (frozen)
) -> Result:
    """Run the CDCL kernel, which writes its own proof."""
    if reason := watch.reason_to_refuse(lambda: memory.of_cdcl(formula)):
        return Result(Status.UNKNOWN, "cdcl", branching, reason=reason)
    if trace is not None or steering.literals:  # these run without inprocessing
        return _search_alone(formula, branching, seed, watch, trace, proof, without, steering)
    search = _learning(formula, branching, seed, watch, proof, without)

    def tell_proof() -> bool:
        if proof is not None:
            proof.write_steps(search.take_proof())
        return False

    result = drive("cdcl", branching, search, watch, tell_proof)
    return replace(result, technique=search.findings.refuted_by, certificate=search.findings.certificate)


def _search_alone(
    formula: Formula,
    branching: str,
    seed: int,
    watch: Watch,
    trace: Listener | None,
    proof: ProofSink | None,
    without: frozenset[str],
    steering: Steering,
) -> Result:
    tape = None if trace is None else Tape(formula.variables, [trace])
    kernel = cdcl.Cdcl(formula, branching, seed, tape, proof is not None, without, watch.stops)
    steering.steer(kernel)
    while kernel.loaded < len(formula) and not watch.stops():
        kernel.run(0)

    def listen() -> bool:
        if proof is not None:
            proof.write_steps(kernel.take_proof())
        return tape is not None and tape.read(kernel)

    return drive("cdcl", branching, kernel, watch, listen)


def _learning(
    formula: Formula,
    branching: str,
    seed: int,
    watch: Watch,
    proof: ProofSink | None,
    without: frozenset[str],
) -> StructuredSearch:
    """The complete `cdcl` search, with all techniques except those in `without`."""
    kernel = cdcl.Cdcl(formula, branching, seed, None, proof is not None, without, watch.stops)
    rest = Inprocessing(kernel, formula, set(INPROCESSING) - without, proof, cancel=watch.stops)
    return StructuredSearch(kernel, formula, proof=proof, cancel=watch.stops, without=without, rest=rest)


def _run_walk(
    formula: Formula,
    _branching: str,
    seed: int,
    watch: Watch,
    _trace: Listener | None,
    _proof: ProofSink | None,
    _without: frozenset[str],
) -> Result:
    """Run the kernel of local search."""
    if reason := watch.reason_to_refuse(lambda: memory.of_walk(formula)):
        return Result(Status.UNKNOWN, "walk", reason=reason)
    return drive("walk", None, walk.Walk(formula, seed, watch.stops), watch)


def _run_best(
    formula: Formula,
    _branching: str,
    seed: int,
    watch: Watch,
    trace: Listener | None,
    proof: ProofSink | None,
    without: frozenset[str],
) -> Result:
    """Run the portfolio, or CDCL alone if the search is recorded."""
    branching = SOLVERS["cdcl"].default_branching
    if trace is not None:
        return SOLVERS["cdcl"].run(formula, branching, seed, watch, trace, proof, without)
    learning = partial(_learning, formula, branching, seed, watch, proof, without)
    return auto.solve(formula, seed, watch, learning, branching, without, proof)


def _dpll(
    name: str, title: Sentence, rules: Mapping[str, Branching], make: Make, bytes_for: Callable[[Formula], int]
) -> SolverDescription:
    def steered(steering: Steering) -> Run:
        def made(formula: Formula, branching: str, seed: int, tape: Tape | None, cancel: Cancel) -> RecordedKernel:
            kernel = make(formula, branching, seed, tape, cancel)
            steering.steer(kernel)
            return kernel

        return partial(_run_dpll, name, made, bytes_for)

    return SolverDescription(
        name, title, rules, False, steered(Steering()), records=True, proofs=True, follow=steered,
        kernel=lambda formula, branching, seed, tape, _: make(formula, branching, seed, tape, None),
    )  # fmt: skip


def _library(solver: library.LibrarySolver) -> SolverDescription:
    def run(formula: Formula, _branching: str, _seed: int, watch: Watch, *_: object) -> Result:
        return library.solve(formula, solver, watch)

    return SolverDescription(solver.name, solver.title, {}, True, run, learns=True)


_CDCL_TECHNIQUES = ("rephasing", "target-phases", "reason-bumping", *INPROCESSING, *structure.TECHNIQUES)

_CDCL_RECORDING = (
    lazy_gettext("A recorded search runs without probing, vivification, subsumption, elimination, walk, parity and "
          "cardinality.")
)

_AUTO_RECORDING = lazy_gettext(
    "A recorded search uses cdcl alone, with its branching vsids."
)

SOLVERS: dict[str, SolverDescription] = {
    solver.name: solver
    for solver in (
        SolverDescription(
            auto.NAME, lazy_gettext("a portfolio: alternates local search and clause learning, with CaDiCaL beside "
                             "them"),
            {}, False, _run_best, learns=True, records=True, proofs=True, delegates=True,
            chance=True, techniques=(*_CDCL_TECHNIQUES, "walk", "library"), recording=_AUTO_RECORDING,
        ),
        _dpll(
            "backtracking", lazy_gettext("plain backtracking, without unit propagation"),
            {name: BRANCHINGS[name] for name in ("in-order", *REFERENCE)},
            lambda formula, branching, _, tape, cancel: naive.Naive(formula, branching, tape, False, cancel),
            memory.of_naive,
        ),
        _dpll(
            "naive", lazy_gettext("DPLL that scans every clause"),
            {name: BRANCHINGS[name] for name in (*REFERENCE, "in-order")},
            lambda formula, branching, _, tape, cancel: naive.Naive(formula, branching, tape, True, cancel),
            memory.of_naive,
        ),
        replace(_dpll("dpll", lazy_gettext("DPLL with counters"), BRANCHINGS, dpll.Dpll, memory.of_dpll), chance=True),
        SolverDescription(
            "cdcl", lazy_gettext("conflict-driven clause learning"), LEARNING, False, _run_cdcl,
            learns=True, records=True, proofs=True, cheap_proofs=True, chance=True, techniques=_CDCL_TECHNIQUES,
            recording=_CDCL_RECORDING,
            follow=lambda steering: partial(_run_cdcl, steering=steering),
            kernel=lambda formula, branching, seed, tape, without: cdcl.Cdcl(
                formula, branching, seed, tape, False, without
            ),
        ),
        SolverDescription(
            "walk", lazy_gettext("local search (probSAT): finds models, but can't show that there is none"), {}, False,
            _run_walk,
            incomplete=True, chance=True,
        ),
        *map(_library, library.LIBRARY_SOLVERS),
    )
}
"""The solvers by name. `auto` (`engine.sat.solvers.auto`) uses CDCL alone if the search is recorded."""

RECORDED = tuple(solver for solver in reversed(SOLVERS.values()) if solver.records and not solver.delegates)
"""The solvers whose every search can be recorded, the most powerful first. Excludes those that delegate."""
