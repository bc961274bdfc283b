"""The panels of the replay at one position of a search, each a view of the scene, the panes, and their arrangement."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Region, Size

from engine.base.language import Sentence, _, lazy_gettext, numeral, once_a_language, pgettext
from engine.base.text import joined, paragraph, pluralized
from engine.sat.formula.assignment_state import ClauseState, clause_states
from engine.sat.trace.events import DECIDED, FLIPPED, EventKind
from engine.sat.trace.narration import CLAUSE, clause_at_work, clause_name, clause_text, result_sentences, sentences
from engine.sat.trace.search_tree import (
    PathStep,
    counts_between,
    failed_subtree,
    forced_at_root,
    path,
    path_length,
    undone_decisions,
)
from engine.sudoku.signs import sign
from tui.base.playback_line import playback
from tui.draw import panels
from tui.draw.bars import curve, progress, shares, strips
from tui.draw.cells import Labels, Line, pad, pad_left, width_of, wrap, wrap_line
from tui.draw.face import Chip
from tui.draw.numbers import compact
from tui.draw.panels import MARGIN, Drawing, Panel, Stack
from tui.features.replay import words
from tui.features.replay.board import board, board_part
from tui.features.replay.graph_panels import graph_page
from tui.features.replay.implication_graph import graph_lines, graph_vertices
from tui.features.replay.marks import mark_row
from tui.features.replay.scene import ReplayPane, ReplayScene
from tui.features.replay.solver_state_panels import ranks, watches

CURVE, BOARD, TRAIL, CLAUSE_AT_WORK = "curve", "board", "trail", "clause"
"""The names of the panels that take clicks, besides the bar."""

MIN_SIDE_BY_SIDE = 58
"""Minimum columns for the trail and the current clause side by side."""
MIN_WIDE, MIN_TALL = 118, 36
"""Minimum columns and rows for three columns: with the tree and the graph, or the board."""

_LEFT_COUNTS = {
    "decisions": lazy_gettext("decisions"),
    "conflicts": lazy_gettext("conflicts"),
    "forced": lazy_gettext("forced"),
}
_RIGHT_COUNTS = {
    "learned": lazy_gettext("learned"),
    "restarts": lazy_gettext("restarts"),
    "level": lazy_gettext("level", "search"),
}
"""The counts in the two columns, by their names in a trace."""
_ASSIGNED, _SATISFIED = lazy_gettext("assigned"), lazy_gettext("satisfied")

PLAYBACK_ROWS = 2
"""Rows of the bar and of the marks below it."""
_STATE_CHIPS = {
    ClauseState.FALSE: (lazy_gettext("false"), "bad"),
    ClauseState.SATISFIED: (lazy_gettext("satisfied"), "good"),
}
"""The state of the current clause, and its style."""
LABEL_COLUMNS = 7
"""Columns for the labels of the depth curve and of the assignment."""
COUNTER_ROWS = 5
"""Rows of the counters."""
MIN_LEVEL = 9
"""Minimum columns of a level in the trail."""
EVENT_ROWS = 2
"""Rows for the last event in words."""
BOARD_FRAME = Size(4, 1)
"""Columns and rows of the board's frame."""
MIN_SIDE, MAX_SIDE = 32, 46
"""Minimum and maximum columns of a panel beside the board."""
TEXT_BESIDE_BOARD = 26
"""Columns for the text beside a board."""
MIN_FACT_ROWS = 5
"""Minimum rows for the facts about a cell, or for a clause beside the board."""
MIN_LITERALS = 3
"""Minimum rows for the literals of a clause below its description."""
MIN_CLAUSE = 10
"""Minimum columns of a clipped clause."""
VALUE_ORDER = {0: 0, 1: 1, -1: 2}
"""The order of literals in the current clause by their values: open, true, false."""
MIN_WITH_LEGEND = 10
"""Minimum rows of a tree with a legend."""
TREE_LITERAL, MIN_TREE_ROW = 8, 24
"""Columns for a literal of the tree, and minimum columns for it with its description."""

