"""Rules from the drawings on a board and the text of its setter: for formats that describe a picture.

A drawing becomes a rule if it looks as the rule usually does and the text states the rule, or if there is no text and
the look has only one meaning. All other drawings are decorations, and sentences that are not understood become a rule
in text; neither is checked. Kinds of rules that the solution in the file breaks are decorations, too, even if the
format names them: setters also draw arrows whose digits multiply. So are kinds with which a puzzle has no solution,
if no sentence states them and one is not understood.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import floor

from engine.base.errors import InputError
from engine.sudoku.formats.drawings import CageDrawing, Drawing, LineDrawing, Point, SymbolDrawing
from engine.sudoku.formats.setter_text import RuleStatement, SetterText
from engine.sudoku.layout import Layout, Position
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule, broken
from engine.sudoku.rules.drawing import ray
from engine.sudoku.rules.kinds.arrow import Arrow, DoubleArrow
from engine.sudoku.rules.kinds.between import Between, Lockout
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Even, Extreme, Maximum, Minimum, Odd
from engine.sudoku.rules.kinds.clone import Clone
from engine.sudoku.rules.kinds.decoration import CAGE, CLUE, LINE, MARK, Decoration, decorations
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
from engine.sudoku.search.solving import search_of
from engine.sudoku.signs import SIGNS

_MAX_DOT, _MIN_CIRCLE = 0.45, 0.55
"""The largest size of dots and the smallest of circles, in cells."""

_TOLERANCE = 0.13
"""Maximum distance of the centre of a mark from the middle of a cell, an edge or a corner, in cells."""

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
"""Rules of plain lines, which only a text distinguishes."""

_LINES_WITH_ENDS: dict[str, tuple[type[Rule], bool]] = {
    "between line": (Between, False),
    "double arrow": (DoubleArrow, False),
    "lockout line": (Lockout, True),
}
"""Rules of lines with circles at both ends, or diamonds (True)."""

_USUAL_COLOURS = {
    "whispers": {"green"}, "renban": {"purple"}, "palindrome": {"grey"}, "region sum line": {"blue"},
    "zipper line": {"purple"}, "entropic line": {"orange"}, "nabner": {"yellow"}, "modular line": {"blue"},
}  # fmt: skip

_OUTSIDE_RULES: dict[str, type[OutsideRule]] = {"sandwich": Sandwich, "x-sum": XSum, "skyscraper": Skyscraper}

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
"""Kinds that are recognised by their look if there is no text."""

_UNDRAWN = {"knight", "king", "diagonal", "disjoint groups", "extra region", "non-consecutive"}
"""Kinds that are not drawn on the board, or that formats store elsewhere."""

DRAWN = _BY_LOOK | {*_LINES, *_LINES_WITH_ENDS, *_OUTSIDE_RULES, *_UNDRAWN, "slow thermometer", "clone"}
"""The kinds that are read from drawings and the text of the setter. That all dots are given is read from text alone."""

_SIGN_DIRECTIONS = {
    "<": (0, -1), "‹": (0, -1), "＜": (0, -1), ">": (0, 1), "›": (0, 1), "＞": (0, 1),
    "∧": (-1, 0), "^": (-1, 0), "˄": (-1, 0), "⌃": (-1, 0), "∨": (1, 0), "˅": (1, 0), "⌄": (1, 0),
}  # fmt: skip
"""The directions in which inequality signs point, as rows down and columns to the right."""

_MAX_WORK = 1_000_000
"""How long a solution is looked for, as in `nodes_for` of a search."""

_MAX_CHEVRON, _MAX_ERROR = 0.3, 0.01
"""Maximum size of an inequality sign that is drawn as a line, and maximum distance of equal points, in cells."""


def drawn_rules(
    layout: Layout,
    corner: Position,
    drawings: Iterable[Drawing],
    text: SetterText,
    stored: Digits | None = None,
    layout_kinds: Iterable[str] = (),
    named_rules: Sequence[Rule] = (),
    excluded_kinds: frozenset[type[Rule]] = frozenset(),
) -> tuple[Rule, ...]:
    """The rules and decorations of drawings on a canvas on which the layout begins at `corner`.

    `stored` is the solution in the file. `layout_kinds` are the kinds of rules that the layout already has, and
    `named_rules` the rules that the format names; drawings are of other kinds. Rules of `excluded_kinds` become
    decorations.
    """
    drawings, named_kinds = [*drawings], frozenset(type(rule) for rule in named_rules)
    places = {frozenset(rule.scope(layout)) for rule in named_rules}

    def read(excluded: frozenset[type[Rule]]) -> tuple[list[Rule], list[Rule]]:
        """The rules that the format names, and those that are drawn."""
        reader = _DrawingReader(layout, corner, drawings, text, named_kinds | excluded, stored is not None)
        drawn = [
            rule for rule in reader.rules() if not isinstance(rule, Decoration) or frozenset(rule.cells) not in places
        ]
        named = [rule for rule in named_rules if type(rule) not in excluded]
        for rule in named_rules:
            drawn += decorations(rule, layout) if type(rule) in excluded else ()
        return named, drawn

    named, rules = read(excluded_kinds)
    if stored:
        broken_rules = [violation.rule for violation in broken(complete((*named, *rules)), layout, stored)]
        broken_kinds = {type(rule) for rule in broken_rules if rule.shapes(layout) or type(rule) not in named_kinds}
        if broken_kinds:
            named, rules = read(excluded_kinds | broken_kinds)
    known_kinds = {*layout_kinds, *(rule.kind for rule in (*named, *rules))}
    is_drawn = any(isinstance(rule, Decoration) for rule in rules)
    sentences = {statement.sentence: None for statement in text.statements if is_drawn or statement.kind in _UNDRAWN}
    checked = {statement.sentence for statement in text.statements if statement.kind in known_kinds}
    unchecked = [sentence for sentence in (*sentences, *text.other_sentences) if sentence not in checked]
    if unchecked:
        rules.append(RuleInText(text=" ".join(unchecked)))
    return complete((*named, *rules))


def consistent(read: Callable[[frozenset[type[Rule]]], Puzzle], text: SetterText) -> Puzzle:
    """The puzzle that `read` returns for the kinds of rules that it excludes: none if that has a solution.

    Otherwise one kind is excluded that the text does not state, or else all of them; a puzzle without a solution
    either way is returned as it is. Nothing is excluded if the file has a solution, or all of the text is understood.
    """
    puzzle = read(frozenset())
    if puzzle.stored or not text.other_sentences or _may_be_solvable(puzzle):
        return puzzle
    doubtful_rules = (rule for rule in puzzle.rules if not text.states(rule.kind) and rule.shapes(puzzle.layout))
    kinds = [*dict.fromkeys(type(rule) for rule in doubtful_rules if not isinstance(rule, Decoration))]
    other_puzzles = (read(frozenset(excluded)) for excluded in (*([kind] for kind in kinds), kinds))
    return next(filter(_may_be_solvable, other_puzzles), puzzle)


def _may_be_solvable(puzzle: Puzzle) -> bool:
    """Whether a short search finds a solution, or does not end."""
    search = search_of(puzzle)
    return search.run(1, None, search.nodes_for(_MAX_WORK)) != 0


@dataclass
class _DrawingReader:
    """Finds the rules in the drawings of a puzzle; each drawing belongs to the first kind of rule that it can be."""

    layout: Layout
    corner: Position
    drawings: list[Drawing]
    text: SetterText
    excluded_kinds: frozenset[type[Rule]] = frozenset()
    """Kinds of rules that the drawings can't be."""
    has_solution: bool = False
    """Whether the file has a solution, with which rules are compared."""
    rule_symbols: set[int] = field(default_factory=set)
    """The symbols that belong to rules, by number."""
    symbols: list[SymbolDrawing] = field(default_factory=list)
    plain_lines: list[LineDrawing] = field(default_factory=list)
    """The lines that are not rules."""

    def rules(self) -> Iterator[Rule]:
        """The rules, and decorations for the drawings that are none."""
        self.symbols = [drawing for drawing in self.drawings if isinstance(drawing, SymbolDrawing)]
        lines = list(self._lines_of_cells())
        yield from self._cages()
        yield from self._little_killers()
        unused_lines, rule_lines = list[tuple[int, ...]](), set[LineDrawing]()
        for cells, line in lines:
            rule = self._arrow(cells) if line.head else self._line(cells, line)
            if rule is None:
                unused_lines.append(cells)
            else:
                rule_lines.add(line)
                yield rule
        self.plain_lines = [
            drawing for drawing in self.drawings if isinstance(drawing, LineDrawing) and drawing not in rule_lines
        ]
        yield from self._marks()
        yield from self._extremes()
        yield from self._clones()
        for kind, rule_class in (("non-consecutive", NonConsecutive), ("disjoint groups", DisjointGroups)):
            if self._means(kind, rule_class) and (rule_class is NonConsecutive or DisjointGroups.groups(self.layout)):
                yield rule_class()
        yield from (Decoration(cells, LINE) for cells in unused_lines)
        yield from self._other_symbols()

    def _means(self, kind: str, rule: type[Rule]) -> bool:
        """Whether a drawing with the look of a kind of rule is such a rule."""
        if rule in self.excluded_kinds or self.text.doubtful or self._is_doubtful(kind):
            return False
        return bool(self.text.states(kind)) or (kind in _BY_LOOK and not self.text.has_rules)

    def _is_doubtful(self, kind: str) -> bool:
        """Whether a sentence may give a kind another meaning, which a solution in the file would show."""
        return self.text.mentions(kind) and not (self.has_solution and self.text.states(kind))

    # Places

    def _cell(self, point: Point) -> int | None:
        return self.layout.index.get((floor(point[0]) - self.corner[0], floor(point[1]) - self.corner[1]))

    def _cells_of(self, symbol: SymbolDrawing) -> tuple[int, ...]:
        """The cells that a symbol is in (one), between (two), among (four) or covers; none if one is missing."""
        spans = []
        for middle, length in zip(symbol.centre, (symbol.height, symbol.width), strict=True):
            count = max(round(length), 1)
            if count > 1:
                first = round(middle - count / 2)
                spans.append(range(first, first + count))
            elif abs(middle - round(middle)) < _TOLERANCE and max(symbol.width, symbol.height) < 1:
                spans.append(range(round(middle) - 1, round(middle) + 1))
            else:
                spans.append(range(floor(middle), floor(middle) + 1))
        return self._cells_at((row, column) for row in spans[0] for column in spans[1])

    def _cells_at(self, places: Iterable[Position]) -> tuple[int, ...]:
        """The cells at places of the canvas; none if one is missing."""
        top, left = self.corner
        cells = [self.layout.index.get((row - top, column - left)) for row, column in places]
        return tuple(cell for cell in cells if cell is not None) if None not in cells else ()

    def _lines_of_cells(self) -> Iterator[tuple[tuple[int, ...], LineDrawing]]:
        """The cells of each line in order, for lines over several cells; a line drawn twice counts once."""
        visited = set[tuple[tuple[int, ...], bool]]()
        for line in self.drawings:
            if not isinstance(line, LineDrawing) or not line.colour:
                continue
            cells = self._path(line.points)
            keys = {(cells, line.head), (cells[::-1], line.head)}
            if len(cells) > 1 and not keys & visited:
                visited |= keys
                yield cells, line

    def _path(self, points: Sequence[Point]) -> tuple[int, ...]:
        """The cells on a line from point to point; none if one of its points is not inside a cell."""
        places = [(floor(row), floor(column)) for row, column in points]
        path = places[:1]
        for (row, column), (to_row, to_column) in pairwise(places):
            down, right = to_row - row, to_column - column
            steps = max(abs(down), abs(right))
            if {abs(down), abs(right)} - {0, steps}:
                return ()
            path += [(row + step * down // steps, column + step * right // steps) for step in range(1, steps + 1)]
        if any(float(coordinate).is_integer() for point in points for coordinate in point):
            return ()
        return self._cells_at(path)

    # Cages, and clues outside the grid

    def _cages(self) -> Iterator[Rule]:
        repeats = any(statement.value for statement in self.text.states("killer cage"))
        may_add = not self.text.doubtful and KillerCage not in self.excluded_kinds
        is_clear = not self._is_doubtful("killer cage")
        for cage in self.drawings:
            if not isinstance(cage, CageDrawing):
                continue
            if _is_number(cage.text) and may_add and (cage.adds or is_clear):
                yield KillerCage(cage.cells, int(cage.text), repeats or not cage.unique)
            elif cage.unique and not cage.text and self._means("killer cage", KillerCage):
                yield KillerCage(cage.cells, 0, repeats)
            else:
                yield Decoration(cage.cells, CAGE, cage.text)

    def _little_killers(self) -> Iterator[Rule]:
        means = self._means("little killer", LittleKiller)
        for number, symbol in enumerate(self.symbols):
            if self._cell(symbol.centre) is not None or not symbol.text:
                continue
            cells = self._along_arrow(symbol.centre)
            if cells and means and _is_number(symbol.text):
                self.rule_symbols.add(number)
                yield LittleKiller(cells, int(symbol.text))

    def _along_arrow(self, centre: Point) -> tuple[int, ...]:
        """The cells of the diagonal that an arrow at a clue points along; none without an arrow."""
        for line in self.drawings:
            if isinstance(line, LineDrawing) and line.head and len(line.points) > 1:
                start, end = line.points[0], line.points[-1]
                down, right = ((end[axis] > start[axis]) - (end[axis] < start[axis]) for axis in (0, 1))
                is_near = max(abs(start[axis] - centre[axis]) for axis in (0, 1)) < 0.75
                if is_near and down and right:
                    return self._ray(centre, down, right)
        return ()

    def _ray(self, centre: Point, down: int, right: int) -> tuple[int, ...]:
        """The cells of the grid in a direction from a point outside of it."""
        first, second = (self._cell((centre[0] + step * down, centre[1] + step * right)) for step in (1, 2))
        if first is None or second is None:
            return () if first is None else (first,)
        if cells := ray(self.layout, first, second):
            return cells
        if self.layout.grids:
            return ()
        ray_cells, step = [first, second], 3
        while (cell := self._cell((centre[0] + step * down, centre[1] + step * right))) is not None:
            ray_cells.append(cell)
            step += 1
        return tuple(ray_cells)

    def _outside_cells(self, symbol: SymbolDrawing) -> tuple[int, ...]:
        """The cells of the row or column beside which a symbol is drawn; none if it is inside the grid."""
        directions = ((1, 0), (-1, 0), (0, 1), (0, -1))
        return next((cells for down, right in directions if (cells := self._ray(symbol.centre, down, right))), ())

    # Lines

    def _end_symbols(self, cell: int, tilted: bool = False) -> list[int]:
        """The numbers of the large circles (or diamonds) at a cell."""
        return [
            number
            for number, symbol in enumerate(self.symbols)
            if (symbol.tilted if tilted else symbol.round)
            and min(symbol.width, symbol.height) >= _MIN_CIRCLE
            and (symbol.fill or symbol.border)
            and cell in self._cells_of(symbol)
        ]

    def _arrow(self, cells: tuple[int, ...]) -> Rule | None:
        circles = self._end_symbols(cells[0])
        if not circles or not self._means("arrow", Arrow):
            return None
        circle = max((self._cells_of(self.symbols[number]) for number in circles), key=len)
        shaft = tuple(cell for cell in cells if cell not in circle)
        if len(circle) > 3 or not shaft:
            return None
        self.rule_symbols.update(circles)
        return Arrow(tuple(sorted(circle)), shaft)

    def _line(self, cells: tuple[int, ...], line: LineDrawing) -> Rule | None:
        for path in (cells, cells[::-1]):
            bulbs = [number for number in self._end_symbols(path[0]) if self.symbols[number].fill == line.colour]
            slow = self._means("slow thermometer", SlowThermometer)
            if bulbs and not self._end_symbols(path[-1]) and (slow or self._means("thermometer", Thermometer)):
                self.rule_symbols.update(bulbs)
                return SlowThermometer(path) if slow else Thermometer(path)
        for kind, (rule_class, tilted) in _LINES_WITH_ENDS.items():
            ends = [self._end_symbols(cell, tilted) for cell in (cells[0], cells[-1])]
            if all(ends) and len(cells) > 2 and self._means(kind, rule_class):
                self.rule_symbols.update(*ends)
                return rule_class(cells)
        if (self._end_symbols(cells[0]) or self._end_symbols(cells[-1])) and not self._means("odd", Odd):
            return None
        statements = [
            statement
            for kind in _LINES
            for statement in self.text.states(kind)
            if self._means(kind, type(_LINES[kind]((), statement)))
        ]
        statement = self._statement_of(line.colour, statements)
        if statement is None:
            return None
        try:
            rule = _LINES[statement.kind](cells, statement)
            rule.primitives(self.layout)
        except (InputError, IndexError, KeyError):
            return None
        return rule

    def _statement_of(self, colour: str, statements: list[RuleStatement]) -> RuleStatement | None:
        """The statement about lines of a colour; None if there is none, or more than one is possible."""
        matching = [statement for statement in statements if colour in statement.colours]
        if not matching:
            matching = [statement for statement in statements if not statement.colours]
            other_colours = {other.colour for _, other in self._lines_of_cells() if not other.head} - {
                name for statement in statements for name in statement.colours
            }
            if len({statement.kind for statement in matching}) == 1 and len(other_colours) > 1:
                matching = [statement for statement in matching if colour in _USUAL_COLOURS[statement.kind]]
        kinds = {statement.kind for statement in matching}
        if len(kinds) > 1:
            matching = [statement for statement in matching if colour in _USUAL_COLOURS[statement.kind]]
            kinds = {statement.kind for statement in matching}
        values = {statement.value for statement in matching}
        return matching[0] if len(kinds) == 1 and len(values) == 1 else None

    # Marks

    def _marks(self) -> Iterator[Rule]:
        rules = list[Rule]()
        for number, symbol in enumerate(self.symbols):
            if number in self.rule_symbols:
                continue
            cells = self._cells_of(symbol)
            rule = self._mark(symbol, cells) if cells else self._outside_rule(symbol)
            if rule:
                self.rule_symbols.add(number)
                rules.append(rule)
        yield from rules
        kinds = {type(rule) for rule in rules}
        for negative in (NoDifferences, NoRatios, NoPairSums):
            if negative.mark.kind in self.text.complete_kinds and negative.mark in kinds:
                yield negative.of(rules)

    def _mark(self, symbol: SymbolDrawing, cells: tuple[int, ...]) -> Rule | None:
        text, size = symbol.text.strip().upper(), max(symbol.width, symbol.height)
        number = int(text) if _is_number(text, 2) else 0
        if len(cells) == 2 and size < 1:
            if symbol.text in _SIGN_DIRECTIONS:
                return self._inequality(cells, _SIGN_DIRECTIONS[symbol.text])
            if text in {"X", "V"} and self._means("pair sum", PairSum):
                return PairSum(cells, 10 if text == "X" else 5)
            if symbol.round and size <= _MAX_DOT and (not text or number):
                if symbol.fill == "white" and self._means("difference", DifferenceDot):
                    return DifferenceDot(cells, number or 1)
                if symbol.fill == "black" and self._means("ratio", Ratio):
                    return Ratio(cells, number or 2)
        elif len(cells) == 4 and symbol.round and text and self._means("quadruple", Quadruple):
            digits = [SIGNS.find(letter) + 1 for letter in text if letter.isalnum()]
            if 1 <= len(digits) <= 4 and all(1 <= digit <= self.layout.size for digit in digits):
                return Quadruple(cells, tuple(sorted(digits)))
        elif len(cells) == 1 and _MIN_CIRCLE <= size < 1 and not text and symbol.fill == "grey":
            if not self._is_alone(symbol):
                return None
            if symbol.round and self._means("odd", Odd):
                return Odd(cells)
            if not symbol.round and self._means("even", Even):
                return Even(cells)
        return None

    def _inequality(self, cells: Sequence[int], direction: Position) -> Inequality | None:
        """The rule of a sign between two neighbours; None if it points to neither of them."""
        (row, column), (below, right) = (self.layout.cells[cell] for cell in cells)
        axis = (abs(below - row), abs(right - column))
        if axis != (abs(direction[0]), abs(direction[1])) or not self._means("inequality", Inequality):
            return None
        return Inequality((cells[0], cells[1]) if sum(direction) < 0 else (cells[1], cells[0]))

    def _extremes(self) -> Iterator[Rule]:
        """Inequality signs drawn as lines; those on all edges of a shaded cell make it a minimum or a maximum."""
        pairs = [pair for line in self.plain_lines if (pair := self._chevron(line.points))]
        shades = {cells[0]: number for number, symbol in enumerate(self.symbols) if number not in self.rule_symbols
                  and symbol.fill == "grey" and not symbol.text and not symbol.round
                  and len(cells := self._cells_of(symbol)) == 1}  # fmt: skip
        kinds: tuple[tuple[type[Extreme], int], ...] = ((Minimum, 0), (Maximum, 1))
        for kind, side in kinds:
            extreme_cells = {pair[side] for pair in pairs} & shades.keys() if self._means(kind.kind, kind) else set()
            surrounded = set[int]()
            for cell in sorted(extreme_cells):
                others = {*self._neighbours_of(cell)} - extreme_cells
                if all(((cell, other), (other, cell))[side] in pairs for other in others):
                    surrounded.add(cell)
                    self.rule_symbols.add(shades[cell])
                    yield kind((cell,))
            pairs = [pair for pair in pairs if pair[side] not in surrounded]
        yield from map(Inequality, dict.fromkeys(pairs) if self._means("inequality", Inequality) else ())

    def _neighbours_of(self, cell: int) -> list[int]:
        return [first + second - cell for first, second in neighbours(self.layout) if cell in (first, second)]

    def _chevron(self, points: Sequence[Point]) -> tuple[int, int] | None:
        """The smaller and the larger cell of an inequality sign that is drawn near their edge as a line."""
        if len(points) != 3:
            return None
        first, tip, last = points
        spans = [max(coordinates) - min(coordinates) for coordinates in zip(*points, strict=True)]
        axis = 0 if spans[0] < spans[1] else 1
        middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
        is_even = max(abs(first[axis] - last[axis]), abs(middle[1 - axis] - tip[1 - axis])) < _MAX_ERROR
        edge = round(tip[axis])
        if max(spans) > _MAX_CHEVRON or not is_even or min(spans) < _MAX_ERROR or abs(tip[axis] - edge) > _TOLERANCE:
            return None
        sides = [[edge - 0.5, edge - 0.5], [edge + 0.5, edge + 0.5]]
        for side in sides:
            side[1 - axis] = tip[1 - axis]
        before, after = (self._cell((side[0], side[1])) for side in sides)
        if before is None or after is None:
            return None
        return (before, after) if tip[axis] < middle[axis] else (after, before)

    def _is_alone(self, symbol: SymbolDrawing) -> bool:
        """Whether a symbol is not a diamond, and no line without a rule ends at it."""
        ends = (line.points[index] for line in self.plain_lines for index in (0, -1))
        away = (max(abs(end[axis] - symbol.centre[axis]) for axis in (0, 1)) for end in ends)
        return not symbol.tilted and all(distance >= 0.5 for distance in away)

    def _outside_rule(self, symbol: SymbolDrawing) -> Rule | None:
        text, cells = symbol.text.strip(), self._outside_cells(symbol)
        kinds = [rule for kind, rule in _OUTSIDE_RULES.items() if self._means(kind, rule)]
        if not cells or len(kinds) != 1 or not _is_number(text):
            return None
        return kinds[0](cells, int(text))

    def _clones(self) -> Iterator[Rule]:
        """A clone for each colour with exactly two groups of shaded cells, which have one shape."""
        if not self._means("clone", Clone):
            return
        shaded: dict[str, dict[Position, list[int]]] = {}
        for number, symbol in enumerate(self.symbols):
            if min(symbol.width, symbol.height) < 1 or symbol.round or symbol.text or symbol.fill in {"", "white"}:
                continue
            for cell in self._cells_of(symbol):
                shaded.setdefault(symbol.fill, {}).setdefault(self.layout.cells[cell], []).append(number)
        for numbers in shaded.values():
            groups = _connected_groups(numbers)
            if len(groups) == 2 and len({_shape(group) for group in groups}) == 1:
                self.rule_symbols.update(*numbers.values())
                first, second = (tuple(self.layout.index[place] for place in group) for group in groups)
                yield Clone(first, second)

    def _other_symbols(self) -> Iterator[Rule]:
        """Decorations for symbols that are not rules: shaded cells by their colour, marks, and clues."""
        shaded: dict[str, list[int]] = {}
        for number, symbol in enumerate(self.symbols):
            if number in self.rule_symbols:
                continue
            cells, text = self._cells_of(symbol), symbol.text.strip()
            if text:
                if cells:
                    yield Decoration(cells, MARK, text)
                elif clue_cells := self._outside_cells(symbol) or self._along_arrow(symbol.centre):
                    yield Decoration(clue_cells, CLUE, text)
            elif cells and symbol.round and (symbol.fill or symbol.border) and symbol.width < 1:
                yield Decoration(cells, MARK)
            elif cells and symbol.fill not in {"", "white"}:
                shaded.setdefault(symbol.fill, []).extend(cells)
        yield from (Decoration(tuple(dict.fromkeys(cells)), CAGE) for cells in shaded.values())


def _is_number(text: str, max_digits: int = 3) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= max_digits


def _connected_groups(places: Iterable[Position]) -> list[list[Position]]:
    """The groups of places that share edges, each in order."""
    remaining, groups = sorted(places), list[list[Position]]()
    while remaining:
        group = [remaining.pop(0)]
        for row, column in group:
            adjacent = [place for place in remaining if abs(place[0] - row) + abs(place[1] - column) == 1]
            group += adjacent
            remaining = [place for place in remaining if place not in adjacent]
        groups.append(sorted(group))
    return groups


def _shape(group: Sequence[Position]) -> tuple[Position, ...]:
    """The places relative to the first one."""
    return tuple((row - group[0][0], column - group[0][1]) for row, column in group)
