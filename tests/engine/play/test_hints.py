"""Hints are true, come in stages, remember eliminations, and lead to the solution."""

import re
from collections.abc import Iterable
from functools import cache

import pytest
from amounts import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import Cancelled
from engine.play.board import NoteKind
from engine.play.game import Game, HelpCounters
from engine.play.hint_stages import Remedy
from engine.play.hints import Hint, HintKind, accept, advance, ask
from engine.play.steps import as_hint
from engine.sudoku.as_sat import explanation
from engine.sudoku.as_sat.explanation import Explanation
from engine.sudoku.layout import House, Layout, double, from_grids, single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.search.solving import count
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, UNIQUENESS
from engine.sudoku.techniques.forcing import nested_forcing
from engine.sudoku.techniques.part import Part
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.step import Step


def press(game: Game, last: Hint | None, level: Level = Level.EXTREME) -> Hint:
    """One press of the hint key."""
    if last and last.has_next_stage(game, level):
        return advance(game, last)
    hint = ask(game, level).answer()
    assert accept(game, hint)
    return hint


def follow(game: Game, last: Hint | None = None, level: Level = Level.EXTREME) -> Hint:
    """A new hint, pressed to its last stage."""
    hint = press(game, last, level=level)
    while hint.has_next_stage(game, level):
        hint = press(game, hint, level=level)
    return hint


def with_short_houses() -> Layout:
    """A 4x4 grid with two houses of two cells: different digits, but not every digit."""
    mini = from_grids("mini", "4x4", 2, 2, [(0, 0)])
    pairs = (House("pair", "pair 1", (0, 5)), House("pair", "pair 2", (3, 6)))
    return Layout("pairs", "4x4 with pairs", 4, 2, 2, mini.cells, mini.houses + pairs, mini.grids)


LAYOUTS = {"single": single(), "double": double(), "pairs": with_short_houses()}
solution_of = cache(random_solution)


@st.composite
def boards(draw: st.DrawFn) -> Game:
    """A game whose givens are enough digits of a solution to make it unique."""
    layout = LAYOUTS[draw(st.sampled_from(sorted(LAYOUTS)))]
    solution = solution_of(layout, draw(st.integers(0, 20)))
    random = draw(st.randoms(use_true_random=False))
    order = random.sample(range(len(solution)), len(solution))
    size = int(len(solution) * draw(st.sampled_from([0.4, 0.6, 0.8, 0.97])))
    while True:
        givens = [0] * len(solution)
        for cell in order[:size]:
            givens[cell] = solution[cell]
        puzzle = Puzzle(layout, tuple(givens))
        if count(puzzle) == 1:
            return Game(puzzle, solution)
        size += 1


@cache
def hard_puzzle(number: int) -> tuple[Puzzle, tuple[int, ...]]:
    """A puzzle with one solution and few givens, which singles alone rarely solve."""
    layout, holes = ((single(), 57), (double(), 108))[number % 2]
    made = generate(layout, holes, seed=number)
    return made.puzzle, made.solution


# correctness


@settings(deadline=None)
@given(boards())
def test_pressing_the_hint_key_leads_to_the_end(game: Game) -> None:
    last_step, presses, hints = None, 0, 0
    while not game.is_solved:
        last_step = press(game, last_step)
        presses += 1
        hints += last_step.number == 0
        assert last_step.kind in (HintKind.STEP, HintKind.EXPLANATION)
        assert presses <= 9 * len(game.layout.cells)
    assert game.values == game.solution
    assert game.counters == HelpCounters(hints=hints), "nothing is revealed"
    assert press(game, last_step).kind is HintKind.NOTHING


