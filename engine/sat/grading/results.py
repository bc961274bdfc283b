"""The file that results are kept in as they come, so that a grading that was interrupted goes on where it was."""

import json
import os
from pathlib import Path
from typing import Any, BinaryIO

from engine.base.errors import InputError

_ADVICE = "name another folder with -o, or remove the file"


class ResultsFile:
    """JSON objects, one a line, each under a key that tells all that it depends on."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it. A last line that is not whole is cut off. Raises InputError for what is no such file."""
        self._stored: dict[str, Any] = {}
        try:
            self._file: BinaryIO = path.open("a+b")
            self._file.seek(0)
            end = 0
            for number, line in enumerate(self._file, 1):
                if not line.endswith(b"\n"):
                    break
                end += len(line)
                try:
                    entry = json.loads(line)
                    self._stored[entry["key"]] = entry["value"]
                except (ValueError, TypeError, KeyError, RecursionError):
                    raise InputError("no result", path=path, line=number, advice=_ADVICE) from None
            self._file.truncate(end)
        except OSError as error:
            raise InputError(f"can't be written: {error.strerror}", path=path, advice=_ADVICE) from None

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def stored(self, key: str) -> Any:
        """What was kept under a key; None for nothing."""
        return self._stored.get(key)

    def keep(self, key: str, value: Any) -> None:
        """Keep it; whatever comes, it is on the disk."""
        self._stored[key] = value
        self._file.write(json.dumps({"key": key, "value": value}).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
