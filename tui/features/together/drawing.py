"""Draws a match: the board with all cursors, and the panel beside it."""

from collections.abc import Callable
from string import ascii_lowercase

from rich.segment import Segment
from rich.style import Style

from engine.play.hints import Hint
from engine.sudoku.layout import conflicts
from engine.together.match import MatchKind, MatchView, Phase, Seat
from engine.together.phrases import PHRASES
from engine.together.player import PlayerId
from engine.together.standings import is_plausible
from tui.draw.bars import progress
from tui.draw.board import BoardAppearance
from tui.draw.cells import Line, clip, justify, wrap_line
from tui.draw.game import conflict_grounds, hint_marks
from tui.draw.numbers import clock_text
from tui.draw.palette import Glyphs, Palette
from tui.draw.rules import rule_grounds
from tui.features.together import words

PANEL = 27
"""Columns of the panel."""
_NAME, _BAR = 10, 7
"""Columns of a player's name and of the progress bar."""


def seat_letter(seat: int) -> str:
    """Return the letter that marks a seat."""
    return ascii_lowercase[seat]


def seat_ground(seat: int, palette: Palette) -> Style:
    """Return the background of a seat's letter. Seats after the fifth share colours; their letters differ."""
    grounds = (palette.premise, palette.elimination, palette.placement, palette.same, palette.peer)
    return grounds[seat % len(grounds)]


def board_look(
    view: MatchView, seat: int, cursor: int | None, palette: Palette, hint: Hint | None = None
) -> BoardAppearance:
    """Return the board of a seat, with the cursors of others; `cursor` is its own, if it has one."""
    number = view.board_of(seat)
    board, authors, layout = view.boards[number], view.authors[number], view.puzzle.layout
    inks = [
        palette.given if given else palette.player if author == seat else palette.revealed
        for given, author in zip(view.puzzle.givens, authors, strict=True)
    ]
    others = {
        other_seat.cursor: place
        for place, other_seat in enumerate(view.seats)
        if view.kind is MatchKind.SHARED and place != seat and other_seat.cursor is not None and other_seat.is_playing
    }
    grounds = {**rule_grounds(layout, view.puzzle.rules, palette), **conflict_grounds(layout, board.conflicts, palette)}
    grounds |= dict.fromkeys((cell for broken in board.broken_rules for cell in broken.cells), palette.clash)
    grounds |= {cell: seat_ground(place, palette) for cell, place in others.items()}
    signs = {cell: seat_letter(place) for cell, place in others.items()}
    marks = hint_marks(hint.stage, palette) if hint else None
    if marks:
        grounds |= {cell: sign.ground for cell, sign in marks.cells.items()}
        signs |= {cell: sign.mark for cell, sign in marks.cells.items()}
    return BoardAppearance(
        board.values,
        inks,
        grounds,
        signs=signs,
        notes=board.notes,
        note_marks={cell: ":" for cell, notes in enumerate(board.notes) if notes},
        note_signs=marks.candidates if marks else {},
        hint_digits=marks.digits if marks else {},
        marked_houses=hint.stage.houses if hint else (),
        cursor=cursor,
        cursor_ground=palette.cursor,
        conflicts=board.conflicts,
        rules=view.puzzle.rules,
    )


def hint_fits(hint: Hint, view: MatchView, seat: int) -> bool:
    """Whether the board is unchanged since the hint."""
    return hint.request.values == view.boards[view.board_of(seat)].values


def seat_lines(view: MatchView, own_seat: int | None, palette: Palette, glyphs: Glyphs) -> list[Line]:
    """Return a line for each player, with progress except on a shared board."""
    holes = view.puzzle.holes
    lines = []
    for number, seat in enumerate(view.seats):
        name = clip(seat.name, _NAME, glyphs.ellipsis)
        ink = palette.title if number == own_seat else palette.plain
        mark = Segment(f" {seat_letter(number)} ", seat_ground(number, palette))
        line: Line = [mark, Segment(f" {name:<{_NAME}} ", ink)]
        if view.kind is not MatchKind.SHARED and seat.finished is None and not seat.gone:
            filled = view.filled(number)
            line += [*progress(filled / holes, _BAR, palette, glyphs), Segment(f"{100 * filled // holes:>4}%")]
        else:
            line.append(Segment(_state(seat), palette.good if seat.finished is not None else palette.dim))
        lines.append(line)
    return lines


def _state(seat: Seat) -> str:
    return str(clock_text(seat.finished) if seat.finished is not None else words.GONE if seat.gone else "")


def phrase_lines(view: MatchView, hides: Callable[[PlayerId], bool], palette: Palette, width: int) -> list[Line]:
    """Return the latest phrases, without those of blocked players."""
    lines: list[Line] = []
    for chat_line in view.chat:
        if not hides(chat_line.player):
            text = words.CHAT_LINE.format(name=chat_line.name, phrase=PHRASES[chat_line.phrase])
            lines += wrap_line([Segment(text, palette.accent)], width)
    return lines


def clock_line(view: MatchView, seat: int, now: float, palette: Palette, width: int) -> Line:
    """Return the match clock, or a finished seat's time, and the number of filled cells."""
    finished = view.seats[seat].finished
    time = clock_text(view.elapsed_at(now) if finished is None else finished)
    filled = f"{view.filled(seat)}/{view.puzzle.holes}"
    return justify([Segment(time, palette.title)], [Segment(filled, palette.dim)], width)


def verdict(view: MatchView, seat: int) -> str:
    """Return a sentence if the board is solved, or full but wrong; else ""."""
    seat_state = view.seats[seat]
    if seat_state.finished is not None:
        is_possible = view.kind is not MatchKind.DAILY or is_plausible(seat_state.finished, view.puzzle.holes)
        return (words.FINISHED if is_possible else words.TOO_FAST).format(time=clock_text(seat_state.finished))
    if seat_state.gone and view.kind is MatchKind.ALONE:
        return words.LEFT.format(name=seat_state.name)
    board = view.boards[view.board_of(seat)]
    is_full = 0 not in board.values and view.phase is Phase.RUNNING
    return str(words.FULL_NOT_RIGHT if is_full and conflicts(board.layout, board.values) else "")