@settings(max_examples=amount(12), deadline=None)
@given(st.integers(0, 11), st.data())
def test_no_hint_is_false_or_given_twice_while_the_board_grows(number: int, data: st.DataObject) -> None:
    """Between the hints the player enters correct digits: eliminations persist, and all of them are true."""
    puzzle, solution = hard_puzzle(number)
    game = Game(puzzle, solution)
    removed: set[Candidate] = set()
    hint = None
    while not game.is_solved:
        hint = follow(game, hint)
        assert hint.kind is HintKind.STEP or hint.kind is HintKind.EXPLANATION
        if hint.step:
            assert all(solution[cell] == digit for cell, digit in hint.step.places)
            assert all(solution[cell] != digit for cell, digit in hint.step.removes)
            assert not removed.intersection(hint.step.removes)
            removed.update(hint.step.removes)
        cell = data.draw(st.integers(0, len(solution) - 1))
        if not game.values[cell] and data.draw(st.integers(0, 3)) == 0:
            game.place(cell, solution[cell])


@pytest.mark.parametrize("number", range(4))
def test_a_removed_candidate_may_come_back_where_its_proof_is_gone(number: int) -> None:
    puzzle, solution = hard_puzzle(number)
    game = Game(puzzle, solution)
    hint = follow(game)
    while not (hint.step and hint.step.removes) and not game.is_solved:
        hint = follow(game, hint)
    assert hint.step, "the puzzle needs more than singles"
    assert game.eliminated.issuperset(hint.step.removes)
    later = ask(game).answer()
    assert all(not later.position.masks[cell] >> digit & 1 for cell, digit in hint.step.removes)
    game.restart()
    again = ask(game).answer()
    fresh = ask(Game(puzzle, solution)).answer()
    assert again.position.masks == fresh.position.masks
    assert (again.kind, again.step) == (fresh.kind, fresh.step)


def test_steps_do_not_follow_from_notes_and_hints_remove_notes() -> None:
    puzzle, solution = hard_puzzle(0)
    game, hint, removals = Game(puzzle, solution), None, 0
    game.fill_notes()
    while not game.is_solved:
        hint = follow(game, hint)
        assert hint.step
        assert all(solution[cell] != digit for cell, digit in hint.step.removes)
        for cell, digit in hint.step.removes:
            assert not game.board.notes[cell] >> digit & 1
            removals += 1
    assert removals


def test_a_step_that_the_notes_contain_is_not_offered() -> None:
    puzzle, solution = hard_puzzle(0)
    game, hint = Game(puzzle, solution), None
    while hint is None or not hint.step or not hint.step.removes:  # as far as singles lead
        if hint and hint.step:
            for cell, digit in hint.step.places:
                game.place(cell, digit)
        hint = ask(game).answer()
    game.fill_notes()
    for cell, digit in hint.step.removes:
        game.toggle_note(cell, digit)
    after = ask(game).answer()
    assert after.kind is HintKind.STEP
    assert after.step
    assert not set(after.step.removes) <= set(hint.step.removes)
    assert not game.eliminated, "what the player has noted is no hint's doing"
    assert all(not after.position.masks[cell] >> digit & 1 for cell, digit in hint.step.removes)


def test_wrong_notes_are_reported_then_their_place_then_the_digit() -> None:
    puzzle, solution = hard_puzzle(0)
    game = Game(puzzle, solution)
    cells = [cell for cell, value in enumerate(game.values) if not value][:2]
    for cell in cells:
        game.toggle_note(cell, next(digit for digit in range(1, 10) if digit != solution[cell]))
    names = [game.layout.cell_name(cell) for cell in cells]
    hint = press(game, None)
    assert hint.kind is HintKind.WRONG_NOTES
    assert hint.stage.sentence == "Your notes of 2 cells are missing their digits."
    assert not any(name in hint.stage.sentence for name in names)
    hint = press(game, hint)
    assert hint.stage.sentence == f"Your notes of {names[0]} and {names[1]} are missing their digits."
    assert hint.stage.wrong == tuple(cells)
    hint = press(game, hint)
    for name, cell in zip(names, cells, strict=True):
        assert f"{name} lacks the note {solution[cell]}" in hint.stage.sentence
    assert game.wrong_notes
    hint = press(game, hint)
    assert not game.wrong_notes
    assert game.counters == HelpCounters(hints=1)
    assert press(game, hint).kind is HintKind.STEP


