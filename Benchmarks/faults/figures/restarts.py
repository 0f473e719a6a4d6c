"""Restarts that hand the listening socket over, under clients that keep their connections and clients that don't."""
import asyncio
import os
import socket
import threading
import time
import uuid

from faults.kit.callers import Caller, Log, call, percentile, request
from faults.report import Row
from suite import population
from suite.processes import Background, tail
from suite.report import progress

RESTARTS = 50
RATE = 500
KEEPING, FRESH = 48, 16
USERS = 100
PAUSE_SECONDS = 0.3
READY_SECONDS_MAX = 30


def restarts(rig):
    bench = rig.bench(users=USERS)
    tokens = bench.token_file(population.uid(n) for n in range(USERS)).read_text().split()
    bench.server.stop()
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    rig.callback(listening.close)
    chain = Chain(rig, bench, listening)
    chain.start()
    clients = Clients(rig.random, listening.getsockname()[1], tokens)
    clients.start()
    try:
        seconds = [chain.restart(number) for number in range(RESTARTS)]
    finally:
        clients.stop()
        chain.stop()
    kept = int(bench.cluster.sql("SELECT count(*) FROM events")) - USERS
    return rows(clients, seconds, kept)


def rows(clients, seconds, kept):
    log = clients.log
    for failure in sorted(set(log.failures))[:20]:
        progress(f"  {failure}")
    rate = len(log.seconds) / clients.seconds
    return [
        Row(f"{RESTARTS} restarts, the next process before or after the former, {KEEPING} clients that keep connections "
            f"and {FRESH} that don't", f"0 failures of any kind at {RATE} requests/s",
            f"{len(log.failures)} of {len(log.seconds):,} at {rate:.0f}/s; slowest {max(log.seconds):.1f} s, p99 "
            f"{percentile(log.seconds, 0.99) * 1000:.0f} ms; a restart {sum(seconds) / len(seconds):.1f} s",
            not log.failures and rate > RATE * 0.9),
        Row("events acknowledged meanwhile, in the database", "each once", f"{kept:,} of {clients.events:,}",
            kept == clients.events and kept > 0)]


class Chain:
    """One server after the other at one socket. By turns the next one is ready before the former is told to stop, as
    a deployment does it, and started when it is gone, as systemd does."""

    def __init__(self, rig, bench, listening):
        self.server, self.listening, self.folder = bench.server, listening, rig.folder("chain")
        self.process = None
        self.started = 0
        rig.callback(self.stop)

    def start(self):
        self.process = self.started_process()

    def started_process(self):
        self.started += 1
        ready = self.folder / f"ready-{self.started}"
        descriptor = self.listening.fileno()
        environment = dict(self.server.environment)
        del environment["SHIPMATE_DRAIN_MILLISECONDS"]  # The default at such a socket.
        log = self.folder / "log"
        process = Background(
            ["bash", "-c", f'exec 3<&{descriptor} && LISTEN_FDS=1 exec "$@"', "bash", self.server.binary, "serve",
             "--ready-file", ready], log, env=environment, pass_fds=[descriptor], stdout=open(os.devnull, "wb"))
        began = time.monotonic()
        while not ready.exists():
            process.check(log)
            if time.monotonic() - began > READY_SECONDS_MAX:
                raise RuntimeError(f"not ready: {tail(log)}")
            time.sleep(0.005)
        return process

    def restart(self, number):
        time.sleep(PAUSE_SECONDS)
        began = time.monotonic()
        former = self.process
        if number % 2 == 0:
            self.process = self.started_process()
            former.stop()
        else:
            former.stop()
            self.process = self.started_process()
        if former.process.returncode != 0:
            raise RuntimeError(f"a server ended with {former.process.returncode}: {tail(self.folder / 'log')}")
        if number % 10 == 9:
            progress(f"  {number + 1} restarts")
        return time.monotonic() - began

    def stop(self):
        if self.process:
            self.process.stop()


class Clients(threading.Thread):
    def __init__(self, random, port, tokens):
        super().__init__()
        self.random, self.port, self.tokens = random, port, tokens
        self.log = Log()
        self.is_over = False
        self.events = 0
        self.seconds = 0

    def run(self):
        asyncio.run(self.call())

    async def call(self):
        count = KEEPING + FRESH
        began = time.monotonic()
        await asyncio.gather(*(
            call(Caller(self.port, keeps=n < KEEPING), self.log, self.make, count / RATE, began + n / RATE,
                 lambda: self.is_over) for n in range(count)))
        self.seconds = time.monotonic() - began

    def make(self):
        """One in four writes."""
        token = self.random.choice(self.tokens)
        if self.random.randrange(4):
            return request("GET", "/v1/users/me", token), 200
        self.events += 1
        identifier = uuid.UUID(int=self.random.getrandbits(128), version=4)
        return request("POST", "/v1/events", token, f'{{"id":"{identifier}","type":"level_reached","level":3}}'), 200

    def stop(self):
        self.is_over = True
        self.join()
