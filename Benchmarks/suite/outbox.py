"""Changes that are written by SQL, as a service of years has them."""

# Not users: their counters stay what they are.
SUBJECT_PREFIX = "01900000-0000-7000-9000-"
SUBJECTS = 200_000
COLUMNS = "day, position, id, type, subject, sequence, occurred_at, payload"
# A balance that changed. `n` counts from 0.
ROW = f"""
    gen_random_uuid(), 'balance.changed', ('{SUBJECT_PREFIX}' || lpad((n % {SUBJECTS})::text, 12, '0'))::uuid,
    n / {SUBJECTS} + 1, now(), format('{{"entry":"%s","kind":"grant","currency":"pieces_of_eight","amount":50,'
        '"balance":%s,"rule":"level-5"}}', gen_random_uuid(), 50 * (n / {SUBJECTS} + 1))::json"""
TODAY = "(now() AT TIME ZONE 'UTC')::date"


def add(cluster, count):
    """Writes changes of today. A position follows the id of its transaction: readers rely on it (RecordChanges.swift)."""
    cluster.sql(f"""
        INSERT INTO changes ({COLUMNS}) SELECT {TODAY}, nextval('change_positions'), {ROW}
        FROM generate_series(0, {count} - 1) AS n WHERE pg_current_xact_id() IS NOT NULL""")


def last_position(cluster):
    return int(cluster.sql("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM change_positions"))


def cursor(cluster):
    """Where a reader of the feed goes on that has read all."""
    return f"{last_position(cluster)}." + cluster.sql(f"SELECT {TODAY} - date '1970-01-01'")
