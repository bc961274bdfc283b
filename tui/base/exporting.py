"""What can be written to a file of the user's choice."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.base.streams import replacing


@dataclass(frozen=True)
class Export:
    """Something that can be written: what it is, the path to propose, and what writes it into an open file."""

    title: str
    path: Path
    fill: Callable[[BinaryIO], object]

    def write(self, path: Path) -> None:
        """Write it there, whole or not at all, over whatever is there. Raises InputError."""
        with replacing(path) as file:
            self.fill(file)


def text_export(title: str, path: Path, make: Callable[[], str]) -> Export:
    return Export(title, path, lambda file: file.write(make().encode()))


