"""The keys that the page of `serve --web` types for actions, digits and others."""

from textual.binding import Binding

from tui.base.web import web_keys

BINDINGS = (
    Binding("f5,u", "undo", "undo"),
    Binding("U", "redo", "", tooltip="do it again"),
    Binding("apostrophe", "letter", "above 9"),
    Binding("x,0", "clear", "clear"),
    Binding("c", "undo", "another undo"),
    Binding("plus", "speed(1)", "faster"),
)


def test_the_first_key_that_types_something() -> None:
    keys = web_keys(BINDINGS, 4, ["undo", "clear", "nothing"], ["redo", "nothing", "speed"])
    assert keys.actions == {"undo": "u", "clear": "x"}
    assert keys.digits == ["1", "2", "3", "4"]
    assert [*keys.others] == [("do it again", "U"), ("faster", "+")]


def test_letters_follow_the_key_that_announces_them() -> None:
    assert web_keys(BINDINGS, 11, [], []).digits == [*"123456789", "'A", "'B"]
    assert web_keys(BINDINGS[:2], 10, [], []).digits[-1] == "A"
