"""The players of the measurement, and the kinds of request that they send."""
import uuid

PLAYERS = 12
REFERRERS = 100
# Each is opened once.
LINKS = 900
# Each pays once; what is measured needs a little fewer.
REFEREES = 3_000
EVENTS_OF_BATCH = 100
PAYING_OF_BATCH = 20


class Crowd:
    """Plays the whole beforehand, so that what is measured finds users, tokens and links."""

    def __init__(self, server):
        server.start()
        self.key = server.command("keys", "create", "--scope", "server", "--name", "costs")
        self.client = server.connect()
        self.players = [self.sign_up() for _ in range(PLAYERS)]
        self.referrers = [self.sign_up() for _ in range(REFERRERS)]
        self.referees = iter([self.sign_up(self.referrers[number % REFERRERS]) for number in range(REFEREES)])
        self.codes = [self.make_link(number) for number in range(LINKS)]
        self.number = 0
        server.stop()

    def meet(self, server):
        """Goes on with a server that was started again: kind → what sends one request of it."""
        self.client = server.connect()
        unopened = iter(self.codes[1:])
        return {
            "event": lambda: self.play(self.next_player()),
            "paying event": lambda: self.send("POST", "/v1/events", self.key, self.paying()),
            "sign-up": lambda: self.sign_up(self.referrers[self.next()]),
            "balance": lambda: self.send("GET", "/v1/users/me/balances", token(self.next_player())),
            "link made": lambda: self.make_link(self.next()),
            "link opened": lambda: self.send("GET", f"/{self.codes[0]}"),
            "link opened, unknown to the cache": lambda: self.send("GET", f"/{next(unopened)}"),
            f"batch of {EVENTS_OF_BATCH} events": self.play_batch,
            f"batch of {PAYING_OF_BATCH} paying events": lambda: self.send_batch([self.paying() for _ in range(PAYING_OF_BATCH)]),
        }

    def send(self, *request):
        return self.client.send(*request)

    def next(self):
        self.number = (self.number + 1) % REFERRERS
        return self.number

    def next_player(self):
        return self.players[self.next() % PLAYERS]

    def sign_up(self, referrer=None):
        body = {"referred_by": referrer["user"]["referral_code"]} if referrer else {}
        return self.send("POST", "/v1/users", None, body)

    def make_link(self, number):
        made = self.send("POST", "/v1/links", self.key, {
            "link": f"https://example.com/play?round={number}", "android": {"package_name": "com.example.game"}})
        return made["link"]["code"]

    def play(self, player):
        return self.send("POST", "/v1/events", token(player), event(1 + self.next() % 4))

    def play_batch(self):
        return self.send_batch([event(1 + number % 4) | {"uid": uid(self.referrers[number])} for number in range(EVENTS_OF_BATCH)])

    def paying(self):
        """Brings another referred player to level 5."""
        return event(5) | {"uid": uid(next(self.referees))}

    def send_batch(self, events):
        results = self.send("POST", "/v1/events/batch", self.key, {"events": events})["results"]
        if failed := [result for result in results if result["status"] != 200]:
            raise RuntimeError(f"of a batch {len(failed)} failed: {failed[0]}")


def event(level):
    return {"id": str(uuid.uuid4()), "type": "level_reached", "level": level}


def uid(player):
    return player["user"]["uid"]


def token(player):
    return player["session"]["access_token"]
