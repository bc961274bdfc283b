"""What a new game is to be like."""

import json
from dataclasses import dataclass, replace

from engine.play.origin import UNKNOWN, Origin
from engine.sudoku.layout import LAYOUTS, Layout
from engine.sudoku.making.generator import Wish
from engine.sudoku.making.levels import possible_levels
from engine.sudoku.techniques.catalogue import Level

BY_HOLES = "by holes"


@dataclass(frozen=True)
class Order:
    """What is asked for: `layout` by its name, `level` by its value or BY_HOLES, for which alone `holes` counts.

    `seed` None: another puzzle each time.
    """

    layout: str = "double"
    level: str = Level.EASY.value
    holes: int = 70
    seed: int | None = None

    @property
    def full_layout(self) -> Layout:
        """The layout itself."""
        return LAYOUTS[self.layout]()

    @property
    def levels(self) -> list[str]:
        """The levels that the layout can have, and BY_HOLES."""
        return [*(level.value for level in possible_levels(self.full_layout)), BY_HOLES]

    @property
    def wish(self) -> Wish:
        """What the generator is told."""
        return Wish(holes=self.holes) if self.level == BY_HOLES else Wish(level=Level(self.level))

    @property
    def origin(self) -> Origin:
        """What is known of the puzzle that comes of it."""
        return UNKNOWN if self.level == BY_HOLES else Origin(Level(self.level))

    def with_layout(self, name: str) -> "Order":
        """The same for another layout, of the easiest level if that can't have this one."""
        order = replace(self, layout=name)
        level = self.level if self.level in order.levels else order.levels[0]
        return replace(order, level=level, holes=order.bounded(self.holes))

    def with_holes(self, holes: int) -> "Order":
        """The same by holes, as many of these as can be."""
        return replace(self, level=BY_HOLES, holes=self.bounded(holes))

    def bounded(self, holes: int) -> int:
        """The number of holes, or the nearest that can be."""
        return min(max(holes, 1), len(self.full_layout.cells))


def dump_order(order: Order) -> str:
    """The order as text, to be remembered; without the seed."""
    return json.dumps({"layout": order.layout, "level": order.level, "holes": order.holes})


def load_order(text: str) -> Order:
    """The order that was dumped, as far as the text says what can be had; the usual order for any other text."""
    try:
        said = json.loads(text)
    except ValueError:
        return Order()
    if not isinstance(said, dict) or said.get("layout") not in list(LAYOUTS):
        return Order()
    order = Order().with_layout(said["layout"])
    if type(said.get("holes")) is int:
        order = replace(order, holes=order.bounded(said["holes"]))
    return replace(order, level=said["level"]) if said.get("level") in order.levels else order
