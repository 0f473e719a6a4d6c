#!/usr/bin/env python3
"""Runs the chosen rows on a PostgreSQL cluster of their own and reports ratios: see Method.md."""
import argparse
import contextlib
import pathlib
import shutil
import signal
import sys
import tempfile

from suite import population, report
from suite.bench import Bench
from suite.cluster import Cluster
from suite.machine import Machine
from suite.processes import raise_descriptor_limit
from suite.rows import ROWS, ROWS_DEFAULT

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    options = parsed_options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    raise_descriptor_limit()
    machine = Machine.here(ROOT)
    results = []
    with contextlib.ExitStack() as cleanup:
        # Not /tmp: where that is memory, fsync costs nothing.
        directory = pathlib.Path(tempfile.mkdtemp(prefix="shipmate-bench-", dir=options.directory))
        cleanup.callback(shutil.rmtree, directory, ignore_errors=True)
        cluster = Cluster(directory)
        cleanup.callback(cluster.stop)
        cluster.start()
        bench = Bench(ROOT, directory, cluster, options, cleanup)
        population.load(bench)
        for name in options.rows:
            report.progress(f"row {name}")
            results += ROWS[name](bench)
            report.write(ROOT / "Benchmarks", machine, options, results)
    print(report.table(machine, options, results))
    if failures := [result.what for result in results if result.is_failed]:
        sys.exit("failed replies in: " + ", ".join(failures))


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", default="", help=f"of {' '.join(ROWS)}; {' '.join(ROWS_DEFAULT)} unless told")
    parser.add_argument("--runs", type=int, default=3, help="interleaved runs of each contestant")
    parser.add_argument("--seconds", type=int, default=5, help="each run")
    parser.add_argument("--users", type=int, default=200_000, help="users loaded beforehand")
    parser.add_argument("--report-users", type=int, default=10_000_000, help="users that the row `reports` loads")
    parser.add_argument("--play-users", type=int, default=1_000_000, help="users that the row `play` loads")
    parser.add_argument("--play-events", type=int, default=30_000_000, help="events that it loads, of twelve months")
    parser.add_argument("--before", type=pathlib.Path, help="another build, which the row `before` compares with")
    parser.add_argument("--profile-name", default="", help="of the row `profile`: `before` makes profiles/events-before.svg")
    parser.add_argument("--directory", default="/var/tmp", help="where the cluster is made: a real disk")
    options = parser.parse_args()
    options.rows = options.rows.split() or list(ROWS_DEFAULT)
    if unknown := [row for row in options.rows if row not in ROWS]:
        parser.error(f"no row {' '.join(unknown)}; there are {' '.join(ROWS)}")
    if options.before and not options.before.is_file():
        parser.error(f"{options.before} does not exist")
    return options


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted")
