"""One interface for all solvers: our own and those of python-sat."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from typing import ParamSpec, Protocol

from engine.base.errors import Cancelled, InputError
from engine.base.language import Sentence, _, lazy_gettext
from engine.base.polling import without_collection
from engine.sat.cutting_planes.search import NAME as CUTTING_PLANES
from engine.sat.cutting_planes.search import NativeSearch
from engine.sat.formula.formula import Formula, Literals
from engine.sat.formula.linear_form import linear_constraints
from engine.sat.kernels import cdcl, dpll, naive, walk
from engine.sat.kernels.cutting_planes import fits
from engine.sat.proof.proof import ProofSink
from engine.sat.result import PlanStep, Result, Status
from engine.sat.solvers import auto, library, memory, structure, techniques
from engine.sat.solvers.branching import BRANCHINGS, LEARNING, REFERENCE, Branching
from engine.sat.solvers.dpll_proof import DpllProof
from engine.sat.solvers.driver import Kernel, drive
from engine.sat.solvers.inprocessing import INPROCESSING, Inprocessing
from engine.sat.solvers.limits import MEGABYTE, Limits, SearchProgress, Watch
from engine.sat.solvers.preprocess import PREPROCESSING, PreprocessedFormula
from engine.sat.solvers.preprocess import preprocess as make_smaller
from engine.sat.solvers.steering import Steered, Steering
from engine.sat.solvers.structure import Findings, StructuredSearch, look_for_structure
from engine.sat.trace.events import Listener, Tape, Writer
from engine.sat.trace.search_log import OTHER_SOLVER

__all__ = ["MEGABYTE", "SOLVERS", "Kernel", "Limits", "Search", "SearchProgress", "SolverDescription", "run", "solve"]


class RecordedKernel(Kernel, Writer, Steered, Protocol):
    """A search that can be recorded and accepts decisions."""


Cancel = Callable[[], bool] | None
"""Polled while a formula is loaded; if it returns True, Cancelled is raised instead of making a kernel."""

KernelMaker = Callable[[Formula, str, int, Tape | None, Cancel], RecordedKernel]
"""Makes a kernel from a formula, a branching, a seed, and a tape if the search is recorded."""

RecordedKernelMaker = Callable[[Formula, str, int, Tape | None, frozenset[str]], RecordedKernel]
"""Makes the kernel of a recorded search, without the named techniques."""


@dataclass(frozen=True)
class Search:
    """A search for a model: the formula, the solver (see SOLVERS) with its options, and where its events go.

    - `branching` is a name of the solver's branching rules; None stands for its default. `seed` matters to solvers and
      branchings that use chance. `without` names techniques of the solver to leave out.
    - `limits`: the time limit is of the search alone. It excludes building structures, starting a process, loading the
      formula into a library, and the time of `trace`, `proof` and `on_progress`.
    - With `preprocess` the solver gets a simplified formula (see `preprocess`); simplifying counts as search time, and
      model and proof are still of the original formula.
    - `prefix` are literals to decide first: each decision takes the first of them that is free. A literal assigned by
      then is skipped: it, or its negation, follows from those before it or was found by the search. After a conflict or
      a restart the prefix comes first again. The verdict does not depend on it. `instead` maps numbers of decisions
      (from 0) to literals that replace the solver's own selection, unless they are assigned by then.
    - `trace` receives the events of the search (a `Recorder` keeps them). `proof` receives a proof of unsatisfiability,
      complete only with that verdict; if it is `certifiable`, the result may have a certificate instead. Not every
      solver supports these (see SolverDescription); `auto` selects one that does.
    - `on_progress` is called in the calling thread, about every `interval` seconds and more often at the beginning;
      other threads keep running. `cancel` is polled: the search ends some hundredths of a second after it returns True,
      also while a large formula is loaded.
    """

    formula: Formula
    solver: str = "dpll"
    _: KW_ONLY
    branching: str | None = None
    limits: Limits = field(default_factory=Limits)
    seed: int = 0
    on_progress: Callable[[SearchProgress], None] | None = None
    cancel: Callable[[], bool] | None = None
    interval: float = 0.1
    trace: Listener | None = None
    proof: ProofSink | None = None
    preprocess: bool = False
    without: frozenset[str] = frozenset()
    prefix: Literals = ()
    instead: Mapping[int, int] = field(default_factory=dict)

    @property
    def rule(self) -> str:
        """The name of the branching rule; empty if the solver has none."""
        return SOLVERS[self.solver].default_branching if self.branching is None else self.branching

    @property
    def steering(self) -> Steering:
        """The prescribed decisions."""
        return Steering(self.prefix, self.instead)

    def unknown(self, reason: str, seconds: float = 0.0, plan: tuple[PlanStep, ...] = ()) -> Result:
        """The result of the search if it ends without a verdict for this reason."""
        return Result(Status.UNKNOWN, self.solver, self.rule or None, seconds=seconds, reason=reason, plan=plan)


Run = Callable[[Search, Watch], Result]
"""Runs a solver until the watch says to stop."""


@dataclass(frozen=True)
class SolverDescription:
    """A solver and its capabilities.

    `rules` are its branchings by name, the default first; `library` says that it is from python-sat. `learns`: it
    learns clauses. `records`: its events can be recorded. `proofs`: it can write a proof, with `cheap_proofs` at little
    cost during the search. A solver that `delegates` passes the search to others. An `incomplete` solver finds models,
    and shows unsatisfiability only by propagation. `chance`: it uses the seed. `techniques` are the names (see
    `engine.sat.solvers.techniques`) of those that can be left out; `recording` is a sentence on those left out of a
    recorded search. `follow`: it accepts prescribed decisions. `kernel` makes the kernel of a recorded search.
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
    follow: bool = False
    kernel: RecordedKernelMaker | None = field(default=None, repr=False, compare=False)

    @property
    def branchings(self) -> tuple[str, ...]:
        """The names of its branchings."""
        return tuple(self.rules)

    @property
    def default_branching(self) -> str:
        """The branching used if none is given; empty if the solver has none."""
        return self.branchings[0] if self.branchings else ""


