"""What somebody who may do anything to the database can change in the ledger unseen: nothing, and how soon that is said.

`tampering.sql` has the ways; a Swift test tries the same on what the service itself has sealed.
"""
import concurrent.futures
import copy
import os
import pathlib
import re
import secrets
import subprocess
import time

from faults.report import Row
from suite.report import progress

WAYS = pathlib.Path(__file__).parent.parent / "tampering.sql"
# What they change.
TABLES = ("ledger_keys", "ledger_statements", "ledger_heads", "ledger_entries", "rewards", "balances",
          "reservations", "merges", "api_keys", "events", "audit_entries")
ANNE, BEN = "01900000-0000-7000-8000-00000000000a", "01900000-0000-7000-8000-00000000000b"
ENTRIES = 1_000_000
USERS = 50_000
SECONDS_MAX = 60
SEALING_SECONDS_MAX = 180

# Anne has ten entries, one of them reserved, and two in gold, Ben four.
STORY = """
INSERT INTO users (uid, referral_code, created_at) VALUES ('{anne}', '000000000A', now()), ('{ben}', '000000000B', now());
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
SELECT uid, gen_random_uuid(), 'level-5', gen_random_uuid(), 'referrer', 'pieces_of_eight', 50, 'paid', 'A friend', now()
FROM (SELECT '{anne}'::uuid AS uid FROM generate_series(1, 8) UNION ALL SELECT '{ben}' FROM generate_series(1, 3)) AS all_of_them;
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
SELECT uid, id, currency, number, 'grant', amount, 50 * number, rule, subject, reason, granted_at
FROM (SELECT *, row_number() OVER (PARTITION BY uid ORDER BY id) AS number FROM rewards) AS numbered;
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, reason, created_at) VALUES
    ('{anne}', gen_random_uuid(), 'pieces_of_eight', 9, 'adjustment', 100, 500, 'A test', now()),
    ('{anne}', gen_random_uuid(), 'pieces_of_eight', 10, 'redemption', -30, 470, 'A test', now()),
    ('{anne}', gen_random_uuid(), 'gold', 1, 'adjustment', 5, 5, 'A test', now()),
    ('{anne}', gen_random_uuid(), 'gold', 2, 'adjustment', 7, 12, 'A test', now()),
    ('{ben}', gen_random_uuid(), 'pieces_of_eight', 4, 'adjustment', 20, 170, 'A test', now());
INSERT INTO reservations (uid, id, currency, amount, minutes, expires_at)
SELECT uid, id, currency, -amount, 60, now() + interval '1 hour' FROM ledger_entries WHERE kind = 'redemption';
INSERT INTO audit_entries (id, actor, action, uid, detail, created_at, before, after)
SELECT gen_random_uuid(), 'tester', 'ledger.' || kind, uid, amount || ' gold: A test', now(), '{{}}', '{{}}'
FROM ledger_entries WHERE kind <> 'grant';
INSERT INTO balances (uid, currency, amount, entries)
SELECT uid, currency, sum(amount), count(*) FROM ledger_entries GROUP BY uid, currency;
INSERT INTO events (uid, id, type, level, occurred_at, received_at, user_level, user_highest_level, decisions)
SELECT subject, gen_random_uuid(), 'level_reached', 5, granted_at, granted_at, 5, 5, '{{}}' FROM rewards;
"""

# All are grants, which take longest: each is compared with its reward. The first users have a hundred times as many as most.
MANY = """
INSERT INTO ledger_entries
    (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
SELECT uid, gen_random_uuid(), 'pieces_of_eight', number, 'grant', 3, 3 * number, 'level-5', gen_random_uuid(), 'A friend', now()
FROM (SELECT uid, row_number() OVER (PARTITION BY uid) AS number FROM (
    SELECT ('01910000-0000-7000-8000-' || lpad(to_hex(place * place / {users}), 12, '0'))::uuid AS uid
    FROM (SELECT n % {users} AS place FROM generate_series(1::bigint, {entries}) AS n) AS places) AS of_users) AS numbered;
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
SELECT uid, subject, rule, id, 'referrer', currency, amount, 'paid', reason, created_at FROM ledger_entries;
INSERT INTO balances (uid, currency, amount, entries)
SELECT uid, currency, sum(amount), count(*) FROM ledger_entries GROUP BY uid, currency;
"""


def tampering(rig):
    story, million = (rig.server(rig.cluster(name), f"{name}-server", SHIPMATE_LEDGER_KEY=secrets.token_hex(32))
                      for name in ("story", "million"))
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        loading = pool.submit(load, million)
        told = ways(story, rig.directory / "statement.json")
        loading.result()
    return [told, *speed(rig, million)]


