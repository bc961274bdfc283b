"""`satsudoku hint`."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.sudoku import formats
from engine.sudoku.as_sat import explanation
from engine.sudoku.layout import single
from engine.sudoku.making.generator import GeneratorOptions, generate
from engine.sudoku.making.rule_generator import generate_with_rules
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.techniques.catalogue import Level
from engine.sudoku.techniques.finders import first_step
from engine.sudoku.techniques.next_step import StepOrder, next_step
from engine.sudoku.techniques.patterns.tables import rectangles
from engine.sudoku.techniques.position import Position, geometry, members
from engine.sudoku.techniques.rating import rate, up_to

MADE = generate(single(), 50, seed=3)


@pytest.fixture
def hint(satsudoku, tmp_path: Path):
    def run(*puzzles: Puzzle, options: tuple[object, ...] = ()):
        path = tmp_path / "board.txt"
        path.write_text(formats.write_all(puzzles))
        return satsudoku("hint", *options, path)

    return run


def test_steps_lead_to_the_solution(hint):
    """Playing by the sentences alone would be better still; this uses the step that they describe."""
    for order in StepOrder:
        step = next_step(Position.of(single(), MADE.puzzle.givens), order=order)
        assert step is not None
        outcome = hint(MADE.puzzle, options=("--order", order.value))
        assert outcome.code == 0
        title, sentence = outcome.out.splitlines()
        assert title == f"{step.technique.title} ({step.technique.level.value})"
        assert sentence == step.sentence
        if order is StepOrder.BY_SIGHT:
            assert hint(MADE.puzzle).out == outcome.out


def test_the_second_puzzle_of_a_file(hint):
    other = generate(single(), 40, seed=4).puzzle
    assert hint(other, MADE.puzzle, options=("--puzzle", 2)).out == hint(MADE.puzzle).out
    outcome = hint(other, options=("--puzzle", 2))
    assert outcome.code == 2
    assert "there is no puzzle 2: the file has 1; choose one of these" in outcome.err


def test_where_there_is_no_step(hint):
    assert hint(Puzzle(single(), MADE.solution))[:2] == (1, "The puzzle is solved.\n")
    assert hint(Puzzle(single(), (0,) * 81), options=("--up-to", "hard"))[:2] == (
        1,
        "Logic ends here: the puzzle has several solutions.\n",
    )


@pytest.fixture(scope="module")
def stuck() -> tuple[Puzzle, Digits]:
    """A puzzle on which easy techniques get stuck, and its solution."""
    made = generate(single(), GeneratorOptions(level=Level.HARD), seed=1)
    return Puzzle(single(), rate(made.puzzle, up_to(Level.EASY)).deduction.values), made.solution


def test_where_no_technique_leads_on_a_candidate_is_explained(hint, stuck):
    puzzle, solution = stuck
    outcome = hint(puzzle, options=("--up-to", "easy"))
    first, claim, *grounds, last = outcome.out.splitlines()
    assert (outcome.code, first) == (0, "No technique up to easy applies.")
    match = re.fullmatch(r"That r(\d)c(\d) can't be (\d) follows from .*", claim)
    assert match
    row, column, digit = map(int, match.groups())
    assert solution[9 * (row - 1) + column - 1] != digit
    assert [line.split(" ")[0] for line in grounds[:3]] == ["It", "The", "Each"]
    assert last.endswith(f"So r{row}c{column} can't be {digit}.")


@pytest.mark.long
def test_why_a_cell_is_or_is_not_a_digit(hint, stuck):
    puzzle, solution = stuck
    cell = puzzle.givens.index(0)
    name, column = single().cell_name(cell), "abcdefghi"[cell % 9]
    right, wrong = solution[cell], solution[cell] % 9 + 1
    why = hint(puzzle, options=("--why", name))
    assert (why.code, why.out.split(" follows")[0]) == (0, f"{right} in {name}")
    assert hint(puzzle, options=("--why", f"{name}={right}")).out == why.out
    why_not = hint(puzzle, options=("--why", f"{cell // 9 + 1}{column}{wrong}"))
    assert (why_not.code, why_not.out.split(" follows")[0]) == (0, f"That {name} can't be {wrong}")
    given = next(cell for cell, digit in enumerate(puzzle.givens) if digit)
    name = single().cell_name(given)
    assert hint(puzzle, options=("--why", name))[:2] == (0, f"{name} already holds {puzzle.givens[given]}.\n")


def test_the_time_of_a_long_search_is_shown_and_erased(hint, stuck, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setattr("engine.commands.progress.INTERVAL", 0)
    puzzle, _solution = stuck
    progress = hint(puzzle, options=("--why", single().cell_name(puzzle.givens.index(0)))).err
    assert "looking for a step or a reason: 0 s" in progress
    assert progress.endswith(" \r")


def test_open_cells_have_no_reason(hint):
    empty = Puzzle(single(), (0,) * 81)
    either = "r1c2 can be 5, but also something else: the puzzle has several solutions.\n"
    assert hint(empty, options=("--why", "1b5"))[:2] == (1, either)
    several = "r1c2 can hold several digits: the puzzle has several solutions.\n"
    assert hint(empty, options=("--why", "1b"))[:2] == (1, several)


@pytest.mark.parametrize(
    ("text", "message"),
    [("r10c1", "hint: --why r10c1: There is no row 10: rows are 1 to 9;"), ("here", "hint: --why here is not a cell;")],
)
def test_a_question_that_can_not_be_read(hint, text, message):
    outcome = hint(MADE.puzzle, options=("--why", text))
    assert (outcome.code, outcome.out) == (2, "")
    assert f"{message} write it as r1c2=5, 1b5 or r1c2" in outcome.err


def test_why_there_is_no_solution(hint):
    """A wrong digit without an obvious contradiction."""
    position = Position.of(single(), MADE.puzzle.givens)
    cell, wrong = next(
        item
        for item in position.candidates_of(position.empty)
        if MADE.solution[item.cell] != item.digit and not position.place([item]).is_broken
    )
    givens = list(MADE.puzzle.givens)
    givens[cell] = wrong
    outcome = hint(Puzzle(single(), tuple(givens)))
    first, *_, last = outcome.out.splitlines()
    assert outcome.code == 1
    assert first.startswith("There is no solution, as these contradict each other: ")
    assert f"{wrong} in {single().cell_name(cell)}" in outcome.out
    assert last.endswith("So there is no solution.")


def test_no_step_assumes_uniqueness_with_two_solutions(hint):
    """A rectangle of two exchangeable digits with all other cells given: every uniqueness technique would apply."""
    corners = next(
        first | other
        for first, other in rectangles(geometry(single()))
        if all(len({MADE.solution[cell] for cell in members(diagonal)}) == 1 for diagonal in (first, other))
    )
    swap = Puzzle(single(), tuple(0 if corners >> cell & 1 else digit for cell, digit in enumerate(MADE.solution)))
    assert first_step(Position.of(single(), swap.givens)) is not None
    assert hint(swap)[:2] == (1, "Logic ends here: the puzzle has several solutions.\n")


def test_a_wrong_digit_in_sight(hint):
    givens = list(MADE.puzzle.givens)
    cell = givens.index(0)
    givens[cell] = next(givens[peer] for peer in single().peers[cell] if givens[peer])
    outcome = hint(Puzzle(single(), tuple(givens)))
    assert (outcome.code, outcome.out.splitlines()[-1]) == (1, "Each of these is needed.")
    assert outcome.out.startswith(f"Some digit on the board is wrong: {givens[cell]} appears twice in ")


@pytest.mark.parametrize(("options", "level"), [(("--lang", "de"), "leicht"), (("--lang", "zh_CN"), "简单")])
def test_the_step_is_explained_in_the_requested_language(hint, options: tuple[str, str], level: str):
    outcome = hint(MADE.puzzle, options=options)
    assert outcome.code == 0
    title, sentence = outcome.out.splitlines()
    assert level in title
    assert sentence[-1] in ".。"


def test_the_step_is_explained_in_the_environments_language(hint, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SATSUDOKU_LANG", "zh_CN")
    assert "简单" in hint(MADE.puzzle).out


def test_a_step_is_printed_as_data(hint):
    step = next_step(Position.of(single(), MADE.puzzle.givens))
    assert step is not None
    outcome = hint(MADE.puzzle, options=("--json",))
    assert outcome.code == 0
    data = json.loads(outcome.out)
    assert (data["status"], data["puzzle"], data["explanation"]) == ("step", 1, None)
    place = step.places[0]
    assert data["step"]["places"] == [[single().cell_name(place.cell), place.digit]]
    assert data["step"]["technique"] == step.technique.title
    assert data["step"]["sentence"] == step.sentence
    solved = hint(Puzzle(single(), MADE.solution), options=("--json",))
    assert (solved.code, json.loads(solved.out)["status"]) == (1, "solved")
    broken = hint(Puzzle(single(), (1, 1, *[0] * 79)), options=("--json",))
    assert (broken.code, json.loads(broken.out)["status"]) == (1, "no solution")
    assert json.loads(broken.out)["explanation"]
    empty = hint(Puzzle(single(), (0,) * 81), options=("--json",))
    assert (empty.code, json.loads(empty.out)["status"]) == (1, "several solutions")


def test_a_step_by_rules_names_them(satsudoku, tmp_path: Path):
    puzzle = generate_with_rules(single(), GeneratorOptions(kinds=("killer cage",)), seed=3).puzzle
    path = tmp_path / "killer.json"
    path.write_text(formats.write(puzzle, "fpuzzles"))
    outcome = satsudoku("hint", "--json", path)
    assert outcome.code == 0
    step = json.loads(outcome.out)["step"]
    (rule,) = step["rules"]
    cages = {each.name(single()): each for each in puzzle.rules}
    assert rule["kind"] == "killer cage"
    assert rule["cells"] == [single().cell_name(cell) for cell in cages[rule["name"]].cells]
    assert step["removes"] or step["places"]
    assert satsudoku("hint", "--json", "--why", "r1c1", path).code == 2


def test_the_search_for_an_explanation_is_bounded(hint, monkeypatch: pytest.MonkeyPatch):
    puzzle = generate(single(), GeneratorOptions(level=Level.HARD), seed=1).puzzle
    while step := next_step(Position.of_puzzle(puzzle), up_to(Level.EASY)):
        puzzle = replace(puzzle, givens=step.apply(Position.of_puzzle(puzzle)).values)
    found = hint(puzzle, options=("--up-to", "easy"))
    assert found.code == 0
    monkeypatch.setattr(explanation, "MAX_CONFLICTS", 0)
    stopped = hint(puzzle, options=("--up-to", "easy"))
    assert stopped.code == 1
    first, second = stopped.out.splitlines()
    assert first == "No technique up to easy applies."
    assert second.startswith("The search for an explanation stopped")
    data = json.loads(hint(puzzle, options=("--up-to", "easy", "--json")).out)
    assert (data["status"], data["step"], data["explanation"]) == ("too hard", None, None)