def test_a_hint_about_wrong_notes_ends_when_they_are_corrected() -> None:
    puzzle, solution = hard_puzzle(0)
    game = Game(puzzle, solution)
    cell = game.values.index(0)
    game.toggle_note(cell, solution[cell] % 9 + 1)
    hint = press(game, None)
    game.toggle_note(cell, solution[cell])
    assert not hint.has_next_stage(game, Level.EXTREME)


def test_corner_notes_and_a_missing_solution_reveal_nothing() -> None:
    puzzle, solution = hard_puzzle(0)
    game, open_game = Game(puzzle, solution), Game(puzzle)
    for item in (game, open_game):
        cell = item.values.index(0)
        item.toggle_note(cell, solution[cell] % 9 + 1, NoteKind.CORNER)
    open_game.toggle_note(open_game.values.index(0), solution[cell] % 9 + 1)
    assert not game.wrong_notes
    assert not open_game.wrong_notes


def test_a_check_reports_wrong_notes_but_not_where() -> None:
    puzzle, solution = hard_puzzle(0)
    game = Game(puzzle, solution)
    cell = game.values.index(0)
    assert game.check().is_clean
    game.toggle_note(cell, solution[cell] % 9 + 1)
    check = game.check()
    assert (check.right, check.is_clean, check.wrong_notes) == (True, False, 1)
    assert check.sentence == "No digit is wrong, but the notes of one cell are missing its digit."


def test_a_step_about_candidates_offers_to_note_them() -> None:
    puzzle, solution = hard_puzzle(0)
    game, hint = Game(puzzle, solution), None
    while hint is None or not hint.step or not hint.step.removes:
        if hint and hint.step:
            for cell, digit in hint.step.places:
                game.place(cell, digit)
        hint = ask(game).answer()
    assert hint.stage.remedy is Remedy.FILL_NOTES
    assert hint.stage.with_key("N").sentence.endswith("; N notes all candidates.")
    assert ask(game, shows_candidates=True).answer().stage.remedy is None
    game.fill_notes()
    assert ask(game).answer().stage.remedy is None


@pytest.mark.parametrize("number", range(4))
def test_the_digits_that_block_a_single_leave_it_alone(number: int) -> None:
    """The cells that the third stage marks are sufficient: the single follows from their digits alone."""
    puzzle, solution = hard_puzzle(number)
    game, layout, seen = Game(puzzle, solution), puzzle.layout, set[Technique]()
    while True:
        hint = ask(game).answer()
        step = hint.step
        if not isinstance(step, Step) or not step.places:
            break
        (cell, digit), *_ = step.places
        assert len(hint.stages) == (4 if step.technique is Technique.FULL_HOUSE else 5)
        assert not any(layout.cell_name(cell) in stage.sentence for stage in hint.stages[:2])
        if step.technique is not Technique.FULL_HOUSE:
            marked = hint.stages[2].cells
            alone = Position.of(layout, [value if at in marked else 0 for at, value in enumerate(game.values)])
            if step.houses:
                empty = [at for at in layout.houses[step.houses[0]].cells if not game.values[at]]
                assert [at for at in empty if alone.masks[at] >> digit & 1] == [cell]
            else:
                assert alone.masks[cell] == 1 << digit
        seen.add(step.technique)
        game.place(cell, digit)
    assert Technique.HIDDEN_SINGLE in seen


