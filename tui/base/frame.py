"""Frames around widgets, styled in `app.tcss`."""

from textual.content import Content
from textual.widget import Widget


def put_frame(widget: Widget, title: object, aside: object = "") -> None:
    """Set the frame of a widget, with a title in the upper edge and `aside` in the lower one.

    Neither is interpreted as markup.
    """
    widget.add_class("frame")
    for name, text in (("border_title", title), ("border_subtitle", aside)):
        content = Content(str(text))
        if getattr(widget, f"_{name}") != content:
            setattr(widget, name, content)
