"""Generated puzzles: unique according to another solver, reproducible, with honest reports on what was not reached."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from engine.base.errors import Cancelled, InputError
from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS, Grid, Layout, describe, double, grid_layout, single
from engine.sudoku.making import generator
from engine.sudoku.making.generator import GeneratorOptions, GeneratorProgress, attempts, easy_holes, generate
from engine.sudoku.making.levels import possible_levels
from engine.sudoku.making.symmetry import orbits
from engine.sudoku.puzzle import Digits, Puzzle, is_solution
from engine.sudoku.search.exact import GridSearch
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL
from engine.sudoku.techniques.overlap import is_linked
from engine.sudoku.techniques.rating import rate, up_to
from engine.sudoku.techniques.scales import own_rating

HOLES = {
    "single": 50, "double": 90, "small": 10, "six": 20, "twins": 18, "samurai": 180, "diagonal": 50, "cages": 10,
    "sixteen": 110,
}  # fmt: skip


@pytest.mark.parametrize("seed", range(3))
def test_sat_finds_the_solution_and_no_other(
    layout: Layout, seed: int, solutions_by_sat: Callable[..., list[Digits]]
) -> None:
    made = generate(layout, HOLES[layout.name], seed=seed)
    assert made.reached
    assert (made.puzzle.holes, made.seed) == (HOLES[layout.name], seed)
    assert is_solution(made.puzzle, made.solution)
    assert solutions_by_sat(made.puzzle) == [made.solution]


def test_easy_ones_have_the_holes_of_the_course() -> None:
    assert (easy_holes(double()), easy_holes(single())) == (range(45, 56), range(36, 45))
    for make in LAYOUTS.values():
        assert 0 < min(easy_holes(make())) <= max(easy_holes(make())) < len(make().cells)


@pytest.mark.parametrize("name", ["single", "double"])
def test_the_givens_of_easy_ones_vary(name: str) -> None:
    holes = {
        generate(LAYOUTS[name](), GeneratorOptions(level=Level.EASY), seed=seed).puzzle.holes for seed in range(12)
    }
    assert len(holes) > 4
    assert holes <= set(easy_holes(LAYOUTS[name]()))


def test_a_layout_is_not_identified_by_its_name_alone() -> None:
    small = describe("layout single\nsize 4\nboxes 2x2\ngrid 1 1\n")
    assert easy_holes(small) == easy_holes(LAYOUTS["4x4"]())


@pytest.mark.parametrize("name", ["single", "double", "six"])
def test_when_not_reached_no_given_can_go(layouts: dict[str, Layout], name: str) -> None:
    layout = layouts[name]
    made = generate(layout, len(layout.cells) - 1, seed=1)
    assert not made.reached
    search = GridSearch(layout)
    assert search.count(made.puzzle.givens) == 1
    for cell, digit in enumerate(made.puzzle.givens):
        if digit:
            givens = bytearray(made.puzzle.givens)
            givens[cell] = 0
            assert search.count(givens) == 2


def test_a_seed_gives_the_same_puzzle() -> None:
    made = {generate(double(), 70, seed=seed).puzzle.givens for seed in (1, 2, 1, 2, 3)}
    assert len(made) == 3
    line = write(generate(single(), 50, seed=2024).puzzle, "line").splitlines()[1]
    assert line == "4.37.2....5.9..64....4.1...5.9.....73..6....16.2.1..8.8.....4..73...6.25.6.548..."


def test_no_holes_at_all() -> None:
    made = generate(single(), 0, seed=1)
    assert made.puzzle == Puzzle(single(), made.solution, made.puzzle.name)


@pytest.mark.parametrize("holes", [-1, 82])
def test_refuses_impossible_numbers(holes: int) -> None:
    with pytest.raises(InputError, match=f"{holes} holes are not possible"):
        generate(single(), holes, seed=1)


def test_progress() -> None:
    seen: list[GeneratorProgress] = []
    generate(double(), 60, seed=4, on_progress=seen.append)
    assert seen == [GeneratorProgress(dug, 60, 1) for dug in range(1, 61)]
    seen.clear()
    made = generate(double(), 140, seed=4, on_progress=seen.append)
    assert made.attempts > 20  # but no report is repeated: its receiver may be slow
    assert len(seen) == len(set(seen))
    assert list(dict.fromkeys(progress.holes for progress in seen)) == list(range(1, made.puzzle.holes + 1))
    assert list(dict.fromkeys(progress.grid for progress in seen)) == list(range(1, made.attempts + 1))


@pytest.mark.parametrize("after", [1, 2, 50, 200])
def test_cancel(after: int) -> None:
    polls: list[int] = []

    def cancel() -> bool:
        polls.append(1)
        return len(polls) == after

    with pytest.raises(Cancelled):
        generate(double(), 150, seed=1, cancel=cancel)
    assert len(polls) == after


@pytest.mark.parametrize("level", [Level.EASY, Level.MEDIUM, Level.HARD])
@pytest.mark.parametrize("name", ["single", "double", "x", "jigsaw", "8x8"])
def test_a_requested_level_matches_the_rating(name: str, level: Level) -> None:
    layout = LAYOUTS[name]()
    made = generate(layout, GeneratorOptions(level=level), seed=4)
    assert made.reached
    rating = rate(made.puzzle)
    assert (rating.is_complete, rating.level) == (True, level)
    assert rating.deduction.values == made.solution
    if level is Level.EASY:
        assert made.puzzle.holes in easy_holes(layout)


SMALL = [name for name, make in LAYOUTS.items() if make().size < 9]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("name", SMALL)
def test_a_level_of_a_small_layout_is_found_or_refused_at_once(name: str, level: Level) -> None:
    layout = LAYOUTS[name]()
    if level in possible_levels(layout):
        made = next(
            made for seed in range(9) if (made := generate(layout, GeneratorOptions(level=level), seed=seed)).reached
        )
        assert rate(made.puzzle).level is level
        return
    dug: list[int] = []
    message = f"there are no {level.value} puzzles of {layout.title}, or hardly any; ask for one of these levels: easy"
    with pytest.raises(InputError, match=message):
        generate(layout, GeneratorOptions(level=level), seed=1, on_progress=lambda progress: dug.append(progress.holes))
    assert not dug


def test_larger_and_unknown_layouts_have_all_levels() -> None:
    assert all(possible_levels(make()) == tuple(Level) for make in LAYOUTS.values() if make().size >= 9)
    caged = describe("layout 4x4\nsize 4\nboxes 2x2\ngrid 1 1\nhouse cage r1c1 r2c3\n")
    assert possible_levels(caged) == tuple(Level)
    assert possible_levels(LAYOUTS["4x4"]()) == (Level.EASY,)


def test_the_search_for_an_impossible_level_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a layout without measurements; it reports how many grids it tried."""
    layout = replace(LAYOUTS["4x4"](), name="mine")
    monkeypatch.setattr(generator, "RATED_ATTEMPTS", (20, 300))
    made = generate(layout, GeneratorOptions(level=Level.HARD), seed=1)
    assert not made.reached
    assert made.attempts == 300


