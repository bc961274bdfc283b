"""A file in the folder of kinds is all that a new kind of rule needs."""

import sys
from itertools import pairwise
from pathlib import Path

import pytest

from engine.play.game import Game
from engine.play.hints import accept, advance, ask
from engine.sat.solvers.solve import solve
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.as_sat.explanation import Explainer
from engine.sudoku.formats import parse, write
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.puzzle import Puzzle, is_solution
from engine.sudoku.rules import KINDS, Rule, broken, kinds
from engine.sudoku.search.solving import solutions
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.position import Position

FOUR = LAYOUTS["4x4"]()
FILE = '''
from dataclasses import dataclass
from itertools import pairwise

from engine.base.language import lazy_gettext
from engine.sudoku.rules.primitives import pair
from engine.sudoku.rules.rule import LineRule


@dataclass(frozen=True)
class OddSums(LineRule):
    """Neighbours on the line add up to odd numbers."""

    kind = "odd sums"
    title = lazy_gettext("lines of odd sums")

    def primitives(self, layout):
        return [pair(*cells, layout.size, lambda a, b: (a + b) % 2 == 1) for cells in pairwise(self.cells)]

    def name(self, layout):
        return f"the line of odd sums {self.way(layout)}"

    def sentence(self, layout):
        return f"Line of odd sums {self.way(layout)}: neighbours add up to odd numbers."
'''


@pytest.fixture
def odd_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[Rule]:
    (tmp_path / "odd_sums.py").write_text(FILE)
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, f"{kinds.__name__}.odd_sums", raising=False)
    found = {kind.kind: kind for kind in kinds.kinds()}
    assert found.keys() - KINDS.keys() == {"odd sums"}
    monkeypatch.setitem(KINDS, "odd sums", found["odd sums"])  # type: ignore[misc]
    return found["odd sums"]


def test_it_is_drawn_searched_proved_saved_and_explained(odd_sums: type[Rule]) -> None:
    rule = odd_sums.draw(FOUR, [[0, 1, 2, 3]])
    assert rule.shapes(FOUR)
    every = list(solutions(Puzzle(FOUR, (0,) * 16)))
    right = [grid for grid in every if all((a + b) % 2 for a, b in pairwise(grid[:4]))]
    puzzle = Puzzle(FOUR, (0,) * 16, rules=(rule,))
    assert set(solutions(puzzle)) == set(right) != set(every)
    sudoku = encode(puzzle)
    model = solve(sudoku.formula, "cdcl").model
    assert model is not None
    assert is_solution(puzzle, sudoku.decode(model))
    assert parse(write(puzzle, "rules").encode())[0] == puzzle
    assert broken([rule], FOUR, (1, 3, *(0,) * 14))[0].sentence(FOUR) == "the line of odd sums r1c1-r1c4 is broken"

    # Two solutions without the rule: the cell where they differ rests on it.
    first = right[0]
    second = next(grid for grid in every if grid not in right)
    open_cells = [cell for cell in range(16) if first[cell] != second[cell]]
    givens = tuple(0 if cell in open_cells else digit for cell, digit in enumerate(first))
    needs_rule = Puzzle(FOUR, givens, rules=(rule,))
    (solution,) = solutions(needs_rule)
    explanation = Explainer(Position.of_puzzle(needs_rule)).digit_of(open_cells[0])
    assert explanation is not None
    assert rule in explanation.puzzle_rules
    game = Game(needs_rule, solution)
    for _hint in range(len(open_cells) * 4):
        if game.is_solved:
            break
        hint = ask(game).answer()
        assert accept(game, hint)
        while hint.has_next_stage(game, Level.EXTREME):
            hint = advance(game, hint)
    assert game.is_solved
