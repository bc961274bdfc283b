"""Playing line by line, with nothing drawn and nothing written twice: for screen readers, braille lines and scripts."""
