"""Arguments cover all cases and conclude only what follows, and their words match."""

import re
from functools import cache

import pytest
from amounts import amount
from plain_english import mistakes

from engine.sudoku.as_sat import explanation_words
from engine.sudoku.as_sat.argument import Argument, argue, demands_of
from engine.sudoku.as_sat.explanation import Explainer, Explanation
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import solve, up_to

HARD = "1...48....5....9....6...3.....57.2..8.3.........9............4167..........2....."
"""A puzzle that needs cases within cases as soon as singles end."""


def positions() -> list[Position]:
    """The point where easy steps end: in a single, a double, and a puzzle that needs cases."""
    found = [Position.of(single(), [int(sign) if sign != "." else 0 for sign in HARD])]
    for name, holes, seed in (("single", 55, 5), ("double", 105, 6)):
        layout = LAYOUTS[name]()
        found.append(Position.of(layout, generate(layout, holes, seed=seed).puzzle.givens))
    return [solve(position, up_to(Level.EASY), Level.EASY).position for position in found]


POSITIONS = positions()


@cache
def explanations(number: int) -> list[Explanation]:
    """Explanations in a position: of a placement, and of some candidates."""
    position = POSITIONS[number]
    explainer = Explainer(position)
    requests = [explainer.easiest()]
    cells = list(members(position.empty))[:: 50 // amount(6)]
    requests += [explainer.claim(Candidate(cell, digit)) for cell in cells for digit in (2, 7)]
    return [explanation for explanation in requests if explanation]


def check(position: Position, explanation: Argument, true: list[Candidate], false: Candidate | None) -> int:
    """Follow an argument step by step; returns the number of its final cases."""
    true = [*true, *([explanation.supposition] if explanation.supposition and explanation.holds else [])]

    def possible(option: Candidate) -> bool:
        peers = position.layout.peers[option.cell]
        seen = {literal for literal in true if literal.digit == option.digit and literal.cell in peers}
        return (
            option != false and not seen and all(literal.cell != option.cell or literal == option for literal in true)
        )

    for consequences in explanation.consequences:
        assert [option for option in consequences.demand.options if possible(option)] == [consequences.candidate]
        true.append(consequences.candidate)
    left = [option for option in explanation.end.options if possible(option)]
    assert left == [case.supposition for case in explanation.cases]
    return sum(check(position, case, true, false) for case in explanation.cases) if explanation.cases else 1


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_every_step_of_an_argument_follows_and_every_case_is_covered(number: int) -> None:
    position = POSITIONS[number]
    most = 0
    for explanation in explanations(number):
        found = argue(explanation, position)
        assert (found is None) == (explanation.demand_count == 0)
        if found:
            assert (found.supposition, found.holds) == (explanation.claim, not explanation.holds)
            most = max(most, check(position, found, [], explanation.claim if explanation.holds else None))
            options = {option for demand in demands_of(explanation, position) for option in demand.options}
            assert set(explanation.candidates) == options
    assert most > (1 if number == 0 else 0)


@pytest.mark.parametrize("number", range(len(POSITIONS)))
def test_explanations_are_plain_english(number: int) -> None:
    for explanation in explanations(number):
        text = explanation_words.text(explanation, POSITIONS[number])
        for sentence in text:
            assert not mistakes(sentence.lstrip()), sentence
        assert explanation.claim
        name = POSITIONS[number].layout.cell_name(explanation.claim.cell)
        assert name in text[0]
        assert re.search(f"(^|[.] )So {name} [^.]*[.]$", text[-1]) or text[-1] == "Each of these is needed."
        numbers = [match[1] for line in text if (match := re.match(r" *Case ([0-9.]+): ", line))]
        assert len(numbers) == len(set(numbers))


def test_an_explanation_in_full() -> None:
    """One short example as a person reads it, because rules can't describe names."""
    givens = [0] * 81
    for cell, digit in ((10, 5), (20, 6), (30, 5), (57, 4), (1, 7), (2, 8)):
        givens[cell] = digit
    position = Position.of(single(), givens)
    explanation = Explainer(position).claim(Candidate(0, 5))
    assert explanation
    assert explanation_words.text(explanation, position) == (
        "That r1c1 can't be 5 follows from 1 digit and 1 house.",
        "It is enough that no digit occurs twice in box 1.",
        "The digits: 5 in r2c2.",
        "Each of these is needed.",
    )


def test_a_contradiction_in_full() -> None:
    """Row 1 has no place for its 9."""
    rows = ["12345678.", "........9", *["........."] * 7]
    position = Position.of(single(), [int(sign) if sign != "." else 0 for row in rows for sign in row])
    explanation = Explainer(position).contradiction()
    assert explanation
    assert explanation_words.text(explanation, position)[0] == (
        "There is no solution, as these contradict each other: 9 digits, 2 houses and 1 cell."
    )
    last = "On this board r1c9 has no candidate left. So there is no solution."
    assert explanation_words.text(explanation, position)[-1] == last
