"""How many published puzzles can be written with rules in words alone, and still have the solutions that another
program finds.

Run from the root of the project: python -m tests.benchmarks.bench_rule_language [COLLECTION ...] It needs node and the
data, like `bench_rules`. Only puzzles on 9x9 boards are used. Each constraint is written in the language of
docs/rule-language.md, even if there is a kind of rule for it. A puzzle is expressed if all of its constraints are, and
correct if it has the same number of solutions (up to 2), and the same solution. Odd puzzles have a constraint for which
there is no kind of rule.
"""

import argparse
import base64
import re
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

from engine.base.errors import InputError
from engine.sudoku.layout import Layout, single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.in_words import RuleInWords
from engine.sudoku.search.solving import search_of
from tests.benchmarks.bench_rules import RIVAL, RULES, theirs

_OTHER_BOARDS = {"Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var"}
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
_TABLES = {"Pair", "PairX", "Binary", "BinaryX"}
_STRICT = {"StrictXV": ("X", "V"), "StrictKropki": ("WhiteDot", "BlackDot")}
"""The marks whose relations no other neighbours may have."""

_THIRDS = "({0} - 1) / 3 != ({1} - 1) / 3"
_REMAINDERS = "{0} % 3 != {1} % 3"


def line(name: str) -> str:
    """The cells of a row or column, as `R3` or `C4` name it."""
    return f"{'row' if name[0] == 'R' else 'column'} {name[1:]}"


def turned(name: str) -> str:
    """The same from the opposite end."""
    return f"r{name[1:]}c9-r{name[1:]}c1" if name[0] == "R" else f"r9c{name[1:]}-r1c{name[1:]}"


def both_ends(name: str, values: list[str]) -> Iterator[tuple[str, str]]:
    """The cells from each end that has a value."""
    for cells, value in zip((line(name), turned(name)), values, strict=False):
        if value:
            yield cells, value


def diagonal(name: str) -> str:
    """The cells of a little killer, beginning with its first one."""
    row, column = int(name[1]), int(name[3])
    down, right = (
        (1, 1)
        if column == 1 and row < 9
        else (-1, -1)
        if column == 9 and 1 < row < 9
        else ((1, -1) if row == 1 else (-1, 1))
    )
    length = min(9 - row if down > 0 else row - 1, 9 - column if right > 0 else column - 1)
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


def words(kind: str, arguments: list[str]) -> list[str] | None:
    """A constraint as rules in words; None if it can't be written."""
    here, first = " ".join(arguments), arguments[0] if arguments else ""
    rest, box = arguments[1:], lambda cell: (int(cell[1]) - 1) // 3 * 3 + (int(cell[3]) - 1) // 3
    makers: dict[str, Callable[[], list[str]]] = {
        "Cage": lambda: ([f"{' '.join(rest)}: sum = {first}"] if first != "0" else [])
        + ([f"{' '.join(dict.fromkeys(rest))}: any two a != b"] if len(rest) > 1 else []),
        "Sum": lambda: [" + ".join(rest) + f" = {first}"],
        "Thermo": lambda: [f"{here}: side by side a < b"],
        "Whisper": lambda: [f"{' '.join(rest)}: side by side abs(a - b) >= {first}"]
        if first.isdigit() else [f"{here}: side by side abs(a - b) >= 5"],
        "Renban": lambda: [f"{here}: any two a != b; {here}: max - min = {len(arguments) - 1}"],
        "Palindrome": lambda: [f"{a} = {b}" for a, b in zip(arguments, arguments[::-1], strict=True) if a < b],
        "Arrow": lambda: [f"{first} = sum({' '.join(rest)})"],
        "DoubleArrow": lambda: [f"{first} + {arguments[-1]} = sum({' '.join(rest[:-1])})"],
        "PillArrow": lambda: [
            ("10 * {} + {}" if first == "2" else "100 * {} + 10 * {} + {}").format(*sorted(rest[: int(first)]))
            + f" = sum({' '.join(rest[int(first) :])})"
        ],
        "LittleKiller": lambda: [f"{diagonal(cell)}: sum = {first}" for cell in rest],
        "AllDifferent": lambda: [f"{here}: any two a != b"],
        "Diagonal": lambda: [f"{'r9c1-r1c9' if first == '1' else 'r1c1-r9c9'}: any two a != b"],
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
        "DisjointSets": lambda: [f"{' '.join(f'r{3 * a + i}c{3 * b + j}' for a in range(3) for b in range(3))}"
                                 ": any two a != b" for i in (1, 2, 3) for j in (1, 2, 3)],
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
            f"{line(rest[0])}: start s = 0, i = 0 next s = s + x * (i = 1) * (x > 1 and x < 9), "
            f"i = i + (x = 1 or x = 9) end s = {first}"
        ],
        "Skyscraper": lambda: [f"{cells}: start t = 0, v = 0 next t = t + (x > t) * (x - t), v = v + (x > t)"
                               f" end v = {value}" for cells, value in both_ends(first, rest)],
        "HiddenSkyscraper": lambda: [
            f"{cells}: start t = 0, h = 0 next t = t + (x > t) * (x - t), h = h + x * (h = 0) * (x < t) end h = {value}"
            for cells, value in both_ends(first, rest)
        ],
        "NumberedRoom": lambda: [
            f"{cells}: start i = 0, v = 0 next i = i + x * (n = 1), v = v + x * (n = i + x * (n = 1)) end v = {value}"
            for cells, value in both_ends(first, rest)
        ],
        "Quad": lambda: [
            " ".join(f"r{int(first[1]) + i}c{int(first[3]) + j}" for i in (0, 1) for j in (0, 1))
            + f": count(x = {d}) >= {rest.count(d)}" for d in {*rest}
        ],
        "SameValues": lambda: [
            f"count({' '.join(rest[: len(rest) // 2])}, x = {d}) = count({' '.join(rest[len(rest) // 2 :])}, x = {d})"
            for d in range(1, 10)
        ] if first == "2" else [],
        "Indexing": lambda: [
            f"r{c[1]}c{c[3]} = {d} and r{c[1] if first == 'C' else d}c{d if first == 'C' else c[3]} = {own} or "
            f"r{c[1]}c{c[3]} != {d} and r{c[1] if first == 'C' else d}c{d if first == 'C' else c[3]} != {own}"
            for c in rest for own in [c[3] if first == "C" else c[1]] for d in range(1, 10)
        ],
        "LookAndSay": lambda: [f"{' '.join(rest)}: count(x = {first[at + 1]}) = {first[at]}"
                               for at in range(0, len(first), 2)] if len(first) % 2 == 0 else [],
        "Regex": lambda: [f"{' '.join(rest)}: matches {base64.b64decode(first + '===').decode()}"],
        "RegionSumLine": lambda: region_sums(arguments, box),
    }  # fmt: skip
    if kind in _TABLES:
        key = first.translate(str.maketrans("-_", "_-")) if kind.startswith("Binary") else first
        return [f"{' '.join(rest)}: {'any two' if kind.endswith('X') else 'side by side'} {related(key)}"]
    if kind in {"X", "V", "WhiteDot", "BlackDot", "GreaterThan"}:
        return [f"{a} {b}: any two {_PAIRS[kind]}" for a, b in beside(arguments)]
    return makers[kind]() or None if kind in makers else None


