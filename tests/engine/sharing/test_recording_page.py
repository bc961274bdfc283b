"""The data of a page with a recorded search: events, trail, clauses and conflicts, complete or in part, and the
board."""

import json
import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.formula.families import make
from engine.sat.formula.words import NUMBERS
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.trace.trace import Trace
from engine.sharing import recording_page
from engine.sharing.recording_page import PageRange, page
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle

RANDOM = make("random-ksat", ["5", "22"], 4)


@pytest.fixture(scope="module")
def trace() -> Trace:
    return LessonSearch("main", RANDOM, solver="cdcl", branching="static").record()


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="recording">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("events", [PageRange(), PageRange(7, 5), PageRange(15, 1000)], ids=["all", "middle", "end"])
def test_data(trace: Trace, events: PageRange, snapshot: SnapshotAssertion) -> None:
    text = page(trace, "a search", NUMBERS, events=events, position=9)
    data = data_of(text)
    for conflict in data["conflicts"].values():
        conflict["graph"] = bool(conflict["graph"])
    about = re.search("A search by [^<]*", text)
    assert about
    lines = [about[0], *(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in data.items())]
    assert "\n".join(lines) == snapshot


def test_a_board_has_a_line_wherever_boxes_end() -> None:
    layout = LAYOUTS["4x4"]()
    sudoku = encode(Puzzle(layout, (1, *[0] * 15)))
    trace = LessonSearch("main", sudoku.formula, solver="dpll", branching="first").record()
    board = data_of(page(trace, "", NUMBERS, sudoku))["board"]
    assert board["columns"] == 4
    assert board["givens"] == ["1", *[""] * 15]
    assert [edges for row, _, edges in board["cells"] if row in (0, 1)] == [
        "", "right", "", "right", "below", "below right", "below", "below right",
    ]  # fmt: skip
    live = [(variable, *sudoku.meaning(variable)) for variable in range(1, sudoku.formula.variables + 1)]
    assert board["variables"] == [[variable, cell, str(digit)] for variable, cell, digit in live]


def test_a_large_conflict_has_sentences_and_no_graph(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = [len(conflict["graph"]) for conflict in data_of(page(trace, "", NUMBERS))["conflicts"].values()]
    assert all(nodes)
    monkeypatch.setattr(recording_page, "MAX_GRAPH", 2)
    found = data_of(page(trace, "", NUMBERS))["conflicts"].values()
    assert not any(conflict["graph"] for conflict in found)
    assert any(conflict["lines"] for conflict in found)


def test_no_event_after_the_end(trace: Trace) -> None:
    assert data_of(page(trace, "", NUMBERS, events=PageRange(len(trace))))["kinds"] == []
    with pytest.raises(InputError, match=rf"there is none at {len(trace) + 1}"):
        page(trace, "", NUMBERS, events=PageRange(len(trace) + 1))
