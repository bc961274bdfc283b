"""Drawings of the solve screen, from values."""

from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from drawn import drawn, in_rooms
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region

from engine.sat.formula.dimacs import Diagnostic
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.formula.names import NamedNumber, VariableNames
from engine.sat.meaning import meaning_of
from engine.sat.proof.proof import Proof
from engine.sat.result import PlanStep, Result, Status
from engine.sat.solvers.limits import SearchProgress
from engine.sat.solvers.strategy import Strategy
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle
from tui.base.search_phase import Ready, Searching
from tui.draw.bars import Shares
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.draw.panels import Drawing, Panel, draw
from tui.features.solve.job import Broken, FinishedSearch, Instance, Sample, SearchFinished, Snapshot, SolveState
from tui.features.solve.panels import SolveScene, _evenly, facts_of, panels_of
from tui.features.solve.settings import Settings


def sample(seconds: float) -> Sample:
    return Sample(seconds, 1, 1, 1, 0, 0, None, None)


def test_strips_go_by_time_and_not_by_reports() -> None:
    """A young search reports more often, which must not make its beginning look longer."""
    times = [0.01 * n for n in range(1, 100)] + [1.0 + n for n in range(10)]
    visible = [item.seconds for item in _evenly([sample(seconds) for seconds in times], 20)]
    assert len(visible) <= 20
    assert visible[-1] == times[-1]
    assert sum(seconds < 1 for seconds in visible) <= 3
    few = [sample(seconds) for seconds in (0.002, 0.005, 0.01)]
    assert _evenly(few, 20)[-1] is few[-1]
    assert list(_evenly([sample(0.0)], 5)) == [sample(0.0)]
    rounded_up = [sample(seconds) for seconds in (0.02, 0.05, 0.1)]
    assert 0.1 * 3 / 3 > 0.1
    assert _evenly(rounded_up, 3)[-1] is rounded_up[-1]


