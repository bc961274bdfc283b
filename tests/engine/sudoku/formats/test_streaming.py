"""Text that arrives in pieces: little of it is kept, and errors are reported and skipped."""

import tracemalloc
from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from time import process_time

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.formats import FORMATS, parse, read_puzzles, write, write_all
from engine.sudoku.layout import LAYOUTS, Layout, double, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

ADVICE = "write givens as digits and empty cells as . or 0"


def thinned(layout: Layout, seed: int, keep: int = 3) -> Puzzle:
    solution = random_solution(layout, seed)
    return Puzzle(layout, tuple(digit if (cell + seed) % keep == 0 else 0 for cell, digit in enumerate(solution)))


@settings(deadline=None, max_examples=amount(100))
@given(st.data(), st.sampled_from(list(FORMATS)), st.sampled_from(["\n", "\r\n", "\r"]))
def test_pieces_of_any_length_make_no_difference(data: st.DataObject, form: str, end: str) -> None:
    puzzles = [thinned(single(), seed) for seed in range(1 if FORMATS[form].is_single else 3)]
    text = write_all(puzzles, form).replace("\n", end).encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[start:stop] for start, stop in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert list(read_puzzles(pieces)) == puzzles


def outcome(pieces: Iterable[bytes]) -> list[object]:
    """The results of reading, errors with their messages and lines."""
    return [str(found) if isinstance(found, InputError) else found for found in read_puzzles(pieces, path="x")]


