"""The pictures in `docs` show the present program; `python docs/screenshots.py` makes them anew."""

import asyncio
import runpy
from pathlib import Path
from typing import Any

import pytest

DOCS = Path(__file__).parents[1] / "docs"
SCRIPT: dict[str, Any] = runpy.run_path(str(DOCS / "screenshots.py"))


@pytest.mark.slow
@pytest.mark.parametrize("name", SCRIPT["SCENES"])
def test_a_picture_is_what_the_program_shows(name: str) -> None:
    with SCRIPT["always_the_same"]():
        visible = asyncio.run(SCRIPT["picture"](SCRIPT["SCENES"][name]))
    assert visible == (DOCS / "pictures" / f"{name}.svg").read_text(encoding="utf-8")
