"""A crowd that comes, signs up and plays over HTTP, and what becomes of its rewards."""
import concurrent.futures
import dataclasses
import http.client
import json
import threading
import time
import uuid

from suite.report import progress

CLIENTS = 4
# Of a machine that has other things to do.
ATTEMPTS_MAX = 20
LEVEL = 6
BATCH = 500


@dataclasses.dataclass
class Group:
    players: int = 0
    friends: int = 0
    paid: int = 0
    waiting: int = 0
    denied: int = 0


class Outcome:
    def __init__(self, players, rewards):
        self.players, self.rewards = players, rewards

    def of(self, name):
        """What the group's friends have brought to whomever: an amount, and how many of them wait or brought nothing."""
        group = Group()
        for player in self.players:
            if player.group != name:
                continue
            group.players += 1
            if not player.was_brought:
                continue
            group.friends += 1
            rewards = self.rewards.get(player.uid, [])
            group.paid += sum(amount for status, amount in rewards if status == "paid")
            group.waiting += any(status == "waits" for status, _ in rewards)
            group.denied += not rewards
        return group


class Play:
    def __init__(self, players, server, cluster, directory):
        self.players, self.server, self.cluster, self.directory = players, server, cluster, directory

    def run(self, programme):
        if programme:
            path = self.directory / "programme.json"
            path.write_text(json.dumps(programme))
            self.server.command("rules", "apply", str(path))
        key = self.server.command("keys", "create", "--scope", "server", "--name", "fraud").split()[0]
        progress(f"  {len(self.players):,} come")
        self.come()
        progress("  they sign up")
        self.together(self.players, self.sign_up)
        progress("  they play")
        self.set_times()
        scripts = [player for player in self.players if player.is_script]
        self.together(scripts, lambda api, player: api.insist("POST", "/v1/events", level(), player.token))
        # In the order in which they come so far; the game's server tells of it.
        others = sorted((p for p in self.players if not p.is_script), key=lambda p: p.came + p.plays_after)
        api = API(self.server)
        for start in range(0, len(others), BATCH):
            events = [{**level(), "uid": player.uid} for player in others[start:start + BATCH]]
            reply = api.insist("POST", "/v1/events/batch", {"events": events}, key)
            if any(result["status"] != 200 for result in reply["results"]):
                raise RuntimeError(f"an event was refused: {reply}")
        return Outcome(self.players, self.rewards())

    def come(self):
        """One after the other."""
        api = API(self.server)
        for player in self.players:
            body = {"device": player.device}
            if player.referrer:
                body["referred_by"] = player.referrer.code
            reply = api.insist("POST", "/v1/users", body, address=player.address)
            player.uid, player.code = reply["user"]["uid"], reply["user"]["referral_code"]
            player.token = reply["session"]["access_token"]
        for player in self.players:
            if player.names_later:
                body = {"referred_by": player.names_later.code}
                api.insist("PUT", "/v1/users/me/referrer", body, player.token)

    @staticmethod
    def sign_up(api, player):
        body = {"email": player.email, "password": f"a parrot of {player.name}"}
        try:
            reply = api.insist("PUT", "/v1/users/me/credential", body, player.token, player.address)
        except Refused as refusal:
            if refusal.status != 401:
                raise
            # The reply before was lost on a busy machine, and what it told of had been done.
            reply = api.insist("POST", "/v1/sessions", body, address=player.address)
        player.token = reply["session"]["access_token"]

    def together(self, players, act):
        local = threading.local()

        def one(player):
            if not hasattr(local, "api"):
                local.api = API(self.server)
            act(local.api, player)

        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(one, players))

    def set_times(self):
        """As if they had come when they came, and played as long as they play. Marks lie in the days to come, so that none
        is forgotten for its age."""
        rows = ",".join(f"('{p.uid}'::uuid, {p.came:.0f}, {p.plays_after:.0f})" for p in self.players)
        self.cluster.sql(f"""
            CREATE TEMPORARY TABLE times (uid, came, plays) AS VALUES {rows};
            UPDATE users AS u SET created_at = now() - t.plays * interval '1 second' FROM times AS t WHERE u.uid = t.uid;
            UPDATE sign_up_marks AS m SET came_at = now() + t.came * interval '1 second'
            FROM times AS t WHERE m.referee = t.uid;
            """, role="postgres")

    def rewards(self):
        """By the uid of who was brought: (`paid`, also after its hold, or `waits` for an administrator; amount)."""
        rewards = {}
        for line in self.cluster.sql("""
                SELECT subject, CASE WHEN status = 'held' AND release_at IS NULL THEN 'waits' ELSE 'paid' END, amount
                FROM rewards WHERE status IN ('held', 'paid')""").splitlines():
            uid, status, amount = line.split("|")
            rewards.setdefault(uid, []).append((status, int(amount)))
        return rewards


class Refused(RuntimeError):
    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def level():
    return {"id": str(uuid.uuid4()), "type": "level_reached", "level": LEVEL}


class API:
    """One kept connection."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)

    def insist(self, method, path, body, token=None, address="192.0.2.1"):
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        for _ in range(ATTEMPTS_MAX):
            self.connection.request(method, path, json.dumps(body), headers)
            reply = self.connection.getresponse()
            text = reply.read()
            if reply.status != 503:
                break
            time.sleep(1)
        if reply.status >= 300:
            raise Refused(reply.status, f"{method} {path}: {reply.status} {text.decode()}")
        return json.loads(text)
