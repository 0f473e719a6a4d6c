"""What a trial of a million players takes, in time and memory, and what events lose by it."""
import http.client
import json
import time

from suite import population
from suite.comparison import Comparison, Contestant, Result
from suite.report import progress
from suite.rows.events import ours_by_clients

USERS = 1_000_000
EVENTS_EACH = 10
CLIENTS = 64
SECONDS_MAX, MEMORY_MB_MAX, SLOWER_MAX = 60, 64, 0.1
# As an invitation's: tiers and a budget, so that what was given before counts.
RULE = {"name": "level-5", "when": [{"fact": "highest_level", "at_least": 5}], "pay": [
    {"to": "referrer", "currency": "pieces_of_eight", "amount": {"tiers": [{"from": 1, "amount": 50}, {"from": 10, "amount": 80}]}}],
    "limits": {"budget": 1_000_000_000}}
PLAIN = {**RULE, "limits": {}, "pay": [{"to": "referrer", "currency": "pieces_of_eight", "amount": 80}]}

# In the order of time, as they came: a user's lie apart. One in two reaches level 5.
EVENTS = """
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions)
SELECT u.uid, gen_random_uuid(), 'level_reached', least(e.n, 4 + u.n % 4), u.created_at + e.n * interval '1 hour',
    least(e.n, 4 + u.n % 4), least(e.n, 4 + u.n % 4), u.referred_by, '{{}}'
FROM generate_series(2, {events}) AS e (n)
CROSS JOIN (SELECT uid, right(uid::text, 12)::bigint AS n, created_at, referred_by FROM users) AS u;
"""


def trials(bench):
    with bench.another_cluster(USERS) as grown:
        population.load(grown)
        progress(f"loading {USERS * (EVENTS_EACH - 1):,} more events")
        grown.cluster.sql(EVENTS.format(events=EVENTS_EACH))
        grown.cluster.checkpoint()
        key = grown.server.command("keys", "create", "--scope", "admin", "--name", "bench").split()[0]
        grown.restart_server()
        return [alone(grown, key, "without limits", PLAIN), alone(grown, key, "with tiers and a budget", RULE),
                beside_events(grown, key)]


def alone(bench, key, name, rule):
    seconds, result, memory = tried(bench, key, rule)
    progress(f"  {name}: {seconds:.1f} s, {result['rewards']:,} rewards, peak {memory / 1024:.1f} MiB")
    return Result(
        f"a trial {name}, {USERS:,} players with {EVENTS_EACH} events each",
        f"{seconds:.0f} s, {result['rewards']:,} rewards; peak {memory / 1024:.1f} MiB",
        target=f"{SECONDS_MAX} s, {MEMORY_MB_MAX} MB",
        is_failed=seconds > SECONDS_MAX or memory * 1024 > MEMORY_MB_MAX * 1e6,
        samples={"seconds": seconds, "peak_kib": memory})


def beside_events(bench, key):
    """Each trial is ended by a restart: beside so many events it would go on until the database is another."""
    def events():
        return ours_by_clients(bench, [CLIENTS])[CLIENTS]

    def without():
        events().run()  # fills the token caches
        return events().run()

    def beside():
        id = started(bench, key, RULE)
        sample = events().run()
        bench.restart_server()
        while state(bench, key, id)["state"] in ("waiting", "running"):
            time.sleep(0.1)
        return sample

    turns = Comparison([Contestant("without", without), Contestant("beside a trial", beside)], bench.runs)
    return turns.result(
        f"`POST /v1/events` beside a trial, {CLIENTS} clients", "beside a trial", "without", f"{1 - SLOWER_MAX}")


def tried(bench, key, rule):
    """(seconds, result, peak memory in KiB)."""
    bench.restart_server()
    began, id = time.monotonic(), started(bench, key, rule)
    while (trial := state(bench, key, id))["state"] in ("waiting", "running"):
        time.sleep(0.1)
    if trial["state"] != "done":
        raise RuntimeError(f"the trial failed: {trial['reason']}")
    return time.monotonic() - began, trial["result"], bench.server.memory_kib[1]


def started(bench, key, rule):
    return asked(bench, key, "POST", "/v1/admin/trials", {"rule": rule})["id"]


def state(bench, key, id):
    return asked(bench, key, "GET", f"/v1/admin/trials/{id}")


def asked(bench, key, method, path, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", bench.server.port, timeout=10)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    reply = connection.getresponse()
    text = reply.read()
    connection.close()
    if reply.status not in (200, 202):
        raise RuntimeError(f"{method} {path}: {reply.status} {text}")
    return json.loads(text)["trial"]
