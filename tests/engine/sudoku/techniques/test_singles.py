from engine.sudoku.layout import double, single
from engine.sudoku.techniques.catalogue import Technique
from engine.sudoku.techniques.deduction import deduce
from engine.sudoku.techniques.finders import first_step
from engine.sudoku.techniques.position import Candidate, Position
from engine.sudoku.techniques.singles import full_houses, hidden_singles, naked_singles, step_of_single

SOLUTION = "123456789456789123789123456231674895875912364694538217317265948542897631968341572"


def without(names, cells) -> Position:
    """The solution above without some of its cells."""
    empty = cells(single(), names)
    return Position.of(single(), [0 if empty >> cell & 1 else int(digit) for cell, digit in enumerate(SOLUTION)])


def test_the_last_cell_of_three_houses_is_a_full_house_three_times(cells):
    found = list(full_houses(without("r5c5", cells)))
    assert [step.places for step in found] == [((40, 1),)] * 3
    assert [single().houses[step.houses[0]].name for step in found] == ["row 5", "column 5", "box 5"]
    assert found[0].sentence == "Full house: r5c5 is the last empty cell of row 5 and takes its last digit, 1."
    assert found[0].apply(without("r5c5", cells)).is_solved


def test_a_house_with_two_empty_cells_is_not_full(cells):
    assert [single().houses[step.houses[0]].kind for step in full_houses(without("r5c5 r5c9", cells))] == [
        "column",
        "column",
        "box",
        "box",
    ]


def test_a_last_cell_without_candidates_is_no_step(cells):
    position = without("r5c5", cells)
    assert not list(full_houses(position.remove([(40, 1)])))


def test_a_naked_single_needs_no_house(blank):
    position = blank(double(), {"r8c8": "4"})
    (step,) = naked_singles(position)
    assert step.sentence == "Naked single: r8c8 can only be 4: no other digit is left for it."
    assert step.candidates == step.places == ((double().index[7, 7], 4),)


def test_a_hidden_single_is_found_in_each_of_its_houses(blank):
    position = blank(double(), places={(4, "row 1 of grid 2"): "r7c8", (4, "row 7 of grid 1"): "r7c8"})
    names = [double().houses[step.houses[0]].name for step in hidden_singles(position)]
    assert names == ["row 7 of grid 1", "row 1 of grid 2"]
    assert {step.places for step in hidden_singles(position)} == {((double().index[6, 7], 4),)}


def test_a_house_with_fewer_cells_than_digits_hides_nothing(blank, layouts):
    cages = layouts["cages"]
    assert not list(hidden_singles(blank(cages, places={(3, "cage 1"): "r1c1", (4, "cage 2"): "r1c4"})))
    (step,) = hidden_singles(blank(cages, places={(3, "row 1"): "r1c1"}))
    assert step.technique is Technique.HIDDEN_SINGLE


def test_a_route_names_the_box_before_the_row_and_the_column(cells, blank):
    full = first_step(without("r5c5", cells))
    assert full
    assert full.sentence == "Full house: r5c5 is the last empty cell of box 5 and takes its last digit, 1."
    position = blank(double(), places={(4, "row 1 of grid 2"): "r7c8", (4, "box 9 of grid 1"): "r7c8"})
    deduction = deduce(position, (hidden_singles,))
    house = double().houses[deduction.steps[0].houses[0]]
    assert (house.kind, deduction.found[0].technique) == ("box", Technique.HIDDEN_SINGLE)


def test_the_single_of_a_cell_names_its_easiest_house(blank):
    position = blank(single(), places={(4, "column 8"): "r7c8", (4, "row 7"): "r7c8"})
    step = step_of_single(Technique.HIDDEN_SINGLE, Candidate(single().index[6, 7], 4), position)
    assert step.sentence == "Hidden single: r7c8 is the only place for 4 in row 7."
