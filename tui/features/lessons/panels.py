"""The panels of a lesson's stop: the text, the question, the verdict on the answer, and the view of the search."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset

from engine.base.language import Sentence
from engine.base.text import joined
from engine.sat.lessons.implications import implications
from engine.sat.lessons.lesson import LessonView, PreparedStop
from engine.sat.lessons.lesson_question import AnswerForm, AnswerKind
from engine.sat.trace.analysis import ImplicationNode
from engine.sat.trace.events import DECIDED, FLIPPED
from engine.sat.trace.narration import clause_text
from tui.draw.cells import Line, clip_line, pad, pad_left, widest, width_of, wrap, wrap_line
from tui.draw.face import FRAMED_FROM, Chip
from tui.draw.lanes import GraphRow, Lanes, lanes
from tui.draw.palette import Glyphs, Palette
from tui.draw.panels import MARGIN, Drawing, Excerpt, Panel, Stack
from tui.features.lessons import words
from tui.features.lessons.scene import LessonProgress

ROWS = "rows"
"""The panel that the cursor moves in."""
_TRAIL = 31
"""Columns of the trail beside the clauses."""
_MIN_ACROSS = 60
"""Columns from which the trail is beside the clauses, not below them."""
_SHORT_VIEW, _MIN_VIEW = 12, 5
"""Rows of the view below which the text is shortened after the answer, and its minimum rows."""
_TALL, _TEXT_MOST = 26, 56
"""Rows from which the text stands beside the search, and its maximum columns there."""
_LEVEL = 9
"""Columns of a level in the trail."""


@dataclass(frozen=True)
class Keys:
    """The keys in force, as people read them."""

    answer: str
    show: str
    mark: str = ""


@dataclass(frozen=True)
class LessonScene:
    """A stop of a lesson, with the student's progress."""

    step: PreparedStop
    visit: LessonProgress
    total: int
    palette: Palette
    glyphs: Glyphs
    keys: Keys
    chooses: AnswerKind | None = None
    """The kind of selection at a stop without a question."""

    @property
    def asks(self) -> AnswerKind | None:
        """The kind of answer that the cursor selects: a clause, a literal, …; None for none."""
        return self.step.stop.question.asks if self.step.stop.question else self.chooses

    @property
    def selects_literals(self) -> bool:
        """Whether the cursor is on a literal."""
        return self.asks is not None and self.asks.is_literal

    def mark(self, selected: int) -> Segment:
        """Return the mark of a literal or clause: its number in the order, or a sign."""
        marks, width = self.visit.marks, mark_width(self.step)
        item = self.asks.of_literal(selected) if self.asks else selected
        if item not in marks:
            return Segment(" " * width)
        text = str(marks.index(item) + 1) if self.step.form is AnswerForm.ORDER else self.glyphs.step
        return Segment(pad_left(text, width), self.palette.accent)

    @property
    def is_over(self) -> bool:
        """Whether the question is answered."""
        return self.visit.reply is not None and self.visit.reply.right

    @property
    def chip(self) -> Chip | None:
        """The verdict on the answer; None before it."""
        reply = self.visit.reply
        if reply is None:
            return None
        if not reply.right:
            return Chip(str(words.CHIP_WRONG), "bad")
        return Chip(str(words.CHIP_SHOWN), "warning") if reply.revealed else Chip(str(words.CHIP_RIGHT), "good")

    @property
    def has_trail_beside(self) -> bool:
        """Whether the trail is shown beside the clauses."""
        return self.step.position.has_trail and self.step.stop.view in (LessonView.CLAUSES, LessonView.WATCHES)

    @property
    def place(self) -> str:
        """The position of the stop in the search."""
        trace, position = self.step.position.trace, self.step.position.index
        if self.step.position.has_trail:
            return words.EVENT.format(position=position, total=len(trace))
        number, total = (trace.counters(place).restarts for place in (position, len(trace)))
        return words.FLIP.format(number=number, total=total)


def mark_width(step: PreparedStop) -> int:
    """Return the columns of the marks before literals or clauses; 0 if the question has one answer."""
    if step.stop.question is None or step.form is AnswerForm.SINGLE:
        return 0
    if step.form is AnswerForm.ALL:
        return 2
    return 1 + len(str(len({answer for row in step.rows for answer in row.answers(step.stop.question.asks)})))