def description_of(name: str) -> SolverDescription:
    """The description of a solver of `SOLVERS`, or of the one whose searches are known from logs alone.

    Raises KeyError for any other name.
    """
    return OTHER if name == OTHER_SOLVER else SOLVERS[name]


Parameters = ParamSpec("Parameters")


def _solve_function(search: Callable[Parameters, Search]) -> Callable[Parameters, Result]:
    """A function with the parameters of `search` that runs the search."""

    def solve(*positional: Parameters.args, **named: Parameters.kwargs) -> Result:
        """Run a search described by the arguments, which are those of `Search`."""
        return run(search(*positional, **named))

    solve.__qualname__ = "solve"  # its place in this module, for pickle
    return solve


def run(search: Search) -> Result:
    """Search for a model. A search stopped by `cancel` or a limit is UNKNOWN with the reason.

    Raises InputError for an unknown solver; for a branching or technique that the solver does not have; for a library
    solver that is not installed or does not work; for a trace or a proof that the solver does not support; for a trace
    with `preprocess`; for decisions that the solver does not accept, with `preprocess`, or with a variable beyond the
    formula; and where `engine.sat.solvers.memory.check_room` does.
    """
    _check(search)
    memory.check_room(search.formula)
    watch = Watch(search.limits, search.on_progress, search.cancel, search.interval)
    try:
        result = _run_preprocessed(search, watch) if search.preprocess else SOLVERS[search.solver].run(search, watch)
    except Cancelled:  # while the formula was loaded
        if not (reason := watch.reason_to_stop()):
            raise
        result = search.unknown(reason, watch.clock.seconds)
    return replace(result, wall=watch.clock.wall)


solve = _solve_function(Search)
"""Runs the search described by its arguments, which are those of `Search`: `solve(formula, "cdcl", seed=1)`."""


