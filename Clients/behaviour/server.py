"""A test server, and the apps that it makes: each case has one of its own."""

import json
import subprocess
import urllib.error
import urllib.request


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


PLAYED = {"level_reached", "milestone_reached", "counter_incremented"}
OPENER = urllib.request.build_opener(NoRedirect)


def send(method, url, body=None, token=None, headers=None):
    """Returns status, header fields and the body: JSON where it is JSON."""
    fields = dict(headers or {})
    if body is not None:
        fields["Content-Type"] = "application/json"
    if token:
        fields["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, method=method, data=data, headers=fields)
    try:
        with OPENER.open(request, timeout=60) as reply:
            return reply.status, reply.headers, decode(reply.read())
    except urllib.error.HTTPError as reply:
        return reply.code, reply.headers, decode(reply.read())


def decode(data):
    try:
        return json.loads(data) if data else None
    except ValueError:
        return data.decode("utf-8", "replace")


class Server:
    """`shipmate test-server`. It ends with its standard input, however the run ends."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "test-server", "--apps", "2"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{program} test-server didn't start.")
        self.url = json.loads(line)["url"]

    def app(self):
        return App(send("POST", self.url + "test/apps")[2])

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class App:
    """One app, and what an administrator sees of it: the truth that a library is held against."""

    def __init__(self, made):
        self.id, self.url = made["id"], made["url"].rstrip("/")
        self.keys = {"admin": made["admin_key"], "server": made["server_key"]}

    def call(self, method, path, body=None, token=None, headers=None):
        return send(method, self.url + path, body, self.keys.get(token, token), headers)

    def admin(self, path):
        status, _, reply = self.call("GET", path, token="admin")
        if status != 200:
            raise AssertionError(f"GET {path}: {status} {reply}")
        return reply

    def users(self):
        return self.admin("/v1/admin/stats")["users"]["total"]

    def balances(self, uid):
        return self.admin(f"/v1/admin/users/{uid}/balances")["balances"]

    def events(self, uid):
        """Ids of what players do, oldest first."""
        ids, cursor = [], ""
        while cursor is not None:
            page = self.admin(f"/v1/admin/users/{uid}/events?limit=200" + (cursor and f"&cursor={cursor}"))
            ids += [event["id"] for event in page["events"] if event["type"] in PLAYED]
            cursor = page["next_cursor"]
        return ids[::-1]

    def advance(self, span):
        return self.call("POST", "/test/clock", {"advance": span})

    def click(self, short_link):
        """Opens a short link as a phone does. Returns the click's id, and the host's port stays the server's."""
        code = short_link.rsplit("/", 1)[1]
        port = self.url.split("/")[2].split(":")[1]
        phone = {"Host": f"{self.id}.localhost:{port}", "User-Agent": "Mozilla/5.0 (Linux; Android 14; Pixel 8)"}
        status, fields, _ = send("GET", f"http://127.0.0.1:{port}/{code}", headers=phone)
        location = fields.get("Location", "")
        if status != 302 or "link_click_id%3D" not in location:
            raise AssertionError(f"The link replied {status} {location}")
        return location.split("link_click_id%3D")[1].split("%26")[0].split("&")[0]

    def delete(self):
        self.call("DELETE", "/test")
