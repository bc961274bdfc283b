"""Every finder compared with HoDoKu's library of examples: the same position, the same eliminations or placements."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from engine.sudoku.layout import single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.finders import ALL, steps
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step

EXCEEDED = {("0706", 6), ("0706", 7), ("1101", 0), ("1101", 8), ("1101", 11)}
"""Examples, by code and number from 0, in which a step concludes more than expected: the list lacks other candidates
that see both ends of a weak link of the loop and, for a Sue de Coq, those outside its two houses."""


UNKNOWN = {("0709", 4), ("0903", 5)}
"""Examples, numbered likewise, whose conclusions no single step here has. For the first, all continuous loops of up to
twelve candidates, groups and digits of almost locked sets were tried once: none has exactly these conclusions, or more.
For the second, the chains of almost locked sets with these conclusions visit 7 in r1c8 twice, first as true and then as
false; here no node is visited twice."""

WITH_SETS = {
    Technique.GROUPED_CONTINUOUS_NICE_LOOP: Technique.ALS_CONTINUOUS_NICE_LOOP,
    Technique.GROUPED_DISCONTINUOUS_NICE_LOOP: Technique.ALS_DISCONTINUOUS_NICE_LOOP,
    Technique.GROUPED_AIC: Technique.ALS_AIC,
}
"""HoDoKu has one name for chains with groups and those with almost locked sets."""


@dataclass(frozen=True)
class Example:
    """A position and the effect of one step of a technique; `nothing` if no step may be found."""

    line: str
    position: Position
    places: frozenset[Candidate]
    removes: frozenset[Candidate]
    nothing: bool


def candidates(text: str) -> frozenset[Candidate]:
    """Candidates written as digit, row, column."""
    index = single().index
    return frozenset(Candidate(index[int(row) - 1, int(column) - 1], int(digit)) for digit, row, column in text.split())


@cache
def examples(path: Path) -> dict[str, list[Example]]:
    """The examples by code; a code of five digits, several fish in one, is not supported."""
    found = defaultdict(list)
    for line in path.read_text().splitlines():
        _, code, _, grid, deleted, removes, places, *_ = line.split(":")
        code, _, variant = code.partition("-")
        values = [int(digit) for digit in grid.replace(".", "0").replace("+", "")]
        given = [int(digit) for digit in re.sub(r"\+\d|\.", "0", grid)]
        position = Position.of(single(), values, given).remove(candidates(deleted))
        found[code].append(Example(line, position, candidates(places), candidates(removes), variant == "x"))
    return found


def concludes(step: Step, example: Example, *, more: bool) -> bool:
    """Whether the step has exactly the expected conclusions; with `more`, those and more."""
    places, removes = set(step.places), set(step.removes)
    if more:
        return places >= example.places and removes > example.removes
    return (places, removes) == (example.places, example.removes)


@pytest.mark.parametrize("technique", [t for t in Technique if t in ALL and t.code], ids=lambda t: t.name)
def test_examples_of_another_program(data: Path, technique: Technique, check_clauses: Callable[[Step, Position], None]):
    """Fails unless a step has exactly the expected conclusions (or, allowed by `more`, more), implied by its
    clauses."""
    path = data / "sudoku" / "hodoku-reglib-even.txt"
    if not path.exists():
        pytest.skip("HoDoKu's library is not here")
    wrong = []
    for number, example in enumerate(examples(path)[technique.code]):
        found = list(steps(example.position, {technique, WITH_SETS.get(technique, technique)}))
        more = (technique.code, number) in EXCEEDED
        step = next((s for s in found if concludes(s, example, more=more)), None)
        is_known = (technique.code, number) not in UNKNOWN
        if not (not found if example.nothing else (step is not None) == is_known):
            wrong.append(f"missed: {example.line}")
        if step is not None:
            check_clauses(step, example.position)
    assert not wrong, "\n".join(wrong)
