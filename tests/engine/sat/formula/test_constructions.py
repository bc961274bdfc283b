"""The clauses of each family, by a checksum that any change affects."""

from zlib import crc32

import pytest
from syrupy.assertion import SnapshotAssertion

from engine.base.errors import InputError
from engine.sat.formula.families import FAMILIES, make

SMALL = {
    "random-ksat": ["9 20", "9 20 2", "30 40 5"], "planted": ["9 30", "12 30 4"], "php": ["5 4", "4 4"],
    "queens": ["4", "5"], "flat": ["9 12", "9 12 4"], "colour": ["9 15", "9 15 4"],
}  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_clauses(name: str, snapshot: SnapshotAssertion) -> None:
    family, found = FAMILIES[name], []
    needed = [parameter for parameter in family.parameters if parameter.default is None]
    usual = [" ".join(["6"] * len(needed)), " ".join(str(9 - at) for at in range(len(needed)))]
    for arguments in SMALL.get(name, usual):
        for seed in (1, 2) if family.seeded else (0,):
            try:
                formula = make(name, arguments.split(), seed)
            except Exception as error:  # noqa: BLE001 (what is refused is part of it)
                found.append(f"{arguments}: {error}")
                continue
            number = crc32(repr(list(formula)).encode())
            comments = [comment.text for comment in formula.comments]
            found.append(f"{arguments} {seed}: {formula.variables} {len(formula)} {number} {comments[:6]}")
    assert "\n".join(found) == snapshot


def test_bounds_and_descriptions(snapshot: SnapshotAssertion) -> None:
    """Numbers beyond each bound are refused, and each family is described."""
    found = []
    for name, family in FAMILIES.items():
        found.append(f"{family.usage}: {family.definition}; {family.verdict}; seeded: {family.seeded}")
        usual = [str(parameter.lowest) for parameter in family.parameters]
        needed = sum(parameter.default is None for parameter in family.parameters)
        wrong = [usual[: needed - 1], [*usual, "1"], ["1.5", *usual[1:]], ["+-1", *usual[1:]]]
        for place, parameter in enumerate(family.parameters):
            beyond = (parameter.lowest - 1, parameter.highest + 1)
            wrong += [[*usual[:place], str(value), *usual[place + 1 :]] for value in beyond]
        for arguments in wrong:
            with pytest.raises(InputError) as error:
                make(name, arguments)
            found.append(f"  {' '.join(arguments)}: {error.value}")
    assert "\n".join(found) == snapshot