def test_the_larger_the_layout_the_fewer_grids_are_tried() -> None:
    layouts = sorted((make() for make in LAYOUTS.values()), key=lambda layout: len(layout.cells))
    tried = [attempts(layout, GeneratorOptions(level=Level.HARD)) for layout in layouts]
    assert tried == sorted(tried, reverse=True)
    assert (
        attempts(double(), GeneratorOptions(holes=100))
        > attempts(LAYOUTS["25x25"](), GeneratorOptions(holes=100))
        == 20
    )


def test_other_grids_are_tried_for_holes_that_one_does_not_allow() -> None:
    """DugGrid until every given is needed, the first grid of this seed has fewer than 57 holes; another has 57."""
    seed = next(
        seed for seed in range(99) if generate(single(), GeneratorOptions(minimal=True), seed=seed).puzzle.holes < 57
    )
    made = generate(single(), 57, seed=seed)
    assert made.reached
    assert made.puzzle.holes == 57
    assert made.attempts > 1
    hopeless = generate(single(), 75, seed=seed)
    assert (hopeless.reached, hopeless.attempts) == (False, attempts(single(), GeneratorOptions(holes=75)))
    assert hopeless.seconds > 0


def test_any_number_of_holes_of_a_range() -> None:
    made = [generate(single(), GeneratorOptions(holes=range(30, 61)), seed=seed) for seed in range(60)]
    assert all(result.reached for result in made)
    holes = [result.puzzle.holes for result in made]
    assert 30 <= min(holes) < 36
    assert 54 < max(holes) <= 60
    assert len(set(holes)) > 15
    assert [generate(single(), GeneratorOptions(holes=range(30, 61)), seed=seed) for seed in range(5)] == made[:5]


