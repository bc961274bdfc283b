"""How to open each screen of the program, for tests of properties that all screens share."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

from screens import until_screen, until_shown
from textual.pilot import Pilot
from textual.screen import Screen

from engine.sat.formula.families import make
from engine.sat.proof.proof import Proof
from engine.sat.solvers.solve import solve as solve_formula
from engine.sat.solvers.strategy import Strategy
from engine.sat.trace.search_tree import TreeWalk
from engine.sat.trace.trace import Recorder
from engine.sudoku.as_sat.encoding import encode
from engine.sudoku.formats import write
from engine.sudoku.layout import LAYOUTS, double, single
from engine.sudoku.making.generator import generate
from engine.sudoku.puzzle import Puzzle
from engine.sudoku.search.exact import random_solution
from engine.sudoku.techniques.catalogue import Level
from engine.together.database import ServerDatabase
from engine.together.hub import Hub
from engine.together.match import MatchKind
from engine.together.member import HubMember
from engine.together.player import Player
from tui.app import SHIPPED, key_owners
from tui.base import requests as messages
from tui.base.commands import CommandSearch
from tui.base.dialogs import Choice, Confirm, Help, Notice, Offer, Prompt, QuitQuestion, Waiting
from tui.base.keymap import all_in_force
from tui.base.page import Page
from tui.features.browse.screen import BrowserScreen
from tui.features.comparison.screen import ComparisonScreen
from tui.features.daily.screen import DailyScreen
from tui.features.edit.screen import EditorScreen
from tui.features.games.screen import GamesScreen
from tui.features.history.screen import HistoryScreen
from tui.features.inspect.screen import InspectorScreen
from tui.features.lessons.decide import DecideScreen
from tui.features.lessons.screen import LessonScreen, LessonsScreen
from tui.features.new_game.screen import NewGameScreen
from tui.features.past_game.screen import PastGameScreen
from tui.features.planes.screen import PlanesScreen
from tui.features.play.screen import BoardScreen
from tui.features.proof.screen import ProofScreen
from tui.features.questions.screen import QuestionsScreen
from tui.features.race.marking import MarkedRows, Marking
from tui.features.race.screen import RaceScreen
from tui.features.replay.lists import BranchList, BreakpointList, CandidateList, TreeList
from tui.features.replay.screen import ReplayScreen
from tui.features.review.screen import ReviewScreen
from tui.features.share.screen import ShareScreen
from tui.features.solve.chooser import SolverChoice, SolverChooser
from tui.features.solve.screen import SolveScreen
from tui.features.solve.settings import Settings
from tui.features.statistics.screen import StatisticsScreen
from tui.features.steps.screen import StepsScreen
from tui.features.together.access import AccessScreen
from tui.features.together.board import MatchScreen
from tui.features.together.screen import TogetherScreen
from tui.features.together.standings import StandingsScreen
from tui.features.together.waiting import WaitingScreen
from tui.features.tour.screen import TourScreen
from tui.features.train.drill import DrillScreen
from tui.features.train.screen import TrainScreen
from tui.features.watch.screen import WatchScreen

Open = Callable[[Pilot[None], Path], Awaitable[Page]]
SOLUTION = random_solution(double(), 1)
PUZZLE = Puzzle(double(), tuple(digit if cell > 1 else 0 for cell, digit in enumerate(SOLUTION)))
CNF = "p cnf 60 60\n" + "".join(f"{number} 0\n" for number in range(1, 61))


async def browser(pilot: Pilot[None], _: Path) -> Page:
    await until_shown(pilot, "a.cnf")
    return await until_screen(pilot, BrowserScreen)


async def inspector(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.InspectFile(folder / "a.cnf"))
    await until_shown(pilot, "60 variables")
    return await until_screen(pilot, InspectorScreen)


async def inspected_sudoku(pilot: Pilot[None], _: Path) -> Page:
    formula = encode(generate(LAYOUTS["4x4"](), 8, seed=1).puzzle).formula
    pilot.app.post_message(messages.InspectFormula("a sudoku", formula))
    await until_shown(pilot, "8 holes")
    return await until_screen(pilot, InspectorScreen)


async def solve(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.SolveFile(folder / "a.cnf"))
    return await until_screen(pilot, SolveScreen)


async def machine(pilot: Pilot[None], _: Path) -> Page:
    recorder, formula = Recorder(1 << 20), make("php", ["4", "3"])
    trace = recorder.trace(formula, solve_formula(formula, "dpll", trace=recorder))
    pilot.app.post_message(messages.OpenReplay("pigeons", trace))
    return await until_screen(pilot, ReplayScreen)


async def board(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.PlayPuzzle(PUZZLE))
    return await until_screen(pilot, BoardScreen)


async def history(pilot: Pilot[None], folder: Path) -> Page:
    await board(pilot, folder)
    await pilot.app.screen.perform("history")
    return await until_screen(pilot, HistoryScreen)


async def watch(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.WatchPuzzle(PUZZLE))
    return await until_screen(pilot, WatchScreen)


async def new_game(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.NewGame())
    return await until_screen(pilot, NewGameScreen)


async def race(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.RaceFiles((folder / "a.cnf",)))
    return await until_screen(pilot, RaceScreen)


async def games(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.ResumeGame())
    return await until_screen(pilot, GamesScreen)


async def editor(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.SetPuzzle(PUZZLE))
    return await until_screen(pilot, EditorScreen)


async def share(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.SharePuzzle(PUZZLE, PUZZLE.givens))
    return await until_screen(pilot, ShareScreen)


async def dailies(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.ShowDailies())
    return await until_screen(pilot, DailyScreen)


async def statistics(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.ShowStatistics())
    return await until_screen(pilot, StatisticsScreen)


async def steps(pilot: Pilot[None], folder: Path) -> Page:
    await board(pilot, folder)
    await pilot.app.screen.perform("steps")
    return await until_screen(pilot, StepsScreen)


async def review(pilot: Pilot[None], folder: Path) -> Page:
    screen: Any = await board(pilot, folder)
    pilot.app.post_message(messages.ReviewGame(screen.game.record()))
    return await until_screen(pilot, ReviewScreen)


async def past_game(pilot: Pilot[None], folder: Path) -> Page:
    screen: Any = await board(pilot, folder)
    pilot.app.post_message(messages.WatchGame(screen.game.record()))
    return await until_screen(pilot, PastGameScreen)


async def train(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.Train())
    return await until_screen(pilot, TrainScreen)


async def drill(pilot: Pilot[None], folder: Path) -> Page:
    screen = await train(pilot, folder)
    await until_shown(pilot, "Full house")
    await screen.perform("start")
    return await until_screen(pilot, DrillScreen)


async def lessons(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.ShowLessons())
    return await until_screen(pilot, LessonsScreen)


async def lesson(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.OpenLesson(SHIPPED / "lessons" / "1-unit-propagation.toml"))
    return await until_screen(pilot, LessonScreen)


async def decide(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.DecideYourself(folder / "a.cnf"))
    return await until_screen(pilot, DecideScreen)


async def questions(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.AskAbout("pigeons", make("php", ["3", "2"])))
    return await until_screen(pilot, QuestionsScreen)


async def proof(pilot: Pilot[None], folder: Path) -> Page:
    pilot.app.post_message(messages.ExploreProof("pigeons", make("php", ["2", "1"]), Proof.of([(False, ())]), folder))
    return await until_screen(pilot, ProofScreen)


async def planes(pilot: Pilot[None], _: Path) -> Page:
    pilot.app.post_message(messages.WatchCuttingPlanes("pigeons", make("php", ["3", "2"])))
    await until_shown(pilot, "2 conflicts")
    return await until_screen(pilot, PlanesScreen)


async def beside(pilot: Pilot[None], _: Path) -> Page:
    recorder, formula = Recorder(1 << 20), make("php", ["4", "3"])
    trace = recorder.trace(formula, solve_formula(formula, "dpll", trace=recorder))
    pilot.app.post_message(messages.CompareSearches("pigeons", (("dpll", trace), ("second", trace)), 0))
    await until_shown(pilot, "Compare with which search?")
    (await until_screen(pilot, Choice)).dismiss(0)
    return await until_screen(pilot, ComparisonScreen)


# on a server


async def together(pilot: Pilot[None], folder: Path) -> Page:
    """The lobby of a server with one player, until the event loop ends."""
    database = ServerDatabase(folder.parent / "players.db")
    insert = "INSERT INTO player (name, looks, since) VALUES ('ann', 'ann', 0)"
    database.run(lambda connection: connection.execute(insert))
    club = Hub(database, today=lambda: date(2026, 11, 23))  # the puzzle of a Monday is quickly made
    await club.start()

    async def run() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await club.stop()
            database.close()

    app: Any = pilot.app
    app.member, app.club = HubMember(club, Player("ann", 1)), asyncio.ensure_future(run())
    app.post_message(messages.PlayTogether())
    return await until_screen(pilot, TogetherScreen)


async def standings(pilot: Pilot[None], folder: Path) -> Page:
    await (await together(pilot, folder)).perform("results")
    return await until_screen(pilot, StandingsScreen)


async def access(pilot: Pilot[None], folder: Path) -> Page:
    await (await together(pilot, folder)).perform("access")
    return await until_screen(pilot, AccessScreen)


async def waiting(pilot: Pilot[None], folder: Path) -> Page:
    lobby, app = await together(pilot, folder), pilot.app
    await app.member.create(MatchKind.RACE, single(), Level.EASY)  # type: ignore[attr-defined]
    await until_shown(pilot, "race, easy")
    await lobby.perform("join")
    return await until_screen(pilot, WaitingScreen)


async def match(pilot: Pilot[None], folder: Path) -> Page:
    lobby, app = await together(pilot, folder), pilot.app
    await app.member.create(MatchKind.SHARED, double(), Level.EASY)  # type: ignore[attr-defined]
    await until_shown(pilot, "shared board, easy")
    await lobby.perform("join")
    if isinstance(app.screen, WaitingScreen):
        await app.screen.perform("ready")
    return await until_screen(pilot, MatchScreen)


def pigeon_tree() -> TreeWalk:
    """The tree of a small refutation."""
    recorder, formula = Recorder(1 << 20), make("php", ["3", "2"])
    trace = recorder.trace(formula, solve_formula(formula, "dpll", trace=recorder))
    return TreeWalk(trace, len(trace), 9)


OFTEN: list[Open] = [browser, board, inspector, machine]
SELDOM: list[Open] = [solve, history, watch, new_game, race]
REST: list[Open] = [games, editor, share, statistics, dailies]
MORE: list[Open] = [steps, review, past_game, train, drill, lessons, lesson, decide, questions, proof, planes, beside]
TOGETHER: list[Open] = [together, standings, access, waiting, match]
OTHERS: list[Open] = [*SELDOM, *REST, *MORE, *TOGETHER]
"""All screens beside those of OFTEN."""


Opening = Callable[[Page], Screen[Any]]

DIALOGS: dict[type[Screen[Any]], Opening] = {
    Confirm: lambda _: Confirm("Really?", "go on"),
    QuitQuestion: lambda _: QuitQuestion("It can't be saved. Quit?", "quit"),
    Notice: lambda _: Notice("Something to read."),
    Offer: lambda _: Offer("done", "another"),
    Waiting: lambda _: Waiting("This takes its time."),
    Prompt: lambda _: Prompt("A line of text", "typed before"),
    Choice: lambda _: Choice("one of these", ["first", "second", "third"], 1),
    Help: lambda page: Help(str(page.HEADING), page.grouped_bindings(), page.palette),
    SolverChooser: lambda _: SolverChooser(SolverChoice(Strategy("dpll"), Settings())),
    BranchList: lambda _: BranchList("branches", ["main line"], lambda _: "what was recorded"),
    BreakpointList: lambda _: BreakpointList("breakpoints", [], lambda _: ""),
    CandidateList: lambda _: CandidateList("why", ["1"], lambda _: "the rule"),
    TreeList: lambda _: TreeList("the tree", pigeon_tree(), str, lambda _: "a decision"),
    Marking: lambda _: Marking("which of these", ["first", "second"], MarkedRows((0,))),
    TourScreen: lambda page: TourScreen(all_in_force(page.options.keymap, key_owners())),
    CommandSearch: lambda _: CommandSearch(),
}
"""How to open each dialog over a page."""


def filled(folder: Path) -> Path:
    """A new folder with a formula and a puzzle."""
    shelf = folder / "shelf"
    shelf.mkdir()
    (shelf / "a.cnf").write_text(CNF)
    (shelf / "puzzle.txt").write_text(write(PUZZLE))
    return shelf
