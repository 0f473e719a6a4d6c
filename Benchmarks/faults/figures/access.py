"""Every operation of the description × everybody who may come: is each told what the description says?"""
import base64
import http.client
import json
import time
import urllib.parse
import uuid

from faults.report import Row
from suite.report import progress
from suite.tokens import LIFETIME_SECONDS, TokenSigner

CALLERS = ("nobody", "garbage", "expired", "signed out", "user", "other user", "server", "read", "admin", "revoked key")
SCHEMES = {"userToken": ("user", "other user"), "serverKey": ("server",), "readKey": ("read",), "adminKey": ("admin",)}
UNKNOWN = ("nobody", "garbage", "expired", "signed out", "revoked key")
METHODS = ("get", "post", "put", "delete", "patch")
LINK_HOST = "go.example.com"


def access(rig):
    cluster = rig.cluster()
    profile = str(rig.root / "Tests/Clients/profile.json")
    server = rig.server(cluster, SHIPMATE_APP_PROFILE=profile, SHIPMATE_RATE_LIMITS="off")
    server.start()
    town = Town(server, cluster)
    document = json.loads(server.get("/openapi.json")[1])
    operations = [(method, path, item[method], item) for path, item in document["paths"].items()
                  for method in METHODS if method in item]
    wrong = 0
    for method, path, operation, item in operations:
        for caller in CALLERS:
            call = Call(town, document, method, path, operation, item)
            if complaint := call.judge(caller):
                progress(f"  {operation['operationId']} from {caller}: {complaint}")
                wrong += 1
    return [Row(f"{len(operations)} operations × {len(CALLERS)} callers",
                "0 answered otherwise than the description says", str(wrong), wrong == 0 and len(operations) > 50)]


class Town:
    """Who comes, and what they bring."""

    def __init__(self, server, cluster):
        self.server = server
        self.signer = TokenSigner(cluster)
        self.keys = {scope: server.command("keys", "create", "--scope", scope, "--name", "access")
                     for scope in ("server", "read", "admin")}
        revoked = server.command("keys", "create", "--scope", "admin", "--name", "revoked")
        identifier = base64.urlsafe_b64decode(revoked.removeprefix("sk_").partition(".")[0] + "==")
        server.command("keys", "revoke", str(uuid.UUID(bytes=identifier)))
        self.keys["revoked key"] = revoked
        self.signed_out = self.sign_up()["token"]
        if self.send("delete", "/v1/sessions/current", self.signed_out)[0] != 204:
            raise RuntimeError("nobody can sign out")
        self.wait_until_refused(revoked, "/v1/admin/users")
        self.wait_until_refused(self.signed_out, "/v1/users/me")
        # What an expired token is tried against: one made the same way, that has not.
        anne = self.sign_up()
        if self.send("get", "/v1/users/me", self.signer.token(anne["uid"], int(time.time())))[0] != 200:
            raise RuntimeError("a token signed here is refused while it is good")

    def wait_until_refused(self, token, path):
        """Other loops are told a moment later."""
        for _ in range(100):
            if all(self.send("get", path, token)[0] == 401 for _ in range(16)):
                return
            time.sleep(0.05)
        raise RuntimeError("what was revoked is let in")

    def sign_up(self):
        reply = json.loads(self.send("post", "/v1/users", body={})[2])
        session = reply["session"]
        return {"uid": reply["user"]["uid"], "token": session["access_token"], "refresh_token": session["refresh_token"]}

    def token(self, caller, owner):
        if caller == "nobody":
            return None
        if caller == "garbage":
            return "sk_" + uuid.uuid4().hex
        if caller == "expired":
            return self.signer.token(owner["uid"], int(time.time()) - 2 * LIFETIME_SECONDS)
        if caller == "signed out":
            return self.signed_out
        if caller == "user":
            return owner["token"]
        if caller == "other user":
            return self.sign_up()["token"]
        return self.keys[caller]

    def send(self, method, path, token=None, body=None, host=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=10)
        headers = {"Host": host or "127.0.0.1"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
            body = json.dumps(body)
        try:
            connection.request(method.upper(), path, body=body, headers=headers)
            reply = connection.getresponse()
            return reply.status, dict((name.lower(), value) for name, value in reply.getheaders()), reply.read()
        finally:
            connection.close()


class Call:
    """One operation about somebody of its own, so that no call depends on one before."""

    def __init__(self, town, document, method, pattern, operation, item):
        self.town, self.document, self.method, self.pattern, self.operation = town, document, method, pattern, operation
        self.owner = town.sign_up()
        invite = json.loads(town.send("post", "/v1/invites", self.owner["token"], {})[2])["link"]
        known = {"uid": self.owner["uid"], "code": invite["code"], "id": str(uuid.uuid4()), "slug": "not-found",
                 "link": urllib.parse.quote(invite["short_link"], safe=""), "branch_key": "key_live_clients", "sid": str(uuid.uuid4()), "name": "signup", "provider": "apple",
                 "token": "not-found"}
        self.path = pattern.format(**known)
        self.servers = operation.get("servers") or item.get("servers")
        # Hosts of links alone have these.
        if self.servers:
            self.path = urllib.parse.urlsplit(self.servers[0]["url"]).path.rstrip("/") + self.path

    @property
    def admitted(self):
        security = self.operation.get("security", self.document.get("security", []))
        if not security:
            return set(CALLERS)
        return {caller for one in security for scheme in one for caller in SCHEMES[scheme]}

    def body(self, caller):
        content = self.operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None:
            return None
        body = content.get("example") or {}
        if self.pattern == "/v1/events" and caller == "server":
            body = body | {"uid": self.owner["uid"]}
        if isinstance(body, list):
            return body
        mine = {"id": str(uuid.uuid4()), "refresh_token": self.owner["refresh_token"]}
        return {name: mine.get(name, value) for name, value in body.items()}

    def judge(self, caller):
        """What is wrong; None when nothing is."""
        token = self.town.token(caller, self.owner)
        host = LINK_HOST if self.servers else None
        status, headers, reply = self.town.send(self.method, self.path, token, self.body(caller), host)
        expected = self.expected(caller)
        if expected and status != expected:
            return f"{status}, and not {expected}"
        # The caller may call, and is asked for a proof.
        lacks_proof = status == 403 and b"/proof-required" in reply
        if expected is None and (status in (401, 403) and self.is_explicit and not lacks_proof or status >= 500):
            return f"{status}, though it may call"
        if status == 401 and "bearer" not in headers.get("www-authenticate", "").lower() and self.is_explicit:
            return "401 without WWW-Authenticate"
        if str(status) not in self.operation["responses"] and (self.is_explicit or "default" not in self.operation["responses"]):
            return f"{status}, which is not described"
        return None

    @property
    def is_explicit(self):
        """Whether each status has its own description; Firebase's and Branch's calls have one for all refusals."""
        return any(status.startswith("4") for status in self.operation["responses"])

    def expected(self, caller):
        """The one status that there can be; None where the endpoint itself decides."""
        if caller in self.admitted:
            # Somebody else's is as if absent.
            return 404 if caller == "other user" and self.is_owned else None
        if caller in UNKNOWN:
            return 401
        return 404 if caller == "other user" and "{uid}" in self.pattern else 403

    @property
    def is_owned(self):
        return self.pattern.startswith("/v1/links/{code}")
