"""Rules that a drawing and a text state: read if both are usual, otherwise shown but not checked."""

import random
from itertools import compress
from typing import Any

import pytest
from amounts import amount
from rule_puzzles import random_rule
from sudokupad_drawings import SENTENCES, WITHOUT_TEXT, drawn, sentence

from engine.sudoku.formats import fpuzzles, fpuzzles_rules, parse, sudokupad, write
from engine.sudoku.formats.grid_rules import usual_boxes
from engine.sudoku.formats.setter_text import setter_text
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.puzzle import Digits, Puzzle
from engine.sudoku.rules import Rule
from engine.sudoku.rules.kinds.arrow import Arrow
from engine.sudoku.rules.kinds.between import Lockout
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.cells import Maximum, Minimum
from engine.sudoku.rules.kinds.clone import Clone
from engine.sudoku.rules.kinds.decoration import Decoration
from engine.sudoku.rules.kinds.dots import NoMarks, Ratio
from engine.sudoku.rules.kinds.everywhere import NonConsecutive
from engine.sudoku.rules.kinds.fog import Fog
from engine.sudoku.rules.kinds.in_text import RuleInText
from engine.sudoku.rules.kinds.inequality import Inequality
from engine.sudoku.rules.kinds.lines import Palindrome, Renban, Whispers
from engine.sudoku.rules.kinds.outside import LittleKiller
from engine.sudoku.rules.rule import complete
from engine.sudoku.search.exact import random_solution

LAYOUT = LAYOUTS["single"]()
NORMAL = "Normal sudoku rules apply. "


def content(*parts: dict[str, list[Any]], rules: str = "", **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "cells": [[{} for _ in range(9)] for _ in range(9)],
        "regions": [sorted(map(list, box)) for box in usual_boxes(9)],
        "metadata": {"rules": rules},
        **more,
    }
    for part in parts:
        for name, values in part.items():
            found[name] = [*found.get(name, []), *values]
    return found


def rules_of(*parts: dict[str, list[Any]], rules: str = "", **more: Any) -> tuple[Rule, ...]:
    return sudokupad.read(content(*parts, rules=rules, **more)).rules


def checked(rules: tuple[Rule, ...]) -> set[Rule]:
    return {rule for rule in rules if not isinstance(rule, Decoration | RuleInText)}


def example(kind: str, seed: int, layout: Layout = LAYOUT) -> tuple[Rule, Digits]:
    """A rule that SudokuPad can draw, and a grid that meets it."""
    dice = random.Random(f"{kind} {seed}")
    while True:
        solution = random_solution(layout, dice.randrange(10**6))
        rule = random_rule(kind, solution, layout, dice)
        cells = rule.cells if rule else ()
        straight = isinstance(rule, Arrow) and len({layout.cells[c][0] for c in cells}) > 1 < len(
            {layout.cells[c][1] for c in cells}
        )
        corner = kind == "quadruple" and len(cells) != 4
        short = isinstance(rule, LittleKiller) and len(cells) < 3
        sumless = isinstance(rule, KillerCage) and not rule.total
        backwards = isinstance(rule, Palindrome) and cells[0] > cells[-1]
        if rule and not (straight or corner or short or sumless or backwards):
            return rule, solution


@pytest.mark.parametrize("kind", SENTENCES)
def test_usual_drawings_with_usual_words_are_rules(kind: str) -> None:
    for seed in range(amount(10)):
        rule, _ = example(kind, seed)
        assert rules_of(drawn(rule, LAYOUT), rules=NORMAL + sentence(rule)) == (rule,)


@pytest.mark.parametrize("kind", sorted({*SENTENCES} - {"slow thermometer"}))
def test_without_words_only_drawings_that_can_mean_one_thing(kind: str) -> None:
    rule, _ = example(kind, 1)
    found = rules_of(drawn(rule, LAYOUT))
    assert checked(found) == ({rule} if kind in WITHOUT_TEXT else set())
    assert found, "what is no rule is shown"


