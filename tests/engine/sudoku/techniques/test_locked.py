from engine.sudoku.layout import double, single
from engine.sudoku.techniques.locked import claiming, locked_pairs, locked_triples, pointing
from engine.sudoku.techniques.subsets import naked_pairs


def test_the_shared_box_points_into_both_grids(blank, removed):
    position = blank(double(), places={(5, "box 9 of grid 1"): "r7c7 r7c8"})
    first, second = pointing(position)
    assert set(first.removes) == removed(double(), "r7c1 r7c2 r7c3 r7c4 r7c5 r7c6", 5)
    assert set(second.removes) == removed(double(), "r7c10 r7c11 r7c12 r7c13 r7c14 r7c15", 5)
    assert [double().houses[house].name for house in second.houses] == ["box 9 of grid 1", "row 1 of grid 2"]
    assert second.sentence.startswith(
        "Locked candidates (pointing): in box 9 of grid 1, 5 can only go in r7c7 and r7c8, which lie in row 1 of "
        "grid 2 too, so r7c10, r7c11,"
    )


def test_a_row_claims_the_shared_box_and_from_there_the_other_grid_is_a_second_step(blank, removed):
    position = blank(double(), places={(5, "row 7 of grid 1"): "r7c7 r7c9"})
    inner, outer = claiming(position)
    assert set(outer.removes) == removed(double(), "r7c10 r7c11 r7c12 r7c13 r7c14 r7c15", 5)
    assert set(inner.removes) == removed(double(), "r8c7 r8c8 r8c9 r9c7 r9c8 r9c9", 5)


def test_a_diagonal_claims_a_box(blank, layouts, removed):
    layout = layouts["diagonal"]
    position = blank(layout, places={(5, "diagonal 1"): "r4c4 r6c6"})
    (step,) = claiming(position)
    assert set(step.removes) == removed(layout, "r4c5 r4c6 r5c4 r5c6 r6c4 r6c5", 5)


def test_a_cage_claims_nothing(blank, layouts):
    assert not list(claiming(blank(layouts["cages"], places={(3, "cage 1"): "r1c1 r2c2"})))


def test_a_locked_pair_of_the_shared_box_empties_three_houses(blank):
    position = blank(double(), {"r7c7": "37", "r7c9": "37"})
    (step,) = locked_pairs(position)
    lost = {double().cell_name(cell) for cell, _ in step.removes}
    row, box = {f"r7c{c}" for c in range(1, 16)}, {f"r{r}c{c}" for r in (7, 8, 9) for c in (7, 8, 9)}
    assert lost == (row | box) - {"r7c7", "r7c9"}
    assert step.sentence.startswith(
        "Locked pair: r7c7 and r7c9 hold 3 and 7 between them, so no other cell of row 7 of grid 1, box 9 of grid 1 or "
        "row 1 of grid 2 can hold these: r7c1, "
    )
    assert not list(naked_pairs(position))


def test_a_pair_whose_box_has_nothing_to_lose_is_not_locked(blank):
    only = {"r1c1": "37", "r1c3": "37"}
    only |= {f"r{r}c{c}": "124568" for r in (2, 3) for c in (1, 2, 3)} | {"r1c2": "12"}
    position = blank(single(), only)
    assert not list(locked_pairs(position))
    (step,) = naked_pairs(position)
    assert {cell for cell, _ in step.removes} == set(range(3, 9))


def test_a_locked_triple(blank):
    position = blank(single(), {"r1c1": "13", "r2c1": "37", "r3c1": "17"})
    (step,) = locked_triples(position)
    lost = {single().cell_name(cell) for cell, _ in step.removes}
    assert lost == {f"r{r}c1" for r in range(4, 10)} | {f"r{r}c{c}" for r in (1, 2, 3) for c in (2, 3)}
    assert len(step.candidates) == 6
