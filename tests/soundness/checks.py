"""Positions of a technique with known solutions, and checks of its conclusions."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from engine.play.training import DRILL_LAYOUTS, training_path
from engine.sudoku.layout import LAYOUTS
from engine.sudoku.making.drill_bank import next_drill, read_bank
from engine.sudoku.making.generator import Generated, GeneratorOptions, generate
from engine.sudoku.making.rule_generator import generate_with_rules
from engine.sudoku.puzzle import Digits
from engine.sudoku.rules import KINDS
from engine.sudoku.rules.drawing import CellForm
from engine.sudoku.techniques.catalogue import Level, Premise, Technique
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.finders import ALL, finders_of, first_step, sound
from engine.sudoku.techniques.position import Candidate, Position, members
from engine.sudoku.techniques.rating import up_to
from engine.sudoku.techniques.rule_chains import rule_chains
from engine.sudoku.techniques.rule_pairs import shared_house_steps
from engine.sudoku.techniques.rules import RULE_STEPS, rule_steps, sum_steps
from engine.sudoku.techniques.step import Step

SHIPPED = Path(__file__).parents[2] / "puzzles"

RANDOM_ON = ("single", "double", "x", "windows", "jigsaw", "6x6", "samurai", "double-upper-left")
"""The layouts of random puzzles; half of the puzzles are on single grids."""

PUZZLES, DRILLS = 24, 8
"""Number of random puzzles, and of drills of a technique."""

HARD, TRIES = 6, 40
"""Number of positions without easy steps on each of these layouts, and of the puzzles from which they come."""

CHANCES = (0.8, 0.6, 0.4, 0.25, 0.1)
"""Probabilities with which the false candidates of a position are kept."""

KEPT_OF_HARD = (1.0, 0.97, 0.9, 0.7)
"""The same for positions without easy steps: with few candidates there would be one."""

WITH_RULES_ON = ("single", "6x6", "single", "double")
"""The layouts of puzzles with rules."""

FORCING = frozenset({Technique.NISHIO, Technique.CELL_FORCING, Technique.HOUSE_FORCING})
EXCHANGES = frozenset(technique for technique in ALL if technique.value.premise is Premise.EXCHANGE)
MAX_OF_A_KIND = 5
"""Number of steps of a kind checked in a position."""

REPORTED = 1_000
"""Number of steps between two reports of a long check."""

FINDERS_OF_RULES: dict[Technique, Callable[[Position], Iterator[Step]]] = {
    Technique.RULE: rule_steps,
    Technique.RULE_DIGIT: rule_steps,
    Technique.INNIES_OUTIES: sum_steps,
    Technique.RULE_CONFLICT: shared_house_steps,
    Technique.KILLER_SUBSET: shared_house_steps,
    Technique.RULE_CHAIN: rule_chains,
}
"""The finder of each step by a puzzle's own rules."""

MIN_WEIGHT = 0.05
"""Minimum weight of a source of positions, relative to the best one."""


class KnownPosition(NamedTuple):
    """A position with a known solution, and the candidates that the technique needs."""

    position: Position
    solution: Digits
    needed: frozenset[Candidate]


class Tally(NamedTuple):
    """Numbers of positions found and checked, by layout, and the faults."""

    found: Counter[str]
    tried: int
    wrong: list[str]


def drills_of(technique: Technique, seed: int) -> list[KnownPosition]:
    """Drills of a technique on the layouts on which it is practised, in order."""
    layouts = [layout for layout in (LAYOUTS[name]() for name in DRILL_LAYOUTS) if technique in training_path(layout)]
    banks = {layout.name: read_bank(SHIPPED, layout) for layout in layouts}
    found = []
    for number, layout in zip(range(DRILLS), cycle(layouts), strict=False):
        drill = next_drill(layout, technique, banks[layout.name], seed + number)
        step = first_step(drill.position, {technique})
        if step is not None:
            needed = frozenset((*step.candidates, *step.places, *step.removes))
            found.append(KnownPosition(drill.position, drill.solution, needed))
    return found


