"""Overload and floods, which are figures of `make faults`, each on a cluster and servers of its own."""
import argparse
import random

from suite.comparison import Result
from suite.report import progress


def refusals(bench):
    # Here, because figures use rows.
    from faults.figures.overload import overload
    from faults.figures.resets import resets
    from faults.figures.signins import signins
    bench.server.stop()
    return [line(row) for figure in (overload, signins, resets) for row in found(bench, figure)]


def found(bench, figure):
    from faults.rig import Rig
    progress(f"  figure {figure.__name__}")
    options = argparse.Namespace(long=False, cycles=0, publish=False, directory=bench.options.directory)
    with Rig(bench.root, options, random.SystemRandom().randrange(1 << 31)) as rig:
        return figure(rig)


def line(row):
    return Result(row.what, row.measured, target=row.asked if row.passed else f"{row.asked}, **missed**")