@pytest.mark.long
def test_an_excessive_range_is_clipped() -> None:
    for seed in range(3):
        made = generate(single(), GeneratorOptions(holes=range(40, 82)), seed=seed)
        assert made.reached
        assert 40 <= made.puzzle.holes < 65
    assert not generate(single(), GeneratorOptions(holes=range(70, 82)), seed=1).reached


@pytest.mark.parametrize("symmetry", ["rotation", "diagonal", "antidiagonal"])
@pytest.mark.parametrize(
    "options", [GeneratorOptions(holes=60), GeneratorOptions(minimal=True), GeneratorOptions(level=Level.MEDIUM)]
)
def test_the_pattern_of_givens_is_symmetric(symmetry: str, options: GeneratorOptions) -> None:
    made = generate(double(), replace(options, symmetry=symmetry), seed=2)
    assert made.reached
    for orbit in orbits(double(), symmetry):
        assert len({bool(made.puzzle.givens[cell]) for cell in orbit}) == 1
    if options.holes:
        assert abs(made.puzzle.holes - options.holes) <= 1


@pytest.mark.parametrize("symmetry", ["none", "rotation"])
def test_a_minimal_puzzle_has_no_redundant_clue(symmetry: str) -> None:
    made = generate(double(), GeneratorOptions(minimal=True, symmetry=symmetry), seed=1)
    search = GridSearch(double())
    for orbit in orbits(double(), symmetry):
        if made.puzzle.givens[orbit[0]]:
            givens = bytearray(made.puzzle.givens)
            for cell in orbit:
                givens[cell] = 0
            assert search.count(givens) == 2


@pytest.mark.few(1)
@pytest.mark.parametrize("symmetry", ["none", "rotation"])
@pytest.mark.parametrize("level", [Level.EASY, Level.HARD])
def test_removing_any_of_few_clues_changes_the_level(level: Level, symmetry: str) -> None:
    options = GeneratorOptions(level=level, few_clues=True, symmetry=symmetry)
    made = generate(single(), options, seed=1)
    assert made.reached
    assert own_rating(made.puzzle).level is level
    search = GridSearch(single())
    for orbit in orbits(single(), symmetry):
        if made.puzzle.givens[orbit[0]]:
            givens = [0 if cell in orbit else digit for cell, digit in enumerate(made.puzzle.givens)]
            fewer = Puzzle(single(), tuple(givens))
            levels = {rate(fewer).level, own_rating(fewer).level}
            assert search.count(bytes(givens)) == 2 or levels != {level}


@pytest.mark.parametrize("name", ["single", "double", "windows", "6x6"])
@pytest.mark.parametrize("seed", range(3))
def test_holes_in_every_box(name: str, seed: int) -> None:
    layout = LAYOUTS[name]()
    holes = len(layout.cells) * 4 // 10
    made = generate(layout, GeneratorOptions(holes=holes, box_holes=2), seed=seed)
    assert made.reached
    assert made.puzzle.holes == holes
    for house in layout.houses:
        if house.kind == "box":
            assert sum(not made.puzzle.givens[cell] for cell in house.cells) >= 2


def test_too_few_holes_for_every_box_are_not_reached() -> None:
    made = generate(single(), GeneratorOptions(holes=10, box_holes=2), seed=1)
    assert not made.reached
    assert made.puzzle.holes == 10


def test_techniques_required_and_forbidden() -> None:
    required = generate(single(), GeneratorOptions(required=Technique.POINTING), seed=1)
    assert required.reached
    assert Technique.POINTING in rate(required.puzzle).counts
    without = ALL - {Technique.HIDDEN_SINGLE}
    forbidden = generate(single(), GeneratorOptions(holes=45, forbidden=frozenset((Technique.HIDDEN_SINGLE,))), seed=1)
    assert forbidden.reached
    assert rate(forbidden.puzzle, without).is_complete