@lru_cache(maxsize=1)
def random_puzzles(seed: int) -> list[Generated]:
    """Puzzles with many holes."""
    names = [name for number in range(PUZZLES) for name in ("single", RANDOM_ON[number % len(RANDOM_ON)])]
    layouts = [LAYOUTS[name]() for name in names[:PUZZLES]]
    return [generate(layout, len(layout.cells) * 2 // 3, seed=seed + n) for n, layout in enumerate(layouts)]


@lru_cache(maxsize=1)
def puzzles_with_rules(seed: int) -> list[Generated]:
    """Killers, every second one with rules of two other kinds."""
    kinds, dice = [kind.kind for kind in KINDS.values() if kind.f_puzzles], Random(seed)
    options = [GeneratorOptions(kinds=("killer cage", *dice.sample(kinds, n % 2 * 2))) for n in range(PUZZLES)]
    layouts = [LAYOUTS[name]() for name in WITH_RULES_ON]
    return [
        generate_with_rules(layout, option, seed=seed + number)
        for number, (layout, option) in enumerate(zip(cycle(layouts), options, strict=False))
    ]


@lru_cache(maxsize=1)
def hard_positions(seed: int) -> list[KnownPosition]:
    """Positions of minimal puzzles in which no easy or medium technique applies."""
    found, finders = [], finders_of(up_to(Level.MEDIUM))
    for layout in (LAYOUTS[name]() for name in RANDOM_ON):
        made = (generate(layout, GeneratorOptions(minimal=True), seed=seed + number) for number in range(TRIES))
        ends = (
            (deduce(Position.of(layout, result.puzzle.givens), finders).position, result.solution) for result in made
        )
        found += islice(
            (KnownPosition(end, solution, frozenset()) for end, solution in ends if not end.is_solved), HARD
        )
    return found


def on_the_way(made: Generated, dice: Random) -> KnownPosition:
    """A position of a puzzle, with some digits of its solution placed."""
    placed = dice.random()
    givens, solution = made.puzzle.givens, made.solution
    values = [given or digit * (dice.random() < placed) for given, digit in zip(givens, solution, strict=True)]
    return KnownPosition(Position.of_puzzle(made.puzzle, values), solution, frozenset())


def renamed(sample: KnownPosition, dice: Random) -> KnownPosition:
    """The position with relabelled digits."""
    position, names = sample.position, list(range(1, sample.position.layout.size + 1))
    dice.shuffle(names)
    names.insert(0, 0)
    masks = [sum(1 << names[digit] for digit in members(mask)) for mask in position.masks]
    values = tuple(names[digit] for digit in position.values)
    return KnownPosition(
        Position(position.layout, values, tuple(masks), position.givens),
        tuple(names[digit] for digit in sample.solution),
        frozenset(Candidate(cell, names[digit]) for cell, digit in sample.needed),
    )


def thinned(sample: KnownPosition, dice: Random, chances: Sequence[float] = CHANCES) -> Position:
    """The position without some of its false candidates, none of which is needed."""
    position, chance = sample.position, dice.choice(chances)
    false = (item for item in position.candidates_of(position.empty) if sample.solution[item.cell] != item.digit)
    return position.remove(
        [candidate for candidate in false if candidate not in sample.needed and dice.random() > chance]
    )


def wrong(conclusions: Iterable[Candidate], places: bool, solution: Digits) -> bool:
    """Whether a step places a digit that is not in the solution, or removes one that is."""
    return any((solution[cell] == digit) != places for cell, digit in conclusions)


def look_at(technique: Technique, positions: int, seconds: float, seed: int) -> Tally:
    """Check the first step of a technique in a number of different positions, as far as they are found in the time."""
    tally, seen, dice, tried = Tally(Counter(), 0, []), set[int](), Random(f"{technique.name} {seed}"), 0
    of_rules = technique in RULE_STEPS
    puzzles = puzzles_with_rules(seed) if of_rules else random_puzzles(seed)
    drills, hard = ([], []) if of_rules else (drills_of(technique, seed), hard_positions(seed))
    began = process_time()
    sources: list[Callable[[], tuple[KnownPosition, Position]]] = [
        lambda: _of(on_the_way(dice.choice(puzzles), dice), dice)
    ]
    if drills:
        sources.append(lambda: _of(renamed(dice.choice(drills), dice), dice))
    if hard:
        sources.append(lambda: _of(renamed(dice.choice(hard), dice), dice, KEPT_OF_HARD))
    hits, looks = [1] * len(sources), [1] * len(sources)
    while tally.found.total() < positions and process_time() - began < seconds:
        rates = [max(MIN_WEIGHT, hit / look) for hit, look in zip(hits, looks, strict=True)]
        (source,) = dice.choices(range(len(sources)), rates)
        sample, position = sources[source]()
        tried, looks[source] = tried + 1, looks[source] + 1
        step = step_by(technique, position)
        key = hash((position.layout.name, position.values, position.masks))
        if step is not None and key not in seen:
            seen.add(key)
            hits[source] += 1
            tally.found[position.layout.name] += 1
            if wrong(step.places, True, sample.solution) or wrong(step.removes, False, sample.solution):
                tally.wrong.append(f"{position.layout.name}: {step.sentence}")
    return tally._replace(tried=tried)


def step_by(technique: Technique, position: Position) -> Step | None:
    """The first step of a technique."""
    if technique not in RULE_STEPS:
        return first_step(position, {technique})
    return next((step for step in FINDERS_OF_RULES[technique](position) if step.technique is technique), None)


def _of(sample: KnownPosition, dice: Random, chances: Sequence[float] = CHANCES) -> tuple[KnownPosition, Position]:
    return sample, thinned(sample, dice, chances)


def ways(seed: int) -> Iterator[tuple[Generated, Sequence[tuple[Technique, bool]]]]:
    """Random puzzles on each layout in turn, forever, each with the steps of its solution path and whether each is
    wrong.
    """
    layouts = [layout for layout in (make() for make in LAYOUTS.values()) if len(layout.cells) <= 369]
    for number, layout in zip(count(seed), cycle(layouts), strict=False):
        full = 3 if layout.size <= 9 else 2
        made = generate(layout, len(layout.cells) * (full - 1) // full, seed=number)
        found = deduce(Position.of(layout, made.puzzle.givens), finders_of(ALL)).found
        yield (
            made,
            [
                (item.technique, wrong(item.places, True, made.solution) or wrong(item.removes, False, made.solution))
                for item in found
            ],
        )


def exchanges(position: Position) -> Iterator[Step]:
    """The steps by patterns in which two digits could be exchanged."""
    found = (step for find in finders_of(EXCHANGES) for step in find(position))
    return (step for step in found if step.technique in EXCHANGES)


def ways_with_rules(seed: int) -> Iterator[tuple[Generated, Sequence[tuple[Technique, bool]]]]:
    """Fresh puzzles with rules of some kinds, forever, each with steps and whether each is wrong.

    They are the easiest step of each position on the way, steps by an exchange of digits, and where no rule or easy
    step applies, every chain through rules and every step by forcing.
    """
    kinds = [kind for kind in KINDS.values() if kind.drawing.form is not CellForm.BOARD and kind.f_puzzles]
    layouts = [LAYOUTS[name]() for name in WITH_RULES_ON]
    for number, layout in zip(count(seed), cycle(layouts), strict=False):
        dice = Random(number)
        names = tuple(kind.kind for kind in dice.sample(kinds, 4))
        made = generate_with_rules(layout, GeneratorOptions(kinds=names), seed=number)
        position, found = Position.of_puzzle(made.puzzle), list[Step]()
        while step := first_step(position, sound(made.puzzle, unique=True)):
            found += [step, *islice(exchanges(position), MAX_OF_A_KIND)]
            if step.technique.value.level in (Level.UNFAIR, Level.EXTREME):
                for find in (rule_chains, *finders_of(FORCING)):
                    found += islice(find(position), MAX_OF_A_KIND)
            position = step.apply(position)
        solution = made.solution
        yield (
            made,
            [
                (step.technique, wrong(step.places, True, solution) or wrong(step.removes, False, solution))
                for step in found
            ],
        )


def follow(steps: int, seed: int, tell: Callable[[str], None], rules: bool = False) -> bool:
    """Check a number of steps on the solution paths of random puzzles; returns whether all are sound.

    The count is reported every 1,000 steps; an interrupt ends the check with the figures so far.
    """
    by_technique, by_layout, unsound, due = Counter[Technique](), Counter[str](), 0, REPORTED
    try:
        for made, way in (ways_with_rules if rules else ways)(seed) if steps else ():
            by_layout[made.puzzle.layout.name] += len(way)
            by_technique.update(technique for technique, _ in way)
            for technique, is_wrong in way:
                if is_wrong:
                    unsound += 1
                    tell(
                        f"WRONG {technique.name}: {made.puzzle.layout.name}, {made.puzzle.givens}, {made.puzzle.rules}"
                    )
            if by_layout.total() >= steps:
                break
            if by_layout.total() >= due:
                tell(f"{by_layout.total()} steps, {unsound} unsound")
                due = by_layout.total() // REPORTED * REPORTED + REPORTED
    except KeyboardInterrupt:
        tell("interrupted")
    if steps:
        tell(f"{by_layout.total()} steps, {unsound} unsound")
        for counts in (by_layout, by_technique):
            tell(", ".join(f"{getattr(name, 'name', name)} {number}" for name, number in counts.most_common()))
    return not unsound
