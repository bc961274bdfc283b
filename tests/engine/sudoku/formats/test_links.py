"""Links with a puzzle: those of other programs as published, and round trips of ours."""

import base64
import json
import zlib
from typing import Any
from urllib.parse import quote

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import InputError
from engine.sudoku.formats import links, parse, read_puzzles, write
from engine.sudoku.formats.grid_rules import GridRules, usual_boxes
from engine.sudoku.formats.lz_string import compress
from engine.sudoku.layout import LAYOUTS, conflicts, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Even, Odd
from engine.sudoku.rules.kinds.decoration import Decoration
from engine.sudoku.rules.kinds.dots import DifferenceDot, Ratio
from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.kinds.lines import Whispers
from engine.sudoku.rules.kinds.outside import Skyscraper
from engine.sudoku.rules.kinds.thermometer import Thermometer

WIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
PENPA = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
EASY = "010903600000080000900000507002010430000402000064070200701000005000030000005601020"

PENPA_9 = (
    "7Vbvb+I4EP3OX3Hy17W0sU2cH9J+oL9WqtpeuW231yJUpRAKbSC7IbRVKv73nZmYi2Ponm6lk3rSCTCP5/i9mbEzYbka548rHsFLhdzjAl4q9OgT"
    "dvHtmdfFrMzS+DfeW5XTvADA+e9HR3ySZMuUH18/7B089p4Pe39+9G+UujybfHg46F8+jK++ir43+1h4Z1m4OD0/2Ms+fK5uTqe9p/Qw1efLfDTN"
    "0mScVDdXxy/Z4ii8n07E/vF0P5wkC2/5PbyInvb6nz51BiaQYee1iuKqz6vP8YAJxpmEj2BDXvXj1+o0ZnVOjFdf4ALGxZCz+SorZ6M8ywu24aqT"
    "erkEeNjAK5pHtF+TwgN8ZjDAa4CjWTHK0tuTmjmPB9UFZxjBHq1GyOb5U4pmGCH+HuXzuxkSd0kJlVxOZ98YVzBhwt04rHnV+5U8QGqTB8I6D0Q7"
    "8sD0/t08ouF6DRv1B2RyGw8wqcsGhg38Er/CeBa/MhltSlDvJlMCCdjcvwgfCdUQXboisgiNhG8RARKhRZBLtyF8ErUJV8N3A9OeY6tDJzBNS6zQ"
    "A3Kx4oiU4xLREt0QwiMbKzLhkU9gM7TK0hVCOtZCuFZCuEUQkippu0vSsVdJqqWVtlBbyoqusSNU7QhhswVt+TWNF3AKeKVoPKDRo9Gn8YSuOYTD"
    "IULNBZZIgkoUcYlpAoZvLiUUF7H0uVRQIsTQzKQPSSH2BZe6W2Pd5TKAIBEHAZcRFBlxBC3Pg3RQPwR9z+h7oC+MvgB9afQl6OPxQ9wFfd/o+6Cv"
    "jb4G/dDoQzuVuOfkpcALThnpYPyGlwqw0ZGgY+clN9drwEZfgr4dD95BhCF+ZXwV+OKNRPFgHUxeGny18dXga9dHG18Nvtr4avC188IjTxh88bQT"
    "Bt8AfWHTrmjr9mns0qhpSwO87f9RY/i1E/O3IQygYviws1/++2KGnQE87Ngyz26Xq2KSjNLb9CUZlSyuH7r2TItbrOZ3KTwhLCrL82/ZbLFLYTPV"
    "Imf3i7xId04hmY7v35LCqR1Sd3kxdmJ6TrKsncv3VVK0F9dPqBZVFvD4sX4nRZE/t5h5Uk5bhPWoaimlC6eYZdIOMXlMHLd5U451h70w+gzgDuLB"
    "//9M/jP/THDTvPfQht5DCHSu8+InTaaZdOkdrQbYn3Qba3YX/0ZjsWZdfquLYLDbjQTYHb0EWLedALXdUYDcairAvdFXUNVtLRiV213QaqvBoJXd"
    "YwbDzg8="
)
F_PUZZLES = {
    "x": "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSQA3AQwBsBXOeAdlTQgpgDsEAXDBkmSGDBlWgwQBmVuy69+MUdXqMArDI7d4fAQF1khMSoQA"
    "ODXO0KRpa8PLKJSc1p2KbN/YSXjGAJmfyAu6gDowAbAGWQSE+CCzosi5WwbZEnnYZ3sbw0gmagW4x2ep5Fq5ZjhGlSdFpBpnBRo4AjJHlKY2hUm1"
    "W6bZNfj219rHwZtUFqSPZACxDhXVeHUUt8xWMKBNRC52jJWz52yJ9y+sI+4mTywNxax71Uw0ZN/BzW+W6+iDYEFRoAPacWgAagKqB+f0BtAAtJMg"
    "A===",
    "killer": "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssX0QAawgAbLTAwBjAIZ"
    "o48QiH0wdYfCABKARgDCDkKjsAmFyDUA3Q1oArqYgiCAUFlZaNmb2zh5ucU4AzImeTgnuXqnuyRk+qP5BIcmpRGqG+gAuEL4wTgD2AHZgVRiGEE1VMX"
    "ggANLauhgABE7GcLREQA=",
}


