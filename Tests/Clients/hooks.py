"""What schemathesis needs to know: who calls, who and what there is, what good times and URLs are."""

import datetime
import itertools
import os
import threading
import uuid

import requests
import schemathesis
from hypothesis import strategies

URL = os.environ["SHIPMATE_URL"]
ROLE = os.environ["SHIPMATE_ROLE"]
KEY = os.environ["SHIPMATE_KEY"]


def post(path, body, token=None):
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    reply = requests.post(URL + path, json=body, headers=headers, timeout=10)
    reply.raise_for_status()
    return reply.json()


class User:
    """Someone who has signed up, and what else calls can be about: a referral, an event, a link."""

    def __init__(self):
        referrer = post("/v1/users", {})["user"]
        reply = post("/v1/users", {"referred_by": referrer["uid"]})
        self.uid, self.code = reply["user"]["uid"], reply["user"]["referral_code"]
        self.token = reply["session"]["access_token"]
        post("/v1/events", {"id": str(uuid.uuid4()), "type": "level_reached", "level": 6}, self.token)
        self.link = post("/v1/invites", {}, self.token)["link"]

    def is_signed_in(self):
        headers = {"Authorization": f"Bearer {self.token}"}
        return requests.get(f"{URL}/v1/users/me", headers=headers, timeout=10).ok


class Users:
    """The user of this run; another one once a call has ended the session."""

    def __init__(self):
        self.lock = threading.Lock()
        self.user = User()

    def current(self):
        with self.lock:
            if ROLE == "user" and not self.user.is_signed_in():
                self.user = User()
            return self.user


users = Users()


@schemathesis.auth(refresh_interval=None)
class Caller:
    """The role of this run: nobody, a user, or a key."""

    def get(self, case, context):
        return (KEY or users.current().token) if ROLE != "nobody" else None

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {data}"}


calls = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """Names in three of four calls what there is, where the case names what there isn't: there is more to find.

    What is not as it must be stays so.
    """
    put_on_curve(case.body)
    for part in (case.query, case.body):
        shorten_wait(part)
    if next(calls) % 4 == 0:
        return
    user = users.user
    known = {
        # Those that profile.json lists.
        "key": "AIzaSyClientsClientsClientsClientsClients0",
        "branch_key": "key_live_clients",
        "branch_secret": "secret_live_clients",
        "identity": user.uid,
        "uid": user.uid,
        "code": user.link["code"],
        "link": user.link["short_link"],
        "url": user.link["short_link"],
        "requestedLink": user.link["short_link"],
    }
    for part in (case.query, case.path_parameters, case.body):
        if isinstance(part, dict):
            for name, value in known.items():
                if name in part and is_well_formed(part[name], name):
                    part[name] = value


def put_on_curve(body):
    """No schema says which coordinates are a point of P-256. This one is of RFC 7517, A.1."""
    key = body.get("install_key") if isinstance(body, dict) else None
    if isinstance(key, dict) and all(isinstance(key.get(name), str) and 1 <= len(key[name]) <= 64 for name in ("x", "y")):
        key["x"], key["y"] = "MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4", "4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM"


def shorten_wait(part):
    """A call that waits for up to 25 seconds is the same as one that waits for 1."""
    wait = part.get("wait") if isinstance(part, dict) else None
    if type(wait) in (int, str) and str(wait) in LONG_WAITS:
        part["wait"] = type(wait)(1)


LONG_WAITS = {str(seconds) for seconds in range(2, 26)}


def is_well_formed(value, name):
    if not isinstance(value, str) or not 1 <= len(value) <= 128:
        return False
    if name in ("uid", "identity"):
        return is_uuid(value)
    # Elsewhere a link is the payload of another.
    return name != "link" or not value.startswith("http")


def is_uuid(text):
    try:
        return str(uuid.UUID(text)) == text.lower()
    except ValueError:
        return False


# To come, as the end of a link must be, and before the year 10000: RFC 3339 knows more than the service.
times = strategies.datetimes(datetime.datetime(2100, 1, 1), datetime.datetime(9999, 12, 30))
schemathesis.openapi.format("date-time", times.map(lambda time: f"{time.isoformat()}Z"))
# Where the app's profile lets links lead.
schemathesis.openapi.format("uri", strategies.from_regex(r"\Ahttps://example\.com/[a-z0-9/]{0,60}\Z"))
schemathesis.openapi.format("email", strategies.from_regex(r"\A[a-z0-9]{1,30}@[a-z0-9]{1,20}\.com\Z"))