@pytest.mark.parametrize("kind", SENTENCES)
@pytest.mark.parametrize("twist", [" unless the digit is prime", ", but exactly one of these is false"])
def test_other_words_are_not_checked_but_shown(kind: str, twist: str) -> None:
    rule, _ = example(kind, 2)
    text = sentence(rule).rstrip(".") + twist + "."
    *drawings, in_text = rules_of(drawn(rule, LAYOUT), rules=NORMAL + text)
    assert drawings
    assert all(isinstance(each, Decoration) for each in drawings)
    assert isinstance(in_text, RuleInText)
    assert in_text.text == text


@pytest.mark.parametrize("kind", sorted({*SENTENCES} - {"odd", "even"}))
def test_a_stored_solution_that_breaks_a_rule_makes_it_a_decoration(kind: str) -> None:
    """Then the drawing means something else."""
    rule, solution = next(found for seed in range(3, 20) if (found := example(kind, seed))[0].primitives(LAYOUT))
    for seed in range(50):
        other = random_solution(LAYOUT, seed)
        stored = content(drawn(rule, LAYOUT), rules=sentence(rule), solution="")
        stored["metadata"]["solution"] = "".join(map(str, other))
        found = sudokupad.read(stored)
        broken = not checked(found.rules)
        assert found.stored == other
        if broken:
            break
    assert broken
    stored["metadata"]["solution"] = "".join(map(str, solution))
    assert sudokupad.read(stored).rules == (rule,)


def test_colours_distinguish_lines() -> None:
    lines = [Whispers((0, 1, 2)), Renban((9, 10, 11)), Palindrome((18, 19, 20)), Whispers((27, 28, 29), 4)]
    parts = [drawn(line, LAYOUT) for line in lines]
    parts[3]["lines"][0]["color"] = "#FFA500"
    text = (
        "Neighbouring digits along green lines differ by at least 5. Purple lines are renban lines. "
        "Grey lines are palindromes. Adjacent digits on orange lines differ by at least 4."
    )
    assert rules_of(*parts, rules=text) == tuple(lines)
    blue = drawn(Renban((0, 1, 2)), LAYOUT)
    blue["lines"][0]["color"] = "#0000ff"
    assert rules_of(blue, rules="Lines are renban lines.") == (Renban((0, 1, 2)),)
    assert not checked(rules_of(blue, rules="Purple lines are renban lines."))
    assert not checked(rules_of(blue, rules="Lines are renban lines. Lines are palindromes."))


@pytest.mark.parametrize(
    ("words", "complete"),
    [
        ("All dots are given.", True), ("All possible white dots are given.", True), ("Not all dots are given.", False),
        ("Standard kropki (no negative constraint).", False), ("The negative constraint for dots applies.", True),
    ],
)  # fmt: skip
def test_whether_all_dots_are_given(words: str, complete: bool) -> None:
    rule, _ = example("difference", 4)
    found = rules_of(drawn(rule, LAYOUT), rules=f"{SENTENCES['difference']} {words}")
    assert any(isinstance(each, NoMarks) for each in found) == complete


def test_rules_of_the_board_in_words() -> None:
    assert rules_of(rules="Orthogonally adjacent cells cannot contain consecutive digits.") == (NonConsecutive(),)
    knight = sudokupad.read(content(rules="Cells a knight's move apart cannot contain the same digit."))
    assert (knight.layout.title, knight.rules) == ("anti-knight sudoku", ())
    (unknown,) = rules_of(rules="Cells a camel's move apart cannot contain the same digit.")
    assert unknown == RuleInText(text="Cells a camel's move apart cannot contain the same digit.")


def test_stories_are_no_rules() -> None:
    assert rules_of(rules="Normal sudoku rules apply. Have fun! This is for my mother. It is called Peak.") == ()


def test_fog_and_sumless_cages() -> None:
    assert rules_of(foglight=[[0, 0], [0, 1]]) == (Fog((0, 1)),)
    cage = {"cages": [{"cells": [[0, 0], [0, 1]], "unique": True}]}
    assert rules_of(cage) == (KillerCage((0, 1)),)
    assert rules_of({"cages": [{"cells": [[0, 0], [0, 1]], "value": "12x"}]}) == (Decoration((0, 1), "cage", "12x"),)


def f_puzzles(**more: Any) -> tuple[Rule, ...]:
    rows = [[{} for _ in range(9)] for _ in range(9)]
    return fpuzzles.read({"size": 9, "grid": rows, **more}).rules


