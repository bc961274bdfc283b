"""The reduced output, applied to the terminal's contents, gives the picture."""

import asyncio
import os
import re
import signal
import threading

import pyte
import pytest
from amounts import amount
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from systems import unix
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size

from tui.terminal.driver import (
    PLAIN,
    ScreenModel,
    _output_by_rows,
    _output_by_styles,
    after,
    change,
    diffing_driver,
    move,
    shortened,
)

WIDTH, HEIGHT = 14, 4

looks = st.sampled_from(["", "1", "7", "4", "31", "1;44", "38;5;245;48;5;19", "2;32"])
texts = st.text("ab  9│", min_size=1, max_size=6)
pieces = st.tuples(st.integers(1, HEIGHT), st.integers(1, WIDTH - 11), looks, texts)
rubbish = st.sampled_from(
    ["\x1b[?1049l", "\x1b[2;2H\x1b[5X", "\x1b[2;2He\u0301b", "\x1b[1;3H\N{WATCH}", "\x1b[3;9Hfar" * 9]
)
silent = st.sampled_from(["\x1b[?2026h", "\x1b[?2026l", "\x07", "\x1b]52;c;AAAA\x07", "\x1b[?25l"])
strange = st.tuples(pieces, st.text("a \u6f22\u0301\ufe0f\u200d\U0001f1e9\u1100", min_size=1, max_size=3))
"""Text with characters that take two columns or none, or that combine."""
OTHER_SCREEN = "\x1b[?1049h"


def painted(row: int, column: int, look: str, text: str) -> str:
    return f"\x1b[{row};{column}H\x1b[{look}m{text}\x1b[0m\n"


@st.composite
def screens(draw: st.DrawFn) -> str:
    """A whole screen, each row in two styles, the second one often of blanks."""
    rows = [
        draw(st.one_of(st.text("ab  .", min_size=WIDTH, max_size=WIDTH), st.just("a".ljust(WIDTH))))
        for _ in range(HEIGHT)
    ]
    first, second, part = draw(looks), draw(looks), draw(st.integers(1, WIDTH - 1))
    return (
        "".join(
            painted(row, 1, first, text[:part])[:-1] + painted(row, part + 1, second, text[part:])
            for row, text in enumerate(rows, 1)
        )
        + "\x1b[1;1H"
    )


pictures = st.one_of(
    screens(),
    st.lists(pieces, min_size=1, max_size=8).map(lambda each: "".join(painted(*piece) for piece in each) + "\x1b[1;1H"),
    strange.map(lambda both: painted(*both[0][:3], "a" + both[1])),
    silent,
    rubbish,
    st.just(OTHER_SCREEN),
)
sizes = st.sampled_from([Size(WIDTH, HEIGHT)] * 4 + [Size(WIDTH - 1, HEIGHT), Size(WIDTH, HEIGHT - 1), Size(0, 0)])


