"""Every key has a name in the config file, errors there are reported, and the keys in force are shown."""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from screens import screen_text, until_screen, until_shown
from textual.binding import Binding, BindingType

from tui.app import SatSudoku, key_owners
from tui.base.board import BoardInput
from tui.base.controller import Controller
from tui.base.key_names import config_key, key_sign, keys_of, parse_keys
from tui.base.keymap import check, config_text, groups, in_force, name_of, named_bindings
from tui.base.page import Page
from tui.features.browse.screen import BrowserScreen
from tui.terminal.options import Options

OWNERS = key_owners()
GROUPS = groups(OWNERS)
"""Loads all screens."""
ALL = {binding.id: binding for group in GROUPS for binding in group}


def every_key() -> list[tuple[type, Binding]]:
    """All bindings of the program, each with its class."""
    return [
        (owner, item) for owner in OWNERS for item in owner.__dict__.get("BINDINGS", ()) if isinstance(item, Binding)
    ]


def test_a_key_for_a_screen_and_one_of_its_parts_is_an_error() -> None:
    class Letters(Controller):
        BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "yes", "yes")]

    with pytest.raises(TypeError, match=r"ShadowScreen: the key L is bound to look and, in BoardInput, to jump\(0,1\)"):

        class ShadowScreen(Page):
            PARTS = (BoardInput,)
            BINDINGS: ClassVar[list[BindingType]] = [Binding("L", "look", "look")]

    with pytest.raises(TypeError, match="OtherScreen: the key y is bound to why and, in Letters, to yes"):

        class OtherScreen(Page):
            CONTROLLERS = (Letters,)
            BINDINGS: ClassVar[list[BindingType]] = [Binding("y", "why", "why")]


def test_every_key_can_be_named() -> None:
    """Keys of a part are named by the screens that contain it."""
    by_screens = {Page}.union(*(part.__mro__ for owner in OWNERS if issubclass(owner, Page) for part in owner.PARTS))
    nameless = [
        f"{owner.__name__}: {first.action}"
        for owner, first in every_key()
        if owner not in by_screens
        and not first.id
        and not first.action.startswith(("app.", "screen."))  # Textual's own
    ]
    assert nameless == []


def test_parts_that_share_a_name_do_so_for_the_same_keys() -> None:
    for owner in OWNERS:
        if issubclass(owner, Page):
            by_name: dict[str | None, set[tuple[str, ...]]] = {}
            for part in owner.PARTS:
                for item in named_bindings(part, owner):
                    if item.id:
                        by_name.setdefault(item.id, set()).add(tuple(keys_of(item)))
            assert all(len(keys) == 1 for keys in by_name.values()), by_name


def test_a_name_means_one_thing() -> None:
    for group in GROUPS:
        actions: dict[str, str] = {}
        for item in group:
            assert actions.setdefault(str(item.id), item.action) == item.action, item.id


def test_names_can_stand_in_a_config_file_as_they_are() -> None:
    for name in ALL:
        section, _, action = str(name).partition(".")
        assert tomllib.loads(f"[keys.{section}]\n{action} = 'H'") == {"keys": {section: {action: "H"}}}


def test_printed_puzzles_can_be_read_back_unchanged() -> None:
    checked = check(tomllib.loads(config_text({}, OWNERS))["keys"], OWNERS)
    assert checked.problems == ()
    for name, keys in checked.keymap.items():
        assert keys.split(",") == keys_of(ALL[name]), name


def test_printed_text_names_every_key() -> None:
    printed = tomllib.loads(config_text({}, OWNERS))["keys"]
    for name, binding in ALL.items():
        section, _, action = str(name).partition(".")
        text = printed[section].get(action) or printed["everywhere"][action]
        assert parse_keys(text) == keys_of(binding)


@pytest.mark.parametrize(
    ("expected", "problem"),
    [
        ({"bord": {"hint": "H"}}, "[keys.bord]: no such screen; did you mean board?"),
        ({"board": {"hnit": "F2"}}, "[keys.board] hnit: no such action; did you mean hint?"),
        ({"board": {"hint": "foo"}}, "[keys.board] hint = \"foo\": there is no key 'foo'"),
        ({"board": {"hint": "F2,,"}}, "a key is missing"),
        ({"board": {"hint": "ctrl+i"}}, "ctrl+i is tab to a terminal"),
        ({"board": {"hint": "hyperctrl+x"}}, "no key 'hyperctrl' to hold"),
        ({"board": {"hint": "c"}}, '[keys.board] hint = "c": in board, c is check; choose another key'),
        ({"board": {"hint": "ctrl+q"}}, "^q is quit"),
        ({"everywhere": {"help": "x"}}, "is"),
        ({"board": {"hint": "f7", "undo": "f7"}}, "f7 is hint"),
    ],
)
def test_impossible_lines_are_refused_and_the_others_count(expected: dict[str, dict[str, str]], problem: str) -> None:
    expected = {**expected, "replay": {"play": "f9"}}
    checked = check(expected, OWNERS)
    assert any(problem in line for line in checked.problems), checked.problems
    assert not any("\n" in line for line in checked.problems)
    assert checked.keymap["replay.play"] == "f9"
    assert checked.keymap.get("board.hint") in (None, "f7")


def test_two_can_change_places() -> None:
    checked = check({"board": {"hint": "c", "check": "i"}}, OWNERS)
    assert checked == ({"board.hint": "c", "board.check": "i"}, ())


