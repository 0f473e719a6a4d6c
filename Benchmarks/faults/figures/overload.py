"""Ten times what the service can do, in an open loop: whether it still does nearly as much, and refuses the rest at once.

Ten times the peak of four processors is more than the same four can ask for. So the service gets one loop, one connection
and small transactions: PostgreSQL's answers are what it waits for, as with a database that is slow or far. Ten times that is
less than one loop can refuse, and processors are left for those who ask, who give way to it besides: they would be on another
machine.
"""
import asyncio
import os
import threading
import time
import uuid

from faults.kit.callers import Caller, Log, call, percentile, request
from faults.report import Row
from suite import population
from suite.report import progress
from suite.rows.events import ours_by_clients
from suite.rows.tail import THREADS

SETTINGS = {"SHIPMATE_LOOPS": "1", "SHIPMATE_DATABASE_CONNECTIONS_PER_LOOP": "1", "SHIPMATE_BATCH_COMMANDS_MAX": "2",
            "SHIPMATE_ACCESS_LOG": "off"}
PEAK_CLIENTS = 64
TIMES, SECONDS = 10, 60
NICENESS = 10
# So many that one is idle whenever a request is due, while those that are taken wait; fewer than one address may have.
CONNECTIONS = 2048
SERVED = 'shipmate_http_requests_total{route="/v1/events",method="POST",status="200"}'
GOODPUT_SHARE_MIN = 0.8
REFUSAL_MS_MAX = 50
# Those who look on: before, meanwhile, and after.
PROBE_RATE, PROBE_CLIENTS = 50, 64
CALM_SECONDS = 5
NORMAL_SECONDS_MAX, NORMAL_MS_MAX = 2, 100


def overload(rig):
    bench = rig.bench(**SETTINGS)
    tokens = bench.token_file(population.active_uids(bench))
    run = ours_by_clients(bench, [PEAK_CLIENTS])[PEAK_CLIENTS].run
    run()  # fills the token caches
    peak = run().rate
    progress(f"  peak {peak:,.0f}/s; {TIMES * peak:,.0f}/s for {SECONDS} s")
    probes = Probes(bench.server.port, tokens.read_text().split()[:100], rig.random)
    before = probes.look(CALM_SECONDS)
    summary = {}
    flood = threading.Thread(target=lambda: summary.update(asked(bench, tokens, TIMES * peak)))
    served = bench.server.metric(SERVED)
    flood.start()
    meanwhile = probes.look(SECONDS)
    flood.join()
    goodput = (bench.server.metric(SERVED) - served) / SECONDS
    time.sleep(NORMAL_SECONDS_MAX)
    after = probes.look(CALM_SECONDS)
    return rows(summary, peak, goodput, before, meanwhile, after)


def asked(bench, tokens, rate):
    os.nice(NICENESS)  # Of this thread, and so of the process that it starts.
    variables = {"tokens": tokens, "rate": rate, "threads": THREADS}
    return bench.wrk.load(bench.server.url("/v1/events"), CONNECTIONS, "paced", variables, seconds=SECONDS)


def rows(summary, peak, goodput, before, meanwhile, after):
    offered = summary["requests"] / summary["seconds"]
    refusals = [seconds * 1000 for status, seconds in meanwhile if status == 503]
    odd = [status for status, _ in [*before, *meanwhile, *after] if status not in (200, 503)]
    refused_p99 = percentile(refusals, 0.99)
    normal = percentile([seconds * 1000 for _, seconds in before], 0.99)
    calm = percentile([seconds * 1000 for _, seconds in after], 0.99)
    what = f"{offered / peak:.1f} times the peak of {peak:,.0f} events/s for {SECONDS} s, {CONNECTIONS} connections"
    return [
        Row(f"{what}: goodput", f">= {GOODPUT_SHARE_MIN:.0%} of the peak", f"{goodput:,.0f}/s, {goodput / peak:.0%}",
            goodput >= peak * GOODPUT_SHARE_MIN and offered >= peak * TIMES * 0.8),
        Row("the same, refusals as others see them", f"p99 <= {REFUSAL_MS_MAX} ms, nothing but 200 and 503",
            f"p50 {percentile(refusals, 0.5):.1f} ms, p99 {refused_p99:.1f} ms of {len(refusals):,} among {len(meanwhile):,}; "
            f"{len(odd)} others", len(refusals) > 100 and refused_p99 <= REFUSAL_MS_MAX and not odd),
        Row(f"{NORMAL_SECONDS_MAX} s after", f"all served, p99 at most twice what it was, or {NORMAL_MS_MAX} ms",
            f"{sum(status == 200 for status, _ in after)} of {len(after)}, p99 {calm:.1f} ms; before {normal:.1f} ms",
            all(status == 200 for status, _ in after) and calm <= max(normal * 2, NORMAL_MS_MAX))]


class Probes:
    """Clients of a known pace, who tell what became of each request of theirs: (status, seconds)."""

    def __init__(self, port, tokens, random):
        self.port, self.tokens, self.random = port, tokens, random

    def look(self, seconds):
        return asyncio.run(self.looked(seconds))

    async def looked(self, seconds):
        log, end = Log(), time.monotonic() + seconds
        began = time.monotonic()
        await asyncio.gather(*(
            call(Caller(self.port), log, self.make, PROBE_CLIENTS / PROBE_RATE, began + n / PROBE_RATE,
                 lambda: time.monotonic() >= end) for n in range(PROBE_CLIENTS)))
        return log.answers

    def make(self):
        identifier = uuid.UUID(int=self.random.getrandbits(128), version=4)
        body = f'{{"id":"{identifier}","type":"level_reached","level":3}}'
        return request("POST", "/v1/events", self.random.choice(self.tokens), body), 200
