"""Files cut into pieces: nothing lost, nothing moved, in every format and wherever a part ends."""

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.formats import FORMATS, chunks, parse, read_puzzles, write_all
from engine.sudoku.formats.chunks import LINE_END, PuzzleChunk, TextChunk, cut
from engine.sudoku.layout import LAYOUTS, Layout, describe, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle

PUZZLES = [generate(single(), 40, seed=seed).puzzle for seed in range(6)]
DOUBLES = [generate(double(), 60, seed=seed).puzzle for seed in range(3)]


def read(data: bytes, layout: Layout, part: int = 1 << 16) -> list[bytes | InputError]:
    parts = [data[start : start + part] for start in range(0, len(data), part)]
    return [found for piece in cut(parts, layout) for found in piece]


def lines_of(found: list[bytes | InputError]) -> list[int | None]:
    return [error.line for error in found if isinstance(error, InputError)]


@pytest.mark.parametrize("form", [name for name, form in FORMATS.items() if not form.is_single])
@pytest.mark.parametrize("ends", [b"\n", b"\r\n"])
@pytest.mark.parametrize("part", [1, 50, 1 << 16])
def test_parts_of_any_length_give_the_puzzles_of_the_file_in_every_format(form: str, ends: bytes, part: int) -> None:
    data = write_all(PUZZLES, form).encode().replace(b"\n", ends)
    assert read(data, single(), part) == [bytes(puzzle.givens) for puzzle in PUZZLES]


def test_a_long_line_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MAX_BLOCK_BYTES", 5000)
    line = write_all(PUZZLES[:1], "line").encode()
    found = read(line + b"x" * 50_000 + b"\n" + line, single(), 1000)
    assert lines_of(found) == [1 + line.count(b"\n")]
    assert [error for error in found if isinstance(error, bytes)] == [bytes(PUZZLES[0].givens)] * 2


def test_many_grids_without_an_empty_line_are_not_cut_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks, "MAX_BLOCK_BYTES", 500)
    first = write_all(PUZZLES[:1], "grid").encode()
    assert read(first + b"\n" + first * 50, single(), 123) == [bytes(PUZZLES[0].givens)] * 51


@pytest.mark.parametrize("form", ["line", "grid", "stack", "spaced"])
def test_doubles_come_back_from_every_form(form: str) -> None:
    assert read(write_all(DOUBLES, form).encode(), double()) == [bytes(puzzle.givens) for puzzle in DOUBLES]


@pytest.mark.parametrize("name", [name for name in LAYOUTS if name != "25x25"])
@pytest.mark.parametrize("form", ["line", "spaced"])
def test_puzzles_of_every_layout_come_back(name: str, form: str) -> None:
    layout = LAYOUTS[name]()
    puzzles = [generate(layout, 5, seed=seed).puzzle for seed in range(2)]
    assert read(write_all(puzzles, form).encode(), layout) == [bytes(puzzle.givens) for puzzle in puzzles]


@pytest.mark.parametrize("puzzles", [PUZZLES, DOUBLES])
def test_lines_and_blocks_are_cut_as_text(puzzles: list[Puzzle]) -> None:
    kinds = {"line": TextChunk, "grid": TextChunk, "stack": TextChunk, "spaced": TextChunk, "ksudoku": PuzzleChunk}
    for form, kind in kinds.items():
        text = write_all(puzzles[: 1 if FORMATS[form].is_single else None], form)
        assert {type(piece) for piece in cut([text.encode()], puzzles[0].layout)} == {kind}


@settings(max_examples=amount(200), deadline=None)
@given(data=st.data())
def test_a_damaged_block_reads_like_the_block_alone(data: st.DataObject) -> None:
    puzzle, form = data.draw(st.sampled_from(DOUBLES)), data.draw(st.sampled_from(["grid", "stack", "spaced"]))
    block = write_all([puzzle], form).partition("\n")[2]
    place = data.draw(st.integers(0, len(block) - 2))
    damaged = (block[:place] + data.draw(st.sampled_from([*"019.x- A", ""])) + block[place + 1 :]).strip("\n")
    first, *found = read(f"{block}\n{damaged}\n".encode(), double())
    assert first == bytes(puzzle.givens)
    alone = list(read_puzzles([damaged.encode()], layout=double()))
    assert [bytes(item.givens) if isinstance(item, Puzzle) else item.problem for item in alone] == [
        item.problem if isinstance(item, InputError) else item for item in found
    ]