def panels_of(scene: LessonScene, width: int, height: int) -> Stack:
    """Return the panels of a stop. After the answer, the text makes room for the verdict if there is little."""
    strip = [Panel([stop_bars(scene, width)], rows=1)] * (scene.total > 1)
    height -= len(strip)
    if width + 2 * MARGIN >= FRAMED_FROM and height >= _TALL:
        return Stack([*strip, _two_columns(scene, width)])
    text = stop_text(scene, width)
    if scene.visit.reply is not None and scene.visit.reply.right and len(text) > height - _SHORT_VIEW:
        text = stop_text(scene, width, whole=False)
    below: Panel | Stack = _view(scene)
    if scene.has_trail_beside:
        across = width >= _MIN_ACROSS
        beside = Panel(partial(trail, scene), str(words.TRAIL), columns=_TRAIL if across else None, min_rows=_MIN_VIEW)
        below = Stack([below, beside], 2 if across else 1, across=across)
    top = Panel(text, rows=min(len(text), height - _MIN_VIEW))
    return Stack([*strip, Stack([top, below], 1)])


def _view(scene: LessonScene) -> Panel:
    """Return the panel with the view of the search."""
    view, title = _VIEWS[scene.step.stop.view]
    focus = scene.asks not in (None, AnswerKind.NUMBER)
    return Panel(partial(view, scene), str(title), scene.place, name=ROWS, focus=focus)


def view_of(scene: LessonScene) -> Callable[[LessonScene, int, int], Sequence[Line] | Excerpt]:
    """Return the view of the search: a function of the scene, columns and rows."""
    return _VIEWS[scene.step.stop.view][0]