@pytest.mark.parametrize(
    "level", [level if level is Level.HARD else pytest.param(level, marks=pytest.mark.slow) for level in Level]
)
def test_each_level_respects_its_limit_and_names_harder_steps(level: Level) -> None:
    puzzle, solution = hard_puzzle(0)
    order = list(Level)
    beyond = set()
    game, hint = Game(puzzle, solution), None
    while not game.is_solved:
        hint = press(game, hint, level=level)
        if isinstance(hint.step, Step):
            assert order.index(hint.step.technique.level) <= order.index(level)
        elif hint.number == 0:
            assert hint.kind is HintKind.EXPLANATION
            if hint.stage.remedy is Remedy.HARDER_TECHNIQUES:
                sentence = hint.stage.with_key("t").sentence
                answer = re.match("The next step is ([a-z]+): t allows it. Without it, look at [a-z]", sentence)
                assert answer
                assert order.index(Level(answer[1])) > order.index(level)
            else:
                assert hint.stage.sentence.startswith("No technique leads on, but a digit follows. Look at ")
            beyond.add(hint.stage.remedy)
    assert beyond or level not in (Level.EASY, Level.MEDIUM)


@pytest.mark.long
def test_another_level_asks_again_and_keeps_removed_items() -> None:
    puzzle, solution = hard_puzzle(1)
    game = Game(puzzle, solution)
    hint = press(game, None, level=Level.MEDIUM)
    while hint.kind is not HintKind.EXPLANATION:
        hint = press(game, hint, level=Level.MEDIUM)
    assert hint.has_next_stage(game, Level.MEDIUM)
    assert not hint.has_next_stage(game, Level.EXTREME)
    harder = press(game, hint, level=Level.EXTREME)
    assert harder.position.masks == hint.position.masks
    assert harder.step is not None


def test_uniqueness_counts_only_where_it_is_known() -> None:
    assert UNIQUENESS < ALL
    assert {technique.title.split()[0] for technique in UNIQUENESS} == {
        "Unique",
        "Hidden",
        "Avoidable",
        "BUG+1",
        "BUG+n",
        "Nested",
    }
    used: dict[bool, set[Technique]] = {}
    for has_level in (True, False):
        puzzle, solution = hard_puzzle(4)  # has a unique rectangle
        game = Game(puzzle, solution if has_level else None)
        hint, used[has_level] = None, set()
        while not game.is_solved and (hint is None or hint.kind is HintKind.STEP):
            hint = follow(game, hint)
            used[has_level] |= {hint.step.technique} if isinstance(hint.step, Step) else set()
    assert used[True] & UNIQUENESS
    assert not used[False] & UNIQUENESS


def test_a_search_can_be_cancelled() -> None:
    game = Game(*hard_puzzle(1))
    with pytest.raises(Cancelled):
        ask(game).answer(cancel=lambda: True)


def test_an_answer_that_comes_too_late_is_not_counted() -> None:
    game = mini_game([4, 6, 9, 11])
    hint = ask(game).answer()
    game.place(15, 1)
    assert not accept(game, hint)
    assert game.counters.hints == 0


# stages

MINI_SOLUTION = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def mini_game(given_cells: Iterable[int], solution: Digits | None = MINI_SOLUTION, *, solvable: bool = True) -> Game:
    layout = from_grids("mini", "4x4", 2, 2, [(0, 0)])
    values = tuple(digit if cell in given_cells else 0 for cell, digit in enumerate(MINI_SOLUTION))
    return Game(Puzzle(layout, values), solution, solvable=solvable)


def test_a_step_has_stages() -> None:
    game = mini_game(range(1, 16))
    look = press(game, None)
    assert (look.stage.sentence, look.stage.next_press) == ("Look at box 1.", "which kind")
    assert look.stage.houses
    assert look.stage.step is None
    kind = press(game, look)
    assert (kind.stage.sentence, kind.stage.next_press) == ("Full house: box 1 has one empty cell.", "which digit")
    why = press(game, kind)
    assert why.stage.sentence == "Full house: r1c1 is the last empty cell of box 1 and takes its last digit, 1."
    assert (why.stage.next_press, why.stage.cell, why.stage.step) == ("place it", 0, why.step)
    assert game.values[0] == 0
    done = press(game, why)
    assert (done.stage.sentence, done.stage.next_press) == ("r1c1 is 1.", "")
    assert game.values[0] == 1
    assert game.counters == HelpCounters(hints=1)


