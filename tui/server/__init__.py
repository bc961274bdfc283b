"""The program for many players in one process, over SSH."""
