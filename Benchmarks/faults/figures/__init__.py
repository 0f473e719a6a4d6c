"""The figures, a file each, in the order in which they run.

A figure is a function of `Rig` that returns `Row`s. To add one: its file, and a line here with its number (that of
the table in Faults.md), its name (that of `--figures`) and what it tries.
"""
import dataclasses
from typing import Callable

from faults.figures.access import access
from faults.figures.clocks import clocks
from faults.figures.conflicts import conflicts
from faults.figures.copies import copies
from faults.figures.cursors import cursors
from faults.figures.cuts import cuts
from faults.figures.delivery import delivery
from faults.figures.descriptors import descriptors
from faults.figures.differential import differential
from faults.figures.disks import disks
from faults.figures.failovers import failovers
from faults.figures.fuzzing import fuzzing
from faults.figures.growing import growing
from faults.figures.kills import kills
from faults.figures.lists import lists
from faults.figures.locks import locks
from faults.figures.outages import outages
from faults.figures.overload import overload
from faults.figures.programmes import programmes
from faults.figures.recovery import recovery
from faults.figures.resets import resets
from faults.figures.restarts import restarts
from faults.figures.sanitizers import sanitizers
from faults.figures.schemathesis import schemathesis
from faults.figures.signins import signins
from faults.figures.slowness import slowness
from faults.figures.smuggling import smuggling
from faults.figures.soak import soak
from faults.figures.spreadsheets import spreadsheets
from faults.figures.tampering import tampering
from faults.figures.timing import timing
from faults.figures.workers import workers


@dataclasses.dataclass
class Figure:
    number: int
    what: str
    run: Callable

    @property
    def name(self):
        return self.run.__name__


FIGURES = (
    Figure(1, "kill -9 of the server, PostgreSQL or both, under load", kills),
    Figure(2, "one fact told many times, under one id and under many, to two processes", copies),
    Figure(3, "connections to PostgreSQL that end around their COMMIT", cuts),
    Figure(4, "transactions that PostgreSQL undoes, one in ten and all", conflicts),
    Figure(5, "PostgreSQL stopped, gone, and held by another", outages),
    Figure(5, "rows that another session holds, or a process that is stopped", locks),
    Figure(6, "a primary that dies, and its standby", failovers),
    Figure(7, "a disk that is full", disks),
    Figure(8, "restarts that hand the socket over, under clients that keep their connections", restarts),
    Figure(9, "five thousand clients that send and read as slowly as they may", slowness),
    Figure(10, "no descriptors left", descriptors),
    Figure(11, "readers of strangers' bytes, by libFuzzer with AddressSanitizer", fuzzing),
    Figure(12, "random requests, as two other parsers understand them", differential),
    Figure(13, "requests that one parser ends elsewhere than another, alone and behind proxies", smuggling),
    Figure(14, "what schemathesis finds, as each role", schemathesis),
    Figure(15, "every operation, from everybody who may come", access),
    Figure(16, "what the time of a refusal says", timing),
    Figure(17, "a crowd that signs in, while events run", signins),
    Figure(17, "a crowd that asks for new passwords, while events run", resets),
    Figure(18, "the tests under ThreadSanitizer and AddressSanitizer", sanitizers),
    Figure(19, "servers whose clocks are wrong, apart, and set while they run", clocks),
    Figure(20, "minutes at 70 % of the peak: memory and descriptors", soak),
    Figure(21, "ten times the peak in an open loop", overload),
    Figure(22, "what a superuser can change in the ledger unseen, and how soon that is said", tampering),
    Figure(23, "pages of lists of a million rows, and the counts of a referrer of a million", lists),
    Figure(24, "shards that Citus splits, a worker that it is given, and shards that move to it, under load", growing),
    Figure(25, "kill -9 of one of Citus' workers, under load", workers),
    Figure(26, "rules that change while events come to two servers, one of which is killed every second", programmes),
    Figure(27, "sign-ins and changes by a thief who knows the password, around the owner's reset or undo", recovery),
    Figure(28, "kill -9 of servers, PostgreSQL or a receiver of webhooks, under paying load", delivery),
    Figure(29, "positions that no reader was given, on every list, feed and stream", cursors),
    Figure(30, "texts that would be formulas, in CSVs that spreadsheets open", spreadsheets),
)
