"""The review of a game: times, hints, the step at a pause, and the drill of that position."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from engine.play import hints
from engine.play.answers import AnswerVerdict, DrillAnswer, judge
from engine.play.game import Game
from engine.play.hints import HintKind
from engine.play.new_game import new_game
from engine.play.review import move_times, own_drills, review
from engine.play.schedule import AnsweredDrill, Practice, Quality, practice_by_technique
from engine.play.store import Store
from engine.play.training import TrainingStage, stage
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.techniques.catalogue import Level, Technique


class Watch:
    """A clock that a test advances."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def puzzle(layout: str, level: Level = Level.MEDIUM) -> Puzzle:
    return generate(LAYOUTS[layout](), GeneratorOptions(level=level), seed=3).puzzle


def play(game: Game, watch: Watch, long: int, seconds: float) -> None:
    """Solve a game by hints, one move per second, except for `seconds` before the move with the number `long`."""
    game.start()
    number = 0
    while not game.is_solved:
        number += 1
        hint = hints.ask(game).answer()
        watch.seconds += seconds if number == long else 1
        while hint.stage.next_press:
            hint = hints.advance(game, hint)


@pytest.mark.parametrize("layout", ["single", "double"])
def test_the_longest_pause_has_the_step_that_was_there(layout: str) -> None:
    watch = Watch()
    prepared = new_game(puzzle(layout))
    game = Game(prepared.game.puzzle, prepared.game.solution, now=watch)
    play(game, watch, 7, 90)
    found = review(game.record())
    longest = found.pauses[0]
    assert (longest.time.node, longest.time.seconds, found.median_seconds) == (7, 90, 1)
    assert longest.is_stuck
    assert not any(pause.is_stuck for pause in found.pauses[1:])
    step = longest.step
    assert step is not None
    move = game.history[7].move
    made = [(cell, after.value) for cell, _before, after in move.changes if after.value]
    assert [tuple(place) for place in step.places] == made or frozenset(step.removes) == frozenset(move.eliminated)
    drill = longest.drill
    assert drill is not None
    assert found.stuck_at is step.technique
    game.go_to(6)
    assert drill.position.values == game.values, "the drill has the position of the pause"
    outcome = frozenset((step.places or step.removes)[:1])
    assert judge(drill, DrillAnswer(outcome)).verdict is AnswerVerdict.RIGHT


def test_hints_are_counted_per_game_and_saved(tmp_path: Path) -> None:
    watch, prepared = Watch(), new_game(puzzle("single"))
    game = Game(prepared.game.puzzle, prepared.game.solution, now=watch)
    game.start()
    with Store(tmp_path / "games.db") as store:
        journal = store.add(game.record())
        first, second = [cell for cell, given in enumerate(game.values) if not given][:2]
        assert game.solution
        for cell, count in ((first, 2), (second, 0)):
            for _ in range(count):
                game.count_hint()
            journal.save(game.record())
            watch.seconds += 5
            game.place(cell, game.solution[cell])
        game.count_hint()
        journal.save(game.record())
        assert journal.number
        record = store.load(journal.number).game.record()
    assert record.tree == game.history.tree
    assert [(time.seconds, time.hints) for time in move_times(record.tree)] == [(5, 2), (5, 0)]
    assert record.tree.hints == ((0, 2), (2, 1))


def test_a_wrong_board_at_a_pause_has_no_drill() -> None:
    watch, prepared = Watch(), new_game(puzzle("single"))
    game = Game(prepared.game.puzzle, prepared.game.solution, now=watch)
    game.start()
    assert game.solution
    wrong, other = [cell for cell, given in enumerate(game.values) if not given][:2]
    watch.seconds += 2
    game.place(wrong, game.solution[wrong] % 9 + 1)
    watch.seconds += 60
    game.place(other, game.solution[other])
    longest = review(game.record()).pauses[0]
    assert longest.hint.kind is HintKind.MISTAKE
    assert longest.was_wrong
    assert longest.step is None
    assert longest.drill is None


def test_the_review_is_empty_for_a_game_without_moves() -> None:
    found = review(new_game(puzzle("single")).game.record())
    assert (found.times, found.pauses, found.stuck_at) == ((), (), None)


def test_being_stuck_makes_a_technique_due_and_counts_as_no_answer() -> None:
    today = date(2026, 1, 5)
    new = Practice().after(today, Quality.STUCK)
    assert stage(new, today) is TrainingStage.DUE
    assert new.answered == 0
    mastered = practice_by_technique(
        AnsweredDrill(Technique.X_WING, today + timedelta(days), Quality.FIRST_TRY) for days in (0, 1, 7)
    )
    practice = mastered[Technique.X_WING]
    day = today + timedelta(8)
    assert stage(practice, day) is TrainingStage.MASTERED
    assert stage(practice.after(day, Quality.STUCK), day) is TrainingStage.DUE


def test_the_positions_in_which_a_player_was_stuck_are_drills(tmp_path: Path) -> None:
    records = []
    for layout, seconds in (("single", 90), ("single", 1), ("double", 90)):
        watch, prepared = Watch(), new_game(puzzle(layout))
        game = Game(prepared.game.puzzle, prepared.game.solution, now=watch)
        play(game, watch, 7, seconds)
        records.append(game.record())
    stuck, quick, double = records
    (drill,) = own_drills([quick, stuck])
    pause = review(stuck).pauses[0]
    assert (drill.technique, drill.position.values) == (pause.technique, pause.hint.position.values)
    with Store(tmp_path / "games.db") as store:
        for record in records:
            store.add(record)
        store.add(new_game(puzzle("single", Level.EASY)).game.record())
        assert store.solved_games("single", 9) == [quick, stuck], "unfinished games and other layouts are left out"
        assert store.solved_games("single", 1) == [quick]
        assert store.solved_games("double", 9) == [double]
