"""A thousand public puzzles in every form of link, written by the encoders below and read back; and published links
with their published puzzles.

The encoders follow the programs' public source code: SudokuPad's `puzzletools.js` (its `zipClassicSudoku2`, and the
older way) and `puzzlezipper.js`, f-puzzles' export, SudokuWiki's page on its strings, Penpa+'s `maketext`.
"""

import base64
import json
import os
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from engine.sudoku.formats import parse, write
from engine.sudoku.formats.grid_rules import usual_boxes
from engine.sudoku.formats.lz_string import compress
from engine.sudoku.layout import LAYOUTS, Layout, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Digits, Puzzle

DATA = Path(os.environ.get("SATSUDOKU_DATA", Path(__file__).parents[4].parent / "shared" / "data")) / "sudoku"
SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
"""A digit followed by up to five empty cells: ten more for each."""
BLANKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
"""That many empty cells, from none on."""
BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"


def text_of(digits: Digits) -> str:
    return "".join(map(str, digits))


def in_runs(digits: Digits) -> str:
    """Each digit or empty cell with the following empty ones."""
    return "".join(SIGNS[int(run[0]) + 10 * (len(run) - 1)] for run in re.findall(r"[0-9]0{0,5}", text_of(digits)))


def in_blanks(digits: Digits) -> str:
    """Digits, and a sign for each stretch of empty cells."""
    return re.sub(r"0{1,69}", lambda run: BLANKS[len(run[0])], text_of(digits))


def sudokupad_object(digits: Digits) -> dict[str, Any]:
    cells = [[{"value": digit} if digit else {} for digit in digits[9 * row : 9 * row + 9]] for row in range(9)]
    regions = [sorted(map(list, box)) for box in usual_boxes(9)]
    return {"cellSize": 50, "metadata": {"title": "A puzzle"}, "cells": cells, "regions": regions, "cages": []}


def zipped(value: Any) -> str:
    """JSON as SudokuPad shortens it: no quotation marks around names, empty objects left out of lists."""
    names = {"cells": "ce", "regions": "re", "value": "v", "title": "t", "cages": "ca"}
    if isinstance(value, dict):
        return "{" + ",".join(f"{names.get(name, name)}:{zipped(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join("" if inner == {} and len(value) > 1 else zipped(inner) for inner in value) + "]"
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


def fpuzzles_object(digits: Digits, **more: Any) -> dict[str, Any]:
    cells = [{"value": digit, "given": True} if digit else {} for digit in digits]
    return {"size": 9, "grid": [cells[row : row + 9] for row in range(0, 81, 9)], **more}


def packed(value: Any) -> str:
    return compress(json.dumps(value, separators=(",", ":")))


def candidates(digits: Digits) -> Iterator[int]:
    """For each cell the digits that no peer has; bit 0 stands for 1."""
    for cell, peers in enumerate(single().peers):
        yield (
            sum(1 << digit - 1 for digit in range(1, 10) if all(digits[peer] != digit for peer in peers))
            if not (digits[cell])
            else 0
        )


