"""Matches of several players without screens: their views, the file, and continuing after a restart."""

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from engine.base.errors import Cancelled
from engine.play.daily import Daily, DailyKind, kinds_of
from engine.play.errors import GameError
from engine.play.game import Game
from engine.sudoku.layout import single
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from engine.together import hub, match, records
from engine.together.database import ServerDatabase
from engine.together.hub import Hub
from engine.together.match import LATE_SECONDS, MatchKind, MatchView, Phase
from engine.together.member import HubMember
from engine.together.player import Player, skeleton
from engine.together.standings import MIN_SECONDS, ranking
from engine.together.topic import Topic

TODAY = date(2026, 11, 23)


class Club:
    """A hub with a file, whose time the test controls."""

    def __init__(self, path: Path, seconds: float = 0) -> None:
        self.seconds = seconds
        self.database = ServerDatabase(path)
        self.hub = Hub(self.database, today=lambda: TODAY, now=lambda: self.seconds)

    def guest(self, name: str, address: str) -> HubMember:
        self.hub.record_address(name, address)
        return HubMember(self.hub, Player(name))

    def member(self, name: str, address: str = "") -> HubMember:
        def player_count(connection: object) -> int:
            row = connection.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()  # type: ignore[attr-defined]
            insert = "INSERT INTO player (name, looks, since) VALUES (?, ?, 0)"
            made = row or (connection.execute(insert, (name, skeleton(name))).lastrowid,)  # type: ignore[attr-defined]
            return int(made[0])

        number = self.database.run(player_count)
        self.hub.record_address(number, address)
        return HubMember(self.hub, Player(name, number))

    async def end(self) -> None:
        await self.hub.stop()
        self.database.close()


@pytest.fixture(autouse=True)
def _lobby_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOBBY_SECONDS", 0.0)


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    yield club
    await club.end()


def view(member: HubMember, number: int) -> MatchView:
    return member._hub.topic(number).value


async def new_match(kind: MatchKind, *members: HubMember) -> int:
    match = await members[0].create(kind, single(), Level.EASY)
    for member in members[1:]:
        await member.join(match)
    for member in members:
        await member.set_ready(match, True)
    return match


async def fill(member: HubMember, match: int, but: int = 0) -> None:
    """Put the correct digits into all but that many empty cells."""
    seen = view(member, match)
    seat = seen.seat_of(member.player.id)
    assert seat is not None
    values = seen.boards[seen.board_of(seat)].values
    solution = member._hub.match(match).rated.solution
    for cell in [cell for cell, value in enumerate(values) if not value][but:]:
        await member.place(match, cell, solution[cell])


