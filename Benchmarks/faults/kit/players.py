"""Users whose events pay their referrers, clients that send them until each is acknowledged, and the books after."""
import itertools
import random
import threading
import time
import uuid

from faults.kit.wire import Wire, request
from suite import population

# What each user reaches, in order: at 5 the referrer of an odd one is paid.
LEVELS = (1, 3, 5)


class Players:
    """`count` users on a server's cluster; the odd ones have a referrer. One key speaks for all."""

    def __init__(self, server, count):
        self.cluster, self.count = server.cluster, count
        population.add(self.cluster, 0, count, among=count)
        self.cluster.sql("VACUUM ANALYZE; CHECKPOINT;", role="postgres")
        self.key = server.command("keys", "create", "--scope", "server", "--name", "faults").split()[0]

    def event(self, number, level, id):
        return request("POST", "/v1/events", self.key, {
            "id": id, "uid": population.uid(number), "type": "level_reached", "level": level})


class Load:
    """Clients that each send their users' events, some at once, and each again until it is acknowledged.

    `acknowledged` and `oddities` (answers other than 200 and 503) can be read at any time.
    """

    def __init__(self, players, ports, seed, clients=32, depth=4, pause=0.02):
        self.players, self.ports, self.depth, self.pause = players, ports, depth, pause
        self.acknowledged, self.refusals, self.oddities = [[] for _ in range(clients)], [0] * clients, []
        self.slowest = [0.0] * clients
        # The longest that each was without an acknowledgement, and since when it is.
        self.longest, self.since = [0.0] * clients, [time.monotonic()] * clients
        self.is_stopping = threading.Event()
        self.threads = [threading.Thread(target=self.run, args=(client, clients, random.Random(f"{seed}/{client}")),
                                         daemon=True) for client in range(clients)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Lets nothing new out, and waits until all that went out is acknowledged."""
        self.is_stopping.set()
        for thread in self.threads:
            thread.join(30)
        if alive := sum(thread.is_alive() for thread in self.threads):
            self.oddities.append(f"{alive} clients still wait")

    @property
    def count(self):
        return sum(map(len, self.acknowledged))

    @property
    def refused(self):
        return sum(self.refusals)

    def wait_for(self, count, seconds=30):
        """Returns when so many more were acknowledged; raises when that takes too long."""
        target, began = self.count + count, time.monotonic()
        while self.count < target:
            if time.monotonic() - began > seconds:
                raise RuntimeError(f"no {count} events in {seconds} s")
            time.sleep(0.001)
        return time.monotonic() - began

    def run(self, client, clients, random):
        events = self.events(client, clients, random)
        due, wire = [], None
        while True:
            if not self.is_stopping.is_set():
                due += itertools.islice(events, self.depth - len(due))
            if not due:
                break
            try:
                wire = wire or Wire(self.ports[client % len(self.ports)])
                due = self.exchange(wire, client, due)
            except OSError:
                wire = wire and wire.close()
                time.sleep(self.pause)

    def exchange(self, wire, client, due):
        """Sends what is due; what has to be sent again."""
        began = time.monotonic()
        wire.send([bytes for _, _, bytes in due])
        again = []
        for event in due:
            status, head, body = wire.reply()
            if status == 200:
                self.acknowledged[client].append(event[:2])
                self.served(client)
            elif status == 503 and b"retry-after:" in head:
                self.refusals[client] += 1
                again.append(event)
            else:
                self.oddities.append(f"{status} {body[:200]!r}")
        self.slowest[client] = max(self.slowest[client], time.monotonic() - began)
        if again:
            time.sleep(self.pause)
        return again

    def watch(self):
        """From now on it counts how long a client is not served."""
        self.longest, self.since = [0.0] * len(self.longest), [time.monotonic()] * len(self.since)

    def served(self, client):
        now = time.monotonic()
        self.longest[client] = max(self.longest[client], now - self.since[client])
        self.since[client] = now

    @property
    def longest_wait(self):
        return max(max(self.longest), time.monotonic() - min(self.since))

    def events(self, client, clients, random):
        """(user's number, event's id, request), each user's in order."""
        for level in itertools.chain(LEVELS, itertools.count(6)):
            for number in range(client, self.players.count, clients):
                id = str(uuid.UUID(int=random.getrandbits(128), version=4))
                yield number, id, self.players.event(number, level, id)


def books(players, loads):
    """(lost, double, sums that are wrong): acknowledged events that aren't there; payments beyond one for each
    referred user at level 5 and those that lack; balances that are not what their entries come to."""
    def sql(text):
        return players.cluster.sql(players.cluster.gathering + text)
    kept = {line for line in sql("SELECT uid || ' ' || id FROM events").splitlines()}
    told = [f"{population.uid(number)} {id}" for load in loads for events in load.acknowledged for number, id in events]
    lost = sum(event not in kept for event in told)
    double = int(sql("""
        SELECT (SELECT count(*) FROM (SELECT count(*) FILTER (WHERE r.uid IS NOT NULL) AS paid, u.uid FROM users AS u
            LEFT JOIN rewards AS r ON r.subject = u.uid AND r.uid = u.referred_by AND r.rule = 'level-5'
            WHERE u.referred_by IS NOT NULL AND u.highest_level >= 5 GROUP BY u.uid) AS p WHERE p.paid <> 1)
        + (SELECT abs((SELECT count(*) FROM rewards WHERE status = 'paid')
            - (SELECT count(*) FROM ledger_entries WHERE kind = 'grant')))"""))
    wrong = int(sql("""
        SELECT count(*) FROM balances AS b FULL JOIN (SELECT uid, currency, sum(amount) AS amount, count(*) AS entries
            FROM ledger_entries GROUP BY uid, currency) AS s USING (uid, currency)
        WHERE (b.amount, b.entries) IS DISTINCT FROM (s.amount, s.entries)"""))
    return lost, double, wrong
