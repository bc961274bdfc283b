"""How a hint looks: its signs on cells and on the notes in them, and its text in pages.

One mark means one thing everywhere: `*` a hint rests on it, `-` it falls, `+` it follows, `!` it is wrong. The links of
a chain are letters in order: where the first of them is false, small letters are false and capitals true.
"""

from collections.abc import Iterable
from itertools import cycle
from string import ascii_lowercase
from typing import NamedTuple

from engine.play.hints import Hint, Stage
from engine.sudoku.techniques.position import Candidate
from engine.sudoku.techniques.step import Step
from tui.draw.board import Sign
from tui.draw.cells import wrap
from tui.draw.palette import Palette

LONGEST_MESSAGE = 75
"""How many characters the line of the message takes."""

LINKS = "On the board letters number the links: if a is false, small letters are false and capitals true."


def candidate_signs(stage: Stage, palette: Palette) -> dict[tuple[int, int], Sign]:
    """The signs of candidates, by cell and digit."""
    if stage.step is None:
        return {}
    return {
        **dict.fromkeys(stage.step.candidates, Sign("*", palette.proves)),
        **_links(stage.step, palette),
        **dict.fromkeys(stage.step.removes, Sign("-", palette.falls)),
        **dict.fromkeys(stage.step.places, Sign("+", palette.follows)),
    }


def cell_signs(stage: Stage, palette: Palette) -> dict[int, Sign]:
    """The signs of cells; of a cell with several candidates what becomes of it counts more than what it proves."""
    signs, spoken = dict.fromkeys(stage.cells, Sign("*", palette.proves)), cell_digits(stage)
    signs |= dict.fromkeys(stage.wrong, Sign("!", palette.clash))
    if stage.step:
        links = _links(stage.step, palette)
        signs |= {cell: sign for (cell, digit), sign in links.items() if spoken.get(cell) == digit}
        signs |= dict.fromkeys(_cells(stage.step.removes), Sign("-", palette.falls))
        signs |= dict.fromkeys(_cells(stage.step.places), Sign("+", palette.follows))
    return signs


def cell_digits(stage: Stage) -> dict[int, int]:
    """For cells in which a hint speaks of one candidate, its digit.

    Of several candidates those count that are removed, and of the links of a chain one that is true.
    """
    if stage.step is None:
        return {}
    outcome = stage.step.places or stage.step.removes
    decided = {cell for cell, _ in outcome}
    linked = {cell: digit for cell, digit in (*stage.step.chain[::2], *stage.step.chain[1::2]) if cell not in decided}
    digits: dict[int, set[int]] = {cell: {digit} for cell, digit in linked.items()}
    for cell, digit in outcome:
        digits.setdefault(cell, set()).add(digit)
    for cell, digit in stage.step.candidates:
        if cell not in decided and cell not in linked:
            digits.setdefault(cell, set()).add(digit)
    return {cell: min(several) for cell, several in digits.items() if len(several) == 1}


class Told(NamedTuple):
    """A hint in words: a sentence, what the next press does, lines for the panel, and whether pages follow."""

    sentence: str
    again: str
    text: tuple[str, ...] = ()
    unread: bool = False


def tell(hint: Hint, page: int, key: str, width: int, rows: int, remedy: str = "") -> Told:
    """What a hint says now, and what `key` does next; `remedy` is the key of its remedy, if it has one.

    A sentence too long for the message is in the panel, `rows` of that width at a time.
    """
    sentence, more = hint.stage.with_key(remedy).sentence, hint.stage.more
    if hint.stage.step and hint.stage.step.chain:
        sentence = f"{sentence} {LINKS}"
    again = f"{key}: {more}" if more else ""
    if len(sentence) + len(again) <= LONGEST_MESSAGE:
        return Told(sentence, again)
    lines = wrap(sentence, width)
    last = (page + 1) * rows
    unread = last < len(lines)
    title = f"{hint.step.technique.title} ({hint.step.technique.level.value})" if hint.step else "Hint"
    return Told(title, f"{key}: read on" if unread else again, tuple(lines[page * rows : last]), unread)


def _links(step: Step, palette: Palette) -> dict[tuple[int, int], Sign]:
    """The signs of the links of a chain; one that the chain comes back to is true in the end."""
    letters = zip(step.chain, ascii_lowercase, cycle((False, True)))
    return {
        candidate: Sign(letter.upper(), palette.proves) if true else Sign(letter, palette.peer)
        for candidate, letter, true in letters
    }


def _cells(candidates: Iterable[Candidate]) -> set[int]:
    return {candidate.cell for candidate in candidates}
