"""The disk is full: that of PostgreSQL's tables, and that of its log."""
import json
import os
import pathlib
import shutil
import time

from faults.kit import database
from faults.kit.disks import Disk
from faults.kit.players import Load, Players, books
from faults.kit.wire import Wire, request
from faults.report import Row
from suite.cluster import Cluster
from suite.server import Server

FULL_SECONDS, BACK_SECONDS_MAX = 6, 2


def disks(rig):
    return tables(rig) + log(rig)


def tables(rig):
    disk = Disk(rig, "tables", 256)
    cluster = Cluster(disk.folder)
    rig.callback(cluster.stop)
    wal = rig.folder("wal")
    os.chown(wal, cluster.user.get("user", -1), cluster.user.get("group", -1))
    cluster.start("--waldir", wal)
    server = rig.server(cluster)
    server.start()
    players = Players(server, 20_000)
    load = Load(players, [server.port], rig.seed)
    rows = filled("the tables' disk full", disk, server, load)
    lost, double, wrong = books(players, [load])
    lines = troubles(server)
    causes, seconds = {line["sqlstate"] for line in lines}, FULL_SECONDS + 2
    rows.append(Row(f"lines of the log about {', '.join(sorted(causes)) or 'nothing'}, {sum(int(line['count']) for line in lines):,} times in all",
                    "one a second for each cause", f"{len(lines)} in {FULL_SECONDS} s",
                    "53100" in causes and len(lines) <= seconds * len(causes)))
    return rows + [Row("afterwards", "0 lost, 0 double, 0 sums wrong", f"{lost}, {double}, {wrong}", lost == double == wrong == 0)]


def log(rig):
    """PostgreSQL goes down when its log can't be written, and again at each start; the server starts it again."""
    disk = Disk(rig, "log", 96)
    server = Embedded(rig)
    server.start()
    users = Strangers(server, 200)
    server.stop()
    wal = server.data / "postgres/pg_wal"
    shutil.copytree(wal, disk.folder / "pg_wal", copy_function=shutil.copy2)
    owner = wal.stat()
    for path in (disk.folder / "pg_wal", *(disk.folder / "pg_wal").rglob("*")):
        os.chown(path, owner.st_uid, owner.st_gid)
    shutil.rmtree(wal)
    wal.symlink_to(disk.folder / "pg_wal")
    server.start()
    load = Load(users, [server.port], rig.seed)
    rows = filled("the embedded one's log's disk full", disk, server, load)
    # An id that is kept is refused for another event; one that was lost is new.
    told, wire = [event for events in load.acknowledged for event in events], Wire(server.port)
    lost = sum(wire.ask(load.players.event(number, 999_999, id))[0] != 422 for number, id in rig.random.sample(told, min(len(told), 2_000)))
    return rows + [Row("a sample of what was acknowledged", "0 lost", f"{lost}", lost == 0)]


def filled(what, disk, server, load):
    with load:
        load.wait_for(2_000)
        before = load.refused
        disk.fill()
        database.seconds_until(lambda: load.refused > before, 60, "a refusal")
        time.sleep(FULL_SECONDS)
        refused = load.refused - before
        disk.clear()
        count = load.count
        back = database.seconds_until(lambda: load.count > count, 60, "service again")
        load.stop()
    return [
        Row(f"{what}: {refused:,} refusals", "503 and nothing else", f"{len(load.oddities)} others", refused > 0 and not load.oddities),
        Row("served again once there is room", f"≤ {BACK_SECONDS_MAX} s", f"{back:.2f} s", back <= BACK_SECONDS_MAX),
    ]


def troubles(server):
    """The log's lines that say what went wrong with the database."""
    # Requests have their lines there too.
    lines = pathlib.Path(server.access_log).read_text(errors="replace").splitlines()
    return [json.loads(line) for line in lines if '"sqlstate"' in line]


class Embedded(Server):
    """A server with a PostgreSQL of its own."""

    def __init__(self, rig):
        super().__init__(rig.binary, None, rig.folder("embedded"))
        self.data = rig.directory / "data"
        rig.callback(self.stop)

    @property
    def environment(self):
        inherited = {name: value for name, value in os.environ.items()
                     if not name.startswith(("SHIPMATE_", "PG")) and name != "DATABASE_URL"}
        return inherited | {"SHIPMATE_DATA_DIR": str(self.data), "SHIPMATE_HTTP_PORT": str(self.port), "SHIPMATE_RATE_LIMITS": "off"}


class Strangers:
    """Users who signed up, none referred by another."""

    def __init__(self, server, count):
        self.key = server.command("keys", "create", "--scope", "server", "--name", "faults").split()[0]
        wire = Wire(server.port)
        self.uids = [json.loads(wire.ask(request("POST", "/v1/users", body={}))[2])["user"]["uid"] for _ in range(count)]
        self.count = count

    def event(self, number, level, id):
        return request("POST", "/v1/events", self.key, {
            "id": id, "uid": self.uids[number], "type": "level_reached", "level": level})
