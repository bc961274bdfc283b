"""Exports of the replay; and a recording has the same view for another user."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from screens import screen_text, until, until_screen, until_shown

from engine.sat.formula.families import make
from engine.sat.solvers.recording_file import read
from engine.sat.solvers.solve import solve
from engine.sat.trace.breakpoints import BreakCondition, Breakpoint
from engine.sat.trace.recording import SearchLine, SearchRecording
from engine.sat.trace.trace import Recorder
from tui.app import SatSudoku
from tui.base.dialogs import Choice, Prompt
from tui.base.requests import OpenRecording
from tui.draw.palette import PALETTES, UNICODE
from tui.features.browse.screen import BrowserScreen
from tui.features.replay import exports
from tui.features.replay.panels import draw
from tui.features.replay.scene import ReplayPane, ReplayScene
from tui.features.replay.screen import ReplayScreen
from tui.terminal.options import Options

_RECORDER = Recorder(1 << 24)
_RESULT = solve(make("php", ["6", "5"]), "cdcl", trace=_RECORDER)
TRACE = _RECORDER.trace(make("php", ["6", "5"]), _RESULT)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def test_another_player_sees_the_same_board(app: SatSudoku, here: Path) -> None:
    """Written on the screen, opened from the browser: the branch, the position, the pane in front, the breakpoints."""
    recording = SearchRecording((SearchLine(TRACE),), (Breakpoint(BreakCondition.RESTART),))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(OpenRecording("pigeons.cnf", recording))
        screen: ReplayScreen = await until_screen(pilot, ReplayScreen)
        await pilot.press("greater_than_sign", "w")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.recording.lines) == 2)
        await app.workers.wait_for_complete()
        await pilot.press("right_curly_bracket", "i")
        await until_shown(pilot, "is left on level")
        before = screen_text(app).splitlines()[1:]
        await pilot.press("e")
        await until_screen(pilot, Choice)
        await pilot.press("enter")
        await until_screen(pilot, Prompt)
        await pilot.press("enter")
        await until(pilot, (here / "pigeons.recording").exists)
        written = screen.recording
    other = SatSudoku(Options(path=here))
    async with other.run_test(size=(80, 24)) as pilot:
        await until_screen(pilot, BrowserScreen)
        await until_shown(pilot, "pigeons.recording")
        await pilot.press("end")
        await until_shown(pilot, "a recorded search")
        await pilot.press("enter")
        again: ReplayScreen = await until_screen(pilot, ReplayScreen)
        await until_shown(pilot, "is left on level")
        await other.workers.wait_for_complete()
        assert again.recording.view == written.view
        assert again.recording.breakpoints == written.breakpoints
        assert again.view.pane is ReplayPane.GRAPH
        assert screen_text(other).splitlines()[1:] == before
        await pilot.press("e", "escape", "escape", "escape")
        await until_screen(pilot, BrowserScreen)


async def test_a_damaged_recording_is_refused_in_words(here: Path) -> None:
    (here / "bad.recording").write_bytes(b"satsudoku recording 1\n{}\n\0")
    app = SatSudoku(Options(path=here))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "bad.recording")
        await pilot.press("end", "enter")
        await until_shown(pilot, "its header is")
        await pilot.press("s")
        await until_shown(pilot, "bad.recording: a recorded search, not")


@pytest.mark.long
def test_everything_can_be_written(here: Path) -> None:
    """At every kind of position; each file has the format of its suffix."""
    for position in (0, 60, len(TRACE)):
        scene = ReplayScene(TRACE, position, PALETTES["dark"], UNICODE)
        for export in exports.exports("a/b c.cnf.gz", SearchRecording((SearchLine(TRACE),)), scene):
            assert export.path.parent == here
            assert export.path.name.startswith("a-b-c")
            export.write(export.path)
        assert read(here / "a-b-c.recording").lines[0].trace.learned == TRACE.learned
        for name in ("tree", "depth", *(["graph"] if scene.conflict else [])):
            ElementTree.parse(here / f"a-b-c-{name}.svg")
            assert r"\end{tikzpicture}" in (here / f"a-b-c-{name}.tex").read_text()
    assert (here / "a-b-c-graph.dot").read_text().startswith("digraph")
    assert "</html>" in (here / "a-b-c-cuts.html").read_text()
    assert r"\end{frame}" in (here / "a-b-c-cuts.tex").read_text()


@pytest.mark.long
def test_an_animation_ends_with_the_picture_of_its_end(here: Path) -> None:
    """As shown by a terminal that supports only rows and colours."""
    start = 30
    scene = ReplayScene(TRACE, start, PALETTES["dark"], UNICODE, speed=10)
    recording = SearchRecording((SearchLine(TRACE),))
    [export] = [export for export in exports.exports("x", recording, scene) if export.path.suffix == ".cast"]
    export.write(export.path)
    header, *frames = (json.loads(line) for line in export.path.read_text().splitlines())
    assert (header["version"], header["width"], header["height"]) == (2, 80, 24)
    times = [time for time, _, _ in frames]
    assert times == [round(number / 10, 3) for number in range(len(frames))]
    rows = [""] * 24
    for _, kind, text in frames:
        assert kind == "o"
        for row, content in re.findall(r"\x1b\[(\d+);1H((?:[^\x1b]|\x1b\[[\d;]*m)*)", text):
            rows[int(row) - 1] = re.sub(r"\x1b\[[\d;]*m", "", content)
    end = start + len(frames) - 1
    picture = draw(ReplayScene(TRACE, end, PALETTES["dark"], UNICODE, playing=True, speed=10), 80, 24).picture
    assert rows == ["".join(picture.chars[80 * y : 80 * y + 80]) for y in range(24)]
