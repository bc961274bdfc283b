"""`satsudoku print`: the files and pages that it writes."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.sudoku.formats import write, write_all
from engine.sudoku.layout import double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle

PUZZLES = [Puzzle(single(), generate(single(), 30, seed=seed).puzzle.givens, f"number {seed}") for seed in (1, 2)]


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.txt"
    path.write_text(write_all(PUZZLES))
    return path


def words(document: str) -> list[str]:
    return ["".join(element.itertext()) for element in ElementTree.fromstring(document) if element.tag.endswith("text")]


def test_one_page_goes_to_standard_output(satsudoku, two: Path):
    outcome = satsudoku("print", two)
    assert (outcome.code, outcome.err) == (0, "")
    texts = words(outcome.out)
    assert [word for word in texts if "number" in word] == ["1. number 1", "2. number 2"]
    assert sum(len(word) == 1 for word in texts) == 2 * 51


def test_several_files_and_a_pipe_are_one_print(satsudoku, two: Path):
    outcome = satsudoku("print", "--per-page", 3, two, "-", stdin=write(Puzzle(double(), (0,) * 153, "wide")))
    assert "3. wide" in words(outcome.out)


def test_each_page_is_a_file_of_svg(satsudoku, two: Path, tmp_path: Path):
    outcome = satsudoku("print", two, "--per-page", 1, "--solution", "-o", tmp_path / "page.svg")
    assert (outcome.code, outcome.err) == (0, "")
    written = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert written == ["page-1.svg", "page-2.svg", "page-3.svg"]
    solutions = words((tmp_path / "page-3.svg").read_text())
    assert solutions[-1] == "solutions"
    assert sum(len(word) == 1 for word in solutions) == 2 * 81


def test_several_pages_of_svg_need_a_name(satsudoku, two: Path):
    outcome = satsudoku("print", two, "--per-page", 1)
    assert (outcome.code, outcome.out) == (2, "")
    assert "2 pages" in outcome.err


def test_a_pdf_holds_all_pages(satsudoku, two: Path, tmp_path: Path):
    pytest.importorskip("fpdf")
    assert satsudoku("print", two, "--per-page", 1, "-o", tmp_path / "a.pdf").code == 0
    assert (tmp_path / "a.pdf").read_bytes().count(b"/Type /Page\n") == 2


@pytest.mark.parametrize(
    ("words", "expected"),
    [(["-o", "a.txt"], "must end in .svg or .pdf"), (["--per-page", 0], "is not a number of puzzles a page")],
)
def test_impossible_values_are_reported(satsudoku, two: Path, words: list[object], expected: str):
    outcome = satsudoku("print", two, *words)
    assert (outcome.code, outcome.out) == (2, "")
    assert expected in outcome.err
