"""Rules are changed, paused, resumed, ended, tried and filled in for a minute, while events come to two servers of which
one is killed every second."""
import http.client
import itertools
import json
import random
import threading
import time
import uuid

from faults.kit.wire import Wire, request
from faults.report import Row
from suite import population
from suite.report import progress

SECONDS, USERS, CLIENTS, DEPTH = 60, 4_000, 16, 4
# Who have brought the others, forty each.
REFERRERS = 50
BUDGET = 5_000
RULES = "/v1/admin/rules"


def programmes(rig):
    cluster = rig.cluster()
    servers = [rig.server(cluster, name) for name in ("one", "other")]
    for server in servers:
        server.start()
    population.add(cluster, 0, USERS, among=REFERRERS * 2)
    cluster.sql("VACUUM ANALYZE; CHECKPOINT;", role="postgres")
    keys = {scope: servers[0].command("keys", "create", "--scope", scope, "--name", "faults").split()[0]
            for scope in ("server", "admin", "read")}
    administrator = Administrator(servers, keys["admin"])
    for currency in ("gems", "gold", "silver", "bronze"):
        administrator.insist("PUT", f"/v1/admin/currencies/{currency}", {"title": currency})
    for rule in (steady(1), both(1), few(1), pot(1), ended()):
        administrator.insist("POST", RULES, rule)
    players = Players(servers, keys["server"], rig.seed)
    kills = played(players, administrator, servers, rig)
    last_events(servers, administrator, keys["server"])
    wrong = {name: int(cluster.sql(sql)) for name, sql in QUESTIONS.items()}
    balanced = json.loads(ask(servers[0], "GET", "/v1/admin/ledger/check", keys["read"])[1])["balanced"]
    oddities = players.oddities + administrator.oddities
    for oddity in oddities[:10]:
        progress(f"  {oddity}")
    made = cluster.sql("SELECT count(*) FROM rule_versions"), cluster.sql("SELECT count(*) FROM programmes")
    jobs = cluster.sql("SELECT string_agg(kind || ' ' || state || ' ' || n, ', ' ORDER BY kind, state) FROM "
                       "(SELECT kind, state, count(*) AS n FROM jobs GROUP BY 1, 2) AS j")
    rewards = int(cluster.sql("SELECT count(*) FROM rewards"))
    return [
        Row(f"{players.count:,} events and {administrator.count:,} changes ({made[0]} versions, {made[1]} programmes; {jobs}), "
            f"{kills} kills, {rewards:,} rewards", "0 odd replies", f"{len(oddities)}", not oddities and rewards > USERS / 4),
        *(Row(name, "0", f"{count}", count == 0) for name, count in wrong.items()),
        Row("the ledger", "balanced", "balanced" if balanced else "not balanced", balanced),
    ]


def played(players, administrator, servers, rig):
    """How many kills there were."""
    threads = [threading.Thread(target=players.run, args=(client,), daemon=True) for client in range(CLIENTS)]
    threads.append(threading.Thread(target=administrator.run, daemon=True))
    for thread in threads:
        thread.start()
    began, kills = time.monotonic(), 0
    while time.monotonic() - began < SECONDS * (5 if rig.long else 1):
        time.sleep(max(0, began + kills + 1 - time.monotonic()))
        victim = servers[kills % 2]
        victim.process.process.kill()
        victim.process.process.wait()
        victim.start()
        kills += 1
        if kills % 10 == 0:
            progress(f"  {kills} kills, {players.count:,} events, {administrator.count} changes")
    players.is_over.set()
    administrator.is_over.set()
    for thread in threads:
        thread.join(60)
    if alive := sum(thread.is_alive() for thread in threads):
        players.oddities.append(f"{alive} clients still wait")
    return kills


def last_events(servers, administrator, key):
    """One for each user, once nothing is filled in any more and every loop goes by the rules as they are then."""
    for name in ("steady", "both", "few", "pot"):
        administrator.insist("POST", f"{RULES}/{name}/resume")
    began = time.monotonic()
    while administrator.insist("POST", "/v1/admin/trials", {"rule": steady(1)})[0] != 202:
        if time.monotonic() - began > 60:
            raise RuntimeError("a job never ends")
        time.sleep(0.5)
    # A process knows of a change within a second.
    time.sleep(2)
    numbers = iter(range(USERS))
    lock = threading.Lock()

    def run(client):
        wire = Wire(servers[client % 2].port)
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            while True:
                wire.send([event(key, number, {"type": "level_reached", "level": 1}, str(uuid.uuid4()))])
                if wire.reply()[0] == 200:
                    break

    threads = [threading.Thread(target=run, args=(client,), daemon=True) for client in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)


