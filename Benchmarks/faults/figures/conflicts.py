"""PostgreSQL undoes one transaction in ten, or every one, as it does when they are in each other's way."""
import time

from faults.kit.players import Load, Players, books
from faults.kit.wire import Wire
from faults.report import Row

SECONDS = 6
PATIENCE_SECONDS = 2
INJECT = """
CREATE OR REPLACE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF random() < {share} THEN RAISE EXCEPTION USING ERRCODE = '{code}'; END IF; RETURN NULL; END $$;
DROP TRIGGER IF EXISTS conflict ON events;
"""
# At the statement, or at the commit.
STATEMENT = "CREATE TRIGGER conflict AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION conflict();"
COMMIT = """CREATE CONSTRAINT TRIGGER conflict AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION conflict();"""


def conflicts(rig):
    cluster = rig.cluster()
    server = rig.server(cluster)
    server.start()
    players = Players(server, 20_000)
    rows, loads = [], []
    for code, trigger, where, clients, depth in (
            ("40001", STATEMENT, "each transaction", 32, 4), ("40P01", STATEMENT, "each transaction", 32, 4),
            ("40001", COMMIT, "each event, at the commit", 4, 1)):
        inject(cluster, 0.1, code, trigger)
        load = Load(players, [server.port], f"{rig.seed}/{len(loads)}", clients=clients, depth=depth)
        loads.append(load)
        with load:
            time.sleep(SECONDS)
        errors = load.refused + len(load.oddities)
        rows.append(Row(f"{code} for 10 % of {where}, {load.count:,} events", "0 client errors", f"{errors}",
                        errors == 0 and load.count > 0))
    rows.append(always(rig, server, players, cluster))
    lost, double, wrong = books(players, loads)
    rows.append(Row("afterwards", "0 lost, 0 double, 0 sums wrong", f"{lost}, {double}, {wrong}", lost == double == wrong == 0))
    return rows


def always(rig, server, players, cluster):
    inject(cluster, 1, "40001", STATEMENT)
    with Load(players, [server.port], f"{rig.seed}/always", clients=16, depth=1) as load:
        time.sleep(SECONDS)
        inject(cluster, 0, "40001", STATEMENT)
        load.stop()
    first = Wire(server.port).ask(players.event(0, 3, "00000000-0000-4000-8000-000000000000"))[0]
    slowest = max(load.slowest)
    return Row(f"40001 for all, {load.refused:,} refusals", f"503 within {PATIENCE_SECONDS} s each; service after",
               f"{slowest:.2f} s at most; {first}",
               load.refused > 0 and not load.oddities and slowest <= PATIENCE_SECONDS and first == 200)


def inject(cluster, share, code, trigger):
    cluster.sql(INJECT.format(share=share, code=code) + trigger, role="postgres")