def test_a_removal_names_the_eliminated_candidates() -> None:
    game, hint = Game(*hard_puzzle(1)), None
    while hint is None or hint.step is None or not hint.step.removes:
        hint = follow(game, hint)
    look, why, done = hint.stages
    assert look.sentence.startswith("Look at ")
    assert why.next_press.startswith("remove ")
    assert why.cell in {cell for cell, _ in hint.step.removes}
    assert "can't be" in done.sentence
    assert game.eliminated.issuperset(hint.step.removes)


def test_a_hint_for_another_board_starts_over() -> None:
    game = mini_game([4, 6, 9, 11])
    first = press(game, None)
    game.place(15, 1)
    second = press(game, first)
    assert second.number == 0
    assert second.holds(game)
    assert game.counters.hints == 2


def test_notes_do_not_end_a_hint() -> None:
    game = mini_game(range(1, 16))
    first = press(game, None)
    game.toggle_note(0, 3)
    assert press(game, first).number == 1


def test_a_mistake_is_reported_before_its_place() -> None:
    game = mini_game(range(2, 16))
    game.place(0, 2)
    before = game.values
    message = press(game, None)
    assert (message.kind, message.stage.next_press) == (HintKind.MISTAKE, "where")
    assert "r1c" not in message.stage.sentence
    where = press(game, message)
    assert (where.stage.sentence, where.stage.next_press) == ("r1c1 is wrong.", "clear it")
    assert (where.stage.wrong, where.stage.cell) == ((0,), 0)
    assert game.values == before
    cleared = press(game, where)
    assert (cleared.stage.sentence, cleared.stage.next_press) == ("r1c1 is empty again.", "")
    assert game.values == (0, *before[1:])
    assert press(game, cleared).kind is HintKind.STEP, "no mistake any more"
    assert game.undo()
    assert game.values == before, "clearing was a move"


def test_a_mistake_does_not_make_hints_forget() -> None:
    puzzle, solution = hard_puzzle(1)
    game, hint = Game(puzzle, solution), None
    while hint is None or hint.step is None or not hint.step.removes:
        hint = follow(game, hint)
    empty = game.values.index(0)
    game.place(empty, solution[empty] % 9 + 1)
    mistake = follow(game, hint)
    assert mistake.kind is HintKind.MISTAKE
    assert not game.values[empty]
    after = ask(game).answer()
    assert all(not after.position.masks[cell] >> digit & 1 for cell, digit in hint.step.removes)


def test_a_wrong_digit_that_breaks_no_rule_is_a_mistake_where_the_solution_is_known() -> None:
    for solution, kind in ((MINI_SOLUTION, HintKind.MISTAKE), (None, HintKind.NOTHING)):
        game = mini_game([0], solution)
        game.place(15, 3)
        assert ask(game).answer().kind is kind


def test_without_a_known_solution_conflicts_and_dead_ends_are_mistakes() -> None:
    game = mini_game([1], None)
    game.place(0, 2)
    where = press(game, press(game, None))
    assert where.stage.sentence == "2 appears twice in row 1: r1c1 and r1c2."
    assert where.stage.wrong == (0,)  # not the given
    assert press(game, where).stage.sentence == "r1c1 is empty again."
    for cell, digit in ((2, 3), (3, 1), (4, 4)):
        game.place(cell, digit)
    assert not game.board.conflicts
    end = follow(game).stage
    assert end.remedy is Remedy.LAST_CORRECT
    assert end.with_key("C").sentence == "r1c1 has no candidate left; C goes back to the last correct position."


def test_a_digit_without_a_place_is_a_dead_end() -> None:
    game = mini_game([], None)
    for cell, digit in ((2, 2), (3, 3), (4, 1)):
        game.place(cell, digit)
    hint = follow(game)
    assert hint.kind is HintKind.MISTAKE
    answer = hint.stage.with_key("C").sentence
    assert answer == "In row 1 there is no place left for 1; C goes back to the last correct position."
    assert [game.layout.houses[house].name for house in hint.stage.houses] == ["row 1"]


