"""Controllers: parts of a screen with keys and state, but without a widget."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType

from engine.base.language import Sentence

if TYPE_CHECKING:  # it imports this module
    from tui.base.page import Page


class Controller:
    """A part of a screen whose keys and actions count as the screen's.

    The screen names the class in CONTROLLERS, and creates one of each. Subclasses declare the type of `page`.
    """

    BINDINGS: ClassVar[list[BindingType]] = []

    HEADING: ClassVar[Sentence | str] = ""
    """The heading of its keys in the help; "" lists them with the screen's."""

    page: Any
    """The screen."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        page.controllers[type(self)] = self


def in_worker(method: Callable[[Any], Coroutine[Any, Any, None]]) -> Callable[[Any], None]:
    """Decorate an action of a controller to run in a worker of its screen, as Textual's `work` does for screens."""

    @wraps(method)
    def start(controller: Controller) -> None:
        controller.page.run_worker(method(controller))

    return start


def actions(controller: type[Controller]) -> dict[str, Callable[..., object]]:
    """Return methods for a screen, by name, that forward its actions to its controller of this class."""
    return {name: _forwarding(controller, name) for name in dir(controller) if name.startswith("action_")}


def _forwarding(controller: type[Controller], name: str) -> Callable[..., object]:
    @wraps(getattr(controller, name))
    def forward(page: "Page", *arguments: object) -> object:
        return getattr(page.controllers[controller], name)(*arguments)

    return forward
