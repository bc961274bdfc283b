"""An animation has the first picture complete, and the changed rows of each later one."""

import json

import pyte
from rich.style import Style

from tui.draw.asciicast import asciicast
from tui.draw.picture import Picture

TEXTS = [("one", "two"), ("one", "six"), ("one", "six"), ("ten", "six")]
RED = Style(color="red")


def picture(position: int) -> Picture:
    made = Picture(5, 2)
    for row, text in enumerate(TEXTS[position]):
        made.put(1, row, text, RED)
    return made


def frames(count: int, seconds: float) -> list[tuple[float, Picture]]:
    return [(number * seconds, picture(number)) for number in range(count)]


def test_each_picture_equals_the_terminal_at_that_time() -> None:
    header, *events = map(json.loads, asciicast("a search", frames(4, 0.25)))
    assert header == {"version": 2, "width": 5, "height": 2, "title": "a search"}
    assert [(time, kind) for time, kind, _ in events] == [(0.0, "o"), (0.25, "o"), (0.5, "o"), (0.75, "o")]
    screen = pyte.Screen(5, 2)
    stream = pyte.Stream(screen)
    for (_, _, written), text in zip(events, TEXTS, strict=True):
        stream.feed(written)
        assert [row.strip() for row in screen.display] == list(text)
        assert screen.buffer[0][1].fg == "red"
        assert screen.cursor.hidden


def test_only_rows_that_changed_are_written() -> None:
    _, *events = map(json.loads, asciicast("", frames(4, 1.0)))
    rows = [[text for text in ("one", "two", "six", "ten") if text in written] for _, _, written in events]
    assert rows == [["one", "two"], ["six"], [], ["ten"]]
    assert [written.count("\x1b[2J") for _, _, written in events] == [1, 0, 0, 0]


def test_one_picture_is_enough() -> None:
    assert len(list(asciicast("", frames(1, 1.0)))) == 2
    assert list(asciicast("", [])) == []