def stuck_game() -> Game:
    """Where easy steps end."""
    game = Game(*hard_puzzle(0))
    while (hint := press(game, None, Level.EASY)).kind is HintKind.STEP:
        while hint.stage.next_press:
            hint = press(game, hint, Level.EASY)
    return game


def test_without_a_step_the_easiest_candidate_is_explained_and_then_removed() -> None:
    game = stuck_game()
    look = press(game, None, Level.EASY)
    assert look.kind is HintKind.EXPLANATION
    assert (look.stage.next_press, look.stage.remedy) == ("why", Remedy.HARDER_TECHNIQUES)
    assert look.stage.houses
    why = press(game, look, Level.EASY)
    assert isinstance(why.step, Explanation)
    ((cell, digit),) = why.step.removes
    name = game.layout.cell_name(cell)
    assert why.stage.sentence.startswith(f"That {name} can't be {digit} follows from ")
    assert (why.stage.next_press, why.stage.cell, why.stage.step) == ("how", cell, why.step)
    assert {cell for cell, _ in why.step.digits} <= set(why.stage.cells)
    how = press(game, why, Level.EASY)
    assert how.stage.sentence.startswith(f"If {name} is {digit} -> ")
    assert how.stage.sentence.endswith(f"So {name} can't be {digit}.")
    assert how.stage.next_press == "remove it"
    done = press(game, how, Level.EASY)
    assert (done.stage.sentence, done.stage.next_press) == (f"{name} can't be {digit}.", "")
    assert game.solution
    assert digit != game.solution[cell]
    assert Candidate(cell, digit) in game.eliminated


EASTER_MONSTER = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1"


def test_an_argument_within_a_hint_is_unfolded_part_by_part() -> None:
    position = Position.of(single(), [int(sign) if sign != "." else 0 for sign in EASTER_MONSTER])
    step = next(nested_forcing(position))
    game = Game(Puzzle(single(), position.values))
    hint = as_hint(game, step, position)
    assert hint.stage.next_press == "how"
    assert [stage.sentence for stage in hint.stages] == [step.sentence, *(part.sentence for part in step.parts)]
    while not hint.stage.parts:
        assert hint.unfolded() == hint
        hint = advance(game, hint)
    folded, inside = hint, hint.stage.parts
    first = hint.unfolded()
    assert first.stages[first.number].sentence == inside[0].sentence
    assert len(first.stages) == len(folded.stages) + len(inside)
    for part in inside:
        assert first.stage.sentence == part.sentence
        first = advance(game, first)
    after = advance(game, folded).stage
    assert (first.stage.sentence, first.stage.next_press) == (after.sentence, after.next_press)


def test_a_digit_that_follows_is_explained_where_there_are_several_solutions() -> None:
    game = mini_game([0, 1, 4, 6, 11, 14], None)
    game.solution = None
    while not game.is_solved:
        hint = follow(game)
        if hint.kind is HintKind.NOTHING:
            break
    assert all(value in (0, digit) for value, digit in zip(game.values, MINI_SOLUTION, strict=True))


@pytest.mark.long
def test_the_player_may_ask_why_a_cell_is_or_is_not_a_digit() -> None:
    game = stuck_game()
    assert game.solution
    position = game.candidates
    cell = next(cell for cell in members(position.empty) if position.masks[cell].bit_count() > 1)
    right = game.solution[cell]
    wrong = next(digit for digit in members(position.masks[cell]) if digit != right)
    name = game.layout.cell_name(cell)
    why_not = ask(game, about=Candidate(cell, wrong)).answer()
    assert accept(game, why_not)
    assert why_not.stage.sentence.startswith(f"That {name} can't be {wrong} follows from ")
    why = ask(game, about=Candidate(cell, right)).answer()
    assert why.stage.sentence.startswith(f"{right} in {name} follows from ")
    assert ask(game, about=Candidate(cell, 0)).answer().stage.cell == cell
    game.place(cell, wrong)
    assert ask(game, about=Candidate(cell, wrong)).answer().stage.sentence == why_not.stage.sentence
    game.undo()
    while why_not.has_next_stage(game, Level.EXTREME):
        why_not = advance(game, why_not)
    assert why_not.stage.sentence == f"{name} can't be {wrong}."
    assert Candidate(cell, wrong) in game.eliminated


