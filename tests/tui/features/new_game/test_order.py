"""The options of a new game: they are compatible after any changes, and are remembered."""

import json
import random
from collections.abc import Callable
from dataclasses import asdict, replace

import pytest

from engine.play.origin import UNKNOWN, Origin
from engine.sudoku.layout import LAYOUTS, overlapping_grids
from engine.sudoku.making.generator import GeneratorOptions
from engine.sudoku.making.levels import possible_levels, possible_techniques
from engine.sudoku.making.rule_generator import make_puzzle
from engine.sudoku.making.rule_mixes import MIXES
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.explainer import explained
from tui.features.new_game.order import (
    ANY_LEVEL,
    BY_HOLES,
    RATINGS,
    RULE_LEVELS,
    SINGLES_ONLY,
    GameOrder,
    dump_order,
    load_order,
)

NAMES = ("double", "single", "4x4", "x", "16x16", "samurai", "6x6")


def check(order: GameOrder) -> None:
    """Fail unless the options are compatible, and are restored from text."""
    layout = LAYOUTS[order.layout]()
    levels = [level.value for level in possible_levels(layout)]
    if order.rules:
        assert not order.technique
        assert not order.linked
        offered = [level.value for level in RULE_LEVELS if level.value in levels] if layout.size <= 9 else []
        assert order.levels == [*offered, ANY_LEVEL]
    else:
        assert order.levels == [*levels, BY_HOLES, *[ANY_LEVEL] * bool(order.rating)]
    assert order.level in order.levels
    assert 1 <= order.holes <= len(layout.cells)
    assert order.overlaps == bool(overlapping_grids(layout))
    assert order.overlaps or not order.linked
    if order.technique:
        technique = Technique[order.technique]
        assert technique in possible_techniques(layout)
        assert order.level == technique.level.value
    by_level = order.level not in (BY_HOLES, ANY_LEVEL)
    assert order.origin == (Origin(Level(order.level)) if by_level else UNKNOWN)
    if order.rating:
        assert order.rating in order.ratings
        assert (order.rules, order.technique, order.level) == ("", "", ANY_LEVEL)
        options = order.generator_options
        assert options.rating == (RATINGS[order.rating] if order.rating != SINGLES_ONLY else None)
        assert bool(options.forbidden) == (order.rating == SINGLES_ONLY)
    elif order.rules:
        options = GeneratorOptions(level=Level(order.level) if by_level else None, kinds=MIXES[order.rules].kinds)
    elif by_level:
        required = Technique[order.technique] if order.technique else None
        options = GeneratorOptions(level=Level(order.level), required=required, linked=order.linked)
    else:
        options = GeneratorOptions(holes=order.holes, linked=order.linked)
    assert order.generator_options == options
    assert load_order(dump_order(order)) == replace(order, seed=None, holes=order.holes)


def changes(order: GameOrder, technique: Technique | None, dice: random.Random) -> list[Callable[[], GameOrder]]:
    """Return a random change of each row."""
    return [
        lambda: order.with_layout(dice.choice(NAMES)),
        lambda: order.with_level(dice.choice(order.levels)),
        lambda: order.with_technique(technique),
        lambda: order.with_rules(dice.choice([*MIXES, ""])),
        lambda: order.with_holes(dice.choice((-3, 0, 1, 40, 10**6))),
        lambda: replace(order, linked=order.overlaps and not order.rules, seed=dice.choice((None, 7))),
        lambda: order.with_rating(dice.choice([*RATINGS, ""])),
    ]


@pytest.mark.parametrize("seed", range(6))
def test_options_are_compatible_after_any_changes(seed: int) -> None:
    dice, order = random.Random(seed), GameOrder()
    for _ in range(40):
        technique = dice.choice([*possible_techniques(order.full_layout), None])
        functions = changes(order, technique, dice)
        number = dice.randrange(len(functions))
        before, order = order, functions[number]()
        check(order)
        match number:
            case 0 if before.level in order.levels and not before.technique:
                assert order.level == before.level
            case 1:
                assert not order.technique
            case 2 if technique:
                assert order.technique == technique.name
            case 3 if order.rules and before.level not in order.levels:
                assert order.level == ANY_LEVEL
            case 4:
                assert order.level == BY_HOLES
                assert not order.rules


def test_holes_are_bounded_by_the_cells() -> None:
    assert [GameOrder().with_holes(holes).holes for holes in (-5, 0, 1, 153, 154)] == [1, 1, 1, 153, 153]
    assert GameOrder(holes=150).with_layout("4x4").holes == 16


def test_the_default_options() -> None:
    assert load_order("") == load_order("[]") == load_order("{}") == GameOrder()
    assert GameOrder().generator_options == GeneratorOptions(level=Level.EASY)
    assert GameOrder().with_level(BY_HOLES).generator_options == GeneratorOptions(holes=70)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"layout": "nothing"}, GameOrder()),
        ({"holes": "12"}, GameOrder("x", BY_HOLES)),
        ({"holes": True}, GameOrder("x", BY_HOLES)),
        ({"holes": 999}, GameOrder("x", BY_HOLES, 81)),
        ({"linked": True}, GameOrder("x", BY_HOLES, 33)),
        ({"linked": True, "layout": "double"}, GameOrder("double", BY_HOLES, 33, linked=True)),
        ({"linked": 1, "layout": "double"}, GameOrder("double", BY_HOLES, 33)),
        ({"technique": "NOTHING"}, GameOrder("x", BY_HOLES, 33)),
        ({"technique": "X_WING"}, GameOrder("x", Technique.X_WING.level.value, 33, "X_WING")),
        ({"level": "no level"}, GameOrder("x", Level.EASY.value, 33)),
        ({"rules": next(iter(MIXES)), "level": ANY_LEVEL}, GameOrder("x", ANY_LEVEL, 33, rules=next(iter(MIXES)))),
        ({"rules": "nothing"}, GameOrder("x", BY_HOLES, 33)),
        ({"seed": 5}, GameOrder("x", BY_HOLES, 33)),
    ],
)
def test_invalid_stored_options_get_their_defaults(change: dict[str, object], expected: GameOrder) -> None:
    stored = {**asdict(GameOrder("x", BY_HOLES, 33)), **change}
    assert load_order(json.dumps(stored)) == expected


@pytest.mark.few(3)
@pytest.mark.parametrize("name", RATINGS)
def test_a_puzzle_with_a_requested_rating_has_it(name: str) -> None:
    order = GameOrder().with_layout("single").with_rating(name)
    made = make_puzzle(order.full_layout, order.generator_options, seed=1)
    assert made.reached
    assert RATINGS[name].fits(explained(made.puzzle)) or name == SINGLES_ONLY
