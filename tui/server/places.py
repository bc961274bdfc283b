"""The game or match at each place of a player, such as a browser tab, so that a new session there can restore it.

Stored in a file in the player's folder, so it survives the session, its process and the server.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = "places.json"
MAX_PLACES = 16
"""Maximum number of places per player; the least recently changed one is dropped."""


@dataclass(frozen=True)
class PlaceEntry:
    """The game played at a place: a saved game, or a match in which the player has a seat, by its number."""

    number: int
    is_match: bool = False


_TERMINAL = "terminal "


def terminal_place(number: int) -> str:
    """Return the place of one of a player's terminals, which is restored only after the server has died."""
    return f"{_TERMINAL}{number}"


def outlasts_leaving(place: str) -> bool:
    """Whether a place is remembered after a normal end of its session."""
    return bool(place) and not place.startswith(_TERMINAL)


def entry_at(folder: Path, place: str) -> PlaceEntry | None:
    """Return the game or match last played at a place; None for none, or if the file can't be read."""
    match _read(folder).get(place):
        case [int(number), bool(is_match)]:
            return PlaceEntry(number, is_match)
    return None


def remember(folder: Path, place: str, entry: PlaceEntry | None) -> None:
    """Save the game or match of a place. Raises OSError."""
    others = {name: numbers for name, numbers in _read(folder).items() if name != place}
    own = {place: [entry.number, entry.is_match]} if entry else {}
    latest = dict([*others.items(), *own.items()][-MAX_PLACES:])
    new = folder / f"{FILE}.new"
    new.write_text(json.dumps(latest), encoding="utf-8")
    os.replace(new, folder / FILE)


def _read(folder: Path) -> Mapping[str, Any]:
    try:
        found = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
