"""The kinds of patterns that the kernel is asked for: some are looked for together, by the first of them."""

from engine.sudoku.techniques.patterns.boards import KINDS

TOGETHER = {
    "UNIQUE_RECTANGLE_1": [kind for kind in KINDS if "RECTANGLE" in kind and kind != "EMPTY_RECTANGLE"],
    "FINNED_X_WING": ["FINNED_X_WING", "SASHIMI_X_WING"],
    "FINNED_SWORDFISH": ["FINNED_SWORDFISH", "SASHIMI_SWORDFISH"],
    "FINNED_JELLYFISH": ["FINNED_JELLYFISH", "SASHIMI_JELLYFISH"],
    "FRANKEN_X_WING": [kind for kind in KINDS if "FRANKEN" in kind],
    "MUTANT_X_WING": [kind for kind in KINDS if "MUTANT" in kind],
    "SIMPLE_COLOURS_TRAP": ["SIMPLE_COLOURS_TRAP", "SIMPLE_COLOURS_WRAP"],
    "MULTI_COLOURS_1": ["MULTI_COLOURS_1", "MULTI_COLOURS_2"],
    **{
        f"{reach}CONTINUOUS_NICE_LOOP": [
            f"{reach}{kind}" for kind in ("CONTINUOUS_NICE_LOOP", "DISCONTINUOUS_NICE_LOOP", "AIC")
        ]
        for reach in ("", "GROUPED_", "ALS_")
    },
}
"""Kinds that are looked for as one, by the first of them."""

ALL_KINDS = bytes(
    number
    for number, kind in enumerate(KINDS)
    if kind in TOGETHER or not any(kind in together for together in TOGETHER.values())
)
