"""`POST /v1/events` on Citus, a coordinator and two workers, against the same binary on one PostgreSQL; all on this machine."""
import statistics
import time

from suite import plot, population
from suite.citus import CitusCluster
from suite.comparison import Comparison, Result, median
from suite.goals import at_least, at_most, judged
from suite.rows import paying
from suite.rows.events import CLIENTS, ours_by_clients

GOALS = {64: None, 256: at_least(0.6)}
LATENCY_GOAL, PAYING_GOAL = at_most(3), at_least(0.3)
# What `Documentation/Scaling.md` counts with: nodes of so many cores each, of which so much is used.
CORES, SHARE = 8, 0.7
WORKERS = (1, 2, 4, 8, 16, 32, 64)


def citus(bench):
    alone = measured(bench)
    with bench.another_cluster(bench.users, CitusCluster) as spread:
        population.load(spread)
        nodes = nodes_of_a_batch(spread)
        together = measured(spread)
        direct = straight(spread)
    draw(bench, costs(together[256]), costs(direct))
    lines = [compared(f"`POST /v1/events` on Citus, {clients} clients", together[clients], alone[clients], goal)
             for clients, goal in GOALS.items()]
    what = "`POST /v1/events` on Citus, each pays, 256 clients"
    return [*lines, latencies(together[1], alone[1]),
            compared(what, together["paying"], alone["paying"], PAYING_GOAL), nodes,
            compared("`POST /v1/events` straight to the worker that has the users, 256 clients", direct, alone[256])]


def measured(bench):
    """Samples by the number of clients, and of events that pay."""
    contestants = ours_by_clients(bench, CLIENTS)
    fresh = paying.FreshUsers(bench)
    contestants["paying"] = paying.checked(bench, paying.contestant(bench, fresh, "paying"))
    comparison = Comparison(list(contestants.values()), bench.runs)
    return {key: comparison.samples[contestant.name] for key, contestant in contestants.items()}


def compared(what, ours, theirs, goal=None):
    ratios = [one.rate / other.rate for one, other in zip(ours, theirs)]
    result = Result(
        what, described(ours), "one PostgreSQL", f"{median(theirs):,.0f}/s",
        (min(ratios), statistics.median(ratios), max(ratios)), is_failed=any(sample.failed for sample in ours))
    return judged(result, goal) if goal else result


def described(samples):
    batches = statistics.median(sample.batch_mean for sample in samples)
    failed = sum(sample.failed for sample in samples)
    return (f"{median(samples):,.0f}/s, batches of {batches:.1f}, "
            + ", ".join(f"{side} {cost:.0f} µs" for side, cost in costs(samples).items())
            + (f", **{failed} failed**" if failed else ""))


def costs(samples):
    """Microseconds of CPU time that an event takes of each process."""
    return {side: statistics.median(sample.cpu_seconds[side] * 1e6 / sample.requests for sample in samples)
            for side in samples[0].cpu_seconds}


def draw(bench, costs, direct):
    """What so many workers carry by these costs: all through one coordinator, or each asked by services of its own."""
    def rate(microseconds, nodes=1):
        return nodes * CORES * SHARE * 1e6 / microseconds

    through = [(number, min(rate(costs["coordinator"]), rate(costs["workers"], number))) for number in WORKERS]
    straight = [(number, rate(direct["workers"], number)) for number in WORKERS]
    plot.lines(bench.root / "Benchmarks/citus.svg", f"Events a second, by CPU time: nodes of {CORES} cores, {SHARE:.0%} used",
               "workers", "events a second", {"through one coordinator": through, "straight to the workers": straight})


def latencies(ours, theirs):
    medians = [[sample.latency_ms["p50"] for sample in samples] for samples in (ours, theirs)]
    ratios = [one / other for one, other in zip(*medians)]
    mine, other = map(statistics.median, medians)
    return judged(Result(
        "`POST /v1/events` on Citus, 1 client: median wait", f"{mine:.2f} ms", "one PostgreSQL", f"{other:.2f} ms",
        (min(ratios), statistics.median(ratios), max(ratios)), is_failed=any(sample.failed for sample in ours)), LATENCY_GOAL)


def straight(bench):
    """Events of one worker's users, by a server that asks this worker. Of the coordinator's tables it has the metadata."""
    bench.cluster.tell_of_small_tables()
    worker = bench.cluster.workers[0]
    own = worker.uids(bench.cluster)
    tokens = bench.token_file([uid for uid in population.active_uids(bench) if uid in own], "own-tokens")
    bench.server.settings = bench.server.settings | {"DATABASE_URL": worker.service_url}
    bench.restart_server()
    return [bench.wrk.run("/v1/events", 256, "event", "events", variables={"tokens": tokens}) for _ in range(bench.runs)]


def nodes_of_a_batch(bench):
    """Which workers have to do with the events of one user, by the transactions that each has ended."""
    tokens = bench.token_file(population.active_uids(bench)[:1], "one-token")
    bench.wrk.run("/v1/events", 1, "event", "events", variables={"tokens": tokens}, seconds=1)
    before = commits(bench)
    sample = bench.wrk.run("/v1/events", 1, "event", "events", variables={"tokens": tokens}, seconds=2)
    shares = [(now - then) / sample.requests for now, then in zip(commits(bench), before)]
    text = ", ".join(f"{share:.2f}" for share in shares)
    return Result("transactions on each worker for a batch of one user's events", text)


def commits(bench):
    # Sessions tell of theirs once a second.
    time.sleep(1.5)
    return [worker.commits for worker in bench.cluster.workers]
