"""Settings of a search besides its solver and branching rule."""

from dataclasses import dataclass, fields, replace
from enum import Enum

from engine.sat.solvers.solve import SOLVERS
from engine.sat.solvers.strategy import Strategy

CUBES = (None, 8, 64, 512)
"""The possible numbers of cubes; None for no split."""


class Setting(Enum):
    """A setting, named as its field of `Settings`."""

    PREPROCESS = "preprocess"
    CUBES = "cubes"
    SEED = "seed"
    PROOF = "proof"
    RECORDING = "recording"


@dataclass(frozen=True)
class Settings:
    """Whether the formula is preprocessed, the number of `cubes`, and the `seed` of random choices.

    `proof` and `recording` ask for these where a solver leaves them out by default.
    """

    preprocess: bool = False
    cubes: int | None = None
    seed: int = 0
    proof: bool = False
    recording: bool = False

    def changed(self, setting: Setting) -> "Settings":
        """Return a copy with the next value of a setting. Seeds are typed instead."""
        match setting:
            case Setting.CUBES:
                following = CUBES.index(self.cubes) + 1 if self.cubes in CUBES else 0
                return replace(self, cubes=CUBES[following % len(CUBES)])
            case _:
                return replace(self, **{setting.value: not getattr(self, setting.value)})

    def fitting(self, strategy: Strategy) -> "Settings":
        """Return a copy with the defaults for settings that the solver lacks."""
        offered = [setting.value for setting in offered_settings(strategy, self)]
        return Settings(**{field.name: getattr(self, field.name) for field in fields(self) if field.name in offered})

    @property
    def selected(self) -> tuple[Setting, ...]:
        """The settings that differ from their defaults."""
        return tuple(
            setting for setting in Setting if getattr(self, setting.value) != getattr(Settings(), setting.value)
        )


def offered_settings(strategy: Strategy, settings: Settings) -> tuple[Setting, ...]:
    """Return the settings that a solver has.

    A learning search keeps a proof anyway, and our own solvers are recorded anyway; only a formula that is solved whole
    and unchanged can be recorded.
    """
    solver = SOLVERS[strategy.solver]
    has = {
        Setting.PREPROCESS: True,
        Setting.CUBES: not solver.incomplete,
        Setting.SEED: solver.chance,
        Setting.PROOF: solver.proofs and not solver.cheap_proofs,
        Setting.RECORDING: solver.records and solver.delegates and not settings.preprocess and settings.cubes is None,
    }
    return tuple(setting for setting in Setting if has[setting])


def is_recorded(strategy: Strategy, settings: Settings) -> bool:
    """Whether the search is recorded; with a solver that delegates, only if `recording` is set."""
    solver = SOLVERS[strategy.solver]
    whole = not settings.preprocess and settings.cubes is None
    return solver.records and whole and (not solver.delegates or settings.recording)
