"""What an event costs with 10^5, 10^6 and 10^7 users, each with an event, a balance and a ledger entry.

On clusters of their own, one after the other: each is measured right after it was loaded, vacuumed and checkpointed.
"""
import dataclasses
import statistics

from suite import plot, population
from suite.comparison import Result
from suite.report import progress
from suite.rows.events import ours_by_clients

SIZES = (100_000, 1_000_000, 10_000_000)
CLIENTS = 256


def growth(bench):
    costs = {}
    for users in SIZES:
        with bench.another_cluster(users) as grown:
            population.load(grown)
            run = ours_by_clients(grown, [CLIENTS])[CLIENTS]
            run.run()  # fills the token caches
            samples = [run.run() for _ in range(bench.runs)]
        costs[users] = [sum(sample.cpu_seconds[side] for side in ("server", "postgres")) * 1e6 / sample.requests
                        for sample in samples]
        progress(f"  {users:,} users: {', '.join(map(str, samples))}")
    medians = {users: statistics.median(values) for users, values in costs.items()}
    plot.lines(bench.root / "Benchmarks/growth.svg", "What an event costs as the data grows",
               "users, each with a ledger entry", "CPU time of server and PostgreSQL an event, µs",
               {"256 clients": list(medians.items())})
    smallest = medians[SIZES[0]]
    return [dataclasses.replace(
        Result(f"CPU time an event, {users:,} users", f"{cost:.1f} µs", f"{SIZES[0]:,} users", f"{smallest:.1f} µs",
               tuple(sorted((min(costs[users]) / smallest, cost / smallest, max(costs[users]) / smallest))), "1.2"),
        samples={"microseconds": costs[users]}) for users, cost in medians.items() if users != SIZES[0]]
