"""The folder with the state of a server: its database, and a folder for each player."""

import sqlite3
from contextlib import closing
from pathlib import Path

DATABASE = "players.db"
"""The file of players, keys and matches."""


def player_folder(state: Path, number: int) -> Path:
    """The folder of a player's games and answers."""
    return state / "players" / str(number)


def players_with_games(state: Path) -> list[int]:
    """The numbers of the players who have a folder."""
    return [int(folder.name) for folder in player_folder(state, 0).parent.glob("*") if folder.name.isdecimal()]


def players_by_name(state: Path) -> list[tuple[str, int]]:
    """The names and numbers of all players, sorted; also while the server runs. Raises sqlite3.Error."""
    uri = f"{(state / DATABASE).resolve().as_uri()}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        rows = connection.execute("SELECT name, id FROM player ORDER BY name").fetchall()
    return [(str(name), int(number)) for name, number in rows]
