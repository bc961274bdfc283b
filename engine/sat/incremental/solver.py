"""The class `Solver`: an incremental SAT solver that other programs build on."""

import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from time import monotonic
from types import TracebackType
from typing import Self

from engine.base.language import _
from engine.base.slices import slices
from engine.sat.formula.formula import MAX_LITERAL, Formula
from engine.sat.incremental.backends import CDCL, Backend, Extras, OwnBackend, backend
from engine.sat.incremental.propagator import UserPropagator
from engine.sat.incremental.recorder import QueryRecorder
from engine.sat.proof.proof import ProofSink
from engine.sat.result import Result, Status
from engine.sat.trace.search_log import OTHER_SOLVER
from engine.sat.trace.trace import Trace

_FIRST_WORK = 20_000
"""Number of steps of the first run of a query, some 0.1 ms: most queries need no more."""


class Solver:
    """An incremental SAT solver. You add clauses and ask queries in any order; what it learns stays.

    Clauses and literals are as in DIMACS: variables are numbered from 1, a minus negates.

    >>> solver = Solver([[1, 2], [-1, 2]])
    >>> solver.solve()
    True
    >>> solver.value(2)
    True
    >>> solver.solve(assumptions=[-2])
    False
    >>> solver.core
    [-2]
    >>> solver.add_clause([-2])
    >>> solver.solve()
    False

    One thread at a time may use it, except `interrupt`. Clauses and literals raise ValueError for a literal 0 and
    OverflowError for a variable beyond 2^31-1.
    """

    def __init__(
        self,
        clauses: Formula | Iterable[Iterable[int]] = (),
        *,
        variables: int = 0,
        name: str = CDCL,
        seed: int = 0,
        trace: bool = False,
        proof: ProofSink | None = None,
        propagator: UserPropagator | None = None,
    ) -> None:
        """Load clauses, or a `Formula`.

        `variables`: make room for this many; with more variables later, our solver loses what it has learned. `name`:
        `cdcl`, our own solver, or one of python-sat: `cadical`, `glucose`, `minisat`, `maplechrono`, `maplecm`,
        `maplesat`, `mergesat` or `ergo`. `seed` breaks ties of the first decisions of `cdcl`.

        Only `cdcl` has the other options. `trace`: record all queries as one search, see the property `trace`. `proof`
        gets DRAT steps, each of which follows from the clauses of `formula` by unit propagation; each answer False adds
        the clause that not all of the core is true, or the empty clause. `propagator`: rules beyond clauses.

        Raises InputError for any other name, if python-sat is missing, and for an option that its solvers do not have.
        """
        self.name = name
        self.variables = max(variables, clauses.variables if isinstance(clauses, Formula) else 0)
        """The number of variables: the highest so far."""
        self._recorder = QueryRecorder() if trace else None
        self._backend: Backend = backend(name, self.variables, seed, Extras(proof, self._recorder, propagator))
        self._backend.reserve(self.variables)
        self._is_interrupted = threading.Event()
        self._phases: dict[int, int] = {}
        """The preferred literals by variable."""
        self._model: list[int] | None = None
        self._core: list[int] | None = None
        self.add_clauses(clauses)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free the memory. The solver can't be used any more."""
        self._backend.close()

    # clauses

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause for good."""
        literals = self._checked(clause)
        self._model = self._core = None
        self._backend.add_clause(literals)

    def add_clauses(self, clauses: Iterable[Iterable[int]]) -> None:
        """Add clauses for good."""
        for clause in clauses:
            self.add_clause(clause)

    def new_variable(self) -> int:
        """Return a variable that no clause has."""
        self._grow(self.variables + 1)
        return self.variables

    def set_phase(self, literals: Iterable[int]) -> None:
        """Prefer these literals when their variables are decided, in all later queries."""
        self._phases |= {abs(literal): literal for literal in self._checked(literals)}

    # queries

    def solve(
        self,
        assumptions: Iterable[int] = (),
        *,
        conflict_limit: int | None = None,
        time_limit: float | None = None,
    ) -> bool | None:
        """Whether there is a model in which all assumptions are true; None if a limit or `interrupt` ended the search.

        About `conflict_limit` conflicts and `time_limit` seconds at most. After True see `model` and `value`, after
        False see `core`.

        >>> pigeons = [[1, 2], [3, 4], [5, 6], [-1, -3], [-1, -5], [-3, -5], [-2, -4], [-2, -6], [-4, -6]]
        >>> Solver(pigeons).solve(time_limit=10)
        False
        """
        literals = self._checked(assumptions)
        self._model = self._core = None
        solver = self._backend
        solver.assume(literals, tuple(self._phases.values()))
        answer = None if self._is_interrupted.is_set() else solver.run(_FIRST_WORK)
        if answer is None and not self._is_interrupted.is_set():
            end = None if time_limit is None else monotonic() + time_limit
            last = None if conflict_limit is None else solver.conflicts + conflict_limit
            for answer in slices(solver.run, _FIRST_WORK):
                is_over = (end is not None and monotonic() >= end) or (last is not None and solver.conflicts >= last)
                if answer is not None or is_over or self._is_interrupted.is_set():
                    break
        self._is_interrupted.clear()
        if answer:
            self._model = solver.model()[: self.variables]
        elif answer is False:
            self._core = sorted(solver.core(), key=abs)
        return answer

    @property
    def model(self) -> list[int]:
        """The model that the last query found: a literal of each variable, by variable. Raises ValueError for none."""
        if self._model is None:
            raise ValueError("the last query found no model")
        return self._model

    @property
    def core(self) -> list[int]:
        """Assumptions of the last query that can't all hold; empty if the clauses alone have no model.

        Raises ValueError unless the last query was answered by False.
        """
        if self._core is None:
            raise ValueError("the last query has no core: its answer was not False")
        return self._core

    def value(self, literal: int) -> bool:
        """Whether a literal is true in `model`. Raises ValueError if there is none, or no such variable."""
        if not 1 <= abs(literal) <= self.variables:
            raise ValueError(f"{literal} is not a literal of this solver")
        return self.model[abs(literal) - 1] == literal

    def propagate(self, assumptions: Iterable[int] = ()) -> tuple[bool, list[int]]:
        """Unit propagation from assumptions: whether it is free of conflict, and the literals that it makes true.

        >>> Solver([[-1, 2], [-2, 3]]).propagate([1])
        (True, [1, 2, 3])
        """
        literals = self._checked(assumptions)
        self._model = self._core = None
        is_consistent, implied = self._backend.propagate(literals)
        return is_consistent, [literal for literal in implied if abs(literal) <= self.variables]

    def models(self, variables: Iterable[int] | None = None, *, limit: int | None = None) -> Iterator[list[int]]:
        """Yield models that differ in some of `variables` (by default all), at most `limit`.

        Models already found are excluded only while you iterate. Ask no other query meanwhile.

        >>> sorted(Solver([[1, 2]]).models())
        [[-1, 2], [1, -2], [1, 2]]
        """
        literals = range(1, self.variables + 1) if variables is None else self._checked(variables)
        projection = sorted(set(map(abs, literals)))
        count = self.variables
        selector = self.new_variable()
        try:
            yield from islice(self._different_models(projection, count, selector), limit)
        finally:
            self.add_clause([-selector])

    def _different_models(self, projection: Sequence[int], count: int, selector: int) -> Iterator[list[int]]:
        while self.solve([selector]):
            model = self.model[:count]
            yield model
            self.add_clause([-selector, *(-model[variable - 1] for variable in projection)])

    def interrupt(self) -> None:
        """End the current query, or the next one, with the answer None. Any thread may call it."""
        self._is_interrupted.set()

    @property
    def formula(self) -> Formula:
        """All clauses so far, those of the propagator too. Raises ValueError for a solver of python-sat."""
        if not isinstance(self._backend, OwnBackend):
            raise ValueError("a solver of python-sat does not keep its clauses for others")
        return self._backend.formula()

    @property
    def trace(self) -> Trace:
        """The recording of all queries, as a search of `formula` in which assumptions are decisions.

        Its result is that of the last query, unknown if the answer False depends on assumptions. Raises ValueError if
        the solver was made without `trace`.

        >>> solver = Solver([[1, 2], [-1, 2]], trace=True)
        >>> solver.solve([-2]), solver.solve()
        (False, True)
        >>> trace = solver.trace
        >>> [(event.kind.name, event.literal) for event in map(trace.event, range(len(trace)))][:2]
        [('DECISION', -2), ('PROPAGATION', 1)]
        """
        if self._recorder is None:
            raise ValueError("this solver records no trace")
        status, model, reason = Status.UNKNOWN, None, _("the last query was not answered")
        if self._model is not None:
            status, model, reason = Status.SATISFIABLE, array("i", self._model), ""
        elif self._core is not None and not self._core:
            status, reason = Status.UNSATISFIABLE, ""
        elif self._core is not None:
            reason = _("unsatisfiable under these assumptions: {literals}").format(
                literals=" ".join(map(str, self._core))
            )
        return self._recorder.trace(self.formula, Result(status, OTHER_SOLVER, "", model, 0.0, reason=reason))

    @property
    def conflicts(self) -> int:
        """The number of conflicts in all queries."""
        return self._backend.conflicts

    def _checked(self, literals: Iterable[int]) -> list[int]:
        """The literals as a list, after making room for them. Raises ValueError and OverflowError."""
        numbers = list(literals)
        if numbers:
            highest = max(map(abs, numbers))
            if 0 in numbers:
                raise ValueError("0 is not a literal")
            if highest > self.variables:
                if highest > MAX_LITERAL:
                    text = _("variable {highest} is beyond {most}")
                    raise OverflowError(text.format(highest=highest, most=MAX_LITERAL))
                self._grow(highest)
        return numbers

    def _grow(self, variables: int) -> None:
        self.variables = variables
        self._backend.reserve(variables)
