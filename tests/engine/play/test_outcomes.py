"""Games of random moves, hints and checks: every answer, and the board after each; reviews, prospects, typed moves."""

import random
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from itertools import islice

import pytest
from outcomes import outcomes, short
from rule_puzzles import random_rules
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.play.answers import DrillAnswer, judge, unmet_condition
from engine.play.board import NoteKind
from engine.play.errors import GameError
from engine.play.fog import dark_cells, lit_puzzle, lit_values
from engine.play.game import Game
from engine.play.hints import accept, advance, ask
from engine.play.prospects import prospects
from engine.play.review import move_times, own_drills, review
from engine.play.schedule import AnsweredDrill, Quality, practice_by_technique
from engine.play.summary import rules_not_drawn, solved_sentence
from engine.play.training import next_technique, rare_techniques, stage, training_path
from engine.play.typed_moves import parse_move
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drills import Drill
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.search import solving as search
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.position import Candidate, Position


def ticks() -> Callable[[], float]:
    """A clock that goes on by three seconds whenever somebody looks at it."""
    times: Iterator[int] = iter(range(0, 10**6, 3))
    return lambda: float(next(times))


def puzzles() -> list[Puzzle]:
    small, six = LAYOUTS["4x4"](), LAYOUTS["6x6"]()
    solution = random_solution(small, 1)
    rules = random_rules(("killer cage", "thermometer", "difference", "whispers"), solution, small, random.Random(1))
    return [
        generate(six, 24, seed=1).puzzle, Puzzle(small, (0,) * 16, rules=rules),
        Puzzle(small, (1, 0, 0, 2) + (0,) * 12, "several solutions"), Puzzle(small, (1, 1) + (0,) * 14, "none"),
        Puzzle(six, generate(six, 20, seed=2).puzzle.givens, "fog", rules=(Fog((0, 7)),)),
    ]  # fmt: skip


def moved(game: Game, dice: random.Random) -> object:
    """The answer to something at random."""
    size, count = game.puzzle.layout.size, len(game.puzzle.layout.cells)
    cells = tuple(dice.sample(range(count), dice.choice((1, 1, 2, 3))))
    digit, kind = dice.randint(1, size), dice.choice([*NoteKind])
    hint = ask(game, cursor=cells[0])
    return dice.choice((
        lambda: game.place(cells[:1], digit), lambda: game.place(cells[:1], digit), lambda: game.place(cells, digit),
        lambda: game.toggle_note(cells, digit, kind), lambda: game.toggle_note(cells, digit), lambda: game.clear(cells),
        lambda: game.colour(cells, dice.randint(0, 9)), lambda: game.tint(cells, digit, dice.randint(0, 3)),
        game.fill_notes, game.fill_singles, lambda: game.place_lone_notes(cells), lambda: game.reveal(cells[0]),
        game.undo, game.undo, game.redo, game.check, game.restart, lambda: game.go_to(dice.randint(0, 5)),
        lambda: game.eliminate([Candidate(cells[0], digit)]), lambda: game.add_notes([Candidate(cells[0], digit)]),
        lambda: game.clear_values(cells), lambda: [each.sentence for each in hint.answer().stages],
        lambda: accept(game, hint.answer()), lambda: advance(game, hint.answer()).stage.sentence,
        game.last_correct_node, game.pause, game.start,
    ))()  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("number", range(5))
def test_random_games(number: int, snapshot: SnapshotAssertion) -> None:
    puzzle, dice, found = puzzles()[number], random.Random(number), []
    solutions = [*islice(search.solutions(puzzle), 2)]
    game = Game(puzzle, solutions[0] if len(solutions) == 1 else None, solvable=bool(solutions), now=ticks())
    game.cleaning, game.filling = number % 2 == 0, number == 4
    game.start()
    for _ in range(200):
        try:
            answer: object = moved(game, dice)
        except (GameError, InputError, ValueError, IndexError) as error:
            answer = str(error)
        board = game.board
        facts = (
            board.values, board.notes, board.corners, board.conflicts, [each.rule for each in board.broken_rules],
            board.done_houses, board.filled, board.digits_left(), game.is_solved, game.counters, game.wrong_notes,
            sorted(dark_cells(game)), lit_values(game), lit_puzzle(game).rules, len(game.history),
        ) if number % 2 == 0 or len(found) % 3 == 0 else ()  # fmt: skip
        found.append(f"{short(repr(answer))} {short(repr(facts))[-24:]}")
    record = game.record()
    again = Game.of(record, now=ticks())
    assert again.board == game.board
    found.append(short(repr((record, move_times(record.tree)))))
    found.append(f"{solved_sentence(game, '1:00')} {rules_not_drawn(puzzle.layout)}")
    found.append(short(repr([*prospects(puzzle)][-1])))
    assert "\n".join(found) == snapshot


@pytest.mark.compiled
def test_reviews_and_drills(snapshot: SnapshotAssertion) -> None:
    found, records = [], []
    for seed in (1, 2):
        made = generate(LAYOUTS["6x6"](), 22, seed=seed)
        game = Game(made.puzzle, made.solution, now=ticks())
        game.start()
        for number in range(16):
            if number == 4:
                ask(game)
                game.count_hint()
            accept(game, ask(game).answer())
        records.append(game.record())
        found.append(short(repr(review(records[-1]))))
        position = Position.of(made.puzzle.layout, made.puzzle.givens, made.puzzle.givens)
        for technique in (Technique.NAKED_SINGLE, Technique.HIDDEN_SINGLE, Technique.FULL_HOUSE, Technique.X_WING):
            drill = Drill(made.puzzle, technique)
            for candidate in position.candidates_of(position.empty)[::9]:
                verdict = judge(drill, DrillAnswer(frozenset({candidate})))
                found.append(
                    f"{technique.name} {candidate} {verdict} {unmet_condition(position, technique, candidate)}"
                )
    found += [short(repr(drill)) for drill in own_drills(records)]
    assert "\n".join(found) == snapshot


def test_training(snapshot: SnapshotAssertion) -> None:
    dice, today, found = random.Random(1), date(2026, 11, 28), []
    for name in LAYOUTS:
        layout = LAYOUTS[name]()
        path = training_path(layout)
        found.append(
            f"{name} {short(repr([each.name for each in path]))} {[each.name for each in rare_techniques(layout)]}"
        )
        answers = [
            AnsweredDrill(dice.choice(path[:5]), today - timedelta(30 - day), dice.choice([*Quality]))
            for day in range(30)
        ]  # fmt: skip
        practices = practice_by_technique(answers)
        found += [f"  {key.name} {value} {stage(value, today)}" for key, value in practices.items()]
        found.append(f"  {next_technique(path, practices, today).name}")
    assert "\n".join(found) == snapshot


def test_typed_moves(snapshot: SnapshotAssertion) -> None:
    def read(data: bytes) -> object:
        text, answers = data.decode("utf-8", "replace"), []
        for name in ("single", "double", "16x16"):
            try:
                answers.append(str(parse_move(text, LAYOUTS[name]())))
            except GameError as error:
                answers.append(str(error))
        return " ".join(answers)

    inputs = [b"1b4", b"12g3", b"15o0", b" 3 C 12 ", b"r1c2=4", b"1,2,3", b"113", b"b2", b"a1x"]
    assert outcomes(read, inputs, (b"a", b"1", b"zz", b"r", b"=", b"0"), 100) == snapshot
