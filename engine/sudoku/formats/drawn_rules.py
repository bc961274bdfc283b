"""Rules from what is drawn on a board and what the text of its setter says: for formats that describe a picture.

Points are rows and columns on the canvas: the centre of the upper left cell is (0.5, 0.5). A drawing becomes a rule if
it looks as the rule usually does and the text states the rule, or if there is no text and the look can mean one thing.
All other drawings are decorations, and sentences that are not understood a rule in text; neither is checked. If the
puzzle has a solution in its file, kinds of rules that it breaks are decorations as well.
"""

import colorsys
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor
from typing import Any

from engine.base.errors import InputError
from engine.sudoku.formats.setter_text import RuleStatement, SetterText
from engine.sudoku.layout import Layout, Position
from engine.sudoku.puzzle import Digits
from engine.sudoku.rules import Rule, broken
from engine.sudoku.rules.drawing import ray
from engine.sudoku.rules.kinds.arrow import Arrow, DoubleArrow
from engine.sudoku.rules.kinds.between import Between, Lockout
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Even, Extreme, Maximum, Minimum, Odd
from engine.sudoku.rules.kinds.clone import Clone
from engine.sudoku.rules.kinds.decoration import CAGE, CLUE, LINE, MARK, Decoration
from engine.sudoku.rules.kinds.dots import DifferenceDot, NoDifferences, NoPairSums, NoRatios, PairSum, Ratio
from engine.sudoku.rules.kinds.everywhere import DisjointGroups, NonConsecutive
from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.kinds.lines import Entropic, Modular, Nabner, Palindrome, Renban, Whispers
from engine.sudoku.rules.kinds.outside import LittleKiller, OutsideRule, Sandwich, Skyscraper, XSum
from engine.sudoku.rules.kinds.quadruple import Quadruple
from engine.sudoku.rules.kinds.sums import RegionSum, Zipper
from engine.sudoku.rules.kinds.thermometer import SlowThermometer, Thermometer
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.rule import complete
from engine.sudoku.signs import SIGNS

Point = tuple[float, float]

_SMALL, _LARGE = 0.45, 0.55
"""Sizes, in cells: of dots at most, and of circles at least."""

_NEAR = 0.13
"""How far the centre of a mark may lie from the middle of a cell, an edge or a corner."""


@dataclass(frozen=True)
class LineDrawing:
    """A line through points, in a colour ("" if it is transparent), perhaps with a head at its end."""

    points: tuple[Point, ...]
    colour: str = ""
    head: bool = False


@dataclass(frozen=True)
class SymbolDrawing:
    """A shape with a text around a point: a rectangle, or one with round corners or on its corner (a diamond)."""

    centre: Point
    width: float = 1
    height: float = 1
    round: bool = False
    tilted: bool = False
    fill: str = ""
    border: str = ""
    text: str = ""


@dataclass(frozen=True)
class CageDrawing:
    """Outlined cells with a text; `adds` if the format itself says that the text is their sum."""

    cells: tuple[int, ...]
    text: str = ""
    unique: bool = True
    adds: bool = False


Drawing = LineDrawing | SymbolDrawing | CageDrawing

_LINES: dict[str, Callable[[tuple[int, ...], RuleStatement], Rule]] = {
    "whispers": lambda cells, statement: Whispers(cells, statement.value or 5),
    "renban": lambda cells, _: Renban(cells),
    "nabner": lambda cells, _: Nabner(cells),
    "palindrome": lambda cells, _: Palindrome(cells),
    "region sum line": lambda cells, _: RegionSum(cells),
    "zipper line": lambda cells, _: Zipper(cells),
    "entropic line": lambda cells, _: Entropic(cells),
    "modular line": lambda cells, _: Modular(cells),
}
"""Rules of plain lines, which a text tells apart."""

_ENDED: dict[str, tuple[type[Rule], bool]] = {
    "between line": (Between, False),
    "double arrow": (DoubleArrow, False),
    "lockout line": (Lockout, True),
}
"""Rules of lines with circles at both ends, or diamonds (True)."""

