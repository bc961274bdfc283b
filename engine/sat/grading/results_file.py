"""A file of results, written as they arrive, so that an interrupted grading continues where it was."""

import json
import os
from pathlib import Path
from typing import Any, BinaryIO

from engine.base.errors import InputError

_ADVICE = "name another folder with -o, or remove the file"


class ResultsFile:
    """JSON objects, one per line, each under a key with everything that it depends on."""

    def __init__(self, path: Path) -> None:
        """Open the file, or create it. An incomplete last line is removed. Raises InputError for another kind of
        file."""
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
        """The value stored under a key; None for none."""
        return self._stored.get(key)

    def keep(self, key: str, value: Any) -> None:
        """Store a value; it is then on the disk, whatever happens."""
        self._stored[key] = value
        self._file.write(json.dumps({"key": key, "value": value}).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
