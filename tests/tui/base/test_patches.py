"""Replaced functions of Textual are left alone if they have another shape."""

import pytest
from textual._compositor import Compositor
from textual.widgets._toast import Toast

from tui.base import compositor, toasts
from tui.base.patches import has_parameters


class Later:
    def draw(self, area: object, *, seen: object) -> None: ...


def test_the_shape_of_a_method() -> None:
    assert has_parameters(Later, "draw", "self", "area", "seen")
    assert not has_parameters(Later, "draw", "self", "area")
    assert not has_parameters(Later, "cut", "self")


def test_the_functions_of_this_version_are_replaced() -> None:
    assert Compositor._render_chops is compositor._render_chops
    assert Toast.__init__.__module__ == toasts.__name__


def test_functions_of_another_shape_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def render(self: object, crop: object, is_rendered_line: object, layers: object) -> None: ...

    def make(self: object, notification: object, level: object) -> None: ...

    monkeypatch.setattr(Compositor, "_render_chops", render)
    monkeypatch.setattr(Toast, "__init__", make)
    compositor.patch()
    toasts.patch()
    assert (Compositor._render_chops, Toast.__init__) == (render, make)


def test_a_compositor_without_its_parts_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = Compositor._render_chops

    def render(self: object, crop: object, is_rendered_line: object) -> None: ...

    monkeypatch.setattr(Compositor, "_render_chops", render)
    monkeypatch.delattr(Compositor, "cuts")
    compositor.patch()
    assert Compositor._render_chops is render is not ours
