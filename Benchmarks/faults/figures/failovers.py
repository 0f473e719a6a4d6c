"""Two PostgreSQLs on the loopback network, one a synchronous standby: the primary is killed, or falls silent, the standby takes
over, and the other follows it."""
import itertools
import shutil
import time

from faults.kit import database
from faults.kit.players import Load, Players, books
from faults.kit.wire import Wire
from faults.report import Row
from suite.cluster import Cluster
from suite.report import progress

DEATHS = 10
SILENCES = 3
SECONDS_MAX = 5


class Pair:
    """A commit waits for the standby, so that nothing acknowledged is lost with the primary."""

    def __init__(self, rig):
        self.primary = rig.cluster("one")
        self.standby = Cluster(rig.folder("other"))
        rig.callback(self.standby.stop)
        # Nobody else's.
        self.addresses = {cluster.directory: "127." + ".".join(str(rig.random.randint(1, 254)) for _ in range(3))
                          for cluster in (self.primary, self.standby)}
        database.kill(self.primary)
        self.listen(self.primary)
        database.relaunch(self.primary)
        self.follow()

    @property
    def url(self):
        # In one order whoever leads: the server finds out.
        hosts = ",".join(self.addresses.values())
        return f"host={hosts} user=shipmate_service dbname=shipmate sslmode=disable connect_timeout=2"

    def listen(self, cluster):
        with open(cluster.data / "postgresql.conf", "a") as settings:
            settings.write(f"unix_socket_directories = '{cluster.directory}'\n"
                           f"listen_addresses = '{self.addresses[cluster.directory]}'\n")
        with open(cluster.data / "pg_hba.conf", "a") as access:
            access.write("host all all 127.0.0.0/8 trust\n")

    def follow(self):
        """Makes the standby anew from the primary."""
        primary, standby = self.primary, self.standby
        shutil.rmtree(standby.data, ignore_errors=True)
        standby.run("pg_basebackup", "-h", primary.directory, "-U", "postgres", "-D", standby.data, "-R", "-c", "fast", **standby.user)
        self.listen(standby)
        database.relaunch(standby)
        primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'", role="postgres")
        primary.sql("SELECT pg_reload_conf()", role="postgres")
        database.seconds_until(lambda: "sync" in primary.sql("SELECT sync_state FROM pg_stat_replication", role="postgres"),
                               20, "a standby that follows")

    def promote(self):
        """Returns when the standby takes writes, and whoever led before must not come back."""
        self.standby.sql("SELECT pg_promote()", role="postgres")
        self.primary, self.standby = self.standby, self.primary


def failovers(rig):
    pair = Pair(rig)
    server = rig.server(pair.primary, DATABASE_URL=pair.url, SHIPMATE_DATABASE_OWNER_URL=pair.url.replace("_service", "_owner"))
    server.start()
    players = Players(server, 20_000)
    ids = (f"00000000-0000-4000-8000-{number:012}" for number in itertools.count())
    with Load(players, [server.port], rig.seed, clients=8, depth=4) as load:
        deaths = [turn(pair, server, players, load, next(ids), die) for _ in range(DEATHS)]
        silences = [turn(pair, server, players, load, next(ids), fall_silent) for _ in range(SILENCES)]
        load.stop()
    players.cluster = pair.primary
    lost, double, wrong = books(players, [load])
    return [
        row(f"{DEATHS} primaries that die", deaths),
        row(f"{SILENCES} primaries that fall silent", silences),
        Row(f"{load.count:,} events meanwhile", "0 lost, 0 double, 0 sums wrong, 0 odd replies",
            f"{lost}, {double}, {wrong}, {len(load.oddities)}", lost == double == wrong == 0 and not load.oddities),
    ]


def row(what, seconds):
    return Row(f"{what}: from the promotion to the first event that the standby acknowledged", f"≤ {SECONDS_MAX} s each",
               f"{min(seconds):.2f} to {max(seconds):.2f} s", max(seconds) <= SECONDS_MAX)


def turn(pair, server, players, load, id, end):
    load.wait_for(500)
    seconds = end(pair, lambda: until_served(server, players.event(0, 3, id)))
    progress(f"  {end.__name__}: {seconds:.2f} s")
    pair.follow()
    return seconds


def die(pair, until_served):
    database.kill(pair.primary)
    pair.promote()
    return until_served()


def fall_silent(pair, until_served):
    """It is still silent when all is well again, and then it is made sure that it stays so."""
    former = pair.primary
    with database.stopped(former):
        pair.promote()
        seconds = until_served()
        database.kill(former)
    return seconds


def until_served(server, event):
    """An event that nobody has sent before, so that its answer is the standby's."""
    began = time.monotonic()
    while time.monotonic() - began < 30:
        try:
            wire = Wire(server.port)
            status = wire.ask(event)[0]
            wire.close()
        except OSError:
            continue
        if status == 200:
            return time.monotonic() - began
        time.sleep(0.01)
    raise RuntimeError("never served after a fail-over")
