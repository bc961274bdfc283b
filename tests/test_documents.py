"""The documents are correct: their commands, Python, config files and links, the manual pages, and the examples of
--help.

In a `console` block, the shell runs the text after `$` (with the lines after `>`), and its output must be what follows;
`...` stands for anything. A `text` block that begins with `# NAME` is a file with that name; an `sh` block that begins
with `cat >` is run as it is. The blocks of a document run in order in one folder with the shipped puzzles. `python`
blocks are doctest sessions, and `toml` blocks are config files.
"""

import argparse
import doctest
import gzip
import importlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.commands import registry
from engine.sat.formula.families import make
from engine.sat.lessons import lesson_file
from engine.sat.lessons.homework import LessonTry, store_try
from engine.sat.lessons.lesson import prepare
from engine.sat.solvers.recording_file import write
from engine.sat.solvers.solve import solve
from engine.sat.trace.recording import SearchLine, SearchRecording, Viewpoint
from engine.sat.trace.trace import Recorder
from engine.sudoku.layout.catalogue import LAYOUTS
from tui import __main__ as program
from tui.app import key_owners
from tui.base.keymap import check, config_text
from tui.server import options as server
from tui.terminal import config

ROOT = Path(__file__).resolve().parents[1]
CHINESE = sorted([*ROOT.glob("*.zh_CN.md"), *ROOT.glob("docs/zh_CN/*.md")])
DOCUMENTS = sorted({*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")} - {*CHINESE})
"""The English documents. The Chinese ones have the same code blocks, as `test_chinese` shows."""

MANUALS = {"satsudoku": registry.parser, "satsudoku-tui": program.parser, "satsudoku-tui-serve": server.parser}
FINE = (0, 10, 20, 30)
"""Exit codes of success; `solve` reports the verdict by its own."""


class Block(NamedTuple):
    """A code block in a document: its language, its text, and its first line, from 1."""

    language: str
    text: str
    line: int


def blocks(document: Path, *languages: str) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    found = re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    every = [Block(each[1], each[2], text.count("\n", 0, each.start(2)) + 1) for each in found]
    return [block for block in every if block.language in languages]


LONG = ("cluster.md", "command-line.md", "grading.md", "layouts.md", "proofs.md")
"""Documents with slow commands."""


def having(language: str) -> "pytest.MarkDecorator":
    """A test for each document that has blocks in the language."""
    documents = [
        pytest.param(document, marks=[pytest.mark.slow] * (language == "console" and document.name in LONG))
        for document in DOCUMENTS
        if blocks(document, language)
    ]
    return pytest.mark.parametrize("document", documents, ids=lambda document: document.name)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the shipped puzzles, in which `satsudoku` runs from this checkout."""
    folder, programs = tmp_path / "folder", tmp_path / "bin"
    programs.mkdir()
    shutil.copytree(ROOT / "puzzles", folder / "puzzles")
    for name, module in (("satsudoku", "engine.commands.cli"), ("satsudoku-tui", "tui")):
        script = programs / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n')
        script.chmod(0o755)
    monkeypatch.setenv("PATH", str(programs), prepend=os.pathsep)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a Unix shell")
@having("console")
@pytest.mark.few(1)
def test_commands_do_what_is_written(document: Path, folder: Path) -> None:
    for block in blocks(document, "console", "sh", "text"):
        where = f"{document.name}, block in line {block.line}"
        if block.language == "console":
            follow(block.text, where)
        elif block.language == "sh":
            if block.text.startswith("cat > "):
                subprocess.run(["sh", "-c", block.text], check=True)
        elif named := re.match(r"# (\S+)\n", block.text):
            (folder / named[1]).write_text(block.text)


def follow(text: str, where: str, *, fine: tuple[int, ...] = FINE) -> None:
    """Run the commands of a block, and compare the output."""
    for example in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = example.splitlines(keepends=True)
        length = 1 + next((n for n, line in enumerate(lines[1:]) if not line.startswith("> ")), len(lines) - 1)
        command, expected = "".join(line.removeprefix("> ") for line in lines[:length]), "".join(lines[length:])
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert done.returncode in fine, f"{where}: {command}\n{done.stderr}"
        fits = doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS)
        assert fits or not expected.strip(), f"{where}: {command}\n{done.stdout}"


@having("python")
def test_python_does_what_is_written(document: Path, folder: Path) -> None:
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for block in blocks(document, "python"):
        session = doctest.DocTestParser().get_doctest(block.text, names, document.name, str(document), block.line - 1)
        assert session.examples, f"{document.name}, line {block.line}: this is no session"
        runner.run(session, clear_globs=False)
        names.update(session.globs)
    assert runner.summarize(verbose=False).failed == 0


@having("toml")
def test_config_files_are_taken_whole(document: Path, tmp_path: Path) -> None:
    for block in blocks(document, "toml"):
        path = tmp_path / "config.toml"
        path.write_text(block.text)
        text = config.read(path)
        assert (*text.problems, *check(text.keys, key_owners()).problems) == ()


def links(document: Path) -> list[Path]:
    """The targets of a document's links, except other sites and places within the document."""
    found = re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text(encoding="utf-8"))
    return [(document.parent / link).resolve() for link in found if "://" not in link]


@pytest.mark.parametrize("document", [*DOCUMENTS, *CHINESE], ids=lambda document: str(document.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    assert [path for path in links(document) if not path.exists()] == []


def test_every_document_and_picture_is_linked_to() -> None:
    linked = {path for document in DOCUMENTS for path in links(document) if path != document}
    every = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/pictures/*")]
    assert [path for path in every if path not in linked] == []


@pytest.mark.parametrize("name", ["README.md", "README.zh_CN.md"])
def test_the_readme_states_correct_counts(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    lessons = re.search(r"(\d+) 节?\[(?:lessons|课程)\]", text)
    assert lessons
    assert int(lessons[1]) == len([*ROOT.glob("puzzles/lessons/*.toml")])
    assert re.search(rf"(?<!\d){len(LAYOUTS)} (?:layouts|种布局)", text)
    assert re.search(rf"(?<!\d){len(LAYOUTS) - 2} (?:more layouts|种布局)", text), "besides doubles and samurai"


def test_the_table_of_keys_is_that_of_the_screens() -> None:
    page = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    there = page.partition("## Keys by screen\n")[2]
    table = re.search(r"^\| where \| keys \|\n.*\n((?:\|.*\n)+)", there, re.MULTILINE)
    assert table
    keys = tomllib.loads(config_text({}, key_owners()))["keys"]
    for row in table[1].splitlines():
        where, answer = row.strip("| ").split(" | ")
        sections = (keys[where], keys["everywhere"], keys["lists"])
        expected = {key for section in sections for several in section.values() for key in several.split(", ")}
        listed = {key for words in re.findall(r"`([^\s`]+)`", answer) for key in KEY_WORDS.get(words, (words,))}
        assert listed - expected == set(), where


KEY_WORDS = {"hjkl": "hjkl", "HJKL": "HJKL", "left/right": ("left", "right"), ",": ("comma",), "1b4": ()}
"""Words in that table that are several keys, none, or one with another name in the config file."""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are for a Unix shell")
@pytest.mark.parametrize("name", registry.COMMANDS)
def test_the_examples_of_help_work(name: str, stocked: Path) -> None:
    """All examples as they are, except those that need a cluster or a server, or don't end; the files that they mention
    exist. Faults of these are found, with exit code 1.
    """
    text: str = importlib.import_module(f"engine.commands.{name}").EXAMPLES
    if name == "collect":
        hand_in(stocked)
    for command in re.findall(r"^  ((?:satsudoku|minisat|python) .*?)(?: {3,}.*| {2,}\(.*)?$", text, re.MULTILINE):
        if not re.search("--cluster|--server|--watch", command):
            follow(f"$ {command}\n", f"satsudoku {name} --help", fine=(*FINE, 1))


COPIES = {
    "formula.cnf": "cnf/queens-4.cnf", "huge.cnf.gz": "cnf/queens-8.cnf",
    "hard.cnf": "cnf/php-6-5.cnf", "sums.cnf": "cnf/php-6-5.cnf", "easy-1.cnf": "cnf/double-easy-1.cnf",
    "million.txt": "single/ten.txt",
    "thousand.txt": "double/ten-easy.txt", "puzzle.txt": "double/easy-1.txt",
    "puzzles.txt": "single/easy-1.txt", "diagonal.txt": "layouts/x-1.txt",
}  # fmt: skip
"""Files that examples mention, and the shipped files that replace them."""


@pytest.fixture
def stocked(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder with the files that the examples of --help need, and two programs of other people."""
    monkeypatch.setenv("HOME", str(folder))
    for name, does in (("less", "cat"), ("minisat", 'satsudoku solve --solver minisat "$1" > "$2"; true')):
        script = tmp_path / "bin" / name
        script.write_text(f"#!/bin/sh\n{does}\n")
        script.chmod(0o755)
    for directory in (".zfunc", ".config/fish/completions"):
        (folder / directory).mkdir(parents=True)
    for copy, original in COPIES.items():
        text = (folder / "puzzles" / original).read_bytes()
        (folder / copy).write_bytes(gzip.compress(text) if copy.endswith(".gz") else text)
    for path in (folder / "puzzles" / "cnf").glob("*0-*sat.cnf"):
        path.unlink()  # the slowest strategies take long on these
    (folder / "problem.wcnf").write_text("h 1 2 0\nh -1 3 0\n4 -1 0\n2 -2 0\n1 -3 0\n")
    (folder / "problem.opb").write_text("min: 3 x1 2 x2 5 x3;\n4 x1 3 x2 7 x3 >= 9;\n")
    (folder / "steps.icnf").write_text("p inccnf\n1 2 0\na -1 0\n-2 3 0\na -1 -3 0\n")
    (folder / "encoding.cnf").write_text("p cnf 4 4\n1 2 0\n-1 -2 0\n2 1 4 0\n1 2 0\n")
    (folder / "doubles.txt.gz").write_bytes(gzip.compress(b"." * 162 + b"\n"))  # a puzzle with several solutions
    for directory in ("students", "formulas"):
        (folder / directory).mkdir()
    (folder / "students" / "anna.py").write_text(
        "import os, sys\nos.execvp('satsudoku', ['satsudoku', 'solve', '--solver', 'cdcl', sys.argv[1]])\n"
    )
    shutil.copy(folder / "puzzles" / "cnf" / "queens-4.cnf", folder / "formulas")
    (folder / "solver").write_text("#!/bin/sh\necho 'result: no'\n")
    (folder / "solver").chmod(0o755)
    (folder / "points.toml").write_text("correct = 10\n")
    for name in ("mine.txt", "my-layout.txt"):
        (folder / name).write_text("layout mine\nsize 9\nboxes 3x3\ngrid 1 1\nhouse cage r2c2 r3c3 r4c4 r5c5\n")
    follow("$ satsudoku generate --layout mine.txt --holes 40 --seed 1 -o made.txt\n", "preparing")
    follow("$ satsudoku encode --layout mine.txt made.txt -o mine.cnf\n", "preparing")
    follow("$ satsudoku solve --res formula.cnf\n", "preparing")
    follow("$ satsudoku solve --proof php.drat puzzles/cnf/php-6-5.cnf\n", "preparing")
    (folder / "wrong.drat").write_text("1 0\n0\n")
    (folder / "mysolver.py").write_text(
        "import os, sys\nos.execvp('satsudoku', ['satsudoku', 'record', sys.argv[1], '--solver', 'cdcl'])\n"
    )
    follow("$ satsudoku record sums.cnf --solver cdcl > sums.log\n", "preparing")
    follow("$ satsudoku record sums.cnf sums.log -o search.rec\n", "preparing")
    formula, recorder = make("queens", ["8"]), Recorder(1 << 20)
    trace = recorder.trace(formula, solve(formula, "dpll", trace=recorder))
    with (folder / "queens.recording").open("wb") as file:
        write(SearchRecording((SearchLine(trace),), view=Viewpoint(0, 3)), file)
    answer_lesson(folder)
    return folder


def answer_lesson(folder: Path) -> None:
    """A folder `week-3` with a lesson that a student has answered."""
    for place in ("week-3", "week-4", "results"):
        (folder / place).mkdir()
    shutil.copy(folder / "puzzles" / "lessons" / "1-unit-propagation.toml", folder / "week-3")
    lesson = lesson_file.read(folder / "week-3" / "1-unit-propagation.toml")
    for stop, step in enumerate(prepare(lesson)):
        if step.stop.question is not None:
            store_try(Path(os.environ["SATSUDOKU_STATE"]), lesson, LessonTry(stop, step.solution, 10.0))


def hand_in(folder: Path) -> None:
    """Make `week-3` homework, and put the student's file in `results`, here and there."""
    (folder / "week-3" / "results").mkdir()
    follow("$ satsudoku lesson week-3 --homework 'Week 3'\n", "preparing")
    follow("$ satsudoku lesson week-3 --export results/ann.json --student Ann\n", "preparing")
    shutil.copy(folder / "results" / "ann.json", folder / "week-3" / "results")


@pytest.mark.parametrize("name", [*MANUALS, pytest.param("zh_CN/satsudoku-tui", marks=pytest.mark.release)])
def test_the_manual_page_names_every_command_and_option(name: str) -> None:
    path = ROOT / "docs" / "man" / f"{name}.1"
    page = re.sub(r"\\f[BIPR]", "", path.read_text(encoding="utf-8")).replace("\\-", "-")
    every = sorted(words(MANUALS[path.stem]()))
    assert [word for word in every if not re.search(rf"(?<![\w-]){re.escape(word)}\b", page)] == []


def words(parser: argparse.ArgumentParser) -> set[str]:
    """All commands and options of a parser and its subparsers, except --help."""
    found: set[str] = set()
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            found.update(action.option_strings)
        if isinstance(action, argparse._SubParsersAction):
            for command, below in action.choices.items():
                found |= {command} | words(below)
    return found