BOM = b"\xef\xbb\xbf"
KSUDOKU = write(thinned(LAYOUTS["4x4"](), 1), "ksudoku").encode()
SAMPLES: dict[str, bytes] = {
    **{form: write_all([thinned(LAYOUTS["4x4"](), seed) for seed in range(2)], form).encode()
       for form in ("grid", "stack", "line", "spaced", "ss", "fpuzzles")},
    **{form: write_all([thinned(single(), seed) for seed in range(2)], form).encode()
       for form in ("sdk", "sdm", "hodoku", "opensudoku")},
    "ksudoku": KSUDOKU,
    "ksudoku damaged in a clique": KSUDOKU.replace(b"</clique>", b"</clik>", 3),
    "ksudoku damaged in its values": KSUDOKU.replace(b"<values>", b"<values>&\x81", 1),
    "ksudoku without its end": KSUDOKU[: len(KSUDOKU) // 2],
    "ksudoku with a byte more": KSUDOKU[:200] + b"\xbe" + KSUDOKU[200:],
    "ksudoku of no encoding": b'<?xml version="1.0" encoding="nothing"?>\n' + KSUDOKU,
    "ksudoku with an entity": b'<!DOCTYPE ksudoku [<!ENTITY a "b">]>\n<ksudoku>\n&a;</ksudoku>',
    "xml below blank lines": b' \n\r\n\n <?xml version="1.0"?>\n<opensudoku>\n<game data="1"/></opensudoku>',
    "double": write(thinned(double(), 3)).encode(),
    "a mark alone": BOM,
    "a mark twice": BOM + BOM,
    "half a mark": BOM[:2],
    "a mark before broken bytes": BOM + b"\xed\x3b\x81\xbe\xfe",
    "a mark before a puzzle": BOM + write(thinned(LAYOUTS["4x4"](), 2)).encode(),
    "a mark before XML": BOM + KSUDOKU,
    "a mark before JSON": BOM + write(thinned(LAYOUTS["4x4"](), 2), "fpuzzles").encode(),
    "blanks before XML": b" \n" * 100 + KSUDOKU,
    "every end of a line": b"12|34\r34|12\r\n--+--\n\r\r21|43\r\n43|21\r\r\n\n1234341221434321\r",
    "no puzzle": b"some words\r\n\r\nand more \xff\xfe\n",
    "JSON over several lines": b'{"size": 4,\r\n"grid": [\r\r[1, 2\n',
}  # fmt: skip


@pytest.mark.parametrize("name", SAMPLES)
def test_cut_at_any_byte_a_file_reads_the_same(name: str) -> None:
    data = SAMPLES[name]
    whole = outcome([data])
    for place in range(len(data) + 1):
        assert outcome([data[:place], data[place:]]) == whole, place
    for size in (1, 2, 7):
        assert outcome(data[start : start + size] for start in range(0, len(data), size)) == whole, size


@settings(deadline=None, max_examples=amount(300))
@given(st.data(), st.sampled_from(sorted(SAMPLES)))
def test_damaged_and_cut_anywhere_a_file_reads_the_same(data: st.DataObject, name: str) -> None:
    text = bytearray(SAMPLES[name])
    places = st.integers(0, len(text))
    damage = st.lists(st.tuples(places, st.integers(0, 9), st.binary(max_size=4)), max_size=3)
    for place, size, other in data.draw(damage):
        text[place : place + size] = other
    cuts = sorted(data.draw(st.lists(places, max_size=6)))
    pieces = [bytes(text[start:stop]) for start, stop in zip([0, *cuts], [*cuts, None], strict=True)]
    assert outcome(pieces) == outcome([bytes(text)])


@pytest.mark.parametrize(
    "long",
    [b"x" * 30_000, b"\xc3\xa4" * 15_000 + b"\xff", b" " * 30_000, b"1" * 19_999 + b"\xc3"],
    ids=["letters", "not UTF-8", "blanks", "digits"],
)
@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"], ids=["LF", "CR", "CRLF"])
def test_a_too_long_line_cut_anywhere_reads_the_same(long: bytes, end: bytes) -> None:
    text = LINE.encode() + end + long + end + LINE.encode() + end
    whole = outcome([text])
    for place in (*range(75, 90), *range(20_070, 20_120), *range(30_070, 30_110)):
        assert outcome([text[:place], text[place:]]) == whole, place


@pytest.mark.parametrize("blanks", [(1 << 16) - 1, 1 << 16, (1 << 16) + 1, 1 << 17])
def test_a_file_that_begins_with_many_blanks_reads_the_same(blanks: int) -> None:
    text = b" " * blanks + KSUDOKU
    whole = outcome([text])
    for size in (1000, 1 << 15, 1 << 16, blanks, blanks + 1):
        assert outcome(text[start : start + size] for start in range(0, len(text), size)) == whole, size


def long(text: str) -> Iterator[bytes]:
    """A quarter of a megabyte of it."""
    for _ in range(50):
        yield text.encode() * (5000 // len(text) + 1)


@pytest.mark.parametrize(
    "text",
    [
        LINE + "\n",
        write(thinned(single(), 1)),
        write(thinned(double(), 1)),
        write(thinned(LAYOUTS["samurai"](), 1)) + "\n",
        "# a comment\n",
        "no puzzle" * 9 + "\n\n",
        LINE,
        "x",
        " ",
        "\n",
    ],
)
@pytest.mark.few(1)
def test_little_memory_is_held_of_a_long_file(text: str) -> None:
    tracemalloc.start()
    for found in read_puzzles(long(text)):
        assert isinstance(found, Puzzle | InputError)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1_000_000


@pytest.mark.parametrize("start", [b'{"size": 9, "grid": [', b"53..7....", b"<opensudoku "])
def test_a_line_without_an_end_takes_no_more_than_its_length(start: bytes) -> None:
    """A JSON object once took quadratic time."""
    before = process_time()
    (error,) = read_puzzles(chain([start], repeat(b"[1]," * (1 << 14), 3000)), layout=single())
    assert "more than" in str(error) or "not valid XML" in str(error)
    assert process_time() - before < 10


def test_the_first_puzzle_comes_before_the_last_is_there() -> None:
    def lines() -> Iterator[bytes]:
        yield LINE.encode() + b"\n"
        yield LINE.encode() + b"\n"
        raise AssertionError("read too far")

    found = read_puzzles(lines())
    assert isinstance(next(found), Puzzle)


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (LINE[:-1], "x.txt:2: no puzzle begins with a line of 80 cells; the first line of a puzzle has "),
        (LINE[:-1] + "w", f"x.txt:2: unknown character 'w' in column 81; {ADVICE}"),
        ("1" * 6000, "x.txt:2: a line of more than 5000 characters"),
        (":0000:x:123:::", "x.txt:2: this HoDoKu line holds 3 cells; 81 are needed"),
        (f":0000:x:{LINE}+:::", None),
    ],
)
def test_a_broken_line_is_passed_over(broken: str, message: str | None) -> None:
    found = list(read_puzzles([f"{LINE}\n{broken}\n{LINE}\n".encode()], path="x.txt"))
    assert isinstance(found[0], Puzzle)
    assert str(found[1]).startswith(message) if message else isinstance(found[1], Puzzle)
    assert found[2] == found[0]


