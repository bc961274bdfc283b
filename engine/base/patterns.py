"""Regular expressions that are compiled at first use, which saves much of the time before the first frame."""

import re
from typing import Any, AnyStr, cast


class _LazyPattern:
    """Stands for a compiled expression, and takes over its methods one by one."""

    def __init__(self, source: str | bytes, flags: int) -> None:
        self._source, self._flags = source, flags

    def __getattr__(self, name: str) -> Any:
        value = getattr(re.compile(self._source, self._flags), name)
        setattr(self, name, value)
        return value


def pattern(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """Return the expression of a module, to be compiled at first use. Errors in `source` are raised only then."""
    return cast("re.Pattern[AnyStr]", _LazyPattern(source, flags))
