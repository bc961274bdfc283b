"""The list of tests that may need a second run in CI."""

import json
from pathlib import Path

import pytest
from quarantine import LIST, main, quarantined, unlisted

ROOT = Path(__file__).resolve().parents[1]
NAME = "tests/test_a.py::test_b"


def test_every_entry_names_a_test_and_a_cause() -> None:
    for name in quarantined(LIST.read_text(encoding="utf-8")):
        path, _, test = name.partition("::")
        assert f"def {test}(" in (ROOT / path).read_text(encoding="utf-8"), name


def test_an_entry_without_a_cause_is_refused() -> None:
    with pytest.raises(ValueError, match="no cause"):
        quarantined(NAME)


def test_unlisted_items_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert unlisted([f"{NAME}[1-a]", NAME], f"# a comment\n\n{NAME} # waits for another program\n") == []
    assert unlisted([f"{NAME}[1]"], "") == [f"{NAME}[1]"]
    (tmp_path / "failed").write_text(json.dumps({f"{NAME}[1]": True}))
    assert main(str(tmp_path / "failed")) == 1
    assert f"{NAME}[1]" in capsys.readouterr().out
    (tmp_path / "failed").write_text("{}")
    assert main(str(tmp_path / "failed")) == 0
