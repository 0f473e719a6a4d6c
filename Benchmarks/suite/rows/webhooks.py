"""Webhooks to one local receiver: deliveries a second, and what one for all types costs paying events."""
import statistics
import time

from suite import outbox
from suite.admin import Admin
from suite.comparison import Comparison, Contestant, Result, Sample
from suite.nginx import Nginx
from suite.report import progress
from suite.rows.paying import CLIENTS, FreshUsers, checked, contestant

CHANGES_PER_SECOND = 4_000
SECONDS_MAX = 120
DELIVERIES = "webhook deliveries to one local nginx"
NONE, ONE = "paying events without a webhook", "paying events with a webhook for all types"
# What the transactions cost alone.
WRITTEN = ONE + " that sends one a second"


def webhooks(bench):
    bench.server.settings["SHIPMATE_WEBHOOK_ALLOW"] = "http://127.0.0.1:*"
    bench.restart_server()
    admin, receiver = Admin(bench.server), Nginx(bench, "return 204")
    results = [*deliveries(bench, admin, receiver), *beside(bench, admin, receiver)]
    receiver.stop()
    bench.server.settings.pop("SHIPMATE_WEBHOOK_ALLOW")
    bench.restart_server()
    return results


def deliveries(bench, admin, receiver):
    """Of changes that come at once, so that nothing else uses the processors."""
    webhook = admin.make_webhook(receiver.url)
    sender = Contestant(DELIVERIES, lambda: delivered(bench, admin, receiver, webhook))
    comparison = Comparison([sender], bench.runs)
    admin.remove_webhook(webhook)
    rates = [sample.rate for sample in comparison.samples[DELIVERIES]]
    value = f"{min(rates):,.0f} / **{statistics.median(rates):,.0f}** / {max(rates):,.0f}/s"
    return [Result(DELIVERIES, value, target="2,000/s", samples=comparison.raw(DELIVERIES)),
            comparison.microseconds("CPU time a delivery", DELIVERIES)]


def delivered(bench, admin, receiver, webhook):
    count = CHANGES_PER_SECOND * bench.seconds
    received, before, cpu = receiver.requests, admin.delivered(webhook), spent(bench)
    outbox.add(bench.cluster, count)
    began = time.monotonic()
    while (done := admin.delivered(webhook) - before) < count:
        if time.monotonic() - began > SECONDS_MAX:
            raise RuntimeError(f"{done:,} of {count:,} changes delivered in {SECONDS_MAX} s")
        time.sleep(0.02)
    seconds = time.monotonic() - began
    if receiver.requests - received != count:
        raise RuntimeError(f"{count:,} changes made {receiver.requests - received:,} requests")
    return Sample(count / seconds, count, cpu_seconds={part: now - cpu[part] for part, now in spent(bench).items()})


def spent(bench):
    return {"server": bench.server.cpu_seconds, **bench.cluster.cpu_seconds_by_part}


def beside(bench, admin, receiver):
    """In a closed loop, which takes all processors: what deliveries use, events lack."""
    events = checked(bench, contestant(bench, FreshUsers(bench)))

    def without():
        before = outbox.last_position(bench.cluster)
        sample = events.run()
        if written := outbox.last_position(bench.cluster) - before:
            raise RuntimeError(f"{written:,} changes were written that nothing listens to")
        return sample

    def with_one(**terms):
        webhook = admin.make_webhook(receiver.url, **terms)
        received, before = receiver.requests, outbox.last_position(bench.cluster)
        sample = events.run()
        progress(f"    {outbox.last_position(bench.cluster) - before:,} changes, {receiver.requests - received:,} requests")
        admin.remove_webhook(webhook)
        return sample
    comparison = Comparison([
        Contestant(NONE, without), Contestant(ONE, with_one), Contestant(WRITTEN, lambda: with_one(rate_per_second=1))], bench.runs)
    return [comparison.result(f"{ONE}, {CLIENTS} clients", ONE, NONE, "0.85"),
            comparison.result(f"{WRITTEN}, {CLIENTS} clients", WRITTEN, NONE)]
