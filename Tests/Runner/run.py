"""Builds and runs the tests, a process for each target, and prints what took how long.

Some tests lower the process's own limits, and none should slow another's clock. All targets run, whatever
fails; what failed is printed again at the end. Processor time is compared with `accepted.json`: seconds as
multiples of fixed work, whose median over the same run is the unit. Machines of different kinds still differ in
these multiples, so what the median target takes more or less than is accepted counts as the machine, up to 40 %.
A target that takes 20 % more than that is run again; if it still does, it is named, and fails the run with `--strict`.
"""

import argparse
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

from package import Package
from processor import Cost, adopt_orphans, fixed_work, run
from results import Results

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACCEPTED = pathlib.Path(__file__).with_name("accepted.json")
# A target that takes more than this multiple of its accepted time, and these units, is too dear. The units
# are a second or two: what starts a process and PostgreSQL varies by as much.
TOLERANCE, SLACK = 1.2, 3
# A machine counts as slower than the one of the accepted times by this multiple at most.
SLOWER_MAX = 1.4
SLOWEST = 20


def main():
    options = parsed_options()
    os.chdir(ROOT)
    adopt_orphans()
    targets = chosen(options)
    print(f"building the tests, then running {len(targets)} targets", flush=True)
    status, build = run(["swift", "build", "--build-tests"])
    if status:
        sys.exit(status)
    reports, samples = [], [fixed_work()]
    for target in targets:
        reports.append(test(target))
        samples.append(fixed_work())
    unit = statistics.median(samples)
    print_times(build, reports, unit)
    failed = [report for report in reports if report.status]
    if options.accept:
        accept(reports, unit)
    elif dear := too_dear(reports, unit):
        print("\nrunning again what was too dear")
        again = [test(report.target) for report in dear]
        failed += [report for report in again if report.status]
        dear = too_dear(again, unit, slower_by=slower(reports, unit))
        if dear and options.strict:
            failed += dear
            print("make these targets cheaper, or accept their times by ACCEPT=1")
    print_failures(failed)
    if failed:
        sys.exit(1)


def parsed_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help="such as StoreTests; all by default")
    parser.add_argument("--changed", metavar="COMMIT", help="only targets that changes since it can touch")
    parser.add_argument("--accept", action="store_true", help="write accepted.json from this run")
    parser.add_argument("--strict", action="store_true", help="fail if a target is too dear")
    return parser.parse_args()


def chosen(options):
    package = Package()
    if unknown := sorted(set(options.targets) - set(package.tests)):
        sys.exit(f"no such target: {', '.join(unknown)}. There are {', '.join(package.tests)}.")
    if options.changed is None:
        return options.targets or package.tests
    listed = [
        ["git", "diff", "--name-only", options.changed],
        ["git", "ls-files", "--others", "--exclude-standard"],
    ]
    files = [name for command in listed
             for name in subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\n")
             if name]
    touched = package.touched(files)
    for target, file in touched.items():
        print(f"{target}: {file} has changed")
    return list(touched)


class Report:
    """Of one target's run."""

    def __init__(self, target, status, cost, results):
        self.target, self.status, self.cost, self.results = target, status, cost, results


def test(target):
    print(f"testing {target}", flush=True)
    results = Results()

    def on_line(line):
        print(line, end="", flush=True)
        results.read(line)

    command = [
        "swift", "test", "--skip-build", "--disable-xctest", "--filter", f"^{re.escape(target)}\\."]
    status, cost = run(command, on_line=on_line)
    return Report(target, status, cost, results)


def print_times(build, reports, unit):
    print(f"\n{'TARGET':<20} {'TESTS':>6} {'SECONDS':>8} {'CPU':>8} {'UNITS':>8}")
    print(f"{'build':<20} {'':>6} {build.wall:>8.1f} {build.cpu:>8.1f}")
    for report in sorted(reports, key=lambda report: -report.cost.wall):
        print(f"{report.target:<20} {report.results.count:>6} {report.cost.wall:>8.1f}"
              f" {report.cost.cpu:>8.1f} {report.cost.cpu / unit:>8.1f}")
    total = Cost(sum(report.cost.wall for report in reports), sum(report.cost.cpu for report in reports))
    print(f"{'all targets':<20} {sum(report.results.count for report in reports):>6}"
          f" {total.wall:>8.1f} {total.cpu:>8.1f} {total.cpu / unit:>8.1f}")
    print(f"a unit is {unit:.2f} s of processor time")
    tests = [(seconds, report.target, name)
             for report in reports for seconds, name in report.results.seconds]
    print(f"\nTHE {SLOWEST} SLOWEST TESTS, beside others of their target")
    for seconds, target, name in sorted(tests, reverse=True)[:SLOWEST]:
        print(f"{seconds:>8.1f} s  {target}: {name}")


def accepted_units():
    return json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {}


def accept(reports, unit):
    """Writes the times of these targets, and keeps those of others."""
    taken = {report.target: round(report.cost.cpu / unit, 1) for report in reports}
    ACCEPTED.write_text(json.dumps(accepted_units() | taken, indent=4, sort_keys=True) + "\n")


def slower(reports, unit):
    """The multiple of its accepted time that the median target takes, within bounds."""
    accepted = accepted_units()
    ratios = [report.cost.cpu / unit / accepted[report.target]
              for report in reports if accepted.get(report.target, 0) > SLACK]
    # Of a few targets the median says little about the machine.
    return min(max(statistics.median(ratios), 1), SLOWER_MAX) if len(ratios) > 8 else 1


def too_dear(reports, unit, slower_by=None):
    """Prints and returns the targets that take too much processor time."""
    accepted, dear = accepted_units(), []
    slower_by = slower_by or slower(reports, unit)
    for report in reports:
        taken, limit = report.cost.cpu / unit, accepted.get(report.target)
        if limit is None:
            print(f"{report.target} has no accepted time yet: `make test TARGETS={report.target} ACCEPT=1`")
        elif taken > limit * slower_by * TOLERANCE + SLACK:
            dear.append(report)
            print(f"{report.target} takes {taken:.1f} units, and {limit:.1f} are accepted;"
                  f" this machine is slower by {slower_by:.2f}")
    return dear


def print_failures(reports):
    for report in reports:
        if report.status:
            print(f"what failed in {report.target}:")
            for line in report.results.failures:
                print(line)


if __name__ == "__main__":
    main()
