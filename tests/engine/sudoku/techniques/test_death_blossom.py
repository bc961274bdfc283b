import pytest
from arguments import examine

from engine.sudoku.layout import single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.death_blossom import death_blossoms


@pytest.mark.long
@pytest.mark.few(3)
@pytest.mark.parametrize("name", ["single", "double", "diagonal", "cages", "six", "twins"])
def test_death_blossoms_are_sound_and_proved(name, layouts):
    found = examine(death_blossoms, layouts[name], range(3 if name == "double" else 8))
    assert found[Technique.DEATH_BLOSSOM] or name in ("cages", "six", "twins")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single", "double"])
def test_death_blossoms_are_sound_and_proved_in_many_positions(name, layouts):
    assert examine(death_blossoms, layouts[name], range(5000))


def test_three_petals(blank):
    only = {"r5c5": "123", "r5c1": "14", "r1c5": "24", "r5c9": "35", "r1c9": "45"}
    step = next(step for step in death_blossoms(blank(single(), only)) if len(step.cells) == 5)
    assert step.sentence == (
        "Death blossom: if r5c5 is 1, r5c1 must hold 4; if r5c5 is 2, r1c5 must hold 4; if r5c5 is 3, r1c9 and r5c9 "
        "must hold 4 and 5. In any case r1c1 can't be 4."
    )
