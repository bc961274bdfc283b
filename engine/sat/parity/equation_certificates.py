"""Certificates for clauses that equations implied during a search: see `engine.sat.kernels.equations`.

Each such clause follows from a sum of the original equations, so it follows from the formula, whatever was assigned at
the time. A proof of the formula with these clauses added is a proof of the search; in a proof of the formula alone, a
long clause might need many steps.
"""

from collections.abc import Iterator, Sequence

from engine.sat.parity.reasoning import Equation, ParityReasoning, write_lines
from engine.sat.proof.certificate import CertificateWriter


def certificate_of_clauses(parity: ParityReasoning, steps: Sequence[int]) -> str:
    """A certificate, up to its proof, of the clauses in `steps`.

    `steps` is the result of `Equations.reasons`, for the equations `parity.given` in their order.
    """
    parts = list(_parts(steps))
    used_places = sorted({place for places, _ in parts for place in places})
    writer = CertificateWriter()
    lines = parity.derivation(parity.given[place] for place in used_places)
    number = dict(zip((line.equation for line in lines), write_lines(writer, lines), strict=True))
    sums: dict[tuple[int, ...], int] = {}
    for places, clause in parts:
        if places not in sums:
            equations = [parity.equation(parity.given[place]) for place in places]
            sums[places] = (
                number[equations[0]]
                if len(equations) == 1
                else writer.sum_of_equations(*_sum(equations), (number[equation] for equation in equations))
            )
        writer.count(clause, 1, (), (sums[places],))
    return writer.text_before_proof()


def _parts(steps: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """For each clause, the indexes of the equations that imply it, and its literals."""
    at = 0
    while at < len(steps):
        middle = at + 1 + steps[at]
        end = middle + 1 + steps[middle]
        yield tuple(steps[at + 1 : middle]), tuple(steps[middle + 1 : end])
        at = end


def _sum(equations: Sequence[Equation]) -> Equation:
    """The sum of equations modulo 2."""
    variables: set[int] = set()
    right = 0
    for equation in equations:
        variables ^= set(equation.variables)
        right ^= equation.right
    return Equation(tuple(sorted(variables)), right)
