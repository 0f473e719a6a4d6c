"""A receiver of webhooks: receiver.py FOLDER PACKAGES [PORT]. Each request is a line of FOLDER/requests, with whether PyPI's
standardwebhooks found it signed by one of the secrets in FOLDER/secrets. FOLDER/behaviour has what the path gets:
lines of PATH and a status, `half` (every other one fails), `slow` (100 ms), `never`, or `later` (429 with Retry-After)."""
import http.server, json, os, random, socket, sys, threading, time

folder, packages = sys.argv[1], sys.argv[2]
sys.path.insert(0, packages)
from standardwebhooks import Webhook, WebhookVerificationError

lock = threading.Lock()


def lines(name):
    try:
        with open(f"{folder}/{name}") as file:
            return [line.split() for line in file if line.strip()]
    except FileNotFoundError:
        return []


def is_signed(headers, body):
    for [secret] in lines("secrets"):
        try:
            Webhook(secret).verify(body, {name.lower(): value for name, value in headers.items()}, json_parse=False)
            return True
        except WebhookVerificationError:
            pass
    return False


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # A reply is two writes; without it the second waits for the first one's acknowledgement.
    disable_nagle_algorithm = True

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        behaviour = dict(lines("behaviour")).get(self.path, "200")
        if behaviour == "never":
            time.sleep(3600)
        if behaviour == "slow":
            time.sleep(0.1)
        status = int(behaviour) if behaviour.isdigit() else 429 if behaviour == "later" else 200
        if behaviour == "half" and random.random() < 0.5:
            status = 500
        # Noted before the reply: what was answered is in the file.
        line = json.dumps({"path": self.path, "headers": {name.lower(): value for name, value in self.headers.items()},
                           "body": json.loads(body), "signed": is_signed(self.headers, body), "status": status,
                           "at": time.time()}) + "\n"
        with lock, open(folder + "/requests", "a") as file:
            file.write(line)
        self.send_response(status)
        if behaviour == "later":
            self.send_header("Retry-After", "1800")
        self.send_header("Content-Length", "9")
        self.end_headers()
        self.wfile.write(b"noted: \xc3\xa9"[:9])

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, address):
        pass


server = Server(("127.0.0.1", int(sys.argv[3]) if len(sys.argv) > 3 else 0), Handler)
with open(folder + "/port.next", "w") as file:
    file.write(str(server.server_port))
os.rename(folder + "/port.next", folder + "/port")
server.serve_forever()
