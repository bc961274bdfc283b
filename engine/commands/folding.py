"""Help texts for any terminal width: prose is filled, tables hang in their second column, commands are continued."""

import argparse
import re
import textwrap
from collections.abc import Iterator
from itertools import groupby

MAX_COLUMNS = 118
"""Maximum width of a line; longer lines are hard to read."""

_ROW = re.compile(r"( +)(.*?)(?:( {2,})(\S.*))?")
_COMMAND = re.compile(r"(satsudoku|minisat) ")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps preformatted lines, which begin with a blank, and fills the others to the width of the terminal."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in folded(text, min(width, MAX_COLUMNS) - len(indent)))


def folded(text: str, width: int) -> Iterator[str]:
    """The lines of a help text in `width` columns; only a longer word exceeds it."""
    for preformatted, lines in groupby(text.splitlines(), key=lambda line: not line or line[0] == " "):
        if not preformatted:
            yield from _wrapped(" ".join(lines), width)
        else:
            for line in lines:
                yield from [line] if len(line) <= width else _fold_row(line, width)


def _fold_row(line: str, width: int) -> Iterator[str]:
    """An indented line: a row of a table, or a command with an optional remark."""
    indent, first, gap, rest = re.fullmatch(_ROW, line).groups("")  # type: ignore[union-attr]  # it fits any such line
    if not _COMMAND.match(first):
        start = indent + first + gap if rest else indent
        yield from _wrapped(rest or first, width, start, " " * len(start))
        return
    pieces = _wrapped(first, width - len(" \\"), indent, indent + "    ")
    yield from (piece + " \\" for piece in pieces[:-1])
    yield pieces[-1]
    if rest:
        yield from _wrapped(rest, width, indent + "    ", indent + "    ")


def _wrapped(text: str, width: int, indent: str = "", hanging_indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=indent,
        subsequent_indent=hanging_indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