def test_a_broken_block_is_passed_over() -> None:
    good, bad = write(thinned(single(), 1)), write(thinned(single(), 2)).replace(".", "w", 1)
    found = list(read_puzzles([f"{good}\n{bad}\n{good}{bad}{good}".encode()]))
    assert [type(item) for item in found] == [Puzzle, InputError, InputError]
    found = list(read_puzzles([f"{good}\n{good}{good[:-3]}\n\n{good}".encode()]))
    assert [type(item) for item in found] == [Puzzle, InputError, Puzzle]


@pytest.mark.parametrize("name", ["single", "double", "samurai", "4x4", "16x16"])
def test_many_puzzles_without_an_empty_line_between(name: str) -> None:
    puzzles = [thinned(LAYOUTS[name](), seed, 2) for seed in range(45)]
    for form in ("grid", "spaced", "line"):
        text = "".join(write(puzzle, form) for puzzle in puzzles)
        assert list(read_puzzles([text.encode()])) == puzzles


@pytest.mark.parametrize("name", ["3x3", "4x4", "5x5", "single", "16x16", "25x25", "samurai"])
def test_equal_lengths_are_distinguished_by_direction(name: str) -> None:
    """Nine lines of nine are a 9x9, or nine 3x3 in lines: whichever breaks fewer rules."""
    layout = LAYOUTS[name]()
    several = [Puzzle(layout, random_solution(layout, seed)) for seed in range(81)]
    for count in (1, layout.size, 81):
        text = "".join(write(puzzle, "line") for puzzle in several[:count])
        assert parse(text.encode()) == several[:count]


DRAWN = """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
"""
BOX = str.maketrans("+-|", "╬═║")


@pytest.mark.parametrize(
    "text",
    [
        DRAWN,
        DRAWN * 3,
        DRAWN.replace(" ", ""),
        DRAWN.replace("+-------+-------+-------+", "*-----------*"),
        DRAWN.replace("+", ":").replace("|", "!"),
        "".join(f"    {line}\n" for line in DRAWN.splitlines()),
        DRAWN.translate(BOX),
        DRAWN.replace("|", "").replace("-------", "---"),
        DRAWN.replace(".", "0"),
        DRAWN.replace(".", "_"),
        DRAWN.replace(".", "*"),
        "[Puzzle]\n" + DRAWN + "[State]\n" + DRAWN.replace(".", "1") + "[Puzzle]\n" + DRAWN,
        "\n".join(LINE[start : start + 9] for start in range(0, 81, 9)),
        "\n\n".join("\n".join(" ".join(LINE[start : start + 9]) for start in range(0, 81, 9)) for _ in range(2)),
        ":0000:1:" + "".join(f"+{sign}" if sign in "53" else sign for sign in LINE) + ":123 456:789:512:",
    ],
)
def test_drawings_and_other_programs(text: str) -> None:
    found = parse(text.encode())
    assert {puzzle.givens for puzzle in found} == {tuple(int(sign) if sign != "." else 0 for sign in LINE)}
    assert {puzzle.layout for puzzle in found} == {single()}


def test_drawn_grids_of_other_sizes() -> None:
    four = parse(b"12|34\n34|12\n--+--\n21|43\n43|21\n")
    assert four == [Puzzle(LAYOUTS["4x4"](), (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))]
    rows = write(thinned(double(), 2)).splitlines()
    parts = [[line.strip()[at : at + 3] for at in range(0, len(line.strip()), 3)] for line in rows]
    drawn = [" " * 10 * line.startswith(" ") + "| " + " | ".join(part) for line, part in zip(rows, parts, strict=True)]
    assert parse("\n".join(drawn).encode()) == [thinned(double(), 2)]


def test_names_of_other_programs() -> None:
    text = "#ASomeone\n#DThe name\n#CAnd more\n[Puzzle]\n" + "\n".join(LINE[at : at + 9] for at in range(0, 81, 9))
    assert [puzzle.name for puzzle in parse(text.encode())] == ["The name"]
    assert [puzzle.name for puzzle in parse(f":0702-4:5:{LINE}:::\n:0000:x:{LINE}:::\n".encode())] == ["0702-4 5", ""]
