"""Frames around widgets, whose looks are in `app.tcss`."""

from textual.content import Content
from textual.widget import Widget


def put_frame(widget: Widget, title: object, aside: object = "") -> None:
    """Frame a widget, or change its frame: a title in the upper edge, and `aside` in the lower one where there is one.

    Both are shown as they stand: none of it is markup.
    """
    widget.add_class("frame")
    for name, text in (("border_title", title), ("border_subtitle", aside)):
        content = Content(str(text))
        if getattr(widget, f"_{name}") != content:
            setattr(widget, name, content)
