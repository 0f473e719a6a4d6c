"""The server whose costs are counted: on one loop, behind a proxy that counts round trips, and with patience for valgrind."""
import http.client
import json
import subprocess
import time

from costs.proxy import Proxy
from suite.rows.links import PROFILE
from suite.server import Server

HOST = "go.example.com"
# Valgrind takes fifty times as long.
PATIENCE = {name: "60000" for name in (
    "SHIPMATE_HTTP_HANDLER_TIMEOUT_MILLISECONDS", "SHIPMATE_DATABASE_WAIT_MILLISECONDS",
    "SHIPMATE_DATABASE_STATEMENT_TIMEOUT_MILLISECONDS")}


class CostServer(Server):
    ready_seconds_max = 120

    def __init__(self, binary, cluster, directory):
        super().__init__(binary, cluster, directory)
        profile = directory / "profile.json"
        profile.write_text(json.dumps(PROFILE))
        self.proxy = Proxy(directory / "proxy", cluster.directory)
        self.settings = {
            "DATABASE_URL": f"host={self.proxy.directory} user=shipmate_service dbname=shipmate sslmode=disable",
            "SHIPMATE_ALLOW_UNSAFE_DATABASE": "on", "SHIPMATE_LOOPS": "1", "SHIPMATE_APP_PROFILE": str(profile),
            "SWIFT_DETERMINISTIC_HASHING": "1",
            # Each click has its row, as it has where fewer people come.
            "SHIPMATE_CLICK_BYTES_PER_SECOND": str(1 << 30), **PATIENCE}
        self.known = subprocess.check_output([binary, "help", "configuration"], text=True).split()

    @property
    def environment(self):
        """Without settings that the binary of an earlier commit doesn't know, and would refuse."""
        return {name: value for name, value in super().environment.items()
                if not name.startswith("SHIPMATE_") or name in self.known}

    def connect(self):
        return Client(self.port)


class Client:
    """One keep-alive connection.

    Beside builds, a server under valgrind may not know PostgreSQL's clock for a moment, and refuses. A refused
    request only adds to its block, and the least block counts.
    """

    attempts_max = 60

    def __init__(self, port):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def send(self, method, path, token=None, body=None):
        headers = {"Host": HOST}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            body = json.dumps(body)
            headers["Content-Type"] = "application/json"
        for _ in range(self.attempts_max):
            self.connection.request(method, path, body, headers)
            reply = self.connection.getresponse()
            text = reply.read()
            if reply.status != 503:
                break
            time.sleep(0.5)
        if reply.status >= 400:
            raise RuntimeError(f"{method} {path}: {reply.status} {text[:500]}")
        return json.loads(text) if reply.headers.get_content_type() == "application/json" else text
