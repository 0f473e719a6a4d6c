"""Runs the chosen figures one after the other, each on servers of its own, and prints a table: see Faults.md."""
import argparse
import pathlib
import random
import signal
import sys
import time
import traceback

from faults import report
from faults.figures import FIGURES
from faults.rig import Rig
from suite.machine import Machine
from suite.processes import raise_descriptor_limit
from suite.report import progress

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    options = parsed_options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    raise_descriptor_limit()
    machine = Machine.here(ROOT)
    progress(f"seed {options.seed}; each figure's own can be repeated by --seed")
    outcomes = []
    for figure in chosen(options.figures):
        outcomes.append(outcome(figure, options))
        report.write(ROOT / "Benchmarks", machine, options, outcomes)
    print(report.table(machine, options, outcomes))
    if options.publish:
        report.publish(ROOT / "Benchmarks/Faults.md", machine, options, outcomes)
    if failures := [figure.name for figure, rows, _ in outcomes if not all(row.passed for row in rows)]:
        sys.exit("missed: " + ", ".join(failures))


def outcome(figure, options):
    """A figure's rows and how many seconds it took. What it can't measure is a row that failed."""
    progress(f"figure {figure.number}, {figure.name}: {figure.what}")
    began = time.monotonic()
    try:
        with Rig(ROOT, options, f"{options.seed}/{figure.name}") as rig:
            rows = figure.run(rig)
    except Exception as error:  # The other figures still count.
        traceback.print_exc()
        rows = [report.Row(figure.what, "", f"not measured: {str(error).splitlines()[0] if str(error) else error!r}", False)]
    seconds = time.monotonic() - began
    for row in rows:
        progress(f"  {'holds ' if row.passed else 'MISSED'} {row.what}: {row.measured} (asked: {row.asked})")
    return figure, rows, seconds


def chosen(names):
    return [figure for figure in FIGURES if figure.name in names] if names else FIGURES


def parsed_options():
    names = [figure.name for figure in FIGURES]
    parser = argparse.ArgumentParser(
        prog="faults.sh", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="figures:\n" + "\n".join(f"  {figure.name:<14}{figure.number:>3}  {figure.what}" for figure in FIGURES))
    parser.add_argument("--figures", type=lambda text: text.replace(",", " ").split(), default=[],
                        help="some of those below, with commas or blanks between; all unless told")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 31),
                        help="what everything drawn is drawn from; a new one unless told")
    parser.add_argument("--long", action="store_true", help="where a figure has a longer form, that one")
    parser.add_argument("--cycles", type=int, default=100, help="how often `delivery` kills")
    parser.add_argument("--publish", action="store_true", help="put the table into Benchmarks/Faults.md")
    parser.add_argument("--directory", default="/var/tmp", help="where clusters are made: a real disk")
    options = parser.parse_args()
    if unknown := [name for name in options.figures if name not in names]:
        parser.error(f"no figure {' '.join(unknown)}; there are {' '.join(names)}")
    return options


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted")
