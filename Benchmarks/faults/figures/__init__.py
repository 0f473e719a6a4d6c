"""The figures, a file each, in the order in which they run.

A figure is a function of `Rig` that returns `Row`s. To add one: its file, and a line here with its number (that of
the table in README.md), its name (that of `--figures`) and what it tries.
"""
import dataclasses
from typing import Callable

from faults.figures.differential import differential
from faults.figures.overload import overload
from faults.figures.restarts import restarts
from faults.figures.smuggling import smuggling
from faults.figures.soak import soak


@dataclasses.dataclass
class Figure:
    number: int
    what: str
    run: Callable

    @property
    def name(self):
        return self.run.__name__


FIGURES = (
    Figure(8, "restarts that hand the socket over, under clients that keep their connections", restarts),
    Figure(12, "random requests, as two other parsers understand them", differential),
    Figure(13, "requests that one parser ends elsewhere than another, alone and behind proxies", smuggling),
    Figure(20, "minutes at 70 % of the peak: memory and descriptors", soak),
    Figure(21, "ten times the peak in an open loop", overload),
)