def event(key, number, fact, id):
    return request("POST", "/v1/events", key, {"id": id, "uid": population.uid(number), **fact})


class Players:
    """Clients that tell facts by chance, each until it is acknowledged, by whichever server is there."""

    def __init__(self, servers, key, seed):
        self.servers, self.key, self.seed = servers, key, seed
        self.counts, self.oddities, self.is_over = [0] * CLIENTS, [], threading.Event()

    @property
    def count(self):
        return sum(self.counts)

    def run(self, client):
        draw = random.Random(f"{self.seed}/{client}")
        wire, due = None, []
        while not self.is_over.is_set():
            while len(due) < DEPTH:
                id = str(uuid.UUID(int=draw.getrandbits(128), version=4))
                due.append(event(self.key, draw.randrange(USERS), fact(draw), id))
            try:
                if wire is None:
                    wire = Wire(draw.choice(self.servers).port)
                due = self.tell(wire, due, client)
            except (OSError, EOFError, ValueError):
                wire = None
                time.sleep(0.02)

    def tell(self, wire, due, client):
        """Those that are to be told again. One whose connection ends is; it has an id."""
        wire.send(due)
        again = []
        for one in due:
            status, *rest = wire.reply()
            if status == 503:
                again.append(one)
            elif status == 200:
                self.counts[client] += 1
            else:
                self.oddities.append(f"{status} for an event: {rest}")
        return again


def fact(draw):
    return draw.choice((
        {"type": "milestone_reached", "milestone": "ship"},
        {"type": "counter_incremented", "counter": "races", "by": 1},
        {"type": "level_reached", "level": draw.randint(1, 4)},
        {"type": "level_reached", "level": draw.randint(1, 4)}))


def rule(name, when, pay, **members):
    return {"name": name, "when": [when], "pay": pay, "state": "active", **members}


def grant(to, currency, amount):
    return {"to": to, "currency": currency, "amount": amount}


def steady(amount):
    return rule("steady", {"fact": "highest_level", "at_least": 3}, [grant("referrer", "gems", amount)])


def both(amount):
    return rule("both", {"milestone": "ship"}, [grant("referee", "gems", amount), grant("referrer", "gold", amount)])


def few(number):
    tiers = {"tiers": [{"from": 1, "amount": 10}, {"from": 3, "amount": 20}]}
    return rule("few", {"counter": "races", "at_least": 2}, [grant("referrer", "silver", tiers)],
                limits={"per_beneficiary": 5}, description=f"Number {number}")


def pot(number):
    return rule("pot", {"counter": "races", "at_least": 3}, [grant("referrer", "bronze", 7)],
                limits={"budget": BUDGET}, description=f"Number {number}")


def ended():
    return rule("ended", {"fact": "highest_level", "at_least": 2}, [grant("referrer", "gems", 1)])


class Administrator:
    """Can't leave the rules alone."""

    def __init__(self, servers, key):
        self.servers, self.key = servers, key
        self.count, self.oddities, self.is_over = 0, [], threading.Event()

    def run(self):
        for number in itertools.count(2):
            for change in self.changes(number):
                if self.is_over.is_set():
                    return
                reply = self.insist(*change)
                self.count += 1
                if reply[0] not in (200, 202, 409):
                    self.oddities.append(f"{reply[0]} for {change[:2]}: {reply[1][:200]}")

    def changes(self, number):
        yield "PUT", f"{RULES}/steady", steady(number)
        yield "POST", f"{RULES}/few/pause"
        yield "PUT", f"{RULES}/both", both(number)
        yield "POST", f"{RULES}/steady/backfill"
        yield "PUT", f"{RULES}/few", few(number)
        yield "PUT", f"{RULES}/pot", pot(number)
        yield "POST", f"{RULES}/steady/pause"
        yield "POST", f"{RULES}/few/resume"
        yield "POST", "/v1/admin/trials", {"rule": steady(number * 2)}
        yield "POST", f"{RULES}/steady/resume"
        if number == 30:
            yield "POST", f"{RULES}/ended/archive"

    def insist(self, method, path, body=None):
        """(status, body) of whichever server is there."""
        while True:
            for server in self.servers:
                try:
                    reply = ask(server, method, path, self.key, body)
                except (OSError, EOFError, ValueError):
                    continue
                if reply[0] != 503:
                    return reply
            time.sleep(0.02)


