"""How long each report takes with ten million users, of whom a few brought very many: on a cluster of its own."""
import http.client
import json
import statistics
import time
import urllib.parse
import uuid

from suite.comparison import Result
from suite.population import NUMBER_FIRST
from suite.report import progress
from suite.tokens import TokenSigner

MILLISECONDS_MAX = 100
CALLS = 30
DAYS = 400
COUNTED_SECONDS_MAX = 3_600
# When the first user came; the others came evenly since. Their ids are as old as they are, as in service.
FIRST_MILLISECONDS = int((time.time() - DAYS * 86_400) * 1_000)
TABLES = ("users", "referral_codes", "rewards", "balances", "ledger_entries", "links", "events", "credentials")

# Half were brought; of those who brought anybody the first brought most, by the fourth power.
LOAD = """
CREATE FUNCTION came(n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT {began} + n * {days} * 86400000 / {users}';
CREATE FUNCTION uid_of(n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE
    AS 'SELECT (lpad(to_hex(came(n)), 12, ''0'') || ''70008000'' || ({first} + n))::uuid';
INSERT INTO users (uid, referral_code, referred_by, referral_source, referral_link, created_at, email, signed_up_at, level,
    highest_level, settled_rules)
SELECT uid_of(n), right(({first} + n)::text, 10),
    CASE WHEN n % 2 = 1 THEN uid_of(r * 2) END,
    CASE WHEN n % 2 = 1 THEN (ARRAY['claim_unique', 'claim_unique', 'claim_default', 'code'])[n / 2 % 4 + 1] END,
    CASE WHEN n % 4 = 1 THEN 'link' || n % {links} END, at, email, signed_up, level, level, '{{}}'
FROM (SELECT n, floor(pow((n * 7919 % {users} + 1)::float / {users}, 4) * ({users} / 2 - 1))::bigint AS r,
        to_timestamp(came(n) / 1000.0) AS at,
        CASE WHEN n % 5 < 3 THEN 'player' || n || '@example.com' END AS email,
        CASE WHEN n % 5 < 3 THEN to_timestamp(came(n) / 1000.0) END AS signed_up,
        CASE WHEN n % 4 = 1 THEN 6 ELSE 1 END AS level
    FROM generate_series(0::bigint, {users} - 1) AS n) AS u;
INSERT INTO referral_codes (code, uid) SELECT referral_code, uid FROM users;
INSERT INTO credentials (email, uid, password_hash, created_at)
SELECT email, uid, 'x', created_at FROM users WHERE email IS NOT NULL;
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions)
SELECT uid, gen_random_uuid(), 'level_reached', level, created_at, level, level, referred_by, '{{}}' FROM users;
INSERT INTO links (code, long_link, directives, channel, campaign, tags, one_time, uid, created_at)
SELECT 'link' || n, 'https://go.example.com/?link=https%3A%2F%2Fexample.com', '{{}}',
    (ARRAY['sms', 'email', 'whatsapp', 'copy', 'qr'])[n % 5 + 1], 'month' || n % 12, '{{}}', false,
    uid_of(n * 10), now() - interval '{days} days' + (n::float / {links}) * interval '{days} days'
FROM generate_series(0::bigint, {links} - 1) AS n;
INSERT INTO clicks (id, clicked_at, platform, code)
SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || right(md5(n::text), 19))::uuid, at, 'android',
    'link' || n * 31 % {links}
FROM (SELECT n, now() - (n::float / {links}) * interval '30 days' AS at FROM generate_series(1::bigint, {links}) AS n) AS c;
-- A fiftieth waits for an administrator, and some were refused or taken back.
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, rule_version, codes)
SELECT referred_by, uid, 'level-5', gen_random_uuid(), 'referrer', 'pieces_of_eight', 50, status, 'A friend', created_at, 1,
    CASE status WHEN 'held' THEN (ARRAY['default_match', 'same_network', 'burst'])[n / 4 % 3 + 1] ELSE '' END
FROM (SELECT uid, referred_by, created_at, n,
        CASE n / 4 % 50 WHEN 0 THEN 'held' WHEN 1 THEN 'void' WHEN 2 THEN 'reversed' ELSE 'paid' END AS status
    FROM (SELECT uid, referred_by, created_at, right(uid::text, 12)::bigint - {first} AS n FROM users
        WHERE highest_level >= 5) AS f) AS u;
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
SELECT uid, id, currency, place, 'grant', amount, place * 50, rule, subject, reason, granted_at
FROM (SELECT *, row_number() OVER (PARTITION BY uid ORDER BY granted_at, id) AS place FROM rewards WHERE status = 'paid') AS r
ORDER BY granted_at;
INSERT INTO balances (uid, currency, amount, entries)
SELECT uid, currency, sum(amount), count(*) FROM ledger_entries GROUP BY 1, 2;
"""


def reports(bench):
    users = bench.options.report_users
    with bench.another_cluster(users) as grown:
        load(grown, users)
        waited = wait_until_counted(grown)
        key = grown.server.command("keys", "create", "--scope", "admin", "--name", "bench").split()[0]
        return [added_up(users, waited)] + [row(grown, *call) for call in calls(grown, users, key)]