def _check(search: Search) -> None:
    """Raise InputError if the solver does not support what the search asks for."""
    name, branching = search.solver, search.branching
    if name not in SOLVERS:
        raise InputError(
            _("no solver is called {solver!r}").format(solver=name),
            advice=_("choose one of {list}").format(list=", ".join(SOLVERS)),
        )
    solver = SOLVERS[name]
    if branching is not None and branching not in solver.branchings:
        advice = (
            _("choose one of {list}").format(list=", ".join(solver.branchings))
            if solver.branchings
            else _("leave out the branching")
        )
        raise InputError(
            _("{solver} has no branching called {branching!r}").format(solver=name, branching=branching),
            advice=advice,
        )
    if search.trace is not None and not solver.records:
        raise InputError(
            _("{solver} can't be recorded").format(solver=name), advice=_choices(lambda solver: solver.records)
        )
    if search.proof is not None and not solver.proofs:
        raise InputError(
            _("{solver} can't write a proof").format(solver=name), advice=_choices(lambda solver: solver.proofs)
        )
    if search.trace is not None and search.preprocess:
        raise InputError(
            _("a preprocessed formula can't be recorded"), advice=_("record the search without preprocessing")
        )
    techniques.check(search.without, name, solver.techniques)
    if literals := search.steering.literals:
        _check_decisions(literals, search, solver)


def _check_decisions(literals: Literals, search: Search, solver: SolverDescription) -> None:
    if not solver.follow:
        raise InputError(
            _("{name} does not accept decisions").format(name=solver.name),
            advice=_choices(lambda solver: solver.follow),
        )
    if search.preprocess:
        raise InputError(
            _("preprocessing leaves no variables to decide"), advice=_("give decisions without preprocessing")
        )
    variables = search.formula.variables
    foreign = next((literal for literal in literals if not 1 <= abs(literal) <= variables), None)
    if foreign is not None:
        problem = _("decisions: {literal} is not a literal of this formula").format(literal=foreign)
        raise InputError(problem, advice=_("its variables are 1 to {variables}").format(variables=variables))


def _choices(fits: Callable[[SolverDescription], bool]) -> str:
    return _("choose one of {list}").format(list=", ".join(solver.name for solver in SOLVERS.values() if fits(solver)))


def _run_preprocessed(search: Search, watch: Watch) -> Result:
    """Run a solver on the simplified formula; if simplifying is stopped, so is the solver, for the same reason.

    Structure is searched for first, as a certificate refers to the clauses of the original formula.
    """
    formula, proof, solver = search.formula, search.proof, SOLVERS[search.solver]
    if reason := watch.reason_to_refuse(lambda: memory.of_preprocessing(formula)):
        return search.unknown(reason)
    findings = Findings()
    with watch.clock, suppress(Cancelled), without_collection():
        left_out = [name for name in structure.TECHNIQUES if name in search.without or name not in solver.techniques]
        all_findings = look_for_structure(formula, proof=proof, cancel=watch.stops, without=left_out)
        findings = replace(all_findings, parity=None)
        if all_findings.parity is not None:
            all_findings.parity.release()  # frees memory, which can be large
    if findings.refuted_by:
        return Result(
            Status.UNSATISFIABLE,
            solver.name,
            search.rule or None,
            seconds=watch.clock.seconds,
            technique=findings.refuted_by,
            certificate=findings.certificate,
        )
    start = watch.clock.seconds
    smaller: PreprocessedFormula | None = None
    with watch.clock, suppress(Cancelled):
        extended = formula.with_clauses(findings.implied) if findings.implied else formula
        smaller = make_smaller(extended, proof=proof, cancel=watch.stops)
    seconds = watch.clock.seconds
    if (reason := watch.reason_to_stop()) or smaller is None:
        return search.unknown(reason, seconds, (PlanStep(PREPROCESSING, seconds - start, reason),))
    step = PlanStep(PREPROCESSING, smaller.seconds, smaller.summary(len(formula)))
    without = search.without.union(structure.TECHNIQUES)
    result = solver.run(replace(search, formula=smaller.formula, without=without), watch)
    model = None if result.model is None else smaller.extend(result.model)
    return replace(result, model=model, plan=(*findings.plan(start), step, *result.plan))


