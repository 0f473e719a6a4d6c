"""Between a server and PostgreSQL, as a socket of its own: it cuts connections around their COMMIT."""
import random
import select
import socket
import threading

# As a statement's name in Bind (PostgreSQL documentation, 55.7), and as the tag of CommandComplete.
ASKED, DONE = b"\0COMMIT\0", b"COMMIT\0"
WAYS = ("before", "under", "after")


class CommitProxy:
    """Cuts while `cuts` asks for more: each commit with a share of `probability`, in one of three ways.

    Before: PostgreSQL never hears of it. Under: it hears, and nobody waits for its answer. After: it has answered.
    """

    def __init__(self, rig, cluster, probability):
        self.folder = rig.folder("commits")
        self.upstream = str(cluster.directory / ".s.PGSQL.5432")
        self.random, self.probability = random.Random(rig.seed + "/cuts"), probability
        self.done, self.wanted, self.lock = dict.fromkeys(WAYS, 0), 0, threading.Lock()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / ".s.PGSQL.5432"))
        self.listener.listen(256)
        rig.callback(self.listener.close)
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"host={self.folder} user=shipmate_service dbname=shipmate sslmode=disable"

    @property
    def cuts(self):
        return sum(self.done.values())

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.carry, args=(client,), daemon=True).start()

    def carry(self, client):
        with client, socket.socket(socket.AF_UNIX) as upstream:
            try:
                upstream.connect(self.upstream)
                self.pass_on(client, upstream)
            except OSError:
                pass  # Either end is gone, and with it the other.

    def pass_on(self, client, upstream):
        way = None
        while True:
            for end in select.select([client, upstream], [], [])[0]:
                data = end.recv(65_536)
                if not data:
                    return
                if end is client and ASKED in data:
                    way = self.choose()
                if way == "before" or (way == "after" and end is upstream and DONE in data):
                    return self.count(way)
                (upstream if end is client else client).sendall(data)
                if way == "under":
                    return self.count(way)

    def choose(self):
        with self.lock:
            if self.cuts >= self.wanted or self.random.random() >= self.probability:
                return None
            return self.random.choice(WAYS)

    def count(self, way):
        with self.lock:
            self.done[way] += 1
