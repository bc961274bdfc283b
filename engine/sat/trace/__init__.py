"""Recorded searches: their events, any state of them, and what each event means."""