def _run_dpll(make: KernelMaker, bytes_for: Callable[[Formula], int], search: Search, watch: Watch) -> Result:
    """Run a DPLL kernel, whose proof is made from its events."""
    formula = search.formula
    if reason := watch.reason_to_refuse(lambda: bytes_for(formula)):
        return search.unknown(reason)
    listeners = [] if search.trace is None else [search.trace]
    if search.proof is not None:
        listeners.append(DpllProof(search.proof))
    tape = Tape(formula.variables, listeners) if listeners else None
    kernel = make(formula, search.rule, search.seed, tape, watch.stops)
    search.steering.steer(kernel)
    return drive(search.solver, search.rule, kernel, watch, lambda: tape is not None and tape.read(kernel))


def _run_cdcl(search: Search, watch: Watch) -> Result:
    """Run the CDCL kernel, which writes its own proof."""
    if reason := watch.reason_to_refuse(lambda: memory.of_cdcl(search.formula)):
        return search.unknown(reason)
    if search.trace is not None or search.steering.literals:  # these run without inprocessing
        return _run_cdcl_alone(search, watch)
    learning = _learning(search, watch)

    def write_proof() -> bool:
        if search.proof is not None:
            search.proof.write_steps(learning.take_proof())
        return False

    result = drive(search.solver, search.rule, learning, watch, write_proof)
    findings = learning.findings
    return replace(
        result, technique=findings.refuted_by, certificate=findings.certificate, plan=(*learning.plan, *result.plan)
    )


def _cdcl_kernel(search: Search, watch: Watch, tape: Tape | None = None) -> cdcl.Cdcl:
    proof = search.proof
    kernel = cdcl.Cdcl(search.formula, search.rule, search.seed, tape, proof is not None, search.without, watch.stops)
    kernel.hinting = proof is not None and proof.hinted
    return kernel


def _run_cdcl_alone(search: Search, watch: Watch) -> Result:
    """Run the CDCL kernel without inprocessing."""
    formula, proof = search.formula, search.proof
    tape = None if search.trace is None else Tape(formula.variables, [search.trace])
    kernel = _cdcl_kernel(search, watch, tape)
    search.steering.steer(kernel)
    while kernel.loaded < len(formula) and not watch.stops():
        kernel.run(0)

    def listen() -> bool:
        if proof is not None:
            proof.write_steps(kernel.take_proof())
        return tape is not None and tape.read(kernel)

    return drive(search.solver, search.rule, kernel, watch, listen)


def _learning(search: Search, watch: Watch) -> StructuredSearch:
    """The complete `cdcl` search, with all techniques except those in `without`."""
    formula, proof, without = search.formula, search.proof, search.without
    kernel = _cdcl_kernel(search, watch)
    rest = Inprocessing(kernel, formula, set(INPROCESSING) - without, proof, cancel=watch.stops)
    return StructuredSearch(kernel, formula, proof=proof, cancel=watch.stops, without=without, rest=rest)


def _run_walk(search: Search, watch: Watch) -> Result:
    """Run the kernel of local search."""
    if reason := watch.reason_to_refuse(lambda: memory.of_walk(search.formula)):
        return search.unknown(reason)
    return drive(search.solver, None, walk.Walk(search.formula, search.seed, watch.stops), watch)


def _run_cutting_planes(search: Search, watch: Watch) -> Result:
    """Run the search on linear constraints."""
    formula = search.formula
    if reason := watch.reason_to_refuse(lambda: memory.of_cdcl(formula)):
        return search.unknown(reason)
    if not fits(linear_constraints(formula)):
        raise InputError(
            _("the numbers are too large for cutting planes"), advice=_choices(lambda solver: solver.learns)
        )
    with watch.clock:
        native = NativeSearch(formula, cancel=watch.stops)
    return drive(search.solver, None, native, watch)


def _run_auto(search: Search, watch: Watch) -> Result:
    """Run the portfolio, or CDCL alone if the search is recorded."""
    alone = replace(search, solver="cdcl", branching=None)
    if search.trace is not None:
        return _run_cdcl(alone, watch)
    return auto.solve(
        search.formula, search.seed, watch, partial(_learning, alone, watch), alone.rule, search.without, search.proof
    )


