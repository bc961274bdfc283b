"""Only until all import it from `export`."""

from tui.base.export import Export as Export
from tui.base.export import text_export as text_export
