"""The shipped puzzles match their names, and their commands reproduce them."""

import re
import shlex
from pathlib import Path

import pytest

from engine.base.errors import InputError
from engine.commands import cli
from engine.files import reading as files
from engine.files.kinds import FileKind
from engine.sat.formula import dimacs
from engine.sat.result import Status
from engine.sat.solvers import solve as solvers
from engine.sudoku.search import solving as search
from engine.sudoku.techniques.rating import rate

PUZZLES = Path(__file__).parents[3] / "puzzles"
FORMULAS = sorted(PUZZLES.glob("cnf/*.cnf"))
DOUBLES = sorted(PUZZLES.glob("double/*.txt"))
SINGLES = sorted(PUZZLES.glob("single/*.txt"))
OTHERS = sorted(PUZZLES.glob("layouts/*.txt"))
COMMANDS = [
    shlex.split(line)[1:] for line in (PUZZLES / "README.md").read_text().splitlines() if line.startswith("satsudoku ")
]
UNSATISFIABLE = re.compile(r"php|unsat|parity-twice")


def title(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


shipped = pytest.mark.parametrize("path", FORMULAS + DOUBLES + SINGLES + OTHERS, ids=title)


def output(argv: list[str], capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> bytes:
    """The output of a command that runs in the parent folder of the puzzles."""
    monkeypatch.chdir(PUZZLES.parent)
    capsysbinary.readouterr()
    assert cli.main(argv) == 0
    return capsysbinary.readouterr().out


def test_every_shipped_file_documents_how_to_make_it():
    outputs = {argv[argv.index("-o") + 1] for argv in COMMANDS}
    there = {str(path.relative_to(PUZZLES.parent)) for path in PUZZLES.rglob("*") if path.is_file()}
    banks = {name for name in there if name.startswith("puzzles/drills/")}  # test_drills.py has more on them
    by_hand = {path for path in there if path.startswith("puzzles/lessons/")}
    assert there - outputs - banks == {"puzzles/README.md", "puzzles/broken.cnf", *by_hand}
    assert outputs <= there
    assert len(outputs) == len(COMMANDS)


@pytest.mark.parametrize("argv", COMMANDS, ids=lambda argv: argv[-1])
def test_the_commands_of_the_readme_make_the_same_files(
    argv: list[str], capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
):
    at = argv.index("-o")
    made = output(argv[:at] + argv[at + 2 :], capsysbinary, monkeypatch)
    assert made == (PUZZLES.parent / argv[at + 1]).read_bytes()


@shipped
def test_the_command_in_the_file_makes_the_same_file(
    path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
):
    content = path.read_bytes()
    commands = re.findall(r"^[c#] made by: satsudoku (.*)$", content.decode(), re.MULTILINE)
    assert len(commands) == 1
    assert output(shlex.split(commands[0]), capsysbinary, monkeypatch) == content


@shipped
def test_the_file_is_small_and_its_name_fits_a_list(path: Path):
    assert path.stat().st_size < 350_000
    assert len(path.name) <= 20
    assert files.glance(path).usable


@pytest.mark.parametrize("path", FORMULAS, ids=title)
def test_the_formulas_are_flawless_and_match_their_names(path: Path):
    document = dimacs.read(path, strict=True)
    expected = Status.UNSATISFIABLE if UNSATISFIABLE.search(path.stem) else Status.SATISFIABLE
    assert solvers.solve(document.formula, "auto").status is expected


@pytest.mark.parametrize("path", DOUBLES + SINGLES, ids=title)
def test_the_puzzles_have_one_solution_and_are_as_hard_as_they_are_called(path: Path):
    puzzles = files.load(path)
    assert isinstance(puzzles, list)
    level = path.stem.partition("-")[0]
    assert len(puzzles) == (10 if level == "ten" else 1)
    for puzzle in puzzles:
        assert puzzle.layout.name == path.parent.name
        assert search.count(puzzle) == 1
        if level != "ten":
            rating = rate(puzzle)
            assert (rating.is_complete, rating.level.value) == (True, level)


@pytest.mark.parametrize("path", OTHERS, ids=title)
def test_puzzles_of_other_layouts_are_read_with_their_layout(path: Path):
    (puzzle,) = files.load(path)
    command = next(argv for argv in COMMANDS if argv[-1] == str(path.relative_to(PUZZLES.parent)))
    assert puzzle.layout.name == command[command.index("--layout") + 1]
    assert search.count(puzzle) == 1


@pytest.mark.parametrize("path", DOUBLES + SINGLES + OTHERS, ids=title)
def test_a_puzzle_has_the_name_of_its_file(path: Path):
    name = path.stem if path.parent.name == "layouts" else f"{path.parent.name}-{path.stem}"
    puzzles = files.load(path)
    assert isinstance(puzzles, list)
    expected = [name] if len(puzzles) == 1 else [f"{name}-{number}" for number in range(1, len(puzzles) + 1)]
    assert [puzzle.name for puzzle in puzzles] == expected


def test_the_broken_file_fails_at_the_named_line():
    seen = files.glance(PUZZLES / "broken.cnf")
    assert (seen.kind, seen.line) == (FileKind.CNF, 8)
    with pytest.raises(InputError, match=r"broken\.cnf:8: 'four' is not a number"):
        files.load(PUZZLES / "broken.cnf")


def test_all_together_they_stay_small():
    assert sum(path.stat().st_size for path in PUZZLES.rglob("*") if path.is_file()) < 1_250_000