def _dpll(
    name: str, title: Sentence, rules: Mapping[str, Branching], make: KernelMaker, bytes_for: Callable[[Formula], int]
) -> SolverDescription:
    return SolverDescription(
        name, title, rules, False, partial(_run_dpll, make, bytes_for), records=True, proofs=True, follow=True,
        kernel=lambda formula, branching, seed, tape, _: make(formula, branching, seed, tape, None),
    )  # fmt: skip


def _library(solver: library.LibrarySolver) -> SolverDescription:
    return SolverDescription(
        solver.name,
        solver.title,
        {},
        True,
        lambda search, watch: library.solve(search.formula, solver, watch),
        learns=True,
    )


_CDCL_TECHNIQUES = ("rephasing", "target-phases", "reason-bumping", *INPROCESSING, *structure.TECHNIQUES)

_CDCL_RECORDING = lazy_gettext(
    "A recorded search runs without probing, vivification, subsumption, elimination, walk, parity and cardinality."
)
_AUTO_RECORDING = lazy_gettext("A recorded search uses cdcl alone, with its branching vsids.")

SOLVERS: dict[str, SolverDescription] = {
    solver.name: solver
    for solver in (
        SolverDescription(
            auto.NAME,
            lazy_gettext("a portfolio: alternates local search and clause learning, with CaDiCaL in parallel"),
            {},
            False,
            _run_auto,
            learns=True,
            records=True,
            proofs=True,
            delegates=True,
            chance=True,
            techniques=(*_CDCL_TECHNIQUES, "walk", "library"),
            recording=_AUTO_RECORDING,
        ),
        _dpll(
            "backtracking",
            lazy_gettext("plain backtracking, without unit propagation"),
            {name: BRANCHINGS[name] for name in ("in-order", *REFERENCE)},
            lambda formula, branching, _, tape, cancel: naive.Naive(formula, branching, tape, False, cancel),
            memory.of_naive,
        ),
        _dpll(
            "naive",
            lazy_gettext("DPLL that scans every clause"),
            {name: BRANCHINGS[name] for name in (*REFERENCE, "in-order")},
            lambda formula, branching, _, tape, cancel: naive.Naive(formula, branching, tape, True, cancel),
            memory.of_naive,
        ),
        replace(_dpll("dpll", lazy_gettext("DPLL with counters"), BRANCHINGS, dpll.Dpll, memory.of_dpll), chance=True),
        SolverDescription(
            "cdcl",
            lazy_gettext("conflict-driven clause learning"),
            LEARNING,
            False,
            _run_cdcl,
            learns=True,
            records=True,
            proofs=True,
            cheap_proofs=True,
            chance=True,
            techniques=_CDCL_TECHNIQUES,
            recording=_CDCL_RECORDING,
            follow=True,
            kernel=lambda formula, branching, seed, tape, without: cdcl.Cdcl(
                formula, branching, seed, tape, False, without
            ),
        ),
        SolverDescription(
            CUTTING_PLANES,
            lazy_gettext("clause learning on linear constraints, by cutting planes"),
            {},
            False,
            _run_cutting_planes,
            learns=True,
        ),
        SolverDescription(
            "walk",
            lazy_gettext("local search (probSAT): finds models, but can't show that there is none"),
            {},
            False,
            _run_walk,
            incomplete=True,
            chance=True,
        ),
        *map(_library, library.LIBRARY_SOLVERS),
    )
}
"""The solvers by name. `auto` (`engine.sat.solvers.auto`) uses CDCL alone if the search is recorded."""


def _refuse_run(*_arguments: object) -> Result:
    raise InputError(_("this program does not have the solver that wrote the log"))


OTHER = SolverDescription(
    OTHER_SOLVER, lazy_gettext("a solver known from its log"), {}, False, _refuse_run, learns=True, records=True
)
"""Represents any solver whose log was read. Its searches can be shown, but not run again."""

RECORDED = tuple(solver for solver in reversed(SOLVERS.values()) if solver.records and not solver.delegates)
"""The solvers whose searches can be recorded, the most powerful first; without those that delegate."""
