"""Guesses from the beginning of a file, at both sides of each limit."""

import pytest

from engine.sudoku.formats.detection import are_puzzles, numbers_are_puzzles
from engine.sudoku.layout import MAX_DIGITS


def _numbers(text: str, *, whole: bool = True, named_cnf: bool = False) -> bool:
    return numbers_are_puzzles([line.split() for line in text.encode().splitlines()], whole, named_cnf)


@pytest.mark.parametrize(
    ("text", "puzzles"),
    [
        # Digits side by side: more than ten, or with a zero before.
        ("1234567890\n1234567890\n", False),
        ("12345678901\n", True),
        ("12345678901 -2\n", False),
        ("12345678901 +2\n", False),
        ("007\n", True),
        ("007 -1\n", False),
        ("0\n", False),
        # Corners: only several -1 in a row, in lines of one width.
        ("-1 -1 3\n1 2 3\n", True),
        ("1 -1 -1\n1 2 3\n", True),
        ("-1 3 -1\n1 2 3\n", False),
        ("1 2 3\n-1 -1 3\n", False),
        ("-1 -2 3\n1 2 3\n", False),
        ("-2 -2 3\n1 2 3\n", False),
        ("-1 -1 3\n1 2\n", False),
        ("-1 -1\n-1 -1\n", False),
        # One number a line.
        ("123\n120\n301\n", True),
        ("123\n120\n", False),
        ("123\n120\n301\n123\n", False),
        ("123\n120\n301\n" * 2, True),
        ("123\n12\n301\n", False),
        ("12\n21\n", False),
        ("123012301\n", True),
        ("123012401\n", False),
        ("123012301\n12301230\n", False),
        # A square of numbers.
        ("1 2 3\n3 1 2\n2 3 1\n", True),
        ("1 2 3\n3 1 2\n", False),
        ("1 2\n2 1\n", False),
        ("1 2 3\n3 1 2\n2 3 1\n" * 2, True),
        ("1 2 3\n3 1 25\n2 3 1\n", True),
        (f"1 2 3\n3 1 {MAX_DIGITS + 1}\n2 3 1\n", False),
        (" ".join("1" * MAX_DIGITS) + "\n", False),
        # Clauses: a 0 at the end of each line, and nowhere else.
        ("1 2 0\n3 1 0\n2 3 0\n", False),
        ("1 2 0\n3 1 0\n2 3 1\n", True),
        ("1 0 0\n3 1 0\n2 3 0\n", True),
        # Two empty cells side by side.
        ("1 0 0 4\n1 2 3 4\n", True),
        ("1 0 2 0 4\n1 2 3 4 0\n", False),
        ("1 2 0 0\n1 2 3 4 1\n", True),
        ("1 0 0 5\n1 2 3 4\n", False),
    ],
)
def test_which_numbers_are_puzzles(text: str, puzzles: bool) -> None:
    assert _numbers(text) == puzzles


@pytest.mark.parametrize(
    ("text", "not_whole", "named_cnf"),
    [
        ("1 2 3\n3 1 2\n2 3 1\n", True, True),
        ("1 2 3\n3 1 2\n", True, False),
        ("1 2 3\n3 1 5\n2 3 1\n", True, False),
        ("123\n120\n301\n123\n", True, False),
        ("123\n120\n", False, False),
        ("1 0 0 4\n1 2 3 4\n", True, False),
        ("1 0 0\n1 2 3 4\n", False, False),
        (" ".join("1" * MAX_DIGITS) + "\n", True, False),
        (" ".join("1" * (MAX_DIGITS + 1)) + "\n", False, False),
    ],
)
def test_numbers_of_a_part_and_of_a_file_named_as_a_formula(text: str, not_whole: bool, named_cnf: bool) -> None:
    assert _numbers(text, whole=False) == not_whole
    assert _numbers(text, named_cnf=True) == named_cnf


@pytest.mark.parametrize("name", ["a.sdk", "A.SDM", "a.ss.gz", "a.sudoku.bz2", "b.sdk.xz"])
def test_some_names_are_of_puzzles_only(name: str) -> None:
    assert are_puzzles(b"hello", [b"hello"], name)


@pytest.mark.parametrize("name", ["a.txt", "a.json", "a.sdk.zip", "sdk", "a.sdk.txt", "a.gz"])
def test_other_names_mean_nothing(name: str) -> None:
    assert not are_puzzles(b"hello", [b"hello"], name)


@pytest.mark.parametrize(
    ("head", "puzzles"),
    [
        (b"<?xml ?><opensudoku>", True), (b"<html><body>", False), (b"<html>\n<p>SUDOKU", True),
        (b"[[1, 2", True), (b"[[[null, 1", True), (b'[["5"', True), (b"[1, 2", False),
        (b"[[true", False), (b"[[[[1", True), (b"[[[[[1", False),
        (b'{"size": 9', True), (b'{"grids":', True), (b'{"givens" : []', True), (b'{"a": "Sudoku"', True),
        (b'{"name": "x"', False), (b'"size": 9', False),
    ],
)  # fmt: skip
def test_which_markup_is_of_puzzles(head: bytes, puzzles: bool) -> None:
    assert are_puzzles(head, [b"hello"], "a") == puzzles


@pytest.mark.parametrize(
    ("row", "puzzles"),
    [
        (b"123", True), (b"...", True), (b"12", False), (b"1.", False), (b"1|2", True), (b"1 2", True), (b"..x", False),
        (b"+---+---+", True), (b"---", True), (b"--", False), (b"***", True), (b"**", False), (b"+-*-+", True),
        ("╔═══╗".encode(), True), ("║1.3║".encode(), True), ("é12".encode(), False),
        (b"..xX", True), (b".?x", False), (b"xxxx", True),
        (b"1" + b"A" * 15, True), (b"A" * 16, False), (b"1" + b"A" * 14, False), (b"1" + b"Q" * 15, False),
        (b"." * 36 + b",easy", True), (b"easy;" + b"." * 36, True), (b"easy;" + b"." * 35, False),
        (b"easy" + b"." * 36, False), (b"." * 36 + b"easy", False),
        (b"9j:abcd", True), (b"3x3:a1b2,cd", True), (b"9:abc", False), (b" 9:abcd ", True),
        (b":0000:x:53..7:::", True), (b"https://sudokupad.app/abc", True), (b"http", False), (b"", False),
    ],
)  # fmt: skip
def test_which_rows_are_cells(row: bytes, puzzles: bool) -> None:
    assert are_puzzles(row, [row], "a") == puzzles


@pytest.mark.parametrize(
    ("cells", "words", "puzzles"),
    [(3, 1, True), (2, 1, False), (6, 2, True), (5, 2, False), (23, 7, True), (22, 8, False)],
)
def test_three_quarters_of_the_rows_are_cells(cells: int, words: int, puzzles: bool) -> None:
    rows = [b"53..7...."] * cells + [b"hello"] * words
    assert are_puzzles(rows[0], rows, "a") == puzzles
    assert are_puzzles(rows[-1], rows[::-1], "a") == puzzles


def test_only_the_first_thirty_rows_count() -> None:
    assert are_puzzles(b"", [b"..." + b"." * 6] * 30 + [b"hello"] * 60, "a")
    assert not are_puzzles(b"", [b"..." + b"." * 6] * 22 + [b"hello"] * 8 + [b"1.."] * 20, "a")
