"""The saved view of a game is restored."""

import json

from engine.play.game import Game
from engine.play.past import Rival
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.difficulty import Difficulty
from tui.features.play.view import PlayView

GAME = Game(Puzzle(single(), (0,) * 81), None)
DIFFICULTY = Difficulty(Level.HARD, 1120, 4.4, True, (Technique.X_WING, Technique.NAKED_PAIR))


def test_the_difficulty_comes_back() -> None:
    saved = json.loads(json.dumps(PlayView(3, difficulty=DIFFICULTY).saved()))
    assert PlayView.read(saved, GAME).difficulty == DIFFICULTY


def test_the_game_of_another_player_to_race_against_comes_back() -> None:
    rival = Rival("Anna", ((1.5, 3), (4.0, 4)))
    assert PlayView.read(json.loads(json.dumps(PlayView(3, rival=rival).saved())), GAME).rival == rival
    assert "rival" not in PlayView(3, rival=Rival("", rival.times)).saved(), "the best game is looked up again"
    for damaged in ("?", ["Anna", [[1]]], ["Anna", [[-1, 2]]], [3, []]):
        assert PlayView.read({"rival": damaged}, GAME).rival is None


def test_a_damaged_difficulty_is_none() -> None:
    saved = PlayView(3, difficulty=DIFFICULTY).saved()
    for name in ("score", "explainer", "hardest"):
        assert PlayView.read({**saved, name: "?"}, GAME).difficulty is None
    assert PlayView.read({**saved, "hardest": ["NO_SUCH"]}, GAME).difficulty.hardest == ()  # type: ignore[union-attr]
