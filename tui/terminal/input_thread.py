"""Makes Textual's driver for Unix read the terminal with our parser."""

import os
import select
from itertools import chain

from textual.driver import Driver

from tui.terminal.ground import GroundAnswer
from tui.terminal.input_parser import InputParser

_READ_BYTES = 1 << 12
_TICK_SECONDS = 0.1


def input_driver(base: type[Driver]) -> type[Driver]:
    """Return a subclass of the driver whose thread uses `InputParser`; Windows has other events."""

    class InputDriver(base):  # type: ignore[valid-type, misc]
        def run_input_thread(self) -> None:
            """Dispatch input until the driver or the input ends."""
            parser = InputParser(ground=GroundAnswer() if self._app.asks_ground else None)
            while not self.exit_event.is_set():
                is_readable = bool(select.select([self.fileno], [], [], _TICK_SECONDS)[0])
                data = os.read(self.fileno, _READ_BYTES) if is_readable else b""
                if is_readable and not data:
                    return
                for message in chain(parser.feed(data), parser.tick()):
                    self.process_message(message)

    return InputDriver