def _two_columns(scene: LessonScene, width: int) -> Stack:
    """Return the search at the left, and text and question at the right."""
    left: list[Panel | Stack] = [_view(scene)]
    if scene.has_trail_beside:
        left.append(Panel(partial(trail, scene), str(words.TRAIL)))
    word = words.ANSWER_EDGE if scene.asks and not scene.is_over else words.GO_ON_EDGE
    keys = [(scene.keys.answer, str(words.DECIDE_EDGE if scene.chooses else word))]
    has_question = scene.step.stop.question is not None
    title = words.QUESTION if has_question else words.TEXT
    text = Panel(
        lambda columns, _: stop_text(scene, columns),
        str(title),
        columns=min(width * 2 // 5, _TEXT_MOST),
        keys=keys,
        chip=scene.chip,
    )
    return Stack([Stack(left), text], 1, across=True)


def stop_bars(scene: LessonScene, width: int) -> Line:
    """Return a bar for each stop: a past one, also with a wrong answer, the present one, or a later one."""
    palette, glyphs, visit = scene.palette, scene.glyphs, scene.visit
    starts = [width * at // scene.total for at in range(scene.total + 1)]
    line: Line = []
    for number, (start, end) in enumerate(pairwise(starts)):
        sign, ink = glyphs.bar_full, palette.warning if number in visit.faults else palette.good
        if number == visit.number:
            ink = palette.accent
        elif number > visit.number:
            sign, ink = glyphs.bar_rest, palette.dim
        length = max(end - start - 2, 1)
        line += [Segment(sign * length, ink), Segment(" " * (end - start - length))]
    return line


def end(visit: LessonProgress, question_count: int, palette: Palette, keys: Keys, hand_in: str = "") -> list[Line]:
    """Return the end of a lesson: the result of its questions; `hand_in` is the sentence on homework."""
    first = len(visit.first)
    ink = palette.good if first == question_count else palette.plain
    paragraphs = [
        (str(words.FINISHED), palette.title),
        (words.SCORE.format(first=first, total=question_count), ink),
        *([(hand_in, palette.plain)] if hand_in else []),
        (words.NEXT.format(key=keys.answer), palette.dim),
    ]
    return [line for text, ink in paragraphs for line in ([], [Segment(text, ink)])]


# the text


def stop_text(scene: LessonScene, width: int, whole: bool = True) -> list[Line]:
    """Return the text of the stop, the question, and the verdict on the answer; not `whole`, without the text."""
    palette, visit, step = scene.palette, scene.visit, scene.step
    lines = _paragraphs(step.text, palette.plain, width) if whole else []
    if step.stop.question is None:
        if scene.chooses is not None:
            return [*lines, *_paragraphs(words.DECIDE.format(key=scene.keys.answer), palette.dim, width)]
        return [*lines, [Segment(words.GO_ON.format(key=scene.keys.answer), palette.dim)]]
    lines += [[]] * bool(lines) + _paragraphs(step.question, palette.title, width)
    reply = visit.reply
    if reply is not None and not reply.right:
        lines += _marked(f"{scene.glyphs.wrong} {words.WRONG}", reply.why, palette.bad, palette, width)
        return [*lines, _asking(scene, [Segment(words.TRY_AGAIN.format(key=scene.keys.show), palette.dim)])]
    if reply is None:
        return [*lines, _asking(scene, [])]
    head = f"{scene.glyphs.right} {words.RIGHT}"
    if reply.revealed:
        head = words.ANSWER_IS.format(answer=joined(map(step.answer_text, reply.answer)))
    lines += _marked(head, reply.why, palette.good, palette, width)
    lines += _paragraphs(step.answer, palette.plain, width)
    return [*lines, [Segment(words.GO_ON.format(key=scene.keys.answer), palette.dim)]]


def _paragraphs(text: str, ink: Style, width: int) -> list[Line]:
    return [[Segment(line, ink)] for paragraph in text.splitlines() for line in wrap(paragraph, width)]


def _marked(head: str, sentence: str, ink: Style, palette: Palette, width: int) -> list[Line]:
    """Return a sentence after its label."""
    return wrap_line([Segment(f"{head} ", ink), Segment(sentence, palette.plain)], width)


def _asking(scene: LessonScene, after: Line) -> Line:
    """Return a sentence on how to answer, or the digits typed so far; `after` follows."""
    palette, visit = scene.palette, scene.visit
    if scene.asks is AnswerKind.NUMBER:
        typed = [Segment(words.TYPE_NUMBER.format(key=scene.keys.answer), palette.dim), Segment(" ")]
        return [*typed, Segment(f"{visit.typed}_", palette.accent), Segment("  "), *after]
    if after:
        return after
    assert scene.asks is not None, "there is something to answer"
    how = _HOW_MANY.get(scene.step.form) or _HOW[scene.asks]
    return [Segment(how.format(key=scene.keys.answer, mark=scene.keys.mark), palette.dim)]


_HOW = {
    AnswerKind.LITERAL: words.CHOOSE_LITERAL,
    AnswerKind.VARIABLE: words.CHOOSE_VARIABLE,
    AnswerKind.CLAUSE: words.CHOOSE_CLAUSE,
    AnswerKind.CUT: words.CHOOSE_CUT,
}
_HOW_MANY = {AnswerForm.ALL: words.MARK_ALL, AnswerForm.ORDER: words.MARK_IN_ORDER}


# the view of the search


def top_row(step: PreparedStop, visit: LessonProgress, height: int) -> int:
    """Return the first visible row. The view scrolls by half its height."""
    count = len(step.rows) + (step.stop.view is LessonView.GRAPH) + _has_cut(step)  # a graph has the conflict too
    by = max(height // 2, 1)
    if count <= height:
        return 0
    return min(max(-(-(visit.row + 1 - height) // by) * by, 0), count - height)


def _has_cut(step: PreparedStop) -> bool:
    """Whether the graph has a row for the cut."""
    return step.stop.question is not None and step.stop.question.asks is AnswerKind.CUT


def cursor_place(drawing: Drawing, step: PreparedStop | None, visit: LessonProgress, asks: AnswerKind | None) -> Offset:
    """Return the place of the cursor's row in the drawing, or of the literal selected in it."""
    area = drawing.areas.get(ROWS)
    if area is None or step is None:
        return Offset(0, 0)
    row = min(max(visit.row - top_row(step, visit, area.height), 0), area.height - 1)
    column = 0
    if asks is not None and asks.is_literal and step.rows and step.rows[visit.row].clause is not None:
        number, name = _columns(step)
        selection_width = cell_len(step.position.name(step.rows[visit.row].literals[visit.column]))
        shift = selection_width + (step.stop.view is LessonView.WATCHES)
        mark = mark_width(step)
        column = number + 2 + visit.column * (name + 2 + mark) + 1 + mark + name - shift
    return area.offset + Offset(min(column, area.width - 1), row)


def _columns(step: PreparedStop) -> tuple[int, int]:
    """Return the columns for the number of a clause, and for a literal."""
    brackets = 2 * (step.stop.view is LessonView.WATCHES)
    names = (cell_len(step.position.name(literal)) for row in step.rows for literal in row.literals)
    return len(str(max((row.clause or 0) + 1 for row in step.rows))), max(names, default=0) + brackets


def clauses(scene: LessonScene, width: int, height: int) -> Excerpt:
    """Return the clauses, each literal with its value; the clause under the cursor is marked."""
    step, palette, top = scene.step, scene.palette, top_row(scene.step, scene.visit, height)
    if not step.rows:
        return Excerpt([[Segment(str(words.NO_CLAUSES), palette.dim)]], 0, 1)
    watches = step.position.watches if step.stop.view is LessonView.WATCHES else None
    room, name = _columns(step)
    lines: list[Line] = []
    for number in range(top, min(top + height, len(step.rows))):
        row, has_cursor = step.rows[number], number == scene.visit.row and scene.asks is not AnswerKind.NUMBER
        assert row.clause is not None, "these rows are clauses"
        whole = has_cursor and scene.asks is AnswerKind.CLAUSE
        sign, ink = ">" if has_cursor else " ", palette.selected if whole else palette.dim
        head = Segment(f"{sign}{row.clause + 1:>{room}} ", ink)
        watched = watches.watched[row.clause] if watches else ()
        line: Line = [head, *[scene.mark(row.clause)] * (scene.asks is AnswerKind.CLAUSE)]
        for column, literal in enumerate(row.literals):
            selected = has_cursor and scene.selects_literals and column == scene.visit.column
            line += _literal(scene, literal, selected, literal in watched, watches is not None, name)
        lines.append(_within(line, width, scene))
    return Excerpt(lines, top, len(step.rows))


def _literal(scene: LessonScene, literal: int, selected: bool, watched: bool, brackets: bool, room: int) -> Line:
    """Return a literal with the sign of its value, in brackets if the clause watches it."""
    position, palette, glyphs = scene.step.position, scene.palette, scene.glyphs
    value = position.state.value(literal)
    ink = {1: palette.true, -1: palette.false}.get(value, palette.plain)
    sign = {1: glyphs.right, -1: glyphs.wrong}.get(value, " ")
    name = position.name(literal)
    name = f"[{name}]" if watched else f" {name} " if brackets else name
    mark = [scene.mark(literal)] * scene.selects_literals
    text = Segment(pad_left(name, room), palette.selected if selected else ink)
    return [*mark, Segment(" "), text, Segment(sign, ink)]


def _within(line: Line, width: int, scene: LessonScene) -> Line:
    """Cut a line to as many literals as fit."""
    if width_of(line) <= width:
        return line
    pieces = list(line)
    while pieces and width_of(pieces) > width - 2:
        pieces.pop()
    return [*pieces, Segment(scene.glyphs.ellipsis, scene.palette.dim)]


def _reason(scene: LessonScene, reason: int) -> str:
    """Return the reason of a literal's value: a decision, or the name of a clause."""
    if reason in (DECIDED, FLIPPED):
        return str(words.DECIDED if reason == DECIDED else words.FLIPPED)
    learned = reason >= len(scene.step.position.trace.formula)
    return (words.LEARNED if learned else words.CLAUSE).format(number=reason + 1)


def trail(scene: LessonScene, width: int, height: int) -> list[Line]:
    """Return the end of the trail, a literal in each row, with its level and its reason."""
    state, palette = scene.step.position.state, scene.palette
    top = max(len(state.trail) - height, 0)
    nothing = [[Segment(str(words.NOTHING_ASSIGNED), palette.dim)]]
    return _trail_rows(scene, range(top, len(state.trail)), width) or nothing


def whole_trail(scene: LessonScene, width: int, height: int) -> Excerpt:
    """Return the trail around the cursor."""
    count = len(scene.step.rows)
    if not count:
        return Excerpt([[Segment(str(words.NOTHING_ASSIGNED), scene.palette.dim)]], 0, 1)
    top = top_row(scene.step, scene.visit, height)
    return Excerpt(_trail_rows(scene, range(top, min(top + height, count)), width), top, count)


def _trail_rows(scene: LessonScene, places: Sequence[int], width: int) -> list[Line]:
    position, palette = scene.step.position, scene.palette
    state, front = position.state, scene.step.stop.view is LessonView.TRAIL
    room = max((cell_len(position.name(state.trail[place])) for place in places), default=0)
    lines: list[Line] = []
    for place in places:
        literal, level, reason = state.trail[place], state.levels[place], state.reasons[place]
        head = words.LEVEL.format(level=level) if place == places[0] or level != state.levels[place - 1] else ""
        selected = front and place == scene.visit.row and scene.selects_literals
        ink = palette.accent if reason == DECIDED else palette.warning if reason == FLIPPED else palette.plain
        name = Segment(pad_left(position.name(literal), room), palette.selected if selected else ink)
        reason_text = Segment(f"  {_reason(scene, reason)}", palette.dim)
        mark = [scene.mark(literal), Segment(" ")] * (front and mark_width(scene.step) > 0)
        line: Line = [Segment(pad(head, _LEVEL), palette.dim), *mark, name, reason_text]
        lines.append(clip_line(line, width, scene.glyphs.ellipsis))
    return lines


def graph(scene: LessonScene, width: int, height: int) -> Excerpt:
    """Return the implication graph from the decisions to the conflict, a row for each literal, and a movable cut."""
    position, palette = scene.step.position, scene.palette
    nodes = implications(position.trace, position.index)
    selected = scene.visit.row if scene.selects_literals or scene.asks is AnswerKind.CUT else -1
    vertices = [GraphRow(position.name(node.literal), palette.plain, node.causes) for node in nodes[:-1]]
    vertices.append(GraphRow(scene.glyphs.wrong, palette.bad, nodes[-1].causes))
    top = top_row(scene.step, scene.visit, height)
    visible = range(top, min(top + height, len(nodes)))
    drawn, lanes_width = lanes(vertices, visible, scene.glyphs)
    widest_name = widest((vertex.label for vertex in vertices[:-1]), 0)
    lines: list[Line] = []
    for at in visible:
        ink = palette.accent if nodes[at].reason is None else vertices[at].ink
        cause = Segment(f"  {_cause(scene, nodes[at])}", palette.dim)
        mark = [scene.mark(nodes[at].literal), Segment(" ")] * (mark_width(scene.step) > 0)
        line = [
            Segment(f"{drawn[at].signs} ", palette.line),
            *mark,
            Segment(pad_left(vertices[at].label, widest_name), palette.selected if at == selected else ink),
            cause,
        ]
        lines.append(clip_line(line, width, scene.glyphs.ellipsis))
        if at == selected and _has_cut(scene.step):
            lines.append(_cut(scene, drawn[at], lanes_width, width))
    return Excerpt(lines[:height], top, len(nodes) + _has_cut(scene.step))


def _cut(scene: LessonScene, above: Lanes, lanes_width: int, width: int) -> Line:
    """Return the line of the cut below a row, crossed by the lines that go on."""
    dotted, cross = scene.glyphs.box[11], scene.glyphs.box[10]
    signs = "".join((cross if lane in above.lanes_below else dotted) + dotted for lane in range(lanes_width // 2))
    label = f" {words.CUT} "
    return [
        Segment(signs + dotted, scene.palette.accent),
        Segment(label, scene.palette.selected),
        Segment(dotted * max(width - lanes_width - 1 - cell_len(label), 0), scene.palette.accent),
    ]


def _cause(scene: LessonScene, node: ImplicationNode) -> str:
    """Return the decision or clause that made a literal true, or the false clause."""
    if node.reason is None:
        return words.OF_LEVEL.format(level=node.level, cause=words.DECIDED)
    position = scene.step.position
    clause = f"{_reason(scene, node.reason)} {clause_text(position.trace, node.reason, position.words)}"
    if not node.literal:
        return words.CONFLICT.format(clause=clause)
    return words.OF_LEVEL.format(level=node.level, cause=clause)


_VIEWS: Mapping[LessonView, tuple[Callable[[LessonScene, int, int], Sequence[Line] | Excerpt], Sentence]] = {
    LessonView.CLAUSES: (clauses, words.CLAUSES),
    LessonView.WATCHES: (clauses, words.WATCHES),
    LessonView.TRAIL: (whole_trail, words.TRAIL),
    LessonView.GRAPH: (graph, words.GRAPH),
}
"""The views of the search, with their titles."""
