"""Certificates of unsatisfiability: line-by-line derivations with equations modulo 2 and counts.

A certificate is a text. Its first line is `satsudoku certificate 1` (the number is the version of the format); numbered
lines follow. Lines that begin with `c` are comments.

    satsudoku certificate 1
    1: 1 + 2 + 3 = 1 from 4 7 8 12
    2: 3 = 1 from 2
    3: 1 + 2 = 0 sum #1 #2
    4: 1 + 2 = 1 from 13 14 #2
    5: 0 = 1 sum #3 #4

Each line states a constraint. `1 + 2 + 3 = 1` is an equation modulo 2 (an XOR): an odd number of these variables is
true. `-1 + -2 + -3 >= 2` is a count: at least two of these literals are true, so at most one of 1, 2 and 3 is. An empty
sum is written 0. The constraint is followed by its justification:

- `from` clauses of the formula (by number, from 1) and earlier lines (`#` and the number): unit propagation in these
  refutes every assignment to the literals of the constraint that violates it.
- `sum` of earlier lines. Equations are added modulo 2, and the result is the equation. Counts are added as integers,
  each with its multiplier (`3*#2`), where a literal and its negation make 1; the result implies the count.

The last line is a contradiction. Alternatively, the word `proof` follows on its own line, and then a DRAT proof, text
or binary, of the formula together with the clauses stated by the lines.

A certificate is as long as its references: an XOR of n variables refers to the 2^(n-1) clauses that encode it, or
fewer. This module writes certificates; `certificate_check` reads and checks them and shares no code with the writers.
"""

from collections.abc import Iterable, Mapping

VERSION = 1
HEADER = f"satsudoku certificate {VERSION}"
PROOF = "proof"
"""The line after which a certificate continues with a proof."""


class CertificateWriter:
    """The lines of a certificate so far. Clauses are numbered from 0 in calls, and from 1 in the text."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def equation(self, variables: Iterable[int], right: int, clauses: Iterable[int], lines: Iterable[int]) -> int:
        """Add an equation modulo 2 that clauses and earlier lines imply; return the number of its line."""
        return self._add(equation_text(variables, right), "from", _references(clauses, lines))

    def sum_of_equations(self, variables: Iterable[int], right: int, lines: Iterable[int]) -> int:
        """Add the sum modulo 2 of earlier equations; return the number of its line."""
        return self._add(equation_text(variables, right), "sum", (f"#{line}" for line in sorted(lines)))

    def count(self, literals: Iterable[int], bound: int, clauses: Iterable[int], lines: Iterable[int]) -> int:
        """Add "at least `bound` of the literals are true", implied by clauses and lines; return the line's number."""
        return self._add(count_text(literals, bound), "from", _references(clauses, lines))

    def sum_of_counts(self, literals: Iterable[int], bound: int, lines: Mapping[int, int]) -> int:
        """Add a count implied by a sum of earlier counts, `lines` with multipliers; return the number of its line."""
        terms = (f"#{line}" if factor == 1 else f"{factor}*#{line}" for line, factor in sorted(lines.items()))
        return self._add(count_text(literals, bound), "sum", terms)

    def text(self) -> str:
        """The whole certificate."""
        return "".join(f"{line}\n" for line in (HEADER, *self._lines))

    def text_before_proof(self) -> str:
        """The certificate up to the proof that follows it."""
        return f"{self.text()}{PROOF}\n"

    def _add(self, constraint: str, word: str, references: Iterable[str]) -> int:
        number = len(self._lines) + 1
        self._lines.append(" ".join((f"{number}: {constraint} {word}", *references)))
        return number


def equation_text(variables: Iterable[int], right: int) -> str:
    """The text of an equation: `1 + 4 + 7 = 1`."""
    return f"{_sum(sorted(variables))} = {right}"


def count_text(literals: Iterable[int], bound: int) -> str:
    """The text of a count: `-1 + -2 >= 1`."""
    return f"{_sum(sorted(literals, key=abs))} >= {bound}"


def expects_proof(certificate: str) -> bool:
    """Whether the certificate is complete only with a proof after it."""
    return certificate.endswith(f"\n{PROOF}\n")


def _sum(literals: Iterable[int]) -> str:
    return " + ".join(map(str, literals)) or "0"


def _references(clauses: Iterable[int], lines: Iterable[int]) -> Iterable[str]:
    yield from (str(clause + 1) for clause in sorted(clauses))
    yield from (f"#{line}" for line in sorted(lines))
