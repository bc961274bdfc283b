"""The links of a chain: unbroken lines between the nearest candidates, strong and weak ones by turns."""

from collections import Counter
from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.sudoku.layout import single
from tui.draw.board import BoardAppearance, draw
from tui.draw.board_frame import BoardFrame, CellSize, board_frame
from tui.draw.chain_lines import put_chain
from tui.draw.palette import PALETTES, UNICODE
from tui.draw.picture import Picture

PALETTE = PALETTES["dark"]
TEXT = board_frame(single(), UNICODE.box, CellSize(8, 4), 200)
ARMS = dict(zip(UNICODE.links, ("lr", "ud", "rd", "ld", "ru", "lu", "lr", "ud"), strict=True))
STEPS = {"l": (-1, 0), "r": (1, 0), "u": (0, -1), "d": (0, 1)}
CANDIDATES = st.tuples(st.integers(0, 80), st.integers(1, 9))


def links(text: BoardFrame, chain: list[list[tuple[int, int]]]) -> Picture:
    """The links alone, on an empty picture."""
    picture = Picture(text.width, text.height)
    put_chain(picture, text, chain, PALETTE, UNICODE)
    return picture


def drawn(picture: Picture) -> dict[tuple[int, int], str]:
    """The characters that are no blanks, by column and row."""
    places = ((x, y) for y in range(picture.height) for x in range(picture.width))
    return {place: char for place in places if (char := picture.char(*place)) != " "}


@cache
def place(candidate: tuple[int, int]) -> tuple[int, int]:
    """Where the board shows a candidate."""
    cell, digit = candidate
    notes = [0] * 81
    notes[cell] = 1 << digit
    board = draw(TEXT, BoardAppearance([0] * 81, [PALETTE.given] * 81, {}, notes=notes), PALETTE, UNICODE)
    return next(at for at, char in drawn(board).items() if char == str(digit))


@given(CANDIDATES, CANDIDATES)
def test_a_link_leads_from_one_candidate_to_the_other(first: tuple[int, int], other: tuple[int, int]) -> None:
    start, end = place(first), place(other)
    path = drawn(links(TEXT, [[first], [other]]))
    for at, char in path.items():
        neighbours = [(at[0] + STEPS[arm][0], at[1] + STEPS[arm][1]) for arm in ARMS[char]]
        assert all(neighbour in path or neighbour in (start, end) for neighbour in neighbours)
    far = abs(start[0] - end[0]) + abs(start[1] - end[1])
    assert len(path) >= far - 1


@given(st.lists(CANDIDATES, min_size=1, max_size=3), st.lists(CANDIDATES, min_size=1, max_size=3))
def test_a_link_joins_the_nearest_candidates(first: list[tuple[int, int]], other: list[tuple[int, int]]) -> None:
    def far(pair: tuple[tuple[int, int], tuple[int, int]]) -> int:
        (x, y), (to_x, to_y) = map(place, pair)
        return abs(x - to_x) + 2 * abs(y - to_y)

    pairs = [(a, b) for a in first for b in other]
    nearest = [drawn(links(TEXT, [[a], [b]])) for a, b in pairs if far((a, b)) == min(map(far, pairs))]
    assert drawn(links(TEXT, [first, other])) in nearest


def test_strong_and_weak_links_take_turns() -> None:
    chain = [[(cell, 1)] for cell in (0, 8, 80, 72)]
    whole = links(TEXT, chain)
    for number, pair in enumerate(pairwise(chain)):
        styles = Counter(whole.styles[y * whole.width + x] for x, y in drawn(links(TEXT, list(pair))))
        assert styles.most_common()[0][0] == (PALETTE.weak if number % 2 else PALETTE.strong)
