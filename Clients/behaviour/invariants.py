"""What holds in every case, whatever its steps are."""

import json
import os
import stat


def secrets_of(calls):
    """All that must not be in a log, an error or the standard error."""
    found = set()
    for call in calls:
        body, reply = call["body"] or {}, call["reply"] or {}
        session = reply.get("session") or {}
        found |= {call["key"], call["bearer"], session.get("access_token"), session.get("refresh_token"), reply.get("receipt")}
        found |= {body.get(name) for name in ("refresh_token", "attempt", "email", "password", "claim", "merge")}
    return {text for text in found if text}


def check_leaks(calls, lines, err):
    said = [json.dumps(line) for line in lines if line.get("event") in ("log", "noise") or "error" in line] + [err]
    for secret in secrets_of(calls):
        for text in said:
            if secret in text:
                yield f"a secret is in {text[:160]}"


def check_modes(calls, folder):
    secrets = [secret.encode() for secret in secrets_of(calls)]
    for place, _, files in os.walk(folder) if folder else ():
        for name in files:
            path = os.path.join(place, name)
            data = open(path, "rb").read()
            if any(secret in data for secret in secrets) and stat.S_IMODE(os.stat(path).st_mode) != 0o600:
                yield f"{name} has a secret, and its mode is {stat.S_IMODE(os.stat(path).st_mode):o}"


def check_keys(calls):
    keys = {call["key"] for call in calls if (call["method"], call["path"]) == ("POST", "/v1/users")}
    for key in keys:
        if not key or len(key) != 43:
            yield f"POST /v1/users has the Idempotency-Key {key!r}, not 43 letters"


def check_attempts(calls):
    """A refresh token is never sent with two attempts."""
    attempts = {}
    for call in calls:
        if call["path"] == "/v1/sessions/refresh" and isinstance(call["body"], dict):
            token, attempt = call["body"].get("refresh_token"), call["body"].get("attempt")
            if attempt is None:
                yield "a refresh has no attempt"
            if attempts.setdefault(token, attempt) != attempt:
                yield "a refresh token was sent with two attempts"


def check_events(calls):
    """An event id is never sent with another content."""
    sent = {}
    for call in calls:
        if call["path"] == "/v1/events/batch" and isinstance(call["body"], dict):
            for event in call["body"].get("events", []):
                if sent.setdefault(event.get("id"), event) != event:
                    yield f"the event {event.get('id')} was sent with two contents"


class StoreWatch:
    """A new access token is used only when the store has its refresh token, or a later one."""

    def __init__(self, folder, calls):
        self.folder, self.calls, self.seen, self.faults = folder, calls, set(), []

    def __call__(self, call):
        token = call["bearer"]
        if token is None or token in self.seen:
            return
        self.seen.add(token)
        issued = [(one["reply"] or {}).get("session") or {} for one in list(self.calls)]
        issued = [session for session in issued if session.get("access_token")]
        place = next((index for index, session in enumerate(issued) if session["access_token"] == token), None)
        if place is None:
            return
        try:
            stored = open(os.path.join(self.folder, "session"), encoding="utf-8").read()
        except OSError:
            stored = ""
        if stored and not any(session["refresh_token"] in stored for session in issued[place:]):
            self.faults.append(f"{call['method']} {call['path']} used an access token before its refresh token was stored")


def check_all(calls, lines, err, folder, watch):
    yield from check_leaks(calls, lines, err)
    yield from check_modes(calls, folder)
    yield from check_keys(calls)
    yield from check_attempts(calls)
    yield from check_events(calls)
    yield from watch.faults
