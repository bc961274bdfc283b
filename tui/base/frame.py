"""Frames around widgets, styled in `app.tcss`."""

from collections.abc import Sequence

from rich.segment import Segment
from textual.content import Content
from textual.style import Style
from textual.widget import Widget


def put_frame(widget: Widget, title: object, aside: object = "", keys: Sequence[Segment] = ()) -> None:
    """Frame a widget, with a title in its upper edge, and a line of keys or else `aside` in its lower edge.

    None of them is interpreted as markup.
    """
    widget.add_class("frame")
    below = edge_content(keys) if keys else Content(str(aside))
    for name, content in (("border_title", Content(str(title))), ("border_subtitle", below)):
        if getattr(widget, f"_{name}") != content:
            setattr(widget, name, content)


def edge_content(line: Sequence[Segment]) -> Content:
    """Return an `edge_line` for the edge of a frame, without the blanks around it, which Textual adds."""
    return Content.assemble(*map(_styled, line))[1:-1]


def _styled(piece: Segment) -> tuple[str, Style]:
    return piece.text, Style() if piece.style is None else Style.from_rich_style(piece.style)