def test_global_keys_apply_to_every_screen_without_its_own() -> None:
    checked = check({"board": {"help": "f2"}, "everywhere": {"help": "f4"}}, OWNERS)
    assert not checked.problems
    assert checked.keymap["board.help"] == "f2"
    assert {keys for name, keys in checked.keymap.items() if name != "board.help"} == {"f4"}
    assert {"browser.help", "solve.help", "watch.help"} <= checked.keymap.keys()


names = st.sampled_from(sorted(str(name) for name in ALL))
some_keys = st.sampled_from(["a", "H", "z", "f5", "ctrl+g", "tab", "enter", "escape", "1", "?", "up", "ctrl+q", "left"])


@given(st.dictionaries(names, st.lists(some_keys, min_size=1, max_size=3), max_size=6))
def test_no_screen_is_left_with_a_key_for_two_things(choice: dict[str, list[str]]) -> None:
    expected: dict[str, dict[str, str]] = {}
    for name, keys in choice.items():
        section, _, action = name.partition(".")
        expected.setdefault(section, {})[action] = ", ".join(keys)
    checked = check(expected, OWNERS)
    for group in GROUPS:
        before = {item.id: set(keys_of(item)) for item in group}
        after = {item.id: set(keys_of(item)) for item in in_force(group, checked.keymap)}
        changed = [name for name in after if name in checked.keymap]
        for name in changed:
            assert not any(after[name] & keys for other, keys in after.items() if other != name)
        assert all(after[name] == before[name] for name in after if name not in checked.keymap)
    assert len(checked.problems) >= len(choice) - len(checked.keymap)


@given(st.sampled_from([key for binding in ALL.values() for key in keys_of(binding)]))
def test_a_key_is_written_so_that_it_is_read_as_the_same(key: str) -> None:
    assert parse_keys(config_key(key)) == [key]


@given(st.text(max_size=12))
def test_any_text_is_keys_or_a_sentence(text: str) -> None:
    try:
        keys = parse_keys(text)
    except ValueError as error:
        assert str(error)  # noqa: PT017
    else:
        assert keys
        assert all(keys_of(Binding(key, "")) == [key] for key in keys)


@pytest.mark.parametrize(
    ("key", "sign"), [("question_mark", "?"), ("ctrl+p", "^p"), ("slash", "/"), ("space", "space"), ("escape", "esc")]
)
def test_keys_are_shown_as_people_read_them(key: str, sign: str) -> None:
    assert key_sign(key) == sign


def test_a_sign_for_several_keys_gives_way_when_one_of_them_changes() -> None:
    bindings = [
        Binding("1", "digit(1)", "place", key_display="1-3"),
        Binding("2", "digit(2)"),
        Binding("3", "digit(3)"),
    ]
    digits = [replace(binding, id=f"board.{name_of(binding)}") for binding in bindings]
    assert in_force(digits, {})[0].key_display == "1-3"
    assert in_force(digits, {"board.digit_2": "t"})[0].key_display == "1 t 3"


async def test_the_keys_in_force_act_and_are_shown(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    checked = check({"browser": {"new_game": "f6", "solve": "N"}, "everywhere": {"help": "f8"}}, OWNERS)
    app = SatSudoku(Options(path=tmp_path, keymap=checked.keymap))
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "a.cnf", "N solve", "f6 new game", "f8 help")
        await pilot.press("n", "question_mark", "s")
        await pilot.pause()
        assert isinstance(app.screen, BrowserScreen)
        await pilot.press("f8")
        await until_shown(pilot, "esc close")
        assert "f6" in screen_text(app)
        await pilot.press("escape", "f6")
        await until_shown(pilot, "change it")


async def test_problems_are_reported_at_startup(app: Any, tmp_path: Path) -> None:
    options = Options(path=tmp_path, config=Path("config.toml"), problems=("[keys.bord]: there is no such screen",))
    app = SatSudoku(options)
    async with app.run_test(size=(80, 24)) as pilot:
        await until_shown(pilot, "config.toml", "[keys.bord]: there is no such screen")
        await pilot.press("enter")
        await until_screen(pilot, BrowserScreen)


def test_the_names_of_older_config_files_are_taken() -> None:
    old = {"machine": {"play": "f9", "tree": "f8"}, "replay": {"tree": "f7"}, "statistics": {"scroll_next": "f6"}}
    assert check(old, OWNERS) == ({"replay.play": "f9", "replay.tree": "f7", "statistics.scroll_down": "f6"}, ())


def test_a_changed_name_has_its_older_meaning_next_to_a_removed_name() -> None:
    assert check({"race": {"turn_down": "f6"}}, OWNERS) == ({"race.turn_down": "f6"}, ())
    checked = check({"race": {"turn_down": "f6", "page_next": "f7"}}, OWNERS)
    assert checked == ({"race.show_file_next": "f6", "race.turn_down": "f7"}, ())


def test_a_key_of_one_binding_does_not_change_how_others_are_shown() -> None:
    for group in GROUPS:
        usual = {item.id: item.key_display for item in in_force(group, {})}
        for changed in group:
            family = {item.id for item in group if item.action.partition("(")[0] == changed.action.partition("(")[0]}
            for item in in_force(group, {str(changed.id): "alt+f7"}):
                assert item.id in family or item.key_display == usual[item.id], (changed.id, item.id)
