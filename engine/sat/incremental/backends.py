"""The backends of the class `Solver`: our own CDCL kernel, or a solver of python-sat."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.base.errors import InputError
from engine.base.language import _
from engine.sat.formula.formula import Formula
from engine.sat.incremental.propagator import UserPropagator
from engine.sat.incremental.recorder import QueryRecorder
from engine.sat.kernels.cdcl import Cdcl
from engine.sat.kernels.external import ExternalPropagator
from engine.sat.proof.proof import ProofSink
from engine.sat.solvers import library
from engine.sat.trace.events import Tape

CDCL = "cdcl"
"""The name of our own backend."""

_MIN_ROOM = 16
"""Minimum number of variables for which the kernel makes room when it has to grow."""

_PIECE_CONFLICTS = 2000
"""Number of conflicts after which a solver of python-sat returns, so that it can be interrupted."""

_SATISFIABLE, _UNSATISFIABLE = 10, 20
"""The codes of verdicts that kernels return."""
_NO_LIMIT = 1 << 60
"""A number of steps that no run reaches."""


class Backend(Protocol):
    """An incremental solver. Literals are checked by the caller."""

    def add_clause(self, clause: Sequence[int]) -> None:
        """Add a clause."""

    def reserve(self, variables: int) -> None:
        """Make room for this many variables."""

    def assume(self, literals: Sequence[int], phases: Sequence[int]) -> None:
        """Begin a query under assumptions. `phases` are the literals to prefer in decisions."""

    def run(self, work: int) -> bool | None:
        """Continue the query for about `work` steps; returns its answer, or None."""

    def model(self) -> list[int]:
        """The model of a query answered by True: a literal of each variable."""

    def core(self) -> list[int]:
        """Assumptions of a query answered by False that can't all hold."""

    def propagate(self, literals: Sequence[int]) -> tuple[bool, list[int]]:
        """Unit propagation from assumptions: whether it met no conflict, and the literals that are then true."""

    @property
    def conflicts(self) -> int:
        """The number of conflicts in all queries."""

    def close(self) -> None:
        """Free the memory."""


@dataclass(frozen=True)
class Extras:
    """Options of our own backend: a sink for its proof, a recorder of its events, and rules beyond clauses."""

    proof: ProofSink | None = None
    recorder: QueryRecorder | None = None
    rules: UserPropagator | None = None

    def __bool__(self) -> bool:
        """Whether any option is set."""
        return any(extra is not None for extra in (self.proof, self.recorder, self.rules))


NO_EXTRAS = Extras()


