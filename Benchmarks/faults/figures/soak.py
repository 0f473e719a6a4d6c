"""Minutes at 70 % of the peak: whether memory and descriptors grow."""
import os
import statistics
import threading
import time

from faults.report import Row
from suite import population
from suite.report import progress
from suite.rows.events import ours_by_clients
from suite.rows.tail import CONNECTIONS, PEAK_CLIENTS, SHARE_OF_PEAK, THREADS

MINUTES, MINUTES_LONG = 3, 10
# Caches and the allocator's pools fill first.
WARM_UP_SECONDS = 60
GROWTH_MIB_A_MINUTE_MAX = 0.5


def soak(rig):
    minutes = MINUTES_LONG if rig.long else MINUTES
    bench = rig.bench()
    tokens = bench.token_file(population.active_uids(bench))
    run = ours_by_clients(bench, [PEAK_CLIENTS])[PEAK_CLIENTS].run
    run()  # fills the token caches
    peak = run().rate
    progress(f"  peak {peak:,.0f}/s; {minutes} minutes at {peak * SHARE_OF_PEAK:,.0f}/s")
    watch = Watch(bench.server)
    watch.start()
    try:
        summary = bench.wrk.load(
            bench.server.url("/v1/events"), CONNECTIONS, "paced",
            {"tokens": tokens, "rate": peak * SHARE_OF_PEAK, "threads": THREADS}, seconds=minutes * 60)
    finally:
        watch.stop()
    return rows(f"{minutes} minutes at 70 % of the peak", summary, watch, peak)


def rows(what, summary, watch, peak):
    rate = summary["requests"] / summary["seconds"]
    growth = watch.growth()
    descriptors = [count for _, _, count in watch.steady()]
    return [
        Row(f"{what}, {rate:,.0f} of {peak:,.0f} events/s: growth of resident memory after the first minute",
            f"< {GROWTH_MIB_A_MINUTE_MAX} MiB/min", f"{growth:+.2f} MiB/min, {watch.steady()[-1][1] / 1024:.1f} MiB at the end",
            growth < GROWTH_MIB_A_MINUTE_MAX),
        Row(f"{what}: descriptors", "flat", f"{min(descriptors)} to {max(descriptors)}",
            max(descriptors) - min(descriptors) <= 2),
        Row(f"{what}: requests that failed", "0", f"{summary['failed']} of {summary['requests']:,}, p99 {summary['p99_ms']:.0f} ms",
            summary["failed"] == 0)]


class Watch(threading.Thread):
    """(seconds, KiB resident, descriptors), each second."""

    def __init__(self, server):
        super().__init__()
        self.server, self.samples, self.is_over = server, [], threading.Event()

    def run(self):
        began = time.monotonic()
        while not self.is_over.wait(1):
            descriptors = len(os.listdir(f"/proc/{self.server.process.pid}/fd"))
            self.samples.append((time.monotonic() - began, self.server.memory_kib[0], descriptors))
            if len(self.samples) % 60 == 0:
                progress(f"  {len(self.samples) // 60} min: {self.samples[-1][1]:,} KiB, {descriptors} descriptors")

    def stop(self):
        self.is_over.set()
        self.join()

    def steady(self):
        """Without the start, and the last seconds, in which connections close."""
        end = self.samples[-1][0] - 3
        return [sample for sample in self.samples if WARM_UP_SECONDS < sample[0] < end]

    def growth(self):
        """The slope through all samples, by least squares, in MiB a minute."""
        steady = self.steady()
        slope = statistics.linear_regression([at for at, _, _ in steady], [kib for _, kib, _ in steady]).slope
        return slope * 60 / 1024