def sure_alone(puzzle: Puzzle, grid: Grid, solutions_by_sat: Callable[..., list[Digits]]) -> bool:
    """Whether SAT finds a unique solution from a grid's own givens in its own houses."""
    part, cells = grid_layout(puzzle.layout, grid)
    return len(solutions_by_sat(Puzzle(part, tuple(puzzle.givens[cell] for cell in cells)), 2)) == 1


LINKABLE = (
    GeneratorOptions(level=Level.EASY),
    GeneratorOptions(holes=40),
    GeneratorOptions(level=Level.MEDIUM, symmetry="rotation"),
)


@pytest.mark.parametrize("options", LINKABLE)
@pytest.mark.parametrize("seed", range(2))
def test_no_linked_grid_can_be_finished_by_itself(
    options: GeneratorOptions, seed: int, solutions_by_sat: Callable[..., list[Digits]]
) -> None:
    made = generate(double(), replace(options, linked=True), seed=seed)
    assert made.reached
    assert not any(sure_alone(made.puzzle, grid, solutions_by_sat) for grid in double().grids)
    assert len(solutions_by_sat(made.puzzle, 2)) == 1
    assert options.holes in (None, made.puzzle.holes)
    assert options.level in (None, rate(made.puzzle).level)


def test_without_this_option_each_grid_of_an_easy_puzzle_may_suffice(
    solutions_by_sat: Callable[..., list[Digits]],
) -> None:
    puzzle = generate(double(), GeneratorOptions(level=Level.EASY), seed=1).puzzle
    assert all(sure_alone(puzzle, grid, solutions_by_sat) for grid in double().grids)


def test_with_too_few_holes_no_grids_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator, "ATTEMPTS", (9, 9))
    assert not generate(LAYOUTS["double"](), GeneratorOptions(holes=2, linked=True), seed=1).reached


def test_linked_grids_of_a_samurai() -> None:
    made = generate(LAYOUTS["samurai"](), GeneratorOptions(level=Level.EASY, linked=True), seed=1)
    assert made.reached
    assert is_linked(made.puzzle.layout, made.puzzle.givens)


@pytest.mark.parametrize("technique", [Technique.POINTING, Technique.XY_WING])
def test_without_a_needed_technique_the_others_of_its_level_do_not_suffice(technique: Technique) -> None:
    made = generate(single(), GeneratorOptions(needed=technique), seed=2)
    assert made.reached
    with_it = rate(made.puzzle)
    assert (with_it.is_complete, with_it.level, technique in with_it.counts) == (True, technique.level, True)
    assert not rate(made.puzzle, up_to(technique.level) - {technique}).is_complete


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            GeneratorOptions(level=Level.EASY, required=Technique.X_WING),
            "X-wing is too hard for a puzzle of level easy; ask for",
        ),
        (GeneratorOptions(holes=3, minimal=True), "a number of holes and a minimal puzzle can't be combined"),
        (GeneratorOptions(holes=3, few_clues=True), "a number of holes and few clues exclude each other"),
        (GeneratorOptions(symmetry="mirror"), "double sudoku has no symmetry mirror"),
        (GeneratorOptions(holes=range(9, 3)), "the range of holes is empty"),
        (GeneratorOptions(holes=range(9, 155)), "154 holes are not possible; ask for 0 to 153"),
        (GeneratorOptions(box_holes=10), "10 holes in every box are not possible; ask for 1 to 9"),
        (GeneratorOptions(box_holes=-1), "-1 holes in every box are not possible; ask for 1 to 9"),
        (
            GeneratorOptions(required=Technique.X_WING, forbidden=frozenset((Technique.X_WING,))),
            "the same technique is required and forbidden",
        ),
    ],
)
def test_impossible_requests(options: GeneratorOptions, message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate(double(), options, seed=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (GeneratorOptions(linked=True), "sudoku 9x9 has no grids that overlap"),
        (GeneratorOptions(needed=Technique.CROSS_GRID_LINE), "Cross-grid line never applies in sudoku 9x9"),
    ],
)
def test_options_for_overlapping_grids_only(options: GeneratorOptions, message: str) -> None:
    with pytest.raises(InputError, match=message):
        generate(single(), options, seed=1)


def test_no_boxes_no_holes_in_them() -> None:
    with pytest.raises(InputError, match="has no boxes"):
        generate(LAYOUTS["7x7"](), GeneratorOptions(holes=20, box_holes=1), seed=1)
