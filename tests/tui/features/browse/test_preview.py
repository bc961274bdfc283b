"""Previews of files: they fit their place, and show the right contents."""

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from engine.base import language
from engine.base.errors import Cancelled
from engine.files.kinds import FileKind
from engine.sat.formula.dimacs import Diagnostic
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.signs import SIGNS, sign
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.difficulty import Difficulty
from tui.draw.board import puzzle_lines
from tui.draw.cells import Line, width_of
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.browse import summary as summaries
from tui.features.browse.files import Files
from tui.features.browse.preview_drawing import draw
from tui.features.browse.summary import FileError, FileSummary, FolderFacts, FolderItem, FormulaFacts, summary_of

PALETTE = PALETTES["dark"]
SHIPPED = Path("/nowhere")
glyph_sets = st.sampled_from([UNICODE, ASCII])
words = st.text("ab \x1b漢…", max_size=60)
numbers = st.integers(1, 99)
facts_shown = st.one_of(
    st.builds(
        FormulaFacts,
        st.integers(0, 10**9) | st.none(),
        st.integers(0, 10**9) | st.none(),
        st.lists(words, max_size=30).map(tuple),
        st.dictionaries(st.integers(0, 99), st.integers(1, 10**7), max_size=20),
        st.tuples(st.integers(0, 10**8), st.integers(0, 10**8)) | st.none(),
        st.lists(st.integers(1, 10**6), max_size=8).map(tuple),
        st.lists(st.builds(Diagnostic, st.integers(1, 99), words), max_size=6).map(tuple),
    ),
    st.builds(FileError, words, numbers | st.none(), st.lists(st.tuples(numbers, words)).map(tuple)),
    st.lists(words, max_size=30).map(tuple),
)


def text(lines: list[Line]) -> list[str]:
    return ["".join(segment.text for segment in line) for line in lines]


@given(st.builds(FileSummary, words, words, facts_shown, words), st.integers(38, 90), st.integers(18, 50), glyph_sets)
def test_no_line_is_wider_than_its_place(summary: FileSummary, width: int, height: int, glyphs: Any) -> None:
    lines = draw(summary, PALETTE, glyphs, width, height)
    assert all(width_of(line) <= width for line in lines)
    assert not any("\x1b" in line for line in text(lines))


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("layout", [make() for make in LAYOUTS.values()], ids=str)
@pytest.mark.parametrize("size", [(100, 60), (41, 21), (30, 17)])
def test_a_puzzle_shows_each_given(layout: Layout, glyphs: Any, size: tuple[int, int]) -> None:
    givens = tuple(cell % (layout.size + 1) for cell in range(len(layout.cells)))
    lines = text(puzzle_lines(Puzzle(layout, givens), PALETTE, glyphs, *size))
    assert len(lines) <= size[1]
    assert max(map(len, lines)) <= size[0]
    if layout.columns <= size[0] and layout.rows <= size[1]:
        signs = SIGNS + glyphs.empty_cell + glyphs.marked_cell
        drawn = [sign for line in lines if glyphs.box[0] not in line for sign in line if sign in signs]
        unmarked = [glyphs.empty_cell if sign == glyphs.marked_cell else sign for sign in drawn]
        assert unmarked == [sign(given) if given else glyphs.empty_cell for given in givens]


def test_the_error_of_a_puzzle_names_the_broken_rule() -> None:
    summary = FileSummary("a", "9x9", Puzzle(single(), (5, 5) + (0,) * 79))
    assert "more than one 5 in row 1" in "\n".join(text(draw(summary, PALETTE, UNICODE, 41, 22)))


def test_a_small_preview_of_a_puzzle_shows_its_level_and_no_broken_name() -> None:
    summary = FileSummary("a", "9x9", Puzzle(single(), (0,) * 81), "single-unfair-number-one")
    rating = Difficulty(Level.UNFAIR, 2512, 7.2, True, (Technique.XY_CHAIN,))
    lines = "\n".join(text(draw(summary, PALETTE, UNICODE, 39, 20, rating=rating)))
    assert "unfair" in lines
    assert "2,512" in lines
    assert "┴" in lines, "the board keeps its lines"
    assert "…" in "\n".join(text(draw(summary, PALETTE, UNICODE, 44, 14)))


def test_the_line_of_an_error_is_in_view() -> None:
    around = tuple((number, f"text {number}") for number in range(1, 80))
    visible = "\n".join(
        text(draw(FileSummary("a", "CNF", FileError("odd", 40, around)), PALETTE, UNICODE, 41, 22)[:22])
    )
    assert "!40  text 40" in visible


