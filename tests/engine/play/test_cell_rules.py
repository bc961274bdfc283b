"""Games with rules: playing, checking, hints, saving and loading; and descriptions of the rules at a cell."""

import random
from pathlib import Path

from rule_puzzles import random_cages, unique_puzzle

from engine.base.values import pack, unpack
from engine.play.cell_rules import rule_sentences
from engine.play.draft import Drafts
from engine.play.draft_file import dump_drafts, load_drafts
from engine.play.game import Game
from engine.play.hints import HintKind, ask
from engine.play.new_game import new_game
from engine.play.store import Store
from engine.sudoku.as_sat.explanation import Explainer
from engine.sudoku.as_sat.explanation_words import text
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle, contradictions
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.lines import Renban
from engine.sudoku.rules.kinds.thermometer import Thermometer
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.position import Position

SIX = LAYOUTS["6x6"]()
SOLUTION = random_solution(SIX, 5)
KILLER = unique_puzzle(SIX, SOLUTION, random_cages(SIX, SOLUTION, random.Random(5), 3))


def killer() -> Game:
    prepared = new_game(KILLER)
    assert prepared.solutions == 1
    assert prepared.game.solution == SOLUTION
    return prepared.game


def test_a_killer_is_played_to_the_end_with_hints() -> None:
    """Each hint is executed; if no step applies, the explained digit is placed. There are no givens, only rules."""
    game = killer()
    for _ in range(400):
        if game.is_solved:
            break
        hint = ask(game).answer()
        assert hint.kind in {HintKind.STEP, HintKind.EXPLANATION}
        assert hint.step
        for cell, digit in hint.step.places:
            assert SOLUTION[cell] == digit
            game.place(cell, digit)
        game.eliminate(hint.step.removes)
    assert game.is_solved
    assert game.values == SOLUTION


def test_a_broken_cage_is_a_conflict_and_no_win() -> None:
    game = killer()
    cage = next(rule for rule in KILLER.rules if len(rule.cells) == 2)
    assert isinstance(cage, KillerCage)
    digits = next((a, b) for a in range(1, 7) for b in range(1, 7) if a != b and a + b != cage.total)
    for cell, digit in zip(cage.cells, digits, strict=True):
        game.place(cell, digit)
    (broken,) = [each for each in game.board.broken_rules if each.rule == cage]
    assert broken.cells == cage.cells
    assert broken.sentence(SIX) == f"the cage of {cage.total} at {SIX.cell_name(cage.cells[0])} is broken"
    assert not game.check().right
    assert ask(game).answer().kind is HintKind.MISTAKE


def test_rules_are_saved_with_the_game(tmp_path: Path) -> None:
    game = killer()
    game.place(0, SOLUTION[0])
    with Store(tmp_path / "games.sqlite") as store:
        number = store.add(game.record()).number
        again = store.load(number).game
        assert [each.id for each in store.unfinished_games_of(KILLER)] == [number]
        assert not store.unfinished_games_of(Puzzle(SIX, KILLER.givens))
    assert again.puzzle == KILLER
    assert again.board.rules == KILLER.rules
    assert again.values == game.values
    assert unpack(pack(again.puzzle), Puzzle) == KILLER


def test_rules_stay_in_drafts() -> None:
    drafts = Drafts()
    drafts.take(KILLER)
    assert load_drafts(dump_drafts(drafts)).draft.puzzle == KILLER


def test_constraints_of_a_cage_on_a_cell() -> None:
    cage = KillerCage((0, 1, 6), 9)
    puzzle = Puzzle(SIX, (0,) * 36, rules=(cage, Thermometer((0, 7, 14))))
    assert rule_sentences(puzzle, puzzle.givens, 35) == []
    answer = rule_sentences(puzzle, (0, 2, *(0,) * 34), 0)
    assert answer == [
        "Cage at r1c1: 3 different digits add up to 9.",
        "7 left in 2 cells.",
        "Digits: 16, 34.",
        "Thermometer r1c1-r3c3: the digits rise from the bulb.",
    ]


def test_digits_that_houses_exclude_are_in_no_combination() -> None:
    puzzle = Puzzle(SIX, (*(0,) * 5, 6, *(0,) * 30), rules=(KillerCage((0, 1), 7), Renban((12, 13, 14))))
    assert rule_sentences(puzzle, puzzle.givens, 0)[1:] == ["Digits: 25, 34."], "6 stands in the row"
    placed = tuple(3 if cell == 13 else digit for cell, digit in enumerate(puzzle.givens))
    assert rule_sentences(puzzle, placed, 12)[1:] == ["Digits: 12, 24, 45."]


def test_remainder_of_an_arrow() -> None:
    puzzle = Puzzle(SIX, (0,) * 36, rules=(Arrow((0,), (1, 2, 3)),))
    values = tuple({0: 6, 2: 1}.get(cell, 0) for cell in range(36))
    assert rule_sentences(puzzle, puzzle.givens, 1) == [puzzle.rules[0].sentence(SIX)]
    assert rule_sentences(puzzle, values, 1) == [puzzle.rules[0].sentence(SIX), "5 left in 2 cells."]


def test_givens_that_break_a_rule_are_explained_by_it() -> None:
    """A contradiction between two rules names both; one with the givens is found at once."""
    puzzle = Puzzle(SIX, (0,) * 36, rules=(KillerCage((0, 1), 11), Thermometer((0, 7, 14))))
    explanation = Explainer(Position.of_puzzle(puzzle)).contradiction()
    assert explanation is not None
    assert {*explanation.puzzle_rules} == {*puzzle.rules}
    words = " ".join(text(explanation, Position.of_puzzle(puzzle)))
    assert "these rules hold: the thermometer from r1c1 and the cage of 11 at r1c1." in words
    broken = Puzzle(SIX, (5, 5, *(0,) * 34), rules=(KillerCage((0, 1), 11),))
    assert "the cage of 11 at r1c1 is broken" in contradictions(broken)
    assert new_game(broken).solutions == 0
