"""What else can be asked about a formula: its models and their number, its backbone, a minimal core, ..."""
