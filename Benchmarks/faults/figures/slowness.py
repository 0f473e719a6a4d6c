"""Thousands of clients that send and read as slowly as they may: what the others notice, and what it costs in memory."""
import contextlib
import statistics
import threading
import time

from faults.kit.crowds import Crowd
from faults.kit.kernel import socket_bytes
from faults.report import Row
from suite import population
from suite.report import progress

CLIENTS = 5_000
# As many addresses as it takes for none to have more than its share.
SOURCES = [f"127.0.1.{n}" for n in range(1, 26)]
RUNS = 3
SECONDS = 2
WRK_CLIENTS = 16
MEMORY_MIB_MAX = 80
LATENCY_MS_MIN = 50
HEAD = b"Host: a.example\r\n"


def slowness(rig):
    bench = rig.bench()
    uids = [population.uid(n) for n in range(1_000)]
    tokens = bench.token_file(uids)
    bearer = tokens.read_text().split("\n", 1)[0].encode()
    rows = []
    for name, opening, drip in kinds(bearer, rig.random):
        rows += held_by(bench, tokens, name, opening, drip)
    return rows


def kinds(bearer, random):
    """(what they are, what each sends at once, what it sends now and then); bodies grow up to what a stranger may send."""
    batch = b"POST /v1/events/batch HTTP/1.1\r\n" + HEAD + b"Authorization: Bearer " + bearer
    batch += b"\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n" + b" " * 60_000
    stranger = b"POST /v1/users HTTP/1.1\r\n" + HEAD + b"Content-Type: application/json\r\nContent-Length: 16384\r\n\r\n"
    stranger += b" " * 15_000
    reader = (b"GET /openapi.json HTTP/1.1\r\n" + HEAD + b"\r\n") * 30
    yield "slow headers", lambda: b"GET /health/live HTTP/1.1\r\n" + HEAD + b"X: " + b"y" * 8_000, b"z"
    yield "slow bodies of strangers", lambda: stranger, b" "
    yield "slow bodies of users, 1 MB announced", lambda: batch, b" " * 1_000
    yield "readers that don't read", lambda: reader, b""
    mixed = [stranger, batch, reader, b"GET / HTTP/1.1\r\nX: y"]
    yield "all of these", lambda: random.choice(mixed), b""


def held_by(bench, tokens, name, opening, drip):
    server = bench.server
    alone = latency(bench, tokens)
    asked = max(2 * alone, LATENCY_MS_MIN)
    before = memory_mib(server)
    with Crowd(server.port, SOURCES, CLIENTS) as crowd:
        crowd.open(opening)
        peak = Peak(server)
        with peak:
            dripping = threading.Thread(target=crowd.drip, args=(drip, RUNS * SECONDS), daemon=True)
            dripping.start()
            measured = latency(bench, tokens)
            dripping.join()
    back, rest = settled(server, before)
    shed = server.metric("shipmate_connections_shed_total")
    progress(f"  {name}: {rest:.0f} MiB left {back:.0f} s after; {shed:,.0f} shed so far")
    more = peak.mib - before
    return [
        Row(f"{name}: p99 of the others", f"≤ {asked:.0f} ms", f"{measured:.1f} ms, {alone:.1f} alone", measured <= asked),
        Row(f"{name}: memory, the kernel's too", f"+ ≤ {MEMORY_MIB_MAX} MiB",
            f"+{more:.0f} MiB ({peak.kernel:.0f} the kernel's), {rest:+.0f} after", more <= MEMORY_MIB_MAX),
    ]


def latency(bench, tokens):
    """The 99th percentile, in milliseconds, of users who post events: the middle one of a few short runs."""
    samples = [bench.wrk.run("/v1/events", WRK_CLIENTS, "event", variables={"tokens": tokens}, seconds=SECONDS)
               for _ in range(RUNS)]
    if failed := sum(sample.failed for sample in samples):
        raise RuntimeError(f"{failed} events failed")
    return statistics.median(sample.latency_ms["p99"] for sample in samples)


def settled(server, before, seconds=12):
    began = time.monotonic()
    while (rest := memory_mib(server) - before) > 10 and time.monotonic() - began < seconds:
        time.sleep(0.5)
    return time.monotonic() - began, rest


def memory_mib(server):
    return server.memory_kib[0] / 1024 + socket_bytes(server.port) / 1_048_576


class Peak(contextlib.AbstractContextManager):
    """The most memory that a server has while the `with` lasts, its sockets' included."""

    def __init__(self, server):
        self.server, self.mib, self.kernel, self.ended = server, 0, 0, threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def look(self):
        while not self.ended.is_set():
            kernel = socket_bytes(self.server.port) / 1_048_576
            mib = self.server.memory_kib[0] / 1024 + kernel
            if mib > self.mib:
                self.mib, self.kernel = mib, kernel
            self.ended.wait(0.3)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()
