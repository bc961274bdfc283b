"""An import of Textual without modules that it loads but the program does not need, a tenth of its time.

asyncio works without `ssl`, as in a Python that was built without it; the program in a terminal opens no connections.
`textual.types` loads widgets, for one name of a type that Textual needs. Afterwards, both are imported as usual.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_TYPES = "textual.types"


def import_textual() -> None:
    """Import Textual's app, unless it is imported already."""
    if "textual.app" in sys.modules:
        return
    types = ModuleType(_TYPES)
    vars(types).update(IgnoreReturnCallbackType=Any, __getattr__=_real_type)
    stand_ins = {"ssl": None, _TYPES: types}
    replaced = {name: module for name, module in stand_ins.items() if name not in sys.modules}
    sys.modules.update(replaced)  # type: ignore[arg-type]
    try:
        import_module("textual.app")
    finally:
        for name, module in replaced.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]


def _real_type(name: str) -> object:
    """Return any other type, for a later version of Textual."""
    if name.startswith("__"):
        raise AttributeError(name)
    sys.modules.pop(_TYPES, None)
    return getattr(import_module(_TYPES), name)
