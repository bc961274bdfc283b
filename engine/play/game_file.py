"""A game as a file that can be given to others: its puzzle, all moves with their times, and the help taken.

After the line HEADER, it is JSON with the columns of saved games (see `rows`). Contents are not trusted.
"""

import json
from pathlib import Path

from engine.base.errors import InputError
from engine.base.language import _
from engine.base.streams import read_at_most
from engine.base.text import printable
from engine.play import rows
from engine.play.game import Game, GameRecord
from engine.play.validation import parsed

HEADER = b"satsudoku game 1\n"
"""The first line."""

MAX_BYTES = 1 << 22
"""Maximum size in bytes: some ten thousand moves."""


def dumps(record: GameRecord) -> bytes:
    """The content of a file with this game."""
    game = rows.fixed_columns(record) | rows.state_columns(record, None)
    return HEADER + json.dumps({"game": game, "nodes": list(rows.node_columns(record.tree))}).encode() + b"\n"


def loads(data: bytes) -> GameRecord:
    """Parse the content of a file. Raises InputError if it is not a game, or its moves are impossible."""
    try:
        if not data.startswith(HEADER):
            raise ValueError("its first line is not that of a game")
        content = parsed(data[len(HEADER) :].decode())
        record = rows.read_record(content["game"], content["nodes"])
        return Game.of(record).record()
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        problem = _("this is not an exported game ({reason})").format(reason=printable(str(error))[:80])
        raise InputError(problem, advice=_("export it again")) from error


def read(path: Path) -> GameRecord:
    """Read a file. Raises InputError."""
    try:
        data = read_at_most(path, MAX_BYTES)
    except OSError as error:
        raise InputError(error.strerror or str(error), path=path) from error
    if data is None:
        raise InputError(_("this file is too large for a game"), path=path)
    return loads(data)