def related(key: str) -> str:
    """The condition on two digits, a and b, of a pair table: bits for a = 1 and each b, then for a = 2, and so on."""
    bits = [_BASE_64.index(sign) >> bit & 1 for sign in key for bit in range(6)] + [0] * 81
    partners = {a: [b for b in range(1, 10) if bits[9 * a + b - 10]] for a in range(1, 10)}
    choices = {a: " or ".join(f"b = {b}" for b in found) for a, found in partners.items() if found}
    return " or ".join(f"a = {a} and ({choice})" for a, choice in choices.items())


def strict(marks: tuple[str, ...], constraints: list[list[str]]) -> list[str]:
    """The relations of marks as rules that no two neighbours without such a mark have them."""
    marked = {frozenset(pair) for kind, *cells in constraints if kind in marks for pair in beside(cells)}
    places = [(row, column) for row in range(1, 10) for column in range(1, 10)]
    apart = [(r, c, r + i, c + j) for r, c in places for i, j in ((0, 1), (1, 0)) if max(r + i, c + j) < 10]
    pairs = [(f"R{r}C{c}", f"R{below}C{right}") for r, c, below, right in apart]
    relation = " or ".join(_PAIRS[mark] for mark in marks)
    return [f"{a} {b}: any two not ({relation})" for a, b in pairs if frozenset((a, b)) not in marked]


def region_sums(cells: list[str], box: Callable[[str], int]) -> list[str]:
    parts: list[list[str]] = []
    for cell in cells:
        if parts and box(parts[-1][-1]) == box(cell):
            parts[-1].append(cell)
        else:
            parts.append([cell])
    return [f"sum({' '.join(a)}) = sum({' '.join(b)})" for a, b in pairwise(parts)] or ["r1c1 > 0"]


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


def sentences(constraints: list[list[str]]) -> list[str]:
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
                made = words(kind, group)
                if made is None:
                    raise Unwritten(kind)
                open_groups[-1][1].append(made)
    return [each for made in open_groups[0][1] for each in made]


def puzzle_of(text: str, layout: Layout) -> Puzzle:
    """The puzzle in a line of a file. Raises Unwritten."""
    if not text.strip().startswith("."):
        raise Unwritten("other text")
    constraints, masks = parsed(text), [1022] * 81
    if any(kind in _OTHER_BOARDS or "VS1" in arguments for kind, *arguments in constraints):
        raise Unwritten("board")
    for kind, *arguments in constraints:
        for each in arguments if not kind else ():
            cell, *digits = each.split("_")
            masks[9 * int(cell[1]) + int(cell[3]) - 10] &= sum(1 << int(digit) for digit in digits)
    rules = []
    for each in sentences([constraint for constraint in constraints if constraint[0]]):
        try:
            rules.append(RuleInWords.drawn(layout, [()], each))
        except InputError as error:
            raise Unwritten(f"{each[:80]}: {error}") from None
    return Puzzle(layout, (0,) * 81, candidates=tuple(masks), rules=tuple(rules))


def main(names: list[str]) -> None:
    layout, tally, reasons = single(), Counter[str](), Counter[str]()
    for path in sorted(RULES.glob("*.iss")):
        if names and path.stem not in names:
            continue
        rival = theirs(path, 100_000)
        for row in path.read_text().splitlines():
            name, text = row.split("\t")
            odd = any(kind not in _KINDS for kind, *_ in parsed(text))
            try:
                puzzle = puzzle_of(text, layout)
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
            right = solutions == other.solutions and (solutions != 1 or search.solution() == other.solution)
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