@pytest.mark.long
def test_a_long_reason_is_explained_in_small_steps() -> None:
    made = generate(double(), GeneratorOptions(level=Level.HARD), seed=1)
    game = Game(made.puzzle, made.solution)
    cell = made.puzzle.givens.index(0)
    hint = ask(game, about=Candidate(cell, 0)).answer()
    assert accept(game, hint)
    assert " in r1c1 follows from " in hint.stage.sentence
    assert f" steps. Suppose that r1c1 isn't {made.solution[cell]}." in hint.stage.sentence
    steps = hint.stages[1:-1]
    for number, stage in enumerate(steps, 1):
        assert isinstance(stage.step, Part)
        assert stage.sentence.startswith(f"{number}. From ")
        earlier = [part.sentence.partition(":")[0] for part in stage.parts]
        assert all(name.lower() in stage.sentence for name in earlier), "the steps that it follows from are inside"
    assert steps[-1].sentence.endswith(f": a contradiction. So r1c1 is {made.solution[cell]}.")
    assert isinstance(steps[-1].step, Part)
    assert steps[-1].step.places == ((cell, made.solution[cell]),)
    assert steps[-1].next_press == "place it"


def test_givens_and_open_cells_have_no_reason() -> None:
    game = mini_game([0], None)
    given = ask(game, about=Candidate(0, 3)).answer()
    assert (given.kind, given.stage.sentence) == (HintKind.NOTHING, "r1c1 is a given.")
    either = ask(game, about=Candidate(5, 4)).answer().stage.sentence
    assert either == "r2c2 can be 4, but also something else: nothing on the board decides it."
    several = ask(game, about=Candidate(5, 0)).answer().stage.sentence
    assert several == "r2c2 can hold several digits: nothing on the board decides it."


def test_why_a_puzzle_has_no_solution_is_explained_and_marked() -> None:
    layout = mini_game([]).layout
    game = Game(Puzzle(layout, (1, 2, 3, 0, 0, 0, 0, 4, *[0] * 8)), solvable=False)
    hint = press(game, None)
    assert hint.stage.sentence.startswith("There is no solution, as these contradict each other: ")
    assert {0, 1, 2, 7} == set(hint.stage.wrong)
    assert hint.stage.houses
    message = press(game, hint)
    assert message.stage.sentence == "On this board r1c4 has no candidate left. So there is no solution."
    assert not message.stage.next_press
    assert game.values == game.puzzle.givens


def test_a_board_that_can_not_be_completed_is_explained_where_the_solution_is_not_known() -> None:
    game = stuck_game()
    solution, position = game.solution, game.candidates
    game.solution = None
    assert solution
    for cell, digit in position.candidates_of(position.empty):
        if digit != solution[cell]:
            game.place(cell, digit)
            hint = ask(game, Level.EASY).answer()
            if hint.kind is HintKind.EXPLANATION:
                break
            game.undo()
    assert (hint.kind, hint.stage.sentence) == (HintKind.EXPLANATION, "There is a mistake on the board.")
    blamed = press(game, hint, Level.EASY)
    assert blamed.stage.sentence.startswith("There is no solution, as these contradict each other: ")
    assert cell in blamed.stage.wrong
    before = game.values
    assert not follow(game, blamed, Level.EASY).stage.next_press
    assert game.values == before