async def test_a_race_starts_when_all_are_ready_and_ends_when_all_finish(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await ann.create(MatchKind.RACE, single(), Level.EASY)
    await ann.set_ready(match, True)
    assert view(ann, match).phase is Phase.WAITING, "nobody races alone"
    with pytest.raises(GameError, match="not begun"):
        await ann.place(match, 0, 1)
    await bob.join(match)
    await bob.set_ready(match, True)
    assert view(bob, match).phase is Phase.RUNNING
    with pytest.raises(GameError, match="has already begun"):
        await club.member("cy").join(match)
    club.seconds = 60
    await fill(bob, match)
    assert (view(ann, match).seats[1].finished, view(ann, match).phase) == (60, Phase.RUNNING)
    assert [view(ann, match).filled(seat) for seat in (0, 1)] == [0, view(ann, match).puzzle.holes]
    with pytest.raises(GameError, match="finished this match"):
        await bob.undo(match)
    club.seconds = 90
    await fill(ann, match)
    end = view(ann, match)
    assert (end.phase, end.elapsed_at(1000), ranking(end)) == (Phase.OVER, 90, [1, 0])


async def test_the_clock_continues_without_players_but_not_while_the_server_is_down(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.RACE, ann, bob)
    await fill(ann, match, but=3)
    await ann.set_watchable(True)
    settings = club.hub.settings.value
    assert settings.watchable
    await ann.close()
    club.seconds = 100
    await club.end()
    again = Club(tmp_path / "players.db", seconds=5000)
    await again.hub.start()
    ann, bob = again.member("ann"), again.member("bob")
    assert again.hub.settings.value == settings
    assert ann.current() == bob.current() == match
    assert view(ann, match).elapsed_at(5010) == 110
    assert view(ann, match).filled(0) == view(ann, match).puzzle.holes - 3
    await ann.undo(match)
    await ann.redo(match)
    await fill(ann, match)
    await bob.leave(match)
    assert view(ann, match).phase is Phase.OVER
    await again.end()


async def test_reported_places_are_in_the_file(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann, bob)
    club.seconds = 7
    for member, cell in ((ann, 0), (bob, 1), (ann, 2)):
        empty = [cell for cell, value in enumerate(view(ann, match).puzzle.givens) if not value]
        await member.toggle_note(match, empty[cell], 3)
    await ann.undo(match)
    ann_view = view(ann, match)
    other = Club(tmp_path / "players.db", seconds=7)  # as after kill -9: the first one never stopped
    await other.hub.start()
    restored = other.hub.topic(match).value
    assert (restored.boards, restored.authors, restored.elapsed) == (ann_view.boards, ann_view.authors, 7)
    await other.end()
    await club.end()


async def test_on_a_shared_board_all_finish_and_one_may_come_later(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann)
    await fill(ann, match, but=2)
    await bob.join(match)
    await bob.leave(match)
    await bob.join(match)
    assert await bob.check(match)
    hint = await bob.hint(match)
    assert hint.stages
    await fill(bob, match)
    assert [(seat.finished, seat.hints, seat.checks) for seat in view(ann, match).seats] == [(0, 0, 0), (0, 1, 1)]
    assert view(ann, match).phase is Phase.OVER


async def test_others_see_that_a_player_asks_for_help(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann)
    await bob.join(match)
    counts: list[tuple[int, int]] = []
    stop = (await ann.topic(match)).subscribe(lambda view: counts.append((view.seats[1].hints, view.seats[1].checks)))
    await bob.hint(match)
    await asyncio.sleep(0)
    assert counts[-1] == (1, 0)
    await bob.check(match)
    await asyncio.sleep(0)
    assert counts[-1] == (1, 1)
    stop()


async def test_the_puzzle_of_the_day_is_one_for_all_and_the_board_has_the_best_first(club: Club) -> None:
    ann, bob, cy = (club.member(name) for name in ("ann", "bob", "cy"))
    days = [await member.play_daily(DailyKind.DOUBLE) for member in (ann, bob, cy)]
    assert len({view(ann, day).puzzle for day in days}) == 1
    assert await ann.play_daily(DailyKind.DOUBLE) == days[0]
    club.seconds = 100
    await bob.hint(days[1])
    await fill(bob, days[1])
    club.seconds = 150
    await fill(ann, days[0])
    standings = ann.lobby.value.standings
    assert [(result.name, result.seconds, result.hints) for result in standings.results(DailyKind.DOUBLE)] == [
        ("ann", 150, 0),
        ("bob", 100, 1),
    ]
    ((level, places),) = standings.leagues
    assert (level, [(place.name, place.points) for place in places]) == (Level.EASY, [("ann", 2), ("bob", 1)])
    await bob.set_watchable(True)
    assert ann.watchable_seats(view(bob, days[1])) == [0]
    assert cy.watchable_seats(view(bob, days[1])) == [], "it would show what is still to be found"
    guest = HubMember(club.hub, Player("guest-1"))
    with pytest.raises(GameError, match="with a key"):
        await guest.play_daily(DailyKind.DOUBLE)


async def test_each_puzzle_of_the_day_has_its_table(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    kinds = kinds_of(TODAY)
    matches = {kind: [await member.play_daily(kind) for member in (ann, bob)] for kind in kinds}
    puzzles = {kind: {view(ann, number).puzzle for number in numbers} for kind, numbers in matches.items()}
    assert all(len(both) == 1 for both in puzzles.values())
    assert len(set().union(*puzzles.values())) == len(kinds)
    assert [Daily(TODAY, kind).level for kind in kinds] == [view(ann, matches[kind][0]).level for kind in kinds]
    easy, hard = kinds[0], kinds[2]
    club.seconds = 100
    await fill(ann, matches[easy][0])
    await fill(bob, matches[easy][1])
    await fill(bob, matches[hard][1])
    tables = ann.lobby.value.standings
    names = {kind: [result.name for result in tables.results(kind)] for kind in kinds}
    assert names == {kind: {easy: ["ann", "bob"], hard: ["bob"]}.get(kind, []) for kind in kinds}
    ((level, places),) = tables.leagues  # nobody else played the hard one far enough
    assert (level, [place.contests for place in places]) == (Level.EASY, [1, 1])
    assert [(player.name, player.puzzles) for player in tables.players] == [("ann", 1), ("bob", 1)]
    (rated,) = tables.puzzles  # the hard one has one solver
    assert (rated.level, rated.layout, rated.players) == (Level.EASY, "single", 2)
    await bob.set_watchable(True)
    assert ann.watchable_seats(view(bob, matches[easy][1])) == [0]
    assert ann.watchable_seats(view(bob, matches[hard][1])) == [], "it would show what is still to be found"


@pytest.mark.slow  # a double with rules takes seconds
async def test_the_double_of_a_sunday_has_rules_also_after_a_restart(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    club.hub.today = lambda: date(2026, 11, 22)
    await club.hub.start()
    ann = club.member("ann")
    puzzle = view(ann, await ann.play_daily(DailyKind.DOUBLE)).puzzle
    mix = Daily(date(2026, 11, 22)).mix
    assert mix is not None
    assert {rule.kind for rule in puzzle.rules} >= {*mix.kinds} - {"no other difference", "no other ratio"}
    await club.end()
    again = Club(tmp_path / "players.db")
    again.hub.today = club.hub.today
    await again.hub.start()
    ann = again.member("ann")
    assert view(ann, await ann.play_daily(DailyKind.DOUBLE)).puzzle == puzzle
    await again.end()


async def test_a_daily_started_before_a_restart_continues(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    ann = club.member("ann")
    match = await ann.play_daily(DailyKind.DOUBLE)
    await fill(ann, match, but=view(ann, match).puzzle.holes - 5)
    filled = view(ann, match).filled(0)
    await club.end()
    again = Club(tmp_path / "players.db")
    await again.hub.start()
    again.seconds = 2 * 3600
    again.hub._maintain()
    ann = again.member("ann")
    assert await ann.play_daily(DailyKind.DOUBLE) == match
    assert view(ann, match).filled(0) == filled > 0
    assert view(ann, match).elapsed_at(again.seconds) == 2 * 3600, "also while the player is away"
    await again.end()


async def test_a_blocked_player_can_not_join_watch_or_chat(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    await ann.set_watchable(True)
    match = await new_match(MatchKind.SHARED, ann)
    assert bob.watchable_seats(view(bob, match)) == [0]
    await ann.set_block(bob.player.id, True)
    assert ann.hides(bob.player.id)
    assert bob.watchable_seats(view(bob, match)) == []
    with pytest.raises(GameError, match="does not want"):
        await bob.join(match)
    await ann.set_block(bob.player.id, False)
    await bob.join(match)


async def test_a_race_begins_when_the_last_unready_player_leaves(club: Club) -> None:
    ann, bob, cy = (club.member(name) for name in ("ann", "bob", "cy"))
    match = await ann.create(MatchKind.RACE, single(), Level.EASY)
    for member in (bob, cy):
        await member.join(match)
    for member in (ann, bob):
        await member.set_ready(match, True)
    assert view(ann, match).phase is Phase.WAITING
    await cy.leave(match)
    assert view(ann, match).phase is Phase.RUNNING
    assert len(view(ann, match).boards) == 2


async def test_the_owner_of_a_match_that_waits_removes_a_player_for_good(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob", "10.0.0.2")
    match = await ann.create(MatchKind.RACE, single(), Level.EASY)
    await bob.join(match)
    with pytest.raises(GameError, match="owner"):
        await bob.remove(match, ann.player.id)
    await ann.remove(match, bob.player.id)
    assert [seat.name for seat in view(ann, match).seats] == ["ann"]
    for again in (bob, club.guest("guest-1", "10.0.0.2")):
        with pytest.raises(GameError, match="removed you"):
            await again.join(match)
    await club.guest("guest-2", "10.0.0.3").join(match)
    await ann.leave(match)
    assert view(ann, match).owner == 0, "who has been there longest owns it next"


async def test_players_cannot_be_removed_from_a_running_race(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.RACE, ann, bob)
    with pytest.raises(GameError, match="has already begun"):
        await ann.remove(match, bob.player.id)
    await ann.set_block(bob.player.id, True)
    assert not view(ann, match).seats[1].gone


@pytest.mark.parametrize("is_running", [False, True])
async def test_a_blocked_player_leaves_and_guests_of_the_address_are_refused(club: Club, is_running: bool) -> None:
    ann, bob = club.member("ann", "10.0.0.1"), club.guest("guest-1", "10.0.0.2")
    match = await ann.create(MatchKind.SHARED, single(), Level.EASY)
    await bob.join(match)
    if is_running:
        for member in (ann, bob):
            await member.set_ready(match, True)
    beside = club.guest("guest-2", "10.0.0.2")
    await ann.set_watchable(True)
    await ann.set_block(bob.player.id, True)
    assert [seat.name for seat in view(ann, match).seats if not seat.gone] == ["ann"]
    await bob.close()
    for again in (beside, club.guest("guest-3", "10.0.0.2")):
        with pytest.raises(GameError, match="does not want"):
            await again.join(match)
        assert again.watchable_seats(view(ann, match)) == []
        assert ann.hides(again.player.id)
    await club.guest("guest-4", "10.0.0.3").join(match)
    club.hub._maintain()
    assert club.hub._addresses["guest-1"] == "10.0.0.2"


async def test_an_excluded_player_leaves_matches_and_is_known_by_the_address(club: Club) -> None:
    ann, bob, cy = club.member("ann"), club.member("bob", "10.0.0.2"), club.member("cy", "10.0.0.3")
    match = await ann.create(MatchKind.RACE, single(), Level.EASY)
    for member in (bob, cy):
        await member.join(match)
    for member in (ann, cy):
        await member.set_ready(match, True)
    assert isinstance(bob.player.id, int)
    await club.hub.block(frozenset({bob.player.id}))
    await bob.close()
    assert [seat.name for seat in view(ann, match).seats] == ["ann", "cy"]
    assert view(ann, match).phase is Phase.RUNNING, "nobody waits for who can't come"
    club.hub._maintain()
    assert [club.hub.is_blocked_address(f"10.0.0.{last}") for last in (2, 3)] == [True, False]
    await club.hub.block(frozenset())
    assert not club.hub.is_blocked_address("10.0.0.2")


async def test_the_owner_of_a_shared_board_undoes_moves_of_others(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann, bob)
    cell = view(ann, match).puzzle.givens.index(0)
    await bob.place(match, cell, 1)
    with pytest.raises(GameError, match="owner"):
        await bob.take_back(match, cell)
    assert await ann.undo(match) is None
    await ann.take_back(match, cell)
    assert view(ann, match).boards[0].values[cell] == 0
    await ann.leave(match)
    await bob.place(match, cell, 2)
    assert await bob.take_back(match, cell), "it is theirs now"
    race = await new_match(MatchKind.RACE, club.member("cy"), club.member("di"))
    with pytest.raises(GameError, match="owner"):
        await club.member("cy").take_back(race, cell)


async def test_a_permission_revoked_by_the_owner_stays_revoked_after_a_restart(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann, bob)
    cell = view(ann, match).puzzle.givens.index(0)
    for digit in (1, 2):
        await bob.place(match, cell, digit)
    await ann.take_back(match, cell)
    ann_view = view(ann, match)
    await club.end()
    again = Club(tmp_path / "players.db")
    await again.hub.start()
    restored = again.hub.topic(match).value
    assert (restored.boards, restored.authors) == (ann_view.boards, ann_view.authors)
    assert restored.boards[0].values[cell] == 1
    await again.end()


async def test_spectators_see_a_running_race_with_a_delay(club: Club) -> None:
    """The second key of a rival, or a guest with it, would see the digits."""
    ann, bob, cy, di = (club.member(name) for name in ("ann", "bob", "cy", "di"))
    for member in (ann, bob, di):
        await member.set_watchable(True)
    match = await new_match(MatchKind.RACE, ann, bob, di)
    await di.leave(match)  # giving up at once shows no more
    cell = view(ann, match).puzzle.givens.index(0)
    club.seconds = 60
    await ann.place(match, cell, 1)
    for watcher in (cy, di, HubMember(club.hub, Player("guest-1"))):
        assert 0 in watcher.watchable_seats(view(ann, match))
        assert watcher.sees_late(view(ann, match))
        seen = watcher.visible_view(view(ann, match))
        assert seen.boards[0].values[cell] == seen.filled(0) == 0
        assert seen.seats[0].cursor is None
    assert ann.visible_view(view(ann, match)).boards[0].values[cell] == 1
    club.seconds = 60 + LATE_SECONDS - 1
    await bob.place(match, cell, 2)
    assert cy.visible_view(view(ann, match)).filled(0) == 0
    club.seconds += 1
    await bob.place(match, cell, 3)
    seen = cy.visible_view(view(ann, match))
    assert [board.values[cell] for board in seen.boards[:2]] == [1, 0]
    for member in (ann, bob):
        await member.place(match, cell, 0)
        await fill(member, match)
    assert not cy.sees_late(view(ann, match)), "it is over"


async def test_after_a_restart_a_race_is_seen_no_earlier(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    match = await new_match(MatchKind.RACE, club.member("ann"), club.member("bob"))
    club.seconds = 1000
    ann = club.member("ann")
    await fill(ann, match, but=3)
    await club.end()
    again = Club(tmp_path / "players.db", seconds=5000)
    await again.hub.start()
    cy = again.member("cy")
    assert cy.visible_view(again.hub.match(match).view()).filled(0) == 0
    again.seconds += LATE_SECONDS
    assert cy.visible_view(again.hub.match(match).view()).filled(0) > 0
    await again.end()


@pytest.mark.parametrize(("but", "points"), [(None, []), (30, []), (5, [("ann", 1)])])
async def test_a_league_point_needs_another_player_who_played(
    club: Club, but: int | None, points: list[tuple[str, int]]
) -> None:
    ann, bob, guest = club.member("ann"), club.member("bob"), HubMember(club.hub, Player("guest-1"))
    match = await new_match(MatchKind.RACE, ann, bob, guest)
    await fill(guest, match, but=1)
    if but is not None:
        await fill(bob, match, but=but)
    for member in (bob, guest):
        await member.leave(match)
    await fill(ann, match)
    leagues = ann.lobby.value.standings.leagues
    assert [(place.name, place.points) for _, places in leagues for place in places] == points


async def test_a_daily_solved_in_no_time_does_not_count(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    days = [await member.play_daily(DailyKind.DOUBLE) for member in (ann, bob)]
    holes = view(ann, days[0]).puzzle.holes
    club.seconds = MIN_SECONDS * holes - 1
    await fill(ann, days[0])
    assert (ann.lobby.value.standings.results(DailyKind.DOUBLE), ann.lobby.value.standings.leagues) == ((), ())
    club.seconds += 1
    await fill(bob, days[1])
    assert [result.name for result in ann.lobby.value.standings.results(DailyKind.DOUBLE)] == ["bob"]


async def test_two_sessions_of_a_player_make_one_match(club: Club) -> None:
    first, second, bob = club.member("ann"), club.member("ann"), club.member("bob")
    of_bob = await bob.create(MatchKind.RACE, single(), Level.EASY)
    making = asyncio.create_task(first.create(MatchKind.RACE, single(), Level.EASY))
    await asyncio.sleep(0)
    with pytest.raises(GameError, match="other session"):
        await second.create(MatchKind.RACE, single(), Level.EASY)
    with pytest.raises(GameError, match="other session"):
        await second.join(of_bob)
    match = await making
    assert [item.number for item in club.hub.matches_of(first.player.id)] == [match]
    assert second.current() == match


async def test_racers_see_no_other_board(club: Club) -> None:
    ann, bob, cy = (club.member(name) for name in ("ann", "bob", "cy"))
    await ann.set_watchable(True)
    match = await new_match(MatchKind.RACE, ann, bob)
    assert bob.watchable_seats(view(bob, match)) == []
    assert cy.watchable_seats(view(cy, match)) == [0]
    await fill(bob, match)
    assert bob.watchable_seats(view(bob, match)) == [0]


async def test_a_player_is_in_one_match_at_a_time_and_not_too_fast(club: Club) -> None:
    ann = club.member("ann")
    first = await ann.create(MatchKind.RACE, single(), Level.EASY)
    with pytest.raises(GameError, match="another match"):
        await ann.create(MatchKind.RACE, single(), Level.EASY)
    await ann.leave(first)
    assert all(item.number != first for item in ann.lobby.value.matches)
    with pytest.raises(GameError, match="fast"):
        await ann.create(MatchKind.RACE, single(), Level.EASY)


async def test_phrases_are_of_the_list_and_not_a_flood(club: Club) -> None:
    ann = club.member("ann")
    match = await new_match(MatchKind.SHARED, ann)
    await ann.say(match, 0)
    with pytest.raises(GameError, match="fast"):
        await ann.say(match, 1)
    club.seconds += 10
    with pytest.raises(IndexError):
        await ann.say(match, 1000)
    assert [message.phrase for message in view(ann, match).chat] == [0]


async def test_a_changed_name_is_shown_everywhere(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann)
    for name in ("guest-5", "B0B", "a b", "-", "_", "--"):
        with pytest.raises(GameError):
            await ann.rename(name)
    await ann.rename("anna")
    assert view(bob, match).seats[0].name == "anna"
    assert {player.name for player in bob.lobby.value.players} == {"anna", "bob"}
    with pytest.raises(GameError, match="days"):
        await ann.rename("anne")


async def test_a_guest_who_leaves_is_out_of_the_race(club: Club) -> None:
    ann, guest = club.member("ann"), HubMember(club.hub, Player("guest-1"))
    match = await new_match(MatchKind.RACE, ann, guest)
    await guest.close()
    assert view(ann, match).seats[1].gone
    assert {player.name for player in ann.lobby.value.players} == {"ann"}


async def test_spectators_get_the_newest_and_a_fault_of_one_stops_no_other(club: Club) -> None:
    ann = club.member("ann")
    match = await new_match(MatchKind.SHARED, ann)
    reports: list[int] = []

    def broken(_: MatchView) -> None:
        raise ZeroDivisionError

    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))
    topic = await ann.topic(match)
    topic.subscribe(broken)
    stop: Callable[[], None] = topic.subscribe(lambda item: reports.append(item.filled(0)))
    await asyncio.sleep(0)
    await fill(ann, match, but=5)
    holes = view(ann, match).puzzle.holes
    await asyncio.sleep(0)
    assert reports[0] == 0
    assert reports[-1] == holes - 5
    assert all(isinstance(fault, ZeroDivisionError) for fault in faults)
    assert faults
    stop()
    count = len(reports)
    await fill(ann, match)
    await asyncio.sleep(0)
    assert len(reports) == count


async def test_moves_survive_when_the_session_is_killed(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.SHARED, ann, bob)
    cell = view(ann, match).puzzle.givens.index(0)
    killed = asyncio.ensure_future(ann.place(match, cell, 1))
    await asyncio.sleep(0)
    killed.cancel()
    await bob.place(match, cell, 2)
    await bob.undo(match)
    assert view(bob, match).boards[0].values[cell] == 1
    acts = club.database.run(lambda connection: connection.execute("SELECT value FROM act ORDER BY number").fetchall())
    assert [row["value"] for row in acts] == [1, 2, 1]


async def test_abandoned_matches_end_and_are_forgotten(club: Club) -> None:
    ann, bob = club.member("ann"), club.member("bob")
    match = await new_match(MatchKind.RACE, ann, bob)
    await ann.close()
    await bob.close()
    club.seconds = 25 * 3600
    club.hub._maintain()
    await asyncio.gather(*club.hub._tasks)
    assert club.hub.match(match).phase is Phase.OVER
    club.seconds += 2 * 3600
    club.hub._maintain()
    with pytest.raises(GameError, match="match has ended"):
        club.hub.match(match)


async def test_the_storage_of_a_player_is_bounded(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MAX_CREATED", 2)
    monkeypatch.setattr(match, "MAX_MOVES", 3)
    ann = club.member("ann")
    number = await new_match(MatchKind.SHARED, ann)
    cell = view(ann, number).puzzle.givens.index(0)
    for _ in range(3):
        await ann.toggle_note(number, cell, 1)
    with pytest.raises(GameError, match="last move"):
        await ann.toggle_note(number, cell, 1)
    for expected in (True, False):
        await ann.leave(number)
        club.seconds += 60
        if expected:
            number = await ann.create(MatchKind.RACE, single(), Level.EASY)
        else:
            with pytest.raises(GameError, match="today"):
                await ann.create(MatchKind.RACE, single(), Level.EASY)
    query = "SELECT count(*) FROM puzzle WHERE id NOT IN (SELECT puzzle FROM day)"
    rows = club.database.run(lambda connection: connection.execute(query).fetchone())
    assert rows[0] == 1, "nothing is kept of a match that never began"


async def test_a_new_day_has_a_new_board(tmp_path: Path) -> None:
    club = Club(tmp_path / "players.db")
    days = [TODAY, date(2026, 11, 24)]
    club.hub.today = lambda: days[0]
    await club.hub.start()
    ann, bob = club.member("ann"), club.member("bob")
    first, of_bob = await ann.play_daily(DailyKind.DOUBLE), await bob.play_daily(DailyKind.DOUBLE)
    club.seconds = 100
    await fill(ann, first)
    await fill(bob, of_bob)
    del days[0]
    club.hub._maintain()
    await asyncio.gather(*club.hub._tasks)
    assert (ann.lobby.value.standings.day, ann.lobby.value.standings.results(DailyKind.DOUBLE)) == (days[0], ())
    assert [level for level, _ in ann.lobby.value.standings.leagues] == [Level.EASY]
    assert await ann.play_daily(DailyKind.DOUBLE) != first
    await club.end()


async def test_a_failing_file_is_reported_and_the_game_continues(
    club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = club.member("ann")
    number = await new_match(MatchKind.SHARED, ann)
    cell = view(ann, number).puzzle.givens.index(0)

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk full")

    monkeypatch.setattr(records, "add_move", fail)
    with pytest.raises(GameError, match="not saved"):
        await ann.place(number, cell, 1)
    assert view(ann, number).boards[0].values[cell] == 1
    assert "disk full" in caplog.text


async def test_a_match_that_makes_no_sense_is_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    ann, bob = club.member("ann"), club.member("bob")
    broken, whole = await new_match(MatchKind.SHARED, ann), await new_match(MatchKind.SHARED, bob)
    await ann.place(broken, view(ann, broken).puzzle.givens.index(0), 1)
    club.database.run(lambda connection: connection.execute("UPDATE act SET value = 77"))
    await club.end()
    again = Club(tmp_path / "players.db")
    await again.hub.start()
    assert again.hub.match(whole)
    with pytest.raises(GameError):
        again.hub.match(broken)
    assert "can't be read" in caplog.text
    await again.end()


async def test_a_puzzle_that_is_being_made_holds_up_no_stop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(layout: object, level: object, cancel: Callable[[], bool]) -> None:
        while not cancel():
            time.sleep(0.001)
        raise Cancelled

    monkeypatch.setattr(hub, "new_puzzle", never)
    club = Club(tmp_path / "players.db")
    await club.hub.start()
    ann = club.member("ann")
    waits = asyncio.ensure_future(ann.create(MatchKind.RACE, single(), Level.EASY))
    await asyncio.sleep(0)
    await club.end()
    with pytest.raises(GameError, match="restarted"):
        await waits


async def test_a_topic_knows_whether_it_has_subscribers() -> None:
    events: list[bool] = []
    topic = Topic(1, events.append)
    stops = [topic.subscribe(lambda _: None) for _ in range(2)]
    for stop in (stops[0], stops[0]):
        stop()
    assert events == [True]
    stops[1]()
    topic.subscribe(lambda _: None)
    assert events == [True, False, True]


async def test_a_game_played_alone_is_shown_to_those_who_may_watch(club: Club) -> None:
    ann = club.member("Ann")
    puzzle = Puzzle(single(), (*random_solution(single(), 1)[:80], 0))
    game = Game(puzzle, random_solution(single(), 1))
    ann.show_game(game, Level.EASY, 80)
    assert club.hub.new_game_number() == -1, "nobody may watch, so no game has had a number"
    await ann.set_watchable(True)
    game.start()
    ann.show_game(game, Level.EASY, 80)
    topic = club.hub.topic(-2)
    game_view = topic.value
    assert (game_view.number, game_view.kind, game_view.phase, game_view.level) == (
        -2,
        MatchKind.ALONE,
        Phase.RUNNING,
        Level.EASY,
    )
    assert (game_view.puzzle, game_view.boards) == (puzzle, (game.board,))
    (seat,) = game_view.seats
    assert (seat.player, seat.name, seat.cursor, seat.finished) == (ann.player.id, "Ann", 80, None)
    game.reveal(80)
    game.check()
    club.seconds = 7.0
    ann.show_game(game, Level.EASY, 3)
    game_view = topic.value
    assert (game_view.number, game_view.phase, game_view.as_of) == (-2, Phase.OVER, 7.0)
    (seat,) = game_view.seats
    assert (seat.hints, seat.checks, seat.cursor, seat.finished) == (1, 1, 3, game.clock.elapsed)
    ann.show_game(game, None, 3)
    assert topic.value.level is None
    other = Game(replace(puzzle, layout=replace(single(), name="drawn", title="drawn")), game.solution)
    ann.show_game(other, None, 0)
    assert topic.value.seats[0].gone, "the first game is closed"
    assert -2 not in club.hub._topics
    ann.show_game(game, None, 0)
    assert club.hub.topic(-3).value.number == -3
    ann.end_game()
    ann.end_game()
    assert -3 not in club.hub._topics
    ann.show_game(game, None, 0)
    await ann.set_watchable(False)
    ann.show_game(game, None, 0)
    assert -4 not in club.hub._topics
