"""What events have of a crowd that asks for new passwords, and signs in, while they come."""
import json
import statistics

from faults.figures.signins import (EVENTS_CONNECTIONS, EVENTS_SHARE, EVENTS_THREADS, ROUND_SECONDS, ROUNDS, WORSE_MAX,
                                    WRONG, Crowd, accounts, sign_in)
from faults.kit.callers import request
from faults.kit.mails import MailSink
from faults.report import Row
from suite import population
from suite.report import progress

CLIENTS = 200


def resets(rig):
    sink = MailSink()
    rig.callback(sink.close)
    bench = rig.bench(**sink.settings)
    emails = accounts(bench.server)
    tokens = bench.token_file(population.active_uids(bench))
    peak = bench.wrk.run("/v1/events", 64, "event", variables={"tokens": tokens}, seconds=3).rate
    events = {"tokens": tokens, "rate": peak * EVENTS_SHARE, "threads": EVENTS_THREADS}
    half = CLIENTS // 2
    asking = [ask(emails[number % len(emails)] if number % 2 else f"nobody-{number}@example.com") for number in range(CLIENTS)]
    signing_in = [sign_in(emails[number % len(emails)], WRONG) for number in range(half)]
    crowds = {"nobody": [], "resets": asking, "resets and sign-ins": asking[:half] + signing_in}
    unlimited = measured(bench, sink, crowds, events)
    # What a stranger at one address can do.
    bench.server.settings = bench.server.settings | {"SHIPMATE_RATE_LIMITS": "on"}
    bench.restart_server()
    limited = measured(bench, sink, {name: crowds[name] for name in ("nobody", "resets")}, events)
    return [worse(name, "without limits", unlimited) for name in list(crowds)[1:]] + [worse("resets", "with limits", limited)]


def measured(bench, sink, crowds, events):
    """Events' p99 beside each crowd, in turns: the median of the rounds."""
    p99 = {name: [] for name in crowds}
    for number in range(ROUNDS):
        for name, requests in crowds.items():
            with Crowd(bench.server, requests) as crowd:
                summary = bench.wrk.load(bench.server.url("/v1/events"), EVENTS_CONNECTIONS, "paced", events, ROUND_SECONDS)
            if summary["failed"]:
                raise RuntimeError(f"{summary['failed']} events failed")
            progress(f"  {number + 1}/{ROUNDS} {name}: p99 {summary['p99_ms']:.1f} ms, {crowd.statuses}, {sink.taken} mails")
            p99[name].append(summary["p99_ms"])
    return {name: statistics.median(found) for name, found in p99.items()}


def worse(what, limits, medians):
    with_crowd, without = medians[what], medians["nobody"]
    return Row(f"{what} by {CLIENTS} clients {limits}: events' p99 at {EVENTS_SHARE:.0%} of their peak",
               f"≤ {WORSE_MAX} × without", f"{with_crowd:.1f} ms, without {without:.1f} ms: {with_crowd / without:.2f} ×",
               with_crowd <= WORSE_MAX * without)


def ask(email):
    return request("POST", "/v1/password-resets", body=json.dumps({"email": email}))
