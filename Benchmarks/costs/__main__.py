"""Counts what each kind of request costs the server and PostgreSQL, and compares that with what is accepted: see Method.md.

Counts, not seconds: they are the same on a busy machine, and on another one.
"""
import argparse
import contextlib
import json
import pathlib
import shutil
import signal
import sys
import tempfile

from costs import instructions, queries, table
from costs.crowd import Crowd
from costs.server import CostServer
from suite.cluster import Cluster
from suite.processes import raise_descriptor_limit

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILE = ROOT / "Benchmarks/costs.json"

# Full-page images depend on when the last checkpoint was; workers of PostgreSQL come and go by the clock.
CLUSTER_SETTINGS = """
fsync = off
full_page_writes = off
autovacuum = off
checkpoint_timeout = 1d
max_wal_size = 8GB
shared_preload_libraries = 'pg_stat_statements'
"""


def main():
    options = parsed_options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    raise_descriptor_limit()
    measured = measure(options.binary)
    known = json.loads(FILE.read_text()) if FILE.exists() else {}
    if not options.write and table.risen(measured, known.get("accepted", {})):
        # What else goes on in the server only adds to a count.
        measured = table.least(measured, measure(options.binary))
    if options.write:
        known[options.write] = measured
        FILE.write_text(table.as_json(known))
    print(table.markdown(measured, known))
    if risen := table.risen(measured, known.get("accepted", {})):
        sys.exit("\n".join(["costs that rose by more than 3 %:", *risen,
                            "If it has to be so: make costs ARGUMENTS='--write accepted', and say why in the commit."]))


def parsed_options():
    parser = argparse.ArgumentParser(prog="make costs", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, default=ROOT / ".build/release/shipmate", metavar="FILE",
                        help="the release build to measure (default: this checkout's)")
    parser.add_argument("--write", metavar="NAME", help="keep the values in costs.json under this name, such as accepted")
    options = parser.parse_args()
    if not options.binary.is_file():
        parser.error(f"{options.binary} does not exist; run `make build` first")
    return options


def measure(binary):
    """{kind: {measure: count a request}}"""
    with contextlib.ExitStack() as cleanup:
        directory = pathlib.Path(tempfile.mkdtemp(prefix="shipmate-costs-"))
        cleanup.callback(shutil.rmtree, directory, ignore_errors=True)
        cluster = Cluster(directory, CLUSTER_SETTINGS)
        cleanup.callback(cluster.stop)
        cluster.start()
        cluster.sql("CREATE EXTENSION pg_stat_statements; CREATE EXTENSION pg_walinspect", role="postgres")
        server = CostServer(binary, cluster, directory)
        cleanup.callback(server.stop)
        server.command("migrate")
        crowd = Crowd(server)
        of_postgres = queries.measure(server, crowd)
        of_server = instructions.measure(server, crowd)
        return {kind: {"instructions": of_server[kind], **of_postgres[kind]} for kind in of_postgres}


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("interrupted")
