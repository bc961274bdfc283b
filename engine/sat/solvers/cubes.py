"""Cube-and-conquer: split a hard formula into many, and solve each one separately and in parallel.

A cube is a conjunction of decisions. Lookahead, which is good at the first decisions and slow at the rest, grows a tree
of them; its leaves are cubes of which exactly one holds under any assignment. CDCL, which is good at the rest, solves
the formula under each cube. M. Heule, O. Kullmann, S. Wieringa, A. Biere: Cube and conquer: guiding CDCL SAT solvers by
lookaheads. HVC 2011, LNCS 7261, 50-65. The paper ends a branch after a number of decisions and assigned variables; this
module, which aims at a number of cubes, always splits the leaf with the fewest assigned variables.
"""

import heapq
from array import array
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

from engine.base.errors import Cancelled
from engine.base.executors import WorkerPool, as_done, is_stopped, stopping
from engine.sat.formula.formula import Formula, Literals
from engine.sat.proof.proof import Proof
from engine.sat.result import Result, Status
from engine.sat.solvers.limits import Watch
from engine.sat.solvers.lookahead import Lookahead
from engine.sat.solvers.solve import solve

LOOKAHEAD = "lookahead"
"""The solver named by a result that needed no search."""


@dataclass(frozen=True)
class Cube:
    """A leaf of the tree, as the decisions on the path to it.

    `failed` are the literals that lookahead found false on that path, in order: each leads to a conflict by unit
    propagation from the formula, the cube and the negations of the literals before it. If the formula, the cube and all
    these negations conflict by themselves, the cube is `refuted` and needs no search.
    """

    literals: Literals
    failed: Literals = ()
    refuted: bool = False


@dataclass(frozen=True)
class CubeTask:
    """The work for each cube: the `solve` function with its options, and whether to write a proof."""

    formula: Formula
    solve: Callable[..., Result] = partial(solve, solver="cdcl")  # noqa: RUF009 (never changed)
    prove: bool = False


OnClosed = Callable[[Cube, Proof | None], None]
"""Called with each refuted cube, and with the proof (of `under(formula, cube)`) if proofs are written."""


def split(formula: Formula, target: int, *, cancel: Callable[[], bool] | None = None) -> list[Cube]:
    """Split a formula into cubes of which exactly one holds under any assignment.

    Returns `target` cubes that need a search, those with the fewest assigned variables first, and then the refuted
    ones; fewer if lookahead alone decides the formula. A cube that satisfies all clauses ends the splitting and comes
    first. Raises Cancelled, and ValueError if `target` is less than 1.
    """
    if target < 1:
        raise ValueError(f"{target} cubes")
    lookahead, number = Lookahead(formula), count(1)
    leaves: list[tuple[int, int, Cube]] = [(0, 0, Cube(()))]  # by assigned variables, then by age
    satisfied: list[Cube] = []
    refuted: list[Cube] = []
    while leaves and len(leaves) < target and not satisfied:
        _, _, leaf = heapq.heappop(leaves)
        lookahead.start((*leaf.literals, *(-literal for literal in leaf.failed)))
        branch = lookahead.branch(cancel)
        failed = (*leaf.failed, *lookahead.failed)
        if branch is None:
            (refuted if lookahead.conflict else satisfied).append(Cube(leaf.literals, failed, lookahead.conflict))
            continue
        sides = (branch.literal, branch.assigned), (-branch.literal, branch.assigned_otherwise)
        for literal, assigned in sides:
            heapq.heappush(leaves, (assigned, next(number), Cube((*leaf.literals, literal), failed)))
    return [*satisfied, *(leaf for *_, leaf in sorted(leaves)), *refuted]


def under(formula: Formula, cube: Cube) -> Formula:
    """The formula with the cube's literals appended as unit clauses."""
    end = len(formula.literals)
    ends = array("i", range(end + 1, end + 1 + len(cube.literals)))
    return replace(formula, literals=formula.literals + array("i", cube.literals), starts=formula.starts + ends)


