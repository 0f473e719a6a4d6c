"""Days of changes in partitions of their own, which come and go in a moment."""
import datetime

from suite.outbox import COLUMNS, ROW, TODAY

# Indexes come last, and a CHECK spares the attachment its scan.
BUILD = """
CREATE TABLE {name} (LIKE changes);
INSERT INTO {name} ({columns}) SELECT DATE '{day}', {first} + n, {row} FROM generate_series(1, {count}) AS n;
ALTER TABLE {name} ADD CONSTRAINT {name}_pkey PRIMARY KEY (position, day),
    ADD CONSTRAINT {name}_day CHECK (day >= '{day}' AND day < '{after}');
CREATE INDEX {name}_subject ON {name} (subject, position) WHERE subject IS NOT NULL;
"""


class History:
    """The last of its days is today, whose own partition is away meanwhile."""

    def __init__(self, cluster, days, count):
        self.cluster = cluster
        self.today = datetime.date.fromisoformat(cluster.sql(f"SELECT {TODAY}"))
        self.days = [self.today - datetime.timedelta(days=number) for number in reversed(range(days))]
        for number, day in enumerate(self.days):
            cluster.sql(BUILD.format(name=self.name(day), columns=COLUMNS, day=day, after=next_of(day), row=ROW,
                                     first=number * count, count=count))
        cluster.sql(f"SELECT setval('change_positions', {days * count})")
        cluster.checkpoint()

    def attach(self):
        self.cluster.sql(detachment(self.usual) + "".join(attachment(self.name(day), day) for day in self.days))

    def detach(self):
        self.cluster.sql("".join(detachment(self.name(day)) for day in self.days) + attachment(self.usual, self.today))

    @property
    def usual(self):
        return f"changes_{self.today:%Y%m%d}"

    def name(self, day):
        return f"history_{day:%Y_%m_%d}"


def next_of(day):
    return day + datetime.timedelta(days=1)


def attachment(name, day):
    return f"ALTER TABLE changes ATTACH PARTITION {name} FOR VALUES FROM ('{day}') TO ('{next_of(day)}');"


def detachment(name):
    return f"ALTER TABLE changes DETACH PARTITION {name};"
