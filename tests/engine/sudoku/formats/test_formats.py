"""Round trips in every format and for every layout, and robustness against garbage."""

from functools import cache

import pytest
from amounts import amount
from format_pairs import FITTING, MISFITS, PAIRS
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.base.text import MAX_TITLE_LENGTH
from engine.sudoku.formats import FORMATS, parse, require, write, write_all
from engine.sudoku.layout import LAYOUTS, Layout, describe, single
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact import random_solution

WORDS = st.text(st.characters(exclude_categories=["Z", "C"]), min_size=1, max_size=5)
NAMES = st.lists(WORDS, max_size=3).map(" ".join)
MORE = ["diagonal", "small", "six", "twins", "samurai", "sixteen"]
ROWS = [
    b"123456789", b"." * 81, b"0 " * 9, b"." * 15, b"-1 " * 6, b"", b"#a", b"      " + b"." * 9, b"+---+", b"|12|34|",
    b"# layout: x", b"[Puzzle]", b"[State]", b":0000:x:" + b"+1" * 81 + b":::", b"1234", b"ABCDEFGHIJKLMNOP", b"." * 16,
]  # fmt: skip
TEXTS = [name for name, form in FORMATS.items() if form.shape]


@cache
def grid(layout: Layout, seed: int) -> Digits:
    return random_solution(layout, seed)


def puzzles(layout: Layout, names: st.SearchStrategy[str] = NAMES) -> st.SearchStrategy[Puzzle]:
    """Puzzles whose givens come from a complete grid."""
    grids = st.integers(0, 5).map(lambda seed: grid(layout, seed))
    cells = st.sets(st.integers(0, len(layout.cells) - 1))
    givens = st.builds(lambda grid, keep: tuple(d if c in keep else 0 for c, d in enumerate(grid)), grids, cells)
    return st.builds(Puzzle, st.just(layout), givens, names)


def test_every_format_writes_a_single_grid_and_these_every_layout() -> None:
    assert all("single" in fitting for fitting in FITTING.values())
    for form in ("grid", "stack", "line", "spaced", "sudokupad", "ksudoku"):
        assert FITTING[form] == [*LAYOUTS]


@pytest.mark.parametrize(("form", "name"), MISFITS)
def test_a_format_that_can_not_hold_a_layout_is_reported(form: str, name: str) -> None:
    with pytest.raises(InputError) as error:
        require(form, LAYOUTS[name]())
    assert error.value.advice


def test_an_export_error_names_the_formats_that_can_hold_it() -> None:
    with pytest.raises(InputError, match="double sudoku: only a single grid with boxes can be drawn; use the format"):
        require("ss", LAYOUTS["double"]())


