"""Certificates of unsatisfiability: why no assignment can satisfy sums over a formula, line by line.

A certificate is a text. Its first line is `satsudoku certificate 1` (the number is the version of the format); then
come numbered lines. Lines that begin with `c` are comments.

    satsudoku certificate 1
    1: 1 + 2 + 3 = 1 from 4 7 8 12
    2: 3 = 1 from 2
    3: 1 + 2 = 0 sum #1 #2
    4: 1 + 2 = 1 from 13 14 #2
    5: 0 = 1 sum #3 #4

A line states a constraint. `1 + 2 + 3 = 1` is an equation modulo 2 (an XOR): an odd number of these variables is true.
`-1 + -2 + -3 >= 2` is a count: at least two of these literals are true, so at most one of 1, 2 and 3 is. Nothing at
all is written 0. Behind the constraint stands why it holds:

- `from` clauses of the formula (their numbers, from 1) and earlier lines (`#` and their numbers): every assignment to
  the literals of the constraint that is against it is refuted by unit propagation in what is named.
- `sum` of earlier lines. Equations are added modulo 2, and the result is the equation. Counts are added as integers,
  each as often as is said (`3*#2`), a literal and its negation make 1, and the result implies the count.

The last line is a contradiction; or the word `proof` stands alone behind it, and then comes a DRAT proof, text or
binary, of the formula together with the clauses that the lines state.

A certificate is as long as what it names: an XOR of n variables names the 2^(n-1) clauses that it stands for, or fewer.
Writing one is here; `certificate_check` reads and checks it and shares nothing with whoever writes.
"""

from collections.abc import Iterable, Mapping

VERSION = 1
HEADER = f"satsudoku certificate {VERSION}"
PROOF = "proof"
"""The line behind which a certificate goes on with a proof."""


class CertificateWriter:
    """Collects the lines of a certificate. Clauses are numbered from 0 in the calls, as everywhere but in files."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def equation(self, variables: Iterable[int], right: int, clauses: Iterable[int], lines: Iterable[int]) -> int:
        """An equation modulo 2 that clauses and earlier lines imply; returns its line."""
        return self._add(equation_text(variables, right), "from", _references(clauses, lines))

    def sum_of_equations(self, variables: Iterable[int], right: int, lines: Iterable[int]) -> int:
        """The sum modulo 2 of earlier equations; returns its line."""
        return self._add(equation_text(variables, right), "sum", (f"#{line}" for line in sorted(lines)))

    def count(self, literals: Iterable[int], bound: int, clauses: Iterable[int], lines: Iterable[int]) -> int:
        """At least `bound` of the literals are true, as clauses and earlier lines imply; returns its line."""
        return self._add(count_text(literals, bound), "from", _references(clauses, lines))

    def sum_of_counts(self, literals: Iterable[int], bound: int, lines: Mapping[int, int]) -> int:
        """A count implied by the sum of earlier ones, each as often as `lines` says; returns its line."""
        terms = (f"#{line}" if times == 1 else f"{times}*#{line}" for line, times in sorted(lines.items()))
        return self._add(count_text(literals, bound), "sum", terms)

    def text(self) -> str:
        """The certificate."""
        return "".join(f"{line}\n" for line in (HEADER, *self._lines))

    def text_before_proof(self) -> str:
        """The certificate up to the proof that it goes on with."""
        return f"{self.text()}{PROOF}\n"

    def _add(self, constraint: str, word: str, named: Iterable[str]) -> int:
        number = len(self._lines) + 1
        self._lines.append(" ".join((f"{number}: {constraint} {word}", *named)))
        return number


def equation_text(variables: Iterable[int], right: int) -> str:
    """An equation as it is written: `1 + 4 + 7 = 1`."""
    return f"{_sum(sorted(variables))} = {right}"


def count_text(literals: Iterable[int], bound: int) -> str:
    """A count as it is written: `-1 + -2 >= 1`."""
    return f"{_sum(sorted(literals, key=abs))} >= {bound}"


def goes_on_with_proof(certificate: str) -> bool:
    """Whether this text is a certificate up to its proof."""
    return certificate.endswith(f"\n{PROOF}\n")


def _sum(literals: Iterable[int]) -> str:
    return " + ".join(map(str, literals)) or "0"


def _references(clauses: Iterable[int], lines: Iterable[int]) -> Iterable[str]:
    yield from (str(clause + 1) for clause in sorted(clauses))
    yield from (f"#{line}" for line in sorted(lines))
