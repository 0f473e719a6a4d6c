"""What events, and other people's sign-ins, have of a crowd that signs in and in again, from one address."""
import asyncio
import json
import statistics
import threading
import time

from faults.kit.callers import Caller, request
from faults.kit.calls import App
from faults.report import Row
from suite import population
from suite.report import progress

ACCOUNTS, CONNECTIONS_EACH = 60, 3
# The crowd calls from 127.0.0.1.
STRANGER = "127.0.0.2"
PASSWORD, WRONG = "correct horse battery staple", "not the password"
ROUNDS, ROUND_SECONDS = 3, 5
# Of the peak: a service with room for what comes, as one is that isn't overloaded by events alone.
EVENTS_SHARE = 0.3
EVENTS_CONNECTIONS, EVENTS_THREADS = 128, 2
# How long one of the crowd waits after a 503, which asks for a second, or a 429, which asks for longer.
PAUSE_SECONDS = 1
WORSE_MAX = 2
WAIT_SECONDS_MAX = 1


def signins(rig):
    bench = rig.bench()
    emails = accounts(bench.server)
    tokens = bench.token_file(population.active_uids(bench))
    peak = bench.wrk.run("/v1/events", 64, "event", variables={"tokens": tokens}, seconds=3).rate
    events = {"tokens": tokens, "rate": peak * EVENTS_SHARE, "threads": EVENTS_THREADS}
    p99 = {None: [], WRONG: [], PASSWORD: []}
    strangers = []
    for number in range(ROUNDS):
        for password, found in p99.items():
            attempts = [sign_in(email, password) for email in emails * CONNECTIONS_EACH] if password else []
            with Crowd(bench.server, attempts) as crowd:
                stranger = Stranger(bench.server, emails[0]) if password else None
                summary = bench.wrk.load(bench.server.url("/v1/events"), EVENTS_CONNECTIONS, "paced", events, ROUND_SECONDS)
                if stranger:
                    strangers += stranger.stop()
            if summary["failed"]:
                raise RuntimeError(f"{summary['failed']} events failed")
            progress(f"  {number + 1}/{ROUNDS} {password or 'nobody'}: p99 {summary['p99_ms']:.1f} ms, {crowd.statuses}")
            found.append(summary["p99_ms"])
    medians = {password: statistics.median(found) for password, found in p99.items()}
    return [worse(f"{what} passwords, {ACCOUNTS} accounts × {CONNECTIONS_EACH} connections", medians[password], medians[None])
            for what, password in (("wrong", WRONG), ("right", PASSWORD))] + [patience(strangers)]


def worse(what, with_crowd, without):
    return Row(f"{what}: events' p99 at {EVENTS_SHARE:.0%} of their peak", f"≤ {WORSE_MAX} × without",
               f"{with_crowd:.1f} ms, without {without:.1f} ms: {with_crowd / without:.2f} ×",
               with_crowd <= WORSE_MAX * without)


def patience(strangers):
    refused = sum(status != 200 for status, _ in strangers)
    longest = max(seconds for _, seconds in strangers)
    return Row(f"{len(strangers)} sign-ins from another address meanwhile", f"all 200, within {WAIT_SECONDS_MAX} s",
               f"{refused} refused, at most {longest:.2f} s", not refused and longest <= WAIT_SECONDS_MAX)


def accounts(server):
    app = App(server)
    emails = [f"crowd-{number}@example.com" for number in range(ACCOUNTS)]
    for email in emails:
        status, reply, _ = app.link(app.sign_up()[0], email, PASSWORD)
        if status != 200:
            raise RuntimeError(f"link: {status} {reply}")
    return emails


class Stranger:
    """Somebody else, who signs in four times a second."""

    def __init__(self, server, email):
        self.found, self.is_over = [], threading.Event()
        self.thread = threading.Thread(target=self.run, args=(App(server, STRANGER), email))
        self.thread.start()

    def run(self, app, email):
        while not self.is_over.wait(0.25):
            status, _, seconds = app.sign_in(email, PASSWORD)
            self.found.append((status, seconds))

    def stop(self):
        self.is_over.set()
        self.thread.join()
        return self.found


class Crowd:
    """A client for each request, which it sends again and again."""

    def __init__(self, server, requests):
        self.server, self.statuses, self.requests = server, {}, requests
        self.is_over, self.failures = threading.Event(), []
        self.thread = threading.Thread(target=lambda: asyncio.run(self.all()))

    def __enter__(self):
        self.thread.start()
        # The queue is full then.
        time.sleep(0.5)
        return self

    def __exit__(self, *_):
        self.is_over.set()
        self.thread.join()
        if self.failures:
            raise RuntimeError(f"{len(self.failures)} of the crowd: {self.failures[0]!r}")

    async def all(self):
        members = [asyncio.create_task(self.member(sent)) for sent in self.requests]
        while not self.is_over.is_set():
            await asyncio.sleep(0.05)
        # One that is cancelled just as its answer comes may miss it.
        running = members
        while running:
            for member in running:
                member.cancel()
            _, running = await asyncio.wait(running, timeout=1)
        ends = await asyncio.gather(*members, return_exceptions=True)
        self.failures = [end for end in ends if not isinstance(end, asyncio.CancelledError)]

    async def member(self, sent):
        caller = Caller(self.server.port)
        try:
            while True:
                status = (await caller.ask(sent)).status
                self.statuses[status] = self.statuses.get(status, 0) + 1
                if status in (429, 503):
                    await asyncio.sleep(PAUSE_SECONDS)
        finally:
            caller.close()


def sign_in(email, password):
    return request("POST", "/v1/sessions", body=json.dumps({"email": email, "password": password}))
