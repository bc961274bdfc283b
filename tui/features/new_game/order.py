"""The options of a new game, and the rows that set them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message

from engine.base.language import N_, Sentence, _, lazy_gettext, once_a_language
from engine.play.origin import UNKNOWN, Origin
from engine.sudoku.layout import LAYOUTS, Layout, overlapping_grids
from engine.sudoku.making.by_rating import MIN_BOTTLENECK, MIN_PEARL, RatingGoal
from engine.sudoku.making.generator import GeneratorOptions
from engine.sudoku.making.levels import possible_levels, possible_techniques
from engine.sudoku.making.rule_mixes import MIXES
from engine.sudoku.techniques.catalogue import Level, Technique
from engine.sudoku.techniques.finders import ALL, SINGLES
from tui.base.rows import Rows
from tui.draw.cells import Labels, Line, width_of
from tui.draw.face import LEVEL_INKS, Chip, choice_ground

BY_HOLES = N_("by holes")
"""The level of a puzzle that is requested by its number of holes."""
ANY_LEVEL = N_("any level")
"""The level of a puzzle whose rules or rating are requested instead."""
COMMON_LAYOUTS = ("single", "double", "samurai", "jigsaw")
"""The layouts that are chosen without the list of all."""
ALL_LAYOUTS = lazy_gettext("all {count}")
RULE_LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD)
"""The levels of which puzzles with rules are made quickly."""
NO_RULES = lazy_gettext("those of the layout alone")
BY_LEVEL = lazy_gettext("as the level requires")
ANY = lazy_gettext("any")
ANY_TECHNIQUE = lazy_gettext("any of the level")
LINKED = lazy_gettext("each needs the others")
NO_OVERLAP = lazy_gettext("none overlap")
ROW_KEYS = {
    N_("rules"): lazy_gettext("left right"),
    N_("level"): lazy_gettext("left right"),
    N_("technique"): lazy_gettext("left right: choose one that it needs"),
    N_("holes"): lazy_gettext("left right, or type a number"),
    N_("seed"): lazy_gettext("left right, or type a number"),
    N_("rating"): lazy_gettext("left right: a range of ER, a pearl"),
}
"""The keys that change a row which shows only its selected choice."""
ROWS = (N_("layout"), "rules", "level", "technique", N_("grids"), "holes", "seed", "rating")
"""The names of the rows, from top to bottom."""

SINGLES_ONLY, BY_DIGIT = "singles", "by digit"
"""Ratings without a range: singles solve the puzzle; singles finish one digit after another."""
ER_RANGES = ((1.5, 2.0), (2.3, 3.0), (3.2, 4.2), (4.4, 5.0), (5.2, 6.2), (6.5, 7.0), (7.1, 7.5), (7.6, 8.2), (8.3, 8.9))
RATINGS: Mapping[str, RatingGoal] = {
    SINGLES_ONLY: RatingGoal(),
    BY_DIGIT: RatingGoal(),
    "bottleneck": RatingGoal(MIN_BOTTLENECK, has_one_bottleneck=True),
    "pearl": RatingGoal(MIN_PEARL, is_pearl=True),
    "diamond": RatingGoal(MIN_PEARL, is_diamond=True),
    **{f"{low}..{high}": RatingGoal(low, high) for low, high in ER_RANGES},
}
"""The ratings by Sudoku Explainer (ER) that can be requested, by name."""
RATING_TITLES: Mapping[str, Sentence] = {
    "": lazy_gettext("any"),
    SINGLES_ONLY: lazy_gettext("singles only"),
    BY_DIGIT: lazy_gettext("singles: one digit after another"),
    "bottleneck": lazy_gettext("one step is not a single"),
    "pearl": lazy_gettext("pearl: no digit before the hardest step"),
    "diamond": lazy_gettext("diamond: the first step is the hardest"),
}
"""The titles of the ratings that are not a range of ER."""
IN_RANGE = lazy_gettext("ER {low:.1f} to {high:.1f}")
NOT_RATED = lazy_gettext("not for this layout")


@dataclass(frozen=True)
class GameOrder:
    """The options of a new game. The methods `with_...` keep them compatible with each other."""

    layout: str = "double"
    """The name of the layout."""
    level: str = Level.EASY.value
    """The value of a level, BY_HOLES, or ANY_LEVEL."""
    holes: int = 70
    """The number of holes, which counts for BY_HOLES only."""
    technique: str = ""
    """The name of a technique of this level that the puzzle needs; "" for any."""
    linked: bool = False
    """Whether no grid can be finished without the others."""
    rules: str = ""
    """The name of a mix of rules beyond the houses; "" for none. Rules exclude holes, techniques and linked grids."""
    rating: str = ""
    """A key of RATINGS, which requires ANY_LEVEL; "" for any rating."""
    seed: int | None = None
    """The seed of the generator; None for another puzzle each time."""

    @property
    def full_layout(self) -> Layout:
        """The layout of this name."""
        return LAYOUTS[self.layout]()

    @property
    def overlaps(self) -> bool:
        """Whether the layout has grids that overlap."""
        return bool(overlapping_grids(self.full_layout))

    @property
    def levels(self) -> list[str]:
        """The possible values of `level`, the easiest level first."""
        if self.rules:
            quick = RULE_LEVELS if self.full_layout.size <= 9 else ()
            return [*(level.value for level in quick if level in possible_levels(self.full_layout)), ANY_LEVEL]
        levels = [level.value for level in possible_levels(self.full_layout)]
        return [*levels, BY_HOLES, *[ANY_LEVEL] * bool(self.rating)]

    @property
    def generator_options(self) -> GeneratorOptions:
        """The options of the generator."""
        if self.rules:
            level = None if self.level == ANY_LEVEL else Level(self.level)
            return GeneratorOptions(level=level, kinds=MIXES[self.rules].kinds)
        if self.rating == SINGLES_ONLY:
            return GeneratorOptions(forbidden=ALL - SINGLES, linked=self.linked)
        if self.rating == BY_DIGIT:
            return GeneratorOptions(by_digit=True, linked=self.linked)
        if self.rating:
            return GeneratorOptions(rating=RATINGS[self.rating], linked=self.linked)
        if self.level == BY_HOLES:
            return GeneratorOptions(holes=self.holes, linked=self.linked)
        required = Technique[self.technique] if self.technique else None
        return GeneratorOptions(level=Level(self.level), required=required, linked=self.linked)

    @property
    def origin(self) -> Origin:
        """The origin of the puzzle, with its level if one is requested."""
        return UNKNOWN if self.level in (BY_HOLES, ANY_LEVEL) else Origin(Level(self.level))

    def with_layout(self, name: str) -> "GameOrder":
        """Return a copy for another layout, with the easiest level if the current one is not possible there."""
        order = replace(self, layout=name)
        order = replace(order, linked=self.linked and order.overlaps, holes=order.bounded(self.holes))
        if self.technique and Technique[self.technique] not in possible_techniques(order.full_layout):
            order = order.with_technique(None)
        if order.rating not in order.ratings:
            order = replace(order, rating="")
        return order if order.level in order.levels else order.with_level(order.levels[0])

    @property
    def ratings(self) -> list[str]:
        """The keys of RATINGS for which puzzles of this layout are found within seconds."""
        if self.full_layout.size != 9:
            return []
        return [name for name, goal in RATINGS.items() if not (self.overlaps and (goal.is_pearl or goal.is_diamond))]

    def with_level(self, level: str) -> "GameOrder":
        """Return a copy with this level and any technique; a rating stays only with any level."""
        return replace(self, level=level, technique="", rating=self.rating if level == ANY_LEVEL else "")

    def with_rating(self, name: str) -> "GameOrder":
        """Return a copy with a possible rating and no rules; "": any rating, of the easiest level."""
        if name in self.ratings:
            return replace(self, rating=name, level=ANY_LEVEL, technique="", rules="")
        return self.with_level(replace(self, rating="").levels[0])

    def with_technique(self, technique: Technique | None) -> "GameOrder":
        """Return a copy with a technique, its level and no rules; None: any technique."""
        if technique is None:
            return replace(self, technique="")
        return replace(self, technique=technique.name, level=technique.level.value, rules="", rating="")

    def with_rules(self, name: str) -> "GameOrder":
        """Return a copy with a mix of rules ("": none), of another level if the current one is not possible."""
        order = replace(self, rules=name, rating="")
        if name:
            order = replace(order, technique="", linked=False)
        return order if order.level in order.levels else order.with_level(order.levels[-1 if name else 0])

    def with_holes(self, holes: int) -> "GameOrder":
        """Return a copy that requests a number of holes, limited to the possible range, instead of a level."""
        return replace(self.with_rules("").with_level(BY_HOLES), holes=self.bounded(holes))

    def bounded(self, holes: int) -> int:
        """Return the nearest possible number of holes."""
        return min(max(holes, 1), len(self.full_layout.cells))


def dump_order(order: GameOrder) -> str:
    """Return the options as JSON, without the seed."""
    return json.dumps(asdict(replace(order, seed=None)))


def load_order(text: str) -> GameOrder:
    """Parse the result of `dump_order`; invalid parts get their defaults."""
    try:
        stored = json.loads(text)
    except ValueError:
        return GameOrder()
    if not isinstance(stored, dict) or stored.get("layout") not in list(LAYOUTS):
        return GameOrder()
    order = GameOrder().with_layout(stored["layout"])
    if type(stored.get("holes")) is int:
        order = replace(order, holes=order.bounded(stored["holes"]))
    order = replace(order, linked=stored.get("linked") is True and order.overlaps)
    if stored.get("rules") in list(MIXES):
        order = order.with_rules(stored["rules"])
        return order.with_level(stored["level"]) if stored.get("level") in order.levels else order
    if stored.get("rating") in order.ratings:
        return order.with_rating(stored["rating"])
    for technique in possible_techniques(order.full_layout):
        if technique.name == stored.get("technique"):
            return order.with_technique(technique)
    return order.with_level(stored["level"]) if stored.get("level") in order.levels else order


@once_a_language
def _row_titles() -> Sequence[str]:
    """Return the titles of the rows, padded to the same width."""
    return list(Labels.of(map(lazy_gettext, ROWS), 7).texts.values())


class OrderRows(Rows):
    """The options of a new game, one a row."""

    DEFAULT_CSS = f"OrderRows {{ height: {len(ROWS)}; }}"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "choose a row", key_display="up down", show=False, id="row_up"),
        Binding("down,j", "move(1)", show=False, id="row_down"),
        Binding("left,h", "change(-1)", "change it", key_display="left right"),
        Binding("right,l", "change(1)", show=False),
        Binding("backspace,delete", "erase", "erase a typed digit", key_display="backspace", show=False),
    ]

    class Changed(Message):
        """Posted when an option changes."""

    class ChooseLayout(Message):
        """Posted to choose another layout."""

    class ChooseTechnique(Message):
        """Posted to choose a technique."""

    def __init__(self, order: GameOrder) -> None:
        super().__init__()
        self._order = order
        self._typed_digits = ""
        """The digits typed so far for the holes or the seed."""
        self.cursor = ROWS.index("level")

    def __len__(self) -> int:
        return len(ROWS)

    @property
    def order(self) -> GameOrder:
        """The options."""
        return self._order

    @order.setter
    def order(self, order: GameOrder) -> None:
        self._order = order
        self.refresh()
        self.post_message(self.Changed())

    def go(self, index: int) -> None:
        self._typed_digits = ""
        super().go(index % len(ROWS))
        self.refresh()

    def on_rows_row_clicked(self) -> None:
        self.action_change(1)

    def action_change(self, step: int) -> None:
        order, row, self._typed_digits = self._order, ROWS[self.cursor], ""
        if row == "layout":
            names = [*COMMON_LAYOUTS, ""]
            name = _next(names, order.layout if order.layout in names else "", step)
            if name:
                self.order = order.with_layout(name)
            else:
                self.post_message(self.ChooseLayout())
        elif row == "level":
            self.order = order.with_level(_next(order.levels, order.level, step))
        elif row == "rules":
            self.order = order.with_rules(_next(["", *MIXES], order.rules, step))
        elif row == "technique":
            self.post_message(self.ChooseTechnique())
        elif row == "rating":
            self.order = order.with_rating(_next(["", *order.ratings], order.rating, step))
        elif row == "grids":
            without_rules = order.with_rules("") if order.rules else order
            self.order = replace(without_rules, linked=order.overlaps and not order.linked)
        elif row == "holes":
            self.order = order.with_holes(order.holes + step)
        else:
            self.order = replace(order, seed=max(0, (order.seed or 0) + step))

    def on_key(self, event: Key) -> None:
        """Type digits of the holes or the seed."""
        if (event.character or "").isdecimal():
            self._type(self._typed_digits + str(event.character))

    def action_erase(self) -> None:
        self._type(self._typed_digits[:-1])

    def _type(self, digits: str) -> None:
        if ROWS[self.cursor] not in ("holes", "seed"):
            return
        self._typed_digits = digits[-9:]
        number = int(self._typed_digits) if self._typed_digits else None
        is_seed = ROWS[self.cursor] == "seed"
        self.order = replace(self._order, seed=number) if is_seed else self._order.with_holes(number or 0)

    def draw(self, index: int, width: int, is_selected: bool) -> Line:
        palette, row = self.palette, ROWS[index]
        choices, current = self._choices(row)
        arrow = self.glyphs.folder if is_selected else " "
        line = [Segment(f" {arrow} {_row_titles()[index]}", palette.accent if is_selected else Style.null())]
        if width_of(line) + sum(cell_len(choice) + 2 for choice in choices) > width:
            choices = (current,)
        for choice in choices:
            is_current = choice == current
            line.append(self._chip(row, choice, is_selected) if is_current else Segment(f" {choice} ", palette.dim))
        if is_selected and len(choices) == 1:
            line.append(Segment(f"  {ROW_KEYS[row]}", palette.dim))
        return line

    def _chip(self, row: str, choice: str, is_selected: bool) -> Segment:
        """Return the current choice of a row: a level in its colour, another choice highlighted in the selected row."""
        if row == "level" or is_selected:
            ink = LEVEL_INKS.get(self._order.level, "accent") if row == "level" else "accent"
            return Chip(choice, ink).drawn(self.palette)
        return Segment(f" {choice} ", choice_ground(self.palette) + Style(bold=True))

    def _ground(self, is_selected: bool) -> Style | None:
        return None  # an arrow marks the row

    def _choices(self, row: str) -> tuple[tuple[str, ...], str]:
        """Return the choices of a row in words, and the current one; a row of many choices has only the current one."""
        order = self._order
        if row == "level":
            return tuple(map(_, order.levels)), _(order.level)
        if row == "grids" and order.overlaps:
            return (str(ANY), str(LINKED)), str(LINKED if order.linked else ANY)
        if row == "layout":
            names = [*COMMON_LAYOUTS, *[order.layout] * (order.layout not in COMMON_LAYOUTS)]
            return (*map(_, names), ALL_LAYOUTS.format(count=len(LAYOUTS))), _(order.layout)
        if row == "rules":
            current = str(MIXES[order.rules].title if order.rules else NO_RULES)
        elif row == "technique":
            current = str(Technique[order.technique].title if order.technique else ANY_TECHNIQUE)
        elif row == "rating":
            current = rating_title(order.rating) if order.ratings else str(NOT_RATED)
        elif row == "grids":
            current = str(NO_OVERLAP)
        elif row == "holes":
            current = str(order.holes) if order.level == BY_HOLES else str(BY_LEVEL)
        else:
            current = str(ANY) if order.seed is None else str(order.seed)
        return (current,), current


def rating_title(name: str) -> str:
    """Return a key of RATINGS, or "" for any rating, in words."""
    if name in RATING_TITLES:
        return str(RATING_TITLES[name])
    return IN_RANGE.format(low=RATINGS[name].low, high=RATINGS[name].high)


def _next(choices: Sequence[str], current: str, step: int) -> str:
    """Return the choice `step` places after the current one, wrapping around."""
    return choices[(choices.index(current) + step) % len(choices)]
