"""The users that are there before anything is measured.

A user's number makes its uid, so that pgbench can name users as cheaply as a client that knows its own uid:
`pgbench/*.sql` spell the same.
"""
from suite.report import progress

UID_PREFIX = "01900000-0000-7000-8000-"
# Its last ten digits make the referral code, of which ten zeros stand for nobody.
NUMBER_FIRST = 100_000_000_001
# Those that act, spread evenly over all: pgbench and wrk draw from the same.
ACTIVE_USERS = 10_000

LOAD = """
INSERT INTO users (uid, referral_code, referred_by, created_at)
SELECT ({prefix} || {first} + n)::uuid, right(({first} + n)::text, 10),
    CASE WHEN n % 2 = 1 THEN ({prefix} || {first} + n * 7919 % ({among} / 2) * 2)::uuid END, now()
FROM generate_series({start}::bigint, {end} - 1) AS n;
"""

LOAD_REFERRAL_CODES = """
INSERT INTO referral_codes (code, uid)
SELECT referral_code, uid FROM users
WHERE uid >= ({prefix} || {first} + {start})::uuid AND uid < ({prefix} || {first} + {end})::uuid;
"""

# Every user starts with an event, a balance, and a ledger that says why: no table is empty, as none is in service.
LOAD_HISTORY = """
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions)
SELECT uid, gen_random_uuid(), 'level_reached', 1, now(), 1, 1, referred_by,
    '{signup=not_yet=not_signed_up,level-5=not_yet=level_below_5}' FROM users;
INSERT INTO balances (uid, currency, amount, entries) SELECT uid, 'pieces_of_eight', 100, 1 FROM users;
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, reason, created_at)
SELECT uid, gen_random_uuid(), 'pieces_of_eight', 1, 'adjustment', 100, 100, 'Loaded', now() FROM users;
"""


def uid(n):
    return f"{UID_PREFIX}{NUMBER_FIRST + n}"


def load(bench):
    progress(f"loading {bench.users:,} users")
    add(bench.cluster, 0, bench.users, among=bench.users)
    bench.cluster.sql(LOAD_HISTORY)
    # As a ledger in service is: what is booked now goes on from the last seal. Early binaries have no seals.
    if bench.server.has_command("ledger"):
        bench.server.command("ledger", "seal", "--accept")
    bench.cluster.checkpoint()


def add(cluster, start, end, among):
    """Loads users `start` up to `end`: each odd one referred by one of the even ones below `among`."""
    cluster.sql((LOAD + LOAD_REFERRAL_CODES).format(
        prefix=f"'{UID_PREFIX}'", first=NUMBER_FIRST, start=start, end=end, among=among))


def last_paid(cluster, start, end):
    """The number of the last user from `start` up to `end` who has reached level 5; `start` when none has."""
    number = cluster.sql(f"""
        SELECT right(uid::text, 12)::bigint - {NUMBER_FIRST} FROM users
        WHERE uid >= '{uid(start)}' AND uid < '{uid(end)}' AND highest_level >= 5 ORDER BY uid DESC LIMIT 1""")
    return int(number or start)


def end(cluster):
    """The number after the last user that was loaded."""
    return int(cluster.sql(f"""
        SELECT coalesce(max(right(uid::text, 12)::bigint) - {NUMBER_FIRST} + 1, 0) FROM users
        WHERE uid BETWEEN '{UID_PREFIX}000000000000' AND '{UID_PREFIX}999999999999'"""))


def active_uids(bench, active=ACTIVE_USERS):
    step = bench.users // active
    return [uid(n * step) for n in range(active)]


def active_variables(bench, active=ACTIVE_USERS):
    """What pgbench's scripts need to draw from the same users."""
    return {"first": NUMBER_FIRST, "active": active, "step": bench.users // active}
