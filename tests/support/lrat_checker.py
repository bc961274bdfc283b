"""A minimal LRAT checker for small proofs, written from the definition; it shares nothing with the program.

It is stricter than the program's: antecedents after the conflicting one must exist too, and the groups of a RAT clause
must be in ascending order.
"""

from collections.abc import Iterable
from itertools import pairwise


def refutes(formula: Iterable[Iterable[int]], proof: str) -> bool:
    """Whether an LRAT proof is valid and ends in the empty clause."""
    clauses = {number: set(clause) for number, clause in enumerate(formula, 1)}
    for line in proof.splitlines():
        number, *words = line.split()
        if words[0] == "d":
            if words[-1] != "0" or any(clauses.pop(int(word), None) is None for word in words[1:-1]):
                return False
            continue
        numbers = [int(word) for word in words]
        end = numbers.index(0)
        lemma, hints = numbers[:end], numbers[end + 1 : -1]
        if numbers.count(0) != 2 or numbers[-1] != 0 or int(number) in clauses:
            return False
        if any(abs(hint) not in clauses for hint in hints):
            return False
        heads = [place for place, hint in enumerate(hints) if hint < 0] + [len(hints)]
        assumed = {-literal for literal in lemma}
        conflict, assumed = _propagated(assumed, [clauses[hint] for hint in hints[: heads[0]]])
        if not conflict:
            if not lemma or conflict is None:
                return False
            groups = {-hints[a]: hints[a + 1 : b] for a, b in pairwise(heads)}
            if sorted(groups) != list(groups):
                return False
            for other, clause in clauses.items():
                rest = clause - {-lemma[0]}
                if len(rest) == len(clause) or rest & assumed:
                    continue
                if other not in groups:
                    return False
                if not _propagated(assumed | {-each for each in rest}, [clauses[hint] for hint in groups[other]])[0]:
                    return False
        clauses[int(number)] = set(lemma)
        if not lemma:
            return True
    return False


def _propagated(true: set[int], hints: Iterable[set[int]]) -> tuple[bool | None, set[int]]:
    """Whether the clauses are unit in this order and the last one false (None: neither); and the true literals."""
    if any(-literal in true for literal in true):
        return True, true
    for clause in hints:
        left = {literal for literal in clause if -literal not in true}
        if not left:
            return True, true
        if len(left) > 1:
            return None, true
        true = true | left
    return False, true