class OwnBackend:
    """Our CDCL kernel. Its number of variables is fixed; beyond it, a kernel with twice the room replaces it.

    The new kernel loads the clauses again and keeps none of the learned ones, only the literals that are fixed. So give
    the number of variables beforehand if you know it.
    """

    def __init__(self, variables: int, seed: int = 0, extras: Extras = NO_EXTRAS) -> None:
        self._seed, self._extras = seed, extras
        self._variables = self._room = variables
        """The number of variables so far, and the number that the kernel has room for."""
        self._literals, self._starts = array("i"), array("i", [0])
        self._kernel: Any = None
        self._earlier_conflicts = 0
        """The number of conflicts of the kernels before this one."""
        self._phases: tuple[int, ...] = ()
        self._fixed: list[int] = []
        """The literals that follow from the clauses alone, as far as the kernel before this one knew."""
        self._tape: Tape | None = None
        self._external: Any = None
        """The interface of the rules to the kernel."""
        self._from_rules: dict[tuple[int, ...], int] = {}
        """The clauses that came from the rules, and their indexes."""

    def add_clause(self, clause: Sequence[int]) -> None:
        if self._kernel is not None:
            if self._extras.recorder is not None:
                self._extras.recorder.set_number(self._kernel.numbered, len(self._starts) - 1)
            self._kernel.add_clause(clause)
            self._listen()
        self._literals.extend(clause)
        self._starts.append(len(self._literals))

    def formula(self) -> Formula:
        """All clauses so far, those from the rules too."""
        return Formula(self._variables, array("i", self._literals), array("i", self._starts))

    def reserve(self, variables: int) -> None:
        before, self._variables = self._variables, max(self._variables, variables)
        if self._kernel is None:
            self._room = max(self._room, self._variables)
        elif variables <= self._room:
            if self._extras.rules is not None:
                self._kernel.include(range(before + 1, self._variables + 1))
        else:
            self._room = max(2 * variables, _MIN_ROOM)
            self._earlier_conflicts = self.conflicts
            self._fixed = self._fixed_literals()
            self._kernel = None

    def _loaded_kernel(self) -> Any:
        """The kernel with all clauses, a new one if necessary."""
        if self._kernel is None:
            units, extras = [[literal] for literal in self._fixed], self._extras
            clauses = self.formula()
            formula = Formula(self._room, clauses.literals, clauses.starts)
            if units:
                formula = Formula.of([*units, *formula], self._room)
            if extras.recorder is not None:
                extras.recorder.begin(len(formula) - len(units), len(units))
                self._tape = Tape(formula.variables, [extras.recorder])
            kernel = Cdcl(formula, seed=self._seed, tape=self._tape, proof=extras.proof is not None)
            while kernel.loaded < len(formula):
                kernel.run(0)
            if extras.rules is not None:
                if self._external is not None:
                    extras.rules.on_backtrack(0)
                self._external = ExternalPropagator(kernel, extras.rules)
                self._external.attach()
                kernel.include(range(1, self._variables + 1))
            self._kernel, self._phases = kernel, ()
            self._listen()
        return self._kernel

    def _fixed_literals(self) -> list[int]:
        """The literals that follow from the clauses alone, as far as the kernel knows."""
        if self._kernel is None:
            return self._fixed
        self._kernel.assume(())
        self._listen()
        values = self._kernel.assignment()
        return [variable if value > 0 else -variable for variable, value in enumerate(values) if value]

    def _listen(self) -> bool:
        """Take what the kernel has written: clauses from the rules, events and steps of the proof.

        Returns whether a full tape ended the run.
        """
        if self._external is not None:
            for number, clause in self._external.clauses.items():
                key = tuple(sorted(clause))
                if key not in self._from_rules:
                    self._from_rules[key] = len(self._starts) - 1
                    self._literals.extend(clause)
                    self._starts.append(len(self._literals))
                if self._extras.recorder is not None:
                    self._extras.recorder.set_number(number, self._from_rules[key])
            self._external.clauses.clear()
        if self._extras.proof is not None:
            self._extras.proof.write_steps(self._kernel.take_proof())
        return self._tape is not None and self._tape.read(self._kernel)

    def assume(self, literals: Sequence[int], phases: Sequence[int]) -> None:
        kernel = self._loaded_kernel()
        kernel.assume(literals)
        if tuple(phases) != self._phases:
            self._phases = tuple(phases)
            values = array("b", bytes(self._room + 1))
            for literal in phases:
                values[abs(literal)] = 1 if literal > 0 else -1
            kernel.set_phases(values)

    def run(self, work: int) -> bool | None:
        answer = self._kernel.run(work)
        while self._listen() and not answer:
            answer = self._kernel.run(work)
        if answer == _UNSATISFIABLE and self._extras.proof is not None and (core := self.core()):
            self._extras.proof.add([-literal for literal in core])
        return None if not answer else answer == _SATISFIABLE

    def model(self) -> list[int]:
        model: array[int] = self._kernel.model()
        return model.tolist()

    def core(self) -> list[int]:
        core: array[int] = self._kernel.core()
        return core.tolist()

    def propagate(self, literals: Sequence[int]) -> tuple[bool, list[int]]:
        kernel = self._loaded_kernel()
        kernel.assume(literals)
        kernel.halt = kernel.decisions
        try:
            while not (answer := kernel.run(_NO_LIMIT)) and self._listen():
                pass
        finally:
            kernel.halt = -1
        values = kernel.assignment()
        implied = [variable if value > 0 else -variable for variable, value in enumerate(values) if value]
        return answer != _UNSATISFIABLE, implied

    @property
    def conflicts(self) -> int:
        return self._earlier_conflicts + (int(self._kernel.conflicts) if self._kernel is not None else 0)

    def close(self) -> None:
        self._kernel = None
        self._literals, self._starts = array("i"), array("i", [0])


