"""The data that commands print matches `docs/data.schema.json`."""

import json
from pathlib import Path

import pytest

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).parents[3]
SCHEMA = json.loads((ROOT / "docs" / "data.schema.json").read_text(encoding="utf-8"))

COMMANDS = [
    ("hint", "hint puzzles/single/hard-1.txt"), ("hint", "hint puzzles/double/hard-1.txt"), ("hint", "hint -"),
    ("rating", "rate puzzles/single/hard-1.txt"), ("rating", "rate --steps puzzles/layouts/6x6-1.txt"),
    ("rating", "rate --scale se puzzles/single/easy-1.txt"), ("rating", "rate -"),
    ("rating", "rate --scale hodoku puzzles/single/easy-1.txt"),
    ("generated", "generate --layout 4x4 --seed 1 --count 2"),
    ("generated", "generate --layout 6x6 --rules killer-cage --seed 1 --steps"),
    ("drill", "drill skyscraper --seed 1"), ("drill", "drill naked-pair --to hidden-pair --layout 6x6 --seed 1"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "line"), COMMANDS, ids=[line for _kind, line in COMMANDS])
def test_data_follow_the_schema(satsudoku, kind: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    validator = jsonschema.Draft202012Validator({**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{kind}"}]})
    for text in ("1" + "." * 80 + "\n", "11" + "." * 79 + "\n") if line.endswith("-") else ("",):
        outcome = satsudoku(*line.split(), "--json", stdin=text)
        assert outcome.code in (0, 1), outcome.err
        found = [json.loads(row) for row in outcome.out.splitlines()]
        assert found
        for data in found:
            validator.validate(data)


@pytest.mark.parametrize("command", ["hint", "rate --steps", "drill rule-digit --layout 6x6 --seed 1"])
def test_data_of_rules_follow_the_schema(satsudoku, command: str) -> None:
    puzzle = {
        "layout": "4x4",
        "givens": "................",
        "rules": [
            {"kind": "thermometer", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]},
            {"kind": "killer cage", "cells": ["r2c1", "r3c1"], "total": 6, "repeats": False},
        ],
    }
    words = command.split()
    data = satsudoku(*words, *["-"] * (words[0] != "drill"), "--json", stdin=json.dumps(puzzle)).out.splitlines()
    assert any(step["rules"] for row in map(json.loads, data) for step in row.get("steps") or [row.get("step")])
    for row in data:
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(row))


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


def test_unserialisable_values_are_refused(satsudoku) -> None:
    assert "--steps needs --json" in satsudoku("generate", "--steps").err
    assert "can't be combined" in satsudoku("generate", "--json", "--format", "line").err
