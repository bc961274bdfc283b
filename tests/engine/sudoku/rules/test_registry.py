"""Rules as plain data, and which of them digits break."""

import json

import pytest

from engine.sudoku.layout import single
from engine.sudoku.rules.kinds.cage import KillerCage
from engine.sudoku.rules.kinds.thermometer import Thermometer
from engine.sudoku.rules.registry import KINDS, BrokenRule, broken, dump, load, primitives_of

CAGE, LINE = KillerCage((0, 1, 2), 6), Thermometer((9, 10, 11))


def test_kinds_stand_in_the_order_of_their_titles() -> None:
    titles = [kind.title.message.lower() for kind in KINDS.values()]
    assert titles == sorted(titles)
    assert all(kind.kind == name for name, kind in KINDS.items())


def test_rules_are_loaded_as_they_were() -> None:
    assert dump([CAGE]) == [{"kind": "killer cage", "cells": (0, 1, 2), "total": 6, "repeats": False}]
    assert load(json.loads(json.dumps(dump([CAGE, LINE]))), single()) == (CAGE, LINE)
    assert load([], single()) == ()
    assert load([{"kind": "killer cage", "cells": [80]}], single()) == (KillerCage((80,)),)


def test_broken_rules_are_named_with_the_digits_that_break_them() -> None:
    values = [0] * 81
    assert broken([CAGE, LINE], single(), values) == []
    values[0:3], values[9:12] = [1, 2, 0], [3, 0, 5]
    assert broken([CAGE, LINE], single(), values) == []
    values[1], values[10] = 7, 2
    found = broken([CAGE, LINE], single(), values)
    assert [each.rule for each in found] == [CAGE, LINE]
    assert all(values[cell] for each in found for cell in each.cells)
    assert found[0].sentence(single()) == f"{CAGE.name(single())} is broken"
    assert broken([LINE], single(), values) == [BrokenRule(LINE, found[1].cells)]


def test_primitives_are_those_of_the_rule() -> None:
    assert [*primitives_of(CAGE, single())] == [*CAGE.primitives(single())]


@pytest.mark.parametrize("content", [
    None, {}, [{}], [{"kind": "unknown"}], [{"kind": "killer cage"}], [{"kind": "killer cage", "cells": []}],
    [{"kind": "killer cage", "cells": [81]}], [{"kind": "killer cage", "cells": [0], "total": "5"}],
    [{"kind": "between line", "cells": [0]}], [{"kind": "difference", "cells": [0], "value": 1}],
    [{"kind": "even", "cells": [0], "more": 1}], [{"kind": "killer cage", "cells": [-1]}],
    [{"kind": "killer cage", "cells": [0], "repeats": 1}], [{"kind": "killer cage", "cells": [0], "total": True}],
    [{"kind": "killer cage", "cells": ["0"]}], [{"kind": "killer cage", "cells": 0}], ["killer cage"],
])  # fmt: skip
def test_damaged_rules_are_refused(content: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        load(content, single())