def wiki_pairs(digits: Digits) -> str:
    """SudokuWiki's `S9B`: a clue, or 18 plus the candidates, in base 36."""
    values = [digit or 18 + held for digit, held in zip(digits, candidates(digits), strict=True)]
    return "".join(BASE_36[value // 36] + BASE_36[value % 36] for value in values)


def wiki_bits(digits: Digits) -> str:
    """SudokuWiki's older base 32: candidates as bits, and a bit for a clue."""
    values = [
        (1 << digit - 1) * 2 + 1 if digit else held * 2 for digit, held in zip(digits, candidates(digits), strict=True)
    ]
    return "".join(BASE_36[value // 32] + BASE_36[value % 32] for value in values)


def penpa(digits: Digits) -> str:
    """Penpa+'s text: the kind of grid, its margins, its mode, its contents, and its cells as differences."""
    width = 13  # nine cells and two more on each side
    places = [width * (2 + cell // 9) + 2 + cell % 9 for cell in range(81)]
    set_there = {str(place): [str(digit), 1, "1"] for place, digit in zip(places, digits, strict=True) if digit}
    steps = [place - before for before, place in zip([0, *places], places, strict=False)]
    lines = ["sudoku,9,9,38,0,1,1,418,418,84,84,Title: ,Author: ,,OFF,false", "[0,0,0,0]", "{}",
             json.dumps({"number": set_there}), "{}", json.dumps(steps)]  # fmt: skip
    packer = zlib.compressobj(wbits=-15)
    return base64.b64encode(packer.compress("\n".join(lines).encode()) + packer.flush()).decode()


PAD, WIKI = "https://sudokupad.app/", "https://www.sudokuwiki.org/sudoku.htm?bd="
APP = "https://sudokupad.svencodes.com/puzzle/"
ENCODERS: dict[str, Callable[[Digits], str]] = {
    "SudokuPad's classic": lambda digits: f"{PAD}classic{in_runs(digits)}",
    "SudokuPad's older classic": lambda digits: f"{PAD}classic{in_blanks(digits)}",
    "SudokuPad's scf": lambda digits: f"{PAD}scf{in_runs(digits)}",
    "SudokuPad's scf with a title": lambda digits: f"{PAD}scf{in_runs(digits)}*tA title*aSomeone".replace(" ", "%20"),
    "SudokuPad's scl": lambda digits: f"{PAD}scl{quote(packed(sudokupad_object(digits)), safe='')}",
    "SudokuPad's scl, shortened": lambda digits: f"{PAD}scl{compress(zipped(sudokupad_object(digits)))}",
    "SudokuPad's ctc": lambda digits: f"https://app.crackingthecryptic.com/ctc{packed(sudokupad_object(digits))}",
    "SudokuPad's fpuz": lambda digits: f"{PAD}fpuz{packed(fpuzzles_object(digits))}",
    "SudokuPad's fpuzzles": lambda digits: f"https://beta.sudokupad.app/fpuzzles{packed(fpuzzles_object(digits))}",
    "SudokuPad's app": lambda digits: APP + quote(packed({"p": in_runs(digits), "n": "A", "s": "", "m": ""}), safe=""),
    "SudokuPad's short form alone": lambda digits: f"scl{packed(sudokupad_object(digits))}",
    "f-puzzles": lambda digits: f"https://www.f-puzzles.com/?load={packed(fpuzzles_object(digits))}",
    "f-puzzles in quotes": lambda digits: f"https://f-puzzles.com/?load={quote(packed(fpuzzles_object(digits)))}",
    "SudokuWiki's digits": lambda digits: WIKI + text_of(digits),
    "SudokuWiki's positions": lambda digits: f"{WIKI}S9B{wiki_pairs(digits)}",
    "SudokuWiki's older positions": lambda digits: WIKI + wiki_bits(digits),
    "Sudoku Exchange's digits": lambda digits: f"https://sudokuexchange.com/play/?s={text_of(digits)}&d=3",
    "Sudoku Exchange's runs": lambda digits: f"https://sudokuexchange.com/play/?s={in_runs(digits)}",
    "Penpa+": lambda digits: f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={penpa(digits)}",
    "Penpa+ solving": lambda digits: f"https://swaroopg92.github.io/penpa-edit/?m=solve&p={quote(penpa(digits))}",
    "Penpa+ alone": lambda digits: f"m=edit&p={penpa(digits)}",
    "another program's": lambda digits: f"https://example.org/play/{text_of(digits).replace('0', '.')}?level=3",
}
"""Every supported form of link for a standard sudoku."""


def through(layout: Layout, digits: Digits, link: str) -> None:
    """Fails unless the link has these digits of the layout."""
    (found,) = parse(link.encode())
    assert (found.layout, found.givens) == (layout, digits), link


def read(name: str, count: int) -> list[Puzzle]:
    """Puzzles spread over a public file; skipped without it."""
    path = DATA / name
    if not path.exists():
        pytest.skip("needs other people's puzzles: set SATSUDOKU_DATA")
    found = parse(path.read_bytes())
    return list(islice(found, 0, None, max(len(found) // count, 1)))[:count]


@pytest.mark.parametrize("form", ENCODERS)
def test_generated_puzzles_through_every_form(form: str) -> None:
    for seed, holes in enumerate((0, 20, 54, 81)):
        digits = generate(single(), min(holes, 54), seed=seed).puzzle.givens if holes < 81 else (0,) * 81
        through(single(), digits, ENCODERS[form](digits))


def test_a_form_that_could_be_another_is_the_one_without_a_digit_twice_in_a_house() -> None:
    text = "854693217907002083032000059003200596000005832285936741500320174470060325321007968"
    digits = tuple(map(int, text))
    held = in_blanks(digits)
    assert sum(1 + SIGNS.index(sign) // 10 for sign in held) == 81  # it has as many cells if read the other way
    through(single(), digits, f"{PAD}classic{held}")


@pytest.mark.slow
def test_a_thousand_public_puzzles_through_every_form() -> None:
    puzzles = [*read("17clue-4916.txt", 500), *read("hard-500.txt", 500)]
    givens = {puzzle.givens for puzzle in puzzles} | {
        tuple(int(digit) for digit in line.split(":")[3].replace(".", "0").replace("+", ""))
        for line in (DATA / "hodoku-reglib-even.txt").read_text().splitlines()
        if line.startswith(":") and len(line.split(":")[3].replace("+", "")) == 81
    }
    assert len(givens) >= 1000
    for digits in givens:
        for encode in ENCODERS.values():
            through(single(), digits, encode(digits))


@pytest.mark.slow
def test_public_puzzles_of_other_layouts_and_all_through_what_is_written() -> None:
    names = {"17clue-4916.txt": 500, "hard-500.txt": 500, "x-sudoku-20.txt": 20, "double-97.txt": 97}
    for name, count in names.items():
        for puzzle in read(name, count):
            layout = LAYOUTS["x"]() if name.startswith("x") else puzzle.layout
            for form in ("sudokupad", "fpuzzles-link") if len(layout.cells) == 81 else ("sudokupad",):
                through(layout, puzzle.givens, write(Puzzle(layout, puzzle.givens, puzzle.name), form))


POSITIONS = {
    "S9B4s010g091803064a4c281c1i2t082q7r7v81094g520l1o1m054b074i0g024i018i04038i4nbqba048y02b70gc34306040c07b6020eb707"
    "bk01447wbeba0f0558bgc22q032qb7bfbf4ebi05067u010g02bi":
        "010903600000080000900000507002010430000402000064070200701000005000030000005601020",
    "S9B015y2e685w68050609040i022e0e0f0a2e085y050f0a5u090b042e2u2e0i06042c0810012q0f0dd0015w9i102e020a089e03050f9e0d5y"
    "042e05d0609i010f095y0e5y0f0a045y0206020166cy669id205":
        "100000569402000008050009040000640801000010000208035000040500010900000402621000005",
    "S9Bc38jb7bn0b04070c4j050db70307b60b064302030g5f0z5e83b70407918582038408041v8i900c040h01829g3m7n08049u069w830l0303"
    "0l456r0r6q1m05094b074j5e09031m4302bf830602174i0c5v5v":
        "000004700500370060230000004700030840000401000084060003300000059070093002006200000",
    "S9B9e019m5w6s0e4a4y03060e080r0r0c020i072i0b03096q4y05560adecy0b06cy040c014ib7030f5v057ncy020dbn049e03cz02cy6a0fbe"
    "b6014q0c07064q0b036q054c584y016209026q2i4jc37n62034i":
        "010000003608000207003900500000604010030050020040302000001007600305000109200000030",
    "S9B492b482d069g05804h11041g039x082b7o374p37092t2t045z2g6x3602040h2q1y09012u9e030e0l7x7o620662aa08013m7u1y022m1a0r"
    "0e48095w2c062o2l488i54045w012e059g0t7n071u031u0r087o":
        "000060500040308000009004000024000910030000060081000200000900600000401050007030080",
}  # fmt: skip
"""Positions in links of SudokuWiki that a public guide shows with their puzzles."""


def test_positions_of_sudokuwiki_are_the_puzzles_they_come_from() -> None:
    for position, start in POSITIONS.items():
        through(single(), tuple(map(int, start)), WIKI + position)


F_PUZZLES = {
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT1ADcBDAGwFc54BGVNCImAOwQBcMqBfZYHv3vyGCRfALrJCwgTOlyJU0XKVKFsles1c1yrRu2S9R+Yd1nVp/Vdk"
    "7r58WK5A": {0: 1},
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1kANwEMAbAK5x4ARlRoI3GADsEAFwzCmK1kQ5tVmug216VGrUbWG1ZyjwHCEA"
    "JglTZCpTAO7j+nZw/7atIkA=": {20: 1, 60: 2},
}  # fmt: skip
"""Links of f-puzzles in the descriptions of other programs that read them, with the published givens."""


def test_links_of_f_puzzles_in_other_programs() -> None:
    for held, givens in F_PUZZLES.items():
        digits = tuple(givens.get(cell, 0) for cell in range(81))
        through(single(), digits, f"https://f-puzzles.com/?load={held}")
        through(single(), digits, f"https://sudokupad.app/fpuzzles{held}")