_EQUATION = re.compile(r"(?<=\d) (=|≠|!=) (?=\d)")
"""The part of a literal such as `r3c4 = 5` in which lines must not break."""
_NO_BREAK = "\ue000"
"""A placeholder for a blank where lines must not break."""

_NO_CLAUSE, _NOTHING_LEARNED = lazy_gettext("no current clause"), lazy_gettext("no clause learned from a conflict here")
_EMPTY_TRAIL = lazy_gettext("every variable is free")


# the arrangement


def draw(scene: ReplayScene, width: int, height: int) -> Drawing:
    """Draw the panels of a position."""
    area = Region(MARGIN, 0, width - 2 * MARGIN, height)
    return panels.draw(Panel(partial(panels_of, scene)), area, scene.palette, scene.glyphs)


def panels_of(scene: ReplayScene, width: int, height: int) -> Stack:
    """Return all panels that fit, or the pane in front."""
    is_tall, pane = height >= MIN_TALL, scene.view.pane
    is_wide = is_tall and width >= MIN_WIDE
    is_board = pane is ReplayPane.BOARD and not is_wide
    event_rows = _event_rows(scene, width)
    top: list[Panel | Stack] = [
        playback(scene.position, len(scene.trace), scene.speed, scene.palette, scene.glyphs, playing=scene.playing,
                 marks=None if is_board else partial(mark_row, scene)),
        Panel(partial(last_event, scene), rows=event_rows),
    ]  # fmt: skip
    if is_board or (pane is ReplayPane.GRAPH and not is_tall):
        top = top[:1]  # these need the rows, and describe the event themselves
    if is_board:
        return Stack([*top, _board_page(scene, width, height - 1)])
    if pane in PANES:
        return Stack([*top, PANES[pane](scene, width, height)])
    if width < MIN_SIDE_BY_SIDE:
        return Stack([*top, _trail(scene), _clause_and_counters(scene, with_counters=is_tall)])
    foot = _framed_foot(scene) if is_wide else _foot(scene, 4 if is_tall else 1)
    columns = _three_columns(scene, width, height - PLAYBACK_ROWS - event_rows - (foot.rows or 0)) if is_wide else None
    return Stack([*top, columns or Stack([_trail(scene), _clause_and_counters(scene)], 2, across=True), foot])


def _foot(scene: ReplayScene, rows: int) -> Stack:
    """Return the decision depth over the search in this many rows, and the assignment in two, each with its label."""
    names = [[Segment(name, scene.palette.dim)] for name in (*[""] * (rows - 1), _("depth"), _("true"), _("false"))]
    drawn = Stack([Panel(partial(depth, scene), rows=rows, name=CURVE), Panel(partial(assignment, scene), rows=2)])
    return Stack([Panel(names, columns=LABEL_COLUMNS), drawn], across=True, rows=rows + 2)


def _framed_foot(scene: ReplayScene) -> Panel:
    """Return the foot in a frame."""
    inside = _foot(scene, 4)
    assert inside.rows is not None
    speed = _edge_key(scene, "speed(1)", words.SPEED)
    return Panel(inside, _("depth of decisions, values of the variables"), rows=inside.rows + 1, keys=speed)


def _edge_key(scene: ReplayScene, action: str, label: Sentence) -> list[tuple[str, str]]:
    """Return the key of an action with its label, for the edge of a frame; empty if there is no key."""
    key = scene.key(action)
    return [(key, str(label))] if key else []


def _trail(scene: ReplayScene, columns: int | None = None) -> Panel:
    """Return the panel of the trail."""
    assigned = _("{count:,} of {total:,}").format(count=len(scene.state.trail), total=scene.trace.formula.variables)
    keys = _edge_key(scene, "what_if", words.WHAT_IF_EDGE) if columns is None or columns >= MIN_SIDE else []
    return Panel(partial(trail, scene), _("trail"), assigned, columns, name=TRAIL, focus=True, keys=keys)


