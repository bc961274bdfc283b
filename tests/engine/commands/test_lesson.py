"""`satsudoku lesson --new`: a lesson that begins at an event of a recording."""

from pathlib import Path

import pytest

from engine.sat.formula.families import make
from engine.sat.solvers.recording_file import write
from engine.sat.solvers.solve import solve
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.trace import Recorder


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    formula, recorder, path = make("php", ["4", "3"]), Recorder(1 << 20), tmp_path / "pigeons.recording"
    trace = recorder.trace(formula, solve(formula, "cdcl", trace=recorder))
    with path.open("wb") as file:
        write(SearchRecording((SearchLine(trace),), view=Viewpoint(0, 3)), file)
    return path


def test_a_lesson_begins_where_one_looked_or_at_an_event_and_is_checked(satsudoku, recording: Path) -> None:
    paths = [recording.with_name(f"{name}.toml") for name in ("looked", "third", "first")]
    for path, options in zip(paths, ((), ("--event", 3), ("--event", 1)), strict=True):
        outcome = satsudoku("lesson", path, "--new", recording, *options)
        assert (outcome.code, outcome.out, outcome.err) == (0, f"Written: {path}\n", "")
    looked, third, first = (satsudoku("lesson", path).out.splitlines()[1:] for path in paths)
    assert looked == third != first
    assert first[0] == "1. decision 1"


def test_existing_events_are_kept_and_unknown_ones_refused(satsudoku, recording: Path) -> None:
    path = recording.with_name("mine.toml")
    outcome = satsudoku("lesson", path, "--new", recording, "--event", 1000)
    assert outcome.code
    assert "there is no event 1,000" in outcome.err
    assert not path.exists()
    path.write_text("mine")
    outcome = satsudoku("lesson", path, "--new", recording)
    assert outcome.code
    assert "this file already exists" in outcome.err
    assert path.read_text() == "mine"
