"""The inspector lists clauses like `satsudoku show`: number, length, literals in the order of the file."""

from pathlib import Path

import pytest
from screens import screen_text, until, until_shown

from engine.commands.cli import main
from engine.sat.formula import dimacs
from tui.app import SHIPPED, SatSudoku
from tui.base import requests
from tui.features.inspect.clause_list import ClauseList
from tui.terminal.options import Options

FILES = [SHIPPED / "cnf" / name for name in ("php-4-3.cnf", "queens-8.cnf", "random-150-sat.cnf", "sudoku-hard-1.cnf")]
ODD = b"p cnf 9 4\n3 -3 3 0 0\n9 -1 0\n-2 0\n"


@pytest.mark.few(1)
@pytest.mark.parametrize("path", [*FILES, None], ids=lambda path: path.name if path else "odd")
async def test_the_inspector_and_show_agree(
    path: Path | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if path is None:
        path = tmp_path / "odd.cnf"
        path.write_bytes(ODD)
    assert main(["show", str(path)]) == 0
    printed = [line.split(": ") for line in capsys.readouterr().out.splitlines() if line[:1].isdigit()]
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(requests.InspectFile(path))
        await until_shown(pilot, path.name[:20], "len  literals")
        rows = app.screen.query_one(ClauseList)
        assert len(rows) == len(printed)
        for key in ("home", "end"):
            await pilot.press(key)
            await until(pilot, lambda key=key: f"{len(rows) if key == 'end' else 1:,} of " in screen_text(app))
            lines = screen_text(app).splitlines()[4 : 4 + min(rows.size.height, len(rows))]
            for line, (number, length, literals) in zip(lines, printed[rows.top :], strict=False):
                listed = line.rstrip(" ┃█").split()
                assert listed[:2] == [number, length]
                expected = literals.split() if length != "0" else ["the", "empty", "clause"]
                whole = listed[2:-1] if listed[-1].endswith("…") else listed[2:]
                assert whole == expected[: len(whole)]
                assert whole == expected or listed[-1].endswith("…")


async def test_a_formula_that_was_read_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "odd.cnf"
    path.write_bytes(ODD)
    document = dimacs.read(path)
    monkeypatch.delattr(dimacs, "read")
    app = SatSudoku(Options(path=tmp_path))
    async with app.run_test(size=(80, 24)) as pilot:
        app.post_message(requests.InspectFile(path, document))
        await until_shown(pilot, "odd.cnf", "9 variables", "the empty clause", "clause 1 ")
