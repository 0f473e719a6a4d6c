"""A receiver of webhooks in a process of its own, which can be killed: `python3 -m faults.kit.receiver PORT FOLDER`.

It checks each request, and writes it down before it answers. So all that it has taken is in its file, whenever it dies.
"""
import base64
import hashlib
import hmac
import http.server
import json
import os
import pathlib
import random
import socketserver
import sys
import time

from suite.processes import Background
from suite.server import free_port

SLOW_SECONDS = 0.02
AGE_SECONDS_MAX = 300
HALF, SLOW = "/half", "/slow"


class Receiver:
    """The process. `trust` comes first."""

    def __init__(self, rig, name="receiver"):
        self.folder, self.port, self.process = rig.folder(name), free_port(), None
        rig.callback(self.stop)

    def url(self, path):
        return f"http://127.0.0.1:{self.port}{path}"

    def trust(self, secrets):
        """`secrets`: by path."""
        (self.folder / "secrets").write_text(json.dumps(secrets))

    def start(self):
        self.process = Background([sys.executable, "-m", "faults.kit.receiver", str(self.port), str(self.folder)],
                                  self.folder / "log", cwd=pathlib.Path(__file__).parent.parent.parent)

    def kill(self):
        self.process.process.kill()
        self.process.process.wait()

    def stop(self):
        if self.process:
            self.process.stop()

    def heal(self):
        """From now on it takes everything at once."""
        (self.folder / "healed").touch()

    def requests(self, path):
        """[{id, subject, sequence, is_signed, is_taken}] in the order in which they came."""
        lines = (json.loads(line) for line in (self.folder / "requests").read_text().splitlines())
        return [line for line in lines if line["path"] == path]


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        is_signed = signed(self.server.secrets[self.path], self.headers, body)
        is_healed = (self.server.folder / "healed").exists()
        if self.path == SLOW and not is_healed:
            time.sleep(SLOW_SECONDS)
        is_taken = is_signed and (self.path != HALF or is_healed or random.random() < 0.5)
        self.write_down(json.loads(body), is_signed, is_taken)
        self.send_response_only(204 if is_taken else 500)
        if not is_taken:
            self.send_header("Content-Length", "0")
        self.end_headers()

    def write_down(self, change, is_signed, is_taken):
        line = {name: change[name] for name in ("id", "subject", "sequence")}
        line |= {"path": self.path, "is_signed": is_signed and change["id"] == self.headers["webhook-id"], "is_taken": is_taken}
        os.write(self.server.file, json.dumps(line).encode() + b"\n")


def signed(secret, headers, body):
    """As Standard Webhooks has it: HMAC-SHA256 over id, timestamp and body."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.digest(key, message, hashlib.sha256)).decode()
    age = abs(time.time() - int(headers["webhook-timestamp"]))
    return age < AGE_SECONDS_MAX and any(
        hmac.compare_digest(expected, given) for given in headers["webhook-signature"].split(" "))


class Listener(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    request_queue_size = 128


def main(port, folder):
    listener = Listener(("127.0.0.1", int(port)), Handler)
    listener.folder = pathlib.Path(folder)
    listener.secrets = json.loads((listener.folder / "secrets").read_text())
    listener.file = os.open(listener.folder / "requests", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    listener.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
