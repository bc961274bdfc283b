"""The choice of a confinement: the strictest one that is installed and works."""

import shutil
from collections.abc import Collection
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from systems import unix

from engine.sat.programs import confinement
from engine.sat.programs.confinement import TEMPORARY, bubblewrap, confinements, unconfined, unshare

pytestmark = unix


def name(command: object) -> str:
    function = command.func if isinstance(command, partial) else command
    return {bubblewrap: "bubblewrap", unshare: "unshare", unconfined: "unconfined"}[function]  # type: ignore[index]


@pytest.mark.parametrize(
    ("installed", "working", "expected"),
    [
        ({"bwrap", "unshare"}, {"bubblewrap", "unshare"}, ["bubblewrap", "unshare", "unconfined"]),
        ({"bwrap", "unshare"}, {"unshare"}, ["unshare", "unconfined"]),
        ({"bwrap", "unshare"}, set(), ["unconfined"]),
        ({"unshare"}, {"bubblewrap", "unshare"}, ["unshare", "unconfined"]),
        ({"bwrap"}, {"bubblewrap", "unshare"}, ["bubblewrap", "unconfined"]),
        (set(), {"bubblewrap", "unshare"}, ["unconfined"]),
    ],
)
def test_confinements_that_work_are_listed_the_strictest_first(
    installed: Collection[str], working: Collection[str], expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: program if program in installed else None)
    monkeypatch.setattr(confinement, "_works", lambda command: name(command) in working)
    listed = list(confinements())
    assert [name(each.command) for each in listed] == expected
    assert [each.namespace for each in listed] == [command != "unconfined" for command in expected]
    assert [each.hides for each in listed] == [command == "bubblewrap" for command in expected]


@pytest.mark.parametrize(
    ("words", "works"), [([], True), (["env"], True), (["false"], False), (["no-such-program-anywhere"], False)]
)
def test_a_command_works_if_it_runs_a_program_to_its_end(words: list[str], works: bool) -> None:
    assert confinement._works(lambda _folder, _readable: words) == works


def test_temporary_folders_are_limited_where_bubblewrap_can_do_that() -> None:
    for sized in (True, False):
        words = bubblewrap(Path("/tmp/here"), (), sized=sized)
        read_only = {path for option, path in pairwise(words) if option == "--remount-ro"}
        assert words.count("--size") == len(TEMPORARY) * sized
        assert read_only.isdisjoint(TEMPORARY) if sized else read_only.issuperset(TEMPORARY)
