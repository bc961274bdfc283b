"""XML: puzzles of OpenSudoku and KSudoku, layouts of KSudoku, and malicious files."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.formats import parse, parse_layout, read_puzzles, write
from engine.sudoku.formats.markup import MAX_TAG, MAX_TEXT, elements
from engine.sudoku.layout import LAYOUTS, describe, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.search.exact import random_solution

DIGITS = "530070000" + "600195000" + "0" * 63
GIVENS = tuple(map(int, DIGITS))
SAVED = "".join(f"{digit}|-|{int(digit == '0')}|" for digit in DIGITS).replace("0|-|1|", "4|1,2,|1|", 1)
CLIQUES = "".join(f"<clique size='2'>{a} {b}</clique>" for a, b in ((0, 1), (2, 3), (0, 2), (1, 3)))


def refusal(text: str) -> str:
    with pytest.raises(InputError) as refused:
        parse(text.encode(), path="x.xml")
    return str(refused.value)


def opensudoku(*games: str) -> str:
    return "<?xml version='1.0'?>\n<opensudoku>\n" + "\n".join(games) + "\n</opensudoku>"


def graph(attributes: str, inside: str = CLIQUES, values: str = "bc__") -> str:
    puzzle = f"<graph {attributes}>{inside}</graph>\n<values>{values}</values>"
    return f"<ksudoku>\n<game><puzzle>{puzzle}</puzzle></game></ksudoku>"


@pytest.mark.parametrize("order", [4, 9, 16, 25])
def test_a_sudoku_of_each_order(order: int) -> None:
    (puzzle,) = parse(graph(f"type='sudoku' order='{order}'", "", values="_" * order**2).encode())
    assert (puzzle.layout.size, len(puzzle.layout.houses), puzzle.holes) == (order, 3 * order, order**2)


SQUARE = "type='custom' order='2' sizeX='2' sizeY='2' sizeZ='1' name='two'"


@pytest.mark.parametrize(
    "data",
    [
        DIGITS,
        DIGITS.replace("0", "."),
        f" {DIGITS} ",
        f"version: 1\n{SAVED}",
        f"version: 1&#10;{SAVED}",
        "version: 3 " + "".join(f"{digit}|0|{int(digit == '0')}|" for digit in DIGITS),
        "version: 4 " + "".join(f"{digit}|0|511|{int(digit == '0')}|" for digit in DIGITS),
    ],
)
def test_opensudoku(data: str) -> None:
    text = opensudoku(f'<name>x</name>\n<folder name="y"><game data="{data}" note=" my  game"/></folder>')
    assert parse(text.encode()) == [Puzzle(single(), GIVENS, "my game")]
    assert parse(text.encode(), layout=LAYOUTS["x"]())[0].layout is LAYOUTS["x"]()


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("<game/>", "x.xml:4: a game without data"),
        ("<game data='123'/>", "x.xml:4: a game of 3 cells; 81 are needed"),
        (f"<game data='{DIGITS[:-1]}x'/>", "x.xml:4: a game with 'x' in a cell; use 0 to 9"),
        ("<game data='version: 1 5|-|0|'/>", "x.xml:4: a saved game that does not have 81 cells"),
        (f"<game data='version: 1 {SAVED.replace('5|', '55|', 1)}'/>", "x.xml:4: a game with '55' in a cell"),
        ("<game", "x.xml:5: this is not valid XML: not well-formed (invalid token)"),
        ("<game data='1' data='2'/>", "x.xml:4: this is not valid XML: duplicate attribute"),
        ("</opensudoku", "x.xml:5: this is not valid XML: not well-formed (invalid token)"),
    ],
)
def test_broken_games(game: str, message: str) -> None:
    good = f"<game data='{DIGITS}'/>"
    text = opensudoku(good, game)
    assert refusal(text).startswith(message)
    found = list(read_puzzles([opensudoku(good, game, good).encode()]))
    assert isinstance(found[0], Puzzle)
    assert isinstance(found[1], InputError)
    assert len(found) == (3 if game.endswith("/>") and "data='2'" not in game else 2)


def test_a_shape_of_ksudoku() -> None:
    puzzle = parse(graph(SQUARE).encode())[0]
    assert (puzzle.layout.title, puzzle.layout.size) == ("two", 2)
    assert puzzle.layout.cells == ((0, 0), (0, 1), (1, 0), (1, 1))
    assert puzzle.givens == (1, 0, 2, 0)  # indices go down the columns
    assert {house.cells for house in puzzle.layout.houses} == {(0, 1), (2, 3), (0, 2), (1, 3)}


def test_a_plain_sudoku_of_ksudoku() -> None:
    values = ["_"] * 81
    values[9 * 2 + 1] = "j"  # column 3, row 2
    (puzzle,) = parse(graph("type='sudoku' order='9'", "", "".join(values)).encode())
    assert puzzle.layout is single()
    assert {cell: digit for cell, digit in enumerate(puzzle.givens) if digit} == {11: 9}


@pytest.mark.parametrize("name", ["samurai", "x", "16x16", "jigsaw", "double-lower-left"])
def test_layouts_of_ksudoku(name: str) -> None:
    layout = LAYOUTS[name]()
    game = write(Puzzle(layout, (0,) * len(layout.cells)), "ksudoku")
    shape = game[game.index("<graph") : game.index("</graph>") + 8]
    assert parse_layout(f"<!DOCTYPE ksudoku-graph>\n<ksudoku-graph>{shape}</ksudoku-graph>".encode()) is layout


def test_groups_of_ksudoku() -> None:
    inside = "".join(f"<sudokugroups at='{at}'/>" for at in (0, 6 * 15 + 6))
    attributes = "type='custom' order='9' sizeX='15' sizeY='15' sizeZ='1'"
    text = f"<ksudoku-graph><graph {attributes}>{inside}</graph></ksudoku-graph>"
    assert parse_layout(text.encode()) is LAYOUTS["double"]()
    squares = inside.replace("/>", " withblocks='0'/>")
    assert len(parse_layout(text.replace(inside, squares).encode()).houses) == 36


def test_killers_of_ksudoku() -> None:
    """As the program writes them; cages with other operators, which Mathdoku has, are refused by name."""
    solution = random_solution(single(), 1)
    rules = (KillerCage((0, 1, 9), solution[0] + solution[1] + solution[9]), KillerCage((80,), solution[80]))
    puzzle = Puzzle(single(), (0,) * 81, rules=rules)
    text = write(puzzle, "ksudoku")
    assert f'<cage operator="4" value="{rules[0].total}" size="3">0 9 1</cage>' in text
    assert 'specific-type="KillerSudoku"' in text
    (found,) = parse(text.encode())
    assert found == puzzle
    for change in (("KillerSudoku", "Mathdoku"), ('operator="4"', 'operator="3"')):
        with pytest.raises(InputError, match="a graph with a cage"):
            parse(text.replace(*change).encode())
    with pytest.raises(InputError, match="no killer cages"):
        write(replace(puzzle, rules=(KillerCage((0, 1), 5, repeats=True),)), "ksudoku")
    graph = text[text.index("<graph") : text.index("</graph>")]
    with pytest.raises(InputError, match="a graph with a cage"):
        parse_layout(f"<ksudoku-graph>{graph}</graph></ksudoku-graph>".encode())


def test_any_layout_survives_ksudoku() -> None:
    houses = "boxes 2x2\ngrid 1 3\nhouse cage r1c3 r2c4\nmap room\nAA\n.A\n"
    layout = describe(f"layout odd\ntitle Odd one\nsize 4\n{houses}")
    puzzle = Puzzle(layout, (3, 4, 1, 0, 0, 0, 2, *(0,) * 12), "a <name> & more")
    (found,) = parse(write(puzzle, "ksudoku").encode())
    assert (found.givens, found.name, found.layout.cells) == (puzzle.givens, puzzle.name, layout.cells)
    assert [house.cells for house in found.layout.houses] == [house.cells for house in layout.houses]
    assert (found.layout.name, found.layout.title) == ("custom", "Odd one")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (graph("type='roxdoku' order='9'"), "x.xml:2: a graph of the type 'roxdoku'; sudoku and custom can be read"),
        (graph("type='sudoku' order='6'"), "x.xml:2: a sudoku of order 6; 4, 9, 16 and 25 can be read"),
        (graph("type='custom' order='Mathdoku'"), "x.xml:2: order is 'Mathdoku'; it must be a number from 1 to 25"),
        (graph("type='custom' order='2' sizeX='2' sizeY='100'"), "x.xml:2: sizeY is '100'; it must be a number from 1"),
        (graph(SQUARE.replace("sizeZ='1'", "sizeZ='2'")), "x.xml:2: a graph in three dimensions"),
        (graph(SQUARE, "<clique size='2'>0 4</clique>"), "x.xml:2: '4' is not a cell; cells are 0 to 3"),
        (graph(SQUARE, "<clique size='2'>0 -1</clique>"), "x.xml:2: '-1' is not a cell"),
        (graph(SQUARE, "<clique size='3'>0 1</clique>"), "x.xml:2: size is '3'; it must be a number from 1 to 2"),
        (graph(SQUARE, "<clique size='1'>0</clique>"), "x.xml:3: house 1 has 1 cells; 2 to 2 are possible"),
        (graph(SQUARE, ""), "x.xml:3: a layout without houses"),
        (graph(SQUARE, "<cage size='2'>0 1</cage>"), "x.xml:2: a graph with a cage; only houses with different digits"),
        (graph(SQUARE, "<sudokugroups at='0'/>"), "x.xml:2: boxes in a grid of order 2; write them as cliques"),
        (graph(SQUARE, "<sudokugroups at='3' withblocks='0'/>"), "x.xml:2: a grid reaches over the edge of the canvas"),
        (graph(SQUARE, "<clique size='2'>0 1</clique>" * 500), "x.xml:2: a graph of more than 400 cliques"),
        (graph(SQUARE, values="bc_"), "x.xml:3: 3 values; 4 are needed, as many as the canvas has places"),
        (graph(SQUARE, values="bc_d"), "x.xml:3: 'd' for a cell; use _ for an empty cell, b for 1, c for 2"),
        (graph(SQUARE, values="bca_"), "x.xml:3: 'a' for a cell"),
        (graph(SQUARE, values="bc._"), "x.xml:3: '.' for a cell"),
        ("<ksudoku-graph></ksudoku-graph>", "x.xml:1: a layout, not a puzzle; use it with --layout"),
        ("<html></html>", "x.xml:1: unknown kind of XML, 'html'; opensudoku and ksudoku can be read"),
        ("\n\n <html></html>", "x.xml:3: unknown kind of XML"),
        ("<ksudoku></ksudoku>", "x.xml: it contains no puzzle"),
        ("<!-- nothing -->", "x.xml:1: this is not valid XML: no element found"),
        ("<?xml version='1.0' encoding='nonsense'?><a/>", "x.xml:1: this is not valid XML: unknown encoding"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


LAUGHS = "".join(f"<!ENTITY l{n} '{f'&l{n - 1};' * 10}'>" for n in range(1, 10))
HARMFUL = {
    "a billion laughs": (
        f"<!DOCTYPE x [<!ENTITY l0 'ha'>{LAUGHS}]><opensudoku>&l9;</opensudoku>", "it declares the entity 'l0'"
    ),
    "a parameter entity": (
        "<!DOCTYPE x [<!ENTITY % p SYSTEM 'file:///etc/passwd'> %p;]><opensudoku/>", "it declares the entity 'p'"
    ),
    "another file": (
        "<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/passwd'>]><opensudoku><game data='&f;'/></opensudoku>",
        "it declares the entity 'f'",
    ),
    "an entity of another file": (
        "<!DOCTYPE x SYSTEM 'file:///etc/passwd'><opensudoku><game data='&f;'/></opensudoku>",
        "a game of 0 cells; 81 are needed",
    ),
    "depth": ("<opensudoku>" + "<a>" * 10_000, "more than 30 nested elements"),
    "a long tag": ("<opensudoku><game data='" + "1" * 3_000_000, f"a tag of more than {MAX_TAG} bytes"),
    "a long text": ("<ksudoku>" + "word\n" * 500_000, f"a text of more than {MAX_TEXT} characters"),
    "many attributes": (
        "<opensudoku><game " + "".join(f"a{n}='1' " for n in range(200_000)), f"a tag of more than {MAX_TAG} bytes"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HARMFUL)
def test_harmful_files(name: str) -> None:
    text, message = HARMFUL[name]
    with pytest.raises(InputError, match=message):
        parse(text.encode())


@pytest.mark.long
def test_little_memory_is_held_of_an_endless_file() -> None:
    def endless() -> Iterator[bytes]:
        yield b"<opensudoku>\n"
        game = f"<game data='{DIGITS}'/>\n".encode()
        for _ in range(10):
            yield game * 600

    tracemalloc.start()
    count = sum(isinstance(found, Puzzle) for found in read_puzzles(endless()))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count == 6000
    assert peak < 2_000_000


@settings(deadline=None, max_examples=amount(200))
@given(st.data())
def test_pieces_of_any_length_make_no_difference(data: st.DataObject) -> None:
    text = opensudoku(f"<game data='{DIGITS}' note='é&amp;'/>", "<game/>", f"<game data='{DIGITS}'/>").encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    found = [str(puzzle) if isinstance(puzzle, InputError) else puzzle for puzzle in read_puzzles(pieces)]
    assert found == [Puzzle(single(), GIVENS, "é&"), "line 4: a game without data", Puzzle(single(), GIVENS)]


@given(st.binary(max_size=200) | st.text("<>/!&;[]ab ='\"\n", max_size=100).map(lambda text: b"<a>" + text.encode()))
def test_any_bytes_are_elements_or_an_input_error(data: bytes) -> None:
    started: list[str] = []
    try:
        for element in elements([data]):
            if element.text is None:
                started.append(element.name)
            else:
                assert started.pop() == element.name
    except InputError:
        return
    assert not started
