"""Plays honest players and cheats against the programme of Documentation/Programme.md that is worth money, and says who
would be paid and who would wait: see Cheats.md.

    Benchmarks/fraud.sh [--seeds N,N] [--honest N] [--binary FILE] [--directory FOLDER]
"""
import argparse
import contextlib
import json
import pathlib
import re
import shutil
import sys
import tempfile

from fraud.crowd import ATTACKS, Crowd
from fraud.play import Play
from suite.cluster import Cluster
from suite.report import progress
from suite.server import Server

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SHARE_MAX, WAITING_MAX = 0.02, 0.01


def main():
    options = parsed_options()
    failures = []
    print("| seed | who | friends brought | take today | take | of it | wait | denied |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for seed in options.seeds:
        progress(f"seed {seed}: cheats, with the rules of a new installation")
        today = played(options, Crowd(seed, 0).attackers(), programme=None)
        progress(f"seed {seed}: everybody, with the programme that is worth money")
        now = played(options, Crowd(seed, options.honest).everybody(), worth_money())
        for line, is_failed in rows(seed, today, now):
            print(line, flush=True)
            if is_failed:
                failures.append(line)
    sys.exit("\n".join(["missed:", *failures]) if failures else 0)


def parsed_options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="14,1,2026", help="a crowd each")
    parser.add_argument("--honest", type=int, default=10_000, help="honest players")
    parser.add_argument("--binary", default=str(ROOT / ".build/release/shipmate"))
    parser.add_argument("--directory", default="/var/tmp", help="where clusters are made")
    options = parser.parse_args()
    options.seeds = [int(seed) for seed in options.seeds.split(",")]
    return options


def worth_money():
    page = (ROOT / "Documentation/Programme.md").read_text()
    return json.loads(re.findall(r"```json\n(.*?)```", page[page.index("### Worth money"):], re.S)[0])


def played(options, players, programme):
    """The players, with what each one's having come has brought, on a cluster of their own."""
    with contextlib.ExitStack() as cleanup:
        directory = pathlib.Path(tempfile.mkdtemp(prefix="shipmate-fraud-", dir=options.directory))
        cleanup.callback(shutil.rmtree, directory, ignore_errors=True)
        cluster = Cluster(directory)
        cleanup.callback(cluster.stop)
        cluster.start()
        server = Server(options.binary, cluster, directory)
        server.settings = {"SHIPMATE_FORWARDED_HOPS": "1"}
        server.command(*cluster.migration)
        server.start()
        cleanup.callback(server.stop)
        return Play(players, server, cluster, directory).run(programme)


def rows(seed, today, now):
    """Lines of the table, and whether each shows what must not be."""
    for attack in ATTACKS:
        group, before = now.of(attack), today.of(attack)
        share = group.paid / before.paid
        yield (f"| {seed} | {attack} | {group.friends:,} | {before.paid:,} | {group.paid:,} | {share:.2%} | "
               f"{group.waiting:,} | {group.denied:,} |", share > SHARE_MAX)
    honest = now.of("honest")
    share = honest.waiting / honest.players
    yield (f"| {seed} | honest, {honest.players:,} | {honest.friends:,} | | {honest.paid:,} | | "
           f"{honest.waiting:,} ({share:.2%}) | {honest.denied:,} |", share > WAITING_MAX)


if __name__ == "__main__":
    main()
