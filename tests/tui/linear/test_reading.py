"""Reading a board in fog does not depend on hidden cells; rules are read on request."""

import random

import pytest
from amounts import amount
from fog_games import fog_games

from engine.play.game import Game
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.thermometer import Thermometer
from tui.linear.session import Session

COMMANDS = (
    "here", "board", "rules", "rules here", "notes", "next", "can", "hint", "hint", "why", "row", "column 3", "box 5",
    "missing row 2", "missing box 9", "where 4 row 3", "where 7 box 1", "check", "1b", "rules 5e", "can 9i", "why 3c5",
)  # fmt: skip


def session(game: Game, cell: int = 0) -> Session:
    return Session(game, cell, lambda _game, _cell: "")


@pytest.mark.parametrize("seed", range(amount(8)))
def test_a_game_in_fog_reads_like_one_without_hidden_cells(seed: int) -> None:
    game, other, dark = fog_games(seed)
    dice = random.Random(seed)
    for cell in (*dice.sample(sorted(dark), 2), *dice.sample(range(81), 2)):
        first, second = session(game, cell), session(other, cell)
        for command in COMMANDS:
            assert first.answer(command) == second.answer(command), command
        if cell in dark and not game.values[cell]:
            assert session(game, cell).answer("here") == f"{game.layout.cell_name(cell)} is in fog."


def test_rules_are_read_on_request() -> None:
    rules = (KillerCage((0, 1), 7), Thermometer((10, 11)))
    game = Game(Puzzle(single(), (0,) * 81, rules=rules))
    assert session(game).answer("rules") == " ".join(rule.sentence(single()) for rule in rules)
    game.place(1, 4)
    cage = rules[0].sentence(single())
    assert session(game).answer("rules here") == f"{cage} 3 left in 1 cell. Digits: 3."
    assert session(game).answer("rules 2b") == rules[1].sentence(single())
    assert session(game).answer("rules 9i") == "r9c9 takes part in no rule beyond its houses."
    assert session(Game(Puzzle(single(), (0,) * 81))).answer("rules") == "This puzzle has no rules beyond its houses."
    answer = session(game).answer("1a 4") or ""
    assert "The cage of 7 at r1c1 is broken" in answer or "appears twice" in answer
