"""The rules for moves, help, the clock, and the game as a value."""

from dataclasses import replace

import pytest

from engine.play.board import EMPTY, CellState, Change
from engine.play.errors import GameError
from engine.play.game import Game, HelpCounters
from engine.play.history import HistoryNode, Move, MoveKind, Tree
from engine.sudoku.layout import from_grids
from engine.sudoku.puzzle import Puzzle

MINI = from_grids("mini", "4x4", 2, 2, [(0, 0)])
SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
HOLES = (0, 5, 10, 15)


class Time:
    def __init__(self):
        self.seconds = 100.0

    def __call__(self):
        return self.seconds


def puzzle(holes=HOLES):
    return Puzzle(MINI, tuple(0 if cell in holes else digit for cell, digit in enumerate(SOLUTION)), "mini")


def new_game(holes=HOLES, **options):
    return Game(puzzle(holes), SOLUTION, **options)


def ambiguous():
    """Four solutions: the 1s and 2s of two rectangles are exchangeable."""
    holes = [cell for cell, digit in enumerate(SOLUTION) if digit in (1, 2)]
    return Game(puzzle(holes))


def test_a_solution_of_another_puzzle_is_refused():
    with pytest.raises(ValueError, match="solution"):
        Game(puzzle(), (*SOLUTION[:15], 2))
    with pytest.raises(ValueError, match="solution"):
        Game(puzzle(), SOLUTION, solvable=False)


def test_the_colour_of_a_given_is_cleared_and_the_given_stays():
    game = new_game()
    given = next(cell for cell in range(16) if game.is_given(cell))
    game.colour(given, 2)
    assert game.clear(given).kind is MoveKind.CLEAR
    assert game.board.entries[given] == CellState(SOLUTION[given])
    with pytest.raises(GameError):
        game.clear(given)


def test_place_clear_and_note():
    game = new_game()
    assert game.toggle_note(0, 2).kind is MoveKind.NOTE
    game.toggle_note(0, 4)
    assert game.board.entries[0] == CellState(0, 0b10100)
    assert game.place(0, 3).kind is MoveKind.PLACE
    assert game.board.entries[0] == CellState(3, 0b10100)
    assert game.board.notes[:2] == (0b10100, 0)
    game.place(0, 1)
    assert game.clear(0).kind is MoveKind.CLEAR
    assert game.board.entries[0] == CellState(0, 0b10100), "the notes were underneath"
    game.toggle_note(0, 2)
    assert game.board.entries[0] == CellState(0, 0b10000)
    assert game.place(0, 0).kind is MoveKind.CLEAR
    assert game.board.entries[0] == EMPTY


def test_a_change_without_effect_is_no_move():
    game = new_game()
    assert game.clear(0) is None
    assert game.restart() is None
    game.place(0, 1)
    before = game.history.tree
    assert game.place(0, 1) is None
    game.reveal(0)
    assert game.reveal(0) is None
    game.undo()
    assert game.history.position == before.position
    for cell in HOLES:
        game.place(cell, SOLUTION[cell])
    assert game.show_solution() is None
    assert game.counters == HelpCounters(reveals=1)


def test_refused_moves_change_nothing():
    game = new_game()
    game.place(5, 4)
    before = game.record()
    acts = [
        (lambda: game.place(1, 3), "r1c2 is a given"),
        (lambda: game.clear(1), "r1c2 is a given"),
        (lambda: game.toggle_note(1, 3), "r1c2 is a given"),
        (lambda: game.reveal(1), "r1c2 is a given"),
        (lambda: game.place(0, 5), "digits are 1 to 4"),
        (lambda: game.toggle_note(0, 0), "digits are 1 to 4"),
        (lambda: game.toggle_note(5, 1), "r2c2 holds a digit"),
    ]
    for act, sentence in acts:
        with pytest.raises(GameError, match=sentence):
            act()
    for cell in (-1, 16):
        with pytest.raises(IndexError):
            game.place(cell, 1)
    assert game.record() == before


@pytest.mark.parametrize(("solvable", "reason"), [(True, "several solutions"), (False, "no solution")])
def test_without_a_unique_solution_nothing_is_revealed(solvable, reason):
    game = Game(puzzle(), solvable=solvable)
    with pytest.raises(GameError, match=f"This puzzle has {reason}, so no cell can be revealed"):
        game.reveal(0)
    with pytest.raises(GameError, match=f"This puzzle has {reason}, so none can be shown"):
        game.show_solution()


def test_a_revealed_cell_is_marked_until_the_player_changes_it():
    game = new_game()
    game.place(0, 3)
    game.reveal(0)
    assert game.board.entries[0] == CellState(1, 0, True)
    assert game.board.entries[0].revealed
    game.place(0, 2)
    assert game.board.entries[0] == CellState(2)
    game.undo()
    assert game.board.entries[0] == CellState(1, 0, True)
    assert game.counters == HelpCounters(reveals=1)


def test_show_solution_is_one_move_that_marks_what_the_player_had_not_found():
    game = new_game()
    game.place(0, 1)
    game.place(5, 3)
    assert game.show_solution().kind is MoveKind.SOLUTION
    assert game.is_solved
    assert [game.board.entries[cell].revealed for cell in HOLES] == [False, True, True, True]
    game.undo()
    assert [game.values[cell] for cell in HOLES] == [1, 3, 0, 0]
    assert game.counters == HelpCounters(solutions=1)


def test_restart_can_be_undone():
    game = new_game()
    game.place(0, 1)
    game.toggle_note(5, 2)
    before = game.board
    assert game.restart().kind is MoveKind.RESTART
    assert game.values == game.puzzle.givens
    assert game.board.entries[5] == EMPTY
    game.undo()
    assert game.board == before


