"""Shortened output shows the same on a terminal."""

import pyte
from hypothesis import example, given
from hypothesis import strategies as st
from rich.style import Style

from tui.terminal.driver import shortened

WIDTH, HEIGHT, MAX_COUNT = 12, 4, 30

places = st.builds("\x1b[{};{}H".format, st.integers(1, HEIGHT), st.integers(1, WIDTH))
codes = st.sampled_from([
    "0", "", "1", "3", "4", "7", "9", "22", "23", "24", "27", "29", "39", "49", "31", "97", "44", "103", "38;5;245",
    "48;5;19", "38;2;1;2;3", "48;2;200;100;0",
])  # fmt: skip
looks = st.lists(codes, min_size=1, max_size=3).map(lambda parts: f"\x1b[{';'.join(parts)}m")
texts = st.text("ab9 ·│[]", min_size=1, max_size=3)
pieces = st.lists(st.one_of(places, looks, texts, st.just("\n")), max_size=MAX_COUNT).map("".join)


def screen_of(data: str, row: int, column: int) -> tuple[object, ...]:
    """The screen, and the final position of the cursor, on top of the previous contents."""
    screen = pyte.Screen(WIDTH, HEIGHT + MAX_COUNT)  # nothing scrolls
    screen.set_mode(pyte.modes.LNM)
    stream = pyte.Stream(screen)
    stream.feed(f"\x1b[{row};{column}H{data}")
    chars = [[screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT + MAX_COUNT)]
    return chars, screen.cursor.y, screen.cursor.x, screen.cursor.attrs._replace(data=" ")


@given(pieces, st.integers(1, HEIGHT), st.integers(1, WIDTH))
def test_the_screen_is_the_same(data: str, row: int, column: int) -> None:
    assert screen_of(shortened(data), row, column) == screen_of(data, row, column)


@given(pieces)
@example("\x1b[1;3m9\x1b[22m")  # one of several attributes is removed
def test_it_is_never_longer(data: str) -> None:
    assert len(shortened(data)) <= len(data)


def test_neighbours_of_one_style_are_sent_in_one() -> None:
    cell = Style.parse("bold red on blue").render(" 5 ")
    assert shortened(f"\x1b[2;3H{cell}\x1b[2;6H{cell}\n\x1b[3;3H{cell}") == (
        "\x1b[2;3H\x1b[1;31;44m 5  5 \x1b[3;3H 5 \x1b[m"
    )


def test_unknown_input_stays_unchanged() -> None:
    for strange in ("\x1b[?25l", "\x1b]52;c;AAAA\x07", "\x1b[51m", "\x1b[4:3m", "\x1b"):
        data = f"\x1b[1;1H\x1b[1ma\x1b[0m\x1b[1;2H{strange}\x1b[1mb\x1b[0m"
        assert shortened(data) == data
