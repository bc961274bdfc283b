"""The files that a program in the sandbox can read."""

import sys
from pathlib import Path

import pytest
from systems import unix

from engine.sat.programs.confinement import confinement, search_path
from engine.sat.programs.program import programs
from engine.sat.programs.readable import of_command, of_system, without_nested
from engine.sat.programs.sandbox import ProgramLimits, run_sandboxed

pytestmark = unix


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with files in it."""
    place = tmp_path / "home"
    for name in ("solver", "libraries", "venv/bin", ".local/bin", ".ssh"):
        (place / name).mkdir(parents=True)
    for name in ("solver/solve", "file_only", ".local/bin/tool", "venv/pyvenv.cfg", "venv/bin/python", ".ssh/key"):
        (place / name).write_text("")
    monkeypatch.setenv("HOME", str(place))
    return place


def test_a_program_reads_its_own_folder_but_no_home(home: Path) -> None:
    assert of_command([str(home / "solver/solve"), "{cnf}"]) == [home / "solver"]
    assert of_command([str(home / "solver/solve"), "{cnf}"], file_only=True) == [home / "solver/solve"]
    assert of_command([str(home / "file_only"), "{cnf}"]) == [home / "file_only"]
    assert of_command([str(home), "/tmp", "/", "/dev/stdin", "/proc/cpuinfo", "solver/solve"]) == []


def test_names_in_commands_are_readable(home: Path) -> None:
    words = ["/usr/bin/env", f"LD_LIBRARY_PATH=/none:{home / 'libraries'}", str(home / "solver/solve"), "{cnf}"]
    assert {home / "libraries", home / "solver"} <= set(of_command(words))


def test_a_command_of_the_search_path_is_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / ".local/bin/tool").chmod(0o755)
    monkeypatch.setenv("PATH", f"{home / '.local/bin'}:/usr/bin")
    found = of_command(["tool", "{cnf}"])
    assert found == [home / ".local/bin/tool"]
    assert search_path(found).split(":")[0] == "/usr/bin"


def test_a_script_reads_the_installation_of_its_interpreter(home: Path) -> None:
    script = home / "solver/solve"
    script.write_text(f"#!{home / 'venv/bin/python'} -O\n")
    assert of_command([str(script), "{cnf}"]) == [home / "solver", home / "venv"]
    assert of_command([str(home / "venv/bin/python"), str(script), "{cnf}"]) == [home / "solver", home / "venv"]
    script.write_text("#!/usr/bin/env no-such-interpreter\n")
    assert home / "venv" not in of_command([str(script), "{cnf}"])


def test_the_python_that_runs_this_is_read() -> None:
    paths = of_system()
    for path in map(Path, (sys.executable, sys.base_prefix, sys.prefix)):
        assert any(each in (path, *path.parents) for each in paths), path
    assert without_nested([Path("/usr/lib"), Path("/opt"), Path("/usr"), Path("/usr2")]) == [
        Path("/opt"),
        Path("/usr"),
        Path("/usr2"),
    ]


def test_programs_of_a_folder_can_not_read_each_other(tmp_path: Path) -> None:
    if not confinement().hides:
        pytest.skip("files are not hidden here")
    folder = tmp_path / "students"
    folder.mkdir()
    for name in ("anna", "ben"):
        (folder / name).write_text(f"#!/bin/sh\ncd {folder}; ls; cat anna ben 2>&1\n")
        (folder / name).chmod(0o755)
    anna, _ben = programs([str(folder)])
    with run_sandboxed(anna.command, b"p cnf 0 0\n", ProgramLimits(5), readable=anna.readable) as done:
        listed, *printed = done.output.read_text().splitlines()
    assert listed == "anna"
    assert "ben: No such file" in printed[-1]
    (file_only,) = programs([str(folder / "anna")])
    with run_sandboxed(file_only.command, b"p cnf 0 0\n", ProgramLimits(5), readable=file_only.readable) as done:
        assert done.output.read_text().splitlines()[:2] == ["anna", "ben"]