def refusal(link: str) -> str:
    (found,) = read_puzzles([link.encode()])
    assert isinstance(found, InputError)
    return str(found)


def puzzle_of(link: str) -> Puzzle:
    (found,) = parse(link.encode())
    return found


def standard(digits: str) -> Puzzle:
    return Puzzle(single(), tuple(map(int, digits.replace(".", "0"))))


PUBLIC = {
    "SudokuWiki's digits": (WIKI + EASY, EASY),
    "a position of SudokuWiki's": (
        f"{WIKI}S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6"
        "020eb707bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi",
        EASY,
    ),
    "one of an older kind": (
        f"{WIKI}8104jk4s5e0ujalgnqhm0m0921d68mp2tgli3i413g8og18q059g3qiu11ikocac41q2okimieaei4oc0h1141o4i6mkakmk03a4q4r00"
        "9jk5s0s03ks4cgsh821816s2s81116cisg803kc7cg174cceeae0h545c",
        "800000000003600000070090200050007000000045700000100030001000068008500010090000400",
    ),
    "Sudoku Exchange's digits": (f"https://sudokuexchange.com/play/?s={EASY}&d=3", EASY),
    "SudokuPad's classic": (
        "https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B",
        "060910007002000015000004000900300000000006000403000250004000008000008704005070030",
    ),
    "Penpa+'s sudoku": (
        PENPA + PENPA_9,
        "010200030900005804045001900032000008000000000500000640007800250406500009050007080",
    ),
    "any other program's": (f"https://example.org/play/{EASY}?colour=3", EASY),
    "without https": (f"sudokuexchange.com/play?s={EASY}", EASY),
}


@pytest.mark.parametrize("name", PUBLIC)
def test_public_links(name: str) -> None:
    link, digits = PUBLIC[name]
    assert puzzle_of(link) == standard(digits)
    assert puzzle_of(f' "{link}"\r\n') == standard(digits)


def test_a_public_link_of_f_puzzles_with_diagonals() -> None:
    digits = "--7----358-----9---2-67---------356-----1---3--2-8--4----19--5-----5--7---------4".replace("-", "0")
    for link in (
        "https://www.f-puzzles.com/?load=",
        "https://sudokupad.app/fpuz",
        "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzles",
        "fpuz",
    ):
        assert puzzle_of(link + F_PUZZLES["x"]) == Puzzle(LAYOUTS["x"](), standard(digits).givens)
        assert puzzle_of(link + quote(F_PUZZLES["x"])) == puzzle_of(link + F_PUZZLES["x"])


