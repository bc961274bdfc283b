"""Who plays on a server, and what they may be called: plain letters and digits that harm and mislead nobody."""

import re
from collections.abc import Callable
from dataclasses import dataclass

LONGEST_NAME = 16
GUEST = "guest"
"""What the name of somebody without a key begins with."""

PlayerId = int | str
"""The number of a player with a key; the name of a guest."""

_ALLOWED = re.compile(r"[A-Za-z0-9_-]+")
_LOOKALIKES = str.maketrans("015783@$l", "oistbeasi", "-_")
"""Signs that look like another one, and those that hardly show."""

_RESERVED = ("admin", "administrator", "host", "moderator", "root", "server", "system", GUEST)
_RUDE = (
    "arschloch", "asshole", "bastard", "bitch", "bullshit", "cocksuck", "cunt", "faggot", "fascist", "fuck", "hitler",
    "motherf", "nazi", "nigga", "nigger", "pedophil", "penis", "porn", "pussy", "putain", "rapist", "scheiss", "slut",
    "vagina", "whore",
)  # fmt: skip
"""What no name contains, whatever the signs it is written with. No filter is complete: the host can block a player."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays. A guest has no number: what they do is forgotten."""

    name: str
    number: int | None = None

    @property
    def is_guest(self) -> bool:
        """Whether nothing is kept of them."""
        return self.number is None

    @property
    def id(self) -> PlayerId:
        """What tells them from everybody else, however they are called."""
        return self.name if self.number is None else self.number


def skeleton(name: str) -> str:
    """What a name looks like at a glance; players with the same one could be taken for each other."""
    return name.lower().translate(_LOOKALIKES)


def is_harmless(name: str) -> bool:
    """Whether somebody may be called that."""
    bare = skeleton(name)
    return (
        1 <= len(name) <= LONGEST_NAME
        and _ALLOWED.fullmatch(name) is not None
        and bare != ""
        and bare not in map(skeleton, _RESERVED)
        and not bare.startswith(GUEST)
        and not any(skeleton(word) in bare for word in _RUDE)
    )


def free_name(preferred: str, is_taken: Callable[[str], bool]) -> str:
    """The name wanted without what no name may have, with a number if it is taken, or another where it is not allowed.

    `is_taken` is asked for skeletons.
    """
    stem = "".join(_ALLOWED.findall(preferred))[:LONGEST_NAME]
    stem = stem if is_harmless(stem) else "player"
    name, number = stem, 1
    while is_taken(skeleton(name)):
        number += 1
        end = f"-{number}"
        name = stem[: LONGEST_NAME - len(end)] + end
    return name
