"""A game as it went: its moves in the order in which they were made."""

from engine.play.game import Game
from engine.play.past import PastMove, Rival, fill_times, past_moves
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution

SOLUTION = random_solution(single(), 1)
PUZZLE = Puzzle(single(), (0, 0, 0, *SOLUTION[3:]))


def test_moves_of_all_branches_in_the_order_in_which_they_were_made() -> None:
    time = [0.0]
    game = Game(PUZZLE, SOLUTION, now=lambda: time[0])
    game.start()
    for seconds, act in (
        (2, lambda: game.place(0, SOLUTION[0])),
        (3, game.undo),
        (5, lambda: game.place(1, SOLUTION[1])),
        (9, lambda: game.place(0, SOLUTION[0])),
        (12.5, lambda: game.place(2, SOLUTION[2])),
    ):
        time[0] = seconds
        act()
    record = game.record()
    assert past_moves(record.tree) == (PastMove(1, 2000), PastMove(2, 5000), PastMove(3, 9000), PastMove(4, 12500))
    assert fill_times(record) == ((2.0, 79), (5.0, 79), (9.0, 80), (12.5, 81))
    assert fill_times(Game(PUZZLE, SOLUTION).record()) == ()


def test_a_rival_has_filled_as_much_as_by_the_same_time() -> None:
    time = [0.0]
    game = Game(PUZZLE, SOLUTION, now=lambda: time[0])
    rival = Rival("Ann", ((2.0, 79), (5.0, 80), (9.0, 81)))
    game.start()
    for seconds, filled in ((0.0, 78), (1.9, 78), (2.0, 79), (4.9, 79), (5.0, 80), (100.0, 81)):
        time[0] = seconds
        assert rival.filled(game) == filled
    assert Rival("", ()).filled(game) == 78
