import pytest
from arguments import examine

from engine.sudoku.layout import single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.sue_de_coq import sue_de_coq


@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_sue_de_coq_is_sound_and_proved(name, layouts):
    found = examine(sue_de_coq, layouts[name], range(15 if name == "six" else 6))
    assert found[Technique.SUE_DE_COQ] or name in ("cages", "twins")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single", "double"])
def test_sue_de_coq_is_sound_and_proved_in_many_positions(name, layouts):
    assert examine(sue_de_coq, layouts[name], range(5000))


def test_two_cells_of_four_digits_with_an_extra_pair_in_each_house(blank, removed):
    position = blank(single(), {"r1c1": "1234", "r1c2": "1234", "r1c9": "12", "r3c3": "34"})
    steps = list(sue_de_coq(position))
    step = next(step for step in steps if step.cells == (0, 1, 8, 20))
    assert step.sentence == (
        "Sue de Coq: r1c1, r1c2, r1c9 and r3c3 hold only 1, 2, 3 and 4, as many digits as cells, and those that can "
        "hold the same digit see each other. So each of these digits is in one of them: r1c3 can't be 1, 2, 3 or 4, "
        "r1c4, r1c5, r1c6, r1c7 and r1c8 can't be 1 or 2, and r2c1, r2c2, r2c3, r3c1 and r3c2 can't be 3 or 4."
    )
    assert [single().houses[house].name for house in step.houses] == ["row 1", "box 1"]


def test_a_digit_of_both_sides_could_be_in_both(blank):
    position = blank(single(), {"r1c1": "1234", "r1c2": "1234", "r1c9": "12", "r3c3": "23"})
    assert not any(step.cells == (0, 1, 8, 20) for step in sue_de_coq(position))
