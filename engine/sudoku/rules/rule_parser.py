"""The parser of rules in words: `docs/rule-language.md` has the grammar. Rules never run as Python code."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import NoReturn

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.text import whole_number
from engine.sudoku.layout import Layout
from engine.sudoku.rules.neighbours import neighbours
from engine.sudoku.rules.rule_terms import (
    COMPARISONS,
    DRAWINGS,
    MAX_ABSOLUTE,
    TOTALS,
    Alternatives,
    CellDigit,
    Condition,
    Demand,
    Machine,
    Matches,
    Name,
    Number,
    Operation,
    RuleFigure,
    RuleWords,
    Term,
    Total,
    Windows,
)

MAX_LENGTH = 4000
"""Maximum number of characters of a rule."""

MAX_GROUPS = 1000
"""Maximum number of groups of cells that `every` may name."""

_MAX_DEPTH = 40
"""Maximum depth of brackets."""

_MAX_REPEATS = 50
"""Maximum number in braces in a pattern."""

_MAX_PATTERN_STEPS = 2000
"""Maximum number of transitions of a pattern."""

_MAX_OUTLINED = 20
"""Maximum number of demands of a rule that is drawn without the word draw."""

_MAX_TEXT_LENGTH = 8
"""Maximum number of characters drawn with a rule."""

_TOKEN = re.compile(
    r"\s*(?:(?P<text>\"[^\"\n]*\")|(?P<cell>[rR]\d+[cC]\d+)|(?P<shape>\d+x\d+)|(?P<number>\d+)"
    r"|(?P<word>[A-Za-z_]+)|(?P<sign><=|>=|!=|<>|[-+*/%=<>():;,{}|\[\]^.?≤≥≠]))"
)
_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!=", "<>": "!="}
_RESERVED = {"x", "n", "and", "or", "not", "abs", "start", "next", "while", "end", "draw", *TOTALS}
_PATTERNS = ("row", "column", "box", "house", "neighbours", "touching", "step")


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    line: int


@lru_cache(maxsize=1024)
def parse_rule(text: str, layout: Layout, marked: tuple[int, ...] = ()) -> RuleWords:
    """Parse a rule in words. `marked` are the cells it applies to if it names none.

    Raises InputError with the line and the word of the first error.
    """
    if len(text) > MAX_LENGTH:
        raise InputError(_("a rule has at most {most} characters").format(most=MAX_LENGTH))
    return _RuleReader(_tokens(text), text, layout, marked).rule()


def _tokens(text: str) -> list[_Token]:
    found, place = list[_Token](), 0
    while place < len(text.rstrip()):
        match = _TOKEN.match(text, place)
        line = text.count("\n", 0, place) + 1
        if match is None:
            place += len(text[place:]) - len(text[place:].lstrip())
            raise InputError(_("{word!r} can't be used in a rule").format(word=text[place]), line=line)
        kind = str(match.lastgroup)
        start = match.start(kind)
        word = match[kind]
        found.append(_Token(kind, _SIGNS.get(word, word), text.count("\n", 0, start) + 1))
        place = match.end()
    return found


class _RuleReader:
    """Reads one rule."""

    def __init__(self, tokens: Sequence[_Token], text: str, layout: Layout, marked: tuple[int, ...]) -> None:
        self._tokens, self._text, self._layout, self._marked = tokens, text, layout, marked
        self._place = self._depth = 0
        self._cells: tuple[int, ...] = ()
        """The cells before the colon."""
        self._names: tuple[str, ...] = ()
        """The names allowed in a condition."""
        self._only_names = False
        """Whether a condition may contain no cells and sums."""
        self._transitions: list[tuple[int, int, int]] = []
        """The transitions of the pattern that is being read."""
        self._states = 0
        """The number of states of that pattern."""

    def rule(self) -> RuleWords:
        name = self._next().text.strip('"') if self._peek_kind() == "text" else ""
        if name and self._sees(":"):
            self._next()
        demands = self._demands(("draw",))
        if not demands:
            self._fail(_("a demand"))
        drawing = self._drawing(demands)
        if self._place < len(self._tokens):
            self._fail(_("the end"))
        return RuleWords(name, demands, drawing)

    def _demands(self, ends: Sequence[str]) -> tuple[Demand, ...]:
        found: list[Demand] = []
        while self._place < len(self._tokens) and not any(map(self._sees, ends)):
            found += self._demand()
            if not self._sees(";"):
                break
            self._next()
        return tuple(found)

    def _demand(self) -> list[Demand]:
        self._open_bracket()
        before = self._cells
        groups = self._groups() if self._has_groups() else [before or self._marked]
        found, start = list[Demand](), self._place
        for cells in groups:
            self._place, self._cells = start, cells
            found.append(self._demand_on_cells())
        self._cells = before
        self._depth -= 1
        return found

    def _choice(self) -> Alternatives:
        self._take("one")
        self._take("of")
        options = []
        while self._sees("{"):
            self._next()
            options.append(self._demands(("}",)))
            self._take("}")
        if len(options) < 2 or not all(options):
            self._fail(_("two rules in { }"))
        return Alternatives(tuple(options))

    # Groups of cells

    def _has_groups(self) -> bool:
        """Whether the demand starts with cells and a colon."""
        for token in self._tokens[self._place :]:
            if token.kind == "text" or token.text in (":", ";", "{", "}", "draw"):
                return token.text == ":"
        return False

    def _groups(self) -> list[tuple[int, ...]]:
        groups = [self._cell_list()]
        if self._sees("every"):
            self._next()
            groups = self._every()
        elif not groups[0]:
            self._fail(_("cells, or every"))
        self._take(":")
        if not groups or len(groups) > MAX_GROUPS:
            self._fail(_("a pattern that the board has"))
        return groups

    def _every(self) -> list[tuple[int, ...]]:
        layout, token = self._layout, self._next_or_fail(_("one of {list}").format(list=", ".join((*_PATTERNS, "2x2"))))
        if token.text in ("row", "column", "box"):
            return [house.cells for house in layout.houses if house.kind == token.text]
        if token.text == "house":
            return [house.cells for house in layout.houses]
        if token.text == "neighbours":
            return list(neighbours(layout))
        if token.text == "touching":
            return self._steps(1, 1) + self._steps(0, 1)
        if token.text == "step":
            return self._steps(self._number(), self._number())
        if token.kind == "shape":
            down, across = (int(part) for part in token.text.split("x"))
            if 0 < down <= layout.rows and 0 < across <= layout.columns:
                return self._blocks(down, across)
        self._place -= 1
        return self._fail(_("one of {list}").format(list=", ".join((*_PATTERNS, "2x2"))))

    def _blocks(self, down: int, across: int) -> list[tuple[int, ...]]:
        index, found = self._layout.index, []
        for row, column in self._layout.cells:
            places = [(row + i, column + j) for i in range(down) for j in range(across)]
            if all(place in index for place in places):
                found.append(tuple(index[place] for place in places))
        return found

    def _steps(self, down: int, across: int) -> list[tuple[int, ...]]:
        offsets = {(i * a, j * b) for a, b in ((down, across), (across, down)) for i in (1, -1) for j in (1, -1)}
        index, found = self._layout.index, set()
        for cell, (row, column) in enumerate(self._layout.cells):
            for i, j in offsets - {(0, 0)}:
                other = index.get((row + i, column + j))
                if other is not None:
                    found.add((min(cell, other), max(cell, other)))
        return sorted(found)

    def _cell_list(self) -> tuple[int, ...]:
        found: list[int] = []
        while self._place < len(self._tokens):
            token = self._tokens[self._place]
            if token.kind == "cell":
                first = self._cell()
                if self._sees("-") and self._peek_kind(1) == "cell":
                    self._next()
                    last = self._cell()
                    found += self._between(first, last)
                else:
                    found.append(first)
            elif token.text in ("row", "column", "box"):
                self._next()
                found += self._house(token.text)
            elif token.text == "all":
                self._next()
                found += range(len(self._layout.cells))
            else:
                break
        return tuple(found)

    def _cell(self) -> int:
        token = self._next_or_fail(_("a cell such as r1c2"))
        match = re.fullmatch(r"[rR](\d+)[cC](\d+)", token.text)
        position = (whole_number(match[1]) - 1, whole_number(match[2]) - 1) if match else (-1, -1)
        if position not in self._layout.index:
            raise InputError(_("there is no cell {name} on this board").format(name=token.text), line=token.line)
        return self._layout.index[position]

    def _between(self, first: int, last: int) -> list[int]:
        """The cells on a straight line from one cell to another."""
        (row, column), (end_row, end_column) = self._layout.cells[first], self._layout.cells[last]
        down, across = end_row - row, end_column - column
        length = max(abs(down), abs(across))
        if down and across and abs(down) != abs(across):
            self._place -= 1
            self._fail(_("a cell in the same row, column or diagonal"))
        step_down, step_across = (down > 0) - (down < 0), (across > 0) - (across < 0)
        places = [(row + distance * step_down, column + distance * step_across) for distance in range(length + 1)]
        return [self._layout.index[place] for place in places if place in self._layout.index]

    def _house(self, kind: str) -> tuple[int, ...]:
        number = self._number()
        houses = [house.cells for house in self._layout.houses if house.kind == kind]
        if not 0 < number <= len(houses):
            self._place -= 1
            self._fail(_("a number from 1 to {most}").format(most=len(houses)))
        return houses[number - 1]

    # Demands on cells

    def _demand_on_cells(self) -> Demand:
        if self._sees("one"):
            return self._choice()
        if self._sees("side"):
            for word in ("side", "by", "side"):
                self._take(word)
            return self._windows(False)
        if self._sees("any"):
            self._take("any")
            self._take("two")
            return self._windows(True)
        if self._sees("matches"):
            self._next()
            self._split_numbers()
            return Matches(self._cells_before_colon(), self._pattern())
        if self._sees("start"):
            return self._machine()
        return Condition(self._condition(()))

    def _cells_before_colon(self) -> tuple[int, ...]:
        if not self._cells:
            self._fail(_("cells and a colon before this"))
        return self._cells

    def _windows(self, all_pairs: bool) -> Demand:
        cells, start = self._cells_before_colon(), self._place
        term = self._condition(("a", "b") if all_pairs else ("a", "b", "c"))
        length = 3 if "c" in self._words_since(start) else 2
        return Windows(cells, length, all_pairs, term)

    def _words_since(self, start: int) -> list[str]:
        return [token.text for token in self._tokens[start : self._place]]

    def _machine(self) -> Demand:
        cells = self._cells_before_colon()
        self._take("start")
        start: list[tuple[str, int]] = []
        while not start or self._sees(","):
            if start:
                self._next()
            token = self._next_or_fail(_("a name"))
            if token.kind != "word" or token.text in _RESERVED:
                self._place -= 1
                self._fail(_("a name"))
            self._take("=")
            sign = -1 if self._sees("-") else 1
            if sign < 0:
                self._next()
            start.append((token.text, sign * self._number()))
        names = tuple(name for name, _ in start)
        self._take("next")
        following: list[tuple[str, Term]] = []
        while not following or self._sees(","):
            if following:
                self._next()
            token = self._next_or_fail(_("one of {list}").format(list=", ".join(names)))
            if token.text not in names:
                self._place -= 1
                self._fail(_("one of {list}").format(list=", ".join(names)))
            self._take("=")
            self._names, self._only_names = ("x", "n", *names), True
            following.append((token.text, self._sum()))
            self._names, self._only_names = (), False
        limit = end = None
        if self._sees("while"):
            self._next()
            limit = self._condition(("x", "n", *names), only_names=True)
        if self._sees("end"):
            self._next()
            end = self._condition(names, only_names=True)
        return Machine(cells, tuple(start), tuple(following), limit, end)

    # Patterns

    def _pattern(self) -> tuple[tuple[int, int, int], ...]:
        """The steps of a pattern such as [1-3]*(45|.)+, from state 0 to state 1."""
        self._transitions, self._states = [], 2
        self._alternatives(0, 1)
        return tuple(self._transitions)

    def _split_numbers(self) -> None:
        """Split numbers in a pattern into digits, if each digit is one sign."""
        tokens, place, in_count = [*self._tokens], self._place, False
        while self._layout.size < 10 and place < len(tokens) and tokens[place].text not in (";", "draw"):
            token = tokens[place]
            in_count = token.text == "{" or (in_count and token.text != "}")
            if token.kind == "number" and not in_count:
                tokens[place : place + 1] = [_Token("number", digit, token.line) for digit in token.text]
                place += len(token.text) - 1
            place += 1
        self._tokens = tokens

    def _new_state(self) -> int:
        self._states += 1
        return self._states - 1

    def _alternatives(self, start: int, end: int) -> None:
        self._open_bracket()
        self._sequence(start, end)
        while self._sees("|"):
            self._next()
            self._sequence(start, end)
        self._depth -= 1

    def _sequence(self, start: int, end: int) -> None:
        state = self._new_state()
        self._transitions.append((start, 0, state))
        while self._place < len(self._tokens) and self._tokens[self._place].text not in (")", "|", ";", "}", "draw"):
            state = self._repetition(state)
        self._transitions.append((state, 0, end))

    def _repetition(self, start: int) -> int:
        atom_place, first, last = self._place, self._new_state(), self._new_state()
        self._transitions.append((start, 0, first))
        self._atom(first, last)
        sign = self._tokens[self._place].text if self._place < len(self._tokens) else ""
        after = self._new_state()
        self._transitions.append((last, 0, after))
        if sign in ("?", "*"):
            self._transitions.append((first, 0, after))
        if sign in ("+", "*"):
            self._transitions.append((last, 0, first))
        if sign and sign in "?*+":
            self._next()
        elif sign == "{":
            self._next()
            least = self._number()
            most = least
            if self._sees(","):
                self._next()
                most = self._number()
            self._take("}")
            if not 0 < least <= most <= _MAX_REPEATS:
                self._place -= 1
                self._fail(_("numbers from 1 to 50"))
            end, last_end = self._place, after
            for number in range(2, most + 1):
                self._place, begin, after = atom_place, self._new_state(), self._new_state()
                self._transitions.append((last_end, 0, begin))
                self._atom(begin, after)
                if number > least:
                    self._transitions.append((begin, 0, after))
                last_end = after
            self._place, after = end, last_end
        if len(self._transitions) > _MAX_PATTERN_STEPS:
            self._fail(_("a shorter pattern"))
        return after

    def _atom(self, start: int, end: int) -> None:
        token = self._next_or_fail(_("a digit"))
        every = (2 << self._layout.size) - 2
        if token.text == "(":
            self._alternatives(start, end)
            self._take(")")
        elif token.text == ".":
            self._transitions.append((start, every, end))
        elif token.text == "[":
            outside = self._sees("^")
            if outside:
                self._next()
            mask = self._digit_set()
            self._transitions.append((start, (every & ~mask if outside else mask) or 1, end))
        elif token.kind == "number":
            self._transitions.append((start, 1 << self._digit(token), end))
        else:
            self._place -= 1
            self._fail(_("a digit, . [ or ("))

    def _digit_set(self) -> int:
        mask = 0
        while not self._sees("]"):
            token = self._next_or_fail("]")
            if token.kind != "number":
                self._place -= 1
                self._fail(_("a digit"))
            first = last = self._digit(token)
            if self._sees("-"):
                self._next()
                last = self._digit(self._next_or_fail(_("a digit")))
            for digit in range(first, last + 1):
                mask |= 1 << digit
        self._take("]")
        return mask

    def _digit(self, token: _Token) -> int:
        digit = whole_number(token.text)
        if token.kind != "number" or not 0 < digit <= self._layout.size:
            self._place -= 1
            self._fail(_("a digit from 1 to {size}").format(size=self._layout.size))
        return digit

    # Conditions and numbers

    def _condition(self, names: tuple[str, ...], *, only_names: bool = False) -> Term:
        before = self._names, self._only_names
        self._names, self._only_names = names, only_names
        term = self._or()
        self._names, self._only_names = before
        return term

    def _or(self) -> Term:
        return self._chain(self._and, ("or",))

    def _and(self) -> Term:
        return self._chain(self._not, ("and",))

    def _not(self) -> Term:
        if self._sees("not"):
            self._next()
            return Operation("not", (self._not(),))
        first = self._sum()
        if self._place < len(self._tokens) and self._tokens[self._place].text in COMPARISONS:
            terms, signs = [first], list[str]()
            while self._place < len(self._tokens) and self._tokens[self._place].text in COMPARISONS:
                signs.append(self._next().text)
                terms.append(self._sum())
            term: Term = Operation(signs[0], (terms[0], terms[1]))
            for number, sign in enumerate(signs[1:], 1):
                term = Operation("and", (term, Operation(sign, (terms[number], terms[number + 1]))))
            return term
        if not (isinstance(first, Operation) and first.operator in {*COMPARISONS, "and", "or", "not"}):
            self._fail(_("one of {list}").format(list=" ".join(COMPARISONS)))
        return first

    def _sum(self) -> Term:
        return self._chain(self._product, ("+", "-"))

    def _product(self) -> Term:
        return self._chain(self._factor, ("*", "/", "%"))

    def _chain(self, part: Callable[[], Term], operators: Sequence[str]) -> Term:
        term = part()
        while self._place < len(self._tokens) and self._tokens[self._place].text in operators:
            operator = self._next().text
            term = Operation(operator, (term, part()))
        return term

    def _factor(self) -> Term:
        self._open_bracket()
        try:
            return self._bare_factor()
        finally:
            self._depth -= 1

    def _bare_factor(self) -> Term:
        expected = _("a number or one of {list}").format(list=", ".join(self._names))
        if not self._only_names:
            expected = _("a number, a cell or a sum")
        token = self._next_or_fail(expected)
        if token.text == "-":
            return Operation("-", (self._factor(),))
        if token.text == "(":
            term = self._or() if self._holds_condition() else self._sum()
            self._take(")")
            return term
        if token.kind == "number":
            number = whole_number(token.text)
            if not 0 <= number <= MAX_ABSOLUTE:
                self._place -= 1
                self._fail(_("a smaller number"))
            following = self._tokens[self._place].kind if self._place < len(self._tokens) else ""
            if following == "cell":  # 2 r1c1 means twice r1c1
                return Operation("*", (Number(number), self._factor()))
            return Number(number)
        if token.kind == "cell" and not self._only_names:
            self._place -= 1
            return CellDigit(self._cell())
        if token.text == "abs":
            self._take("(")
            term = self._sum()
            self._take(")")
            return Operation("abs", (term,))
        if token.text in self._names:
            return Name(token.text)
        if token.text in TOTALS and not self._only_names:
            return self._total(token.text)
        self._place -= 1
        return self._fail(expected)

    def _holds_condition(self) -> bool:
        """Whether the brackets just opened contain a comparison."""
        depth = 1
        for token in self._tokens[self._place :]:
            depth += (token.text == "(") - (token.text == ")")
            if depth == 0:
                return False
            if depth == 1 and token.text in {*COMPARISONS, "not", "and", "or"}:
                return True
        return False

    def _total(self, kind: str) -> Term:
        cells, condition = self._cells, None
        if self._sees("("):
            self._next()
            cells = self._cell_list() or cells
            if kind == "count":
                if self._sees(","):
                    self._next()
                condition = self._condition(("x",), only_names=True)
            self._take(")")
        elif kind == "count":
            self._fail("(")
        if not cells:
            self._fail(_("cells in ( )"))
        return Total(kind, cells, condition)

    # The drawing

    def _drawing(self, demands: Sequence[Demand]) -> RuleFigure:
        cells = RuleWords("", tuple(demands), RuleFigure("nothing", "", ())).cells
        if not self._sees("draw"):
            whole = len(cells) == len(self._layout.cells) or len(demands) > _MAX_OUTLINED
            return RuleFigure("nothing" if whole else "line" if self._is_line(cells) else "cage", "", cells)
        self._next()
        form = self._next_or_fail(_("one of {list}").format(list=", ".join(DRAWINGS))).text
        if form not in DRAWINGS:
            self._place -= 1
            self._fail(_("one of {list}").format(list=", ".join(DRAWINGS)))
        text = self._next().text.strip('"')[:_MAX_TEXT_LENGTH] if self._peek_kind() in ("text", "number") else ""
        return RuleFigure(form, text, self._cell_list() or cells)

    def _is_line(self, cells: Sequence[int]) -> bool:
        """Whether each cell touches the next."""
        places = [self._layout.cells[cell] for cell in cells]
        return len(cells) > 1 and all(
            max(abs(row - other_row), abs(column - other_column)) == 1
            for (row, column), (other_row, other_column) in pairwise(places)
        )

    # Tokens

    def _peek_kind(self, ahead: int = 0) -> str:
        return self._tokens[self._place + ahead].kind if self._place + ahead < len(self._tokens) else ""

    def _sees(self, text: str) -> bool:
        return self._place < len(self._tokens) and self._tokens[self._place].text == text

    def _next(self) -> _Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def _next_or_fail(self, expected: str) -> _Token:
        if self._place >= len(self._tokens):
            self._fail(expected)
        return self._next()

    def _open_bracket(self) -> None:
        """Count a bracket. Raises InputError if brackets are nested too deeply."""
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            self._fail(_("fewer brackets"))

    def _take(self, text: str) -> None:
        if not self._sees(text):
            self._fail(text)
        self._next()

    def _number(self) -> int:
        if self._peek_kind() != "number":
            self._fail(_("a number"))
        number = whole_number(self._next().text)
        if not 0 <= number <= MAX_ABSOLUTE:
            self._place -= 1
            self._fail(_("a smaller number"))
        return number

    def _fail(self, expected: str) -> NoReturn:
        if self._place < len(self._tokens):
            token = self._tokens[self._place]
            problem = _("{expected} is expected instead of {word!r}").format(word=token.text, expected=expected)
            raise InputError(problem, line=token.line)
        line = self._text.count("\n") + 1
        raise InputError(_("the rule ends where {expected} is expected").format(expected=expected), line=line)
