"""The location of a player's data."""

import os
from pathlib import Path


def state_directory() -> Path:
    """The directory of saved state: that of SATSUDOKU_STATE, else the user's own state directory."""
    directory = os.environ.get("SATSUDOKU_STATE")
    if directory:
        return Path(directory).expanduser()
    from platformdirs import user_state_path

    return user_state_path("satsudoku", appauthor=False)
