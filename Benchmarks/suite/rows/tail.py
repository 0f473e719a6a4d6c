"""Latency of `POST /v1/events` at 70 % of its peak rate, requests coming at their own instants (an open loop)."""
import statistics

from suite import population
from suite.comparison import Result
from suite.report import progress
from suite.rows.events import ours_by_clients

PEAK_CLIENTS = 256
# So many that one is idle whenever a request is due.
CONNECTIONS = 512
SHARE_OF_PEAK = 0.7
THREADS = 2
# More late ones than these, and the load was no open loop.
LATE_SHARE_MAX = 0.001


def tail(bench):
    tokens = bench.token_file(population.active_uids(bench))
    peak_run = ours_by_clients(bench, [PEAK_CLIENTS])[PEAK_CLIENTS]
    peak_run.run()  # fills the token caches
    samples = []
    for run in range(bench.runs):
        peak = peak_run.run().rate
        rate = peak * SHARE_OF_PEAK
        summary = bench.wrk.load(
            bench.server.url("/v1/events"), CONNECTIONS, "paced",
            {"tokens": tokens, "rate": rate, "threads": THREADS})
        summary["peak"] = peak
        progress(f"  {run + 1}/{bench.runs} at {rate:,.0f}/s of {peak:,.0f}/s: {summary}")
        samples.append(summary)

    def median(name):
        return statistics.median(sample[name] for sample in samples)
    p50, p99, late = median("p50_ms"), median("p99_ms"), median("late")
    rate = statistics.median(sample["requests"] / sample["seconds"] for sample in samples)
    note = "" if late <= LATE_SHARE_MAX else f", **{late:.1%} late**"
    return [Result(f"`POST /v1/events` at 70 % of its peak, open loop, {CONNECTIONS} connections",
                   f"{rate:,.0f}/s, p50 {p50:.1f} ms, p99 **{p99:.1f}** ms, {p99 / p50:.1f} × the median{note}",
                   target="15 ms, 5 × the median", is_failed=any(sample["failed"] for sample in samples),
                   samples={"runs": samples, "p50_ms": p50, "p99_ms": p99})]
