"""The cost of recording a search, and the response times of a long recording.

Run from the root of the project: python -m tests.benchmarks.bench_trace Recorded and unrecorded runs are the same
complete search. Times are processor time of the whole call, the best of several alternating rounds. "off" is the bare
kernel without a tape, "trace" has a Recorder, "proof" a proof that is discarded. In addition to these ratios a
recording costs about 0.1 ms once, for its tape.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from engine.base import kernels
from engine.sat.formula.assignment_state import clause_states
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof.proof import ProofSink
from engine.sat.result import Result
from engine.sat.solvers.branch import Branch
from engine.sat.solvers.solve import solve
from engine.sat.trace.events import EventKind, Listener, Tape
from engine.sat.trace.trace import Recorder, Trace
from tui.draw.palette import PALETTES, UNICODE
from tui.features.replay.panels import CURVE, draw
from tui.features.replay.scene import ReplayScene

ROUNDS = 5
RUNS = (
    ("dpll", "jeroslow-wang", "random-ksat", ("150", "640")),
    ("dpll", "shortest-last", "random-ksat", ("110", "470")),
    ("dpll", "first", "php", ("9", "8")),
    ("dpll", "vsids", "php", ("8", "7")),
    ("dpll", "random", "parity", ("90", "85")),
    ("dpll", "shortest-last", "queens", ("20",)),
    ("dpll", "dlis", "flat", ("100", "239")),
    ("cdcl", "vsids", "random-ksat", ("200", "860")),
    ("cdcl", "vsids", "php", ("9", "8")),
    ("cdcl", "acids", "flat", ("200", "479")),
    ("cdcl", "vsids", "parity-twice", ("22",)),
    ("cdcl", "static", "queens", ("20",)),
    ("naive", "shortest-last", "random-ksat", ("60", "256")),
    ("naive", "first", "php", ("7", "6")),
    ("naive", "most-frequent", "queens", ("16",)),
)
LONG, MILLION = 5_000_000, 1_000_000


class Nowhere(ProofSink):
    """A proof that is discarded."""

    def add(self, literals: Sequence[int]) -> None:
        pass

    def delete(self, literals: Sequence[int]) -> None:
        pass


class Beginning:
    """Passes on the first events, and stops the search when there are enough."""

    def __init__(self, listener: Listener, events: int) -> None:
        self.listener, self.left = listener, events

    def take(self, tape: Tape, count: int) -> bool:
        count = min(count, self.left)
        self.left -= count
        return self.listener.take(tape, count)

    def enough(self) -> bool:
        return self.left == 0


def milliseconds(work: Callable[[], object]) -> float:
    """The processor time of one call."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def bench_cost() -> None:
    """The ratios of recorded to unrecorded runs."""
    print(f"{'solver':7} {'branching':15} {'formula':22} {'events':>9} {'off ms':>8} {'trace':>6} {'proof':>6}")
    ratios = []
    for solver, branching, family, arguments in RUNS:
        formula = make(family, arguments, 1)
        recorder = Recorder()
        solve(formula, solver, branching=branching, trace=recorder)
        off = trace = proof = math.inf
        for _ in range(ROUNDS):
            off = min(off, milliseconds(lambda: solve(formula, solver, branching=branching)))  # noqa: B023
            trace = min(trace, milliseconds(lambda: solve(formula, solver, branching=branching, trace=Recorder())))  # noqa: B023
            proof = min(proof, milliseconds(lambda: solve(formula, solver, branching=branching, proof=Nowhere())))  # noqa: B023
        name = " ".join((family, *arguments))
        print(
            f"{solver:7} {branching:15} {name:22} {len(recorder):9,} {off:8.1f} {trace / off:6.2f} {proof / off:6.2f}"
            f"{'  ' + recorder.cut if recorder.cut else ''}"
        )
        ratios.append(trace / off)
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"a recorded run takes {mean:.2f} times as long (geometric mean), at worst {max(ratios):.2f}")


