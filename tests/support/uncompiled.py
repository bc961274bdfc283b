"""A kernel as plain Python beside the compiled one, to run both side by side."""

import importlib.util
from pathlib import Path
from types import ModuleType

import engine


def uncompiled(name: str) -> ModuleType:
    """The kernel of that dotted name, loaded from its source, whatever there is compiled."""
    source = Path(engine.__file__).parent.parent.joinpath(*name.split(".")).with_suffix(".py")
    spec = importlib.util.spec_from_file_location(f"uncompiled_{source.stem}", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
