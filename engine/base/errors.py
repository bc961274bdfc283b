"""Errors with a message for the user."""

from os import PathLike, fspath

from engine.base.language import Sentence, _
from engine.base.text import printable


class InputError(Exception):
    """Raised for unusable input. Its text is one line: where, what is wrong, what to do about it."""

    def __init__(
        self,
        problem: str | Sentence,
        *,
        path: "str | PathLike[str] | None" = None,
        line: int | None = None,
        advice: str | Sentence = "",
    ) -> None:
        self.problem = str(problem)
        super().__init__(self.problem)
        self.path = None if path is None else fspath(path)
        self.line = line
        self.advice = str(advice)

    def __str__(self) -> str:
        location = printable(self.path or "")
        if self.line is not None:
            location += f":{self.line}" if location else _("line {line}").format(line=self.line)
        return (location + ": " if location else "") + self.message

    @property
    def message(self) -> str:
        """The problem and the advice, as one message."""
        return (
            _("{problem}; {advice}").format(problem=self.problem, advice=self.advice) if self.advice else self.problem
        )


class Cancelled(Exception):
    """Raised by work that stops on request."""
