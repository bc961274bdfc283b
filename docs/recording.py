"""Record the program at work: `python docs/recording.py` makes docs/pictures/recording.svg, a film that browsers play.

The program runs in a pseudo-terminal and gets keys. After each step its screen is a frame, shown for as long as the
script says. A row that looks the same in several frames is stored once.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from html import escape
from itertools import accumulate, groupby
from pathlib import Path
from typing import NamedTuple

import pexpect
import pyte

ROOT = Path(__file__).parents[1]
FILM = Path(__file__).parent / "pictures" / "recording.svg"
COLUMNS, ROWS = 80, 24
KEYS = {"up": "\x1b[A", "down": "\x1b[B", "right": "\x1b[C", "left": "\x1b[D", "enter": "\r", "escape": "\x1b"}
QUIET, MAX_SECONDS = 0.4, 1.2
"""Seconds without output after which a step is over, and the maximum seconds of a step."""

INK, GROUND = "#d0d0d0", "#1c1c1c"
COLOURS = {
    "black": "#3a3a3a", "red": "#f14c4c", "green": "#5fd75f", "brown": "#ffd75f", "blue": "#5f87ff",
    "magenta": "#d787ff", "cyan": "#5fd7d7", "white": "#d0d0d0", "brightblack": "#6c6c6c", "brightred": "#ff8787",
    "brightgreen": "#87ff87", "brightbrown": "#ffff87", "brightblue": "#87afff", "brightmagenta": "#ffafff",
    "brightcyan": "#87ffff", "brightwhite": "#ffffff",
}  # fmt: skip
WIDE, HIGH, SIZE = 8.4, 18, 14
"""A cell in pixels, and the size of the letters."""


class Step(NamedTuple):
    """Keys, and how many seconds to show the screen after each of them, or after all of them if `each` is False."""

    keys: tuple[str, ...]
    seconds: float
    each: bool = True


SCRIPT = (
    Step((*"/hard-1", "enter"), 1.5, each=False),
    Step(("p",), 1.5),
    Step(("right",) * 3 + ("down",) * 2, 0.25),
    Step(("i",), 2.0),
    Step(("i",), 3.0),
    Step(("i",), 1.5),
    Step(("i",) * 7, 0.4),
    Step(("u", "u", "U"), 0.8),
    Step(("w", "y", " "), 0.6),
    Step((".",) * 24, 0.12),
    Step(("\x1b[F",), 2.0),
    Step(("escape",), 1.0),
    Step(("escape",), 0.6),
    Step(("left", "up", "enter"), 0.5),
    Step((*"/php-6", "enter"), 0.6, each=False),
    Step(("s",), 1.2),
    Step(("s", "down", "down", "down"), 0.4),
    Step(("enter",), 0.6),
    Step(("enter",), 2.0),
    Step(("w",), 2.0),
    Step((">",) * 3, 0.8),
    Step(("}",) * 4, 1.2),
    Step((".",) * 6, 0.8),
    Step(("i",), 3.0),
)


class Frame(NamedTuple):
    """The rows of a screen, each as SVG, and the seconds it is shown."""

    rows: tuple[str, ...]
    seconds: float


def record() -> Iterator[Frame]:
    """Run the program and follow the script."""
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    with tempfile.TemporaryDirectory() as state:
        own = {"SATSUDOKU_STATE": state, "SATSUDOKU_CONFIG": f"{state}/config.toml", "TERM": "xterm-256color"}
        program = pexpect.spawn(
            sys.executable,
            ["-m", "tui", "--no-tour", "puzzles/double"],
            cwd=str(ROOT),
            env={**os.environ, **own, "LC_ALL": "C.UTF-8"},
            dimensions=(ROWS, COLUMNS),
        )
        take_in(program, stream, MAX_SECONDS, 10 * MAX_SECONDS)
        for step in SCRIPT:
            for number, key in enumerate(step.keys or ("",), 1):
                program.send(KEYS.get(key, key))
                take_in(program, stream)
                if step.each or number == len(step.keys):
                    yield Frame(tuple(drawn(screen.buffer[row]) for row in range(ROWS)), step.seconds)
        program.close(force=True)


def take_in(
    program: "pexpect.spawn[bytes]", stream: pyte.ByteStream, quiet: float = QUIET, most: float = MAX_SECONDS
) -> None:
    """Feed output to the screen until there is none for `quiet` seconds, or `most` seconds have passed."""
    end = time.monotonic() + most
    with suppress(pexpect.TIMEOUT):
        while time.monotonic() < end:
            stream.feed(program.read_nonblocking(65536, timeout=quiet))


def drawn(row: "pyte.screens.StaticDefaultDict[int, pyte.screens.Char]") -> str:
    """A row as SVG: a background and a text for each stretch of one style."""
    parts, column = [], 0
    for style, cells in groupby((row[x] for x in range(COLUMNS)), key=lambda cell: cell._replace(data="")):
        text = "".join(cell.data for cell in cells)
        ink, ground = colour(style.fg, INK), colour(style.bg, GROUND)
        ink, ground = (ground, ink) if style.reverse else (ink, ground)
        left, width = f"{column * WIDE:.1f}", f"{len(text) * WIDE:.1f}"
        if ground != GROUND:
            parts.append(f'<rect x="{left}" width="{width}" height="{HIGH}" fill="{ground}"/>')
        if text.strip():
            spaced = escape(text).replace(" ", "\N{NO-BREAK SPACE}")
            looks = ' font-weight="bold"' * style.bold + ' text-decoration="underline"' * style.underscore
            parts.append(f'<text x="{left}" y="13.5" textLength="{width}" fill="{ink}"{looks}>{spaced}</text>')
        column += len(text)
    return "".join(parts)


def colour(name: str, default: str) -> str:
    """A colour of pyte in SVG's notation."""
    return default if name == "default" else COLOURS.get(name, f"#{name}")


def film(frames: list[Frame]) -> str:
    """The frames as one SVG: a strip of all frames that moves behind a window of the height of one."""
    numbers: dict[str, int] = {}
    for frame in frames:
        for row in frame.rows:
            numbers.setdefault(row, len(numbers))
    wide, high = COLUMNS * WIDE + 16, ROWS * HIGH + 16
    whole = sum(frame.seconds for frame in frames)
    starts = [0.0, *accumulate(frame.seconds for frame in frames)]
    moves = "".join(
        f"{100 * start / whole:.3f}%{{transform:translateY({-place * high:.0f}px)}}"
        for place, start in enumerate(starts[:-1])
    )
    rows = "".join(f'<g id="r{number}">{row}</g>' for row, number in numbers.items() if row)
    strip = "".join(
        f'<g transform="translate(8,{place * high + 8:.0f})">'
        + "".join(f'<use href="#r{numbers[row]}" y="{y * HIGH}"/>' for y, row in enumerate(frame.rows) if row)
        + "</g>"
        for place, frame in enumerate(frames)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high:.0f}">'
        f"<style>text{{font:{SIZE}px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}}"
        f".film{{animation:film {whole:.2f}s step-end infinite}}@keyframes film{{{moves}}}</style>"
        f'<defs>{rows}</defs><rect width="100%" height="100%" rx="8" fill="{GROUND}"/>'
        f'<g class="film">{strip}</g></svg>\n'
    )


if __name__ == "__main__":
    FILM.write_text(film(list(record())), encoding="utf-8")
    print(FILM)
