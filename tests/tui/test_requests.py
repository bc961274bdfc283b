"""Every request of a feature is answered, and every feature has a screen."""

import ast
import inspect
from pkgutil import iter_modules

from tui import app, features
from tui.base import requests


def answered() -> set[str]:
    """The requests for which the app has a case."""
    tree = ast.parse(inspect.getsource(app))
    cases = (node.cls for node in ast.walk(tree) if isinstance(node, ast.MatchClass))
    return {case.attr for case in cases if isinstance(case, ast.Attribute)}


def kinds(base: type[requests.Request] = requests.Request) -> set[str]:
    return {kind.__name__ for kind in base.__subclasses__()} | {
        name for kind in base.__subclasses__() for name in kinds(kind)
    }


def test_every_request_is_answered() -> None:
    assert answered() == kinds()


def test_every_feature_has_a_screen_with_keys() -> None:
    owners = {owner.__module__ for owner in app.key_owners()}
    for feature in iter_modules(features.__path__):
        assert any(name.startswith(f"tui.features.{feature.name}.") for name in owners), feature.name
