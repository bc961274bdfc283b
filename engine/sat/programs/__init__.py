"""Third-party executables, run on formulas under limits."""
