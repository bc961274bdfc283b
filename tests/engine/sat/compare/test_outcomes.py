"""Whole reports of comparisons with each kind of run: CSV, Markdown, charts, cactus plots."""

from outcomes import short
from syrupy.assertion import SnapshotAssertion

from engine.sat.compare.cactus import CactusLine, cactus
from engine.sat.compare.comparison import Comparison, Plan, Run, Time
from engine.sat.compare.report import as_cactus, as_csv, as_markdown, as_svg, markdown_cell, milliseconds
from engine.sat.result import Status
from engine.sat.solvers.strategy import Strategy

SAT, UNSAT, UNKNOWN = Status.SATISFIABLE, Status.UNSATISFIABLE, Status.UNKNOWN
NAIVE, DPLL, CDCL = Strategy("naive", "first"), Strategy("dpll", "dlcs"), Strategy("cdcl", "vsids")
PLAN = Plan(NAIVE, (DPLL, CDCL), limit=60.0, repeats=3, seed=7, memory=2_000_000_000)
RUNS = {
    "small.cnf": (
        Run(NAIVE, SAT, Time(0.5), 1234, 99_999, 56, spread=(0.4, 0.7), repeats=3),
        Run(DPLL, SAT, Time(0.0123456789), 12, 3456, 7), Run(CDCL, SAT, Time(0.00234567), 1_234_567, 12_345_678, 345),
    ),
    "a_long|name.cnf": (
        Run(NAIVE, UNKNOWN, Time(60.0, at_least=True), 5, 6, 7, reason="time limit of 60 s"),
        Run(DPLL, UNSAT, Time(12.5), 99, 98, 97), Run(CDCL, SAT, None, 1, 1, 1, fault="clause 3 is false"),
    ),
    "broken.cnf": (
        Run(NAIVE, UNKNOWN, reason="memory limit of 2 MB", failed=True), Run(DPLL, UNSAT, Time(0.0), None, None, None),
    ),
}  # fmt: skip


def test_reports(snapshot: SnapshotAssertion) -> None:
    every = [Comparison(name, 40, 170, NAIVE, runs) for name, runs in RUNS.items()]
    found = []
    for comparisons in (every, every[:1], every * 6, []):
        for plan in (PLAN, Plan(NAIVE, (DPLL,), limit=None, repeats=1, seed=0, memory=None)):
            found += [as_csv(comparisons), as_markdown(comparisons, plan)] if len(comparisons) < 4 else []
            found += [short(as_svg(comparisons, plan)), short(as_cactus(comparisons, plan))]
    times = tuple(0.001 * 3**number for number in range(12))
    found += [
        cactus([CactusLine("a", times), CactusLine("b", times[::3]), CactusLine("c", ())], limit)
        for limit in (None, 90.0)
    ]
    found += [milliseconds(seconds) for seconds in (0, 1e-7, 1.234e-5, 0.001, 0.0999, 1, 12.345, 1e5)]
    found += [markdown_cell("a|b*c_d`e<f[g\\h\n i")]
    assert "\n".join(found) == snapshot
