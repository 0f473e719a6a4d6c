"""Two servers, their PostgreSQL and the receiver are killed under paying load; three webhooks get all, signed and in order."""
import collections
import contextlib
import time
import uuid

from faults.kit import database
from faults.kit.deliveries import Outbox, Requests
from faults.kit.players import Load, Players, books
from faults.kit.receiver import HALF, SLOW, Receiver
from faults.report import Row
from suite import population
from suite.admin import Admin
from suite.report import progress

ORDERING = {"/good": "none", SLOW: "none", HALF: "subject"}
PATHS = tuple(ORDERING)
REFERRERS, PLAYERS = 400, 100_000
SECONDS_UNDER_LOAD = (0.2, 1.5)
# So many that the slow receiver can have them all.
EVENTS_PER_SECOND = 60
# Far from the number after which a delivery is given up.
RETRIES = 4
SETTLE_EVENTS = 10
SETTLE_SECONDS_MAX = 600


def delivery(rig):
    stage, killed = Stage(rig), collections.Counter()
    with PayingLoad(payers(stage.servers[0]), [server.port for server in stage.servers], rig.seed, clients=8) as load:
        for cycle in range(rig.cycles):
            load.wait_for(SETTLE_EVENTS, 60)
            time.sleep(rig.random.uniform(*SECONDS_UNDER_LOAD))
            killed[stage.kill(rig.random)] += 1
            stage.hasten(RETRIES)
            if cycle % 10 == 9:
                progress(f"  {cycle + 1} of {rig.cycles}: {load.count:,} events, {stage.undelivered:,} deliveries wait")
        load.stop()
    return rows(stage, killed, load, stage.settle())


class Stage:
    """Two servers, a receiver, and three webhooks for all types."""

    def __init__(self, rig):
        self.cluster, self.receiver = rig.cluster(), Receiver(rig)
        self.servers = [rig.server(self.cluster, name, SHIPMATE_WEBHOOK_ALLOW="http://127.0.0.1:*") for name in ("one", "two")]
        for server in self.servers:
            server.start()
        self.webhooks = self.made()
        self.first = int(self.cluster.sql("SELECT max(done_position) FROM webhooks"))

    def made(self):
        """The webhooks' ids by path; the receiver runs."""
        admin, secrets, ids = Admin(self.servers[0]), {}, {}
        for path in PATHS:
            reply = admin.ask("POST", "/v1/admin/webhooks", {
                "url": self.receiver.url(path), "types": "*", "description": path, "ordering": ORDERING[path]})
            secrets[path], ids[path] = reply["secret"], reply["webhook"]["id"]
        self.receiver.trust(secrets)
        self.receiver.start()
        return ids

    def kill(self, random):
        """Kills one, starts it again, and returns what it was."""
        victim = random.choice(("a server", "a server", "PostgreSQL", "the receiver"))
        if victim == "the receiver":
            self.receiver.kill()
            self.receiver.start()
        elif victim == "PostgreSQL":
            database.kill(self.cluster)
            database.relaunch(self.cluster)
        else:
            server = random.choice(self.servers)
            server.process.process.kill()
            server.process.process.wait()
            server.start()
        for server in self.servers:
            database.seconds_until(server.is_ready, 30, "ready")
        return victim

    def hasten(self, attempts_max):
        """Makes retries due, which would come in minutes and hours. If PostgreSQL refuses, the next cycle does."""
        with contextlib.suppress(RuntimeError):
            self.cluster.sql(f"""
                UPDATE deliveries SET due_at = now() WHERE due_at > now() AND attempts <= {attempts_max};
                SELECT pg_notify('shipmate_webhooks', '')""")

    @property
    def undelivered(self):
        return int(self.cluster.sql(f"""
            SELECT (SELECT count(*) FROM changes WHERE position > {self.first}) * {len(PATHS)}
                - (SELECT count(*) FROM deliveries WHERE position > {self.first} AND state = 'delivered')"""))

    def settle(self):
        """Returns the seconds until all is delivered."""
        self.receiver.heal()

        def is_done():
            self.hasten(attempts_max=100)
            time.sleep(1)
            return self.undelivered == 0
        return database.seconds_until(is_done, SETTLE_SECONDS_MAX, "all delivered")


def payers(server):
    """Players of whom every other one pays one of few referrers."""
    players = Players(server, 2 * REFERRERS)
    population.add(server.cluster, players.count, PLAYERS, among=2 * REFERRERS)
    players.count = PLAYERS
    return players


class PayingLoad(Load):
    """Each event pays, and no more of them come than the receiver takes."""

    def events(self, client, clients, random):
        for number in range(2 * client + 1, self.players.count, 2 * clients):
            id = str(uuid.UUID(int=random.getrandbits(128), version=4))
            yield number, id, self.players.event(number, 5, id)

    def exchange(self, wire, client, due):
        again = super().exchange(wire, client, due)
        time.sleep(self.depth * len(self.threads) / EVENTS_PER_SECOND)
        return again


def rows(stage, killed, load, seconds):
    outbox = Outbox(stage.cluster, stage.first)
    found = {path: Requests(stage.receiver.requests(path)) for path in PATHS}
    lost, double, wrong = books(load.players, [load])
    numbers = {
        "not received": sum(len(outbox.changes.keys() - one.taken) for one in found.values()),
        "unsigned": sum(one.unsigned for one in found.values()),
        "gaps": outbox.gaps,
        "reordered": found[HALF].reordered,
        "marked and not taken": sum(len(outbox.delivered(stage.webhooks[path]) - one.taken) for path, one in found.items()),
        "payments without a change": outbox.unrecorded}
    kinds = ", ".join(f"{name} {count}" for name, count in sorted(killed.items()))
    return [
        Row(f"{killed.total()} × kill -9 ({kinds}), {load.count:,} paying events", "0 lost, 0 double, 0 sums wrong, 0 odd replies",
            f"{lost}, {double}, {wrong}, {len(load.oddities)}", lost == double == wrong == 0 and not load.oddities),
        Row(f"{len(outbox.changes):,} changes for three webhooks (good, slow, failing half of the time)",
            ", ".join(f"0 {name}" for name in numbers), ", ".join(map(str, numbers.values())), not any(numbers.values())),
        Row("requests for a change that was taken before", "at least once",
            f"{sum(one.repeated for one in found.values()):,} of {sum(one.count for one in found.values()):,}", True),
        Row("all delivered after the last kill, retries being due at once", f"≤ {SETTLE_SECONDS_MAX} s", f"{seconds:.0f} s", True)]