def test_without_a_unique_solution_nothing_is_claimed_or_revealed() -> None:
    several = mini_game([0], None)
    message = press(several, None)
    assert message.kind is HintKind.NOTHING
    assert message.stage.sentence == "Logic ends here: every empty cell can hold several digits."
    assert several.counters == HelpCounters()


def test_hints_resume_after_leaving_undoing_and_redoing() -> None:
    """An elimination by a hint is a move: undo restores the candidates, and a resumed game continues from it."""
    game = Game(*hard_puzzle(1))
    hint = follow(game)
    while not (hint.step and hint.step.removes):
        hint = follow(game, hint)
    removed = hint.step
    resumed = Game.of(game.record())
    assert ask(resumed).answer().step == ask(game).answer().step != removed
    assert not game.history[game.history.position].move.changes, "there were no notes"
    assert game.undo()
    assert ask(game).answer().step == removed
    assert game.redo()
    assert ask(game).answer().step != removed
    game.fill_notes()
    assert all(not game.board.notes[cell] >> digit & 1 for cell, digit in removed.removes)


def test_eliminations_based_on_a_digit_go_with_the_digit() -> None:
    """With several solutions a digit may be a choice; without it, its consequences no longer hold."""
    game = mini_game([0], None)
    before = game.eliminated
    game.place(5, 4)
    ruled_out = Candidate(15, 2)
    game.eliminate([ruled_out])
    game.place(10, 4)
    assert game.eliminated == before | {ruled_out}
    game.clear(10)
    assert game.eliminated == before | {ruled_out}
    game.clear(5)
    assert game.eliminated == before
    game.place(5, 4)
    assert game.eliminated == before | {ruled_out}
    game.restart()
    assert not game.eliminated


def test_the_right_digit_can_not_be_ruled_out() -> None:
    game = mini_game([0])
    for candidate in (Candidate(1, 2), Candidate(0, 3), Candidate(1, 5), Candidate(99, 1)):
        with pytest.raises(ValueError, match="can't be eliminated"):
            game.eliminate([candidate])
    assert game.eliminate([Candidate(1, 3)])
    assert game.eliminate([Candidate(1, 3)]) is None, "nothing new"


@pytest.mark.parametrize(("level", "sentence", "remedy"), [
    (Level.EASY, r"The next step is (medium|hard): \{key\} allows it\.", Remedy.HARDER_TECHNIQUES),
    (Level.EXTREME, "No technique applies here, and no short explanation of a digit was found.", None),
])  # fmt: skip
def test_a_hint_that_would_take_too_long_is_reported(
    monkeypatch: pytest.MonkeyPatch, level: Level, sentence: str, remedy: Remedy | None
) -> None:
    monkeypatch.setattr(explanation, "MAX_CONFLICTS", 0)
    if level is Level.EXTREME:
        monkeypatch.setattr("engine.play.hints.next_step", lambda *_: None)
        monkeypatch.setattr("engine.play.hints.first_step", lambda *_: None)
    game = Game(generate(single(), GeneratorOptions(level=Level.HARD), seed=1).puzzle)
    while level is Level.EASY and (hint := ask(game, level).answer()).kind is HintKind.STEP:
        assert hint.step is not None
        for place in hint.step.places:
            game.place(*place)
        game.eliminate(hint.step.removes)
    hint = ask(game, level).answer()
    assert hint.kind is HintKind.NOTHING
    assert (hint.stage.remedy, hint.step) == (remedy, None)
    assert re.fullmatch(sentence, hint.stage.sentence)


def test_an_explanation_that_would_take_too_long_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanation, "MAX_CONFLICTS", 0)
    game = Game(generate(single(), GeneratorOptions(level=Level.HARD), seed=1).puzzle)
    cell = game.values.index(0)
    hint = ask(game, about=Candidate(cell, 0)).answer()
    assert (hint.kind, hint.stage.sentence) == (HintKind.NOTHING, "No short explanation was found.")