def _clause(scene: ReplayScene, least: int = 1) -> Panel:
    """Return the panel of the current clause, with at least this many rows."""
    state = _clause_state(scene)
    chip = Chip(str(_STATE_CHIPS[state][0]), _STATE_CHIPS[state][1]) if state in _STATE_CHIPS else None
    return Panel(partial(clause, scene), _("current clause"), min_rows=least, name=CLAUSE_AT_WORK, chip=chip)


def _clause_state(scene: ReplayScene) -> ClauseState:
    """Return the state of the current clause under the assignment; open if there is none."""
    index = clause_at_work(scene.trace, scene.position)
    if index is None:
        return ClauseState.OPEN
    values = [scene.state.value(literal) for literal in scene.trace.clause(index)]
    if 1 in values:
        return ClauseState.SATISFIED
    return ClauseState.OPEN if 0 in values else ClauseState.FALSE


def _clause_and_counters(scene: ReplayScene, *, with_counters: bool = True, framed: bool = False) -> Stack:
    """Return the current clause above the counters, which have a frame of their own if `framed`."""
    counts = Panel(partial(counters, scene), rows=COUNTER_ROWS)
    if framed:
        counts = replace(counts, title=_("so far"), rows=COUNTER_ROWS + 1)
    return Stack([_clause(scene), *[counts] * with_counters], 1 - framed)


def _learned(scene: ReplayScene) -> str:
    """Return the event of the last conflict from which a clause was learned; "" if there is none."""
    return f" {_('at event {position:,}').format(position=scene.analysis.position)}" if scene.analysis else ""


def _watches(scene: ReplayScene, width: int, height: int) -> Panel | Stack:
    """Return the watch list; if there is room, beside the trail."""
    lists = Panel(partial(watches, scene), _("watch list") if scene.learns else _("counters"))
    has_room = width >= MIN_WIDE and height >= MIN_TALL
    return Stack([_trail(scene, MAX_SIDE), lists], 2, across=True) if has_room else lists


PANES: Mapping[ReplayPane, Callable[[ReplayScene, int, int], Panel | Stack]] = {
    ReplayPane.GRAPH: graph_page,
    ReplayPane.TREE: lambda scene, _width, _height: Panel(partial(tree, scene), _("decision tree")),
    ReplayPane.WATCHES: _watches,
    ReplayPane.RANKS: lambda scene, _width, _height: Panel(partial(ranks, scene), _("variables by rank")),
}
"""The views of the panes at full size, from a scene, columns and rows; the board is arranged with its facts."""


def _cell(scene: ReplayScene) -> Panel:
    """Return the panel with facts about the cell under the cursor."""
    assert scene.cells is not None
    assert scene.view.cell is not None
    name = scene.cells.sudoku.puzzle.layout.cell_name(scene.view.cell)
    return Panel(partial(cell, scene), _("cell {cell}").format(cell=name))


def _board_page(scene: ReplayScene, width: int, height: int) -> Stack:
    """Return the board; beside it the event in words, the current clause, and facts about the cell."""
    size = board_part(scene, Size(width - TEXT_BESIDE_BOARD - 1, height)).visible_region
    event_and_clause = Stack([Panel(partial(story, scene), fits=True), _clause(scene, MIN_FACT_ROWS)], 1)
    beside = Stack([event_and_clause, *([_cell(scene)] if scene.view.cell is not None else [])], 1)
    return Stack([Panel(partial(board, scene), columns=size.width, name=BOARD), beside], 1, across=True)


