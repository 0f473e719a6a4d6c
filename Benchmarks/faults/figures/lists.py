"""Pages of lists of a million rows, at the beginning as near the end; and a referrer of a million, looked at by many."""
import http.client
import json
import multiprocessing
import statistics
import threading
import time

from faults.report import Row
from suite.report import progress

ROWS = 1_000_000
PAGES = 40
READERS = 16
# A page near the end may take so many times what the first one does, or so much longer.
RATIO_MAX, MORE_MILLISECONDS_MAX = 2, 2
# What others wait for while the referrer's counts are read.
P99_RATIO_MAX, P99_MILLISECONDS_MAX = 2, 50


def uid(number):
    return f"00000000-0000-7000-8000-{number:012x}"


# The first user has referred all others, and has a reward and an entry in the ledger for each.
LOAD = f"""
CREATE TEMP TABLE n AS SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid AS uid, i,
    timestamptz '2026-01-01' + i * interval '1 second' AS at FROM generate_series(0, {ROWS} - 1) AS i;
INSERT INTO users (uid, referral_code, referred_by, created_at)
    SELECT uid, lpad(i::text, 10, '0'), CASE WHEN i > 0 THEN '{uid(0)}'::uuid END, at FROM n;
INSERT INTO rewards SELECT '{uid(0)}', uid, 'level-5', uid, 'referrer', 'pieces_of_eight', 50,
    CASE WHEN i % 10 = 0 THEN 'held' ELSE 'paid' END, '', at FROM n;
INSERT INTO balances (uid, currency, amount, entries) VALUES ('{uid(0)}', 'pieces_of_eight', {ROWS}, {ROWS});
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, reason, created_at)
    SELECT '{uid(0)}', uid, 'pieces_of_eight', i + 1, 'adjustment', 1, i + 1, 'Loaded', at FROM n;
"""

USER = f"/v1/admin/users/{uid(0)}"
MIDDLE, END = ROWS // 2, 100
LISTS = (
    ("/v1/admin/users?", uid),
    (f"/v1/admin/users?referred_by={uid(0)}&", uid),
    (f"{USER}/referrals?", uid),
    (f"{USER}/rewards?", lambda n: f"{uid(n)}.level-5"),
    (f"{USER}/rewards?status=paid&", lambda n: f"{uid(n)}.level-5"),
    (f"{USER}/rewards?status=held&", lambda n: f"{uid(n)}.level-5"),
    ("/v1/admin/rewards?", uid),
    (f"{USER}/ledger?", lambda n: f"pieces_of_eight.{n}"),
)


def lists(rig):
    cluster = rig.cluster()
    server = rig.server(cluster, SHIPMATE_RATE_LIMITS="off")
    progress(f"  loading {ROWS:,} of each")
    cluster.sql(LOAD)
    cluster.sql("VACUUM ANALYZE", role="postgres")
    server.start()
    key = server.command("keys", "create", "--scope", "read", "--name", "lists")
    caller = Caller(server.port, key)
    rows = [of_pages(caller, path, cursor) for path, cursor in LISTS]
    rows.append(of_counts(caller, server.port, key))
    return rows


def of_pages(caller, path, cursor):
    first = caller.milliseconds(path)
    middle = caller.milliseconds(f"{path}cursor={cursor(MIDDLE)}")
    end = caller.milliseconds(f"{path}cursor={cursor(END)}")
    holds = max(middle, end) <= max(RATIO_MAX * first, first + MORE_MILLISECONDS_MAX)
    what = path.replace(uid(0), "…").rstrip("?&")
    return Row(f"`GET {what}`, {ROWS:,} rows: the first page, the middle, near the end",
               f"≤ {RATIO_MAX} × the first, or {MORE_MILLISECONDS_MAX} ms more",
               f"{first:.1f}, {middle:.1f}, {end:.1f} ms", holds)


def of_counts(caller, port, key):
    """Somebody who referred a million, looked at by many: how long others wait for theirs."""
    counts = caller.get(f"{USER}/referrals?limit=1")["counts"]
    expected = {"referred": ROWS - 1, "signed_up": 0, "rewarded": ROWS - ROWS // 10}
    if counts != expected:
        return Row("the counts of a referrer of a million", str(expected), str(counts), False)
    nobody, many = beside(caller, port, key, uid(7)), beside(caller, port, key, uid(0))
    limit = max(P99_RATIO_MAX * nobody, P99_MILLISECONDS_MAX)
    return Row(f"another user's balances while {READERS} clients read the referrals of a user without any, with a million",
               f"p99 ≤ {P99_RATIO_MAX} × that beside the former, or {P99_MILLISECONDS_MAX} ms",
               f"{nobody:.1f}, {many:.1f} ms", many <= limit)


def beside(caller, port, key, referrer):
    stopping = multiprocessing.Event()
    readers = multiprocessing.Process(target=read, args=(port, key, referrer, stopping))
    readers.start()
    time.sleep(0.5)
    measured = p99(caller)
    stopping.set()
    readers.join()
    return measured


def p99(caller):
    return statistics.quantiles([caller.once(f"/v1/admin/users/{uid(9)}/balances") for _ in range(500)], n=100)[98]


def read(port, key, referrer, stopping):
    def loop():
        caller = Caller(port, key)
        while not stopping.is_set():
            caller.once(f"/v1/admin/users/{referrer}/referrals")
    threads = [threading.Thread(target=loop) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Caller:
    """One connection of an administrator's."""

    def __init__(self, port, key):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Authorization": f"Bearer {key}"}

    def send(self, path):
        self.connection.request("GET", path, headers=self.headers)
        reply = self.connection.getresponse()
        body = reply.read()
        if reply.status != 200:
            raise RuntimeError(f"{path}: {reply.status} {body[:200]}")
        return body

    def get(self, path):

        return json.loads(self.send(path))

    def once(self, path):
        began = time.monotonic()
        self.send(path)
        return (time.monotonic() - began) * 1e3

    def milliseconds(self, path):
        """The median page's; what the first one warms doesn't count."""
        self.send(path)
        return statistics.median(self.once(path) for _ in range(PAGES))
