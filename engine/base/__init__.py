"""What every part of the engine stands on: errors, text, streams, folders, processes."""
