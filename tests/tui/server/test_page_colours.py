"""The colours of the board as a page: text is readable on each of its backgrounds, dark and light."""

import re
from pathlib import Path

import pytest
from rich.color_triplet import ColorTriplet

from tui.draw.contrast import MIN_LINE_CONTRAST, MIN_TEXT_CONTRAST, contrast

SHEET = (Path(__file__).parents[3] / "tui" / "server" / "page" / "board.css").read_text(encoding="utf-8")
GROUNDS = ("ground", "shared", "marked", "peer", "same", "hint", "elimination", "placement", "broken",
           "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9")  # fmt: skip
"""The backgrounds of digits and notes."""
PAIRS = [
    *((ink, ground, MIN_TEXT_CONTRAST) for ink in ("bold", "entry", "revealed") for ground in GROUNDS),
    *((ink, "clash", MIN_LINE_CONTRAST) for ink in ("bold", "entry", "revealed")),  # large, and underlined
    *(("bold", ground, MIN_TEXT_CONTRAST) for ground in ("true", "false", "eliminated")),
    *(("label", ground, MIN_TEXT_CONTRAST) for ground in ("ground", "peer", "shared", "raised", "head")),
    *(("text", ground, MIN_TEXT_CONTRAST) for ground in GROUNDS),
    *((ink, ground, MIN_TEXT_CONTRAST) for ink in ("text", "accent") for ground in ("ground", "raised", "head")),
    ("faint", "head", MIN_LINE_CONTRAST),
    *(("chip", level, MIN_TEXT_CONTRAST) for level in ("easy", "medium", "hard", "unfair", "extreme", "accent")),
    *((level, "ground", MIN_TEXT_CONTRAST) for level in ("easy", "hard", "extreme")),
]


def colours(text: str) -> dict[str, ColorTriplet]:
    found = re.findall(r"--([a-z0-9]+): #([0-9a-f]{3}(?:[0-9a-f]{3})?)\b", text)
    wide = {name: value if len(value) == 6 else "".join(2 * digit for digit in value) for name, value in found}
    return {name: ColorTriplet(*bytes.fromhex(value)) for name, value in wide.items()}


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_every_ink_can_be_read_on_the_grounds_that_it_meets(scheme: str) -> None:
    dark, light = SHEET.split("@media (prefers-color-scheme: light)")[:2]
    palette = colours(dark) | (colours(light) if scheme == "light" else {})
    weak = [
        (ink, ground, round(contrast(palette[ink], palette[ground]), 2))
        for ink, ground, least in PAIRS
        if contrast(palette[ink], palette[ground]) < least
    ]
    assert weak == []
