"""Two PostgreSQLs, one a streaming standby: the primary is killed, the standby takes over, and the other follows it."""
import shutil
import time

from faults.kit import database
from faults.kit.players import Load, Players, books
from faults.kit.wire import Wire
from faults.report import Row
from suite.cluster import Cluster
from suite.report import progress

FAILOVERS = 10
SECONDS_MAX = 5


class Pair:
    """A commit waits for the standby, so that nothing acknowledged is lost with the primary."""

    def __init__(self, rig):
        self.primary = rig.cluster("one")
        self.standby = Cluster(rig.folder("other"))
        rig.callback(self.standby.stop)
        self.follow()

    @property
    def url(self):
        # In one order whoever leads: the server finds out.
        hosts = ",".join(sorted(str(cluster.directory) for cluster in (self.primary, self.standby)))
        return f"host={hosts} user=shipmate_service dbname=shipmate sslmode=disable connect_timeout=2"

    def follow(self):
        """Makes the standby anew from the primary."""
        primary, standby = self.primary, self.standby
        shutil.rmtree(standby.data, ignore_errors=True)
        standby.run("pg_basebackup", "-h", primary.directory, "-U", "postgres", "-D", standby.data, "-R", "-c", "fast", **standby.user)
        settings = standby.data / "postgresql.conf"
        settings.write_text(settings.read_text() + f"unix_socket_directories = '{standby.directory}'\n")
        database.relaunch(standby)
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", role="postgres")
        primary.sql("SELECT pg_reload_conf()", role="postgres")
        database.seconds_until(lambda: "sync" in primary.sql("SELECT sync_state FROM pg_stat_replication", role="postgres"),
                               20, "a standby that follows")

    def fail_over(self):
        database.kill(self.primary)
        self.standby.sql("SELECT pg_promote()", role="postgres")
        self.primary, self.standby = self.standby, self.primary


def failovers(rig):
    pair = Pair(rig)
    server = rig.server(pair.primary, DATABASE_URL=pair.url, SHIPMATE_DATABASE_OWNER_URL=pair.url.replace("_service", "_owner"))
    server.start()
    players = Players(server, 20_000)
    seconds = []
    with Load(players, [server.port], rig.seed, clients=8, depth=4) as load:
        for turn in range(FAILOVERS):
            load.wait_for(500)
            began = time.monotonic()
            pair.fail_over()
            seconds.append(until_served(server, players, began))
            progress(f"  {turn + 1} of {FAILOVERS}: {seconds[-1]:.2f} s")
            pair.follow()
        load.stop()
    players.cluster = pair.primary
    lost, double, wrong = books(players, [load])
    return [
        Row(f"{FAILOVERS} fail-overs, from the primary's death to the first event acknowledged", f"≤ {SECONDS_MAX} s each",
            f"{min(seconds):.2f} to {max(seconds):.2f} s", max(seconds) <= SECONDS_MAX),
        Row(f"{load.count:,} events meanwhile", "0 lost, 0 double, 0 sums wrong, 0 odd replies",
            f"{lost}, {double}, {wrong}, {len(load.oddities)}", lost == double == wrong == 0 and not load.oddities),
    ]


def until_served(server, players, began):
    event = players.event(0, 3, "00000000-0000-4000-8000-000000000000")
    while time.monotonic() - began < 30:
        wire = Wire(server.port)
        status = wire.ask(event)[0]
        wire.close()
        if status == 200:
            return time.monotonic() - began
        time.sleep(0.01)
    raise RuntimeError("never served after a fail-over")