def bench_answers() -> None:
    """The slowest of many queries on recordings of five million events: the first one, then at random positions."""
    print(f"\n{'ms, slowest of 200':32} {'event':>6} {'state':>6} {'clauses':>8} {'levels':>7} {'next':>6}")
    for family, arguments in (
        ("random-ksat", ("300", "1278")),
        ("php", ("12", "11")),
        ("random-ksat", ("99999", "420000")),
    ):
        formula = make(family, arguments, 1)
        trace = recorded(formula, LONG)
        rng = random.Random(0)
        positions = [rng.randrange(len(trace)) for _ in range(200)]
        row = [
            max(milliseconds(lambda: answer(position)) for position in positions)  # noqa: B023
            for answer in (
                trace.event,
                trace.state,
                lambda position: clause_states(formula, trace.state(position).assignment),  # noqa: B023
                lambda _: trace.levels_sampled(160),  # noqa: B023
                lambda position: trace.next_position(position, EventKind.DECISION, EventKind.CONFLICT),  # noqa: B023
            )
        ]
        name = " ".join((family, *arguments))
        print(f"{name[:22]:22} {len(trace):9,} {row[0]:6.1f} {row[1]:6.1f} {row[2]:8.1f} {row[3]:7.1f} {row[4]:6.1f}")


def bench_pictures() -> None:
    """The time to go to a random position of a long recording on the screen: the state, and drawing everything."""
    print(f"\n{'ms: median, slowest of 100':38} {'80x24':>12} {'160x50':>12}")
    for solver, arguments in (("dpll", ("300", "1278")), ("dpll", ("99999", "420000")), ("cdcl", ("20000", "84000"))):
        trace = recorded(make("random-ksat", arguments, 1), LONG, solver)
        rng = random.Random(0)
        row = []
        for size in ((80, 22), (160, 48)):
            scene = ReplayScene(trace, 0, PALETTES["dark"], UNICODE)
            levels = trace.levels_sampled(draw(scene, *size).areas[CURVE].width)
            times = sorted(
                milliseconds(lambda: draw(replace(scene, position=position, levels=lambda _: levels), *size))  # noqa: B023
                for position in rng.sample(range(len(trace)), 100)
            )
            row.append(f"{times[50]:5.1f} {times[-1]:6.1f}")
        print(f"{solver:5} random-ksat {arguments[0]:>6} {len(trace):12,} {row[0]:>12} {row[1]:>12}")


def bench_branches() -> None:
    """From a decision of a recording of a million events to the first event of a branch that leaves it there."""
    print(f"\n{'ms: median, slowest of 12 branches':36} {'events':>9}  (budget 1,000)")
    for solver, arguments in (("dpll", ("300", "1278")), ("cdcl", ("300", "1278")), ("cdcl", ("20000", "84000"))):
        trace = recorded(make("random-ksat", arguments, 1), MILLION, solver)
        decisions = trace.where(EventKind.DECISION)
        forks = [*random.Random(0).sample(decisions.tolist(), 11), int(decisions[-1])]
        times = sorted(milliseconds(partial(begin, trace, fork)) for fork in forks)
        print(f"{solver:5} random-ksat {arguments[0]:>6} {times[6]:6.0f} {times[-1]:6.0f} {len(trace):9,}")


def begin(trace: Trace, fork: int) -> None:
    """Run the branch with the other decision until it has reached that decision."""
    branch = Branch(trace, fork, -trace.event(fork).literal)
    branch.run(cancel=lambda: branch.is_past_start)
    assert branch.is_past_start


def recorded(formula: Formula, events: int, solver: str = "dpll") -> Trace:
    """The first events of a search."""
    recorder = Recorder()
    beginning = Beginning(recorder, events)
    result: Result = solve(formula, solver, trace=beginning, cancel=beginning.enough)
    return recorder.trace(formula, result)


def main() -> None:
    """Print the tables."""
    print(kernels.state())
    bench_cost()
    bench_answers()
    bench_pictures()
    bench_branches()


if __name__ == "__main__":
    main()
