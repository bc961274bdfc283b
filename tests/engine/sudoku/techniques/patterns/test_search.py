"""The kernels on random positions: all patterns at once, one by one, and in plain Python are the same."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from types import ModuleType

import pytest
from pattern_kinds import ALL_KINDS, TOGETHER

from engine.base import kernels
from engine.base.errors import Cancelled
from engine.base.kernels import plain
from engine.sudoku.layout import LAYOUTS, House, Layout, single
from engine.sudoku.making.generator import generate
from engine.sudoku.techniques.patterns import search as search_kernel
from engine.sudoku.techniques.patterns.boards import KINDS
from engine.sudoku.techniques.patterns.search import PatternSearch
from engine.sudoku.techniques.position import Position

SHALLOW = bytes(kind for kind in ALL_KINDS if kind < KINDS.index("X_CHAIN"))
"""Without chains and almost locked sets, of which there are very many on large layouts."""
NEVER, ALWAYS = bytes(len(KINDS)), bytes([1]) * len(KINDS)
GRID = single() if kernels.state().compiled else LAYOUTS["6x6"]()
"""A grid with many patterns; uncompiled a small one."""
SOME = 50
"""Maximum number of examined patterns of a kind in a position: some have thousands of chains."""


@pytest.fixture(scope="session")
def layout(layout: Layout) -> Layout:
    """Each layout; uncompiled only the small ones, as the others take minutes."""
    if len(layout.cells) > 40 and not kernels.state().compiled:
        pytest.skip("uncompiled, patterns of this layout take minutes")
    return layout


def start(layout: Layout, seed: int) -> Position:
    """A random puzzle's givens, from easy to nearly minimal; on large layouts half of the cells."""
    cells = len(layout.cells)
    holes = random.Random(seed).randrange(cells // 2, 3 * cells // 4) if cells < 200 else cells // 2
    return Position.of(layout, generate(layout, holes, seed=seed).puzzle.givens)


def walk(layout: Layout, seed: int) -> Iterator[Position]:
    """A puzzle and the positions that patterns lead to, several of any kind at a time."""
    chance, position = random.Random(seed), start(layout, seed)
    search = PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    while search.is_open:
        yield Position(layout, search.digits_placed(), search.candidates())
        for _ in range(chance.randrange(1, len(layout.cells) // 4)):
            kinds = chance.sample(ALL_KINDS, len(ALL_KINDS))
            if not search.run(bytes(kinds), NEVER, 1):
                return


def loaded(position: Position) -> PatternSearch:
    search = PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    return search


@pytest.mark.few(1)
def test_the_first_pattern_is_the_first_of_all(layout: Layout) -> None:
    seen: Counter[str] = Counter()
    fresh = loaded(start(layout, 0))
    for seed in range(1 if len(layout.cells) > 200 else 3):
        for number, position in enumerate(walk(layout, seed)):
            search = loaded(position)
            is_deep = (len(layout.cells) < 100 and number % 3 == 0) or (seed, number) == (0, 1)
            for kind in ALL_KINDS if is_deep else SHALLOW:
                every = search.every(kind, SOME)
                seen.update(KINDS[found[0]] for found in every)
                assert {KINDS[found[0]] for found in every} <= set(TOGETHER.get(KINDS[kind], [KINDS[kind]]))
                fresh.load(position.values, position.masks)
                assert fresh.run(bytes([kind]), ALWAYS, 1) == every[:1]
                assert (fresh.digits_placed(), fresh.candidates()) == (position.values, position.masks)
    assert len(seen) > 10


def test_incremental_updates_equal_a_fresh_load(layout: Layout) -> None:
    """After each applied pattern, the next one is that of a fresh position."""
    for seed in range(3):
        position = start(layout, seed)
        search = loaded(position)
        while search.is_open:
            kinds = ALL_KINDS if len(layout.cells) < 200 else SHALLOW
            expected = loaded(position).run(kinds, ALWAYS, 1)
            found = search.run(kinds, NEVER, 1)
            assert found == expected
            if not found:
                break
            ((_, _, places, removes),) = found
            position = position.place(places).remove(removes)
            assert (search.digits_placed(), search.candidates()) == (position.values, position.masks)
        assert search.is_open == (not position.is_broken and not position.is_solved)


def test_a_run_consists_of_patterns_in_sequence(layout: Layout) -> None:
    position = start(layout, 7)
    one_by_one, at_once = loaded(position), loaded(position)
    found = []
    while more := one_by_one.run(ALL_KINDS, NEVER, 1):
        found += more
    assert at_once.run(ALL_KINDS, NEVER, 10**6) == found


@pytest.mark.skipif(not kernels.state().compiled, reason="the same module twice")
@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        *((name, SHALLOW) for name in ("single", "double", "diagonal")),
        *((name, ALL_KINDS) for name in ("twins", "cages", "six")),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_uncompiled_does_the_same(layouts: dict[str, Layout], name: str, kinds: bytes) -> None:
    module = plain("engine.sudoku.techniques.patterns.search")
    for position in islice(walk(layouts[name], 5), 4):
        search, other = loaded(position), module.PatternSearch(position.geometry)
        other.load(position.values, position.masks)
        for kind in kinds:
            assert other.every(kind, SOME) == search.every(kind, SOME)
        other.load(position.values, position.masks)
        search.load(position.values, position.masks)
        assert other.run(kinds, NEVER, 10**6) == search.run(kinds, NEVER, 10**6)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["single", "double"])
def test_uncompiled_finds_the_same_chains(layouts: dict[str, Layout], name: str) -> None:
    module = plain("engine.sudoku.techniques.patterns.search")
    for position in islice(walk(layouts[name], 5), 4):
        search, other = loaded(position), module.PatternSearch(position.geometry)
        other.load(position.values, position.masks)
        for kind in ALL_KINDS:
            assert other.every(kind) == search.every(kind)


def test_exhausting_removes_the_union_of_all_findings(layout: Layout) -> None:
    """For chains, at the end of easier patterns; and nothing is left where both ends lead."""
    chains = KINDS.index("CONTINUOUS_NICE_LOOP")
    for seed in range(3):
        position = start(layout, seed)
        search, other = loaded(position), loaded(position)
        left = search.exhaust(SHALLOW)
        other.run(SHALLOW, NEVER, 10**6)
        assert search.candidates() == other.candidates()
        assert left == sum(mask.bit_count() for mask in other.candidates())
        while other.is_open and (every := other.every(chains)):
            other.take([], {removed for _, _, _, removes in every for removed in removes})
            other.run(SHALLOW, NEVER, 10**6)
        search.exhaust(SHALLOW, bytes([chains]))
        assert (search.digits_placed(), search.candidates()) == (other.digits_placed(), other.candidates())


@pytest.mark.long
def test_only_requested_items_are_found() -> None:
    position = start(GRID, 6)
    search = loaded(position)
    names = Counter(KINDS[found[0]] for kind in ALL_KINDS for found in search.every(kind))
    for name in names:
        search.want(bytes(kind == name for kind in KINDS))
        assert {KINDS[found[0]] for kind in ALL_KINDS for found in search.every(kind)} == {name}


def test_a_search_goes_from_one_position_to_the_next() -> None:
    first, second = start(GRID, 1), start(GRID, 2)
    search = loaded(first)
    search.run(ALL_KINDS, NEVER, 10**6)
    search.load(second.values, second.masks)
    assert search.run(ALL_KINDS, NEVER, 10**6) == loaded(second).run(ALL_KINDS, NEVER, 10**6)


@pytest.mark.parametrize("module", [search_kernel, plain(search_kernel.__name__)], ids=["loaded", "plain"])
def test_a_solved_grid_yields_nothing(module: ModuleType) -> None:
    solution = generate(single(), 30, seed=1).solution
    search = module.PatternSearch(Position.of(single(), solution).geometry)
    search.load(solution, [0] * 81)
    assert [search.every(kind) for kind in ALL_KINDS] == [[]] * len(ALL_KINDS)
    assert not search.almost_locked_sets()
    assert not search.strong_links(1)


def test_the_first_of_all_are_found_sooner() -> None:
    """Any number of patterns is a prefix of all, also right after a smaller number."""
    search, found = loaded(start(GRID, 6)), Counter[int]()
    for kind in ALL_KINDS:
        every = search.every(kind)
        for most in (1, 2, 7, len(every), len(every) + 1):
            if most:
                assert search.every(kind, most) == every[:most]
        found[len(every)] += 1
    assert max(found) > 7


def test_it_ends_on_request() -> None:
    search = loaded(start(single(), 1))
    with pytest.raises(Cancelled):
        search.run(ALL_KINDS, NEVER, 10**6, lambda: True)


@pytest.mark.parametrize("module", [search_kernel, plain(search_kernel.__name__)], ids=["loaded", "plain"])
def test_a_base_may_have_any_number_of_covers(module: ModuleType, blank: Callable[..., Position]) -> None:
    """Three houses contain both places in each of four columns: 81 covers, all of which except the pairs remove
    something.
    """
    pairs = [((row, column), (row + 3, column)) for row, column in ((0, 0), (0, 1), (1, 2), (1, 3))]
    short = [cells for pair in pairs for cells in (pair, (*pair, (7, pair[0][1])))]
    houses = [House("column", "short", tuple(single().index[cell] for cell in cells)) for cells in short]
    rows = {(5, "row 1"): "r1c1 r1c2", (5, "row 4"): "r4c1 r4c2", (5, "row 2"): "r2c3 r2c4", (5, "row 5"): "r5c3 r5c4"}
    position = blank(replace(single(), name="short", houses=(*single().houses, *houses)), places=rows)
    search = module.PatternSearch(position.geometry)
    search.load(position.values, position.masks)
    found = search.every(KINDS.index("JELLYFISH"))
    assert len(found) == len(set(found)) == 3**4 - 1
    assert [numbers for _, numbers, _, _ in found] == sorted(numbers for _, numbers, _, _ in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["samurai", "16x16", "25x25"])
def test_large_layouts_need_several_words(name: str) -> None:
    layout = LAYOUTS[name]()
    module = plain("engine.sudoku.techniques.patterns.search")
    for position in islice(walk(layout, 5), 3):
        other = module.PatternSearch(position.geometry)
        other.load(position.values, position.masks)
        assert other.run(ALL_KINDS, NEVER, 10**6) == loaded(position).run(ALL_KINDS, NEVER, 10**6)