def test_check_reports_right_or_wrong_but_not_the_cell():
    game = new_game()
    assert game.check().right
    game.place(0, 1)
    assert game.check().right
    game.place(5, 1)
    wrong = game.check()
    assert not wrong.right
    assert "r2c2" not in wrong.sentence
    game.undo()
    game.show_solution()
    assert game.check().right
    assert game.counters.checks == 4


def test_check_with_several_solutions_asks_whether_the_board_can_be_completed():
    game = ambiguous()
    assert game.check().right
    game.place(0, 2)
    assert game.check().right, "another solution"
    game.place(1, 2)
    assert not game.check().right, "a 2 beside the 2"
    game.undo()
    game.place(9, 1)
    assert not game.board.conflicts
    assert not game.check().right, "no 1 fits between the two"


def test_check_without_a_solution_is_reported():
    check = Game(puzzle(), solvable=False).check()
    assert not check.right
    assert "no solution" in check.sentence


def test_any_full_board_without_conflict_wins():
    game = ambiguous()
    swapped = {1: 2, 2: 1}
    for cell, digit in enumerate(SOLUTION):
        assert not game.is_solved
        if not game.is_given(cell):
            game.place(cell, swapped[digit])
    assert game.is_solved
    assert game.check().right


def test_a_full_board_with_a_conflict_does_not_win():
    game = new_game()
    for cell in HOLES:
        game.place(cell, 1)
    assert game.board.filled == 16
    assert game.board.conflicts
    assert not game.is_solved


def test_the_clock_runs_while_the_player_plays():
    time = Time()
    game = new_game(holes=(0, 5), now=time)
    time.seconds += 10
    assert game.clock.elapsed == 0, "not started"
    game.start()
    time.seconds += 10
    game.place(0, 1)
    game.pause()
    time.seconds += 10
    game.place(5, 3)
    assert game.clock.elapsed == 10, "a move does not end a pause"
    game.start()
    game.place(5, 4)
    time.seconds += 10
    assert game.clock.elapsed == 10, "solved"
    game.start()
    time.seconds += 10
    assert game.clock.elapsed == 10, "still solved"
    game.undo()
    time.seconds += 10
    assert game.clock.elapsed == 20, "playing on"


def test_going_to_a_node_of_another_branch():
    game = new_game()
    game.place(0, 1)
    game.place(5, 4)
    first, board = game.history.position, game.board
    game.undo()
    game.undo()
    game.place(0, 3)
    game.toggle_note(10, 2)
    game.go_to(first)
    assert game.board == board
    with pytest.raises(IndexError):
        game.go_to(99)
    assert game.board == board


def test_the_last_correct_position_is_the_nearest_on_the_way_here():
    game = new_game()
    assert game.last_correct_node() == 0
    game.place(0, 1)
    game.place(5, 4)
    game.undo()
    game.place(5, 3)
    game.toggle_note(10, 2)
    game.place(0, 2)
    wrong = game.board
    assert game.last_correct_node() == 1, "the branch beside does not count"
    assert (game.board, game.counters.checks) == (wrong, 2), "asking does not go there"
    game.go_to(1)
    assert [game.redo().kind for _ in range(3)] == [MoveKind.PLACE, MoveKind.NOTE, MoveKind.PLACE]
    assert game.board == wrong
    game.place(0, 1)
    game.place(5, 4)
    assert game.last_correct_node() == game.history.position, "put right again"


def test_the_last_correct_position_with_several_solutions_is_the_last_that_can_be_completed():
    game = ambiguous()
    game.place(0, 2)
    right = game.history.position
    game.place(9, 1)
    game.place(6, 2)
    assert game.last_correct_node() == right
    with pytest.raises(GameError, match="no solution"):
        Game(puzzle(), solvable=False).last_correct_node()


def test_each_node_records_when_it_was_first_played():
    time = Time()
    game = new_game(now=time)
    game.start()
    for cell, seconds in ((0, 5), (5, 10)):
        time.seconds += seconds
        game.place(cell, 1)
    game.undo()
    time.seconds += 60
    game.place(5, 1)
    assert [node.elapsed for node in game.history.tree.nodes] == [None, 5, 15]


def test_a_record_becomes_the_same_game_again():
    time = Time()
    game = new_game(now=time)
    game.start()
    time.seconds += 7
    game.place(0, 1)
    game.count_hint()
    game.reveal(5)
    game.undo()
    game.history.bookmark("here")
    record = game.record()
    again = Game.of(record, now=time)
    assert again.record() == record
    assert again.record().serial > record.serial
    assert again.board == game.board
    assert not again.clock.running
    assert again.redo().kind is MoveKind.REVEAL


def place(cell, before, after):
    return Move(MoveKind.PLACE, (Change(cell, before, after),))


@pytest.mark.parametrize(
    "move",
    [
        place(1, CellState(2), CellState(3)),
        place(16, EMPTY, CellState(3)),
        place(-1, EMPTY, CellState(3)),
        place(0, EMPTY, CellState(5)),
        place(0, EMPTY, CellState(0, 1)),
        place(0, EMPTY, CellState(0, 1 << 5)),
        place(0, CellState(2), CellState(3)),
    ],
)
def test_a_record_whose_history_is_not_of_the_puzzle_is_refused(move):
    # The bad move is in another branch.
    tree = Tree((Tree().nodes[0], HistoryNode(0, move)), (1, 0), 0)
    with pytest.raises(ValueError, match=r"history|holds"):
        Game.of(replace(new_game().record(), tree=tree))