def ask(server, method, path, key, body=None):
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    headers = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    if body is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        reply = connection.getresponse()
        return reply.status, reply.read().decode()
    except http.client.HTTPException as error:
        raise EOFError(str(error)) from error
    finally:
        connection.close()


# What must be so of the books, whatever happened: each counts what is wrong. The Swift test of the same has the same.
QUESTIONS = {
    "rewards of one rule, subject, beneficiary and currency beyond the first": """
        SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM rewards GROUP BY uid, subject, rule, currency) AS t""",
    "rewards that were deserved and forgotten, after a last event each": """
        SELECT count(*) FROM users AS u CROSS JOIN (VALUES ('steady', 1), ('both', 2)) AS r (rule, due)
        WHERE u.referred_by IS NOT NULL
            AND CASE r.rule WHEN 'steady' THEN u.highest_level >= 3 ELSE 'ship' = ANY (u.milestones) END
            AND (SELECT count(*) FROM rewards WHERE subject = u.uid AND rule = r.rule) <> r.due""",
    "beneficiaries of a limit of five, or its tiers, who got another number or other amounts": """
        SELECT count(*) FROM (SELECT u.referred_by AS uid, least(5, count(*)) AS due FROM users AS u
            WHERE u.referred_by IS NOT NULL AND (SELECT sum(split_part(c, '=', 2)::bigint) >= 2 FROM unnest(u.counters) AS c)
            GROUP BY 1) AS d
        FULL JOIN (SELECT uid, count(*) AS given, array_agg(amount ORDER BY amount) AS amounts FROM rewards
            WHERE rule = 'few' GROUP BY 1) AS g USING (uid)
        WHERE given IS DISTINCT FROM due OR amounts <> ('{10,10,20,20,20}'::bigint[])[:due::int]""",
    "units beyond a budget, or left of it while somebody was due": f"""
        SELECT greatest(spent - {BUDGET}, least({BUDGET} - spent - 6, due * 7 - spent), 0) FROM (
            SELECT coalesce((SELECT sum(amount) FROM rewards WHERE rule = 'pot'), 0) AS spent, count(*) AS due FROM users AS u
            WHERE u.referred_by IS NOT NULL AND (SELECT sum(split_part(c, '=', 2)::bigint) >= 3 FROM unnest(u.counters) AS c)
        ) AS s""",
    "rewards that no version of their rule pays": """
        SELECT count(*) FROM rewards AS r LEFT JOIN rule_versions AS v ON v.name = r.rule AND v.version = r.rule_version
        WHERE v.name IS NULL OR NOT EXISTS (SELECT FROM unnest(v.grants) AS g WHERE g LIKE r.role || ':' || r.currency || ':%'
            AND (g LIKE '%:' || r.amount OR g LIKE '%=' || r.amount || '/%' OR g LIKE '%=' || r.amount))""",
    "decisions that aren't those of the version that their event's programme has": """
        SELECT count(*) FROM events AS e CROSS JOIN unnest(e.decisions) AS d
        LEFT JOIN programmes AS p ON p.version = split_part(e.standing, ':', 1)::bigint
        WHERE split_part(d, '=', 3) = 'deserved' AND NOT EXISTS (SELECT FROM rewards AS r WHERE r.subject = e.uid
            AND r.rule = split_part(d, '=', 1) AND r.granted_at = e.received_at
            AND r.rule_version = p.versions[array_position(p.names, r.rule)])""",
    "rewards that no decision of an event explains, nor a backfill": """
        SELECT count(*) FROM rewards AS r WHERE r.rule <> 'steady' AND NOT EXISTS (SELECT FROM events AS e
            WHERE e.uid = r.subject AND e.received_at = r.granted_at AND r.rule || '=paid=deserved' = ANY (e.decisions))""",
}