def test_links_stand_among_puzzles_and_remarks() -> None:
    text = f"# a file\n\n{WIKI}{EASY}\n# named\n{WIKI}{EASY}\n{EASY}\n https://f-puzzles.com/?id=abc\n{WIKI}{EASY}"
    first, named, plain, broken, last = read_puzzles([text.encode()])
    puzzles = (first, named, plain, last)
    assert [item.name for item in puzzles if isinstance(item, Puzzle)] == ["a file", "named", "", ""]
    assert isinstance(broken, InputError)
    assert broken.line == 7


SHORT = "this link only names a puzzle, and nothing is fetched from the network; open it in a browser and copy a link"


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("https://sudokupad.app/wsj7iunsg6", SHORT),
        ("https://sudokupad.app/fpuzzlesyhkyz63b", SHORT),
        ("https://sudokupad.app/someone/a-puzzle-of-mine", SHORT),
        ("https://f-puzzles.com/?id=y3xrw7q8", SHORT),
        ("https://tinyurl.com/29ky3dfn", SHORT),
        ("https://example.org/29ky3dfn", "this link holds no puzzle that can be read; SudokuPad, f-puzzles"),
        ("https://[1", "this link holds no puzzle that can be read"),
        (f"https://www.sudokuwiki.org/jigsaw.htm?bd={EASY}", "this link holds no puzzle that can be read; SudokuWiki"),
        (f"{WIKI}{EASY[:-1]}", "this SudokuWiki link is damaged: it does not hold 81 cells; copy all of it"),
        ("https://sudokupad.app/scl" + compress('{"cells": []}')[:9], "this SudokuPad link is damaged: "),
        ("https://sudokupad.app/scl" + "A" * 70, "this SudokuPad link is damaged: "),
        ("https://f-puzzles.com/?load=" + F_PUZZLES["x"][:90], "this f-puzzles link is damaged: its end is missing"),
        ("https://f-puzzles.com/?load=" + compress('{"cells": []}'), "this JSON is not an f-puzzles puzzle"),
        (PENPA + PENPA_9[:300], "this Penpa+ link is damaged: it is cut off or too long; copy all of it"),
        (PENPA + "!!", "this Penpa+ link is damaged: "),
        ("https://sudokupad.app/scl" + "A" * links.MAX_LINK, f"a line of more than {links.MAX_LINK} characters"),
    ],
)
def test_refusals(link: str, message: str) -> None:
    assert refusal(link).startswith(f"line 1: {message}")


def test_archives_that_unpack_to_too_much_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "MAX_UNPACKED", 20_000)
    assert "more than 20000 characters" in refusal("https://sudokupad.app/scl" + compress("{" + " " * 30_000))
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(b"square," + b" " * 30_000) + packer.flush()
    assert "it is cut off or too long" in refusal(PENPA + base64.b64encode(packed).decode())


@pytest.mark.parametrize("form", ["sudokupad", "fpuzzles-link", "fpuzzles"])
def test_rules_there_and_back(form: str) -> None:
    boxes = tuple(usual_boxes(9))
    cage = frozenset({(0, 0), (4, 4), (8, 7)})
    for rules in (
        GridRules(9, boxes, knight=True),
        GridRules(9, boxes, king=True, rising=True),
        GridRules(9, boxes, knight=True, king=True, falling=True, extra=(cage,)),
        GridRules(9, (), knight=True),
    ):
        puzzle = Puzzle(rules.layout(), (1, *(0,) * 80))
        assert puzzle_of(write(puzzle, form)) == puzzle


