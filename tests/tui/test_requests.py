"""Every request names its screen, and every feature has a screen with keys."""

from importlib import import_module
from pkgutil import iter_modules

import pytest

from tui import app, features
from tui.base import requests
from tui.base.page import Page

ONLY_FOR_THE_APP = {requests.PlayPuzzle, requests.GameWon, requests.MarkFavourite}


@pytest.mark.parametrize("kind", requests.Request.__subclasses__(), ids=lambda kind: kind.__name__)
def test_every_request_names_its_screen(kind: type[requests.Request]) -> None:
    if kind in ONLY_FOR_THE_APP:
        assert not kind.SCREEN
        return
    module, _, name = kind.SCREEN.rpartition(".")
    assert issubclass(getattr(import_module(f"tui.features.{module}"), name), Page)


def test_every_feature_has_a_screen_with_keys() -> None:
    owners = {owner.__module__ for owner in app.key_owners()}
    for feature in iter_modules(features.__path__):
        assert any(name.startswith(f"tui.features.{feature.name}.") for name in owners), feature.name