class LibraryBackend:
    """A solver of python-sat, in this process. It returns after some thousand conflicts, and can be stopped then."""

    def __init__(self, solver: library.LibrarySolver) -> None:
        """Raises InputError if python-sat is missing, or has no such solver."""
        if not library.available():
            raise InputError(
                _("{name} is a solver of python-sat, which is not installed").format(name=solver.name),
                advice=_("install it with `pip install python-sat`"),
            )
        from pysat.solvers import Solver as PythonSat

        names = {name for solvers in _known_names() for name in solvers}
        name = next((candidate for candidate in solver.candidates if candidate in names), None)
        if name is None:
            raise InputError(_("this python-sat has no solver {message}").format(message=solver.name))
        self._solver = PythonSat(name=name)
        self._assumptions: list[int] = []
        self._variables = 0

    def add_clause(self, clause: Sequence[int]) -> None:
        if clause:
            self._solver.add_clause(list(clause))
        else:  # not every solver accepts an empty clause
            self.reserve(1)
            self._solver.add_clause([1])
            self._solver.add_clause([-1])

    def reserve(self, variables: int) -> None:
        self._variables = max(self._variables, variables)

    def assume(self, literals: Sequence[int], phases: Sequence[int]) -> None:
        self._assumptions = list(literals)
        if phases:
            self._solver.set_phases(list(phases))

    def run(self, work: int) -> bool | None:  # noqa: ARG002 (it counts conflicts instead)
        self._solver.conf_budget(_PIECE_CONFLICTS)
        answer: bool | None = self._solver.solve_limited(assumptions=self._assumptions)
        return answer

    def model(self) -> list[int]:
        model = self._solver.get_model() or []
        return [*model, *range(len(model) + 1, self._variables + 1)]

    def core(self) -> list[int]:
        return self._solver.get_core() or []

    def propagate(self, literals: Sequence[int]) -> tuple[bool, list[int]]:
        is_consistent, implied = self._solver.propagate(assumptions=list(literals))
        return bool(is_consistent), sorted(implied or [], key=abs)

    @property
    def conflicts(self) -> int:
        return int((self._solver.accum_stats() or {}).get("conflicts", 0))

    def close(self) -> None:
        self._solver.delete()


def backend(name: str, variables: int, seed: int, extras: Extras = NO_EXTRAS) -> Backend:
    """Make a backend by its name: `cdcl`, or a solver of python-sat that keeps what it learned.

    Raises InputError for an unknown name, if python-sat is missing, and if it does not have the extras.
    """
    if name == CDCL:
        return OwnBackend(variables, seed, extras)
    if extras:
        problem = _("{name} has no trace, no proof and no propagator here").format(name=name)
        raise InputError(problem, advice=_("choose one of {names}").format(names=CDCL))
    found = next((solver for solver in library.LIBRARY_SOLVERS if solver.name == name), None)
    if found is None or found.watched not in ("live", "slices"):
        choices = [CDCL, *(solver.name for solver in library.LIBRARY_SOLVERS if solver.watched in ("live", "slices"))]
        raise InputError(
            _("{name} is not an incremental solver").format(name=name),
            advice=_("choose one of {names}").format(names=", ".join(choices)),
        )
    return LibraryBackend(found)


def _known_names() -> Iterable[tuple[str, ...]]:
    """The names of the solvers of the python-sat that is installed."""
    from pysat.solvers import SolverNames

    return (names for key, names in vars(SolverNames).items() if not key.startswith("_"))
