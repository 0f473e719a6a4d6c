"""What somebody who may do anything to the database can change in the ledger unseen: nothing, and how soon that is said.

`tampering.sql` has the ways; a Swift test tries the same on what the service itself has sealed.
"""
import os
import pathlib
import re
import secrets
import subprocess
import time

from faults.report import Row
from suite.report import progress

WAYS = pathlib.Path(__file__).parent.parent / "tampering.sql"
ANNE, BEN = "01900000-0000-7000-8000-00000000000a", "01900000-0000-7000-8000-00000000000b"
ENTRIES = 1_000_000
USERS = 50_000
SECONDS_MAX = 60
SEALING_SECONDS_MAX = 180

# Anne has ten entries and two in gold, Ben four.
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
INSERT INTO balances (uid, currency, amount, entries)
SELECT uid, currency, sum(amount), count(*) FROM ledger_entries GROUP BY uid, currency;
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
    cluster = rig.cluster()
    server = rig.server(cluster, SHIPMATE_LEDGER_KEY=secrets.token_hex(32))
    return [ways(rig, cluster, server), *speed(rig, cluster, server)]


def ways(rig, cluster, server):
    cluster.sql(STORY.format(anne=ANNE, ben=BEN), role="postgres")
    server.command("ledger", "state")
    server.command("ledger", "seal")
    # Every way below is tried on a copy of this.
    statement = rig.directory / "statement.json"
    statement.write_text(server.command("ledger", "state"))
    if not is_good(server, "--statement", statement):
        raise RuntimeError("what nobody has touched is found to be changed")
    cluster.sql("ALTER DATABASE shipmate RENAME TO story", role="postgres", database="postgres")
    missed = []
    tried = re.findall(r"^-- (.+)\n(?!-- )(.+);$", WAYS.read_text(), re.M)
    for name, sql in tried:
        cluster.sql("CREATE DATABASE shipmate TEMPLATE story", role="postgres", database="postgres")
        cluster.sql("SET session_replication_role = replica; " + sql.replace("{anne}", ANNE).replace("{ben}", BEN),
                    role="postgres")
        if is_good(server, "--statement", statement):
            progress(f"  not found: {name}")
            missed.append(name)
        cluster.sql("DROP DATABASE shipmate WITH (FORCE)", role="postgres", database="postgres")
    cluster.sql("ALTER DATABASE story RENAME TO shipmate", role="postgres", database="postgres")
    return Row(f"{len(tried)} ways of tampering, by a superuser", "at least 100, all found", f"{len(tried) - len(missed)} found",
               len(tried) >= 100 and not missed)


def speed(rig, cluster, server):
    progress(f"  loading {ENTRIES:,} entries")
    cluster.sql("SET session_replication_role = replica; TRUNCATE ledger_entries, balances, rewards, ledger_heads, "
                "ledger_statements; " + MANY.format(users=USERS, entries=ENTRIES), role="postgres")
    cluster.sql("VACUUM ANALYZE", role="postgres")
    began = time.monotonic()
    server.command("ledger", "seal")
    sealing = time.monotonic() - began
    seconds, kibibytes = timed(server, "ledger", "verify")
    copies = rig.folder("copies")
    script = server.command("ledger", "copies")
    subprocess.run([cluster.bin / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", cluster.url("postgres")], input=script, text=True,
                   cwd=copies, check=True)
    csv_seconds, csv_kibibytes = timed(server, "ledger", "verify", "--csv", copies)
    return [
        Row(f"verifying {ENTRIES:,} entries", f"under {SECONDS_MAX} s, in constant memory",
            f"{seconds:.1f} s, {kibibytes / 1024:.0f} MiB", seconds < SECONDS_MAX and kibibytes < 64 << 10),
        Row("the same from copies, without the database", f"under {SECONDS_MAX} s, in constant memory",
            f"{csv_seconds:.1f} s, {csv_kibibytes / 1024:.0f} MiB", csv_seconds < SECONDS_MAX and csv_kibibytes < 64 << 10),
        Row(f"sealing {ENTRIES:,} entries that were there before", f"under {SEALING_SECONDS_MAX} s", f"{sealing:.0f} s",
            sealing < SEALING_SECONDS_MAX)]


def timed(server, *arguments):
    """Seconds, and the most memory the command had."""
    began = time.monotonic()
    process = subprocess.Popen([server.binary, *map(str, arguments)], env=server.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise RuntimeError(f"{arguments} ended with {status}")
    return time.monotonic() - began, usage.ru_maxrss


def is_good(server, *arguments):
    done = subprocess.run([server.binary, "ledger", "verify", *map(str, arguments)], env=server.environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"verify: {done.stderr.strip()}")
    return done.returncode == 0
