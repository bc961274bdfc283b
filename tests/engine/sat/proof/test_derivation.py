"""The graph of a proof: the same from DRAT and LRAT, complete, and true to its formula."""

import pytest

from engine.base.errors import Cancelled
from engine.sat.formula.families import make
from engine.sat.formula.formula import Formula
from engine.sat.proof import lrat, lrat_reader
from engine.sat.proof.check import check_proof
from engine.sat.proof.derivation import Derivation
from engine.sat.proof.proof import Proof
from engine.sat.proof.trimming import trim
from engine.sat.solvers.solve import solve


def both(formula: Formula, proof: Proof) -> tuple[Derivation, Derivation]:
    """The graph of a DRAT proof, and of the same proof as LRAT."""
    trimmed = trim(formula, proof, check_proof(formula, proof))
    text = "".join(lrat.write(trimmed, formula)).encode()
    again = lrat_reader.parse(text)
    verdict = lrat.check(formula, again)
    return Derivation.of_trimmed(formula, proof, trimmed), Derivation.of_lrat(formula, again, verdict)


def content(graph: Derivation) -> dict[int, tuple[object, ...]]:
    """For each needed clause, by number: its literals, its antecedents and its uses."""
    return {
        int(graph.numbers[row]): (
            graph.clauses[row],
            [int(graph.numbers[abs(each) - 1]) * (1 if each > 0 else -1) for each in graph.antecedents(row)],
            [int(graph.numbers[user]) for user in graph.users(row)],
        )
        for row in graph.needed.nonzero()[0].tolist()
    }


@pytest.mark.parametrize("family", [["php", "5", "4"], ["parity-twice", "12"], ["random-ksat", "40", "200"]])
def test_drat_and_lrat_give_the_same(family: list[str]) -> None:
    formula, proof = make(family[0], family[1:], seed=1), Proof()
    solve(formula, "cdcl", proof=proof)
    graph, again = both(formula, proof)
    assert content(graph) == content(again)
    added = len(proof) - sum(proof.deletions)
    assert len(formula) + added <= len(graph) <= len(formula) + added + 1
    for row in range(len(graph)):
        sources = (abs(graph.antecedents(row)) - 1).tolist()
        assert all(source < row for source in sources)
        assert all(row in graph.users(source) for source in sources)
        assert graph.antecedent_counts[row] == len(sources)
        assert graph.user_counts[row] == len(graph.users(row))
        assert graph.rat_flags[row] == graph.is_rat(row) == bool((graph.antecedents(row) < 0).any())
        number = int(graph.numbers[row])
        assert number == 0 or graph.row_of(number) == row
        place = int(graph.places[row])
        assert place == 0 or proof[place - 1] == (False, graph.clauses[row])
    assert graph.clauses[graph.end] == ()
    assert graph.row_of(0) is graph.row_of(10**9) is None


def test_needed_steps_imply_the_end() -> None:
    formula = Formula.of([[1, 2], [1, -2], [-1, 2], [-1, -2], [3, 4]])
    text = b"6 1 0 1 2 0\n7 2 0 1 3 0\n8 1 3 0 6 0\n9 0 6 3 4 0\n10 9 0 1 0\n"
    proof = lrat_reader.parse(text)
    graph = Derivation.of_lrat(formula, proof, lrat.check(formula, proof))
    assert [number for number, needed in zip(graph.numbers, graph.needed, strict=True) if needed] == [1, 2, 3, 4, 6, 9]
    assert list(graph.places) == [0] * 5 + [1, 2, 3, 4]
    assert list(graph.users(5)) == [7, 8]


def test_a_formula_that_is_refuted_by_itself() -> None:
    formula = Formula.of([[1], [-1], [2]])
    graph = Derivation.of_trimmed(formula, Proof(), trim(formula, Proof(), check_proof(formula, Proof())))
    assert list(graph.antecedents(graph.end)) == [1, 2]
    assert list(graph.needed) == [True, True, False, True]
    assert graph.places[graph.end] == 0


def test_derivations_can_be_cancelled() -> None:
    formula = Formula.of([[1], [-1]])
    trimmed = trim(formula, Proof(), check_proof(formula, Proof()))
    with pytest.raises(Cancelled):
        Derivation.of_trimmed(formula, Proof(), trimmed, cancel=lambda: True)


def test_only_verified_proofs_have_derivations() -> None:
    formula = Formula.of([[1]])
    proof = lrat_reader.parse(b"2 0 1 0\n")
    with pytest.raises(ValueError, match="verified"):
        Derivation.of_lrat(formula, proof, lrat.check(formula, proof))
