"""The size from which parallel work pays: one process, two, and a Dask cluster of two workers on this machine.

Run from the root of the project: python -m tests.benchmarks.bench_cluster [--rounds N] Times are wall-clock times, the
minimum of several rounds, including start-up: the command starts the processes of `--jobs 2`, while the cluster runs
already, so only the connection counts. Two workers on one machine show the overhead; more machines gain more. The
overhead per task is measured with empty tasks.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import TypeVar

from engine.base import kernels
from engine.base.cluster import connect
from engine.base.executors import WorkerPool, in_order, workers
from engine.commands.generate import BATCH
from engine.commands.parts import PART
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.solvers.cubes import CubeTask, conquer, split
from engine.sat.solvers.limits import Limits, Watch
from engine.sat.solvers.solve import solve as decide
from engine.sudoku.batch import solve
from engine.sudoku.formats.chunks import Chunk, cut
from engine.sudoku.layout import single
from engine.sudoku.making.generator import GeneratorOptions, generate
from tests.benchmarks.timing import seconds

EMPTY_PIECES = 400
CUBES = 32
FORMULAS = (("random-ksat", "200", "880"), ("php", "10", "9"), ("random-ksat", "250", "1100"))

Place = Callable[[], AbstractContextManager[WorkerPool]]
"""Opens the workers."""

_Thing = TypeVar("_Thing")


def places(stack: ExitStack) -> dict[str, Place]:
    found: dict[str, Place] = {"1 job": partial(workers, 1), "2 jobs": partial(workers, 2)}
    try:
        from distributed import LocalCluster
    except ImportError:
        print("the library distributed is not installed: no figures of a cluster")
        return found
    local = stack.enter_context(LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0"))
    return found | {"cluster of 2": partial(connect, local.scheduler_address)}


def deal(work: Callable[[_Thing], object], things: Iterable[_Thing], place: Place) -> None:
    with place() as by:
        for _ in in_order(work, things, by):
            pass


def conquer_all(formula: Formula, place: Place) -> None:
    with place() as by:
        conquer(CubeTask(formula), split(formula, CUBES), by, watch=Watch(Limits(), None, None, 0.0))


def nothing(_: object) -> None:
    """The data of an empty task."""


def generate_some(seeds: range) -> None:
    for seed in seeds:
        generate(single(), GeneratorOptions(holes=50), seed=seed)


def pieces(count: int) -> list[Chunk]:
    """Puzzles in the chunks of `satsudoku batch`."""
    lines = b"".join(
        bytes(48 + digit for digit in generate(single(), 52, seed=seed).puzzle.givens) + b"\n" for seed in range(500)
    )
    data = lines * (count // 500)
    return list(cut((data[start : start + PART] for start in range(0, len(data), PART)), single()))


def overhead(thing: object, place: Place, rounds: int) -> float:
    """Seconds per empty task with running workers."""
    with place() as by:

        def deal_out(count: int) -> None:
            for _ in in_order(nothing, [thing] * count, by):
                pass

        deal_out(10)
        return seconds(partial(deal_out, EMPTY_PIECES), rounds, time.perf_counter) / EMPTY_PIECES


def rows() -> Iterator[tuple[str, Callable[[Place], None]]]:
    """The tasks by name, as functions of the workers."""
    for count in (1_000, 10_000, 100_000):
        yield f"batch, {count:,} puzzles", partial(deal, solve, pieces(count))
    for count in (100, 1000, 10_000):
        seeds = range(count)
        parts = [seeds[start : start + BATCH] for start in range(0, count, BATCH)]
        yield f"generate, 50 holes, {count:,} puzzles", partial(deal, generate_some, parts)
    for family, *arguments in FORMULAS:
        yield f"{family} {' '.join(arguments)}, {CUBES} cubes", partial(conquer_all, make(family, arguments, seed=1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    print(kernels.state())
    with ExitStack() as stack:
        compared = places(stack)
        print(f"{'seconds':42}" + "".join(f"{name:>14}" for name in compared))
        for name, work in rows():
            times = [seconds(partial(work, place), rounds, time.perf_counter) for place in compared.values()]
            print(f"{name:42}" + "".join(f"{time:14.3f}" for time in times), flush=True)
        for family, *arguments in FORMULAS:
            formula = make(family, arguments, seed=1)
            alone = seconds(partial(decide, formula, "cdcl"), rounds, time.perf_counter)
            print(f"{' '.join((family, *arguments)) + ', not split':42}{alone:14.3f}", flush=True)
        print("ms to begin, and for each piece: of nothing, of a part of a file")
        part = pieces(1_000)[0]
        for name, place in compared.items():
            begin = seconds(partial(deal, nothing, [0], place), rounds, time.perf_counter)
            each = [overhead(thing, place, rounds) for thing in (0, part)]
            print(f"{name:14}" + "".join(f"{1000 * cost:10.3f}" for cost in (begin, *each)), flush=True)


if __name__ == "__main__":
    main()
