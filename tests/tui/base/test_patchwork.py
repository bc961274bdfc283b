"""Pictures that change their size while others are shown."""

import asyncio
import random

from rich.style import Style
from textual.app import App, ComposeResult

from tui.base.patchwork import Patchwork
from tui.draw.picture import Picture


def picture(width: int, height: int, char: str) -> Picture:
    made = Picture(width, height)
    for y in range(height):
        made.put(0, y, char * width, Style.null())
    return made


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield Patchwork(picture(4, 3, "a"), [2, 2])


async def test_moves_drawn_while_it_is_given_another_size() -> None:
    chance = random.Random(1)
    app = Shown()
    async with app.run_test(size=(40, 20)) as pilot:
        patchwork = app.query_one(Patchwork)
        size = (4, 3)

        async def reshape() -> None:
            await patchwork.reshape(picture(*size, "b"), [1, size[0] - 1])

        for _ in range(8):
            waiting = []
            for _ in range(6):
                if chance.random() < 0.5:
                    size = chance.randint(2, 12), chance.randint(1, 9)
                    waiting.append(asyncio.create_task(reshape()))
                    await asyncio.sleep(0)
                char = chance.choice("cdefg")
                patchwork.show(picture(*size, char))
                await asyncio.sleep(chance.choice((0, 0, 0.01)))
            await asyncio.gather(*waiting)
            await pilot.pause()
            patchwork.show(picture(*size, char))
            shown = patchwork.picture
            assert (shown.width, shown.height) == size
            assert sum(part.size.width for part in patchwork.children) == size[0]
            assert set(shown.chars) == {char}