def test_drawings_and_texts_come_back_through_f_puzzles() -> None:
    text = "Cells a camel's move apart cannot contain the same digit."
    rules = (
        Decoration((0, 1, 2), "line"),
        Decoration((3,), "mark", "?"),
        Decoration((3, 4), "mark", "7"),
        Decoration((30, 31, 39, 40), "mark", "1 2"),
        Decoration((20, 21), "cage", "12x"),
        RuleInText(text=text),
    )
    puzzle = Puzzle(LAYOUT, (0,) * 81, rules=rules)
    for form in ("fpuzzles", "fpuzzles-link", "sudokupad", "rules"):
        (found,) = parse(write(puzzle, form).encode())
        assert {*found.rules} == {*rules}


def test_cosmetic_lines_of_f_puzzles() -> None:
    line = [{"lines": [["R1C1", "R1C2", "R1C3"]], "outlineC": "#67F067", "width": 0.3}]
    assert f_puzzles(line=line) == (Decoration((0, 1, 2), "line"),)
    assert f_puzzles(line=line, ruleset="Green lines are German whispers.") == (Whispers((0, 1, 2)),)
    assert f_puzzles(line=line, whispers=[{"lines": [["R1C1", "R1C2", "R1C3"]]}]) == (Whispers((0, 1, 2)),)
    text = "Green lines must not cross the river of cells."
    assert f_puzzles(line=line, ruleset=text) == (Decoration((0, 1, 2), "line"), RuleInText(text=text))


def test_rows_are_the_regions_of_prime_sizes() -> None:
    """f-puzzles omits the region of a cell if it is the number of its row."""
    rows: list[list[dict[str, int]]] = [[{} for _ in range(5)] for _ in range(5)]
    rows[0][0]["region"], rows[1][0]["region"] = 1, 0
    houses = fpuzzles.read({"size": 5, "grid": rows}).layout.houses
    boxes = [{*house.cells} for house in houses if house.kind not in {"row", "column"}]
    assert boxes == [{0, 6, 7, 8, 9}, {1, 2, 3, 4, 5}] or boxes == [{1, 2, 3, 4, 5}, {0, 6, 7, 8, 9}]
    plain = fpuzzles.read({"size": 5, "grid": [[{} for _ in range(5)] for _ in range(5)]}).layout
    assert len(plain.houses) == 10


def test_consecutive_dots_are_exempt_from_the_rule_of_the_board() -> None:
    found = f_puzzles(nonconsecutive=True, difference=[{"cells": ["R1C1", "R1C2"]}])
    assert NonConsecutive((0, 1)) in found


CLONES = "Clones: shaded areas of the same shape contain the same digits in the same positions."


def test_minimum_cells_side_by_side_have_no_sign_between_them() -> None:
    minima = complete((Minimum((0,)), Minimum((1,))))
    parts = [drawn(rule, LAYOUT) for rule in minima]
    for part in parts:
        tips = [line["wayPoints"][1] for line in part["lines"]]
        away = [abs(row - 0.5) > 0.2 or abs(column - 1) > 0.2 for row, column in tips]  # from the edge between them
        part["lines"] = list(compress(part["lines"], away))
    assert rules_of(*parts) == minima


def test_a_sign_of_lines_without_a_shaded_cell_is_an_inequality_and_others_are_none() -> None:
    part = drawn(Maximum((40,)), LAYOUT)
    alone = {"lines": part["lines"][:1]}
    (rule,) = rules_of(alone)
    assert isinstance(rule, Inequality)
    assert rule.cells[1] == 40
    assert checked(rules_of(alone, rules="Arrows show where the fun begins in this row, unless it rains.")) == set()
    text = "Inequality signs point to the larger of two digits, except on Sundays."
    assert checked(rules_of(drawn(Inequality((0, 1)), LAYOUT), rules=text)) == set()


