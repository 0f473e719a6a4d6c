"""Positions of all readers that were never handed out, lie ahead, or were changed: what they answer, miss and cost."""
import bisect
import collections
import dataclasses
import json
import re
import socket
import threading
import time
import uuid

from faults.kit.wire import Wire, request
from faults.report import Row
from suite.admin import Admin
from suite.cluster import Cluster
from suite.report import progress

POSITIONS = 100_000
# A stream is a connection each.
STREAM_SHARE = 4
CLIENTS = 8
PLAYERS = 40
IDLE_SECONDS = 5
# Of a page, and of a stream with the player's state.
STATEMENTS_MAX, STREAM_STATEMENTS_MAX = 9, 16
NUMBERS = (0, 1, -1, 2**31, 2**53, 2**62, 2**63 - 1, 2**63, 10**17, 10**18 - 1, 10**19)
TEXTS = ("", "0", ".", "~", "-", "%00", "NaN", "1e9", "0.0", "99999999999999999.99999", "1.999999", "x" * 4096, "x" * 4097)


def cursors(rig):
    cluster = rig.cluster(kind=Counted)
    cluster.sql("CREATE SCHEMA counted; CREATE EXTENSION pg_stat_statements SCHEMA counted", role="postgres")
    server = rig.server(cluster, SHIPMATE_CHANGES="on", SHIPMATE_RATE_LIMITS="off")
    server.start()
    stage = Stage(server)
    found = []
    for reader in stage.readers:
        share = STREAM_SHARE if reader.is_stream else 1
        found.append(Trial(stage, reader, rig.random).run(POSITIONS // len(stage.readers) // share))
        progress(f"  {found[-1]}")
    # What streams don't ask is asked of the feed, whose cursors are theirs.
    rest = POSITIONS - sum(trial.asked for trial in found)
    found.append(Trial(stage, next(reader for reader in stage.readers if "changes" in reader.path), rig.random).run(rest))
    return rows(found)


def rows(found):
    statuses = sum((trial.statuses for trial in found), collections.Counter())
    failed = sum(count for status, count in statuses.items() if status >= 500 or status < 200)
    gaps = [gap for trial in found for gap in trial.gaps]
    what = f"{sum(trial.asked for trial in found):,} drawn positions on {len({trial.reader.name for trial in found})} readers"
    told = ", ".join(f"{status}: {count:,}" for status, count in sorted(statuses.items()))
    return [
        Row(f"{what}: answers of 500 and above, and connections that end", "0", f"{failed} ({told})", failed == 0),
        Row("answers that miss a row behind their position", "0", f"{len(gaps)}" + (f", such as {gaps[0]}" if gaps else ""), not gaps),
        of_dearest("a page", [trial for trial in found if not trial.reader.is_stream], STATEMENTS_MAX),
        of_dearest("a stream, with its state", [trial for trial in found if trial.reader.is_stream], STREAM_STATEMENTS_MAX),
    ]


def of_dearest(what, found, most):
    dearest = max(found, key=lambda trial: trial.statements)
    return Row(f"statements for {what}, of the dearest reader", f"≤ {most}",
               f"{dearest.statements:.1f} (`{dearest.reader.name}`)", dearest.statements <= most)


class Counted(Cluster):
    """PostgreSQL that counts the service's statements."""

    def __init__(self, directory):
        super().__init__(directory, "shared_preload_libraries = 'pg_stat_statements'\npg_stat_statements.track_utility = off\n")

    @property
    def statements(self):
        return int(self.sql("SELECT coalesce(sum(calls), 0) FROM counted.pg_stat_statements WHERE userid = 'shipmate_service'::regrole",
                            role="postgres"))


@dataclasses.dataclass
class Reader:
    """`items` is the reply's list; `order` all of its rows' texts from first to last, as pages of valid cursors give them."""
    path: str
    token: str
    items: str = ""
    parameter: str = "cursor"
    header: str = ""
    is_stream: bool = False
    given: list = dataclasses.field(default_factory=list)
    order: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        return self.path.split("?")[0] + (f" {self.header}" if self.header else "")


class Stage:
    """Players of whom everything has rows, and the readers."""

    def __init__(self, server):
        self.server, self.admin = server, Admin(server)
        self.wire = Wire(server.port)
        tokens = [self.send("POST", "/v1/users", None, {})]
        anne = tokens[0]["user"]
        code = anne["referral_code"]
        tokens += [self.send("POST", "/v1/users", None, {"referred_by": code}) for _ in range(PLAYERS)]
        self.token, self.uid = tokens[0]["session"]["access_token"], anne["uid"]
        webhook = self.admin.ask("POST", "/v1/admin/webhooks", {"url": "https://hooks.example/x", "types": "*", "description": "x"})
        for reply in tokens[1:]:
            for level in (3, 5):
                self.send("POST", "/v1/events", reply["session"]["access_token"],
                          {"id": str(uuid.uuid4()), "type": "level_reached", "level": level})
        for _ in range(PLAYERS):
            self.admin.ask("POST", f"/v1/admin/users/{self.uid}/adjustments",
                           {"id": str(uuid.uuid4()), "currency": "pieces_of_eight", "amount": 1, "reason": "x"})
            self.send("POST", "/v1/events", self.token, {"id": str(uuid.uuid4()), "type": "counter_incremented", "counter": "x", "by": 1})
        self.readers = self.made(webhook["webhook"]["id"])
        # What the server's own work sends in a second, once it has made its deliveries.
        time.sleep(2)
        before = server.cluster.statements
        time.sleep(IDLE_SECONDS)
        self.idle = (server.cluster.statements - before) / IDLE_SECONDS
        for reader in self.readers:
            self.learn(reader)
        self.positions = [int(line) for line in server.cluster.sql("SELECT position FROM changes ORDER BY position").split()]

    def made(self, webhook):
        key, user = self.admin.key, f"/v1/admin/users/{self.uid}"
        lists = [("/v1/users/me/ledger", self.token, "entries"), ("/v1/users/me/referrals", self.token, "referrals"),
                 ("/v1/users/me/rewards", self.token, "rewards"), ("/v1/admin/users", key, "users"),
                 (f"/v1/admin/users?referred_by={self.uid}", key, "users"), ("/v1/admin/reviews", key, "reviews"),
                 (f"{user}/ledger", key, "entries"), (f"{user}/referrals", key, "referrals"), (f"{user}/rewards", key, "rewards"),
                 (f"{user}/events", key, "events"), (f"{user}/decisions", key, "events"), ("/v1/admin/rewards", key, "rewards"),
                 (f"/v1/admin/rewards?beneficiary={self.uid}", key, "rewards"), ("/v1/admin/audit", key, "entries"),
                 ("/v1/admin/currencies", key, "currencies"), ("/v1/admin/links", key, "links"),
                 ("/v1/admin/ledger/statements", key, "statements"), ("/v1/admin/rules", key, "rules"),
                 ("/v1/admin/rules/level-5/versions", key, "versions"),
                 (f"/v1/admin/webhooks/{webhook}/deliveries", key, "deliveries")]
        streams = [Reader("/v1/admin/stream", key, parameter="after", is_stream=True),
                   Reader("/v1/admin/stream", key, header="Last-Event-ID", is_stream=True),
                   Reader("/v1/users/me/stream", self.token, header="Last-Event-ID", is_stream=True),
                   Reader("/v1/users/me/stream/tickets", self.token, is_stream=True)]
        feeds = [Reader("/v1/admin/changes?limit=7", key, "changes", "after"),
                 Reader("/v1/users/me/changes", self.token, "changes", "after")]
        return feeds + [Reader(*terms) for terms in lists] + streams

    def send(self, method, path, token, body=None):
        status, _, text = self.wire.ask(request(method, path, token, body))
        if not 200 <= status < 300:
            raise RuntimeError(f"{method} {path}: {status} {text[:200]}")
        return json.loads(text)

    def learn(self, reader):
        """All rows of a list by pages of valid cursors, and the cursors; of streams those of the feed."""
        if reader.is_stream:
            reader.given = self.readers[0].given
            return
        limit = "" if reader.parameter == "after" else ("&" if "?" in reader.path else "?") + "limit=7"
        cursor = "0.0" if "admin/changes" in reader.path else None
        for _ in range(200):
            join = "&" if "?" in reader.path + limit else "?"
            reply = self.send("GET", reader.path + limit + (f"{join}{reader.parameter}={cursor}" if cursor else ""), reader.token)
            reader.order += [text(row) for row in reply.get(reader.items) or []]
            if not reply.get("next_cursor") or reply["next_cursor"] == cursor:
                break
            cursor = reply["next_cursor"]
            reader.given.append((cursor, len(reader.order)))


def text(row):
    """What tells a row from the list's others: more of it may change."""
    return next((str(row[key]) for key in ("id", "uid", "number", "version", "name", "currency") if key in row), json.dumps(row))


class Trial:
    """One reader asked at drawn positions, by some clients at once."""

    def __init__(self, stage, reader, random):
        self.stage, self.reader, self.random = stage, reader, random
        self.statuses, self.gaps, self.asked, self.statements = collections.Counter(), [], 0, 0.0
        self.lock = threading.Lock()

    def __str__(self):
        return f"{self.reader.name}: {self.asked:,} asked, {dict(self.statuses)}, {self.statements:.1f} statements each"

    def run(self, count):
        positions = [self.drawn() for _ in range(count)]
        cluster = self.stage.server.cluster
        idle, before, began = self.stage.idle, cluster.statements, time.monotonic()
        threads = [threading.Thread(target=self.ask_all, args=(positions[client::CLIENTS],)) for client in range(CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.asked = count
        beside = idle * (time.monotonic() - began)
        self.statements = max(0, cluster.statements - before - beside) / max(1, count)
        return self

    def drawn(self):
        """(position, how many rows precede it if that is known)"""
        position, place = self.drawn_position()
        if self.reader is self.stage.readers[0] and (number := re.fullmatch(r"(\d{1,18})\.\d+", position)):
            place = bisect.bisect_right(self.stage.positions, int(number[1]))
        return position, place

    def drawn_position(self):
        given, place = self.random.choice(self.reader.given or [("0.0", None)])
        kind = self.random.randrange(8)
        if kind == 0:
            return given, place
        if kind == 1:
            return self.random.choice(TEXTS), None
        if kind == 2:
            return str(uuid.UUID(int=self.random.getrandbits(128))), None
        if kind == 3:
            return f"{self.random.choice(NUMBERS)}.{self.random.choice(NUMBERS)}", None
        if kind == 4:
            return str(self.random.choice(NUMBERS)), None
        parts = given.split(".")
        changed = self.random.randrange(len(parts))
        if parts[changed].isdigit():
            parts[changed] = str(self.random.choice((int(parts[changed]) + self.random.randrange(-40, 40), *NUMBERS)))
        else:
            digits = list(parts[changed])
            digits[self.random.randrange(len(digits))] = self.random.choice("0123456789abcdef~_z")
            parts[changed] = "".join(digits)
        return ".".join(parts), None

    def ask_all(self, positions):
        wire = None
        for position, place in positions:
            try:
                if self.reader.is_stream:
                    status, gap = self.ask_stream(position), None
                else:
                    wire = wire or Wire(self.stage.server.port)
                    status, gap, keeps = self.ask_list(wire, position, place)
                    wire = wire if keeps else wire.close()
            except OSError as error:
                wire, status, gap = None, 0, None
                progress(f"  {self.reader.name} at {position!r}: {error!r}")
            with self.lock:
                self.statuses[status] += 1
                if gap:
                    self.gaps.append(gap)

    def ask_list(self, wire, position, place):
        reader = self.reader
        join = "&" if "?" in reader.path else "?"
        path = f"{reader.path}{join}{reader.parameter}={position}"
        if not path.isascii() or " " in path:
            return 422, None, True
        status, head, body = wire.ask(request("GET", path, reader.token))
        gap = self.gap(json.loads(body), position, place) if status == 200 else None
        return status, gap, b"connection: close" not in head

    def gap(self, reply, position, place):
        """A page is a run of the list that begins at the position, and ends where its cursor or the list does."""
        if reply.get("state"):
            return None
        order = self.reader.order
        rows = [text(row) for row in reply.get(self.reader.items) or []]
        if rows and place is None:
            # Deliveries that were made meanwhile are the first.
            rows = rows[next((at for at, row in enumerate(rows) if row in order), len(rows)):]
        if not rows:
            is_end = place is None or place == len(order)
            # A feed that is asked again at the end goes on.
            return None if is_end else f"{self.reader.name} at {position}: no rows, {len(order) - place} are behind it"
        if rows[0] not in order:
            return f"{self.reader.name} at {position}: an unknown row"
        first = order.index(rows[0])
        if rows != order[first:first + len(rows)] or place is not None and first != place:
            return f"{self.reader.name} at {position}: {len(rows)} rows from {first}, not {place}"
        if not reply.get("next_cursor") and first + len(rows) != len(order):
            return f"{self.reader.name} at {position}: ends {len(order) - first - len(rows)} rows early"
        return None

    def ask_stream(self, position):
        """The status of a stream's head; of a ticket that is refused its own."""
        path, fields = self.reader.path, ""
        if path.endswith("tickets"):
            status, _, body = Wire(self.stage.server.port).ask(request("POST", path, self.reader.token, {"after": position}))
            if status != 201:
                return status
            path, token = f"/v1/users/me/stream?ticket={json.loads(body)['ticket']}", None
        else:
            token = self.reader.token
            if self.reader.header:
                fields = f"{self.reader.header}: {position}\r\n"
            else:
                path += f"?after={position}"
        bytes = request("GET", path, token).removesuffix(b"\r\n") + fields.encode() + b"\r\n"
        with socket.create_connection(("127.0.0.1", self.stage.server.port), 10) as connection:
            connection.sendall(bytes)
            head = b""
            while b"\r\n" not in head:
                piece = connection.recv(4_096)
                if not piece:
                    raise ConnectionResetError("the stream ended before its head")
                head += piece
        return int(head[9:12])
