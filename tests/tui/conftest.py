"""Fixtures for tests of screens."""

from pathlib import Path

import pytest

from tui.app import SatSudoku
from tui.terminal.options import Options


@pytest.fixture
def app(tmp_path: Path) -> SatSudoku:
    """The program on an empty folder."""
    folder = tmp_path / "empty"
    folder.mkdir()
    return SatSudoku(Options(path=folder))
