"""Report the tests that failed in CI and passed alone, unless `tests/quarantine.txt` lists them with a cause.

`python tests/support/quarantine.py LASTFAILED`, where LASTFAILED is a copy of pytest's cache file from the first run.
"""

import json
import sys
from pathlib import Path

LIST = Path(__file__).resolve().parents[1] / "quarantine.txt"


def quarantined(text: str) -> dict[str, str]:
    """The causes by test, without parameters. Raises ValueError for a line without a cause."""
    causes = {}
    for line in text.splitlines():
        name, _, cause = (part.strip() for part in line.partition(" # "))
        if line.startswith("#") or not line.strip():
            continue
        if not cause:
            raise ValueError(f"no cause: {line}")
        causes[name] = cause
    return causes


def unlisted(failed: list[str], text: str) -> list[str]:
    """The failed tests that the list does not name."""
    expected = quarantined(text)
    return [name for name in failed if name.partition("[")[0] not in expected]


def main(path: str) -> int:
    """Print the tests that need an entry; return 1 if there are any."""
    failed = list(json.loads(Path(path).read_text(encoding="utf-8")))
    names = unlisted(failed, LIST.read_text(encoding="utf-8"))
    for name in names:
        print(f"passes only alone, and is not in {LIST.relative_to(LIST.parents[1])}: {name}")
    return int(bool(names))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
