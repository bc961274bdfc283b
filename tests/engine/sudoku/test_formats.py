"""Reading back what was written, and surviving what nobody wrote."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import InputError
from engine.sudoku.formats import FORMATS, parse, write, write_all
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search import random_solution

WORDS = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=5)
NAMES = st.lists(WORDS, max_size=3).map(" ".join)
MORE = ["diagonal", "small", "six", "twins", "samurai"]
ROWS = [b"123456789", b"." * 81, b"0 " * 9, b"." * 15, b"-1 " * 6, b"", b"#a", b"      " + b"." * 9]


@cache
def grid(layout: Layout, seed: int) -> Digits:
    return random_solution(layout, seed)


def puzzles(layout: Layout) -> st.SearchStrategy[Puzzle]:
    """Puzzles whose givens come from a complete grid."""
    grids = st.integers(0, 5).map(lambda seed: grid(layout, seed))
    kept = st.sets(st.integers(0, len(layout.cells) - 1))
    givens = st.builds(lambda grid, keep: tuple(d if c in keep else 0 for c, d in enumerate(grid)), grids, kept)
    return st.builds(Puzzle, st.just(layout), givens, NAMES)


@settings(deadline=None)
@given(
    data=st.data(),
    form=st.sampled_from(list(FORMATS)),
    end=st.sampled_from([b"\n", b"\r\n"]),
    mark=st.sampled_from([b"", b"\xef\xbb\xbf"]),
)
def test_round_trip(data: st.DataObject, form: str, end: bytes, mark: bytes) -> None:
    layout = LAYOUTS[data.draw(st.sampled_from(list(LAYOUTS)))]()
    puzzle = data.draw(puzzles(layout))
    text = write(puzzle, form)
    assert parse(mark + text.encode().replace(b"\n", end)) == [puzzle]
    assert parse(text.rstrip("\n").encode()) == [puzzle]


@settings(deadline=None)
@given(st.data(), st.sampled_from(list(FORMATS)))
def test_round_trip_of_several(data: st.DataObject, form: str) -> None:
    layout = LAYOUTS[data.draw(st.sampled_from(list(LAYOUTS)))]()
    several = data.draw(st.lists(puzzles(layout), min_size=1, max_size=4))
    assert parse(write_all(several, form).encode()) == several


@settings(deadline=None, max_examples=30)
@given(st.data(), st.sampled_from(MORE), st.sampled_from(list(FORMATS)))
def test_any_layout_that_is_asked_for(
    layouts: dict[str, Layout], data: st.DataObject, name: str, form: str
) -> None:
    puzzle = data.draw(puzzles(layouts[name]))
    assert parse(write(puzzle, form).encode(), layout=layouts[name]) == [puzzle]


def test_digits_above_nine(layouts: dict[str, Layout]) -> None:
    puzzle = Puzzle(layouts["sixteen"], random_solution(layouts["sixteen"], 1))
    assert parse(write(puzzle, "spaced").encode(), layout=puzzle.layout) == [puzzle]
    for form in ("grid", "line", "stack"):
        with pytest.raises(InputError, match="digits above 9"):
            write(puzzle, form)


def test_how_they_look(layouts: dict[str, Layout]) -> None:
    puzzle = Puzzle(layouts["twins"], (1, 0, 0, 4, *(0,) * 4, 2, *(0,) * 18, 3), "two\n grids")
    assert write(puzzle).splitlines() == [
        "# two grids", "  1..4", "  ....", "2.....", "......", "....", "...3",
    ]  # fmt: skip
    assert write(puzzle, "spaced").splitlines()[1::2] == ["-1 -1 1 0 0 4", "2 0 0 0 0 0", "0 0 0 0 -1 -1"]
    assert write(puzzle, "stack").splitlines()[1:] == [
        "1..4", "....", "....", "....", "2...", "....", "....", "...3",
    ]  # fmt: skip
    assert write(puzzle, "line").splitlines()[1] == "1..4" + "." * 12 + "2" + "." * 14 + "3"


def test_unknown_format() -> None:
    with pytest.raises(InputError, match="unknown format 'x'; use one of grid, stack, line, spaced"):
        write(Puzzle(single(), (0,) * 81), "x")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# only a comment\n", b"\xef\xbb\xbf"])
def test_no_puzzle(data: bytes) -> None:
    with pytest.raises(InputError, match="no puzzle"):
        parse(data, path="x.txt")


def outcome(data: bytes) -> list[Puzzle] | InputError:
    try:
        return parse(data, path="x.txt")
    except InputError as refused:
        return refused


@settings(deadline=None, max_examples=300)
@given(
    st.one_of(
        st.binary(max_size=400),
        st.text(st.sampled_from("0123456789.-# \n\tx"), max_size=400).map(str.encode),
        st.lists(st.sampled_from(ROWS)).map(b"\n".join),
    )
)
def test_arbitrary_bytes_give_puzzles_or_an_input_error(data: bytes) -> None:
    found = outcome(data)
    assert found
    if isinstance(found, InputError):
        assert str(found).startswith("x.txt")
        assert "\n" not in str(found)


@settings(deadline=None, max_examples=200)
@given(st.data(), st.sampled_from(list(FORMATS)))
def test_damaged_files(data: st.DataObject, form: str) -> None:
    layout = LAYOUTS[data.draw(st.sampled_from(list(LAYOUTS)))]()
    text = bytearray(write(data.draw(puzzles(layout)), form).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    found = outcome(bytes(text))
    if isinstance(found, InputError):
        assert found.line is None or 1 <= found.line <= 1 + text.count(b"\n") + text.count(b"\r")
    else:
        assert all(0 <= digit <= 9 for puzzle in found for digit in puzzle.givens)


def test_many_lines() -> None:
    line = b"." * 80 + b"5\n"
    found = parse(line * 20_000)
    assert len(found) == 20_000
    with pytest.raises(InputError) as refused:
        parse(line * 5000 + b"." * 82 + b"\n" + line * 5000)
    assert refused.value.line == 5001