def ways(server, statement):
    """Each way on a copy of the story, some copies side by side."""
    server.cluster.sql(STORY.format(anne=ANNE, ben=BEN), role="postgres")
    server.command("ledger", "state")
    server.command("ledger", "seal", "--accept")
    server.command("ledger", "adopt", "--accept")
    statement.write_text(server.command("ledger", "state"))
    tried = re.findall(r"^-- (.+)\n(?!-- )(.+);$", WAYS.read_text(), re.M)
    stories = [Story(server, statement, number) for number in range(os.cpu_count())]
    with concurrent.futures.ThreadPoolExecutor(len(stories)) as pool:
        shares = [pool.submit(story.missed_of, tried[number::len(stories)]) for number, story in enumerate(stories)]
        missed = [name for share in shares for name in share.result()]
    for name, _ in tried:
        progress(f"  {'not found' if name in missed else 'found'}: {name}")
    return Row(f"{len(tried)} ways of tampering, by a superuser", "at least 100, all found", f"{len(tried) - len(missed)} found",
               len(tried) >= 100 and not missed)


class Story:
    """A database that has the story, and a second time what there is to change of it."""

    def __init__(self, server, statement, number):
        cluster, self.statement, self.name = server.cluster, statement, f"story_{number}"
        cluster.sql(f"CREATE DATABASE {self.name} TEMPLATE shipmate", role="postgres", database="postgres")
        self.server = copy.copy(server)
        self.server.settings = server.settings | {
            "DATABASE_URL": cluster.service_url.replace("dbname=shipmate", f"dbname={self.name}")}
        self.sql("CREATE SCHEMA kept", *(f"CREATE TABLE kept.{table} AS TABLE {table}" for table in TABLES))

    def missed_of(self, ways):
        """The names of those that nobody would find. Told anew at the end, the story is good again."""
        missed = []
        for name, way in ways:
            self.sql(*self.again, way.replace("{anne}", ANNE).replace("{ben}", BEN))
            if self.is_good:
                missed.append(name)
        self.sql(*self.again)
        if not self.is_good:
            raise RuntimeError("what nobody has touched is found to be changed")
        return missed

    @property
    def again(self):
        return [statement for table in TABLES
                for statement in (f"DELETE FROM {table}", f"INSERT INTO {table} SELECT * FROM kept.{table}")]

    @property
    def is_good(self):
        return is_good(self.server, "--causes", "--statement", self.statement)

    def sql(self, *statements):
        text = "; ".join(("BEGIN", "SET LOCAL session_replication_role = replica", *statements, "COMMIT"))
        self.server.cluster.sql(text + ";", role="postgres", database=self.name)


def load(server):
    server.cluster.sql("SET session_replication_role = replica; " + MANY.format(users=USERS, entries=ENTRIES), role="postgres")
    server.cluster.sql("VACUUM ANALYZE", role="postgres")


def speed(rig, server):
    progress(f"  sealing and verifying {ENTRIES:,} entries")
    began = time.monotonic()
    server.command("ledger", "seal", "--accept")
    sealing = time.monotonic() - began
    seconds, kibibytes = timed(server, "ledger", "verify")
    copies = rig.folder("copies")
    script = server.command("ledger", "copies")
    psql = [server.cluster.bin / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", server.cluster.url("postgres")]
    subprocess.run(psql, input=script, text=True, cwd=copies, check=True)
    csv_seconds, csv_kibibytes = timed(server, "ledger", "verify", "--csv", copies)
    return [
        Row(f"verifying {ENTRIES:,} entries", f"under {SECONDS_MAX} s, in constant memory",
            f"{seconds:.1f} s, {kibibytes / 1024:.0f} MiB", seconds < SECONDS_MAX and kibibytes < 64 << 10),
        Row("the same from copies, without the database", f"under {SECONDS_MAX} s, in constant memory",
            f"{csv_seconds:.1f} s, {csv_kibibytes / 1024:.0f} MiB", csv_seconds < SECONDS_MAX and csv_kibibytes < 64 << 10),
        Row(f"sealing {ENTRIES:,} entries that were there before", f"under {SEALING_SECONDS_MAX} s", f"{sealing:.0f} s",
            sealing < SEALING_SECONDS_MAX)]


def timed(server, *arguments):
    """Seconds, and the most memory the command had: of what it says itself, since rusage counts ours in from before exec."""
    began, kibibytes = time.monotonic(), 0
    process = subprocess.Popen([server.binary, *map(str, arguments)], env=server.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    while process.poll() is None:
        kibibytes = max(kibibytes, high_water(process.pid))
        time.sleep(0.02)
    if process.returncode != 0 or kibibytes == 0:
        raise RuntimeError(f"{arguments} ended with {process.returncode}")
    return time.monotonic() - began, kibibytes


def high_water(pid):
    """KiB that it had at most up to now; 0 of one that has just ended."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    lines = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(lines[0]) if lines else 0


def is_good(server, *arguments):
    done = subprocess.run([server.binary, "ledger", "verify", *map(str, arguments)], env=server.environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"verify: {done.stderr.strip()}")
    return done.returncode == 0