def test_a_knights_move_is_a_rule() -> None:
    layout = GridRules(9, tuple(usual_boxes(9)), knight=True).layout()
    assert layout.title == "anti-knight sudoku"
    assert layout.index[3, 3] in layout.peers[layout.index[1, 2]]
    assert layout.index[3, 4] not in layout.peers[layout.index[1, 2]]
    broken = [0] * 81
    broken[layout.index[1, 2]] = broken[layout.index[3, 3]] = 8
    assert [layout.houses[conflict.house].label for conflict in conflicts(layout, broken)] == ["pair r2c3/r4c4"]


def test_moves_of_chess_mark_no_cells() -> None:
    """Marks nearly everywhere would show nothing; those of other houses are visible."""
    boxes = tuple(usual_boxes(9))
    straight = {(i, i) for i in range(9)}
    for rules, marked in (
        (GridRules(9, boxes, knight=True), set()),
        (GridRules(9, boxes, king=True), set()),
        (GridRules(9, boxes, falling=True, knight=True), straight),
    ):
        layout = rules.layout()
        assert {layout.cells[cell] for cell in layout.marked_cells} == marked


def there_and_back(count: int) -> None:
    for seed in range(count):
        name = ("single", "x", "windows", "double", "jigsaw")[seed % 5]
        puzzle = generate(LAYOUTS[name](), 40, seed=seed).puzzle
        for form in ("sudokupad", "fpuzzles-link") if name != "double" else ("sudokupad",):
            assert puzzle_of(write(puzzle, form)) == puzzle


@pytest.mark.long
def test_generated_puzzles_there_and_back() -> None:
    there_and_back(50)


@pytest.mark.slow
def test_a_thousand_generated_puzzles_there_and_back() -> None:
    there_and_back(1000)


def test_short_form_of_sudokupad() -> None:
    code = "".join("0123456789"[int(digit)] for digit in EASY)
    assert puzzle_of(f"https://sudokupad.app/scf{code}") == standard(EASY)
    assert puzzle_of(f"https://sudokupad.app/scf{code}x").layout == LAYOUTS["x"]()
    found = puzzle_of(f"https://sudokupad.app/scf{code}*wtFour**%20windows*aSomeone")
    assert (found.layout, found.name) == (LAYOUTS["windows"](), "Four* windows")
    assert puzzle_of("https://sudokupad.app/scf" + "o" * 13 + "K").givens == (0,) * 81
    assert "an unknown rule 'q'" in refusal(f"https://sudokupad.app/scf{code}*q")


def test_links_shared_by_sudokupad() -> None:
    held = quote(compress(json.dumps({"p": "o" * 13 + "3" * 3, "n": "Three", "s": "", "m": "Look at this"})), safe="")
    found = puzzle_of(f"https://sudokupad.svencodes.com/puzzle/{held}")
    assert (found.givens[-4:], found.name) == ((0, 3, 3, 3), "Three")


def sudokupad(**more: Any) -> str:
    content: dict[str, Any] = {
        "cells": [[{} for _ in range(9)] for _ in range(9)],
        "regions": [sorted(map(list, box)) for box in usual_boxes(9)],
        **more,
    }
    return "https://sudokupad.app/scl" + compress(json.dumps(content))


WINDOWS = [{"center": [r, c], "width": 3, "height": 3} for r in (2.5, 6.5) for c in (2.5, 6.5)]


def test_unambiguous_drawings_are_understood() -> None:
    assert puzzle_of(sudokupad()).layout == single()
    assert puzzle_of(sudokupad(lines=[{"wayPoints": [[0, 0], [0, 9], [9, 9]]}])).layout == single()
    crossed = [{"wayPoints": [[9, 0], [0, 9]]}, {"wayPoints": [[0, 0], [9, 9]]}]
    assert puzzle_of(sudokupad(lines=crossed)).layout == LAYOUTS["x"]()
    assert puzzle_of(sudokupad(underlays=WINDOWS)).layout == LAYOUTS["windows"]()
    assert puzzle_of(sudokupad(metadata={"antiknight": True})).layout.title == "anti-knight sudoku"
    assert puzzle_of(sudokupad(metadata={"rules": ["Anti-knight: ..."]})).layout.title == "anti-knight sudoku"
    assert puzzle_of(sudokupad(cages=[{"value": "title: A cage"}, {"value": "author: x"}])).name == "A cage"


