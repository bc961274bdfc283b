"""Pictures that change, and that change their size."""

import random

import pytest
from rich.segment import Segment
from rich.style import Style
from screens import settled
from textual.app import App, ComposeResult
from textual.geometry import Region, Size

from tui.app import SatSudoku
from tui.base.picture_view import MainView, PanelView, PictureView
from tui.draw.cells import Line
from tui.draw.picture import Picture
from tui.terminal.options import Options

INKS = [Style.parse(ink) for ink in ("red", "bold", "on blue")]


def scribble(chance: random.Random, width: int, height: int) -> Picture:
    made = Picture(width, height)
    for y in range(height):
        for x in range(width):
            made.put(x, y, chance.choice("abc "), chance.choice(INKS))
    return made


class Showing(App[None]):
    CSS = "Screen { layout: horizontal; }"

    def compose(self) -> ComposeResult:
        yield PictureView(Picture(4, 3))


def on_screen(app: App[None], picture: Picture) -> list[str]:
    """The screen's contents in the area of the picture."""
    rows = app.screen._compositor.render_strips()
    return [row.text[: picture.width] for row in rows[: picture.height]]


async def test_the_screen_has_the_picture_shown_last_whatever_its_size() -> None:
    chance = random.Random(1)
    app = Showing()
    async with app.run_test(size=(40, 20)) as pilot:
        view = app.query_one(PictureView)
        for _ in range(40):
            if chance.random() < 0.3:
                size = chance.randint(1, 12), chance.randint(1, 9)
            else:
                size = view.picture.width, view.picture.height
            picture = scribble(chance, *size)
            view.show(picture)
            if chance.random() < 0.5:
                await pilot.pause()
                assert view.size == size
                expected = ["".join(segment.text for segment in picture.segments(y)) for y in range(size[1])]
                assert on_screen(app, picture) == expected


async def test_only_changes_are_repainted(monkeypatch: pytest.MonkeyPatch) -> None:
    app = Showing()
    async with app.run_test(size=(40, 20)):
        view = app.query_one(PictureView)
        repainted: list[Region] = []
        monkeypatch.setattr(view, "refresh", lambda *regions, **_: repainted.extend(regions))
        other = Picture(4, 3)
        other.put(1, 2, "a", INKS[0])
        other.put(3, 2, " ", INKS[2])
        view.show(other)
        assert repainted == [Region(1, 2, 3, 1)]
        view.show(other)
        assert len(repainted) == 1


@pytest.mark.parametrize("after", ["关笔", "开笔", "a 笔", "关ab", "关", "关开"])
async def test_both_columns_of_a_wide_character_are_repainted(monkeypatch: pytest.MonkeyPatch, after: str) -> None:
    app = Showing()
    before = Picture(4, 3)
    before.put(0, 1, "开笔", INKS[0])
    async with app.run_test(size=(40, 20)):
        view = app.query_one(PictureView)
        view.show(before)
        repainted: list[Region] = []
        monkeypatch.setattr(view, "refresh", lambda *regions, **_: repainted.extend(regions))
        picture = Picture(4, 3)
        picture.put(0, 1, after, INKS[0])
        view.show(picture)
        columns = {x for area in repainted for x in range(area.x, area.right)}
        changed = {x for x in range(4) if picture.char(x, 1) != before.char(x, 1)}
        assert columns >= changed
        assert all(x + 1 in columns for x in columns if x < 3 and not picture.char(x + 1, 1))
        assert bool(repainted) == (after != "开笔")


class Counting:
    """A view of that many lines that records how often it was drawn, and in which size."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.rooms: list[tuple[int, int]] = []

    def __call__(self, width: int, height: int) -> list[Line]:
        self.rooms.append((width, height))
        return [[Segment(f"line {number}", INKS[0])] for number in range(self.count)]


@pytest.mark.parametrize("height", ["auto", "1fr"])
async def test_panels_are_drawn_once_for_each_change(height: str) -> None:
    """However often their height is requested, and whether or not they then change their size."""
    drawn, other = Counting(3), Counting(5)
    app = SatSudoku(Options())
    async with app.run_test(size=(40, 20)) as pilot:
        view = PanelView(drawn)
        view.styles.height = height
        await app.screen.mount(view)
        await settled(pilot)
        assert len(drawn.rooms) == len(set(drawn.rooms))
        drawn.rooms.clear()
        view.refresh(layout=True)
        await settled(pilot)
        assert not drawn.rooms
        drawn.count = 4
        view.redraw()
        await settled(pilot)
        assert len(drawn.rooms) == 1
        view.view(other)
        await settled(pilot)
        assert len(other.rooms) == 1
        text = "".join("".join(segment.text for segment in view.picture.segments(y)) for y in range(5))
        assert "line 4" in text


async def test_a_screen_is_drawn_before_it_is_shown() -> None:
    drawn = Counting(3)
    app = SatSudoku(Options())
    async with app.run_test(size=(40, 20)):
        view = MainView(drawn, Size(40, 20))
        assert drawn.rooms == [(38, 18)]
        assert view.picture.char(1, 2) == "l"
        assert view.picture.char(0, 2) == " "