def _three_columns(scene: ReplayScene, width: int, height: int) -> Stack:
    """Return three columns: the trail, the current clause, and the tree and the graph of the conflict, or the board."""
    room = width - 4
    tree_key = _edge_key(scene, "whole_tree", words.WHOLE_TREE)
    graph_key = _edge_key(scene, ReplayPane.GRAPH.value.action, words.THE_GRAPH)
    tree_panel = Panel(partial(tree, scene), _("decision tree"), keys=tree_key)
    graphs = [Panel(partial(graph, scene), _("last conflict"), _learned(scene), keys=graph_key)] if scene.learns else []
    left, right = [_trail(scene)], [tree_panel, *graphs]
    middle: list[Panel | Stack] = [_clause_and_counters(scene, framed=True)]
    side = min(room // 3, MAX_SIDE)
    if scene.cells is not None:
        size = board_part(
            scene, Size(room - 2 * MIN_SIDE - BOARD_FRAME.width, height - BOARD_FRAME.height)
        ).visible_region
        side = min((room - size.width - BOARD_FRAME.width) // 2, MAX_SIDE)
        board_key = _edge_key(scene, ReplayPane.BOARD.value.action, words.LARGER)
        right = [Panel(partial(board, scene), _("board"), rows=size.height + 1, name=BOARD, keys=board_key)]
        below = [_cell(scene)] if scene.view.cell is not None else []
        if height - size.height - 1 > MIN_FACT_ROWS:
            right, below = [*right, *below], []
        left, middle = [*left, *(below or [tree_panel])], [*middle, *graphs]
    third = Stack(right, columns=room - 2 * side)
    return Stack([Stack(left, columns=side), Stack(middle, columns=side), third], 2, across=True)


# words


def unbroken(sentence: str, width: int) -> list[str]:
    """Wrap a sentence to lines of at most `width` columns, without breaking literals such as `r3c4 = 5`."""
    protected = _EQUATION.sub(rf"{_NO_BREAK}\1{_NO_BREAK}", sentence)
    return [line.replace(_NO_BREAK, " ") for line in wrap(protected, width)]


def _paragraphs(sentences: Iterable[str], width: int, scene: ReplayScene) -> list[Line]:
    """Wrap each sentence to lines of its own, indented from the second one on."""
    lines = [
        ("  " if number else "") + line
        for sentence in sentences
        for number, line in enumerate(unbroken(sentence, width - 2))
    ]
    return [[Segment(line, scene.palette.plain)] for line in lines]


def _ends(lines: list[Line], height: int, scene: ReplayScene) -> list[Line]:
    """Return the lines; if they are too many, only the first and the last ones."""
    if len(lines) <= height:
        return lines
    head = max(height // 2 - 1, 0)
    tail = max(height - head - 1, 0)
    hidden = _("{ellipsis} {count:,} lines").format(ellipsis=scene.glyphs.ellipsis, count=len(lines) - head - tail)
    return [*lines[:head], [Segment(hidden, scene.palette.plain)], *lines[len(lines) - tail :]]


def story(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Describe the last event in words, at full length."""
    return _ends(_paragraphs(sentences(scene.trace, scene.position, scene.words), width, scene), height, scene)


def _event_rows(scene: ReplayScene, width: int) -> int:
    """Return the rows for the last event: two, so that nothing moves between events; at the beginning, up to four."""
    lines = len(unbroken(_event_sentences(scene)[0], width)) if scene.position == 0 else 0
    return min(max(lines, EVENT_ROWS), 2 * EVENT_ROWS)


def _event_sentences(scene: ReplayScene) -> list[str]:
    """Return the sentences on the last event, and at the end of the search its result.

    At the beginning, they say what was left out because of the recording.
    """
    sentence, *end = sentences(scene.trace, scene.position, scene.words)
    return [paragraph([scene.note, sentence, scene.recording if scene.position == 0 else ""]), *end]


def last_event(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Describe the last event; at the end of the search, the last row is for its result."""
    sentence, *end = _event_sentences(scene)
    lines, rows = unbroken(sentence, width), height - len(end)
    visible_lines = [*lines[: rows - 1], " ".join(lines[rows - 1 :]), *end] if len(lines) > rows else [*lines, *end]
    return [[Segment(line, scene.palette.plain)] for line in visible_lines]


def since(scene: ReplayScene, place: int) -> str:
    """Return the level at which the literal at a place of the trail got its value, and the reason."""
    state = scene.state
    reason = state.reasons[place]
    flipped = _("{literal} failed").format(literal=scene.words.literal(-state.trail[place]))
    cause = {DECIDED: pgettext("search", "decided"), FLIPPED: flipped}.get(reason) or clause_name(scene.trace, reason)
    return _("level {level:,}, {cause}").format(level=state.levels[place], cause=cause)


# the search at the position


def trail(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the part of the trail around its cursor, or its end, one literal a row.

    The newest literal is marked, and so is a conflict. The view scrolls by half its height, so that rows keep their
    places while the trail grows.
    """
    trace, state, event, palette, glyphs = scene.trace, scene.state, scene.event, scene.palette, scene.glyphs
    count = len(state.trail)
    total, top = _length_of_trail(scene), _top_of_trail(scene, height)
    names = list(map(scene.words.literal, state.trail[top : top + height]))
    room = max(map(cell_len, names), default=0)
    newest = count - 1 if event and event.literal else total - 1 if total > count else None
    indent = max(cell_len(_("level {level:,}").format(level=state.level)) + 1, MIN_LEVEL)
    lines: list[Line] = [] if total else wrap_line([Segment(str(_EMPTY_TRAIL), palette.dim)], width)
    for place in range(top, min(total, top + height)):
        mark = Segment("> " if place == newest else "  ", palette.key)
        if place == count:
            assert event is not None
            assert event.clause is not None, "a conflict has a clause"
            text = _("{wrong} {clause} is false").format(wrong=glyphs.wrong, clause=clause_name(trace, event.clause))
            lines.append([mark, Segment(" " * indent), Segment(text, palette.bad)])
            continue
        level, reason = state.levels[place], state.reasons[place]
        is_first = place == top or level != state.levels[place - 1]
        level_text = _("level {level:,}").format(level=level) if is_first else ""
        sign, ink = glyphs.right_arrow, palette.plain
        if reason == DECIDED:
            sign, ink, cause = "?", palette.accent, pgettext("search", "decided")
        elif reason == FLIPPED:
            other = scene.words.literal(-state.trail[place])
            sign, ink, cause = "!", palette.warning, _("{literal} has failed").format(literal=other)
        else:  # "clause" or "learned" in one word, so that the number is not clipped
            cause = (CLAUSE if reason < len(trace.formula) else _("learned {number:,}")).format(number=reason + 1)
            literals = f" {clause_text(trace, reason, scene.words)}"
            spare = width - indent - len(glyphs.right_arrow) - room - 5 - cell_len(cause)
            cause += literals if min(cell_len(literals), MIN_CLAUSE) <= spare else ""
        name = f"{sign:<{len(glyphs.right_arrow)}} {pad_left(names[place - top], room)}"
        pieces = [
            Segment(pad(level_text, indent), palette.dim),
            Segment(name, palette.selected if place == scene.view.place else ink),
            Segment("  "),
            Segment(cause, palette.dim),
        ]
        lines.append([mark, *pieces])
    return lines


def _length_of_trail(scene: ReplayScene) -> int:
    """Return the rows of the whole trail: one for each literal, and one for a conflict."""
    conflict = scene.event is not None and scene.event.kind is EventKind.CONFLICT
    return len(scene.state.trail) + conflict


def _top_of_trail(scene: ReplayScene, height: int) -> int:
    """Return the first visible row of the trail."""
    place, top = scene.view.place, scene.view.trail_top
    if place is not None and top is not None and top <= place < top + height:
        return top
    end = _length_of_trail(scene) if place is None else place + 1
    step = max(height // 2, 1)
    return max(-(-(end - height) // step) * step, 0)


def place_at(scene: ReplayScene, row: int, height: int) -> int | None:
    """Return the place on the trail at a row of its panel; None for no literal."""
    place = _top_of_trail(scene, height) + row
    return place if 0 <= row < height and place < len(scene.state.trail) else None


def literal_at(scene: ReplayScene, row: int, size: Size) -> int | None:
    """Return the literal at a row of the current clause; None for none."""
    index = clause_at_work(scene.trace, scene.position)
    if index is None:
        return None
    head_lines, literals = _clause_rows(scene, index, size.width, size.height)
    return literals[row - len(head_lines)] if len(head_lines) <= row < len(head_lines) + len(literals) else None


def _clause_rows(scene: ReplayScene, index: int, width: int, height: int) -> tuple[list[str], list[int]]:
    """Return the lines that describe a clause, and as many of its literals as fit, in order."""
    trace, state = scene.trace, scene.state
    literals = trace.clause(index)
    rule = scene.words.rule(index) if index < len(trace.formula) else usage(scene, index)
    room = max(height - 1 - min(len(literals), MIN_LITERALS), 0)
    head_lines = [_("{clause}, length {count:,}").format(clause=clause_name(trace, index), count=len(literals))]
    head_lines += wrap(rule, width - 1)[:room] if rule else []
    ranked = sorted(
        literals, key=lambda literal: (VALUE_ORDER[state.value(literal)], -(state.place(abs(literal)) or 0))
    )
    height -= len(head_lines)
    return head_lines, ranked if len(ranked) <= height else ranked[: height - 1]


def clause(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Return the current clause: open literals first, then true ones, then false ones, the newest first."""
    trace, state, palette = scene.trace, scene.state, scene.palette
    index = clause_at_work(trace, scene.position)
    if index is None:
        return [[Segment(str(_NO_CLAUSE), palette.dim)]]
    (head, *rule), visible = _clause_rows(scene, index, width, height)
    lines: list[Line] = [[Segment(head, palette.plain)], *([Segment(f" {line}", palette.dim)] for line in rule)]
    names = list(map(scene.words.literal, visible))
    room = max(map(cell_len, names), default=0)
    for literal, name in zip(visible, names, strict=True):
        place, word = state.place(abs(literal)), str(words.STATES[state.value(literal)])
        mark, ink = scene.look(literal)
        cause = "" if place is None else since(scene, place)
        lines.append([Segment(f" {pad_left(name, room)} {mark} {pad(word, 7)}", ink), Segment(cause, palette.dim)])
    hidden = len(trace.clause(index)) - len(visible)
    return [*lines, [Segment(f" {_('and {rest:,} more').format(rest=hidden)}", palette.dim)]] if hidden else lines


def usage(scene: ReplayScene, index: int) -> str:
    """Return how often a learned clause propagates or conflicts, and when it does next."""
    uses = scene.trace.uses(index)
    later, times = uses[uses.searchsorted(scene.position) :], pluralized(len(uses), "time")
    return words.NEXT_USE.format(times=times, event=int(later[0]) + 1) if len(later) else words.USES.format(times=times)


def counters(scene: ReplayScene, width: int, _height: int) -> list[Line]:
    """Draw the counts of events in two columns, below them the shares of assigned variables and satisfied clauses."""
    trace, state, palette = scene.trace, scene.state, scene.palette
    values = {**trace.counters(scene.position)._asdict(), "level": state.level}
    satisfied = clause_states(trace.formula, state.assignment).count(ClauseState.SATISFIED)
    fractions = (_ASSIGNED, len(state.trail), trace.formula.variables), (_SATISFIED, satisfied, len(trace.formula))
    labels, right_labels = _labels()
    room = max(width - labels.width - right_labels.width - 2, 4)
    left_room, right_room = room * 3 // 5, room - room * 3 // 5
    lines: list[Line] = []
    for left, right in zip(_LEFT_COUNTS, _RIGHT_COUNTS, strict=True):
        left_count, right_count = compact(values[left], left_room), compact(values[right], right_room)
        lines.append(
            [
                Segment(labels.texts[_LEFT_COUNTS[left]], palette.dim),
                Segment(f"{left_count:>{left_room}}  ", palette.plain),
                Segment(right_labels.texts[_RIGHT_COUNTS[right]], palette.dim),
                Segment(f"{right_count:>{right_room}}", palette.plain),
            ]
        )
    for name, count, total in fractions:
        total_text = numeral(total)
        count_text = f"{numeral(count)}/{total_text}".ljust(2 * len(total_text) + 2)  # the bar stays in place
        share, columns = count / total if total else 1.0, max(width - labels.width - len(count_text), 0)
        bar = progress(share, columns, palette, scene.glyphs)
        lines.append([Segment(labels.texts[name], palette.dim), Segment(count_text, palette.plain), *bar])
    return lines


@once_a_language
def _labels() -> tuple[Labels, Labels]:
    """Return the labels of the two columns."""
    return Labels.of((*_LEFT_COUNTS.values(), _ASSIGNED, _SATISFIED), 12), Labels.of(_RIGHT_COUNTS.values(), 8)


def depth(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the decision level over the whole search, with a line at the position."""
    levels, position, total = (scene.levels or scene.trace.levels_sampled)(width), scene.position, len(scene.trace)
    column = 0
    if total:  # if an event takes several columns, the last one
        column = max((position - 1) * width // total, position * width // total - 1, 0)
    return curve(levels, column, height, scene.palette, scene.glyphs)


def assignment(scene: ReplayScene, width: int, _height: int) -> list[Line]:
    """Draw which variables are true, and which are false."""
    return strips(shares(scene.state.assignment, width), scene.palette, scene.glyphs)


def tree(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the decision tree near the position: the lower end of the path, and the closed subtrees beside it."""
    palette, glyphs, literal = scene.palette, scene.glyphs, scene.words.literal
    if scene.position == 0:
        return [[Segment(line, palette.dim)] for line in wrap(str(words.NO_TREE_YET), width)]
    literals_undone = undone_decisions(scene.trace, scene.position)
    legend = _tree_legend(scene, width) if height >= MIN_WITH_LEGEND else []
    room = height - 1 - bool(literals_undone) - len(legend)
    branches = path(scene.state, min(room, max(width - MIN_TREE_ROW, 1)))
    while branches and len(branches) + sum(branch.flipped for branch in branches) > room:
        branches.pop(0)
    lines: list[Line] = [[Segment(_root_text(scene, branches), palette.dim)]]
    across, corner, tee, down = (glyphs.box[part] for part in (0, 4, 6, 8))
    for number, branch in enumerate(branches):
        indent, last = Segment(" " * number), branch is branches[-1]
        if branch.flipped:
            subtree = failed_subtree(scene.trace, branch)
            decisions, conflicts = pluralized(subtree.decisions, "decision"), pluralized(subtree.conflicts, "conflict")
            summary = _("closed: {decisions}, {conflicts}").format(decisions=decisions, conflicts=conflicts)
            name = f"{tee}{across}{glyphs.wrong} {literal(-branch.literal)}"
            lines.append([indent, Segment(f"{pad(name, TREE_LITERAL)}  {summary}", palette.dim)])
        name = f"{corner}{across if last else down} {literal(branch.literal)}"
        ink = palette.warning if branch.flipped else palette.accent
        facts = Segment(_branch_text(branch, last, scene), palette.dim)
        lines.append([indent, Segment(f"{pad(name, TREE_LITERAL)}  ", ink), facts])
    if literals_undone:
        names = ", ".join(map(literal, literals_undone))
        lines.append([Segment(_("{wrong} undone: {list}").format(wrong=glyphs.wrong, list=names), palette.bad)])
    return [*lines, *[[]] * (height - len(legend) - len(lines)), *legend]


def _root_text(scene: ReplayScene, branches: Sequence[PathStep]) -> str:
    """Return the number of steps above the visible ones, or the facts about the root."""
    hidden, forced = path_length(scene.state) - len(branches), forced_at_root(scene.state)
    if hidden:
        return _("{steps} above").format(steps=pluralized(hidden, "step"))
    root = _("root") if branches else _("no decision is in force")
    return f"{root}  {_('{forced:,} forced').format(forced=forced)}" if forced else root


def _tree_legend(scene: ReplayScene, width: int) -> list[Line]:
    """Return the legend of the tree; empty if it does not fit into a row."""
    palette = scene.palette
    keys = [
        Segment(str(words.TREE_DECISION), palette.accent),
        Segment("   "),
        Segment(str(words.TREE_OTHER), palette.warning),
        Segment("   "),
        Segment(words.TREE_CLOSED.format(wrong=scene.glyphs.wrong), palette.dim),
    ]
    return [keys] if width_of(keys) <= width else []


def _branch_text(branch: PathStep, is_last: bool, scene: ReplayScene) -> str:
    """Return the facts about a step of the path; the last one leads to the position."""
    facts = [] if branch.flipped else [_("level {level:,}").format(level=branch.level)]
    facts += [_("{forced:,} forced").format(forced=branch.forced)] * bool(branch.forced)
    if scene.learns:
        counts = counts_between(scene.trace, branch.event + 1, scene.position)
        facts.append(_("{conflicts} since").format(conflicts=pluralized(counts.conflicts, "conflict")))
    elif not branch.flipped:
        facts.append(_("{literal} to try").format(literal=scene.words.literal(-branch.literal)))
    text = joined(facts)
    return _("{arrow} here  {facts}").format(arrow=scene.glyphs.arrows[2], facts=text) if is_last else text


def graph(scene: ReplayScene, width: int, height: int) -> list[Line]:
    """Draw the implication graph of the last conflict, and below it the learned clause."""
    analysis = scene.analysis
    if analysis is None:
        return wrap_line([Segment(str(_NOTHING_LEARNED), scene.palette.dim)], width)
    sentences = _paragraphs(result_sentences(scene.trace, analysis, scene.words), width, scene)
    room = max(height - len(sentences) - 1, height // 2)
    lines = graph_lines(*graph_vertices(analysis, scene, room), scene, width, room)
    return [*lines, [], *_ends(sentences, height - len(lines) - 1, scene)]


def cell(scene: ReplayScene, _width: int, height: int) -> list[Line]:
    """Describe the cell under the cursor: each digit, the event since which it has its value, and the reason."""
    assert scene.cells is not None
    assert scene.view.cell is not None
    sudoku, state, palette, glyphs = scene.cells.sudoku, scene.state, scene.palette, scene.glyphs
    given, derived = sudoku.puzzle.givens[scene.view.cell], sudoku.reading.position.values[scene.view.cell]
    lines: list[Line] = []
    if given or derived:
        sentence = _("{value} is given") if given else _("{value} follows from the givens")
        lines.append([Segment(sentence.format(value=given or derived), palette.dim)])
    rows: list[tuple[int, str]] = []
    for digit, variable in sudoku.candidates(scene.view.cell):
        place, name = state.place(variable), scene.cells.in_grid(variable, sign(digit))
        value = 0 if place is None else 1 if state.trail[place] > 0 else -1
        status = _("free")
        if place is not None:
            status = _("event {event:,}, {since}").format(event=state.events[place] + 1, since=since(scene, place))
        rows.append((-value, f"{name} {(glyphs.open, glyphs.right, glyphs.wrong)[value]} {status}"))
    rows.sort(key=lambda row: row[0])
    inks = {0: palette.plain, -1: palette.true, 1: palette.false}
    return [*lines, *([Segment(text, inks[rank])] for rank, text in rows[: height - len(lines)])]
