"""Bytes of a terminal as events: any bytes in any pieces, and pastes as pure text."""

import random
from collections.abc import Iterable

import pytest
from random_input import random_input
from textual.events import Key, Paste, Resize
from textual.message import Message

from tui.terminal.input_parser import MAX_PASTED, MAX_SIZE, PASTE_SECONDS, InputParser, PasteRefused

BEGIN, END = b"\x1b[200~", b"\x1b[201~"


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def events_of(messages: Iterable[Message]) -> list[object]:
    """Keys by their names, pastes by their text in a list."""
    return [
        message.key if isinstance(message, Key) else [message.text] if isinstance(message, Paste) else type(message)
        for message in messages
    ]


def fed(parser: InputParser, data: bytes, size: int = 0) -> list[object]:
    """The events of the bytes, fed in pieces of that size (0: all at once)."""
    size = size or max(len(data), 1)
    return [report for at in range(0, len(data), size) for report in events_of(parser.feed(data[at : at + size]))]


@pytest.mark.parametrize("size", [0, 1, 2, 5])
@pytest.mark.parametrize(
    ("data", "events"),
    [
        (b"a\xfcb\x9bc\xe4d\xc3\xa4", ["a", "b", "c", "d", "ä"]),  # UTF-8 at last
        (BEGIN + b"x\x1bc" + END + b"d", [["xc"], "d"]),
        (BEGIN + b"\x1b]0;t\x07\x1b[A\x1bOP\x1b[3~\x1b[99u" + END, [["]0;t[AOP[3~[99u"]]),
        (BEGIN + b"1\t2\r\n3\x00\x7f\xc2\x9b4" + END, [["1\t2\r\n34"]]),
        (BEGIN + b"Gr\xfc\xdfe" + END, [["Gr\ufffd\ufffde"]]),
        (BEGIN + BEGIN + b"x\x1b[201" + END + END + b"y", [["[200~x[201"], "y"]),
        (b"\x1b[2\xff00~x" + BEGIN + END + b"y", None),  # damaged, so no paste begins there
        (BEGIN + END + b"y", [[""], "y"]),
        (b"\x1b[99999999999u\x1b[1:2u\x1b[3;4;1114112ua", ["a"]),  # no characters have these numbers
        (b"\x1b[48;0;0;0;0t\x1b[<0;2;3M\x1b[48;99999;99999;1;1ta", None),
    ],
)
def test_bytes_are_events_in_whatever_pieces_they_come(data: bytes, events: list[object] | None, size: int) -> None:
    found = fed(InputParser(), data, size)
    if events is None:
        assert found[-1] in ("a", "y")
        assert Resize not in found
    else:
        assert found == events


def test_an_invalid_size_is_no_event() -> None:
    assert fed(InputParser(), b"\x1b[48;24;80;0;0t") == [Resize]
    assert fed(InputParser(), f"\x1b[48;24;{MAX_SIZE.width + 1};0;0t".encode()) == []


def test_a_paste_without_an_end_is_given_up_and_keys_count_again() -> None:
    clock = Clock()
    parser = InputParser(clock)
    assert fed(parser, BEGIN + b"123") == []
    assert parser.delay == PASTE_SECONDS
    clock.seconds += PASTE_SECONDS - 0.1
    assert events_of(parser.tick()) == []
    assert fed(parser, b"4") == [], "a slow line is no end"
    clock.seconds += PASTE_SECONDS - 0.1
    assert events_of(parser.tick()) == []
    clock.seconds += 0.2
    assert [message.is_too_long for message in parser.tick() if isinstance(message, PasteRefused)] == [False]
    assert fed(parser, b"a" + END + b"b" + BEGIN + b"c" + END) == ["a", "b", ["c"]]
    assert parser.delay < PASTE_SECONDS


@pytest.mark.parametrize("excess", [0, 1])
def test_a_paste_beyond_the_limit_is_dropped(excess: int) -> None:
    parser = InputParser()
    text = b"1" * (MAX_PASTED + excess)
    assert fed(parser, BEGIN + text + END + b"a", 1 << 16) == [PasteRefused if excess else [text.decode()], "a"]
    fed(parser, BEGIN)
    for _ in range(10 * MAX_PASTED // (1 << 16)):
        fed(parser, b"\x1b[201" * (1 << 13))
    assert sum(map(len, parser._paste or ())) <= MAX_PASTED, "an endless one takes no memory"


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", range(10))
def test_no_bytes_make_it_fail(seed: int) -> None:
    clock = Clock()
    parser = InputParser(clock)
    chance = random.Random(seed)
    data = random_input(seed, 40_000)
    while data:
        cut = chance.randrange(1, 200)
        found = [*parser.feed(data[:cut]), *parser.tick()]
        data = data[cut:]
        clock.seconds += chance.choice((0, 0, 0.2, 2))
        for message in found:
            assert not isinstance(message, Paste) or not any(map(_is_control, message.text))
    clock.seconds += 10
    events_of(parser.tick())
    assert fed(parser, END + b"z" * 40)[-1:] == ["z"], "what comes after it counts"


def _is_control(char: str) -> bool:
    return ord(char) in {*range(32), *range(127, 160)} - {9, 10, 13}