def on_screen(stream: pyte.Stream) -> list[list[object]]:
    """Every cell; for a blank only the visible part of its style."""
    screen = stream.listener
    cells = [[screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]
    plain = {"fg": "default", "bold": False, "italics": False, "blink": False}
    return [
        [cell._replace(**plain) if cell.data == " " and not (cell.reverse or cell.underscore) else cell for cell in row]
        for row in cells
    ]


def cursor(stream: pyte.Stream) -> tuple[int, int]:
    return stream.listener.cursor.y, stream.listener.cursor.x


def terminal() -> pyte.Stream:
    return pyte.Stream(pyte.Screen(WIDTH, HEIGHT + 9))  # nothing scrolls


@st.composite
def histories(draw: st.DrawFn) -> list[tuple[str, Size, bool]]:
    """The outputs in order, with the terminal's size then, and whether all is forgotten before.

    The same few pictures recur, because only this reveals wrong assumptions about the screen.
    """
    some = st.sampled_from(draw(st.lists(pictures, min_size=1, max_size=4)))
    step = st.tuples(
        some, st.one_of(st.just(Size(WIDTH, HEIGHT)), sizes), st.integers(0, 9).map(lambda number: not number)
    )
    return draw(st.lists(step, min_size=2, max_size=12))


@settings(max_examples=amount(400))
@given(histories(), st.text("xy \n", max_size=20))
def test_the_screen_is_the_same(sent: list[tuple[str, Size, bool]], before: str) -> None:
    now = Size(WIDTH, HEIGHT)
    model, whole, short = ScreenModel(lambda: now), terminal(), terminal()
    for stream in (whole, short):
        stream.feed(before)
    for data, now, forgotten in sent:  # noqa: B007
        if forgotten:
            model.invalidate()
        whole.feed(data + "\x1b[2J" * (data == OTHER_SCREEN))
        short.feed(model.difference(data))
        assert on_screen(short) == on_screen(whole)
        if re.search(r"\[\d+;\d+H$", data):  # as Textual ends its frames
            assert cursor(short) == cursor(whole)


cells = st.tuples(st.sampled_from("ab  │"), looks.map(lambda look: after(PLAIN, look) or PLAIN))
rows = st.lists(cells, min_size=WIDTH, max_size=WIDTH)


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("drawn", [_output_by_rows, _output_by_styles])
@settings(max_examples=amount(300), phases=[Phase.generate])  # to make a failure smaller takes minutes
@given(before=st.lists(rows, min_size=HEIGHT, max_size=HEIGHT), now=st.lists(rows, min_size=HEIGHT, max_size=HEIGHT))
def test_both_ways_to_draw_make_the_picture(drawn, before, now) -> None:  # type: ignore[no-untyped-def]
    """Cell by cell, from what was there; afterwards the style is plain."""
    changed, whole = terminal(), terminal()
    for stream, picture in ((changed, before), (whole, now)):
        for number, row in enumerate(picture, 1):
            stream.feed(f"\x1b[{number};1H" + "".join(f"\x1b[0;{';'.join(look)}m{char}" for char, look in row))
        stream.feed("\x1b[0m")
    changed.feed(drawn([(number, *pair) for number, pair in enumerate(zip(before, now, strict=True))], ""))
    assert on_screen(changed) == on_screen(whole)
    changed.feed("\x1b[1;1Hx")
    whole.feed("\x1b[1;1Hx")
    assert on_screen(changed) == on_screen(whole)


@settings(max_examples=amount(50))
@given(st.lists(pictures, max_size=4), pictures.filter(lambda data: data != OTHER_SCREEN))
def test_unchanged_content_is_not_sent_again(sent: list[str], last: str) -> None:
    model = ScreenModel(lambda: Size(WIDTH, HEIGHT))
    for data in [*sent, last]:
        model.difference(data)
    again = model.difference(last)
    assert again in ("", last, shortened(last))
    if len(last) > 60 and "far" not in last:
        assert again == ""


def test_another_size_is_another_screen() -> None:
    size = [Size(3, 2)]
    model = ScreenModel(lambda: size[0])
    small = "\x1b[1;1Habc\n\x1b[2;1Hdef\x1b[1;1H"
    assert model.difference(small).endswith("\x1b[2J\x1b[1;1Habc\x1b[2;1Hdef\x1b[1;1H")
    assert model.difference(small) == ""
    model.invalidate()
    assert model.difference(small).endswith("\x1b[2J\x1b[1;1Habc\x1b[2;1Hdef\x1b[1;1H")
    size[0] = Size(4, 2)
    assert model.difference(small) == "\x1b[1;1Habc\v\b\b\bdef\x1b[1;1H"  # for the previous size: more will follow
    size[0] = Size(2, 2)
    assert model.difference(small) == shortened(small)  # which may have disturbed the contents
    size[0] = Size(3, 2)
    assert "abc" in model.difference(small)


def test_a_screen_that_is_cleared_is_painted_without_its_blanks() -> None:
    model = ScreenModel(lambda: Size(30, 2))
    model.difference("\x1b[1;1Hold" + " " * 27 + "\n\x1b[2;1H" + " " * 30)
    model.clear()
    assert model.difference("\x1b[1;1Hnew" + " " * 20) == "\x1b[m\x1b[2J\x1b[1;1Hnew"
    assert model.difference("\x1b[2;1H" + " " * 27 + "end") == "\x1b[2;28Hend"
    model.clear()
    assert model.difference("\x1b[1;1H漢字").startswith("\x1b[m\x1b[2J")  # whatever comes first
    assert "\x1b[2J" not in model.difference("\x1b[1;1Hmore")


def test_nothing_is_known_without_a_terminal() -> None:
    model = ScreenModel(lambda: Size(0, 0))
    for _ in range(2):
        assert model.difference("\x1b[1;1H\x1b[1ma\x1b[0m\x1b[1;2H\x1b[1mb\x1b[0m") == "\x1b[1;1H\x1b[1mab\x1b[m"


def test_an_update_that_changes_nothing_sends_nothing() -> None:
    model = ScreenModel(lambda: Size(3, 2))
    update = "\x1b[?2026h", "\x1b[1;1Habc\n\x1b[2;1Hdef\x1b[1;1H", "\x1b[?2026l"
    assert "".join(map(model.difference, update)) == (
        "\x1b[?2026h\x1b[m\x1b[2J\x1b[1;1Habc\x1b[2;1Hdef\x1b[1;1H\x1b[?2026l"
    )
    assert not any(map(model.difference, update))


def test_the_cursor_goes_where_text_is_typed() -> None:
    model = ScreenModel(lambda: Size(3, 1))
    model.difference("\x1b[1;1Habc\x1b[1;1H")
    assert model.difference("\x1b[1;1Habc\x1b[1;3H") == "\x1b[1;3H"
    assert model.difference("\x1b[1;1Habc\x1b[1;3H") == ""
    assert model.difference("\x1b[1;1HXbc\x1b[1;3H") == "\x1b[1;1HX\x1b[C"


async def test_the_cursor_is_never_hidden() -> None:
    sent: list[str] = []

    class Recorder(HeadlessDriver):
        def write(self, data: str) -> None:
            sent.append(data)

    driver = diffing_driver(Recorder, ScreenModel(lambda: Size(3, 1)))(App())
    for data in ("\x1b[?25l", "\x1b[?25h"):
        driver.write(data)
    assert sent == ["\x1b[?25h"]


@unix
@pytest.mark.parametrize("number", [signal.SIGCONT, signal.SIGTSTP])
async def test_a_signal_in_the_middle_of_writing_is_handled_afterwards(
    number: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    send = os.kill

    class Interrupted(HeadlessDriver):
        can_suspend = True

        def write(self, data: str) -> None:
            done.append("begins to write")
            send(os.getpid(), number)
            done.append("has written")

        def suspend_application_mode(self) -> None:
            done.append("threads end")

        def start_application_mode(self) -> None:
            done.append("threads begin")

    def stop(process: int, how: signal.Signals) -> None:
        assert (process, how) == (os.getpid(), signal.SIGSTOP)
        done.append("stops")
        send(process, signal.SIGCONT)  # by the sender of the signal; it has resumed by then

    monkeypatch.setattr(os, "kill", stop)
    app = App()
    driver = diffing_driver(Interrupted, ScreenModel(lambda: Size(3, 1)))(app)
    driver.start_application_mode()
    app._running = True
    driver.write("\x1b[1;1Habc\x1b[1;1H")
    async with asyncio.timeout(30):
        while done[-1] != "threads begin":
            await asyncio.sleep(0)
    stops = ["stops"] * (number == signal.SIGTSTP)
    assert done == ["threads begin", "begins to write", "has written", "threads end", *stops, "threads begin"]

    done.clear()
    driver.write("\x1b[1;1Hdef\x1b[1;1H")
    app._running = False  # the terminal belongs to the shell again
    for _ in range(5):
        await asyncio.sleep(0)
    assert done == ["begins to write", "has written"]


@unix
async def test_a_signal_is_handled_in_any_thread() -> None:
    """A waiting event loop hears nothing else: a signal must wake it."""
    gone_on = asyncio.Event()

    class Waiting(HeadlessDriver):
        can_suspend = True

        def suspend_application_mode(self) -> None:
            gone_on.set()

        def start_application_mode(self) -> None:
            pass

    app = App()
    driver = diffing_driver(Waiting, ScreenModel(lambda: Size(3, 1)))(app)
    driver.start_application_mode()
    app._running = True
    reported = threading.Event()
    thread = threading.Thread(target=reported.wait)
    thread.start()
    asyncio.get_running_loop().call_later(0.1, signal.pthread_kill, thread.ident, signal.SIGCONT)
    try:
        async with asyncio.timeout(30):
            await gone_on.wait()
    finally:
        reported.set()


async def test_the_driver_sends_the_difference_of_translated_text() -> None:
    sent: list[str] = []

    class Recorder(HeadlessDriver):
        def write(self, data: str) -> None:
            sent.append(data)

    model = ScreenModel(lambda: Size(3, 1))
    driver = diffing_driver(Recorder, model, str.upper)(App())
    for text in ("abc", "aB│"):
        driver.write(f"\x1b[1;1H{text}\x1b[1;1H")
    assert sent == ["\x1b[m\x1b[2J\x1b[1;1HABC\x1b[1;1H", "\x1b[1;3H│\x1b[1;1H"]
    assert model.bytes_sent == len("".join(sent).encode())


def test_the_cursor_is_repositioned_after_ambiguous_width_characters() -> None:
    model = ScreenModel(lambda: Size(9, 1))
    model.difference("\x1b[1;1H\u2502bcdefghi\x1b[1;1H")
    assert model.difference("\x1b[1;1H\u2503bcdefghX\x1b[1;1H") == "\x1b[1;1H\u2503\x1b[9GX\x1b[1;1H"
    assert model.difference("\x1b[1;1HYbcdefghZ\x1b[1;1H") == "\x1b[1;1HY\x1b[7CZ\x1b[1;1H"


def test_a_row_below_is_reached_relatively_unless_a_terminal_may_have_wrapped() -> None:
    model = ScreenModel(lambda: Size(9, 3))
    rows = ("\u2502bcdefghi",) * 3
    model.difference("\n".join(f"\x1b[{row};1H{text}" for row, text in enumerate(rows, 1)) + "\x1b[1;1H")
    beside = "\x1b[1;2HX\n\x1b[2;2HY\n\x1b[3;2HZ\x1b[1;1H"
    assert model.difference(beside) == "\x1b[1;2HX\v\bY\v\bZ\x1b[1;1H"
    wide = "\x1b[1;5H\u2503\n\x1b[2;5H\u2503\n\x1b[3;9HX\x1b[1;1H"
    assert model.difference(wide) == "\x1b[1;5H\u2503\x1b[2;5H\u2503\x1b[3;9HX\x1b[1;1H"


def test_the_rest_of_a_row_is_erased_in_plain_style() -> None:
    model = ScreenModel(lambda: Size(9, 1))
    model.difference("\x1b[1;1Habcdefghi\x1b[1;1H")
    assert model.difference("\x1b[1;1H\x1b[44mx\x1b[0m        \x1b[1;1H") == "\x1b[1;1H\x1b[44mx\x1b[m\x1b[K\b"


ATTRIBUTES = {1: 22, 2: 22, 3: 23, 4: 24, 5: 25, 6: 25, 7: 27, 8: 28, 9: 29, 21: 24, 53: 55}
"""The code that ends each attribute (ECMA-48, and 53 of xterm)."""
INKS = [str(code) for code in (*range(30, 38), *range(90, 98))] + ["38;5;7", "38;2;1;2;3"]
GROUNDS = [str(code) for code in (*range(40, 48), *range(100, 108))] + ["48;5;7", "48;2;1;2;3"]
ENDS = (
    {str(code): str(end) for code, end in ATTRIBUTES.items()} | dict.fromkeys(INKS, "39") | dict.fromkeys(GROUNDS, "49")
)


def styles_of(*codes: str) -> list[tuple[str, ...]]:
    """The style of a character after each of these SGR codes, in one line."""
    model = ScreenModel(lambda: Size(20, 1))
    model.clear()
    model.difference("\x1b[1;1H" + "".join(f"\x1b[{code}mx" for code in codes))
    return [tuple(sorted(style)) for _sign, style in model._rows[0][: len(codes)]]


@pytest.mark.every_combination
@pytest.mark.parametrize("code", ENDS)
def test_every_style_ends_by_its_code_alone(code: str) -> None:
    assert styles_of(code, "0") == [(code,), ()]
    for end in {*ENDS.values()}:
        assert styles_of(code, end) == [(code,), () if end == ENDS[code] else (code,)]


def test_a_colour_replaces_another_and_attributes_come_together() -> None:
    for colours in (INKS, GROUNDS):
        assert styles_of(*colours[:17]) == [(code,) for code in colours[:17]]
        assert styles_of(*colours[-4:]) == [(code,) for code in colours[-4:]]
    together = [str(code) for code in ATTRIBUTES]
    assert styles_of("31", "42", *together)[-1] == tuple(sorted(("31", "42", *together)))
    assert styles_of(";".join(("31", "42", *together))) == styles_of("31", "42", *together)[-1:]


@pytest.mark.parametrize("code", ["10", "20", "26", "38", "48", "52", "54", "98", "108", "38;5", "1;99"])
def test_other_codes_have_unknown_effects(code: str) -> None:
    model = ScreenModel(lambda: Size(20, 1))
    model.clear()
    data = f"\x1b[1;1H\x1b[{code}mx"
    assert model.difference(data).endswith(data)
    assert not model._rows


def test_cells_side_by_side_on_one_background_are_sent_in_one_piece() -> None:
    plain, shaded = (" ", PLAIN), [(letter, after(PLAIN, "44") or PLAIN) for letter in "abc"]
    assert _output_by_styles([(0, [plain] * 3, shaded)], "") == "\x1b[44m\x1b[1;1Habc\x1b[m"


def sent_change(current: str, target: str) -> str:
    """The codes that change one style to another."""
    styles = [after(PLAIN, codes) or PLAIN for codes in (current, target)]
    return change(*styles).removeprefix("\x1b[").removesuffix("m")


def test_a_style_changes_by_what_differs() -> None:
    assert sent_change("38;5;248;48;5;235", "38;5;246;48;5;235") == "38;5;246"
    assert sent_change("1;97;48;5;235", "38;5;246;48;5;235") == "22;38;5;246"
    assert sent_change("38;5;248;48;5;235", "48;5;235") == "22;39"
    assert sent_change("1;4", "1") == "24"
    assert sent_change("1;31;44;4", "31") == "0;31"
    assert sent_change("1;31;44", "") == ""


def test_a_bright_foreground_does_not_leave_its_intensity() -> None:
    """Linux's console takes 97 and 38;5;15 for bold, and 38;5;8 for not bold."""
    assert sent_change("97;48;5;235", "31;48;5;235") == "22;31"
    assert sent_change("1;97;48;5;235", "97;48;5;235") == "22;97"
    assert sent_change("1;38;5;8;48;5;235", "1;31;48;5;235") == "22;1;31"


@pytest.mark.every_combination
@pytest.mark.parametrize("current", ["", "1;97;44", "2;38;5;9", "4;7;31", "1;4;9;48;5;7", "21;53;92"])
def test_a_changed_style_is_the_target(current: str) -> None:
    for target in ("", "1;97;44", "2;38;5;9", "4;7;31", "1;4;9;48;5;7", "21;53;92"):
        style, goal = (after(PLAIN, codes) or PLAIN for codes in (current, target))
        sent = change(style, goal)
        assert sorted((after(style, sent[2:-1]) if sent else style) or PLAIN) == sorted(goal)


def test_the_cursor_moves_by_the_shortest_sequence() -> None:
    here = 11, 40
    assert move(here) == "\x1b[12;41H"
    assert move(here, here) == ""
    assert move((11, 38), here) == "\b\b"
    assert move((12, 33), here) == "\v\x1b[7D"
    assert move((13, 41), here) == "\v\v\x1b[C"
    assert move((10, 40), here) == "\x1b[A"
    assert move((11, 38), (11, None)) == "\x1b[39G"
