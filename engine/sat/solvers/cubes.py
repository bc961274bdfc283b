"""Cube and conquer: a hard formula is split into many that are solved each for itself, by as many as there are.

A cube is a conjunction of decisions. Lookahead, which is good at the first decisions and slow at the rest, grows a tree
of them; its leaves are cubes of which exactly one holds under any assignment. CDCL, which is good at the rest, solves
the formula under each. M. Heule, O. Kullmann, S. Wieringa, A. Biere: Cube and conquer: guiding CDCL SAT solvers by
lookaheads. HVC 2011, LNCS 7261, 50-65. There a branch is cut off when it has enough decisions and assigned variables;
here, where a number of cubes is wanted, the leaf with the fewest assigned variables is split next.
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
"""The solver that a result names when no other was needed."""


@dataclass(frozen=True)
class Cube:
    """A leaf of the tree: the decisions on the path to it.

    `failed` are literals that lookahead found false on that path, in order: each leads to a conflict by unit
    propagation from the formula, the cube and the negations of those before it. If these do so by themselves the cube
    is `refuted`, and nothing is left to solve.
    """

    literals: Literals
    failed: Literals = ()
    refuted: bool = False


@dataclass(frozen=True)
class CubeTask:
    """What is asked of each cube: `solve` is `solve` with the options wanted; whether to prove."""

    formula: Formula
    solve: Callable[..., Result] = partial(solve, solver="cdcl")  # noqa: RUF009 (never changed)
    prove: bool = False


OnClosed = Callable[[Cube, Proof | None], None]
"""Told a cube under which the formula is unsatisfiable, and the proof of that (of `under`) if one is wanted."""


def split(formula: Formula, target: int, *, cancel: Callable[[], bool] | None = None) -> list[Cube]:
    """Cubes of which exactly one holds under any assignment, the hardest first.

    `wanted` of them are left to solve, and the refuted ones come on top; fewer if lookahead alone decides the formula.
    Where it meets a cube that satisfies every clause that comes first and ends the splitting. Raises Cancelled, and
    ValueError if less than 1 is wanted.
    """
    if target < 1:
        raise ValueError(f"{target} cubes")
    lookahead, number = Lookahead(formula), count(1)
    leaves: list[tuple[int, int, Cube]] = [(0, 0, Cube(()))]  # by assigned variables, then in the order they came
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
    """The formula with the cube's literals as unit clauses behind its own."""
    end = len(formula.literals)
    ends = array("i", range(end + 1, end + 1 + len(cube.literals)))
    return replace(formula, literals=formula.literals + array("i", cube.literals), starts=formula.starts + ends)


def refutation(cube: Cube) -> Proof:
    """The proof that the formula is unsatisfiable under a refuted cube."""
    return Proof.of([*((False, (-literal,)) for literal in cube.failed), (False, ())])


def decide(
    question: CubeTask,
    target: int,
    by: WorkerPool,
    *,
    watch: Watch,
    on_look: Callable[[], None] = lambda: None,
    on_split: Callable[[int], None] = lambda _cubes: None,
    on_closed: OnClosed = lambda _cube, _proof: None,
) -> Result:
    """Split a formula into about so many cubes and conquer them, within what `watch` allows for all of it.

    `on_look` is called now and then while cubes are looked for, and `on_split` with how many there are. Raises as
    `split` and `conquer` do, but for Cancelled.
    """

    def is_cancelled() -> bool:
        on_look()
        return bool(watch.reason_to_stop())

    try:
        with watch.clock:
            cubes = split(question.formula, target, cancel=is_cancelled)
    except Cancelled:
        return Result(Status.UNKNOWN, LOOKAHEAD, seconds=watch.clock.seconds, reason=watch.reason_to_stop())
    on_split(len(cubes))
    return conquer(question, cubes, by, watch=watch, on_closed=on_closed)


def conquer(
    question: CubeTask,
    cubes: list[Cube],
    by: WorkerPool,
    *,
    watch: Watch,
    on_closed: OnClosed = lambda _cube, _proof: None,
) -> Result:
    """Solve the formula under every cube; the first model ends it, or `watch`, which is for all of them together.

    What is under way then goes on until the block of `by` is left. The counters are the sums over the cubes solved,
    `seconds` those of the watch, which runs all the time. Raises what `solve` raises, and Lost.
    """
    results: list[Result] = []

    def check() -> None:
        by.check()
        if watch.reason_to_stop():
            raise Cancelled

    for cube in cubes:
        if cube.refuted:
            on_closed(cube, refutation(cube) if question.prove else None)
    left = [cube for cube in cubes if not cube.refuted]
    reason = ""
    token = stopping.set(lambda: bool(watch.reason_to_stop()))  # for what is solved here
    watch.clock.start()
    try:
        for cube, (result, proof) in as_done(partial(_solve, question), left, replace(by, check=check)):
            results.append(result)
            if result.status is Status.UNSATISFIABLE:
                on_closed(cube, proof)
            if result.status is Status.SATISFIABLE:
                break
            if len(results) < len(left):
                check()
    except Cancelled:
        reason = watch.reason_to_stop()
    finally:
        watch.clock.stop()
        stopping.reset(token)
    return _whole(results, reason, watch.clock.seconds)


def _solve(question: CubeTask, cube: Cube) -> tuple[Result, Proof | None]:
    """What a worker does."""
    proof = Proof() if question.prove else None
    result = question.solve(under(question.formula, cube), cancel=is_stopped, proof=proof)
    return result, proof if result.status is Status.UNSATISFIABLE else None


def _whole(results: list[Result], reason: str, seconds: float) -> Result:
    """The answer to the formula by those to its cubes; `reason`: why the last are missing."""
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