@pytest.mark.parametrize("part", [{"value": 7}, {"value": "7"}, {"sum": 7}])
def test_cages_with_sums_are_killer_cages(part: dict[str, object]) -> None:
    cages = [{"cells": [[0, 0], [0, 1]]} | part, {"cells": [[1, 0], [1, 1]], "unique": False} | part]
    assert puzzle_of(sudokupad(cages=cages)).rules == (KillerCage((0, 1), 7), KillerCage((9, 10), 7, repeats=True))


def test_a_double_killer_round_trips() -> None:
    """With a cage through both grids, as a link of SudokuPad; f-puzzles does not support it."""
    puzzle = Puzzle(double(), (0,) * 153, "two", rules=(KillerCage((66, 67, 68), 11), KillerCage((0, 9), 3)))
    assert parse(write(puzzle, "sudokupad").encode()) == [puzzle]
    with pytest.raises(InputError, match="only a single grid"):
        write(puzzle, "fpuzzles")
    for form in ("grid", "line", "sdm"):
        with pytest.raises(InputError):
            write(puzzle, form)


@pytest.mark.parametrize(
    "part",
    [
        {"cages": [{"cells": [[0, 0], [0, 1]], "value": "x"}]},
        {"lines": [{"wayPoints": [[0.5, 0.5], [0.5, 3.5]]}]},
        {"arrows": [{"wayPoints": [[0.5, 0.5], [0.5, 3.5]]}]},
        {"overlays": [{"center": [1, 1], "rounded": True, "width": 0.5, "height": 0.5, "borderColor": "#000"}]},
        {"overlays": [{"center": [1.5, 1.5], "text": "?"}]},
        {"underlays": [{"center": [1.5, 1.5], "width": 1, "height": 1, "backgroundColor": "#f00"}]},
        {"underlays": [each | {"backgroundColor": "#f00"} for each in WINDOWS[:3]]},
        {"metadata": {"rules": "Digits are clockwise."}},
    ],
)
def test_possible_rules_are_shown_but_not_checked(part: dict[str, Any]) -> None:
    (rule,) = puzzle_of(sudokupad(**part)).rules
    assert isinstance(rule, Decoration | RuleInText)


def test_effects_of_digits_are_refused() -> None:
    assert refusal(sudokupad(triggereffect=[{}])).startswith("line 1: this program does not support effects of digits")


@pytest.mark.parametrize(
    "part",
    [
        {"lines": [{"wayPoints": True}]},
        {"lines": [{"wayPoints": [[0, float("inf")], [9, 9]]}]},
        {"underlays": [{"center": [float("inf"), 1.5]}]},
        {"underlays": [{"center": [float("nan"), 1.5]}]},
        {"underlays": [5]},
    ],
)
def test_rules_without_a_drawing_are_refused(part: dict[str, Any]) -> None:
    assert "something is drawn at an invalid point; points are two numbers" in refusal(sudokupad(**part))


def test_a_samurai_by_its_boxes_alone() -> None:
    layout = LAYOUTS["samurai"]()
    boxes = [sorted(list(layout.cells[c]) for c in house.cells) for house in layout.houses if house.kind == "box"]
    rows: list[list[dict[str, int]]] = [[{} for _ in range(21)] for _ in range(21)]
    rows[20][20]["value"] = 9
    found = puzzle_of(sudokupad(cells=rows, regions=boxes))
    assert (found.layout, found.givens[-1]) == (layout, 9)
    rows[0][10]["value"] = 1
    assert "there is '1' at r1c11, outside the grid" in refusal(sudokupad(cells=rows, regions=boxes))


