"""Layouts as JSON values: any layout is loaded as it was, and what can come from no file is refused."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.sudoku.layout import LAYOUTS, single
from engine.sudoku.layout.values import dump_layout, layout_named, load_layout


def test_layouts_of_the_catalogue_are_named() -> None:
    for name, make in LAYOUTS.items():
        assert layout_named(name) == make()
        assert dump_layout(make()) is None
    assert layout_named("my own") is None


@pytest.mark.parametrize("name", ["4x4", "jigsaw", "double"])
def test_others_are_loaded_as_they_were(name: str) -> None:
    layout = replace(LAYOUTS[name](), name="mine", title="My\x1b own")
    value = dump_layout(layout)
    assert value is not None
    loaded = load_layout(json.loads(json.dumps(value)))
    assert "\x1b" not in loaded.title
    assert replace(loaded, title=layout.title) == layout
    changed = replace(LAYOUTS[name](), title="not of the catalogue")
    assert dump_layout(changed) is not None


def put(*path: str | int, value: object) -> Callable[[Any], None]:
    """A change of a value within the JSON value."""

    def change(whole: Any) -> None:
        *way, last = path
        for key in way:
            whole = whole[key]
        whole[last] = value

    return change


@pytest.mark.parametrize("change", [
    put("size", value=0), put("size", value=37), put("size", value="9"), put("size", value=True), put("size", value=-9),
    put("name", value=9), put("title", value=None), put("box_rows", value=2), put("box_columns", value=4),
    put("cells", value=[]), put("cells", 0, value=[0, 1]), put("cells", 80, value=[8, 1000]),
    put("cells", 80, value=[1000, 8]), put("cells", 0, value=[-1, 0]),
    put("houses", 0, "cells", value=list(range(10))), put("houses", 0, "cells", 8, value=81),
    put("houses", 0, "cells", 8, value=7), put("houses", 0, "cells", value=[1, 0, 2]),
    put("houses", 0, "kind", value=1), put("houses", 0, "name", value=[]), put("grids", 0, "cells", 3, value=4),
    put("grids", 0, "row", value=1), put("grids", 0, "column", value=1), put("grids", 0, "cells", value=[]),
    put("grids", 0, "number", value="1"),
    lambda whole: whole.update(houses=whole["houses"] * 1000),
])  # fmt: skip
def test_what_no_file_can_say_is_refused(change: Callable[[Any], None]) -> None:
    value = json.loads(json.dumps(dump_layout(replace(single(), name="mine"))))
    load_layout(value)
    change(value)
    with pytest.raises((ValueError, TypeError)):
        load_layout(value)


@pytest.mark.parametrize("change", [
    put("box_rows", value=0), put("houses", 0, "cells", value=[0, 8]), put("houses", value=[]), put("grids", value=[]),
])  # fmt: skip
def test_what_a_file_may_leave_out(change: Callable[[Any], None]) -> None:
    value = json.loads(json.dumps(dump_layout(replace(single(), name="mine"))))
    change(value)
    assert load_layout(value).name == "mine"
