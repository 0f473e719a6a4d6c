"""Builds and runs the tests, a process for each target, and prints what took how long.

Some tests lower the process's own limits, and none should slow another's clock. All targets run, whatever
fails; what failed is printed again at the end. Processor time is compared with `accepted.json`: seconds as
multiples of a fixed computation, whose median over the same run is the unit, so that a slower machine changes
little. Targets that take more are named; with `--strict` they fail the run.
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
from processor import Cost, adopt_orphans, fixed_computation, run
from results import Results

ROOT = pathlib.Path(__file__).resolve().parents[2]
ACCEPTED = pathlib.Path(__file__).with_name("accepted.json")
# A target that takes more than this multiple of its accepted time, and these units, is too dear. The units
# are a second or two: what starts a process and PostgreSQL varies by as much.
TOLERANCE, SLACK = 1.2, 10
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
    reports, samples = [], [fixed_computation()]
    for target in targets:
        reports.append(test(target))
        samples.append(fixed_computation())
    unit = statistics.median(samples)
    print_times(build, reports, unit)
    dear = compare(reports, unit, accepts=options.accept)
    print_failures(reports)
    if any(report.status for report in reports):
        sys.exit(1)
    if dear and options.strict:
        sys.exit("these targets take more processor time than is accepted: " + ", ".join(dear))


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
    print(f"a unit is {unit:.3f} s of processor time")
    tests = [(seconds, report.target, name)
             for report in reports for seconds, name in report.results.seconds]
    print(f"\nTHE {SLOWEST} SLOWEST TESTS, beside others of their target")
    for seconds, target, name in sorted(tests, reverse=True)[:SLOWEST]:
        print(f"{seconds:>8.1f} s  {target}: {name}")


def compare(reports, unit, accepts):
    """Returns the targets that are too dear."""
    accepted = json.loads(ACCEPTED.read_text()) if ACCEPTED.exists() else {}
    units = {report.target: report.cost.cpu / unit for report in reports}
    if accepts:
        accepted |= {target: round(taken, 1) for target, taken in units.items()}
        ACCEPTED.write_text(json.dumps(accepted, indent=4, sort_keys=True) + "\n")
        return []
    dear = []
    for target, taken in units.items():
        limit = accepted.get(target)
        if limit is None:
            print(f"{target} has no accepted time yet: `make test TARGETS={target} ACCEPT=1`")
        elif taken > limit * TOLERANCE + SLACK:
            dear.append(target)
            print(f"{target} takes {taken:.1f} units, and {limit:.1f} are accepted")
    return dear


def print_failures(reports):
    for report in reports:
        if report.status:
            print(f"what failed in {report.target}:")
            for line in report.results.failures:
                print(line)


if __name__ == "__main__":
    main()
