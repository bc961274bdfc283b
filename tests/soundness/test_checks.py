"""The checks find unsound steps, and a short run covers few positions."""

from collections.abc import Collection, Iterator

import pytest
from amounts import amount

from engine.sudoku.layout import single
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.step import Step

from . import checks


def test_false_claims_are_found(monkeypatch: pytest.MonkeyPatch):
    made = generate(single(), 50, seed=1)

    def unsound(position: Position, techniques: Collection[Technique]) -> Step:
        (technique,) = techniques
        cell = position.empty.bit_length() - 1
        return Step(technique, "", (cell,), (), (), removes=(Candidate(cell, made.solution[cell]),))

    monkeypatch.setattr(checks, "drills_of", lambda *_: [])
    monkeypatch.setattr(checks, "random_puzzles", lambda _: [made])
    monkeypatch.setattr(checks, "hard_positions", lambda _: [])
    assert not checks.look_at(Technique.NAKED_SINGLE, 5, 60, seed=1).wrong
    monkeypatch.setattr(checks, "first_step", unsound)
    assert len(checks.look_at(Technique.NAKED_SINGLE, 5, 60, seed=1).wrong) == 5


def test_positions_are_found_for_techniques_that_easy_puzzles_never_need():
    tally = checks.look_at(Technique.HOUSE_FORCING, 5, 60, seed=1)
    assert tally.found.total() == 5
    assert not tally.wrong


@pytest.mark.slow
@pytest.mark.parametrize("technique", checks.RULE_STEPS, ids=lambda technique: technique.name)
def test_positions_are_found_of_each_step_by_rules(technique: Technique):
    tally = checks.look_at(technique, 3, 60, seed=1)
    assert tally.found.total() == 3
    assert not tally.wrong


@pytest.mark.long
def test_the_ways_of_puzzles_with_rules_are_sound():
    reports: list[str] = []
    assert checks.follow(amount(100), 1, reports.append, rules=True)
    assert reports[0].endswith(" steps, 0 unsound")


def test_the_ways_of_random_puzzles_are_sound():
    reports: list[str] = []
    assert checks.follow(100, 1, reports.append)
    assert reports[0].endswith(" steps, 0 unsound")


def test_an_interrupted_check_reports_its_figures(monkeypatch: pytest.MonkeyPatch):
    made = generate(single(), 50, seed=1)

    def interrupted(_: int) -> Iterator[tuple[object, list[tuple[Technique, bool]]]]:
        yield made, [(Technique.NAKED_SINGLE, False), (Technique.HIDDEN_SINGLE, True)]
        raise KeyboardInterrupt

    reports: list[str] = []
    monkeypatch.setattr(checks, "ways_with_rules", interrupted)
    monkeypatch.setattr(checks, "REPORTED", 2)
    assert not checks.follow(1_000, 1, reports.append, rules=True)
    assert reports[1:] == [
        "2 steps, 1 unsound",
        "interrupted",
        "2 steps, 1 unsound",
        "single 2",
        "NAKED_SINGLE 1, HIDDEN_SINGLE 1",
    ]
