"""The terminal: how the program was asked to run, what goes out to the terminal, what comes in, and leaving it."""
