"""How many published puzzles can be written with rules in words alone, and still have the solutions that another
program finds.

Run from the root of the project: python -m tests.benchmarks.bench_rule_language [COLLECTION ...] It needs node and
the data, like `bench_rules`. Each constraint is written in the language of docs/rule-language.md, even if there is a
kind of rule for it; digits from 0 are written as digits from 1. A puzzle is expressed if all of its constraints are,
and correct if it has the same number of solutions (up to 2), and the same solution. Odd puzzles have a constraint for
which there is no kind of rule.
"""

import argparse
import base64
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from engine.base.errors import InputError
from engine.sudoku.layout import House, Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.rules.primitives import all_digits
from engine.sudoku.search.solving import search_of
from tests.benchmarks.bench_rules import RIVAL, RULES, theirs

_OF_THE_BOARD = {"", "Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var"}
"""Constraints that say what the board is, or which digits a cell may hold."""
MAX_WORK = 200_000_000
"""Work (as in `SliceSearch.nodes_for`) after which our search gives up."""

_PAIRS = {
    "Thermo": "a < b", "X": "a + b = 10", "V": "a + b = 5", "WhiteDot": "abs(a - b) = 1",
    "BlackDot": "a = 2 * b or b = 2 * a", "GreaterThan": "a > b",
}  # fmt: skip
_KINDS = {
    "", "AllDifferent", "AntiConsecutive", "AntiKing", "AntiKnight", "Arrow", "Between", "BlackDot", "Cage", "Diagonal",
    "DisjointSets", "DoubleArrow", "Entropic", "Indexing", "Jigsaw", "LittleKiller", "Lockout", "Modular", "NoBoxes",
    "Palindrome", "PillArrow", "Quad", "RegionSumLine", "Renban", "Sandwich", "Shape", "Skyscraper", "Thermo", "V",
    "Whisper", "WhiteDot", "Windoku", "X", "XSum", "Zipper",
}  # fmt: skip
"""Constraints for which there are kinds of rules or layouts."""

_BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_OF_FIXED_DIGITS = {
    "DoubleArrow",
    "EqualityCage",
    "Indexing",
    "LittleKiller",
    "NumberedRoom",
    "PillArrow",
    "Sandwich",
    "SumLine",
    "V",
    "X",
}
"""Constraints that are written only if the lowest digit is 1."""
_TABLES = {"Pair", "PairX", "Binary", "BinaryX"}
_STRICT = {"StrictXV": ("X", "V"), "StrictKropki": ("WhiteDot", "BlackDot")}
"""The marks whose relations no other neighbours may have."""

_THIRDS = "({0} - 1) / 3 != ({1} - 1) / 3"
_REMAINDERS = "{0} % 3 != {1} % 3"


@dataclass(frozen=True)
class Board:
    """A board with any number of rows and columns, any digits, and cells outside its rows that constraints name."""

    rows: int
    columns: int
    lowest: int
    size: int
    box_rows: int
    box_columns: int
    pieces: tuple[tuple[int, ...], ...]
    """Cells that hold different digits, apart from rows and columns."""
    variables: dict[str, str]
    """The names of the cells outside, each with the cell that stands for it."""

    @property
    def shift(self) -> int:
        """What is added to a digit, so that the lowest is 1."""
        return 1 - self.lowest

    @property
    def layout(self) -> Layout:
        """The layout of the board; cells outside its rows follow in rows of their own."""
        cells = [divmod(cell, self.columns) for cell in range(self.rows * self.columns)]
        rows = [tuple(self.columns * row + column for column in range(self.columns)) for row in range(self.rows)]
        columns = [tuple(self.columns * row + column for row in range(self.rows)) for column in range(self.columns)]
        houses = [
            House(kind, f"{kind} {number}", group)
            for kind, groups in (("row", rows), ("column", columns), ("box", self.pieces))
            for number, group in enumerate(groups, 1)
        ]
        outside = [(self.rows + number, 0) for number in range(len(self.variables))]
        name = f"{self.rows}x{self.columns} {self.size} {self.pieces}"
        boxes = (self.box_rows, self.box_columns) if self.pieces else (0, 0)
        return Layout(name, name, self.size, *boxes, tuple(cells + outside), tuple(houses), ())

    def cell(self, name: str) -> str:
        """The cell that a constraint names."""
        return self.variables.get(name.upper(), name)

    def index(self, name: str) -> int:
        """The number of a cell that a constraint names."""
        row, column = re.fullmatch(r"[Rr](\d+)[Cc](\d+)", self.cell(name)).groups()  # type: ignore[union-attr]
        row, column = int(row) - 1, int(column) - 1
        return self.columns * min(row, self.rows) + column + max(0, row - self.rows)

    def line(self, name: str) -> str:
        """The cells of a row or column, as `R3` or `C4` name it."""
        return (
            f"r{name[1:]}c1-r{name[1:]}c{self.columns}" if name[0] == "R" else f"r1c{name[1:]}-r{self.rows}c{name[1:]}"
        )

    def turned(self, name: str) -> str:
        """The same from the opposite end."""
        return "-".join(self.line(name).split("-")[::-1])

    def both_ends(self, name: str, values: list[str]) -> Iterator[tuple[str, str]]:
        """The cells from each end that has a value."""
        for cells, value in zip((self.line(name), self.turned(name)), values, strict=False):
            if value:
                yield cells, value


