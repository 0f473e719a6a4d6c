"""Ten million changes in the outbox, against an empty one: paying events, pages of the feed, and the start of a webhook."""
import statistics
import time

from suite import outbox as changes
from suite.admin import Admin
from suite.comparison import Comparison, Contestant, Result, Sample
from suite.history import History
from suite.nginx import Nginx
from suite.report import progress
from suite.rows.feed import Reading
from suite.rows.paying import FreshUsers, checked, contestant

DAYS = 10
CHANGES_PER_DAY = 1_000_000
EMPTY, FULL = "with an empty outbox", f"with {DAYS * CHANGES_PER_DAY:,} changes"
RATE, SECONDS = "0.97", "1.03"


def outbox(bench):
    bench.server.settings |= {"SHIPMATE_CHANGES": "on", "SHIPMATE_WEBHOOK_ALLOW": "http://127.0.0.1:*"}
    progress(f"  writing {DAYS * CHANGES_PER_DAY:,} changes")
    stage = Stage(bench, History(bench.cluster, DAYS, CHANGES_PER_DAY))
    pays = checked(bench, contestant(bench, FreshUsers(bench)))
    results = [
        stage.compare("`POST /v1/events`, each pays, the feed on, 256 clients", {True: pays.run, False: pays.run}),
        stage.compare("the feed's last changes, 1 consumer", stage.readings()),
        stage.starts()]
    stage.end()
    return results


class Stage:
    """A server whose outbox is full or empty."""

    def __init__(self, bench, history):
        self.bench, self.history, self.is_full = bench, history, False
        bench.restart_server()
        self.admin, self.receiver = Admin(bench.server), Nginx(bench, "return 204")

    def end(self):
        self.fill(False)
        self.receiver.stop()
        for name in ("SHIPMATE_CHANGES", "SHIPMATE_WEBHOOK_ALLOW"):
            self.bench.server.settings.pop(name)
        self.bench.restart_server()

    def fill(self, is_full):
        if is_full != self.is_full:
            self.history.attach() if is_full else self.history.detach()
            self.is_full = is_full

    def turns(self, runs):
        """`runs`: for a full outbox, and for an empty one."""
        def turn(is_full):
            self.fill(is_full)
            return runs[is_full]()
        return Comparison([Contestant(EMPTY, lambda: turn(False)), Contestant(FULL, lambda: turn(True))], self.bench.runs)

    def compare(self, what, runs):
        return self.turns(runs).result(f"{what}, {FULL}", FULL, EMPTY, RATE)

    def readings(self):
        """Either has changes of now behind whatever it has of earlier days."""
        found = {}
        for is_full in (True, False):
            self.fill(is_full)
            found[is_full] = Reading(self.bench)
        return {is_full: lambda reading=reading: reading.run(1) for is_full, reading in found.items()}

    def starts(self):
        """Seconds from the call that makes a webhook to its first delivery."""
        turns = self.turns({True: self.start, False: self.start})
        full, empty = ([1 / sample.rate for sample in turns.samples[name]] for name in (FULL, EMPTY))
        ratios = [one / other for one, other in zip(full, empty)]
        return Result(f"from `POST /v1/admin/webhooks` to the first delivery, {FULL}", f"{statistics.median(full):.2f} s", EMPTY,
                      f"{statistics.median(empty):.2f} s", (min(ratios), statistics.median(ratios), max(ratios)), SECONDS)

    def start(self):
        began, received = time.monotonic(), self.receiver.requests
        webhook = self.admin.make_webhook(self.receiver.url)
        changes.add(self.bench.cluster, 1)
        while self.receiver.requests == received:
            time.sleep(0.005)
        seconds = time.monotonic() - began
        self.admin.remove_webhook(webhook)
        return Sample(1 / seconds)
