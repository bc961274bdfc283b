"""What is drawn and said of matches of random moves."""

import pytest
from matches import match_of
from outcomes import short
from syrupy.assertion import SnapshotAssertion

from engine.together.match import MatchKind
from engine.together.standings import ContestResult, LeagueRow
from tui.draw.palette import ASCII, PALETTES, UNICODE
from tui.features.together import words
from tui.features.together.drawing import (
    board_look,
    clock_line,
    phrase_lines,
    seat_ground,
    seat_letter,
    seat_lines,
    verdict,
)

DARK = PALETTES["dark"]


@pytest.mark.compiled
@pytest.mark.parametrize("kind", MatchKind, ids=lambda kind: kind.name)
def test_matches(kind: MatchKind, snapshot: SnapshotAssertion) -> None:
    found = []
    for number, (_, view) in enumerate(match_of(kind)):
        if not view.boards:
            continue
        for seat in range(min(2, len(view.seats))):
            look = board_look(view, seat, 5 if number % 2 else None, DARK)
            lines = [*seat_lines(view, seat, DARK, UNICODE), *phrase_lines(view, lambda player: player == 1, DARK, 20)]
            lines.append(clock_line(view, seat, view.as_of + 7, DARK, 30))
            text = "/".join("|".join(f"{piece.text}{piece.style}" for piece in line) for line in lines)
            found.append(f"{short(text)} {verdict(view, seat)} {short(repr(vars(look)))[-24:]}")
        found.append(f"{words.match_title(view)} {words.puzzle_of(view)} {words.match_row(view)}")
        found.append(short(words.result_table(view)))
    assert "\n".join(found) == snapshot


def test_rows_and_grounds(snapshot: SnapshotAssertion) -> None:
    found = [f"{seat} {seat_letter(seat)} {seat_ground(seat, DARK)}" for seat in range(7)]
    found += [words.day_row(2, ContestResult("a", 75.4, 1, 2)), words.league_row(3, LeagueRow("b", 12, 4))]
    view = [view for _, view in match_of(MatchKind.SHARED)][-1]
    found += ["|".join(piece.text for piece in line) for line in seat_lines(view, None, PALETTES["mono"], ASCII)]
    assert "\n".join(found) == snapshot
