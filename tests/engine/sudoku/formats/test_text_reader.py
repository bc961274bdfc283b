"""Puzzles in text: what is accepted, and the error messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.formats import parse, write
from engine.sudoku.formats.text_reader import TextReader
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

SINGLE = Puzzle(single(), tuple(d if c % 3 else 0 for c, d in enumerate(random_solution(single(), 1))))
OTHER = Puzzle(single(), tuple(d if c % 4 else 0 for c, d in enumerate(random_solution(single(), 2))))
DOUBLE = Puzzle(double(), tuple(d if c % 3 else 0 for c, d in enumerate(random_solution(double(), 3))))
STACK, CANVAS, LINE = (write(DOUBLE, form).splitlines() for form in ("stack", "grid", "line"))
NINE, EIGHTY_ONE = write(SINGLE, "grid").splitlines(), write(SINGLE, "line").strip()
OTHER_NINE = write(OTHER, "grid").splitlines()


def found(*lines: str) -> list[Puzzle | InputError]:
    return list(TextReader([single(), double()], "some/file.txt").read(lines))


def read(*lines: str) -> list[Puzzle]:
    puzzles = found(*lines)
    assert not [str(error) for error in puzzles if isinstance(error, InputError)]
    return puzzles


def read_all(*lines: str) -> list[Puzzle | InputError]:
    return list(TextReader([make() for make in LAYOUTS.values()], "some/file.txt").read(lines))


def refusal(*lines: str) -> str:
    return str(next(error for error in found(*lines) if isinstance(error, InputError)))


@pytest.mark.parametrize("lines", [STACK, CANVAS, LINE, write(DOUBLE, "spaced").splitlines()])
def test_doubles_in_every_shape(lines: list[str]) -> None:
    assert read(*lines) == [DOUBLE]
    assert read(*lines, *lines) == [DOUBLE] * 2
    assert read("", "", *lines, " ", *lines, "") == [DOUBLE] * 2


def test_numbers_may_be_right_aligned() -> None:
    lines = [" ".join(word.rjust(2) for word in line.split()) for line in write(DOUBLE, "spaced").splitlines()]
    assert read(*lines) == [DOUBLE]


def test_corners_of_the_canvas() -> None:
    for corner in ".0":
        assert read(*(line.ljust(15).replace(" ", corner) for line in CANVAS)) == [DOUBLE]
    assert read(*(line.ljust(15) for line in CANVAS)) == [DOUBLE]
    assert read(*(line.lstrip() for line in CANVAS)) == [DOUBLE]
    assert read(*("   " + line for line in CANVAS)) == [DOUBLE]
    assert read(*(" ".join(line).replace(" .", " 0") for line in CANVAS)) == [DOUBLE]


def test_a_double_the_other_way_round_is_no_double() -> None:
    mirrored = [line.ljust(15)[::-1].rstrip() for line in CANVAS]
    assert "some/file.txt:1: no puzzle begins with 9 cells that far to the right" in refusal(*mirrored)


def test_single_grids_in_every_shape() -> None:
    assert read(EIGHTY_ONE, EIGHTY_ONE.replace(".", "0"), f"  {EIGHTY_ONE} ") == [SINGLE] * 3
    assert read(*NINE) == [SINGLE]
    assert read(*(" ".join(line) for line in NINE)) == [SINGLE]
    assert read(*(f"{line[:3]} {line[3:6]} {line[6:]}" for line in NINE)) == [SINGLE]
    assert read(" ".join(EIGHTY_ONE)) == [SINGLE]


@pytest.mark.parametrize("empty", "-_*?xX0")
def test_signs_of_empty_cells(empty: str) -> None:
    nine = [line.replace(".", empty) for line in NINE]
    boxes = [f"{line[:3]} | {line[3:6]} | {line[6:]}" for line in nine]
    ruler = "-" * len(boxes[0])
    assert read("".join(nine), "", *nine, "", *map(" ".join, nine), "", *map(",".join, nine)) == [SINGLE] * 4
    assert read(ruler, *boxes[:3], ruler, *boxes[3:6], ruler, *boxes[6:], ruler, *boxes) == [SINGLE] * 2
    large = Puzzle(LAYOUTS["16x16"](), tuple(c % 17 for c in range(256)))
    assert read_all(*(line.replace(".", empty) for line in write(large, "grid").splitlines())) == [large]


def test_a_row_of_dashes_is_empty_among_rows_with_dashes() -> None:
    rows = ["---------", "-1-2-3---", "---------", *["---------"] * 5, "--------9"]
    puzzle = Puzzle(single(), tuple(int(sign.replace("-", "0")) for row in rows for sign in row))
    boxed = ["---|---|---" if row == "-" * 9 else f"{row[:3]}|{row[3:6]}|{row[6:]}" for row in rows]
    assert read(*rows) == read(*rows, "", *map(" ".join, rows))[:1] == read(*boxed) == [puzzle]
    assert read("---------", *NINE[:3], "---------", *NINE[3:]) == [SINGLE]
    assert read("-" * 81, EIGHTY_ONE, "---------", "", "-" * 9) == [SINGLE]


def test_cells_between_commas() -> None:
    rows = [[sign.replace(".", "") for sign in line] for line in NINE]
    assert read(*map(",".join, rows)) == read(*map("; ".join, rows)) == [SINGLE]
    assert read(*(",".join(row) + "," for row in rows)) == [SINGLE]
    assert read(",".join(EIGHTY_ONE).replace(".", "")) == read(", ".join(EIGHTY_ONE)) == [SINGLE]
    assert read(*(",".join(line.ljust(15)).replace(" ", "") for line in CANVAS)) == [DOUBLE]


def test_grids_of_nine_lines_need_no_empty_line_between() -> None:
    for times in (1, 2, 3, 4, 20):
        assert read(*(NINE + OTHER_NINE) * times) == [SINGLE, OTHER] * times
    assert read(*NINE, *OTHER_NINE, *NINE) == [SINGLE, OTHER, SINGLE]


def test_all_kinds_in_one_file() -> None:
    assert read(*NINE, EIGHTY_ONE, *LINE, *STACK, "", *CANVAS, "# x", *OTHER_NINE) == [
        SINGLE,
        SINGLE,
        DOUBLE,
        DOUBLE,
        DOUBLE,
        Puzzle(OTHER.layout, OTHER.givens, "x"),
    ]


def test_remarks_name_puzzles() -> None:
    text = ["# file", "", "#  one  two ", EIGHTY_ONE, f"{EIGHTY_ONE} # three", EIGHTY_ONE, "#four", "#", *CANVAS, "#x"]
    assert [puzzle.name for puzzle in read(*text)] == ["one two", "three", "", "four"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [EIGHTY_ONE, EIGHTY_ONE[:-1]],
            ":2: no puzzle begins with a line of 80 cells; the first line of a puzzle has 9 or 81 or 162",
        ),
        ([EIGHTY_ONE, f" {'.' * 80}w"], ":2: unknown character 'w' in column 82; write givens as digits"),
        ([EIGHTY_ONE, "é" + "." * 80], ":2: unknown character 'é' in column 1;"),
        ([*NINE[:-1]], ":8: a sudoku 9x9 ends after 8 of its 9 lines"),
        ([*NINE[:-1], "", *NINE], ":8: a sudoku 9x9 ends after 8 of its 9 lines"),
        ([*NINE, *NINE[:2]], ":11: a sudoku 9x9 ends after 2 of its 9 lines"),
        ([*NINE[:4], NINE[4][:-1], *NINE[5:]], ":5: line 5 of a sudoku 9x9 needs 9 cells, but has 8"),
        ([*NINE[:4], NINE[4] + "1", *NINE[5:]], ":5: line 5 of a sudoku 9x9 needs 9 cells, but has 10"),
        ([*NINE[:4], "5.w......", *NINE[5:]], ":5: unknown character 'w' in column 3;"),
        ([*NINE[:4], ",, 5,,w,,,, ", *NINE[5:]], ":5: unknown character 'w' in column 7;"),
        ([EIGHTY_ONE, "□" * 81], ":2: unknown character '□' in column 1;"),
        ([*CANVAS[:-1]], ":14: a double sudoku ends after 14 of its 15 lines"),
        ([*CANVAS[:8], CANVAS[8][:-1], *CANVAS[9:]], ":9: line 9 of a double sudoku needs 15 cells, but has 14"),
        ([*CANVAS[:9], "   " + CANVAS[9].strip(), *CANVAS[10:]], ":10: line 10 of a double sudoku needs 9 cells"),
        (["1 2 3 4 5 6 7 8 10"] * 9, ":1: digit 10 in column 17 is above 9"),
        (["1 2 3 4 5 6 7 8 -1"] * 9, ":1: unknown character '-1' in column 17;"),
        (["Once upon a time"], ":1: unknown character 'O' in column 1;"),
        (["\0\1\2"], r":1: unknown character '\x00' in column 1;"),
    ],
)
def test_refusals(lines: list[str], message: str) -> None:
    assert refusal(*lines).startswith("some/file.txt" + message)


def test_the_shared_box_must_agree() -> None:
    row = STACK[9]
    digit = "1" if row[1] != "1" else "2"
    first = STACK[6][7]
    spoilt = [*STACK[:9], row[0] + digit + row[2:], *STACK[10:]]
    shared = "empty" if first == "." else first
    assert refusal(*spoilt).startswith(
        f"some/file.txt:10: the shared cell r7c8 is {shared} in grid 1 and {digit} in grid 2; make both the same"
    )
    assert "the shared cell r7c8" in refusal("".join(spoilt))
    assert refusal("", "".join(spoilt)).startswith("some/file.txt:2:")


def boxed(digits: str, cell: str, upright: str = "|") -> list[str]:
    """Nine lines of a grid drawn with boxes, with blanks for empty cells; `cell` has {} for the digit."""
    rows = [digits[start : start + 9].replace(".", " ") for start in range(0, 81, 9)]
    lead = cell[: cell.index("{")]
    boxes = [["".join(map(cell.format, row[at : at + 3])) + lead for at in (0, 3, 6)] for row in rows]
    lines = [upright + upright.join(row) + upright for row in boxes]
    ruler = "+".join(["", *["-" * len(box) for box in boxes[0]], ""])
    return [ruler, *lines[:3], ruler, *lines[3:6], ruler, *lines[6:], ruler]


@given(st.lists(st.sampled_from(".123456789") | st.just("."), min_size=81, max_size=81).map("".join))
def test_blank_cells_of_a_grid_with_boxes(digits: str) -> None:
    givens = tuple(int(sign.replace(".", "0")) for sign in digits)
    for lines in (boxed(digits, "{}"), boxed(digits, " {}"), boxed(digits, " {}", "│")):
        for indent in ("", "    "):
            found = TextReader([single()], None).read(indent + line for line in lines)
            assert [getattr(puzzle, "givens", None) for puzzle in found] == [givens]


def test_a_grid_of_candidates() -> None:
    """A cell with one candidate is given; the widths of columns do not matter."""
    solution = random_solution(single(), 4)
    several = ["".join(sorted({str(digit), "4", "8", "9"})) for digit in solution]
    words = [several[cell] if cell % 3 == 0 else str(digit) for cell, digit in enumerate(solution)]
    rows = [words[start : start + 9] for start in range(0, 81, 9)]
    givens = tuple(0 if len(word) > 1 else int(word) for word in words)
    plain = [" ".join(word.ljust(5) for word in row) for row in rows]
    drawn = [f"| {' '.join(row[:3])} | {'  '.join(row[3:6])} | {' '.join(row[6:])} |" for row in rows]
    ruler = ".---------.---------.--------."
    for lines in (plain, drawn, [ruler, *drawn[:3], ruler, *drawn[3:6], ruler, *drawn[6:], ruler]):
        assert [puzzle.givens for puzzle in read(*lines)] == [givens]


@given(st.lists(st.integers(0, 16), min_size=256, max_size=256).filter(lambda givens: {0, 1} < set(givens)))
def test_digits_from_0(givens: list[int]) -> None:
    """A 16x16 with 0 to 9 and A to F, in which another sign is an empty cell."""
    text = "".join("." if digit == 0 else f"{digit - 1:X}" for digit in givens)
    rows = [text[start : start + 16] for start in range(0, 256, 16)]
    for lines in (rows, list(map(" ".join, rows)), [row.replace(".", "-") for row in rows], [text]):
        assert [puzzle.givens for puzzle in read_all(*lines)] == [tuple(givens)]


@pytest.mark.parametrize("path", ["a.sdk", "A.SDK"])
def test_the_name_of_a_file_selects_remarks_with_tags(path: str) -> None:
    heads = {"#DDAY": "DAY", "#LEVEL 2": "EVEL 2", "#A Me\n#D": "Me", "# DVD": "DVD", "#D1\n# by me": "1"}
    for head, name in heads.items():
        text = "\n".join([*head.split("\n"), *NINE])
        assert [puzzle.name for puzzle in parse(text.encode(), path=path)] == [name]


def test_names_in_sdk_files() -> None:
    for head, name in {
        "#DDemo": "Demo", "#Uhttp://x/y": "http://x/y", "#ASome One\n#DThe name\n#Cmore\n[Puzzle]": "The name",
        "#Uhttp://x\n[Puzzle]": "http://x", "#USA today": "USA today", "# DVD": "DVD", "# D Desc": "D Desc",
        "#D Desc": "Desc", "#A Me\n#D Desc\n#C more\n#B 2020\n#L Easy": "Desc", "#A puzzle": "A puzzle",
        "#ARuud\n#DA random puzzle\n#CJust start\n#B03-08-2006\n#LEasy\n#Uhttp://x": "A random puzzle",
    }.items():  # fmt: skip
        assert [puzzle.name for puzzle in read(*head.split("\n"), *NINE)] == [name]


@pytest.mark.parametrize(
    ("deleted", "gone"), [("", []), ("512", [(1, 5)]), ("934 199 991", [(21, 9), (80, 1), (72, 9)])]
)
def test_deleted_candidates_of_a_line_of_hodoku(deleted: str, gone: list[tuple[int, int]]) -> None:
    (puzzle,) = read(f":0000:x:{'.' * 81}:{deleted}::")
    expected = [0b11_1111_1110 & ~sum(1 << digit for at, digit in gone if at == cell) for cell in range(81)]
    assert (list(puzzle.candidates) if puzzle.candidates else None) == (expected if gone else None)


@pytest.mark.parametrize("deleted", ["51", "5123", "012", "510", "51x"])
def test_invalid_deleted_candidates(deleted: str) -> None:
    assert f"'{deleted}' is not a deleted candidate" in refusal(f":0000:x:{'.' * 81}:{deleted}::")
