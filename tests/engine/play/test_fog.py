"""Nothing that is said depends on what fog hides: a game with hidden givens and rules answers as one without them."""

import random

import pytest
from amounts import amount
from fog_games import fog_games

from engine.play import hints
from engine.play.fog import is_lit, lit_position, lit_puzzle, lit_rules, lit_values
from engine.play.game import Game
from engine.play.steps import all_steps, sound_techniques
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.everywhere import NonConsecutive
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.techniques.position import Candidate

LAYOUT = single()


def stages(game: Game, about: Candidate | None = None) -> list[str]:
    return [stage.sentence for stage in hints.ask(game, about=about).answer().stages]


@pytest.mark.parametrize("seed", range(amount(12)))
def test_hints_are_equal_without_hidden_cells(seed: int) -> None:
    game, other, dark = fog_games(seed)
    assert stages(game) == stages(other)
    hint = hints.ask(game).answer()
    assert all(dark.isdisjoint({*stage.cells, *stage.wrong}) for stage in hint.stages)
    assert hint.holds(game)
    dice = random.Random(seed)
    for cell in dice.sample(range(81), 3):
        about = Candidate(cell, dice.randint(1, 9))
        assert stages(game, about) == stages(other, about)
        if cell in dark:
            assert stages(game, about) == [f"{LAYOUT.cell_name(cell)} is in fog."]


@pytest.mark.parametrize("seed", range(amount(8)))
def test_steps_are_those_of_lit_cells(seed: int) -> None:
    game, other, dark = fog_games(seed)
    assert lit_position(game).masks == lit_position(other).masks
    assert lit_values(game) == lit_values(other)
    found = all_steps(lit_position(game), sound_techniques(game), dark=dark)
    assert [step.sentence for step in found] == [
        step.sentence for step in all_steps(lit_position(other), sound_techniques(other), dark=dark)
    ]
    assert all(is_lit(step, dark) for step in found)
    solution = game.solution or ()
    assert not any(solution[cell] == digit for step in found for cell, digit in step.removes)


def test_rules_of_the_board_are_known_in_fog() -> None:
    rules = (Fog((0,)), NonConsecutive())
    game = Game(Puzzle(LAYOUT, (0,) * 81, rules=rules))
    assert NonConsecutive() in lit_rules(game)
    plain = Game(Puzzle(LAYOUT, (0,) * 81, rules=(NonConsecutive(),)))
    assert lit_puzzle(plain) is plain.puzzle