@settings(max_examples=amount(100), deadline=None)
@given(data=st.data())
def test_a_bad_line_is_an_error_and_the_others_keep_their_places(data: st.DataObject) -> None:
    good = [write_all([puzzle], "line").splitlines()[1] for puzzle in PUZZLES]
    kinds = data.draw(st.lists(st.sampled_from(["good", "bad", "empty", "remark"]), min_size=1, max_size=30))
    bad = st.sampled_from(["1" * 80, "." * 82, "w" * 81, "." * 80 + "A", "hello", "1 2 3", "\x00", "\xff"])
    lines, expected, wrong = [good[0]], [bytes(PUZZLES[0].givens)], []
    for number, kind in enumerate(kinds, 2):
        if kind == "bad":
            wrong.append(number)
        elif kind == "good":
            expected.append(bytes(PUZZLES[number % 6].givens))
        lines.append({"good": good[number % 6], "bad": data.draw(bad), "empty": "", "remark": "# so"}[kind])
    text = "\n".join(lines).encode() + data.draw(st.sampled_from([b"", b"\n"]))
    found = read(text, single(), data.draw(st.integers(82, 300)))
    assert [givens for givens in found if isinstance(givens, bytes)] == expected
    assert lines_of(found) == wrong


def test_a_layout_is_known_by_its_houses() -> None:
    """Formats that describe the layout with each puzzle rename its houses."""
    mine = describe("layout mine\nsize 4\nboxes 2x2\ngrid 1 1\nhouse diag r1c1 r2c2 r3c3 r4c4")
    made = generate(mine, 8, seed=1).puzzle
    text = write_all([made], "ksudoku").encode()
    assert read(text, mine) == [bytes(made.givens)]
    assert isinstance(read(text, LAYOUTS["4x4"]())[0], InputError)


def test_a_bad_block_is_one_error_with_its_line() -> None:
    blocks = write_all([type(puzzle)(puzzle.layout, puzzle.givens) for puzzle in PUZZLES], "spaced").split("\n\n")
    blocks[2] = blocks[2].replace("0", "w", 1)
    blocks[4] = "1 2 3"
    found = read("\n\n".join(blocks).encode(), single())
    assert [index for index, givens in enumerate(found) if isinstance(givens, InputError)] == [2, 4]
    assert len(found) == 6
    first = 20 + 1 + blocks[2][: blocks[2].index("w")].count("\n")
    assert lines_of(found) == [first, 41]


def test_more_empty_lines_than_one_between_blocks() -> None:
    nameless = [type(puzzle)(puzzle.layout, puzzle.givens) for puzzle in PUZZLES]
    text = "\n" + write_all(nameless, "spaced").replace("\n\n", "\n\n\n\n\n") + "\n\n\nbad"
    found = read(text.encode(), single())
    assert found[:-1] == [bytes(puzzle.givens) for puzzle in PUZZLES]
    assert lines_of(found) == [text.count("\n") + 1]


def test_a_file_without_puzzles_has_no_chunks() -> None:
    assert read(b"", single()) == []
    assert read(b"\n\n# only a remark\n", single()) == []


def test_the_text_of_a_piece_is_bounded() -> None:
    line = write_all(PUZZLES[:1], "line").splitlines()[1].encode()
    pieces = list(cut([line + LINE_END, *[b"9" * (1 << 20)] * 20], single()))
    assert max(len(piece.data) for piece in pieces if isinstance(piece, TextChunk)) < 6 << 20
    assert parse(line)[0].givens == tuple(next(iter(pieces[0])))
