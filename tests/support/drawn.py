"""Pictures as text, for readable differences of snapshots."""

from itertools import groupby
from zlib import crc32

from tui.draw.picture import Picture


def drawn(picture: Picture) -> str:
    """The rows of a picture, each with a checksum of its styles."""
    return "\n".join(_row(picture, y) for y in range(picture.height))


def _row(picture: Picture, y: int) -> str:
    row = slice(y * picture.width, (y + 1) * picture.width)
    runs = " ".join(f"{style}:{len(list(run))}" for style, run in groupby(picture.styles[row]))
    return f"{''.join(picture.chars[row])}|{crc32(runs.encode()) % 10_000}"
