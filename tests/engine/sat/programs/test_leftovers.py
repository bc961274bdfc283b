"""What a run leaves behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from systems import linux, unix

from engine.sat.programs import leftovers

pytestmark = unix


def test_new_and_changed_files(tmp_path: Path) -> None:
    for name in ("same", "changed", "gone"):
        (tmp_path / name).write_text(name)
    before = leftovers.file_states([str(tmp_path), "/no/such/folder"])
    (tmp_path / "changed").write_text("longer than it was")
    (tmp_path / "new").touch()
    (tmp_path / "gone").unlink()
    (tmp_path / "folder").mkdir()
    after = leftovers.file_states([str(tmp_path)])
    assert leftovers.changed_files(before, after) == [str(tmp_path / name) for name in ("changed", "new")]


def test_unexpected_files_without_caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = {"a.cnf": b"a", "b.cnf": b"b", "c.cnf": b"c"}
    (tmp_path / "a.cnf").write_bytes(b"a")
    (tmp_path / "b.cnf").write_bytes(b"bb")
    for name in ("proof", "sub/file", "sub/.hidden", "__pycache__/module.pyc", ".cache/file"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert leftovers.unexpected_files(str(tmp_path), inputs, ["proof"]) == ["b.cnf", "sub/file"]
    monkeypatch.setattr(leftovers, "MAX_FILES", 0)
    assert leftovers.unexpected_files(str(tmp_path), inputs, ["proof"]) == ["b.cnf"]


@linux
def test_remaining_processes_are_named_and_ended() -> None:
    script = (
        "import os, sys",
        "sys.path.insert(0, sys.argv[1])",
        "import leftovers",
        "os.fork() or os._exit(0)",
        "assert leftovers.remaining_processes() == {}",
        "child = os.fork() or os.execlp('sleep', 'sleep', '60')",
        "assert leftovers.remaining_processes() == {child: 'sleep'}",
        "assert leftovers.end_processes([child, child]) == []",
        "assert leftovers.remaining_processes() == {}",
    )
    folder = os.path.dirname(leftovers.__file__)
    subprocess.run([sys.executable, "-c", "\n".join(script), folder], check=True)