DARK, MONO = PALETTES["dark"], PALETTES["mono"]
CLAUSES = [[1, -2, 3], [-1, 2], [2, 3, 4, 5], [-5], [1, 2, 3, 4, 5, -6, 7], [8, -9, 10, 11, 12, 13, 14, 15]]
FORMULA = Formula.of(CLAUSES, comments=[f"comment {number}" for number in range(7)])
FILE = Instance(FORMULA, Path("folder/example.res"), seconds=0.0123)
COURSE = tuple(Sample(at / 7, at % 9, 3 * (at % 5), at * at, at // 6, at // 3, at / 40, 40 - at) for at in range(1, 33))
RESULT = Result(
    Status.UNKNOWN, "cdcl", "vsids", seconds=12.5, decisions=123_456, propagations=7_654_321, conflicts=4321
)
SHARES = Shares((0.0, 0.5, 1.0), (0.2, 0.0, 0.0), 7)
MODEL = array("i", [number if number % 3 else -number for number in range(1, 16)])


def _finished(result: Result, instance: Instance = FILE, **facts: Any) -> FinishedSearch:
    return FinishedSearch(instance, 60.0, result, course=COURSE, shares=SHARES, **facts)


def _scenes() -> Iterator[SolveScene]:
    """A scene of each phase, strategy and verdict."""
    sudoku = encode(Puzzle(LAYOUTS["4x4"](), (1, *(0,) * 15)), "shared")
    board = Instance(sudoku.formula, Path("p.res"), sudoku=sudoku, from_puzzle=True)
    cdcl, states = Strategy("cdcl", "vsids"), list[tuple[SolveState, dict[str, Any]]]()
    file = partial(SolveState, Path("folder/example.cnf"), cdcl, Settings(seed=3, preprocess=True), 60.0)
    states += [
        (SolveState(Path("a.cnf")), {"share": 0.3}),
        (SolveState(Path("a.cnf"), phase=Broken("line 3: no clause")), {}),
        (file(Ready("no memory"), FILE), {"compiled": False}),
        (SolveState(sudoku.puzzle, phase=Ready(), instance=board), {}),
    ]
    counters = SearchProgress(99, 1234, 56, 7, 8.25, restarts=3, learned=40, glues=9, explored=0.25)
    latest = Snapshot(counters, SHARES, course=COURSE)
    flips = SearchProgress(None, None, None, None, 3.5, flips=98_765, false=12, lowest=4)
    walk = Snapshot(flips, SHARES, course=COURSE[:5])
    steps = (PlanStep("preprocessing", 0.5, "3 clauses left"), PlanStep("walk", 1.25, ""))
    planned = replace(latest, progress=replace(counters, plan=steps))
    states += [
        (file(Searching(), FILE), {"latest": each})
        for each in (None, latest, replace(latest, course=()), walk, planned)
    ]
    states.append((file(Searching(stopping=True), FILE), {"latest": latest}))
    states.append((SolveState(sudoku.puzzle, phase=Searching(), instance=board), {"latest": latest}))
    proof = Proof.of([(True, [1]), (True, [])])
    named = VariableNames({}, (NamedNumber("price", (1, 2, 3)), NamedNumber("a long name of a number", (4, 5))))
    queens = meaning_of(make("queens", ["12"]))
    found = [
        _finished(RESULT, stopped=True),
        _finished(replace(RESULT, reason="memory limit of 2 MB")),
        _finished(replace(RESULT, status=Status.UNSATISFIABLE, technique="parity"), proof=proof),
        _finished(replace(RESULT, status=Status.UNSATISFIABLE), rechecked=0.5),
        _finished(replace(RESULT, status=Status.SATISFIABLE, model=MODEL), rechecked=0.25),
        _finished(replace(RESULT, status=Status.SATISFIABLE, model=MODEL), fault="clause 4 is false"),
        _finished(replace(RESULT, status=Status.SATISFIABLE, model=MODEL), meaning=named),
        _finished(replace(RESULT, status=Status.SATISFIABLE, model=array("i", range(1, 145))), meaning=queens),
    ]
    for number in range(len(found)):
        state = file(SearchFinished(checking=number == 3), FILE, tuple(found[: number + 1]), as_literals=number == 5)
        states.append((state, {}))
    for number, (state, facts) in enumerate(states):
        palette, glyphs = (MONO, ASCII) if number % 5 == 4 else (DARK, UNICODE)
        rows = facts_of(state, palette, glyphs)
        yield SolveScene(state, palette, glyphs, key=lambda action: action[0], facts=rows, **facts)


def test_any_room(snapshot: SnapshotAssertion) -> None:
    pictures = []
    for scene in _scenes():

        def drawing(width: int, height: int, scene: SolveScene = scene) -> Drawing:
            area = Region(0, 0, width, height)
            return draw(Panel(partial(panels_of, scene)), area, scene.palette, scene.glyphs)

        phase = type(scene.state.phase).__name__
        pictures.append(f"{phase} {in_rooms(drawing, least=40)}\n{drawn(drawing(80, 24).picture)}")
    assert "\n".join(pictures) == snapshot


def test_of_many_facts_about_a_file_some_are_shown() -> None:
    """Up to four warnings and comments are listed; of more, three, and the number of the others."""

    def facts(count: int) -> dict[str, list[str]]:
        warnings = tuple(Diagnostic(10 * number, f"odd\x1b {number}") for number in range(count))
        comments = [f" note {number} " for number in range(count)] + ["  "]
        clauses = [[*range(1, length + 1)] for length in range(1, count + 1)]
        instance = Instance(Formula.of(clauses, comments=comments), Path("a.res"), warnings)
        rows = facts_of(SolveState(Path("a.cnf"), instance=instance), DARK, UNICODE)
        return {
            str(name): ["".join(segment.text for segment in line).strip() for line in lines] for name, lines in rows
        }

    assert facts(4)["warnings"] == [f"odd\\x1b {number} (line {10 * number})" for number in range(4)]
    assert facts(5)["warnings"][3:] == ["and 2 more"]
    assert facts(4)["comments"] == [f"note {number}" for number in range(4)]
    assert facts(7)["comments"][2:] == ["note 2", "and 4 more"]