def test_inequality_signs_come_back_through_f_puzzles() -> None:
    rules = complete((Inequality((0, 1)), Inequality((9, 0)), Inequality((60, 69)), Minimum((40,))))
    puzzle = Puzzle(LAYOUT, (0,) * 81, rules=rules)
    for form in ("fpuzzles", "fpuzzles-link", "sudokupad"):
        assert {*parse(write(puzzle, form).encode())[0].rules} == {*rules}
    turned = {"cells": ["R1C1", "R2C1"], "value": ">", "angle": -90}
    assert checked(f_puzzles(text=[turned], ruleset=fpuzzles_rules.POINT)) == {Inequality((0, 9))}


def shaded(*cells: tuple[int, int], colour: str = "#CFCFCF") -> dict[str, list[Any]]:
    return {
        "underlays": [
            {"center": [row + 0.5, column + 0.5], "width": 1, "height": 1, "backgroundColor": colour}
            for row, column in cells
        ]
    }


def test_two_shaded_groups_of_one_shape_are_clones() -> None:
    first, second = ((0, 1), (1, 0), (1, 1)), ((5, 7), (6, 6), (6, 7))
    clone = Clone((1, 9, 10), (52, 60, 61))
    assert rules_of(shaded(*first, *second), rules=CLONES) == (clone,)
    blue = shaded((8, 0), (4, 4), colour="#0000FF")
    assert set(rules_of(shaded(*first, *second), blue, rules=CLONES)) == {clone, Clone((40,), (72,))}


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (((0, 0), (0, 1), (5, 7), (6, 7)), CLONES),  # two shapes
        (((0, 0), (3, 3), (6, 7)), CLONES),  # which two?
        (((0, 0), (3, 3)), ""),
        (((0, 0), (3, 3)), NORMAL),
        (((0, 0), (3, 3)), "Exactly one of the shaded cells is a clone of a neighbour."),
    ],
)
def test_shaded_cells_are_no_clones_without_a_shape_and_the_words(
    cells: tuple[tuple[int, int], ...], text: str
) -> None:
    assert not checked(rules_of(shaded(*cells), rules=text))


def test_clones_that_the_stored_solution_breaks_are_drawings() -> None:
    solution = random_solution(LAYOUT, 1)
    other = next(cell for cell in range(40, 81) if solution[cell] != solution[0])
    parts = shaded((0, 0), LAYOUT.cells[other])
    stored = "".join(map(str, solution))
    rules = sudokupad.read(content(parts) | {"metadata": {"rules": CLONES, "solution": stored}}).rules
    assert not checked(rules)


@pytest.mark.parametrize("angle", [45, 135, -45])
def test_a_square_on_its_corner_is_a_diamond_at_any_angle(angle: int) -> None:
    ends = [[0.5, 0.5], [0.5, 3.5]]
    diamond = {"width": 0.8, "height": 0.8, "angle": angle, "borderColor": "#000000"}
    puzzle = sudokupad.read(
        {
            "cells": [[{} for _ in range(9)] for _ in range(9)],
            "metadata": {"rules": "Lockout lines."},
            "lines": [{"wayPoints": ends, "color": "#0000ff"}],
            "underlays": [{"center": end, **diamond} for end in ends],
        }
    )
    assert puzzle.rules == (Lockout((0, 1, 2, 3)),)


