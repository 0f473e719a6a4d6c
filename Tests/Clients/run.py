"""Makes clients out of the description, plays the story with one of them, and lets schemathesis look for faults."""

import argparse
import pathlib
import sys

import fuzzing
import generators
import playing
from failure import Failure
from service import Service
from table import table

ROOT = pathlib.Path(__file__).resolve().parents[2]


def main():
    options = parsed_options()
    options.out.mkdir(parents=True, exist_ok=True)
    with Service(options.binary) as service:
        if not options.fuzzing_only:
            clients = generators.generate(service, options.out)
            print(table("GENERATOR", "FILES", "WARNINGS", rows=clients), flush=True)
            plays = playing.play(service, options.out / "python")
            print(table("THE STORY, PLAYED BY THE PYTHON CLIENT", "STEPS", rows=plays), flush=True)
        roles = fuzzing.search(service, options)
        print(table("ROLE", "CASES", "FAILURES", "SECONDS", rows=roles), flush=True)


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/shipmate")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / ".build/clients", help="where clients are made")
    parser.add_argument("--seed", type=int, default=1, help="of schemathesis; another looks elsewhere")
    parser.add_argument("--cases", type=int, default=10_000, help="of schemathesis at least, all roles together")
    parser.add_argument("--roles", nargs="+", choices=fuzzing.ROLES, default=fuzzing.ROLES)
    parser.add_argument("--examples", type=int, default=10, help="of each call in each phase that draws")
    parser.add_argument("--fuzzing-only", action="store_true", help="schemathesis alone")
    options = parser.parse_args()
    options.binary, options.out = options.binary.resolve(), options.out.resolve()
    return options


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(f"make test-clients: {failure}")
