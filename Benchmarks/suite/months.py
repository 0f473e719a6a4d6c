"""A year of events in partitions by month, as clicks are in partitions by day: by their ids, which begin with their time."""
import datetime

from suite.population import NUMBER_FIRST, UID_PREFIX

MONTHS = 12
# The rows of the table stay unique by user and id, because an id names its partition. Ids that are no times are in the others.
PARTITION = """
CREATE TEMP TABLE kept AS SELECT pg_get_triggerdef(oid) AS trigger FROM pg_trigger WHERE tgrelid = 'events'::regclass;
ALTER TABLE events RENAME TO events_former;
CREATE TABLE events (LIKE events_former INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
DROP TABLE events_former;
ALTER TABLE events ADD CONSTRAINT events_pkey PRIMARY KEY (uid, id);
CREATE INDEX events_referrers ON events (received_at) WHERE type = 'referrer_recorded';
DO $$ DECLARE t text; BEGIN FOR t IN SELECT trigger FROM kept LOOP EXECUTE t; END LOOP; END $$;
GRANT SELECT, INSERT ON events TO shipmate_service;
CREATE TABLE events_before PARTITION OF events FOR VALUES FROM (MINVALUE) TO ('{first}');
CREATE TABLE events_after PARTITION OF events FOR VALUES FROM ('{last}') TO (MAXVALUE);
"""
# The key comes last, and a CHECK spares the attachment its scan. Users follow in an order that has nothing to do with their uids.
MONTH = """
CREATE TABLE {name} (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS);
INSERT INTO {name} (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions, standing)
SELECT ('{prefix}' || {first_user} + player)::uuid,
    (lpad(to_hex(at), 12, '0') || '7' || substr(md5(n::text), 1, 3) || 'a' || substr(md5(n::text), 4, 15))::uuid,
    'level_reached', n % 4 + 1, to_timestamp(at / 1000.0), n % 4 + 1, 4,
    CASE WHEN player % 2 = 1 THEN ('{prefix}' || {first_user} + player - 1)::uuid END, '{{}}', '1:AA'
FROM (SELECT n, {began} + n * {milliseconds} / {events} AS at, (n * 7919 + {number}) % {users} AS player
    FROM generate_series(0::bigint, {events} - 1) AS n) AS e;
ALTER TABLE {name} ADD CONSTRAINT {name}_pkey PRIMARY KEY (uid, id),
    ADD CONSTRAINT {name}_month CHECK (id >= '{start}' AND id < '{end}');
ALTER TABLE events ATTACH PARTITION {name} FOR VALUES FROM ('{start}') TO ('{end}');
"""


class Months:
    """The last of them is the current one, and has events up to now."""

    def __init__(self, now):
        first = now.year * 12 + now.month - MONTHS
        self.now = now
        self.starts = [datetime.datetime((first + n) // 12, (first + n) % 12 + 1, 1, tzinfo=now.tzinfo) for n in range(MONTHS + 1)]

    def build(self, cluster, users, events):
        """Puts as many events of as many users into the table, which must be empty."""
        cluster.sql(PARTITION.format(first=uuid_at(self.starts[0]), last=uuid_at(self.starts[-1])))
        for number in range(MONTHS):
            yield self.name(number)
            start, end = self.starts[number], self.starts[number + 1]
            began, ended = milliseconds(start), milliseconds(min(end, self.now))
            cluster.sql("SET synchronous_commit = off; SET maintenance_work_mem = '512MB';" + MONTH.format(
                name=self.name(number), prefix=UID_PREFIX, first_user=NUMBER_FIRST, number=number, users=users,
                began=began, milliseconds=ended - began, events=events // MONTHS, start=uuid_at(start), end=uuid_at(end)))

    def name(self, number):
        return f"events_{self.starts[number]:%Y_%m}"

    def drop_oldest(self, cluster):
        """Takes it away without keeping writers waiting."""
        cluster.sql(f"ALTER TABLE events DETACH PARTITION {self.name(0)} CONCURRENTLY;\nDROP TABLE {self.name(0)};")


def milliseconds(at):
    return int(at.timestamp() * 1000)


def uuid_at(at):
    """The least UUID of version 7 of an instant."""
    text = f"{milliseconds(at):012x}"
    return f"{text[:8]}-{text[8:]}-7000-8000-000000000000"
