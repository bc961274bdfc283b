"""`satsudoku share`: the data of the page, and the page in a real Chromium, if available."""

import json
import re
from pathlib import Path
from typing import Any

import chromium
import pytest

from engine.sat.formula.families import make
from engine.sat.formula.words import NUMBERS
from engine.sat.lessons.lesson import LessonSearch
from engine.sat.solvers import recording_file
from engine.sat.trace.events import EventKind
from engine.sat.trace.narration import sentences
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.trace import Trace
from engine.sharing.recording_page import PageRange, page

PUZZLES = Path(__file__).parents[3] / "puzzles"
in_chromium = pytest.mark.skipif(not chromium.PROGRAM, reason="needs Chromium")


def searched(solver: str = "cdcl") -> Trace:
    sizes = ["30", "130"] if solver == "cdcl" else ["12", "51"]
    return LessonSearch("main", make("random-ksat", sizes, 3), solver=solver).record()


def data_of(text: str) -> Any:
    found = re.search(r'<script type="application/json" id="recording">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def saved(trace: Trace, path: Path, position: int = 0) -> Path:
    with path.open("wb") as file:
        recording_file.write(SearchRecording((SearchLine(trace),), view=Viewpoint(position=position)), file)
    return path


@pytest.mark.parametrize("solver", ["cdcl", "dpll", "naive", "backtracking"])
def test_every_event_has_its_sentence_and_leads_to_the_trail_of_the_recording(solver: str) -> None:
    trace = searched(solver)
    data = data_of(page(trace, "x", NUMBERS))
    assert data["sentences"] == ["\n".join(sentences(trace, at)) for at in range(len(trace) + 1)]
    trail: list[int] = []
    for index, kind in enumerate(data["kinds"]):
        if kind in (EventKind.BACKTRACK, EventKind.RESTART):
            del trail[data["left"][index] :]
        elif kind <= EventKind.PROPAGATION:
            trail.append(data["literals"][index])
        assert trail == list(trace.state(index + 1).trail)
    conflicts = {int(at) for at in data["conflicts"]}
    assert conflicts <= {int(at) + 1 for at in trace.where(EventKind.CONFLICT)}
    assert conflicts or solver != "cdcl"


def test_a_part_begins_with_the_trail_that_led_there() -> None:
    trace = searched()
    start = len(trace) // 2
    text = page(trace, "x", NUMBERS, events=PageRange(start, 10), position=start + 7)
    data = data_of(text)
    assert [literal for literal, _, _ in data["trail"]] == list(trace.state(start).trail)
    assert (len(data["kinds"]), data["first"], data["start"]) == (10, start, 7)
    assert f"events {start + 1:,} to {start + 10:,} of {len(trace):,}" in text


def test_the_page_asks_no_network_and_no_text_ends_its_script() -> None:
    text = page(searched(), "</script><script>alert(1)", NUMBERS)
    assert text.count("<script") == 2
    assert "http" not in re.sub(r'xmlns=\\?"http://www.w3.org/2000/svg|http-equiv', "", text)


def test_unshareable_items_are_refused(satsudoku: Any, tmp_path: Path) -> None:
    path = saved(searched(), tmp_path / "search.rec")
    for options, problem in (
        (("--from", 10**6), "there is none at 1,000,000"),
        (("--branch", "3"), "no branch called '3'"),
        (("--solver", "cdcl"), "this is a recording"),
    ):
        outcome = satsudoku("share", path, *options)
        assert outcome.code == 2
        assert problem in outcome.err
    outcome = satsudoku("share", PUZZLES / "cnf" / "php-4-3.cnf", "--solver", "cadical")
    assert (outcome.code, "can't be recorded" in outcome.err) == (2, True)


@pytest.mark.parametrize(("language", "begins"), [("de", "Suche beginnt"), ("zh_CN", "搜索开始")])
def test_the_page_is_in_the_requested_language(satsudoku: Any, tmp_path: Path, language: str, begins: str) -> None:
    path = saved(searched(), tmp_path / "search.rec")
    assert satsudoku("share", path, "--lang", language, "-o", tmp_path / "page.html").code == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert f'lang="{language.replace("_", "-")}"' in text
    assert ">conflict\\u003c" not in text, "nor is the node of the conflict in English"
    assert begins in data_of(text)["sentences"][0]
    assert "Implication graph" not in text


@pytest.mark.long
@in_chromium
def test_a_recording_is_stepped_through_by_keys_and_buttons(satsudoku: Any, tmp_path: Path) -> None:
    trace = searched()
    path = tmp_path / "page.html"
    assert satsudoku("share", saved(trace, tmp_path / "search.rec", position=3), "-o", path).code == 0
    with chromium.tab(tmp_path / "profile") as tab:
        tab.open(path)

        def here() -> int:
            found = re.match(r"event ([\d,]+) of", tab.text("#place"))
            assert found is not None
            return int(found[1].replace(",", ""))

        def check(position: int) -> None:
            assert here() == position
            assert tab.text("#sentence") == "\n".join(sentences(trace, position))
            trail = json.loads(
                tab.script(
                    "JSON.stringify([...document.querySelectorAll('#trail button')]"
                    ".map((each) => Number(each.textContent)))"
                )
            )
            assert trail == list(trace.state(position).trail)

        check(3)
        tab.press("ArrowRight")
        check(4)
        tab.press("ArrowLeft", "ArrowLeft")
        check(2)
        tab.press("}")
        conflict = trace.next_position(2, EventKind.CONFLICT)
        assert conflict is not None
        check(conflict)
        assert tab.script("document.querySelectorAll('#graph svg rect').length") >= 2
        assert tab.script("document.querySelectorAll('#analysis li').length") >= 2
        rest = "document.getElementById('trail-part'); part.scrollHeight - part.scrollTop - part.clientHeight"
        assert tab.script(f"const part = {rest}") < 2, "the last level can be seen, also next to the graph"
        assert tab.text("#clause").startswith("clause ")
        tab.script("document.getElementById('decision').click()")
        decision = trace.next_position(conflict, EventKind.DECISION)
        check(len(trace) if decision is None else decision)
        tab.script("document.getElementById('conflictBack').click()")
        check(conflict)
        tab.press("End")
        check(len(trace))
        tab.press("Home", "f")
        check(0)
        assert tab.script("document.body.className") == "large"
        assert tab.faults == []
        assert tab.requests == [path.as_uri()]


@pytest.mark.long
@in_chromium
def test_a_sudoku_is_filled_in_on_its_board(satsudoku: Any, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    assert satsudoku("share", PUZZLES / "cnf" / "sudoku-4x4-1.cnf", "--lang", "zh_CN", "-o", path).code == 0
    with chromium.tab(tmp_path / "profile") as tab:
        tab.open(path)
        digits = "[...document.querySelectorAll('#board .digit')].map((each) => each.textContent).join('')"
        assert len(tab.script(digits)) < 16
        tab.press("End")
        filled = tab.script(digits)
        assert [sorted(filled[row : row + 4]) for row in range(0, 16, 4)] == [list("1234")] * 4
        assert "子句" in tab.text("#sentence")
        assert tab.faults == []
