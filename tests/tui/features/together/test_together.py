"""The screens of players who play together; the other players act without screens."""

import re
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest
from rich.cells import cell_len
from screens import screen_text, until, until_screen, until_shown
from textual.pilot import Pilot

from engine.base.language import VARIABLE
from engine.play.daily import DailyKind
from engine.play.errors import GameError
from engine.play.game import Game
from engine.sudoku.layout import Layout, double, single
from engine.sudoku.puzzle import Digits
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.techniques.catalogue import Level
from engine.together import hub, keys, standings
from engine.together.database import ServerDatabase
from engine.together.hub import Hub
from engine.together.match import MatchKind, Phase, RatedPuzzle
from engine.together.member import HubMember
from engine.together.player import Player
from engine.together.puzzles import new_puzzle
from tui.app import SatSudoku
from tui.base.board import BoardView
from tui.base.requests import PlayPuzzle
from tui.draw.board_frame import cell_names
from tui.features.browse.screen import BrowserScreen
from tui.features.play.screen import BoardScreen
from tui.features.together.access import AccessScreen
from tui.features.together.board import MatchScreen
from tui.features.together.screen import TogetherScreen
from tui.features.together.standings import StandingsScreen
from tui.features.together.waiting import WaitingScreen
from tui.features.together.words import PHASES

MONDAY = date(2026, 11, 23)
"""The puzzle of a Monday is easy, and quickly made."""


class Table(NamedTuple):
    """Ann at her screen, and bob."""

    pilot: Pilot[None]
    ann: HubMember
    bob: HubMember
    club: Hub

    @property
    def text(self) -> str:
        return screen_text(self.pilot.app)

    def solution(self, number: int) -> Digits:
        """The solution of a match's puzzle, which players do not see."""
        return self.club.match(number).rated.solution


@pytest.fixture
async def table(app: SatSudoku, tmp_path: Path) -> AsyncIterator[Table]:
    database = ServerDatabase(tmp_path / "players.db")
    insert = "INSERT INTO player (name, looks, since) VALUES ('ann', 'ann', 0), ('bob', 'bob', 0)"
    database.run(lambda connection: connection.execute(insert))
    club = Hub(database, today=lambda: MONDAY)
    await club.start()
    ann, bob = HubMember(club, Player("ann", 1)), HubMember(club, Player("bob", 2))
    app.member = ann
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until_screen(pilot, BrowserScreen)
        await pilot.press("o")
        await until_screen(pilot, TogetherScreen)
        yield Table(pilot, ann, bob, club)
    await club.stop()
    database.close()


async def test_without_a_server_there_are_no_others(app: SatSudoku) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await until_screen(pilot, BrowserScreen)
        await pilot.press("o")
        await pilot.pause()
        assert app.screen is screen
        assert "others" not in screen_text(app)


def panel_title(table: Table) -> str:
    """The line with the titles of the list and of the panel right of it."""
    return table.text.splitlines()[1].rstrip()


def end_of_phase(table: Table) -> int:
    """The column where the phase of bob's match ends."""
    row = next(line for line in table.text.splitlines() if "1/8 bob" in line)
    before, phase, _ = row.partition(str(PHASES[Phase.WAITING]))
    return cell_len(before + phase)


