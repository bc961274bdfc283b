"""The replay of a recorded search, event by event."""
