"""A checker of VeriPB proofs, version 2.0, written from its documentation; it shares nothing with the program.

It supports the rules that the program writes: f, pol (+, *, d, s, w, literals), rup, red, del id, and the conclusion
UNSAT. An inequality is a pair: the positive weights of its literals, and the bound. Unit propagation is simple and
slow.
"""

from collections.abc import Iterable

Inequality = tuple[dict[int, int], int]


class WrongProof(Exception):
    """A line is invalid."""


def refutes(formula: Iterable[Iterable[int]], proof: str, inequalities: Iterable[Inequality] = ()) -> bool:
    """Whether a proof shows that clauses, then inequalities can't all hold. Raises WrongProof with the first invalid
    line."""
    clauses = [(dict.fromkeys(clause, 1), 1) for clause in formula]
    expected = dict(enumerate([*clauses, *inequalities], 1))
    for number, (weights, bound) in expected.items():
        expected[number] = _normal(weights, bound)
    lines = proof.splitlines()
    if lines[0] != "pseudo-Boolean proof version 2.0" or lines[1] != f"f {len(expected)}":
        raise WrongProof(lines[0])
    if lines[-3] != "output NONE" or lines[-1] != "end pseudo-Boolean proof":
        raise WrongProof("the end")
    names: dict[str, int] = {}
    last = len(expected)
    for line in lines[2:-3]:
        rule, _, rest = line.partition(" ")
        if rule == "del":
            for word in rest.removeprefix("id ").split():
                del expected[int(word)]
            continue
        last += 1
        if rule == "pol":
            expected[last] = _polish(rest.split(), expected, names)
        else:
            text, _, witness = rest.partition(";")
            new = _inequality(text.split(), names)
            if not _holds(expected.values(), new) and not (
                rule == "red" and _repaired(expected.values(), new, *_witness(witness.split(), names))
            ):
                raise WrongProof(line)
            expected[last] = new
    words = lines[-2].split()
    weights, bound = expected[int(words[-1])]
    return words[:3] == ["conclusion", "UNSAT", ":"] and sum(weights.values()) < bound


def _literal(name: str, names: dict[str, int]) -> int:
    """DIMACS variables keep their numbers, others get very high ones."""
    variable = name.removeprefix("~")
    number = int(variable[1:]) if variable[0] == "x" else 10**9 + names.setdefault(variable, len(names))
    return -number if name.startswith("~") else number


def _normal(weights: dict[int, int], bound: int) -> Inequality:
    net: dict[int, int] = {}
    for literal, weight in weights.items():
        net[abs(literal)] = net.get(abs(literal), 0) + (weight if literal > 0 else -weight)
        bound -= weight if literal < 0 else 0
    return (
        {variable if weight > 0 else -variable: abs(weight) for variable, weight in net.items() if weight},
        bound - sum(weight for weight in net.values() if weight < 0),
    )


def _inequality(words: list[str], names: dict[str, int]) -> Inequality:
    assert words[-2] == ">="
    weights: dict[int, int] = {}
    for weight, name in zip(words[:-2:2], words[1:-2:2], strict=True):
        literal = _literal(name, names)
        weights[literal] = weights.get(literal, 0) + int(weight)
    return _normal(weights, int(words[-1]))


def _witness(words: list[str], names: dict[str, int]) -> tuple[int, bool]:
    name, arrow, value = words
    assert arrow == "->"
    assert value in "01"
    return _literal(name, names), value == "1"


def _polish(words: list[str], expected: dict[int, Inequality], names: dict[str, int]) -> Inequality:
    stack: list[Inequality | int] = []
    for place, word in enumerate(words):
        if word == "+":
            (more, high), (weights, bound) = stack.pop(), stack.pop()
            total = dict(weights)
            for literal, weight in more.items():
                total[literal] = total.get(literal, 0) + weight
            stack.append(_normal(total, bound + high))
        elif word in ("*", "d"):
            factor, (weights, bound) = stack.pop(), stack.pop()
            assert factor > 0

            def scaled(number: int, factor: int = factor, times: bool = word == "*") -> int:
                return number * factor if times else -(-number // factor)

            stack.append(({literal: scaled(weight) for literal, weight in weights.items()}, scaled(bound)))
        elif word == "s":
            weights, bound = stack.pop()
            stack.append(({literal: min(weight, max(bound, 0)) for literal, weight in weights.items()}, bound))
        elif word == "w":
            (variable, _), (weights, bound) = stack.pop(), stack.pop()
            gone = set(variable) | {-literal for literal in variable}
            lost = sum(weight for literal, weight in weights.items() if literal in gone)
            rest = {literal: weight for literal, weight in weights.items() if literal not in gone}
            stack.append((rest, bound - lost))
        elif word.isdigit():
            stack.append(int(word) if words[place + 1 : place + 2] in (["*"], ["d"]) else expected[int(word)])
        else:
            stack.append(({_literal(word, names): 1}, 0))
    (found,) = stack
    return found


def _negation(inequality: Inequality) -> Inequality:
    weights, bound = inequality
    return {-literal: weight for literal, weight in weights.items()}, sum(weights.values()) - bound + 1


def _holds(expected: Iterable[Inequality], new: Inequality) -> bool:
    """Whether unit propagation refutes the negation."""
    total = [*expected, _negation(new)]
    true: set[int] = set()
    changed = True
    while changed:
        changed = False
        for weights, bound in total:
            slack = sum(weight for literal, weight in weights.items() if -literal not in true) - bound
            if slack < 0:
                return True
            for literal, weight in weights.items():
                if weight > slack and literal not in true and -literal not in true:
                    true.add(literal)
                    changed = True
    return False


def _repaired(expected: Iterable[Inequality], new: Inequality, variable: int, value: bool) -> bool:
    """Whether the substituted constraints follow from the others and the negation of the new inequality."""
    expected = list(expected)
    negation = _negation(new)
    for weights, bound in [*expected, new]:
        if not {variable, -variable} & weights.keys():
            continue
        rest = {literal: weight for literal, weight in weights.items() if abs(literal) != variable}
        goal = rest, bound - weights.get(variable if value else -variable, 0)
        if not _implies(negation, goal) and not _holds([*expected, negation], goal):
            return False
    return True


def _implies(inequality: Inequality, goal: Inequality) -> bool:
    """Whether adding literals turns one inequality into the other."""
    (weights, bound), (expected, least) = inequality, goal
    return bound - sum(max(weight - expected.get(literal, 0), 0) for literal, weight in weights.items()) >= least
