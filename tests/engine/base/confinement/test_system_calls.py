"""The numbers of system calls match the kernel's headers, if these are installed."""

import re
from pathlib import Path

import pytest

from engine.base.confinement import system_calls
from engine.base.confinement.system_calls import SECCOMP

HEADERS = {
    "x86_64": [Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"), Path("/usr/include/asm/unistd_64.h")],
    "aarch64": [Path("/usr/include/asm-generic/unistd.h")],
}
TABLES = {name: table for name, table in vars(system_calls).items() if isinstance(table, dict) and name.isupper()}


def numbers(architecture: str) -> dict[str, int]:
    """The calls of an architecture by name."""
    header = next((path for path in HEADERS[architecture] if path.exists()), None)
    if header is None:
        pytest.skip("the kernel's headers are not installed")
    found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", header.read_text(), re.MULTILINE)
    return {name: int(number) for name, number in found}


@pytest.mark.every_combination
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(("column", "architecture"), enumerate(HEADERS))
def test_numbers(column: int, architecture: str, table: str) -> None:
    our_numbers = numbers(architecture)
    calls = {name: both[column] for name, both in TABLES[table].items()}
    assert {name: number for name, number in calls.items() if our_numbers.get(name, number) != number} == {}
    last = max(our_numbers.values())
    assert [
        name for name, number in calls.items() if number is not None and number <= last and name not in our_numbers
    ] == []


def test_the_call_that_installs_a_filter() -> None:
    assert tuple(numbers(architecture)["seccomp"] for architecture in HEADERS) == SECCOMP
