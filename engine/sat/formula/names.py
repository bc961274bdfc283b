"""Names of variables from the comments of a file.

cnfgen writes `c varname 3 x_{1,2}` for each variable (M. Lauria, J. Elffers, J. Nordström, M. Vinyals: CNFgen. SAT
2017). CBMC writes a line for each symbol of the program, with the literals of its bits, lowest first, or TRUE and
FALSE: `c main::1::x!0@1#2 5 6 -7 FALSE` (E. Clarke, D. Kroening, F. Lerda: A tool for checking ANSI-C programs. TACAS
2004).

Names are parsed on demand from the comments that the reader kept.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.base.text import printable, whole_number
from engine.sat.formula.formula import Comment, Formula
from engine.sat.formula.words import Words

MAX_LENGTH = 200
"""Maximum length of a name in characters."""

_VARNAME = re.compile(r"\s*varname\s+([0-9]{1,10})\s+(\S+)\s*")
_SYMBOL = re.compile(r"\s*(\S*\w(?:::|[!@#][0-9])\S*)((?:\s+(?:-?[0-9]{1,10}|TRUE|FALSE))+)\s*")

_CONSTANTS = {"TRUE": True, "FALSE": False}
_INDEXED = re.compile(r"(.*[^0-9\[_])(?:\[|_)?([0-9]{1,4})\]?")
"""A name with the place of a bit behind it: `sum[3]`, `sum_3`, `sum3`."""


@dataclass(frozen=True)
class NamedNumber:
    """A number of a circuit or a program: its bits, lowest first, are literals, or True and False where constant."""

    name: str
    bits: tuple[int | bool, ...]

    def value(self, model: Sequence[int]) -> int:
        """The number, without a sign, in a model with a literal for each variable."""
        values = (bit if isinstance(bit, bool) else model[abs(bit) - 1] == bit for bit in self.bits)
        return sum(value << place for place, value in enumerate(values))


@dataclass(frozen=True)
class VariableNames(Words):
    """The names of literals in a file; literals without a name have their numbers."""

    names: Mapping[int, str] = field(repr=False)
    """By literal: at most one literal of each variable."""
    numbers: tuple[NamedNumber, ...] = field(default=(), repr=False)
    """The values of names with several bits."""

    def literal(self, literal: int) -> str:
        """The name of a literal, with a `-` if the name belongs to its negation."""
        if literal in self.names:
            return self.names[literal]
        return f"-{self.names[-literal]}" if -literal in self.names else str(literal)


def variable_names(formula: Formula) -> VariableNames | None:
    """The names in the comments of a formula; None if there are none. The first name of a variable counts."""
    names: dict[int, str] = {}
    for comment in formula.comments:
        for literal, name in _named(comment):
            if 1 <= abs(literal) <= formula.variables and literal not in names and -literal not in names:
                names[literal] = printable(name[:MAX_LENGTH])[:MAX_LENGTH]
    return VariableNames(names, tuple(_numbers(formula, names))) if names else None


def _numbers(formula: Formula, names: Mapping[int, str]) -> Iterator[NamedNumber]:
    """The numbers of a program as CBMC writes them, else those of names with an index: `sum[0]`, `sum[1]` ..."""
    found = False
    for comment in formula.comments:
        symbol = _SYMBOL.fullmatch(comment.text)
        bits = [_CONSTANTS[bit] if bit in _CONSTANTS else int(bit) for bit in symbol[2].split()] if symbol else []
        if symbol and len(bits) > 1 and all(isinstance(bit, bool) or abs(bit) <= formula.variables for bit in bits):
            found = True
            yield NamedNumber(printable(symbol[1][:MAX_LENGTH])[:MAX_LENGTH], tuple(bits))
    if found:
        return
    groups: dict[str, dict[int, int]] = {}
    for literal, name in names.items():
        if indexed := _INDEXED.fullmatch(name):
            groups.setdefault(indexed[1], {})[int(indexed[2])] = literal
    for name, literals in groups.items():
        if len(literals) > 1 and set(literals) == set(range(len(literals))):
            yield NamedNumber(name, tuple(literals[place] for place in range(len(literals))))


def cnfgen_names(formula: Formula) -> list[tuple[int, str, int]]:
    """The variables that the comments of a formula name as cnfgen does, with their names and lines, in file order."""
    matches = ((comment, _VARNAME.fullmatch(comment.text)) for comment in formula.comments)
    return [
        (whole_number(found[1]), printable(found[2][:MAX_LENGTH])[:MAX_LENGTH], comment.line)
        for comment, found in matches
        if found
    ]


def _named(comment: Comment) -> list[tuple[int, str]]:
    """The literals named by a comment, with their names."""
    if found := _VARNAME.fullmatch(comment.text):
        return [(whole_number(found[1]), found[2])]
    if found := _SYMBOL.fullmatch(comment.text):
        bits = found[2].split()
        return [
            (int(bit), f"{found[1]}[{place}]" if len(bits) > 1 else found[1])
            for place, bit in enumerate(bits)
            if bit not in _CONSTANTS
        ]
    return []
