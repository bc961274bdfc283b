"""Amounts as bars of block characters."""

from collections.abc import Sequence

from tui.draw.palette import Glyphs, Palette
from tui.draw.picture import Picture


def bar(share: float, width: int, glyphs: Glyphs) -> str:
    """A bar that is `share` (0..1) of `width` cells long, to an eighth of a cell; anything above 0 can be seen."""
    if share <= 0:
        return ""
    parts = glyphs.part_blocks
    steps = len(parts) + 1
    units = max(1, round(min(share, 1.0) * width * steps))
    whole, rest = divmod(units, steps)
    return glyphs.block * whole + (parts[rest - 1] if rest else "")


def grouped_lengths(lengths: dict[int, int], most: int) -> list[tuple[str, int]]:
    """Lengths of clauses with how many there are of each, in at most `most` groups; the last one takes the rest."""
    entries = [(str(length), count) for length, count in lengths.items()]
    if len(entries) <= most:
        return entries
    rest: Sequence[tuple[int, int]] = list(lengths.items())[most - 1 :]
    return [*entries[: most - 1], (f"{rest[0][0]}+", sum(count for _, count in rest))]


def put_bar(picture: Picture, x: int, y: int, width: int, share: float, palette: Palette, glyphs: Glyphs) -> None:
    """Draw a bar of `width` characters into a picture; `share` is taken as 0..1."""
    halves = round(min(max(share, 0.0), 1.0) * width * 2)
    done = glyphs.bar_full * (halves // 2) + glyphs.bar_end * (halves % 2)
    picture.put(x, y, done, palette.bar)
    picture.put(x + len(done), y, glyphs.bar_rest * (width - len(done)), palette.dim)
