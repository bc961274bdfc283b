"""Puzzles among other fields of a line, as in tables and collections of puzzles."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.files.kinds import FileKind, kind_of
from engine.sudoku.formats import parse, write
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

SOLUTION = random_solution(single(), 5)
PUZZLE = Puzzle(single(), tuple(digit if cell % 3 else 0 for cell, digit in enumerate(SOLUTION)))
CELLS = write(PUZZLE, "line").strip()
SOLVED = "".join(map(str, SOLUTION))
ZEROS = CELLS.replace(".", "0")


def read(text: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(puzzle.name, puzzle.givens) for puzzle in parse(text.encode())]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (f"{CELLS};Easter Monster", "Easter Monster"),
        (f"{CELLS},label", "label"),
        (f"{CELLS}:12", "12"),
        (f"{CELLS}\tfrom a book", "from a book"),
        (f"{CELLS} ED=7.2/1.2/1.2", "ED=7.2/1.2/1.2"),
        (f"00009c3dd1ec {ZEROS}  1.2", "00009c3dd1ec 1.2"),
        (f'"{CELLS}","{SOLVED}"', ""),
        (f"'{CELLS}'", ""),
        (f"{SOLVED},{ZEROS}", ""),
        (f"7,{CELLS},{SOLVED},27,2.2", "7 27 2.2"),
    ],
)
def test_a_puzzle_among_other_fields(line: str, name: str) -> None:
    assert read(line) == read(f"\n{line}\n") == [(name, PUZZLE.givens)]
    assert read(f"# above\n{line}") == [(name or "above", PUZZLE.givens)]


@pytest.mark.parametrize(
    ("fields", "rating"),
    [
        (f"00009c3dd1ec {ZEROS}  1.2", 1.2), (f"{CELLS} ED=7.2/1.2/1.2", 7.2), (f"{CELLS};11.9/11.9/2.6;x", 11.9),
        (f"7,{CELLS},{SOLVED},27,2.2", 2.2), (f"{CELLS} 12", None), (f"{CELLS};v1.2", None), (CELLS, None),
    ],
)  # fmt: skip
def test_a_rating_among_the_other_fields(fields: str, rating: float | None) -> None:
    assert [puzzle.rating for puzzle in parse(fields.encode())] == [rating]


@pytest.mark.parametrize("header", ["puzzle,solution", "quizzes,solutions", "id\tpuzzle\tlevel", '"Grid"', "sudoku"])
def test_the_header_of_a_table(header: str) -> None:
    assert read(f"{header}\n{ZEROS},{SOLVED}\n{ZEROS},{SOLVED}\n") == [("", PUZZLE.givens)] * 2


@given(
    st.lists(st.tuples(st.sampled_from(",;\t: "), st.from_regex(r"[A-Za-z0-9/=]{1,8}", fullmatch=True)), max_size=4),
    st.integers(0, 4),
)
def test_fields_in_any_order(fields: list[tuple[str, str]], place: int) -> None:
    words = [word for _, word in fields]
    words.insert(place, CELLS)
    separator = fields[0][0] if fields else ","
    assert read(separator.join(words)) == [(" ".join(word for word in words if word != CELLS), PUZZLE.givens)]


def test_candidates_at_their_places() -> None:
    """Nine characters per cell, each a digit or a dot: a cell with one candidate is given."""
    cells = (sign.rjust(int(sign), ".").ljust(9, ".") if sign != "." else "123456789" for sign in CELLS)
    text = "".join(cells)
    assert len(text) == 729
    assert read(text) == read(text.replace(".", "0")) == [("", PUZZLE.givens)]


def test_such_files_are_known_as_puzzles() -> None:
    for line in (f"00009c3dd1ec {ZEROS}  1.2", f"7,{CELLS},{SOLVED},27,2.2", f"{CELLS};a name with words"):
        assert kind_of(f"{line}\n{line}\n".encode(), True, "some.file") is FileKind.PUZZLE
