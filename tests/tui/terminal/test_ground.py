"""Detection of light terminals: the answer, in any pieces, is not a key; without one nothing is lost."""

import time
from collections.abc import Iterable

import pytest
from textual import constants
from textual.events import Key, Paste
from textual.message import Message

from tui.app import SatSudoku
from tui.terminal.ground import ANSWER_SECONDS, INCOMPLETE_SECONDS, GroundAnswer, GroundReport, can_answer, usual_theme
from tui.terminal.input_parser import InputParser
from tui.terminal.options import Options

WHITE = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
ANSWERS = {
    WHITE: True,
    b"\x1b]11;rgb:fdfd/f6f6/e3e3\x07": True,
    b"\x1b]11;rgb:ff/ff/ff\x1b\\": True,
    b"\x1b]11;rgba:ffff/ffff/ffff/8000\x07": True,
    b"\x1b]11;rgb:0000/0000/0000\x1b\\": False,
    b"\x1b]11;rgb:0000/2b2b/3636\x07": False,
}


class Clock:
    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def events_of(messages: Iterable[Message]) -> list[object]:
    """Keys by their names, pastes by their text in a list, and whether the background is light."""
    return [
        message.key
        if isinstance(message, Key)
        else [message.text]
        if isinstance(message, Paste)
        else message.is_light
        if isinstance(message, GroundReport)
        else message
        for message in messages
    ]


def parser(clock: Clock) -> InputParser:
    return InputParser(clock, GroundAnswer(clock))


@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_cut_anywhere_is_no_key(answer: bytes) -> None:
    for cut in range(1, len(answer)):
        clock = Clock()
        reader = parser(clock)
        found = events_of(reader.feed(b"a" + answer[:cut]))
        clock.seconds += 0.08
        found += events_of(reader.tick())
        found += events_of(reader.feed(answer[cut:] + b"\x1b[Ab"))
        assert found == ["a", ANSWERS[answer], "up", "b"]


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_an_answer_among_keys_and_pastes(size: int) -> None:
    clock, found = Clock(), []
    reader = parser(clock)
    data = b"\x1b[A1" + WHITE + b"2\x1b[200~x\x1b]11;rgb:0/0/0\x07y\x1b[201~3"
    for at in range(0, len(data), size):
        found += events_of(reader.feed(data[at : at + size]))
        clock.seconds += 0.01
        found += events_of(reader.tick())
    assert sorted(found, key=str) == sorted(["up", "1", True, "2", ["x]11;rgb:0/0/0y"], "3"], key=str)


def test_keys_are_keys_without_an_answer_of_the_terminal() -> None:
    clock = Clock()
    reader = parser(clock)
    for typed, name in ((b"\x1b", "escape"), (b"\x1b]", "right_square_bracket")):
        assert events_of(reader.feed(typed)) == []
        clock.seconds += 1.1 * reader.delay
        found = events_of(reader.tick())
        time.sleep(2 * constants.ESCAPE_DELAY)  # Textual's parser has its own clock
        assert [*found, *events_of(reader.tick())] == [name]
    assert events_of(reader.feed(b"\x1b[Ba]11;")) == ["down", "a", "right_square_bracket", "1", "1", "semicolon"]


def test_a_beginning_without_an_end_is_dropped() -> None:
    clock = Clock()
    reader = parser(clock)
    assert events_of(reader.feed(WHITE[:12])) == []
    clock.seconds += INCOMPLETE_SECONDS / 2
    assert events_of(reader.tick()) == []
    clock.seconds += INCOMPLETE_SECONDS
    assert events_of(reader.tick()) == []
    assert events_of(reader.feed(b"ab")) == ["a", "b"]


def test_an_answer_that_is_not_expected_any_more_is_not_waited_for() -> None:
    clock = Clock()
    reader = parser(clock)
    clock.seconds += ANSWER_SECONDS + 1
    assert events_of(reader.feed(b"\x1b[A")) == ["up"]
    assert events_of(reader.feed(b"\x1b")) == []
    assert events_of(reader.feed(b"[B")) == ["down"]


def test_facts_from_the_environment() -> None:
    assert [usual_theme({"COLORFGBG": value}) for value in ("0;15", "0;default;15", "0;7", "15;0", "7", "x", "")] == [
        "light", "light", "light", "dark", "light", "dark", "dark",
    ]  # fmt: skip
    assert usual_theme({}) == "dark"
    assert (can_answer({"TERM": "xterm-256color"}), can_answer({"TERM": "linux"})) == (True, False)


@pytest.mark.parametrize("theme", [None, "contrast"])
async def test_the_answer_of_the_terminal_decides_only_without_an_explicit_choice(
    app: SatSudoku, theme: str | None
) -> None:
    app = SatSudoku(Options(path=app.options.path, theme=theme))
    async with app.run_test(size=(80, 24)) as pilot:
        for is_light, expected in ((True, "light"), (False, "dark")):
            app.post_message(GroundReport(is_light))
            await pilot.pause()
            assert app.theme == (theme or expected)
        app.choose_theme("colour-blind")
        app.post_message(GroundReport(True))
        await pilot.pause()
        assert app.theme == "colour-blind"