_USUAL_COLOURS = {
    "whispers": {"green"}, "renban": {"purple"}, "palindrome": {"grey"}, "region sum line": {"blue"},
    "zipper line": {"purple"}, "entropic line": {"orange"}, "nabner": {"yellow"}, "modular line": {"blue"},
}  # fmt: skip

_OUTSIDE: dict[str, type[OutsideRule]] = {"sandwich": Sandwich, "x-sum": XSum, "skyscraper": Skyscraper}

_BY_LOOK = {
    "thermometer",
    "arrow",
    "difference",
    "ratio",
    "pair sum",
    "quadruple",
    "little killer",
    "even",
    "odd",
    "killer cage",
    "inequality",
    "minimum",
    "maximum",
}
"""Kinds that are known by their look where there is no text."""

_UNDRAWN = {"knight", "king", "diagonal", "disjoint groups", "extra region", "non-consecutive"}
"""Kinds that leave no trace on the board, or that readers of formats take from other parts."""

DRAWN = _BY_LOOK | {*_LINES, *_ENDED, *_OUTSIDE, *_UNDRAWN, "slow thermometer", "clone"}
"""The kinds that are read from a picture and the text of its setter; `no other ...` from the text alone."""

_POINTS = {
    "<": (0, -1), "‹": (0, -1), "＜": (0, -1), ">": (0, 1), "›": (0, 1), "＞": (0, 1),
    "∧": (-1, 0), "^": (-1, 0), "˄": (-1, 0), "⌃": (-1, 0), "∨": (1, 0), "˅": (1, 0), "⌄": (1, 0),
}  # fmt: skip
"""Where inequality signs point to: rows down and columns to the right."""

_TURNS = "<∧>∨"
"""An inequality sign, each turned by 90 degrees from the one before."""

_CHEVRON, _SAME = 0.3, 0.01
"""Size of an inequality sign that is drawn as a line, at most; and a distance of points that are the same."""

_HEX = re.compile(r"#?([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_RGB = re.compile(r"rgba?\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*([\d.]+)\s*)?\)")
_HUES = ((15, "red"), (45, "orange"), (68, "yellow"), (165, "green"), (255, "blue"), (345, "purple"), (361, "red"))
"""The names of hues up to an angle."""


def colour_name(code: Any) -> str:
    """The usual name of a colour such as `#cfcfcf`, `rgba(1, 2, 3, 0.5)` or `green`; "" if it is transparent."""
    text = str(code or "").strip().lower()
    if found := _HEX.fullmatch(text):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        red, green, blue, alpha = (int((digits + "ff")[at : at + 2], 16) for at in (0, 2, 4, 6))
    elif found := _RGB.fullmatch(text):
        red, green, blue = (min(int(found[at]), 255) for at in (1, 2, 3))
        alpha = 0 if found[4] and not found[4].strip("0.") else 255
    else:
        return text if text in {name for _, name in _HUES} | {"black", "white", "grey"} else "grey" if text else ""
    if alpha == 0:
        return ""
    hue, lightness, _ = colorsys.rgb_to_hls(red / 255, green / 255, blue / 255)
    if max(red, green, blue) - min(red, green, blue) < 30:
        return "black" if lightness < 0.25 else "white" if lightness > 0.93 else "grey"
    return next(name for angle, name in _HUES if 360 * hue < angle)


