"""The players of a server, and the rules for their names: plain letters and digits that do not offend or mislead."""

import re
from collections.abc import Callable
from dataclasses import dataclass

MAX_NAME_LENGTH = 16
GUEST = "guest"
"""The prefix of guests' names."""

PlayerId = int | str
"""The number of a player with a key; the name of a guest."""

_ALLOWED = re.compile(r"[A-Za-z0-9_-]+")
_LOOKALIKES = str.maketrans("015783@$l", "oistbeasi", "-_")
"""Characters that look like others, and those that are hardly visible."""

_RESERVED = ("admin", "administrator", "host", "moderator", "root", "server", "system", GUEST)
_RUDE = (
    "arschloch", "asshole", "bastard", "bitch", "bullshit", "cocksuck", "cunt", "faggot", "fascist", "fuck", "hitler",
    "motherf", "nazi", "nigga", "nigger", "pedophil", "penis", "porn", "pussy", "putain", "rapist", "scheiss", "slut",
    "vagina", "whore",
)  # fmt: skip
"""Words that names must not contain in any spelling. No filter is complete: the host can block a player."""


@dataclass(frozen=True)
class Player:
    """A player. A guest has no number, and nothing is stored about them."""

    name: str
    number: int | None = None

    @property
    def is_guest(self) -> bool:
        """Whether the player is a guest."""
        return self.number is None

    @property
    def id(self) -> PlayerId:
        """Identifies the player independently of name changes."""
        return self.name if self.number is None else self.number


def skeleton(name: str) -> str:
    """The appearance of a name; players with equal ones could be confused."""
    return name.lower().translate(_LOOKALIKES)


def is_harmless(name: str) -> bool:
    """Whether the name is allowed."""
    bare = skeleton(name)
    return (
        1 <= len(name) <= MAX_NAME_LENGTH
        and _ALLOWED.fullmatch(name) is not None
        and bare != ""
        and bare not in map(skeleton, _RESERVED)
        and not bare.startswith(GUEST)
        and not any(skeleton(word) in bare for word in _RUDE)
    )


def free_name(preferred: str, is_taken: Callable[[str], bool]) -> str:
    """The preferred name without forbidden characters, numbered if it is taken, or "player" if it is not allowed.

    `is_taken` is called with skeletons.
    """
    stem = "".join(_ALLOWED.findall(preferred))[:MAX_NAME_LENGTH]
    stem = stem if is_harmless(stem) else "player"
    name, number = stem, 1
    while is_taken(skeleton(name)):
        number += 1
        end = f"-{number}"
        name = stem[: MAX_NAME_LENGTH - len(end)] + end
    return name
