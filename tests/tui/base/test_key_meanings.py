"""A key means one thing in the screens of puzzles, and one in those of formulas; what moved is still found."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import board, browser, filled, machine
from screens import until_screen
from textual.binding import Binding
from textual.pilot import Pilot

from tui.app import SatSudoku, key_owners
from tui.base.key_names import key_sign, keys_of
from tui.base.keymap import MovedBinding, check, groups
from tui.features.browse.screen import BrowserScreen
from tui.features.inspect.screen import InspectorScreen
from tui.features.replay.lists import BreakpointList
from tui.features.steps.screen import StepsScreen
from tui.terminal.options import Options

KEYS = Path(__file__).parents[3] / "docs" / "keys.md"
OWNERS = key_owners()
GROUPS = groups(OWNERS)
ALL = {str(binding.id): binding for group in GROUPS for binding in group}
MOVED = {name: binding for name, binding in ALL.items() if isinstance(binding, MovedBinding)}

BOTH = ("browser", "dialogs", "lists", "lessons")
WORLDS = {
    "puzzles": (
        *BOTH, "board", "editor", "match", "waiting", "drill", "history", "steps", "watch", "games", "train", "review",
        "past_game", "share", "statistics", "daily", "together", "access", "standings", "new_game",
    ),
    "formulas": (
        *BOTH, "solve", "inspector", "proof", "replay", "comparison", "race", "questions", "decide", "lesson",
        "presenter", "planes",
    ),
}  # fmt: skip
"""The screens that one reaches from each other."""

MEANINGS: dict[str, dict[str, set[str]]] = {
    "*": {"a favourite": {"favour", "favourite"}},
    "+": {"add, or more": {"set", "add_breakpoint", "complete", "put", "program", "open_step", "speed_up"}},
    "-": {"less": {"thin", "fold_step", "speed_down"}},
    ".": {"one on": {"step_next", "show_file_next", "leave_empty"}},
    ",": {"one back": {"step_previous", "show_file_previous"}},
    "/": {"only some, or the next": {"filter", "hint_level", "find"}},
    "?": {"help": {"help", "close_help"}},
    "D": {"decisions": {"decide", "whole_tree"}},
    "M": {"a favourite": {"favour", "favourite"}},
    "N": {"a name": {"name", "rename", "name_branch"}},
    "P": {"presenter's mode, and back": {"present", "close"}},
    "R": {"remove: moves, a rule, a player": {"restart", "remove_rule", "remove"}},
    "S": {"show the solution or a part of it": {"show_solution", "show", "follow"}},
    "T": {"training, and back": {"train", "back"}},
    "U": {"on along the moves": {"redo", "step_next"}},
    "V": {"the steps that are possible, and back": {"steps", "back"}},
    "X": {"clear or end all": {"clear", "wipe", "end_recovery", "leave_match"}},
    "a": {"all": {"candidates", "mark_all", "steps"}},
    "c": {"check": {"check", "count_candidates"}},
    "d": {"what the day brings": {"daily", "due"}},
    "f": {"files": {"raw", "files"}},
    "g": {"go to": {"go_to", "ask", "next_open", "take_next", "other_grid"}},
    "m": {"marks": {"shading", "mark"}, "what literals mean": {"cells", "names", "model"}},
    "n": {
        "a new one, or the next": {
            "code", "new_game", "next", "next_conflict", "new", "go_next", "found_next", "no", "take_offer", "repeats",
        },
    },
    "o": {
        "other people": {"together", "other_board", "watchable"},
        "another search, another order": {"other", "order"},
    },
    "p": {"play and pause": {"play", "pause"}},
    "q": {"close": {"close_help", "close_notice", "leave_offer", "tour_end"}},
    "r": {"back to something": {"resume", "recovery", "review", "own_games", "restart_next", "start"}},
    "s": {"solve, and how": {"solve", "other", "choose", "solver", "contestants"}},
    "t": {"times and results": {"statistics", "results", "limit", "back"}},
    "u": {"back along the moves": {"undo", "step_previous"}},
    "v": {"the moves so far, and back": {"history", "moves", "back"}},
    "w": {"watch it solved, and back": {"watch", "way", "step_through", "back"}},
    "x": {"take away, or stop": {"revoke", "clear", "delete", "remove_branch", "remove_breakpoint", "stop"}},
    "y": {"the layout": {"choose_layout"}},
    "z": {"the size": {"zoom"}},
}  # fmt: skip
"""Actions that are one meaning of their key."""

ARROWS = {"left", "down", "up", "right"}
JUMP = "on a board, h j k l move, and with shift by a box"
NOTE = "shift and a digit notes it"
NOTES = "n has been notes in every version, and in other programs"
SERVER = "only on a server, and nothing follows from the other meaning there"
EXCEPTIONS = {
    ("board", "*"): NOTE,
    ("browser", "K"): JUMP,
    ("browser", "L"): JUMP,
    ("together", "K"): SERVER,
    ("together", "p"): SERVER,
    ("match", "z"): SERVER,
    ("board", "D"): "goes inside a part of a hint",
    ("board", "N"): "n are notes, N all of them",
    ("replay", "N"): "n the next, N the one before, as in less",
    ("board", "n"): NOTES,
    ("match", "n"): NOTES,
    ("editor", "n"): NOTES,
    ("board", "o"): "o and O colour cells and candidates",
    ("board", "s"): "starts a selection, as shift does",
    ("board", "y"): "yes: the only note of a cell",
    ("dialogs", "y"): "yes",
    ("past_game", "e"): "exports, as in the replay",
    ("daily", "y"): "copies, as in vi and in other programs",
    ("dialogs", "r"): "a letter of what the dialog offers",
    ("dialogs", "b"): "a letter of what the dialog offers",
    ("editor", "r"): "r draws a rule, R removes one",
    ("drill", "r"): "reads on in a text",
    ("steps", "r"): "reads on in a text",
    ("share", "c"): "c copies, as its other letters do what they begin, or choose a format",
    ("share", "s"): "saves",
    ("share", "m"): "my digits",
    ("browser", "="): "beside +: another puzzle like this one",
    ("browser", "."): "hidden files begin with it",
    ("browser", "O"): "the order, as o are other people",
    ("proof", "c"): "the core",
    ("replay", "d"): "D is the whole tree, d a part of it",
    ("browser", "o"): SERVER,
    ("replay", "s"): "the solver's reason for a decision",
    ("comparison", "s"): "it is reached from the replay only",
    ("replay", "u"): "uses of a clause: u on, U back",
    ("replay", "w"): "what if",
    ("inspector", "o"): "the other view: constraints or clauses",
    ("inspector", "w"): "warnings",
    ("inspector", "x"): "xor, and other structure",
    ("solve", "a"): "asks",
    ("solve", "f"): "the other form",
    ("solve", "l"): "line by line",
    ("solve", "p"): "the proof",
    ("lesson", "p"): "n and p: next and previous",
    ("planes", "p"): "n and p: next and previous",
}
"""Why a key of a screen means something else there."""


def meaning(key: str, action: str) -> str:
    """The meaning of an action on a key; its own name if it shares none."""
    return next((phrase for phrase, actions in MEANINGS.get(key, {}).items() if action in actions), action)


def clashes(exceptions: dict[tuple[str, str], str]) -> Iterator[tuple[str, str, dict[str, set[str]]]]:
    """Keys with several meanings in a world, with the screens of each."""
    for world, sections in WORLDS.items():
        by_key: dict[str, dict[str, set[str]]] = {}
        for name, binding in ALL.items():
            section, _, action = name.partition(".")
            arrows = not ARROWS.isdisjoint(keys_of(binding))  # its letter stands for the arrow
            for sign in map(key_sign, keys_of(binding)):
                if section in sections and len(sign) == 1 and not arrows and (section, sign) not in exceptions:
                    by_key.setdefault(sign, {}).setdefault(meaning(sign, action), set()).add(section)
        for key, meanings in by_key.items():
            if len(meanings) > 1:
                yield world, key, meanings


def test_every_screen_is_in_a_world() -> None:
    assert {name.partition(".")[0] for name in ALL} - {"everywhere"} == {*WORLDS["puzzles"], *WORLDS["formulas"]}


def test_a_key_has_one_meaning() -> None:
    assert list(clashes(EXCEPTIONS)) == []


@pytest.mark.parametrize("exception", EXCEPTIONS)
def test_every_exception_is_a_clash(exception: tuple[str, str]) -> None:
    without = {other: reason for other, reason in EXCEPTIONS.items() if other != exception}
    assert list(clashes(without)) != []


def test_every_action_of_a_meaning_has_the_key() -> None:
    bound = {(sign, name.partition(".")[2]) for name, each in ALL.items() for sign in map(key_sign, keys_of(each))}
    documented = {(key, name) for key, meanings in MEANINGS.items() for names in meanings.values() for name in names}
    assert documented - bound == set()


# keys that moved


def test_a_former_key_is_free() -> None:
    """Else it could not do what it did."""
    for group in GROUPS:
        present = {key: str(binding.id) for binding in group for key in keys_of(binding)}
        for binding in group:
            for key in binding.former_keys if isinstance(binding, MovedBinding) else ():
                assert key not in present, (key, binding.id, present[key])


def test_the_table_of_moved_keys_is_that_of_the_screens() -> None:
    there = KEYS.read_text(encoding="utf-8").partition("## Moved keys\n")[2].partition("\n## ")[0]
    table = {
        (section, former, present)
        for section, cell in re.findall(r"^\| (\w+) \| (.*) \|$", there, re.MULTILINE)
        for former, present in re.findall(r"`(\S+)` → `(\S+)`", cell)
    }
    assert table == {
        (name.partition(".")[0], former, first_sign(binding))
        for name, binding in MOVED.items()
        for former in map(key_sign, binding.former_keys)
    }


def first_sign(binding: Binding) -> str:
    """The key that is shown for a binding; for the way back, the letter."""
    return key_sign(next(key for key in keys_of(binding) if key != "escape"))


def messages(pilot: Pilot[Any]) -> list[str]:
    """The notifications."""
    return [notification.message for notification in pilot.app._notifications]


async def test_a_former_key_still_works_and_names_the_present_one(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await browser(pilot, folder)
        await pilot.press("i")
        await until_screen(pilot, InspectorScreen)
        assert messages(pilot) == ["inspect: the key is K from now on. i stops working in the next version."]
        await pilot.press("escape")
        await until_screen(pilot, BrowserScreen)
        await pilot.press("K")
        await until_screen(pilot, InspectorScreen)
        assert len(messages(pilot)) == 1
        await board(pilot, folder)
        await pilot.press("T")
        await until_screen(pilot, StepsScreen)
        assert "the key is V" in messages(pilot)[-1]


async def test_a_former_key_works_in_a_dialog(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await machine(pilot, folder)
        answers: list[object] = []
        await app.push_screen(BreakpointList("breakpoints", [], lambda _: ""), answers.append)
        await pilot.press("a")
        assert answers
        assert "the key is +" in messages(pilot)[-1]


async def test_a_key_of_the_config_file_has_no_former_key(tmp_path: Path) -> None:
    folder = filled(tmp_path)
    app = SatSudoku(Options(path=folder, keymap=check({"browser": {"inspect": "f6"}}, OWNERS).keymap))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await browser(pilot, folder)
        await pilot.press("i", "K")
        assert app.screen is screen
        assert messages(pilot) == []
        await pilot.press("f6")
        await until_screen(pilot, InspectorScreen)


@pytest.mark.parametrize("name", MOVED)
def test_a_config_file_may_use_the_present_key_as_before(name: str) -> None:
    """In a file from before the move the key was free: it is still the file's, and the moved action keeps its own."""
    section = name.partition(".")[0]
    moved = MOVED[name]
    free = [key for key in keys_of(moved) if key not in moved.former_keys]
    group = next(group for group in GROUPS if moved in group)
    other = next(binding for binding in group if str(binding.id).startswith(f"{section}.") and binding.id != name)
    for key in free:
        if section == "dialogs" or sum(key in keys_of(binding) for binding in group) > 1:
            continue
        checked = check({section: {str(other.id).partition(".")[2]: key}}, OWNERS)
        assert checked.problems == ()
        assert checked.keymap[str(other.id)] == key
        assert checked.keymap[name] == ",".join(moved.former_keys)


def test_a_file_exposing_both_keys_is_reported() -> None:
    checked = check({"board": {"undo": "V", "redo": "T"}}, OWNERS)
    (problem,) = checked.problems
    assert problem.startswith('[keys.board] redo = "T": in board, T is steps;')
    assert checked.keymap == {"board.undo": "V", "board.steps": "T"}