def board_of(constraints: list[list[str]]) -> Board:
    """The board of a puzzle. Raises Unwritten."""
    found = {kind: arguments for kind, *arguments in constraints if kind in _OF_THE_BOARD and kind}
    shape, *digits = found.get("Shape", ["9x9"])
    rows, columns = map(int, shape.split("x"))
    if max(rows, columns) > 9:
        raise Unwritten("board")
    lowest, size = 1, max(rows, columns)
    if digits:
        first, _, last = digits[0].rpartition("-")
        lowest, size = int(first or 1), int(last) - int(first or 1) + 1
    region = int(found["RegionSize"][0]) if "RegionSize" in found else max(rows, columns)
    shapes = [
        (high, region // high)
        for small in range(int(region**0.5), 1, -1)
        for high in (small, region // small)
        if region % small == 0 and rows % high == 0 and columns % (region // high) == 0
    ]
    pieces = dict[object, list[int]]()
    (high, wide), has_boxes = shapes[0] if shapes else (0, 0), bool(shapes) and "NoBoxes" not in found
    for cell in range(rows * columns if has_boxes else 0):
        pieces.setdefault((cell // columns // high, cell % columns // wide), []).append(cell)
    for cell, label in enumerate(found["Jigsaw"][0] if "Jigsaw" in found else ""):
        pieces.setdefault(label, []).append(cell)
    names = list[str]()
    for kind, *arguments in constraints:
        if kind == "Var":
            name, count = arguments[0], next((each for each in reversed(arguments) if each.isdigit()), "")
            if not count:
                raise Unwritten("board")
            numbers = [str(number) for number in range(1, int(count) + 1)] if count != "1" else [""]
            names += [f"V{name.upper()}{number}" for number in numbers]
    variables = {name: f"R{rows + number}C1" for number, name in enumerate(names, 1)}
    whole = tuple(tuple(piece) for piece in pieces.values() if len(piece) == region)
    return Board(rows, columns, lowest, size, high, wide, whole, variables)


def diagonal(name: str, board: Board) -> str:
    """The cells of a little killer, beginning with its first one."""
    row, column, last, rightmost = int(name[1]), int(name[3]), board.rows, board.columns
    down, right = (
        (1, 1)
        if column == 1 and row < last
        else (-1, -1)
        if column == rightmost and 1 < row < last
        else ((1, -1) if row == 1 else (-1, 1))
    )
    length = min(last - row if down > 0 else row - 1, rightmost - column if right > 0 else column - 1)
    return f"r{row}c{column}-r{row + length * down}c{column + length * right}"


def beside(cells: list[str]) -> Iterator[tuple[str, str]]:
    """Cells that touch at an edge, in the order in which they are named."""
    for at, first in enumerate(cells):
        for other in cells[at + 1 :]:
            if abs(int(first[1]) - int(other[1])) + abs(int(first[3]) - int(other[3])) == 1:
                yield first, other


def in_threes(cells: list[str], relation: str) -> str:
    pairs = [(a, b) for apart in (1, 2) for a, b in zip(cells, cells[apart:], strict=False)]
    return "; ".join(f"{relation.format(a, b)}" for a, b in pairs)


def words(kind: str, arguments: list[str], board: Board) -> list[str] | None:
    """A constraint as rules in words; None if it can't be written."""
    arguments = [board.cell(each) for each in arguments]
    here, first, shift = " ".join(arguments), arguments[0] if arguments else "", board.shift
    rest = arguments[1:]
    makers: dict[str, Callable[[], list[str]]] = {
        "Cage": lambda: ([f"{' '.join(rest)}: sum = {int(first) + shift * len(rest)}"] if first != "0" else [])
        + ([f"{' '.join(dict.fromkeys(rest))}: any two a != b"] if len(rest) > 1 else []),
        "Sum": lambda: [weighted_sum(first, rest, shift)],
        "Thermo": lambda: [f"{here}: side by side a < b"],
        "Whisper": lambda: [f"{' '.join(rest)}: side by side abs(a - b) >= {first}"]
        if first.isdigit() else [f"{here}: side by side abs(a - b) >= 5"],
        "Renban": lambda: [f"{here}: any two a != b; {here}: max - min = {len(arguments) - 1}"],
        "Palindrome": lambda: [f"{a} = {b}" for a, b in zip(arguments, arguments[::-1], strict=True) if a < b],
        "Arrow": lambda: [f"{first} + {shift * (len(rest) - 1)} = sum({' '.join(rest)})"],
        "DoubleArrow": lambda: [f"{first} + {arguments[-1]} = sum({' '.join(rest[:-1])})"],
        "PillArrow": lambda: [
            ("10 * {} + {}" if first == "2" else "100 * {} + 10 * {} + {}").format(*sorted(rest[: int(first)]))
            + f" = sum({' '.join(rest[int(first) :])})"
        ],
        "LittleKiller": lambda: [f"{diagonal(cell, board)}: sum = {first}" for cell in rest],
        "AllDifferent": lambda: [f"{here}: any two a != b"],
        "Diagonal": lambda: [
            f"r{board.rows}c1-r1c{board.columns}: any two a != b"
            if first == "1"
            else f"r1c1-r{board.rows}c{board.columns}: any two a != b"
        ],
        "AntiKnight": lambda: ["every step 1 2: any two a != b"],
        "AntiKing": lambda: ["every touching: any two a != b"],
        "AntiTaxicab": lambda: [  # two cells d apart don't both hold d
            f"every step {down} {across}: any two not (a = b and a = {down + across})"
            for down in range(9) for across in range(down, 9) if 1 < down + across < 10
        ],
        "GlobalEntropy": lambda: ["every 2x2: count(x < 4) >= 1 and count(x > 3 and x < 7) >= 1 and count(x > 6) >= 1"],
        "GlobalMod": lambda: ["every 2x2: count(x % 3 = 0) >= 1 and count(x % 3 = 1) >= 1 and count(x % 3 = 2) >= 1"],
        "Windoku": lambda: [f"{' '.join(f'r{r + i}c{c}-r{r + i}c{c + 2}' for i in range(3))}: any two a != b"
                            for r in (2, 6) for c in (2, 6)],
        "DisjointSets": lambda: [
            " ".join(f"r{row}c{column}" for row in range(i, board.rows + 1, board.box_rows)
                     for column in range(j, board.columns + 1, board.box_columns)) + ": any two a != b"
            for i in range(1, board.box_rows + 1) for j in range(1, board.box_columns + 1)
        ],
        "Between": lambda: [f"{first} < {c} and {c} < {rest[-1]} or {first} > {c} and {c} > {rest[-1]}"
                            for c in rest[:-1]],
        "Lockout": lambda: [f"abs({rest[0]} - {rest[-1]}) >= {first}"]
        + [f"{c} < {rest[0]} and {c} < {rest[-1]} or {c} > {rest[0]} and {c} > {rest[-1]}" for c in rest[1:-1]],
        "Entropic": lambda: [in_threes(arguments, _THIRDS)],
        "Modular": lambda: [in_threes(rest, _REMAINDERS.replace("3", first)) if first != "1" else "r1c1 > 0"],
        "Zipper": lambda: [f"{a} + {b} = " + (arguments[len(arguments) // 2] if len(arguments) % 2 else
                           f"{arguments[len(arguments) // 2 - 1]} + {arguments[len(arguments) // 2]}")
                           for a, b in zip(arguments[: len(arguments) // 2], arguments[::-1], strict=False)],
        "EqualityCage": lambda: [
            f"{here}: any two a != b; {here}: count(x % 2 = 0) = count(x % 2 = 1) and count(x < 5) = count(x > 5)"
            " and count(x = 5) = 0"
        ],
        "SumLine": lambda: [f"{' '.join(rest)}: start s = 0 next s = (s + x) % {first} + {first} * ((s % {first} + x) /"
                            f" ({first} + 1)) while s < {first} end s = 0"],
        "Sandwich": lambda: [
            f"{board.line(rest[0])}: start s = 0, i = 0 next s = s + x * (i = 1) * (x > 1 and x < 9), "
            f"i = i + (x = 1 or x = 9) end s = {first}"
        ],
        "Skyscraper": lambda: [f"{cells}: start t = 0, v = 0 next t = t + (x > t) * (x - t), v = v + (x > t)"
                               f" end v = {value}" for cells, value in board.both_ends(first, rest)],
        "HiddenSkyscraper": lambda: [
            f"{cells}: start t = 0, h = 0 next t = t + (x > t) * (x - t), h = h + x * (h = 0) * (x < t)"
            f" end h = {int(value) + shift}"
            for cells, value in board.both_ends(first, rest)
        ],
        "NumberedRoom": lambda: [
            f"{cells}: start i = 0, v = 0 next i = i + x * (n = 1), v = v + x * (n = i + x * (n = 1)) end v = {value}"
            for cells, value in board.both_ends(first, rest)
        ],
        "Quad": lambda: [
            " ".join(f"r{int(first[1]) + i}c{int(first[3]) + j}" for i in (0, 1) for j in (0, 1))
            + f": count(x = {int(d) + shift}) >= {rest.count(d)}" for d in {*rest}
        ],
        "SameValues": lambda: [
            f"count({' '.join(rest[: len(rest) // 2])}, x = {d}) = count({' '.join(rest[len(rest) // 2 :])}, x = {d})"
            for d in range(1, board.size + 1)
        ] if first == "2" else [],
        "Indexing": lambda: [
            f"r{c[1]}c{c[3]} = {d} and r{c[1] if first == 'C' else d}c{d if first == 'C' else c[3]} = {own} or "
            f"r{c[1]}c{c[3]} != {d} and r{c[1] if first == 'C' else d}c{d if first == 'C' else c[3]} != {own}"
            for c in rest for own in [c[3] if first == "C" else c[1]] for d in range(1, 10)
        ],
        "LookAndSay": lambda: [f"{' '.join(rest)}: count(x = {int(first[at + 1]) + shift}) = {first[at]}"
                               for at in range(0, len(first), 2)] if len(first) % 2 == 0 else [],
        "Regex": lambda: [f"{' '.join(rest)}: matches " + re.sub(
            r"\d", lambda found: str(int(found[0]) + shift), base64.b64decode(first + "===").decode())],
        "RegionSumLine": lambda: region_sums(arguments, board),
    }  # fmt: skip
    if shift and kind in _OF_FIXED_DIGITS:
        return None
    if kind in _TABLES:
        key = first.translate(str.maketrans("-_", "_-")) if kind.startswith("Binary") else first
        return [f"{' '.join(rest)}: {'any two' if kind.endswith('X') else 'side by side'} {related(key)}"]
    if kind in {"X", "V", "WhiteDot", "BlackDot", "GreaterThan"}:
        relation = _PAIRS[kind] if kind != "BlackDot" else f"a + {shift} = 2 * b or b + {shift} = 2 * a"
        return [f"{a} {b}: any two {relation}" for a, b in beside(arguments)]
    return makers[kind]() or None if kind in makers else None


def related(key: str) -> str:
    """The condition on two digits, a and b, of a pair table: bits for a = 1 and each b, then for a = 2, and so on."""
    bits = [_BASE_64.index(sign) >> bit & 1 for sign in key for bit in range(6)] + [0] * 81
    partners = {a: [b for b in range(1, 10) if bits[9 * a + b - 10]] for a in range(1, 10)}
    choices = {a: " or ".join(f"b = {b}" for b in found) for a, found in partners.items() if found}
    return " or ".join(f"a = {a} and ({choice})" for a, choice in choices.items())


def weighted_sum(total: str, cells: list[str], shift: int) -> str:
    """A sum of cells; the total may be followed by the weight of each cell."""
    value, *weights = total.split("_")
    numbers = [int(weight) for weight in weights if weight != "="] or [1] * len(cells)
    terms = " ".join(f"{'-' if n < 0 else '+'} {abs(n)} {cell}" for n, cell in zip(numbers, cells, strict=True))
    return f"{terms.removeprefix('+ ')} = {int(value) + shift * sum(numbers)}"


def replicated(constraints: list[list[str]], columns: int) -> list[list[str]]:
    """The constraints, with those to be repeated written out: moved by each distance of which a bit is set."""
    found, at = list[list[str]](), 0
    while at < len(constraints):
        kind, *arguments = constraints[at]
        at += 1
        if kind != "Replicate":
            found.append([kind, *arguments])
            continue
        end, depth = at, 1
        while depth:
            depth += (constraints[end][0] in {"Replicate", "And", "Or"}) - (constraints[end][0] == "End")
            end += 1
        inner, at = replicated(constraints[at : end - 1], columns), end
        bits = [_BASE_64.index(sign) >> bit & 1 for sign in arguments[0] for bit in range(6)]
        for down, right in (divmod(distance, columns) for distance, bit in enumerate(bits) if bit):
            move = partial(_moved, down=down, right=right)
            found += [[each, *(re.sub(r"R(\d)C(\d)", move, argument) for argument in moved)] for each, *moved in inner]
    return found


def _moved(cell: re.Match[str], down: int, right: int) -> str:
    return f"R{int(cell[1]) + down}C{int(cell[2]) + right}"


def strict(marks: tuple[str, ...], constraints: list[list[str]]) -> list[str]:
    """The relations of marks as rules that no two neighbours without such a mark have them."""
    marked = {frozenset(pair) for kind, *cells in constraints if kind in marks for pair in beside(cells)}
    places = [(row, column) for row in range(1, 10) for column in range(1, 10)]
    apart = [(r, c, r + i, c + j) for r, c in places for i, j in ((0, 1), (1, 0)) if max(r + i, c + j) < 10]
    pairs = [(f"R{r}C{c}", f"R{below}C{right}") for r, c, below, right in apart]
    relation = " or ".join(_PAIRS[mark] for mark in marks)
    return [f"{a} {b}: any two not ({relation})" for a, b in pairs if frozenset((a, b)) not in marked]


def region_sums(cells: list[str], board: Board) -> list[str]:
    parts: list[list[str]] = []
    for cell in cells:
        box = next(number for number, piece in enumerate(board.pieces) if board.index(cell) in piece)
        if parts and board.index(parts[-1][-1]) in board.pieces[box]:
            parts[-1].append(cell)
        else:
            parts.append([cell])
    return [
        f"sum({' '.join(a)}) + {board.shift * len(b)} = sum({' '.join(b)}) + {board.shift * len(a)}"
        for a, b in pairwise(parts)
    ] or ["r1c1 > 0"]


class Unwritten(Exception):
    """A constraint that can't be written, by its kind."""


def parsed(text: str) -> list[list[str]]:
    """The constraints of a puzzle: each a kind and its arguments."""
    return [each.strip(" .").split("~") for each in re.split(r"\s*\.(?=[A-Z~])", text.strip())[1:]]


def grouped(kind: str, arguments: list[str]) -> Iterator[list[str]]:
    """The arguments of each of several constraints that are written as one."""
    groups: list[list[str]] = [[]]
    for argument in arguments:
        if kind in _TABLES and groups[-1] and argument.startswith("_"):  # the name of a group, after the table's key
            groups.append(groups[-1][:1])
        elif argument or kind in {"Skyscraper", "HiddenSkyscraper", "NumberedRoom"}:
            groups[-1].append(argument)
        else:
            groups.append(groups[-1][:1] if kind in {"Regex", *_TABLES} else [])
    for group in groups:
        if kind not in _TABLES or len(group) > 2:
            yield [each if kind in {"Regex", *_TABLES} else each.upper() for each in group]


def sentences(constraints: list[list[str]], board: Board) -> list[str]:
    """The constraints as rules in words, those in `And` and `Or` as well. Raises Unwritten."""
    open_groups: list[tuple[str, list[list[str]]]] = [("And", [])]
    for kind, *arguments in constraints:
        if kind in {"And", "Or"}:
            open_groups.append((kind, []))
        elif kind == "End":
            ended, options = open_groups.pop()
            if ended == "And" or len(options) < 2:
                open_groups[-1][1].append([each for option in options for each in option])
            else:
                open_groups[-1][1].append(["one of " + " ".join(f"{{{'; '.join(option)}}}" for option in options)])
        elif kind in _STRICT:
            open_groups[-1][1].append(strict(_STRICT[kind], constraints))
        else:
            for group in grouped(kind, arguments):
                made = words(kind, group, board)
                if made is None:
                    raise Unwritten(kind)
                open_groups[-1][1].append(made)
    return [each for made in open_groups[0][1] for each in made]


def puzzle_of(text: str) -> Puzzle:
    """The puzzle in a line of a file. Raises Unwritten."""
    if not text.strip().startswith("."):
        raise Unwritten("other text")
    board = board_of(parsed(text))
    layout = single() if board == board_of([]) else board.layout
    constraints, masks = replicated(parsed(text), board.columns), [all_digits(board.size)] * len(layout.cells)
    for kind, *arguments in constraints:
        for each in arguments if not kind else ():
            cell, *digits = each.split("_")
            masks[board.index(cell)] &= sum(1 << int(digit) + board.shift for digit in digits)
    rules = []
    for each in sentences([constraint for constraint in constraints if constraint[0] not in _OF_THE_BOARD], board):
        try:
            rules.append(RuleInWords.drawn(layout, [()], each))
        except InputError as error:
            raise Unwritten(f"{each[:80]}: {error}") from None
    return Puzzle(layout, (0,) * len(layout.cells), candidates=tuple(masks), rules=tuple(rules))


def main(names: list[str]) -> None:
    tally, reasons = Counter[str](), Counter[str]()
    for path in sorted(RULES.glob("*.iss")):
        if names and path.stem not in names:
            continue
        rival = theirs(path, 100_000)
        for row in path.read_text().splitlines():
            name, text = row.split("\t")
            odd = any(kind not in _KINDS for kind, *_ in parsed(text))
            try:
                puzzle = puzzle_of(text)
            except Unwritten as error:
                reason = str(error)
                fate = reason if reason in {"board", "other text"} else "not expressed"
                tally[f"{fate}{', odd' * odd}"] += 1
                reasons[reason] += fate == "not expressed"
                continue
            tally[f"expressed{', odd' * odd}"] += 1
            other, search = rival.get(name), search_of(puzzle)
            if other is None or other.solutions is None:
                continue
            solutions = search.run(2, None, search.nodes_for(MAX_WORK))
            visible = search.solution()[: len(other.solution)]
            right = solutions == other.solutions and (solutions != 1 or visible == other.solution)
            tally["right" if right else "DIFFERENT or given up"] += 1
            if not right:
                print(f"  {path.stem} {name}: {solutions} and {other.solutions} solutions", flush=True)
    print(dict(tally))
    print("not expressed:", dict(+reasons))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="*", metavar="COLLECTION")
    if not (RULES.is_dir() and RIVAL.exists() and shutil.which("node")):
        sys.exit(f"nothing to compare with: node, {RULES} and {RIVAL} are needed")
    main(list(parser.parse_args().collections))
