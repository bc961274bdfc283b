"""Fixtures that all tests share."""

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees or touches the saved games of the person who runs it."""
    monkeypatch.setenv("SATSUDOKU_STATE", str(tmp_path / "state"))
    for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def data() -> Path:
    """Other people's files to measure on, where they are: SATSUDOKU_DATA, or `shared/data` beside the checkout."""
    folder = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[2] / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip("no data folder; set SATSUDOKU_DATA")
    return folder