@pytest.mark.parametrize(("form", "name"), PAIRS)
@settings(deadline=None, max_examples=amount(6))
@given(data=st.data(), end=st.sampled_from([b"\n", b"\r\n", b"\r"]), mark=st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_puzzles_come_back_from_every_format(
    form: str, name: str, data: st.DataObject, end: bytes, mark: bytes
) -> None:
    puzzle = data.draw(puzzles(LAYOUTS[name]()))
    text = write(puzzle, form)
    assert parse(mark + text.encode().replace(b"\n", end)) == [puzzle]
    assert parse(text.rstrip("\n").encode()) == [puzzle]


@pytest.mark.parametrize("form", ["grid", "line", "spaced"])
def test_a_name_that_begins_as_a_tag_of_sdk_files_stays_whole(form: str) -> None:
    named = Puzzle(single(), (0,) * 81, "DBase")
    assert parse(write(named, form).encode()) == [named]


@settings(deadline=None, max_examples=amount(150))
@given(st.data(), st.sampled_from([form for form in FORMATS if not FORMATS[form].is_single]))
def test_round_trip_of_several_layouts_in_one_file(data: st.DataObject, form: str) -> None:
    held = [make() for make in LAYOUTS.values() if not FORMATS[form].misfit(make())]
    several = [
        data.draw(puzzles(layout)) for layout in data.draw(st.lists(st.sampled_from(held), min_size=1, max_size=4))
    ]
    assert parse(write_all(several, form).encode()) == several


@settings(deadline=None, max_examples=amount(60))
@given(st.data(), st.sampled_from(MORE), st.sampled_from(["grid", "stack", "line", "spaced"]))
def test_any_requested_layout(layouts: dict[str, Layout], data: st.DataObject, name: str, form: str) -> None:
    puzzle = data.draw(puzzles(layouts[name]))
    assert parse(write(puzzle, form).encode(), layout=layouts[name]) == [puzzle]


@pytest.mark.parametrize("form", ["grid", "stack", "line", "spaced"])
def test_a_layout_with_cells_outside_its_grids(form: str) -> None:
    layout = describe("layout odd\nsize 4\ngrid 1 1\nmap room\n....AA\n.....A\n")
    puzzle = Puzzle(layout, (1, 2, 3, 4, 1, 2, *(0,) * 12, 3))
    assert parse(write(puzzle, form).encode(), layout=layout) == [puzzle]


@settings(deadline=None)
@given(st.data())
def test_a_layout_with_empty_rows_and_columns(data: st.DataObject) -> None:
    places = st.tuples(st.integers(1, 9), st.integers(1, 9))
    cells = data.draw(st.lists(places, min_size=2, max_size=4, unique=True))
    layout = describe("layout odd\nsize 4\nhouse cage " + " ".join(f"r{row}c{column}" for row, column in cells))
    puzzle = Puzzle(layout, tuple(data.draw(st.integers(0, 4)) for _ in layout.cells))
    form = data.draw(st.sampled_from([form for form in TEXTS if not FORMATS[form].misfit(layout)]))
    assert parse(write(puzzle, form).encode(), layout=layout) == [puzzle]


def test_the_requested_layout_overrides_that_of_the_text() -> None:
    text = write(Puzzle(LAYOUTS["x"](), (0,) * 81))
    assert text.startswith("# layout: x\n")
    assert parse(text.encode())[0].layout.name == "x"
    assert parse(text.encode(), layout=single())[0].layout is single()
    assert parse(text.replace("layout: x", "layout: none").encode())[0] == Puzzle(single(), (0,) * 81, "layout: none")


def test_digits_above_nine(layouts: dict[str, Layout]) -> None:
    layout = layouts["sixteen"]
    solution = random_solution(layout, 1)
    rows = write(Puzzle(layout, solution)).splitlines()
    assert sorted(rows[0]) == list("123456789ABCDEFG")
    letters = "\n".join(row.translate(str.maketrans("123456789ABCDEFG", "ABCDEFGHIJKLMNOP")) for row in rows)
    for text in ("\n".join(rows), "\n".join(rows).lower(), letters, letters.replace("\n", "")):
        assert [puzzle.givens for puzzle in parse(text.encode())] == [solution]
    numbers = write(Puzzle(layout, solution), "spaced")
    assert sorted(numbers.split()[:16]) == sorted(map(str, range(1, 17)))
    with pytest.raises(InputError, match="digit Z in column 16 is above 16"):
        parse(("1" * 15 + "Z" + "\n" + ".\n".join(["." * 15] * 15) + ".\n").encode())


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
    six = Puzzle(LAYOUTS["6x6"](), (1, *(0,) * 34, 6), "six")
    assert write(six, "ss").splitlines() == [
        "# six", "*-------*", "|1..|...|", "|...|...|", "|---+---|", "|...|...|", "|...|...|", "|---+---|", "|...|...|",
        "|...|..6|", "*-------*",
    ]  # fmt: skip
    nine = Puzzle(single(), (5, *(0,) * 79, 7), "nine")
    assert write(nine, "sdk").splitlines() == ["#Dnine", "[Puzzle]", "5........", *["." * 9] * 7, "........7"]
    assert write(nine, "sdm") == "# nine\n5" + "0" * 79 + "7\n"
    assert write(nine, "hodoku") == "# nine\n:0000:x:5" + "." * 79 + "7:::\n"


@pytest.mark.parametrize("form", [name for name, form in FORMATS.items() if not form.misfit(single())])
def test_a_name_as_long_as_is_read(form: str) -> None:
    puzzle = Puzzle(single(), (5, *(0,) * 80), "a" * MAX_TITLE_LENGTH)
    text = write(parse(write(puzzle, form).encode())[0], form)
    assert write(parse(text.encode())[0], form) == text == write(puzzle, form)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(InputError, match="unknown format 'x'; use one of grid, stack, line, spaced"):
        write(Puzzle(single(), (0,) * 81), "x")


@pytest.mark.parametrize("data", [b"", b"\n\n", b"# only a comment\n", b"\xef\xbb\xbf", b" " * 100_000, b"[Puzzle]\n"])
def test_a_file_without_a_puzzle_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="no puzzle"):
        parse(data, path="x.txt")


def outcome(data: bytes) -> list[Puzzle] | InputError:
    try:
        return parse(data, path="x.txt")
    except InputError as refused:
        return refused


@settings(deadline=None, max_examples=amount(300))
@given(
    st.one_of(
        st.binary(max_size=400),
        st.text(st.sampled_from("0123456789.-# \n\tx|+"), max_size=400).map(str.encode),
        st.lists(st.sampled_from(ROWS)).map(b"\n".join),
        st.tuples(st.sampled_from([b"<", b"{", b"<opensudoku>", b"<ksudoku>"]), st.binary(max_size=99)).map(b"".join),
    )
)
def test_arbitrary_bytes_give_puzzles_or_an_input_error(data: bytes) -> None:
    found = outcome(data)
    assert found
    if isinstance(found, InputError):
        assert str(found).startswith("x.txt")
        assert "\n" not in str(found)


@settings(deadline=None, max_examples=amount(400))
@given(st.data(), st.sampled_from([pair.values for pair in PAIRS]))
def test_damaged_files(data: st.DataObject, pair: tuple[str, str]) -> None:
    form, name = pair
    text = bytearray(write(data.draw(puzzles(LAYOUTS[name]())), form).encode())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 2))] = data.draw(st.binary(max_size=2))
    found = outcome(bytes(text))
    if isinstance(found, InputError):
        assert found.line is None or 1 <= found.line <= 1 + text.count(b"\n") + text.count(b"\r")
    else:
        assert all(0 <= digit <= puzzle.layout.size for puzzle in found for digit in puzzle.givens)


@pytest.mark.long
def test_many_lines_are_read_and_the_bad_one_is_named() -> None:
    line = b"." * 80 + b"5\n"
    found = parse(line * 20_000)
    assert len(found) == 20_000
    with pytest.raises(InputError) as refused:
        parse(line * 5000 + b"." * 82 + b"\n" + line * 5000)
    assert refused.value.line == 5001
