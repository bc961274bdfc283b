"""The command line as a whole: help, exit codes, and errors in one line."""

import importlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import amount
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import launched

from engine.base.errors import InputError
from engine.commands import cli, show
from engine.commands.registry import COMMANDS

SATSUDOKU = [sys.executable, "-m", "engine.commands.cli"]
ROOT = Path(__file__).parents[3]

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def module(name: str):
    return importlib.import_module(f"engine.commands.{name}")


def examples() -> list[tuple[str, list[str]]]:
    """Every command line in the help texts, as (command, its arguments)."""
    found = []
    for name in COMMANDS:
        for line in module(name).EXAMPLES.splitlines():
            for part in line.partition(" >")[0].replace(";", "|").split("|"):
                words = split(part.partition("  (")[0] if part.startswith("  ") else part)
                if words[:1] == ["satsudoku"] and words[1] in COMMANDS:
                    found.append((words[1], words[2:]))
    return found


def split(text: str) -> list[str]:
    """The words of a command line, or of a sentence with an apostrophe."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def spawn(*argv: str, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run a command and wait for it."""
    return subprocess.run(argv, check=False, text=True, **{"cwd": ROOT} | options)


def big(folder: Path) -> Path:
    """A formula whose listing is larger than any pipe's buffer."""
    path = folder / "big.cnf"
    path.write_text("p cnf 9 50000\n" + "1 -2 3 -4 5 -6 7 -8 9 0\n" * 50000)
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_with_examples(name: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main([name, "--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert f"usage: satsudoku {name}" in out
    assert f"  satsudoku {name}" in out


@pytest.mark.parametrize(("name", "arguments"), examples())
def test_every_example_is_understood(name: str, arguments: list[str]):
    parser = cli.CommandParser()
    module(name).configure(parser)
    parser.parse_intermixed_args(arguments)


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    out = capsys.readouterr().out
    assert all(f"  {name}" in out and summary in out for name, summary in COMMANDS.items())


def test_without_a_command_the_help_goes_to_standard_error(capsys: pytest.CaptureFixture[str]):
    assert cli.main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("usage: satsudoku")


@pytest.mark.parametrize(
    ("argv", "expected"),
    [
        (["dance"], "satsudoku: there is no command dance; see satsudoku --help\n"),
        (["sovle"], "satsudoku: there is no command sovle; did you mean solve?\n"),
        (["sovle", "x", "--json"], "satsudoku: there is no command sovle; did you mean solve?\n"),
        (["-x", "show"], "satsudoku: the command comes first: satsudoku show ...; see satsudoku --help\n"),
        (["--nonsense"], "satsudoku: unrecognized arguments: --nonsense; see satsudoku --help\n"),
        (["show"], "satsudoku: show: the following arguments are required: PATH; see satsudoku show --help\n"),
        (["show", "a", "b"], "satsudoku: show: unrecognized arguments: b; see satsudoku show --help\n"),
        (["\x1b[31m"], "satsudoku: there is no command \\x1b[31m; see satsudoku --help\n"),
        (["show", "no\nsuch"], "satsudoku: no\\x0asuch: there is no such file; check its name\n"),
    ],
)
def test_bad_usage_is_one_line(argv: list[str], expected: str, capsys: pytest.CaptureFixture[str]):
    assert cli.main(argv) == 2
    assert capsys.readouterr() == ("", expected)


@pytest.mark.parametrize(
    ("error", "code", "expected"),
    [
        (InputError("odd", path="a.cnf", line=3, advice="mend it"), 2, "satsudoku: a.cnf:3: odd; mend it\n"),
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 2, "satsudoku: not enough memory for this\n"),
        (PermissionError(13, "Permission denied", "a.cnf"), 2, "satsudoku: a.cnf: Permission denied\n"),
    ],
)
def test_errors_of_a_command(
    error: BaseException, code: int, expected: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    def fail(arguments: object) -> int:
        raise error

    monkeypatch.setattr(show, "run", fail)
    assert cli.main(["show", "x"]) == code
    assert capsys.readouterr().err == expected


def test_the_version_is_printed_without_heavy_imports():
    code = (
        "import sys; from engine.commands import cli; assert cli.main(['--version']) == 0; "
        "heavy = {'numpy', 'pysat', 'textual', 'engine.sat', 'engine.sudoku', 'engine.play'}; "
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)"
    )
    done = spawn(sys.executable, "-c", code, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("satsudoku ")
    assert "kernels" in done.stdout


def test_a_closed_reader_is_no_error(tmp_path: Path):
    command = [*SATSUDOKU, "show", big(tmp_path)]
    with launched(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout.readline().startswith(b"header")
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


@needs_full
@pytest.mark.parametrize(
    "argv", [["show", "big.cnf"], ["make", "queens", "4"], ["make"], ["--version"], ["--help"], ["rate", "-h"]]
)
def test_a_full_disk_is_one_line(tmp_path: Path, argv: list[str]):
    big(tmp_path)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with open("/dev/full", "wb") as full:
        done = spawn(*SATSUDOKU, *argv, stdout=full, stderr=subprocess.PIPE, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stderr) == (2, "satsudoku: standard output: No space left on device\n")


def test_signs_that_the_terminal_lacks_are_escaped(tmp_path: Path):
    path = tmp_path / "signs.cnf"
    path.write_text("c π → 3\np cnf 1 1\n1 0\n")
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    done = spawn(*SATSUDOKU, "show", str(path), capture_output=True, env=environment)
    assert done.returncode == 0
    assert "comment    \\u03c0 \\u2192 3\n" in done.stdout


def test_a_name_that_begins_with_a_dash_goes_after_two(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    Path("-x.cnf").write_text("p cnf 1 1\n1 0\n")
    assert cli.main(["show", "--strict", "--", "-x.cnf"]) == 0
    assert capsys.readouterr().out.endswith("1: 1\n")


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_one_line(closed: str):
    done = spawn("bash", "-c", f"{shlex.join(SATSUDOKU)} show - {closed}", capture_output=True, input="")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "closed" in done.stderr


def test_a_named_pipe_is_read_like_a_file(tmp_path: Path):
    command = f"{shlex.join(SATSUDOKU)} show <(printf 'p cnf 2 1\\n1 -2 0\\n')"
    done = spawn("bash", "-c", command, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("1: 2: 1 -2\n")


@settings(max_examples=amount(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from([["show"], ["check", "{}"], ["check"], ["encode"], ["solve", "--time-limit", "0.2"]]),
    content=st.one_of(
        st.binary(max_size=200),
        st.text(alphabet="pcnf 0123456789-.%#svt\n", max_size=200).map(str.encode),
        st.lists(st.text(alphabet=".123456789", min_size=8, max_size=10), min_size=8, max_size=10).map(
            lambda rows: "\n".join(rows).encode()
        ),
    ),
)
def test_no_content_gets_more_than_one_line_of_complaint(
    command: list[str], content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "anything"
    path.write_bytes(content)
    capsys.readouterr()
    code = cli.main([*(word.format(path) for word in command), str(path)])
    out, err = capsys.readouterr()
    assert code in (0, 1, 2, 10, 20)
    if code == 2:
        assert err.startswith("satsudoku: ")
        assert err.count("\n") == 1
    else:
        assert err == ""
        assert out != ""