ARROW = {"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}
PRODUCT = "Digits along an arrow multiply to give the product in the circle."


def f_puzzles_with_one(**more: Any) -> tuple[Rule, ...]:
    """The rules of an object whose first cell is a 1, which is no sum of two digits."""
    rows = [[{} for _ in range(9)] for _ in range(9)]
    rows[0][0] = {"value": 1, "given": True}
    return fpuzzles.read({"size": 9, "grid": rows, "arrow": [ARROW], **more}).rules


def test_named_rules_that_the_stored_solution_breaks_are_drawings() -> None:
    solution = (3, 1, 4, *random_solution(LAYOUT, 1)[3:])
    stored = "".join(map(str, solution))
    line = Decoration((0, 1, 2), "line")
    assert f_puzzles(arrow=[ARROW], solution=stored) == (line,)
    assert f_puzzles(arrow=[ARROW], solution=stored, ruleset=PRODUCT) == (line, RuleInText(text=PRODUCT))
    assert f_puzzles(arrow=[ARROW], solution="4" + stored[1:2] + "3" + stored[3:]) == (Arrow((0,), (1, 2)),)


def test_named_rules_without_a_solution_are_drawings_if_the_text_is_not_understood() -> None:
    drawing, text = Decoration((0, 1, 2), "line"), RuleInText(text=PRODUCT)
    dot = [{"cells": ["R5C5", "R5C6"]}]
    assert f_puzzles_with_one(ruleset=PRODUCT) == (drawing, text)
    assert set(f_puzzles_with_one(ruleset=PRODUCT, ratio=dot)) == {Ratio((40, 41), 2), drawing, text}
    assert f_puzzles_with_one() == f_puzzles_with_one(ruleset="Digits along an arrow sum to the digit in its circle.")
    assert checked(f_puzzles_with_one()) == {Arrow((0,), (1, 2))}


def test_an_arrow_without_a_shaft_is_no_rule() -> None:
    assert f_puzzles(arrow=[{"cells": ["R1C1", "R1C2", "R1C3", "R1C4"], "lines": []}]) == ()


def test_coloured_cells_of_f_puzzles_are_shaded() -> None:
    rows: list[list[dict[str, Any]]] = [[{} for _ in range(9)] for _ in range(9)]
    rows[0][1] = rows[4][4] = {"c": "#D0D0FF"}
    puzzle = {"size": 9, "grid": rows}
    assert fpuzzles.read(puzzle | {"ruleset": "Blue cells are clones."}).rules == (Clone((1,), (40,)),)
    assert fpuzzles.read(puzzle).rules == (Decoration((1, 40), "cage"),)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Digits along a thermometer must strictly increase, starting at the round bulb.", "thermometer"),
        ("Digits on a thermometer increase (not necessarily consecutively) from the round bulb.", "thermometer"),
        ("Digits along an arrow sum to the value in the attached bulb.", "arrow"),
        ("Digits along a marked diagonal must sum to the value shown.", "little killer"),
        ("Digits in corner circles must appear in the surrounding four cells, in some order.", "quadruple"),
        ("Clues outside the grid give the sum of digits between 1 and 9 in that row or column.", "sandwich"),
        ("Clues outside the grid tell you the sum of the first X digits, where X is the nearest digit.", "x-sum"),
        (
            "On each line three adjoining digits hold one digit from 123, one from 456 and one from 789.",
            "entropic line",
        ),
        ("Digits on the line must lie between the circled digits numerically.", "between line"),
        ("Along each line, the digits in every region it passes through have the same sum.", "region sum line"),
        ("Digits in diagonally adjacent cells cannot be the same.", "king"),
        ("Digits along thermometers must increase consecutively from the round bulb.", ""),
        ("Arrows in this puzzle are digit sum arrows.", ""),
        ("The digits shown in the corner of a cage must appear within that cage.", ""),
        ("Every cage must contain at least one low digit (12), one medium digit (34) and one high digit (56).", ""),
        ("For every pair of digits separated by a bold region border, one is odd and the other is even.", ""),
    ],
)
def test_sentences_of_setters(sentence: str, kind: str) -> None:
    found = setter_text(sentence)
    assert [statement.kind for statement in found.statements] == [kind] * bool(kind)
    assert bool(found.other_sentences) == (not kind)


def test_what_follows_a_parenthesis_is_a_sentence_of_its_own() -> None:
    first = "Digits on a line have one parity (all odd or all even.)"
    found = setter_text(f"{first} Digits may repeat on a line as long as they follow sudoku rules.")
    assert found.other_sentences == (first.removesuffix(")"),)


def test_a_stored_solution_settles_what_a_sentence_leaves_open() -> None:
    """A sentence on lines of a kind that is not understood leaves them undecided, unless a solution is there."""
    solution = (1, 3, 2, *random_solution(LAYOUT, 1)[3:])
    text = "Purple lines are renban lines. Renban lines glow in the dark like cells."
    puzzle = content(drawn(Renban((0, 1, 2)), LAYOUT), rules=text)
    assert not checked(sudokupad.read(puzzle).rules)
    puzzle["metadata"]["solution"] = "".join(map(str, solution))
    assert checked(sudokupad.read(puzzle).rules) == {Renban((0, 1, 2))}
