"""An hour of play: time passes, tokens expire, 5 % of all replies are lost, and the app is killed."""

import random
import re
import shutil
import tempfile

from driver import Driver
from invariants import StoreWatch, check_all
from proxy import Proxy

STEP_SECONDS = 5
LOSS = 0.05
KILL_CHANCE = 0.02
# An hour is played in minutes, so that batches by themselves are few. What an app asks for on its own makes up for that.
ASKED = {"flush": 0.5, "me": 0.5, "invite": 0.25}
CALLS_MIN, LOST_MIN = 500, 15
REPLY_SECONDS = 120


class LongPlay:
    def __init__(self, app, proxy, options, folder, err):
        self.app, self.proxy, self.options, self.folder, self.err = app, proxy, options, folder, err
        self.chance = random.Random(options.seed)
        self.past, self.uids, self.recorded, self.unknown, self.kills, self.offset = [], set(), [], 0, 0, 0
        self.driver = None

    def play(self, seconds):
        self.launch()
        for _ in range(0, seconds, STEP_SECONDS):
            self.pass_time()
            self.record(self.chance.random() < KILL_CHANCE)
            for op, chance in ASKED.items():
                if self.chance.random() < chance:
                    self.ask(op)
        self.proxy.loss = 0.0
        self.launch()
        for _ in range(20):
            if self.ask("flush").get("ok", {}).get("left") == 0:
                break
        self.past.append(self.driver)
        self.driver.quit()

    def launch(self):
        """As a phone does: kills the process that is there, and starts the app again."""
        if self.driver:
            self.past.append(self.driver)
            self.driver.kill()
        self.driver = Driver(self.options.driver, self.proxy.url, self.folder, self.err)
        self.driver.ask("set_clock", {"offset_seconds": self.offset})
        for _ in range(5):
            reply = self.ask("start")
            if "ok" in reply:
                return self.uids.add(reply["ok"]["uid"])
        raise AssertionError(f"start: {reply}")

    def pass_time(self):
        self.offset += STEP_SECONDS
        self.app.advance(f"{STEP_SECONDS}s")
        self.driver.ask("set_clock", {"offset_seconds": self.offset})

    def record(self, is_killed):
        event = {"type": "counter_incremented", "counter": "coins", "by": 1}
        number = self.driver.ask("record", event)
        if is_killed:
            self.driver.ask("flush", {})
            self.driver.reply(number, self.chance.random() * 0.05)
            self.kills += 1
            reply = self.driver.replies.get(number)
            self.launch()
        else:
            reply = self.driver.reply(number, REPLY_SECONDS)
        if reply and "ok" in reply:
            self.recorded.append(reply["ok"]["id"])
        elif is_killed:
            self.unknown += 1                                  # it may have been recorded before the kill
        else:
            raise AssertionError(f"record: {reply}")

    def ask(self, op):
        reply = self.driver.reply(self.driver.ask(op, {}), REPLY_SECONDS)
        if reply is None or reply.get("gone"):
            raise AssertionError(f"{op}: {reply or 'no reply'}")
        return reply

    def faults(self):
        """What is wrong at the end."""
        if self.offset >= 3600 and (len(self.proxy.calls) < CALLS_MIN or count_lost(self.proxy.calls) < LOST_MIN):
            yield f"only {len(self.proxy.calls)} calls, and {count_lost(self.proxy.calls)} replies lost"
        if len(self.uids) != 1 or self.app.users() != 1:
            yield f"{len(self.uids)} uids, {self.app.users()} users on the server"
            return
        there = self.app.events(next(iter(self.uids)))
        if len(there) != len(set(there)):
            yield "an event is there twice"
        lost = set(self.recorded) - set(there)
        if lost:
            yield f"{len(lost)} of {len(self.recorded)} recorded events are lost"
        more = len(set(there) - set(self.recorded))
        if more > self.unknown:
            yield f"{more} events more than were recorded"


def seconds_of(span):
    number, unit = re.fullmatch(r"(\d+)([smh])", span).groups()
    return int(number) * {"s": 1, "m": 60, "h": 3600}[unit]


def long_play(server, options):
    folder, app, err = tempfile.mkdtemp(prefix="shipmate-play-"), server.app(), tempfile.TemporaryFile()
    proxy = Proxy(app.url)
    proxy.loss, proxy.chance = LOSS, random.Random(options.seed)
    watch = proxy.seen_access = StoreWatch(folder, proxy.calls)
    game = LongPlay(app, proxy, options, folder, err)
    try:
        game.play(seconds_of(options.play))
        faults = list(game.faults())
    except AssertionError as found:
        faults = [str(found)]
    finally:
        if game.driver and game.driver.process.poll() is None:
            game.driver.kill()
    err.seek(0)
    said = err.read().decode("utf-8", "replace")
    faults += check_all(proxy.calls, [line for driver in game.past for line in driver.lines], said, folder, watch)
    report(game, proxy, faults)
    proxy.stop()
    app.delete()
    shutil.rmtree(folder, ignore_errors=True)
    return not faults


def count_lost(calls):
    return sum(call["fault"] == "lose_reply" for call in calls)


def report(game, proxy, faults):
    by_path = {path: [call for call in proxy.calls if call["path"] == path] for path in sorted({call["path"] for call in proxy.calls})}
    print(f"{game.offset} s of play, {len(game.recorded)} events, {len(proxy.calls)} calls, {count_lost(proxy.calls)} replies lost, "
          f"{game.kills} kills, seed {game.options.seed}")
    for path, calls in by_path.items():
        print(f"  {path}: {len(calls)} calls, {count_lost(calls)} replies lost")
    for fault in faults:
        print("FAIL", fault)
    print("nothing lost, nothing doubled, one uid" if not faults else f"{len(faults)} faults")
