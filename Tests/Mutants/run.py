"""Shows that tests find faults: those of `mutants.toml`, each by the suites that should find it.

All mutants are built at once, in a copy of the repository in .build/mutants; SHIPMATE_MUTANT chooses one at
run time. Without one, all these tests must pass first. Fails if a mutant isn't found.
"""

import argparse
import pathlib
import signal
import subprocess
import sys
import time
import tomllib

import tree
from trial import Tests

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / ".build/mutants/tree"
LIST = pathlib.Path(__file__).with_name("mutants.toml")


def main():
    # As Ctrl-C does, it ends what runs.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    mutants = tomllib.loads(LIST.read_text())["mutant"]
    chosen = choose(mutants, parsed_options().names)
    build(mutants)
    tests = Tests(TREE)
    check_names(chosen, tests)
    seconds_max = check_that_tests_pass(chosen, tests)
    missed = []
    print(f"{'SECONDS':>8}  MUTANT, AND THE TEST THAT FOUND IT", flush=True)
    for number, mutant in enumerate(chosen, 1):
        trial = tests.run(mutant["tests"], mutant["name"], seconds_max)
        print(f"{trial.seconds:>8.1f}  {number}/{len(chosen)} {mutant['name']}:"
              f" {trial.failure or 'NOT FOUND by ' + ', '.join(mutant['tests'])}", flush=True)
        if not trial.failure:
            missed.append(mutant["name"])
    if missed:
        sys.exit(f"{len(missed)} of {len(chosen)} mutants were not found: {', '.join(missed)}")
    print(f"all {len(chosen)} mutants were found")


def parsed_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="of mutants; all by default")
    return parser.parse_args()


def choose(mutants, names):
    known = [mutant["name"] for mutant in mutants]
    if len(known) > len(set(known)):
        sys.exit(f"two mutants have one name in {LIST}")
    if unknown := sorted(set(names) - set(known)):
        sys.exit(f"no such mutant: {', '.join(unknown)}. There are {', '.join(known)}.")
    return [mutant for mutant in mutants if not names or mutant["name"] in names]


def build(mutants):
    print(f"building with {len(mutants)} mutants; from clean it takes as long as `swift build --build-tests`",
          flush=True)
    began = time.monotonic()
    try:
        tree.write(TREE, ROOT, mutants)
    except tree.Misplaced as error:
        sys.exit(str(error))
    command = ["swift", "build", "--build-tests", "-Xswiftc", "-gnone"]
    if status := subprocess.run(command, cwd=TREE).returncode:
        sys.exit(status)
    print(f"built in {time.monotonic() - began:.0f} s", flush=True)


def check_names(mutants, tests):
    names = tests.names()
    unknown = {suite for mutant in mutants for suite in mutant["tests"]
               if not any(name.startswith(f"{suite}/") for name in names)}
    if unknown:
        sys.exit(f"there are no tests in {', '.join(sorted(unknown))}")


def check_that_tests_pass(mutants, tests):
    """Returns for how long a mutant's tests may run: twice as long as all of them do without one."""
    suites = sorted({suite for mutant in mutants for suite in mutant["tests"]})
    trial = tests.run(suites)
    if trial.failure:
        sys.exit(f"without a mutant this failed: {trial.failure}")
    print(f"without a mutant {trial.passed} tests pass in {trial.seconds:.0f} s", flush=True)
    return 2 * trial.seconds + 60


if __name__ == "__main__":
    main()