def test_summaries_of_formulas_texts_folders_and_missing_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def facts(data: bytes) -> Any:
        (tmp_path / "file").write_bytes(data)
        return summary_of(tmp_path / "file", SHIPPED, Files(), lambda: False)

    glance, summary = facts(b"c hello\np cnf 9 3\n1 -2 0\n2 3 0\n")
    assert (glance.variables, glance.clauses, summary.facts.lengths) == (9, 2, {2: 2})
    assert summary.facts.comments == ("hello",)
    assert len(summary.facts.warnings) == 1
    glance, summary = facts(b"p cnf 2 1\n" + b"c x\n" * 9999 + b"1 y 0\n")  # too long for a glance to find it
    assert (glance.label, summary.facts.line) == ("! line 10001", 10001)
    assert (10001, "1 y 0") in summary.facts.lines
    glance, summary = facts(b"some words\n")
    assert (glance.kind, summary.facts) == (FileKind.TEXT, ("some words",))
    glance, summary = facts(b"")
    assert summary.facts == FileError("this is an empty file")
    folder = summary_of(tmp_path, SHIPPED, Files(), lambda: False)[1].facts
    assert isinstance(folder, FolderFacts)
    assert [(item.name, item.kind) for item in folder.items] == [("file", FileKind.EMPTY)]
    assert isinstance(summary_of(tmp_path / "gone", SHIPPED, Files(), lambda: False)[1].facts, FileError)
    (tmp_path / "file").write_bytes(b"p cnf 1 1\n1 0\n")
    with pytest.raises(Cancelled):
        summary_of(tmp_path / "file", SHIPPED, Files(), lambda: True)
    monkeypatch.setattr(summaries, "MAX_SECONDS", -1.0)  # out of time at once
    glance, summary = facts(b"c hello\np cnf 9 9\n" + b"1 0\n" * 9999)
    assert (summary.facts.variables, summary.facts.comments, summary.facts.lengths) == (9, ("hello",), None)


def test_the_last_result_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.cnf"
    path.write_bytes(b"p cnf 1 1\n1 0\n")
    for result, visible in (
        ("s 1\nv 1\nt 3\n", "SATISFIABLE  in 3 ms"),
        ("s 0\nv\n", "UNSATISFIABLE"),
        ("what?\n", ""),
    ):
        (tmp_path / "a.res").write_text(result)
        lines = "\n".join(text(draw(summary_of(path, SHIPPED, Files(), lambda: False)[1], PALETTE, UNICODE, 50, 30)))
        assert visible in lines
        assert bool(visible) == ("verdict" in lines)


def test_a_folder_that_can_not_be_read_is_described_in_the_current_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(summaries, "read_folder", refused)
    with language.speaking("de"):
        _, answer = summary_of(tmp_path, SHIPPED, Files(), lambda: False)
    assert answer.kind_text == "Ordner"


def _summaries() -> list[FileSummary]:
    warnings = tuple(Diagnostic(line, f"warning {line}") for line in (2, 31, 4))
    lengths = {1: 3, 2: 120, 3: 9000, 4: 7, 5: 1, 8: 2, 30: 1}
    comments = tuple(f"comment {n} " * n for n in range(9))
    whole = FormulaFacts(300, 9134, comments, lengths, (700, 20_000), (7, 12, 1), warnings)
    double, six = LAYOUTS["double"](), LAYOUTS["6x6"]()
    puzzle = Puzzle(double, tuple(cell % 10 if cell % 3 == 0 else 0 for cell in range(153)), "a name")
    rules = (KillerCage((0, 1), 7), KillerCage((2, 3), 9))
    clashing = Puzzle(six, (5, 5, *(0,) * 34), rules=rules)
    items = [FolderItem(f"file {n}.cnf", f"{n} clauses", FileKind.CNF) for n in range(30)]
    boards = [FolderItem("a.sdk", "9x9", FileKind.PUZZLE, Puzzle(single(), (0, 3, *(0,) * 79))), FolderItem("folder")]
    around = tuple((number, f"text {number} " * (number % 7)) for number in range(30, 80))
    return [
        FileSummary("formula.cnf", "formula", whole, "last result: satisfiable, 3 ms"),
        FileSummary("plain.cnf", "formula", FormulaFacts(None, 0, (), {}, None)),
        FileSummary("small.cnf", "formula", FormulaFacts(3, 2, ("one",), {2: 1, 3: 1}, (5, 0), (1,))),
        FileSummary("p.sdk", "double sudoku", puzzle, "played"),
        FileSummary("q.sdk", "6x6", clashing),
        FileSummary("words.txt", "text", tuple(f"line {n} of a text \x1b with words" for n in range(40))),
        FileSummary("bad.cnf", "formula", FileError("there is no header", 40, around)),
        FileSummary("gone", "", FileError("permission denied")),
        FileSummary("folder", "folder", FolderFacts((*boards, *items), 300)),
        FileSummary("few", "folder", FolderFacts(tuple(items[:2]), 2)),
        FileSummary("none", "folder", FolderFacts((), 0)),
    ]


@pytest.mark.parametrize("number", range(len(_summaries())))
def test_every_kind_of_summary(number: int, snapshot: SnapshotAssertion) -> None:
    summary, found = _summaries()[number], []
    for width, height in ((38, 18), (41, 22), (57, 14), (70, 40)):
        lines = draw(summary, PALETTE, UNICODE, width, height)
        styles = [[(piece.text, str(piece.style)) for piece in line] for line in lines]
        found += [f"{width} x {height}: {crc32(repr(styles).encode())}", *(text(lines) if height < 30 else [])]
    assert "\n".join(found) == snapshot
