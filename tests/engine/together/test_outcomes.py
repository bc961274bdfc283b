"""Matches of random moves: every answer and every view; standings."""

import random

import pytest
from matches import match_of
from outcomes import short
from syrupy.assertion import SnapshotAssertion

from engine.together.match import MatchKind
from engine.together.standings import ContestResult, in_order, is_plausible, league, points, ranking


@pytest.mark.compiled
@pytest.mark.parametrize("kind", MatchKind, ids=lambda kind: kind.name)
def test_matches(kind: MatchKind, snapshot: SnapshotAssertion) -> None:
    found = []
    for seed in (1, 2):
        for answer, view in match_of(kind, seed=seed):
            facts = (
                view.phase, view.seats, [board.values for board in view.boards], view.authors, view.chat, view.elapsed,
                view.owner, view.late_boards, view.late_authors, view.elapsed_at(view.as_of + 5), view.seat_of(1),
                [view.board_of(seat) for seat in range(len(view.seats))], ranking(view),
                [view.filled(seat) for seat in range(len(view.seats))], kind.can_be_joined, kind.least_players,
            )  # fmt: skip
            found.append(f"{short(answer)} {view.phase.name} {short(repr(facts))[-24:]}")
    assert "\n".join(found) == snapshot


def test_standings(snapshot: SnapshotAssertion) -> None:
    dice, found = random.Random(1), []
    results = [
        ContestResult(dice.choice("abcde"), dice.randint(20, 400), dice.randint(0, 2), dice.randint(0, 3), contest)
        for contest in range(4)
        for _ in range(5)
    ]
    found += [str(each) for each in in_order(results)]
    found += [str(each) for each in league(results, lambda contest: 3 + contest)]
    found += [
        f"{rank} of {count}: {points(rank, count)}"
        for count in (1, 2, 5, 30)
        for rank in (1, 2, 3, 10)
        if rank <= count
    ]
    found += [
        f"{seconds} {holes} {is_plausible(seconds, holes)}" for holes in (0, 10, 50) for seconds in (0, 1, 4, 9, 20, 60)
    ]
    assert "\n".join(found) == snapshot
