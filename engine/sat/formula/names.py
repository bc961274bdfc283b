"""Names of variables from the comments of a file.

cnfgen writes `c varname 3 x_{1,2}` for each variable (M. Lauria, J. Elffers, J. Nordström, M. Vinyals: CNFgen. SAT
2017). CBMC writes a line for each symbol of the program, with the literals of its bits, lowest first, or TRUE and
FALSE: `c main::1::x!0@1#2 5 6 -7 FALSE` (E. Clarke, D. Kroening, F. Lerda: A tool for checking ANSI-C programs. TACAS
2004).

Names are parsed on demand from the comments that the reader kept.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.base.text import printable, whole_number
from engine.sat.formula.formula import Comment, Formula
from engine.sat.formula.words import Words

LONGEST = 200
"""Maximum length of a name."""

_VARNAME = re.compile(r"\s*varname\s+([0-9]{1,10})\s+(\S+)\s*")
_SYMBOL = re.compile(r"\s*(\S*\w(?:::|[!@#][0-9])\S*)((?:\s+(?:-?[0-9]{1,10}|TRUE|FALSE))+)\s*")


@dataclass(frozen=True)
class VariableNames(Words):
    """Names literals as the file does; those without a name by number."""

    names: Mapping[int, str] = field(repr=False)
    """By literal: at most one literal of each variable."""

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
                names[literal] = printable(name[:LONGEST])[:LONGEST]
    return VariableNames(names) if names else None


def cnfgen_names(formula: Formula) -> list[tuple[int, str, int]]:
    """The variables that the comments of a formula name as cnfgen does, with their names and the lines, in file order.
    """
    matches = ((comment, _VARNAME.fullmatch(comment.text)) for comment in formula.comments)
    return [
        (whole_number(found[1]), printable(found[2][:LONGEST])[:LONGEST], comment.line)
        for comment, found in matches
        if found
    ]


def _named(comment: Comment) -> list[tuple[int, str]]:
    """The literals named by a comment, with their names."""
    if found := _VARNAME.fullmatch(comment.text):
        return [(whole_number(found[1]), found[2])]
    if found := _SYMBOL.fullmatch(comment.text):
        bits = found[2].split()
        several = len(bits) > 1
        return [
            (int(bit), f"{found[1]}[{place}]" if several else found[1])
            for place, bit in enumerate(bits)
            if bit not in ("TRUE", "FALSE")
        ]
    return []