def penpa(rules: str = "", colours: dict[str, Any] | None = None, **more: Any) -> str:
    """A 4x4 of Penpa+ with these parts."""
    cells = [2 * 8 + 2, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1, 5, 1, 1, 1]
    written = rules.replace(",", "%2C").replace("\n", "%2D")
    header = f"square,4,4,38,0,1,1,0,0,0,0,0,0,0,0,Title: Small,Author: ,,{written},OFF,false"
    parts = [header, "[0,0,0,0]", "{}", json.dumps(more), "{}", json.dumps(cells)]
    parts += [*[""] * 8, json.dumps(colours)] if colours else []
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress("\n".join(parts).encode()) + packer.flush()
    return PENPA + base64.b64encode(packed).decode()


def place(row: int, column: int, kind: int = 0, quarter: int | None = None) -> int:
    """The number of a place in Penpa+ on a 4x4, of a cell whose row and column count from 0."""
    cell = 8 * (row + 2) + column + 2
    return kind * 64 + cell if quarter is None else 4 * 64 + 4 * cell + quarter


def test_penpa_draws_rules() -> None:
    thermo, arrow = [place(0, 0), place(0, 1), place(0, 2)], [place(3, 0), place(3, 1), place(3, 2)]
    cage, number = [place(1, 1), place(2, 1)], {str(place(1, 1, quarter=0)): ["5", 1]}
    found = puzzle_of(penpa(thermo=[thermo], arrows=[arrow], killercages=[cage], numberS=number)).rules
    assert {*found} == {Thermometer((0, 1, 2)), Arrow((12,), (13, 14)), KillerCage((5, 9), 5)}
    dots = {str(place(1, 1, 2)): [1, "circle_SS", 2], str(place(1, 1, 3)): [2, "circle_SS", 2]}
    assert {*puzzle_of(penpa(symbol=dots)).rules} == {DifferenceDot((5, 9), 1), Ratio((5, 6), 2)}
    cells = {str(place(0, 0)): [3, "square_M", 1], str(place(0, 3)): [3, "circle_M", 1]}
    assert {*puzzle_of(penpa(symbol=cells)).rules} == {Even((0,)), Odd((3,))}


def test_inequality_signs_of_penpa() -> None:
    signs = {
        str(place(0, 0, 3)): [1, "inequality", 2],
        str(place(1, 0, 3)): [7, "inequality", 2],
        str(place(2, 0, 2)): [2, "inequality", 2],
        str(place(2, 3, 2)): [8, "inequality", 2],
    }
    assert {*puzzle_of(penpa(symbol=signs)).rules} == {
        Inequality((0, 1)),
        Inequality((5, 4)),
        Inequality((8, 12)),
        Inequality((15, 11)),
    }
    (drawing,) = puzzle_of(penpa(symbol={str(place(0, 0, 3)): [2, "inequality", 2]})).rules
    assert isinstance(drawing, Decoration)


def test_lines_of_penpa_by_colour_and_text() -> None:
    line = {f"{place(0, at)},{place(0, at + 1)}": 5 for at in range(3)} | {f"{place(0, 3)},{place(1, 3)}": 5}
    assert puzzle_of(penpa(line=line)).rules == (Decoration((0, 1, 2, 3, 7), "line"),)
    text = "Normal sudoku rules apply.\nAdjacent digits along a green line differ by at least 2, as usual."
    (drawing, unknown) = puzzle_of(penpa(text, line=line)).rules
    assert isinstance(drawing, Decoration)
    assert isinstance(unknown, RuleInText)
    text = "Adjacent digits along a green line differ by at least 2."
    green = {"line": dict.fromkeys(line, "#00ff00")}
    assert puzzle_of(penpa(text, green, line=line)).rules == (Whispers((0, 1, 2, 3, 7), 2),)
    edges = {
        f"{place(0, 0, quarter=0)},{place(0, 0, quarter=1)}": 10,
        f"{place(0, 0, quarter=1)},{place(0, 1, quarter=0)}": 10,
    }
    number = {str(place(0, 0, quarter=0)): ["3", 1]}
    assert puzzle_of(penpa(cage=edges, numberS=number)).rules == (KillerCage((0, 1), 3),)