def turned(text: str, degrees: float) -> str:
    """A text that is drawn turned clockwise, if it is an inequality sign."""
    at = _TURNS.find(text) if text else -1
    return text if at < 0 or degrees % 90 else _TURNS[(at + int(degrees) // 90) % 4]


def drawn_rules(
    layout: Layout,
    corner: Position,
    drawings: Iterable[Drawing],
    text: SetterText,
    stored: Digits | None = None,
    met: Iterable[str] = (),
    named_rules: Sequence[Rule] = (),
) -> tuple[Rule, ...]:
    """The rules and decorations of drawings on a canvas on which the layout begins at `corner`.

    `met` are the kinds of rules in the text that the layout has, and `named_rules` those that the format names;
    drawings are of other kinds.
    """
    drawings, others = [*drawings], frozenset(type(rule) for rule in named_rules)
    rules = [*_Reading(layout, corner, drawings, text, others).rules()]
    if stored:
        wrong = {type(each.rule) for each in broken(complete((*named_rules, *rules)), layout, stored)}
        rules = [*_Reading(layout, corner, drawings, text, others | wrong).rules()]
    found = {*met, *(rule.kind for rule in (*named_rules, *rules))}
    places = {frozenset(rule.scope(layout)) for rule in named_rules}
    rules = [rule for rule in rules if not isinstance(rule, Decoration) or frozenset(rule.cells) not in places]
    is_drawn = any(isinstance(rule, Decoration) for rule in rules)
    sentences = {statement.sentence: None for statement in text.statements if is_drawn or statement.kind in _UNDRAWN}
    checked = {statement.sentence for statement in text.statements if statement.kind in found}
    unchecked = [sentence for sentence in (*sentences, *text.rest) if sentence not in checked]
    if unchecked:
        rules.append(RuleInText(text=" ".join(unchecked)))
    return complete((*named_rules, *rules))


@dataclass
class _Reading:
    """The drawings of a puzzle that is being read; each is taken by the first kind of rule that it can be."""

    layout: Layout
    corner: Position
    drawings: list[Drawing]
    text: SetterText
    unlike: frozenset[type[Rule]] = frozenset()
    """Kinds that the drawings can't be."""
    rule_symbols: set[int] = field(default_factory=set)
    """Signs that belong to rules, by number."""
    signs: list[SymbolDrawing] = field(default_factory=list)
    loose: list[LineDrawing] = field(default_factory=list)
    """The lines that are no rules."""

    def rules(self) -> Iterator[Rule]:
        """The rules, and decorations for the drawings that are none."""
        self.signs = [drawing for drawing in self.drawings if isinstance(drawing, SymbolDrawing)]
        strokes = list(self._strokes())
        yield from self._cages()
        yield from self._little_killers()
        left, met = list[tuple[int, ...]](), set[LineDrawing]()
        for cells, stroke in strokes:
            rule = self._arrow(cells) if stroke.head else self._line(cells, stroke)
            if rule is None:
                left.append(cells)
            else:
                met.add(stroke)
                yield rule
        self.loose = [drawing for drawing in self.drawings if isinstance(drawing, LineDrawing) and drawing not in met]
        yield from self._marks()
        yield from self._extremes()
        yield from self._clones()
        for kind, rule_class in (("non-consecutive", NonConsecutive), ("disjoint groups", DisjointGroups)):
            if self._means(kind, rule_class) and (rule_class is NonConsecutive or DisjointGroups.groups(self.layout)):
                yield rule_class()
        yield from (Decoration(cells, LINE) for cells in left)
        yield from self._other_signs()

    def _means(self, kind: str, rule: type[Rule]) -> bool:
        """Whether a drawing with the look of a kind of rule is such a rule."""
        if rule in self.unlike or self.text.doubtful or self.text.mentions(kind):
            return False
        return bool(self.text.states(kind)) or (kind in _BY_LOOK and not self.text.has_rules)

    # Places

    def _cell(self, point: Point) -> int | None:
        return self.layout.index.get((floor(point[0]) - self.corner[0], floor(point[1]) - self.corner[1]))

    def _around(self, sign: SymbolDrawing) -> tuple[int, ...]:
        """The cells that a mark lies in (one), between (two) or among (four), or covers; none if one is missing."""
        spans = []
        for at, length in zip(sign.centre, (sign.height, sign.width), strict=True):
            count = max(round(length), 1)
            if count > 1:
                first = round(at - count / 2)
                spans.append(range(first, first + count))
            elif abs(at - round(at)) < _NEAR and max(sign.width, sign.height) < 1:
                spans.append(range(round(at) - 1, round(at) + 1))
            else:
                spans.append(range(floor(at), floor(at) + 1))
        top, left = self.corner
        found = [self.layout.index.get((row - top, column - left)) for row in spans[0] for column in spans[1]]
        return tuple(cell for cell in found if cell is not None) if None not in found else ()

    def _strokes(self) -> Iterator[tuple[tuple[int, ...], LineDrawing]]:
        """The cells of each line in order, without those that leave no cell; a line drawn twice counts once."""
        seen = set[tuple[tuple[int, ...], bool]]()
        for stroke in self.drawings:
            if not isinstance(stroke, LineDrawing) or not stroke.colour:
                continue
            cells = self._way(stroke.points)
            keys = {(cells, stroke.head), (cells[::-1], stroke.head)}
            if len(cells) > 1 and not keys & seen:
                seen |= keys
                yield cells, stroke

    def _way(self, points: Sequence[Point]) -> tuple[int, ...]:
        """The cells on the way; none if it is not from the middle of cells to the middle of cells."""
        places = [(floor(row), floor(column)) for row, column in points]
        found = places[:1]
        for (row, column), (to_row, to_column) in pairwise(places):
            down, right = to_row - row, to_column - column
            steps = max(abs(down), abs(right))
            if {abs(down), abs(right)} - {0, steps}:
                return ()
            found += [(row + at * down // steps, column + at * right // steps) for at in range(1, steps + 1)]
        if any(float(at).is_integer() for point in points for at in point):
            return ()
        cells = [self.layout.index.get((row - self.corner[0], column - self.corner[1])) for row, column in found]
        return tuple(cell for cell in cells if cell is not None) if None not in cells else ()

    # Cages, and clues outside the grid

    def _cages(self) -> Iterator[Rule]:
        states = self.text.states("killer cage")
        repeats = any(statement.value for statement in states)
        for cage in self.drawings:
            if not isinstance(cage, CageDrawing):
                continue
            is_sum = cage.text.isascii() and cage.text.isdigit() and len(cage.text) < 4
            may_add = not self.text.doubtful and KillerCage not in self.unlike
            if (
                is_sum
                and may_add
                and (cage.adds or self._means("killer cage", KillerCage) or not self.text.mentions("killer cage"))
            ):
                yield KillerCage(cage.cells, int(cage.text), repeats or not cage.unique)
            elif cage.unique and not cage.text and self._means("killer cage", KillerCage):
                yield KillerCage(cage.cells, 0, repeats)
            else:
                yield Decoration(cage.cells, CAGE, cage.text)

    def _little_killers(self) -> Iterator[Rule]:
        means = self._means("little killer", LittleKiller)
        for number, sign in enumerate(self.signs):
            if self._cell(sign.centre) is not None or not sign.text:
                continue
            cells = self._along_arrow(sign.centre)
            if cells and means and sign.text.isascii() and sign.text.isdigit() and len(sign.text) < 4:
                self.rule_symbols.add(number)
                yield LittleKiller(cells, int(sign.text))

    def _along_arrow(self, centre: Point) -> tuple[int, ...]:
        """The diagonal that an arrow at a clue points to."""
        for stroke in self.drawings:
            if isinstance(stroke, LineDrawing) and stroke.head and len(stroke.points) > 1:
                start, end = stroke.points[0], stroke.points[-1]
                down, right = ((end[axis] > start[axis]) - (end[axis] < start[axis]) for axis in (0, 1))
                near = max(abs(start[axis] - centre[axis]) for axis in (0, 1)) < 0.75
                if near and down and right:
                    return self._ray(centre, down, right)
        return ()

    def _ray(self, centre: Point, down: int, right: int) -> tuple[int, ...]:
        """The cells from a place outside the grid in a direction."""
        first, second = (self._cell((centre[0] + at * down, centre[1] + at * right)) for at in (1, 2))
        if first is None or second is None:
            return () if first is None else (first,)
        if cells := ray(self.layout, first, second):
            return cells
        found = [first, second]
        while (
            not self.layout.grids
            and (cell := self._cell((centre[0] + (len(found) + 1) * down, centre[1] + (len(found) + 1) * right)))
            is not None
        ):
            found.append(cell)
        return () if self.layout.grids else tuple(found)

    def _clue(self, sign: SymbolDrawing) -> tuple[int, ...]:
        """The row or column before which a mark stands; none if it does not stand outside the grid."""
        ways = ((1, 0), (-1, 0), (0, 1), (0, -1))
        return next((cells for down, right in ways if (cells := self._ray(sign.centre, down, right))), ())

    # Lines

    def _ends(self, cell: int, tilted: bool = False) -> list[int]:
        """The numbers of the large circles (or diamonds) at a cell."""
        return [
            number
            for number, sign in enumerate(self.signs)
            if (sign.tilted if tilted else sign.round)
            and min(sign.width, sign.height) >= _LARGE
            and (sign.fill or sign.border)
            and cell in self._around(sign)
        ]

    def _arrow(self, cells: tuple[int, ...]) -> Rule | None:
        circles = self._ends(cells[0])
        if not circles or not self._means("arrow", Arrow):
            return None
        circle = max((self._around(self.signs[number]) for number in circles), key=len)
        shaft = tuple(cell for cell in cells if cell not in circle)
        if len(circle) > 3 or not shaft:
            return None
        self.rule_symbols.update(circles)
        return Arrow(tuple(sorted(circle)), shaft)

    def _line(self, cells: tuple[int, ...], stroke: LineDrawing) -> Rule | None:
        for way in (cells, cells[::-1]):
            bulbs = [number for number in self._ends(way[0]) if self.signs[number].fill == stroke.colour]
            slow = self._means("slow thermometer", SlowThermometer)
            if bulbs and not self._ends(way[-1]) and (slow or self._means("thermometer", Thermometer)):
                self.rule_symbols.update(bulbs)
                return SlowThermometer(way) if slow else Thermometer(way)
        for kind, (rule, tilted) in _ENDED.items():
            ends = [self._ends(cell, tilted) for cell in (cells[0], cells[-1])]
            if all(ends) and len(cells) > 2 and self._means(kind, rule):
                self.rule_symbols.update(*ends)
                return rule(cells)
        if (self._ends(cells[0]) or self._ends(cells[-1])) and not self._means("odd", Odd):
            return None
        statements = [
            statement
            for kind in _LINES
            for statement in self.text.states(kind)
            if self._means(kind, type(_LINES[kind]((), statement)))
        ]
        statement = self._statement_of(stroke.colour, statements)
        if statement is None:
            return None
        try:
            rule_found = _LINES[statement.kind](cells, statement)
            rule_found.primitives(self.layout)
        except (InputError, IndexError, KeyError):
            return None
        return rule_found

    def _statement_of(self, colour: str, statements: list[RuleStatement]) -> RuleStatement | None:
        """The statement about lines of a colour; None if there is none, or none is certain."""
        exact = [statement for statement in statements if colour in statement.colours]
        if not exact:
            exact = [statement for statement in statements if not statement.colours]
            others = {each.colour for _, each in self._strokes() if not each.head} - {
                name for statement in statements for name in statement.colours
            }
            if len({statement.kind for statement in exact}) == 1 and len(others) > 1:
                exact = [statement for statement in exact if colour in _USUAL_COLOURS[statement.kind]]
        kinds = {statement.kind for statement in exact}
        if len(kinds) > 1:
            exact = [statement for statement in exact if colour in _USUAL_COLOURS[statement.kind]]
            kinds = {statement.kind for statement in exact}
        values = {statement.value for statement in exact}
        return exact[0] if len(kinds) == 1 and len(values) == 1 else None

    # Marks

    def _marks(self) -> Iterator[Rule]:
        rules = list[Rule]()
        for number, sign in enumerate(self.signs):
            if number in self.rule_symbols:
                continue
            cells = self._around(sign)
            rule = self._mark(sign, cells) if cells else self._outside_rule(sign)
            if rule:
                self.rule_symbols.add(number)
                rules.append(rule)
        yield from rules
        kinds = {type(rule) for rule in rules}
        for negative in (NoDifferences, NoRatios, NoPairSums):
            if negative.mark.kind in self.text.complete and negative.mark in kinds:
                yield negative.of(rules)

    def _mark(self, sign: SymbolDrawing, cells: tuple[int, ...]) -> Rule | None:
        text, size = sign.text.strip().upper(), max(sign.width, sign.height)
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
        if len(cells) == 2 and size < 1:
            if sign.text in _POINTS:
                return self._inequality(cells, _POINTS[sign.text])
            if text in {"X", "V"} and self._means("pair sum", PairSum):
                return PairSum(cells, 10 if text == "X" else 5)
            if sign.round and size <= _SMALL and (not text or number):
                if sign.fill == "white" and self._means("difference", DifferenceDot):
                    return DifferenceDot(cells, number or 1)
                if sign.fill == "black" and self._means("ratio", Ratio):
                    return Ratio(cells, number or 2)
        elif len(cells) == 4 and sign.round and text and self._means("quadruple", Quadruple):
            digits = [SIGNS.find(letter) + 1 for letter in text if letter.isalnum()]
            if 1 <= len(digits) <= 4 and all(1 <= digit <= self.layout.size for digit in digits):
                return Quadruple(cells, tuple(sorted(digits)))
        elif len(cells) == 1 and _LARGE <= size < 1 and not text and sign.fill == "grey" and self._is_alone(sign):
            if sign.round and self._means("odd", Odd):
                return Odd(cells)
            if not sign.round and self._means("even", Even):
                return Even(cells)
        return None

    def _inequality(self, cells: Sequence[int], way: Position) -> Inequality | None:
        """The rule of a sign between two neighbours that points that way; None if it points to neither."""
        (row, column), (below, beside) = (self.layout.cells[cell] for cell in cells)
        axis = (abs(below - row), abs(beside - column))
        if axis != (abs(way[0]), abs(way[1])) or not self._means("inequality", Inequality):
            return None
        return Inequality((cells[0], cells[1]) if sum(way) < 0 else (cells[1], cells[0]))

    def _extremes(self) -> Iterator[Rule]:
        """Inequality signs drawn as lines; those on all edges of a shaded cell make it a minimum or a maximum."""
        signs = [found for stroke in self.loose if (found := self._chevron(stroke.points))]
        shades = {cells[0]: number for number, sign in enumerate(self.signs) if number not in self.rule_symbols
                  and sign.fill == "grey" and not sign.text and not sign.round
                  and len(cells := self._around(sign)) == 1}  # fmt: skip
        kinds: tuple[tuple[type[Extreme], int], ...] = ((Minimum, 0), (Maximum, 1))
        for kind, own in kinds:
            met = {sign[own] for sign in signs} & shades.keys() if self._means(kind.kind, kind) else set()
            others = {cell: {*self._beside(cell)} - met for cell in met}
            full = {cell for cell in met if all(((cell, other), (other, cell))[own] in signs for other in others[cell])}
            for cell in sorted(full):
                self.rule_symbols.add(shades[cell])
                yield kind((cell,))
            signs = [sign for sign in signs if sign[own] not in full]
        yield from map(Inequality, dict.fromkeys(signs) if self._means("inequality", Inequality) else ())

    def _beside(self, cell: int) -> list[int]:
        return [first + second - cell for first, second in neighbours(self.layout) if cell in (first, second)]

    def _chevron(self, points: Sequence[Point]) -> tuple[int, int] | None:
        """The smaller and the larger cell of an inequality sign that is drawn near their edge as a line."""
        if len(points) != 3:
            return None
        (first, tip, last), spans = points, [max(at) - min(at) for at in zip(*points, strict=True)]
        axis = 0 if spans[0] < spans[1] else 1
        middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
        is_even = max(abs(first[axis] - last[axis]), abs(middle[1 - axis] - tip[1 - axis])) < _SAME
        edge = round(tip[axis])
        if max(spans) > _CHEVRON or not is_even or min(spans) < _SAME or abs(tip[axis] - edge) > _NEAR:
            return None
        sides = [[edge - 0.5, edge - 0.5], [edge + 0.5, edge + 0.5]]
        for side in sides:
            side[1 - axis] = tip[1 - axis]
        before, after = (self._cell((side[0], side[1])) for side in sides)
        if before is None or after is None:
            return None
        return (before, after) if tip[axis] < middle[axis] else (after, before)

    def _is_alone(self, sign: SymbolDrawing) -> bool:
        """Whether a mark is no diamond, and no line without a rule ends at it."""
        ends = (stroke.points[at] for stroke in self.loose for at in (0, -1))
        away = (max(abs(end[axis] - sign.centre[axis]) for axis in (0, 1)) for end in ends)
        return not sign.tilted and all(distance >= 0.5 for distance in away)

    def _outside_rule(self, sign: SymbolDrawing) -> Rule | None:
        text, cells = sign.text.strip(), self._clue(sign)
        kinds = [rule for kind, rule in _OUTSIDE.items() if self._means(kind, rule)]
        if not cells or len(kinds) != 1 or not text.isascii() or not text.isdigit() or len(text) > 3:
            return None
        return kinds[0](cells, int(text))

    def _clones(self) -> Iterator[Rule]:
        """Two shaded groups of one colour and one shape, without other shaded cells in the colour."""
        if not self._means("clone", Clone):
            return
        shaded: dict[str, dict[Position, list[int]]] = {}
        for number, sign in enumerate(self.signs):
            if min(sign.width, sign.height) < 1 or sign.round or sign.text or sign.fill in {"", "white"}:
                continue
            for cell in self._around(sign):
                shaded.setdefault(sign.fill, {}).setdefault(self.layout.cells[cell], []).append(number)
        for numbers in shaded.values():
            groups = _groups(numbers)
            if len(groups) == 2 and len({_shape(group) for group in groups}) == 1:
                self.rule_symbols.update(*numbers.values())
                first, second = (tuple(self.layout.index[place] for place in group) for group in groups)
                yield Clone(first, second)

    def _other_signs(self) -> Iterator[Rule]:
        """Decorations for signs that are no rules: shaded cells by their colour, marks, and clues."""
        shaded: dict[str, list[int]] = {}
        for number, sign in enumerate(self.signs):
            if number in self.rule_symbols:
                continue
            cells, text = self._around(sign), sign.text.strip()
            if text:
                if cells:
                    yield Decoration(cells, MARK, text)
                elif found := self._clue(sign) or self._along_arrow(sign.centre):
                    yield Decoration(found, CLUE, text)
            elif cells and sign.round and (sign.fill or sign.border) and sign.width < 1:
                yield Decoration(cells, MARK)
            elif cells and sign.fill not in {"", "white"}:
                shaded.setdefault(sign.fill, []).extend(cells)
        yield from (Decoration(tuple(dict.fromkeys(cells)), CAGE) for cells in shaded.values())


def _groups(places: Iterable[Position]) -> list[list[Position]]:
    """The groups of places that share edges, each in order."""
    left, groups = sorted(places), list[list[Position]]()
    while left:
        group = [left.pop(0)]
        for row, column in group:
            beside = [place for place in left if abs(place[0] - row) + abs(place[1] - column) == 1]
            group += beside
            left = [place for place in left if place not in beside]
        groups.append(sorted(group))
    return groups


def _shape(group: Sequence[Position]) -> tuple[Position, ...]:
    """The places from the first on."""
    return tuple((row - group[0][0], column - group[0][1]) for row, column in group)