async def test_the_puzzle_of_a_match_is_shown_before_joining(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, ann, bob, _ = table
    await bob.create(MatchKind.RACE, single(), Level.EASY)
    await until(pilot, lambda: panel_title(table).endswith(" race"))
    await until_shown(pilot, "sudoku 9x9, easy")
    end = end_of_phase(table)
    await ann.create(MatchKind.SHARED, double(), Level.EASY)
    await until_shown(pilot, "shared board, easy")
    await pilot.press("down")
    await until(pilot, lambda: panel_title(table).endswith(" shared board"))
    await until_shown(pilot, "double sudoku, easy")
    monkeypatch.setenv(VARIABLE, "zh_CN")
    await pilot.press("up")
    await until_shown(pilot, "9x9 数独，简单")
    assert end_of_phase(table) == end, "wide letters leave it its room"


async def test_a_player_who_leaves_before_the_start_is_not_ready(table: Table) -> None:
    pilot, _, bob, _ = table
    number = await bob.create(MatchKind.RACE, single(), Level.EASY)
    await until_shown(pilot, "race, easy 1/8 bob")
    await pilot.press("enter")
    await until_screen(pilot, WaitingScreen)
    await pilot.press("enter")
    await until(pilot, lambda: table.club.topic(number).value.seats[1].ready)
    await pilot.press("escape")
    await until_screen(pilot, TogetherScreen)
    await bob.set_ready(number, True)
    assert table.club.topic(number).value.phase is Phase.WAITING
    await pilot.press("enter")
    await until_screen(pilot, WaitingScreen)
    await pilot.press("quotation_mark")
    await until_shown(pilot, "Which phrase?")
    await pilot.press("r", "enter")  # r has no effect in the list
    await until_shown(pilot, "ann: Hello!")
    await pilot.press("enter")
    await until_screen(pilot, MatchScreen)
    await pilot.press("i")
    await pilot.pause()
    assert "hint" not in table.text, "there are none in a race"
    await pilot.press("X", "y")
    await until_screen(pilot, TogetherScreen)
    assert table.club.topic(number).value.seats[1].gone


async def test_the_owner_removes_a_player_who_is_notified(table: Table) -> None:
    pilot, ann, bob, _ = table
    number = await ann.create(MatchKind.RACE, single(), Level.EASY)
    await until_shown(pilot, "race, easy 1/8")
    await pilot.press("enter")
    await until_shown(pilot, "owner")
    assert "remove" not in screen_text(pilot.app)  # nobody else is there
    await bob.join(number)
    await until_shown(pilot, "remove")
    await pilot.press("R")
    await until_shown(pilot, "Remove which player?", "bob")
    await pilot.press("enter")
    await until(pilot, lambda: len(table.club.topic(number).value.seats) == 1)
    await pilot.press("X")
    await until_screen(pilot, TogetherScreen)
    another = await bob.create(MatchKind.RACE, single(), Level.EASY)
    await until_shown(pilot, "race, easy 1/8 bob")
    await pilot.press("enter")
    await until_screen(pilot, WaitingScreen)
    await until(pilot, lambda: len(table.club.topic(another).value.seats) == 2)
    assert "remove" not in table.text
    await bob.remove(another, 1)
    await until_shown(pilot, "The owner has removed you", "matches")
    await until_screen(pilot, TogetherScreen)


async def test_the_owner_of_a_board_undoes_moves_of_others(table: Table) -> None:
    pilot, ann, bob, _ = table
    number = await ann.create(MatchKind.SHARED, single(), Level.EASY)
    await until_shown(pilot, "shared board, easy")
    await pilot.press("enter", "enter")
    await until_screen(pilot, MatchScreen)
    await bob.join(number)
    view = table.club.topic(number).value
    cell = view.puzzle.givens.index(0)
    await bob.place(number, cell, table.solution(number)[cell])
    await until_shown(pilot, " 1/")
    await pilot.press("z")
    await until(pilot, lambda: not table.club.topic(number).value.boards[0].values[cell])
    await pilot.press("z")
    await until_shown(pilot, "There is no move in this cell")
    await ann.set_block(2, True)
    assert table.club.topic(number).value.seats[1].gone


async def test_a_race_is_watched_late(table: Table) -> None:
    pilot, _, bob, club = table
    cy = HubMember(club, Player("guest-1"))
    number = await bob.create(MatchKind.RACE, single(), Level.EASY)
    await cy.join(number)
    await bob.set_watchable(True)
    for member in (bob, cy):
        await member.set_ready(number, True)
    await until_shown(pilot, "race, easy 2/8", "going on")
    await pilot.press("w")
    await until_shown(pilot, "watching bob, 3 minutes late")
    view = club.topic(number).value
    cell = view.puzzle.givens.index(0)
    await bob.place(number, cell, table.solution(number)[cell])
    await pilot.pause()
    assert f"0/{view.puzzle.holes}" in table.text


async def test_rules_of_the_puzzle_are_drawn_and_named(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cells of a cage that holds too much are a conflict, and the panel says what the cage demands."""
    cages = (KillerCage((0, 1), 3), KillerCage((2, 11), 17))

    def with_cages(layout: Layout, level: Level, _kinds: tuple[str, ...]) -> RatedPuzzle:
        made = new_puzzle(layout, level)
        return replace(made, puzzle=replace(made.puzzle, givens=(0,) * len(layout.cells), rules=cages))

    monkeypatch.setattr(hub, "new_puzzle", with_cages)
    await table.ann.play_daily(DailyKind.DOUBLE)
    await table.pilot.press("d")
    await until_shown(table.pilot, "double sudoku, easy")
    await table.pilot.press("down", "down", "down", "enter")
    screen = await until_screen(table.pilot, MatchScreen)
    board = screen.query_one(BoardView)
    assert board.look.rules == cages
    while board.look.cursor:
        await table.pilot.press("left", "up")
    await until_shown(table.pilot, "add up to 3")
    await table.pilot.press("9", "right", "8")
    await until(table.pilot, lambda: board.look.grounds[0] == screen.palette.clash)


async def test_a_daily_solved_too_fast_is_reported(table: Table) -> None:
    pilot, ann, *_ = table
    number = await ann.play_daily(DailyKind.DOUBLE)
    await pilot.press("d")
    await until_shown(pilot, "sudoku 9x9, hard", "double sudoku, easy")
    await pilot.press("down", "down", "down", "enter")
    await until_screen(pilot, MatchScreen)
    view = table.club.topic(number).value
    for cell, given in enumerate(view.puzzle.givens):
        if not given:
            await ann.place(number, cell, table.solution(number)[cell])
    await until_shown(pilot, "too fast to count")


async def test_the_last_to_give_a_race_up_is_back_among_the_matches(table: Table) -> None:
    pilot, ann, bob, _ = table
    number = await ann.create(MatchKind.RACE, single(), Level.EASY)
    await bob.join(number)
    await bob.set_ready(number, True)
    await until_shown(pilot, "race, easy 2/8")
    await pilot.press("enter")
    await until_screen(pilot, WaitingScreen)
    await pilot.press("enter")
    await until_screen(pilot, MatchScreen)
    await bob.leave(number)
    await pilot.press("X")
    await until_shown(pilot, "Give up")
    await pilot.press("y")
    await until_screen(pilot, TogetherScreen)
    assert table.club.topic(number).value.phase is Phase.OVER


async def test_a_board_shows_the_others_by_letter_and_is_played_by_keys(table: Table) -> None:
    pilot, ann, bob, _ = table
    number = await bob.create(MatchKind.SHARED, single(), Level.EASY)
    await bob.set_ready(number, True)
    view = table.club.topic(number).value
    empty = [cell for cell, value in enumerate(view.puzzle.givens) if not value]
    solution = table.solution(number)
    first, second, third = [solution[cell] for cell in empty][:3]
    await until_shown(pilot, "shared board")
    await pilot.press("enter")
    screen = await until_screen(pilot, MatchScreen)
    bob.point(number, empty[1])
    await until_shown(pilot, "b  ann", "a·")
    await bob.place(number, empty[1], second)
    await until_shown(pilot, f"a{second}")
    await pilot.press(str(first), "tab", "n", str(third), "c")
    await until_shown(pilot, "right so far", "notes", f"2/{len(empty)}")
    assert table.club.topic(number).value.boards[0].notes[empty[2]] == 1 << third
    await pilot.press("n", "u", "u")
    await until_shown(pilot, f"1/{len(empty)}")
    await pilot.press("u")
    await until_shown(pilot, "You have no move to undo")
    await pilot.press("U")
    await until_shown(pilot, f"2/{len(empty)}")
    assert screen.board.cursor == empty[0]
    await pilot.press("i")
    await until_shown(pilot, "Look at")
    await pilot.press("i")
    await until(pilot, lambda: "Look at" not in table.text)
    await ann.set_block(2, True)
    await bob.say(number, 1)
    await pilot.pause()
    assert "Good luck!" not in table.text
    for cell in empty[2:]:
        await bob.place(number, cell, solution[cell])
    await until_shown(pilot, "It is over", "1  bob", "2  ann")


async def test_players_can_stop_being_watched(table: Table) -> None:
    pilot, _, bob, _ = table
    number = await bob.create(MatchKind.SHARED, single(), Level.EASY)
    await bob.set_ready(number, True)
    await until_shown(pilot, "going on")
    await pilot.press("w")
    await until_shown(pilot, "Nobody there can be watched")
    await bob.set_watchable(True)
    await pilot.press("w")
    await until_shown(pilot, "watching bob")
    assert "place" not in table.text
    view = table.club.topic(number).value
    cell = view.puzzle.givens.index(0)
    await pilot.press("5")
    await bob.place(number, cell, table.solution(number)[cell])
    digit = str(table.solution(number)[cell])
    board = pilot.app.screen.query_one(BoardView)
    await until(pilot, lambda: board.look.cursor == cell and board.picture.char(*board.selected_place()) == digit)
    await bob.set_watchable(False)
    await until_screen(pilot, TogetherScreen)


async def test_a_game_that_is_played_alone_is_watched_while_that_is_allowed(table: Table) -> None:
    pilot, _, bob, _ = table
    rated = new_puzzle(single(), Level.EASY)
    puzzle = rated.puzzle
    game, cell = Game(puzzle), puzzle.givens.index(0)
    game.start()
    bob.show_game(game, Level.EASY, cell)
    await pilot.pause()
    assert "of one's own" not in table.text
    await bob.set_watchable(True)
    bob.show_game(game, Level.EASY, cell)
    await until_shown(pilot, "own game, easy", "going on")
    await pilot.press("enter")
    await until_shown(pilot, "watching bob", f"0/{puzzle.holes}", cell_names(puzzle.layout, cell))
    game.place((cell,), rated.solution[cell])
    game.pause()
    bob.show_game(game, Level.EASY, cell)
    digit, board = str(rated.solution[cell]), pilot.app.screen.query_one(BoardView)
    await until_shown(pilot, f"1/{puzzle.holes}")
    await until(pilot, lambda: board.look.cursor == cell and board.picture.char(*board.selected_place()) == digit)
    bob.end_game()
    await until_shown(pilot, "bob has left this game")
    await pilot.press("escape")
    await until(pilot, lambda: "of one's own" not in table.text)
    bob.show_game(game, None, cell)
    await until_shown(pilot, f"own game, {single().label}")
    await pilot.press("w")
    await until_shown(pilot, "watching bob")
    await bob.set_block(1, True)
    await until_screen(pilot, TogetherScreen)


async def test_others_see_each_move_of_a_players_game_until_it_is_left(table: Table) -> None:
    pilot, ann, bob, club = table
    await ann.set_watchable(True)
    await pilot.press("escape")
    await until_screen(pilot, BrowserScreen)
    puzzle = new_puzzle(single(), Level.EASY).puzzle
    pilot.app.post_message(PlayPuzzle(puzzle))
    screen = await until_screen(pilot, BoardScreen)
    await until(pilot, lambda: any(view.kind is MatchKind.ALONE for view in club.lobby.value.matches))
    number = club.lobby.value.matches[0].number
    seen = table.club.topic(number)
    assert bob.watchable_seats(seen.value) == [0]
    await pilot.press("4", "right")
    await until(pilot, lambda: seen.value.seats[0].cursor == screen.cursor)
    assert seen.value.boards[0].values == screen.game.values
    assert seen.value.phase is Phase.RUNNING
    await pilot.press("p")
    await until(pilot, lambda: seen.value.phase is Phase.WAITING)
    await pilot.press("p", "escape")
    await until_screen(pilot, BrowserScreen)
    await until(pilot, lambda: seen.value.seats[0].gone)
    with pytest.raises(GameError):
        table.club.topic(number)


async def test_players_names_and_results(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "MIN_SECONDS", 0)
    pilot, ann, bob, _ = table
    await until_shown(pilot, "here now", "bob")
    await pilot.press("p")
    await until_shown(pilot, "choose one to block")
    await pilot.press("enter")
    await until_shown(pilot, "bob is blocked")
    assert ann.hides(2)
    await pilot.press("N")
    await until_shown(pilot, "Your name")
    await pilot.press(*"anna", "enter")
    await until_shown(pilot, "You are now anna")
    await pilot.press("o")
    await until_shown(pilot, "anna, may be watched")
    for member, but in ((ann, 5), (bob, 0)):
        number = await member.play_daily(DailyKind.DOUBLE)
        givens = table.club.topic(number).value.puzzle.givens
        empty = [cell for cell, given in enumerate(givens) if not given]
        for cell in empty[but:]:
            await member.place(number, cell, table.solution(number)[cell])
    await until_shown(pilot, " 1 bob")
    await pilot.press("t")
    await until_screen(pilot, StandingsScreen)
    await until_shown(pilot, "  1  bob", "counted")
    await until_shown(pilot, "2026-11-23: double sudoku, easy")
    await pilot.press("right")
    await until_shown(pilot, "points", "  1  bob")


async def test_ratings_follow_the_leagues(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "MIN_SECONDS", 0)
    pilot, ann, bob, *_ = table
    for member in (ann, bob):
        number = await member.play_daily(DailyKind.DOUBLE)
        for cell, digit in enumerate(table.solution(number)):
            if not table.club.topic(number).value.puzzle.givens[cell]:
                await member.place(number, cell, digit)
    await until_shown(pilot, " 1 ", " 2 ")
    await pilot.press("t")
    await until_screen(pilot, StandingsScreen)
    await pilot.press("left", "left")
    await until_shown(pilot, "ratings of players", "  1  ann", "1500", "  2  bob")
    await pilot.press("right")
    await until_shown(pilot, "ratings of the puzzles of this week", "double sudoku", "easy")


async def test_a_puzzle_that_takes_long_can_be_left(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    pilot, ann, *_ = table
    made = Event()
    monkeypatch.setattr(hub, "new_puzzle", lambda *arguments: made.wait(60) and new_puzzle(*arguments))
    await pilot.press("n", "enter")
    await until_shown(pilot, "Making a puzzle")
    await pilot.press("escape")
    await until_screen(pilot, BrowserScreen)
    made.set()
    await pilot.press("o")
    await until_screen(pilot, TogetherScreen)
    assert ann.current() is None


@pytest.mark.long
async def test_keys_are_listed_and_a_recovery_code_is_shown_once_after_a_question(table: Table) -> None:
    pilot, ann, _, _ = table
    add = "INSERT INTO key VALUES ('key a', 1, 'ssh-ed25519', NULL, NULL), ('web:b', 1, 'Firefox, Linux', 0, 9e9)"
    await table.club.ask(lambda connection: connection.execute(add).rowcount)
    ann._key = "key a"
    await pilot.press("K")
    await until_screen(pilot, AccessScreen)
    await until_shown(pilot, "Firefox, Linux", "ssh-ed25519", "key a", "this session", "You have no recovery code. r ")
    codes = []
    for turn in range(2):
        await pilot.press("r")
        if turn:
            await until_shown(pilot, "Make a new recovery code?")
            await pilot.press("y")
        await until_shown(pilot, "it is not shown again")
        codes += re.findall(r"^.*?((?:[a-z2-9]{5}-){4}[a-z2-9]{5}) ", table.text, re.M)
        await pilot.press("enter")
        await until_shown(pilot, "recovery code was made on")
        assert codes[-1] not in table.text
    owners = [await table.club.ask(partial(keys.owner, code=code)) for code in codes]
    assert owners == [None, Player("ann", 1)]
    await pilot.press("end", "x")
    await until_shown(pilot, "This session uses that key.")
    await pilot.press("X")
    await until_shown(pilot, "End your recovery code?")
    await pilot.press("y")
    await until_shown(pilot, "You have no recovery code")
    await pilot.press("home", "x")
    await until_shown(pilot, "Revoke browser Firefox, Linux?")
    await pilot.press("y")
    await until(pilot, lambda: "Firefox" not in table.text.partition("Revoked")[0])
    assert [key.fingerprint for key in (await ann.access()).keys] == ["key a"]
    with pytest.raises(GameError, match="with a key"):
        await HubMember(table.club, Player("guest-1")).access()