def load(bench, users):
    """Without its indexes, which are made again once all is there."""
    progress(f"loading {users:,} users and what became of them")
    sql = bench.cluster.sql
    names = ", ".join(f"'{table}'" for table in TABLES)
    indexes = sql(f"""
        SELECT indexdef FROM pg_indexes WHERE tablename IN ({names})
            AND indexname NOT IN (SELECT conname FROM pg_constraint) ORDER BY indexname""").splitlines()
    drops = sql(f"""
        SELECT format('DROP INDEX %I;', indexname) FROM pg_indexes WHERE tablename IN ({names})
            AND indexname NOT IN (SELECT conname FROM pg_constraint)""")
    settings = "SET synchronous_commit = off; SET maintenance_work_mem = '512MB'; SET work_mem = '256MB';"
    text = LOAD.format(began=FIRST_MILLISECONDS, first=NUMBER_FIRST, users=users, links=max(users // 10, 1), days=DAYS)
    for statement in [drops, *text.split(";\n"), *indexes]:
        if statement.strip():
            began = time.monotonic()
            sql(f"{settings} {statement};")
            if (seconds := time.monotonic() - began) > 10:
                progress(f"  {seconds:.0f} s: {' '.join(statement.split())[:80]}")
    bench.cluster.checkpoint()


def wait_until_counted(bench):
    """Seconds until the workers have taken in all that was loaded."""
    bench.restart_server()
    began = time.monotonic()
    behind = """SELECT (SELECT min(counted_until) FROM day_count_progress) < now() - interval '3 minutes'
        OR (SELECT coalesce(counted_until, '-infinity') FROM brought_progress) < now() - interval '3 minutes'"""
    while bench.cluster.sql(behind) == "t":
        if time.monotonic() - began > COUNTED_SECONDS_MAX:
            raise RuntimeError("the workers didn't get through in an hour")
        time.sleep(1)
    bench.cluster.sql("ANALYZE day_counts, brought_sums, brought_ranks;")
    return time.monotonic() - began


def added_up(users, seconds):
    progress(f"  added up {DAYS} days of {users:,} users within {seconds:.0f} s of the start")
    return Result(f"adding up {DAYS} days of {users:,} users, once", f"{seconds:.0f} s", samples={"seconds": seconds})


def calls(bench, users, key):
    """Name, token, and the paths to ask for in turn."""
    signer = TokenSigner(bench.cluster)
    sizes = (users // 2 * 2 - 2, users // 4 * 2, 200, 20, 0)
    # Those who were brought and those who brought some, but not the very largest, whose answer is long.
    explained = [uid(n, users) for n in (1, 5, 9, 13, users // 2 + 1, users - 3, *sizes[:2])]
    first = bench_get(bench, "/v1/admin/reviews?limit=100", key)
    cursor = urllib.parse.quote(first["next_cursor"] or "")
    yield "`GET /v1/admin/funnel`, 30 days by day", key, ["/v1/admin/funnel"]
    for by in ("day", "channel", "campaign"):
        yield f"`GET /v1/admin/funnel`, a year by {by}", key, [f"/v1/admin/funnel?by={by}&{year(bench)}"]
    for measure in ("users", "sign_ups", "referrals", "granted", "redeemed", "outstanding", "rewards"):
        yield f"`GET /v1/admin/timeline`, a year of {measure}", key, [f"/v1/admin/timeline?measure={measure}&{year(bench)}"]
    tokens = signer.tokens([uid(n, users) for n in sizes])
    for days in ("1", "7", "30", "all"):
        path = f"/v1/leaderboard?currency=pieces_of_eight&days={days}"
        yield f"`GET /v1/leaderboard`, days {days}", tokens, [path]
    yield "`GET /v1/admin/reviews`", key, [
        "/v1/admin/reviews", "/v1/admin/reviews?limit=100", f"/v1/admin/reviews?limit=100&cursor={cursor}",
        "/v1/admin/reviews?rule=level-5", "/v1/admin/reviews?code=burst"]
    yield "`GET /v1/admin/users/{uid}/explanation`", key, [f"/v1/admin/users/{uid}/explanation" for uid in explained]


def uid(n, users):
    came = FIRST_MILLISECONDS + n * DAYS * 86_400_000 // users
    return str(uuid.UUID(f"{came:012x}70008000{NUMBER_FIRST + n}"))


def year(bench):
    return bench.cluster.sql("SELECT 'from=' || now()::date - 364 || '&until=' || now()::date + 1")


def row(bench, name, tokens, paths):
    tokens = [tokens] if isinstance(tokens, str) else tokens
    connection = http.client.HTTPConnection("127.0.0.1", bench.server.port, timeout=60)
    times = []
    # Each once beforehand: what no report has read for long comes from the disk.
    pairs = [(path, token) for path in paths for token in tokens]
    for number in range(len(pairs) + CALLS):
        path, token = pairs[number % len(pairs)]
        began = time.monotonic()
        get(connection, path, token)
        times.append((time.monotonic() - began) * 1_000)
    first, rest = times[:len(pairs)], times[len(pairs):]
    median, slowest = statistics.median(rest), max(rest)
    progress(f"  {name}: median {median:.1f} ms, slowest {slowest:.1f} ms, first {max(first):.1f} ms")
    return Result(
        f"{name}, {bench.users:,} users", f"{median:.1f} ms, slowest of {CALLS} {slowest:.1f} ms",
        target=f"{MILLISECONDS_MAX} ms", is_failed=slowest > MILLISECONDS_MAX,
        samples={"milliseconds": rest, "first_milliseconds": first})


def bench_get(bench, path, token):
    return json.loads(get(http.client.HTTPConnection("127.0.0.1", bench.server.port, timeout=60), path, token))


def get(connection, path, token):
    connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
    reply = connection.getresponse()
    text = reply.read()
    if reply.status != 200:
        raise RuntimeError(f"GET {path}: {reply.status} {text.decode()}")
    return text