def refutation(cube: Cube) -> Proof:
    """A proof that the formula is unsatisfiable under a refuted cube."""
    return Proof.of([*((False, (-literal,)) for literal in cube.failed), (False, ())])


def decide(
    task: CubeTask,
    target: int,
    pool: WorkerPool,
    *,
    watch: Watch,
    on_poll: Callable[[], None] = lambda: None,
    on_split: Callable[[int], None] = lambda _cubes: None,
    on_closed: OnClosed = lambda _cube, _proof: None,
) -> Result:
    """Split a formula into about `target` cubes and conquer them, within the limits of `watch`.

    `on_poll` is called now and then during the splitting, and `on_split` with the number of cubes. Raises the errors of
    `split` and `conquer`, except Cancelled.
    """

    def is_cancelled() -> bool:
        on_poll()
        return bool(watch.reason_to_stop())

    try:
        with watch.clock:
            cubes = split(task.formula, target, cancel=is_cancelled)
    except Cancelled:
        return Result(Status.UNKNOWN, LOOKAHEAD, seconds=watch.clock.seconds, reason=watch.reason_to_stop())
    on_split(len(cubes))
    return conquer(task, cubes, pool, watch=watch, on_closed=on_closed)


def conquer(
    task: CubeTask,
    cubes: list[Cube],
    pool: WorkerPool,
    *,
    watch: Watch,
    on_closed: OnClosed = lambda _cube, _proof: None,
) -> Result:
    """Solve the formula under each cube; the first model, or `watch`, ends the run.

    Tasks that are running at that point continue until the block of the worker pool ends. The counters of the result
    are sums over the solved cubes; `seconds` is the time of the watch, which runs throughout. Raises what `solve`
    raises, and Lost.
    """
    results: list[Result] = []

    def check() -> None:
        pool.check()
        if watch.reason_to_stop():
            raise Cancelled

    for cube in cubes:
        if cube.refuted:
            on_closed(cube, refutation(cube) if task.prove else None)
    open_cubes = [cube for cube in cubes if not cube.refuted]
    reason = ""
    token = stopping.set(lambda: bool(watch.reason_to_stop()))  # for cubes solved in this process
    watch.clock.start()
    try:
        for cube, (result, proof) in as_done(partial(_solve, task), open_cubes, replace(pool, check=check)):
            results.append(result)
            if result.status is Status.UNSATISFIABLE:
                on_closed(cube, proof)
            if result.status is Status.SATISFIABLE:
                break
            if len(results) < len(open_cubes):
                check()
    except Cancelled:
        reason = watch.reason_to_stop()
    finally:
        watch.clock.stop()
        stopping.reset(token)
    return _total(results, reason, watch.clock.seconds)


def _solve(task: CubeTask, cube: Cube) -> tuple[Result, Proof | None]:
    """Solve one cube, in a worker."""
    proof = Proof() if task.prove else None
    result = task.solve(under(task.formula, cube), cancel=is_stopped, proof=proof)
    return result, proof if result.status is Status.UNSATISFIABLE else None


def _total(results: list[Result], reason: str, seconds: float) -> Result:
    """The result for all cubes; `reason` says why some results are missing."""
    model = next((result.model for result in results if result.model is not None), None)
    reason = reason or next((result.reason for result in results if result.reason), "")
    if model is not None:
        status, reason = Status.SATISFIABLE, ""
    else:
        status = Status.UNKNOWN if reason else Status.UNSATISFIABLE

    def total(name: str) -> int | None:
        counts = [getattr(result, name) for result in results]
        return None if None in counts or not counts else sum(counts)

    return Result(
        status,
        results[0].solver if results else LOOKAHEAD,
        results[0].branching if results else None,
        model,
        seconds,
        total("decisions"),
        total("propagations"),
        total("conflicts"),
        reason,
    )
