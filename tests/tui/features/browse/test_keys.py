"""Each key of the browser that opens something sends its request, also the keys that the key line does not show."""

from pathlib import Path

import pytest
from screens import until, until_shown
from textual.message import Message

from engine.sat.formula import dimacs
from engine.sat.formula.families import make
from tui.app import SatSudoku
from tui.base import requests
from tui.features.browse.screen import BrowserScreen
from tui.terminal.options import Options

PUZZLE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"


@pytest.mark.parametrize(
    ("file", "key", "request_class"),
    [
        ("b.txt", "n", requests.NewGame),
        ("b.txt", "r", requests.ResumeGame),
        ("b.txt", "d", requests.ShowDailies),
        ("b.txt", "T", requests.Train),
        ("b.txt", "t", requests.ShowStatistics),
        ("b.txt", "L", requests.ShowLessons),
        ("b.txt", "plus", requests.SetPuzzle),
        ("b.txt", "equals_sign", requests.SetPuzzle),
        ("b.txt", "p", requests.PlayPuzzle),
        ("b.txt", "s", requests.SolvePuzzle),
        ("b.txt", "asterisk", requests.MarkFavourite),
        ("b.txt", "M", requests.MarkFavourite),
        ("a.cnf", "Q", requests.RaceFiles),
        ("a.cnf", "K", requests.InspectFile),
        ("a.cnf", "s", requests.SolveFile),
        ("a.cnf", "D", requests.DecideYourself),
    ],
)
async def test_a_key_sends_its_request(
    file: str, key: str, request_class: type[Message], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.cnf").write_bytes(dimacs.dumps(make("php", ["3", "2"])))
    (tmp_path / "b.txt").write_text(PUZZLE)
    sent: list[Message] = []
    forward = BrowserScreen.post_message

    def post(screen: BrowserScreen, message: Message) -> bool:
        if isinstance(message, requests.Request):
            sent.append(message)
            return True
        return forward(screen, message)

    monkeypatch.setattr(BrowserScreen, "post_message", post)
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "b.txt", "2 files")
        await pilot.press("home", "down" if file == "a.cnf" else "end", key)
        await until(pilot, lambda: sent)
    assert [type(message) for message in sent] == [request_class]