def test_clues_of_penpa_outside_the_grid() -> None:
    clue = {str(place(-1, 0)): ["3", 1, "1"]}
    assert puzzle_of(penpa(number=clue)).rules == (Decoration((0, 4, 8, 12), "clue", "3"),)
    assert puzzle_of(penpa("Clues outside the grid are skyscraper clues.", number=clue)).rules == (
        Skyscraper((0, 4, 8, 12), 3),
    )


def test_penpa_without_boxes_has_the_usual_ones() -> None:
    found = puzzle_of(penpa(number={"18": ["3", 1, "1"], "45": ["4", 1, "1"]}))
    assert (found.layout, found.name, found.givens) == (LAYOUTS["4x4"](), "Small", (3, *(0,) * 14, 4))


def test_boxes_of_penpa_lie_between_thick_edges() -> None:
    corner = 64 + 8 + 1  # upper left of the grid
    rows = {f"{corner + 8 * row + at},{corner + 8 * row + at + 1}": 2 for row in (1, 2, 3) for at in range(4)}
    found = puzzle_of(penpa(edge=rows))
    assert {house.cells for house in found.layout.houses if house.kind in ("row", "box")} == {
        tuple(range(start, start + 4)) for start in range(0, 16, 4)
    }
    halves = {f"{corner + 8 * 2 + at},{corner + 8 * 2 + at + 1}": 2 for at in range(4)}
    assert "boxes of this shape form no grid" in refusal(penpa(edge=halves))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"wall": {"18,19": 2}}, "this program does not support walls"),
        ({"number": {"x": ["3", 1, "1"]}}, "this program does not support small numbers"),
        ({"number": {"18": ["7", 1, "1"]}}, "'7' is not a digit from 1 to 4"),
    ],
)
def test_ambiguous_penpa_drawings_are_refused(part: dict[str, Any], message: str) -> None:
    assert message in refusal(penpa(**part))


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 30) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["cells", "value", "center", "wayPoints", "unique", "type"]), inner, max_size=4
        )
    ),
    max_leaves=10,
)


@settings(deadline=None, max_examples=amount(70))
@given(JSON_VALUES, st.sampled_from(["cells", "regions", "cages", "lines", "underlays", "metadata", "arrows", "title"]))
def test_any_value_anywhere_gives_a_puzzle_or_an_input_error(value: Any, place: str) -> None:
    assert len(list(read_puzzles([sudokupad(**{place: value}).encode()]))) == 1


@settings(deadline=None, max_examples=amount(70))
@given(JSON_VALUES, st.sampled_from(["number", "edge", "line", "thermo"]))
def test_any_value_anywhere_in_penpa(value: Any, place: str) -> None:
    assert len(list(read_puzzles([penpa(**{place: value}).encode()]))) == 1


@settings(deadline=None, max_examples=amount(70))
@given(st.sampled_from(sorted(PUBLIC)), st.data())
def test_damaged_links_give_a_puzzle_or_an_input_error(name: str, data: st.DataObject) -> None:
    link = PUBLIC[name][0]
    at = data.draw(st.integers(0, len(link)))
    damaged = link[:at] + data.draw(st.text(max_size=3)) + link[at + data.draw(st.integers(0, 5)) :]
    list(read_puzzles([damaged.encode(errors="replace")]))


def test_frames_of_penpa_are_not_cages() -> None:
    corner = {str(place(0, 0, quarter=0)): ["3", 1]}
    (frame,) = puzzle_of(penpa(squareframe=[[place(0, 0), place(0, 1)]], numberS=corner)).rules
    assert not isinstance(frame, KillerCage)
