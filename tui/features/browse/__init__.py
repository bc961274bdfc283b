"""The browser of files and folders."""
