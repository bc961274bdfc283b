"""Games and drafts of puzzles that rule out candidates."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.play import hints
from engine.play.analysis import analyse, complete_analysis, with_unique_solution, without_redundant_givens
from engine.play.draft import Draft, Drafts
from engine.play.draft_file import dump_drafts, load_drafts
from engine.play.errors import GameError
from engine.play.game import Game
from engine.play.hints import HintKind
from engine.play.new_game import new_game
from engine.play.store import Store
from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.search import solving
from engine.sudoku.techniques.position import Candidate
from tests.support.pencil_marks import marked_puzzle, unique_puzzle

PUZZLE = unique_puzzle(single(), 1)
SOLUTION = solving.solve(PUZZLE)
assert SOLUTION is not None
CELL, DIGIT = next(
    (cell, digit)
    for cell, mask in enumerate(PUZZLE.candidates or ())
    for digit in range(1, 10)
    if not PUZZLE.givens[cell] and not mask >> digit & 1
)
"""A candidate that the puzzle rules out."""


def test_a_game_begins_with_the_candidates_as_notes() -> None:
    game = new_game(PUZZLE).game
    assert game.solution == SOLUTION
    assert tuple(entry.notes for entry in game.board.entries) == PUZZLE.notes
    game.clear(CELL)
    game.restart()
    assert tuple(entry.notes for entry in game.board.entries) == PUZZLE.notes
    assert not game.candidates.masks[CELL] >> DIGIT & 1


def test_a_digit_that_is_left_out_is_refused() -> None:
    game = new_game(PUZZLE).game
    with pytest.raises(GameError, match=f"This puzzle rules out {DIGIT} in {game.layout.cell_name(CELL)}."):
        game.place(CELL, DIGIT)
    allowed = [cell for cell, mask in enumerate(PUZZLE.notes) if mask >> DIGIT & 1]
    move = game.place([CELL, allowed[0]], DIGIT)
    assert move is not None
    assert [change.cell for change in move.changes] == [allowed[0]]


def test_it_is_hinted_to_the_end() -> None:
    game = new_game(PUZZLE).game
    for _ in range(1000):
        if game.is_solved:
            break
        hint = hints.ask(game).answer()
        assert hint.kind in (HintKind.STEP, HintKind.EXPLANATION), hint.stage
        while hint.stage.next_press:
            hint = hints.advance(game, hint)
        assert not game.eliminated & {Candidate(*each) for each in enumerate(game.solution or ())}
    assert game.values == SOLUTION


@pytest.mark.long
def test_the_explanation_of_a_digit_rests_on_the_candidates() -> None:
    game = new_game(PUZZLE).game
    cell = next(cell for cell, digit in enumerate(game.values) if not digit)
    hint = hints.ask(game, about=Candidate(cell, 0)).answer()
    assert isinstance(hint.step, hints.Explanation)
    assert hint.step.claim == Candidate(cell, game.solution[cell] if game.solution else 0)


def test_several_solutions_are_completed_within_the_candidates() -> None:
    puzzle = marked_puzzle(single(), 1, share=0.4)
    game = new_game(puzzle).game
    assert game.solution is None
    assert game.check().right
    goal = with_unique_solution(puzzle, 1)
    assert goal is not None
    full = replace(puzzle, givens=goal)
    assert solving.count(full) == 1
    solution = solving.solve(full)
    assert solution is not None
    assert solving.count(replace(puzzle, givens=without_redundant_givens(full, solution, 1))) == 1
    analysis = complete_analysis(analyse(puzzle))
    assert analysis.open
    assert all(puzzle.allows(*each) for each in enumerate(analysis.solution or ()))


def test_a_saved_game_is_resumed_and_described_without_marks(tmp_path: Path) -> None:
    plain = replace(PUZZLE, candidates=None)
    with Store(tmp_path / "games.db") as store:
        game = new_game(PUZZLE).game
        cell = next(cell for cell, digit in enumerate(game.values) if not digit)
        game.place(cell, SOLUTION[cell] if SOLUTION else 0)
        store.add(game.record())
        (listed,) = store.unfinished_games_of(PUZZLE)
        assert store.unfinished_games_of(plain) == []
        assert store.load(listed.id).game.record() == game.record()
        assert store.load(listed.id).game.puzzle == PUZZLE


def test_a_saved_move_against_the_candidates_is_no_game() -> None:
    game = Game(replace(PUZZLE, candidates=None), None)
    game.place(CELL, DIGIT)
    with pytest.raises(ValueError, match="the history contains a move that this puzzle does not allow"):
        Game.of(replace(game.record(), puzzle=PUZZLE))


def test_drafts_take_and_keep_candidates() -> None:
    drafts = Drafts()
    draft = drafts.take(PUZZLE)
    assert draft.puzzle == PUZZLE
    assert load_drafts(dump_drafts(drafts)).draft.puzzle == PUZZLE
    draft.toggle_candidate(CELL, DIGIT)
    assert draft.puzzle.allows(CELL, DIGIT)
    draft.undo()
    assert draft.puzzle == PUZZLE
    draft.put(PUZZLE.givens)
    assert draft.puzzle == PUZZLE


def test_candidates_are_set_one_by_one() -> None:
    draft = Draft(LAYOUTS["4x4"]())
    assert draft.is_empty
    draft.toggle_candidate(0, 2)
    draft.toggle_candidate(0, 3)
    assert draft.puzzle.notes[0] == 0b1100
    draft.place(0, 1)
    assert draft.toggle_candidate(0, 2) is None
    assert draft.puzzle.candidates is None
    with pytest.raises(ValueError, match=r"outside 1\.\.4"):
        draft.toggle_candidate(0, 5)
