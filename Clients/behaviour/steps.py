"""Plays the steps of a case. README.md lists them."""

import os
import shutil
import time

from driver import Driver
from matching import mismatch, short, substitute
from proxy import Fault

OP_SECONDS = 45
EVENT_SECONDS = 20


class Failure(AssertionError):
    pass


class Play:
    """One case: an app, a proxy, a folder, and drivers by name."""

    def __init__(self, app, proxy, command, folder, err):
        self.app, self.proxy, self.command, self.folder, self.err = app, proxy, command, folder, err
        self.names, self.drivers, self.past, self.waiting, self.marks = {}, {}, [], {}, {"": 0}
        proxy.killer = lambda: self.drivers["a"].kill()

    def step(self, step):
        verb = next(iter(step))
        method = getattr(self, "do_" + verb, None)
        if method is None:
            raise Failure(f"unknown step {verb}")
        method(substitute(step[verb], self.names) if verb not in ("op", "await", "calls", "call") else step[verb], step)

    # -- the driver -------------------------------------------------------------------------------------------

    def driver(self, step):
        name = step.get("driver", "a")
        if name not in self.drivers:
            self.drivers[name] = Driver(self.command, self.proxy.url, self.folder, self.err)
        return self.drivers[name]

    def do_op(self, op, step):
        driver = self.driver(step)
        times, last = step.get("times", 1), None
        numbers = []
        for _ in range(times):
            numbers.append(driver.ask(op, substitute(step.get("with", {}), self.names)))
            if op == "record" and times > 1:                   # their order counts
                last = self.expect(driver, numbers[-1], step, f"op {op}")
        if "as" in step:
            self.waiting[step["as"]] = (driver, numbers[0])
            return
        if last is None:
            for number in numbers:
                last = self.expect(driver, number, step, f"op {op}")
        replies = [driver.replies.get(number, {}) for number in numbers]
        if "let" in step:
            self.names[step["let"]] = [reply["ok"]["id"] for reply in replies if "ok" in reply]
        if "errors" in step:
            found = [reply["error"]["type"] for reply in replies if "error" in reply]
            if not found or set(found) != {step["errors"]}:
                self.fail(f"op {op}: the errors are {short(found)}, not {step['errors']}")
        return last

    def do_await(self, name, step):
        driver, number = self.waiting.pop(name)
        self.expect(driver, number, step, f"await {name}")

    def expect(self, driver, number, step, what):
        reply = driver.reply(number, step.get("within", OP_SECONDS))
        if reply is None:
            raise Failure(f"{what}: no reply within {step.get('within', OP_SECONDS)} s")
        if step.get("gone"):
            return None if reply.get("gone") else self.fail(f"{what}: the driver lives: {short(reply)}")
        if reply.get("gone"):
            raise Failure(f"{what}: the driver ended")
        if "error" in step:
            pattern = step["error"] if isinstance(step["error"], dict) else {"type": step["error"]}
            self.check(what + " error", pattern, reply.get("error"))
        elif not step.get("any"):
            if "ok" not in reply:
                self.fail(f"{what}: {short(reply)}")
            self.check(what, step.get("ok", {}), reply["ok"])
        return reply

    def do_event(self, pattern, step):
        """Waits for an unrequested line."""
        fits = lambda line: mismatch(pattern, line, dict(self.names)) is None
        found = self.driver(step).event(fits, step.get("within", EVENT_SECONDS))
        if step.get("never"):
            return self.fail(f"event {short(found)}") if found else None
        if found is None:
            seen = [line for line in self.driver(step).lines if line.get("event") not in (None, "log")]
            raise Failure(f"no event {pattern}; seen: {seen[-8:]}")
        self.check("event", pattern, found)

    def do_no_event(self, pattern, step):
        """No such line has come so far."""
        self.do_event(pattern, {**step, "never": True, "within": 0})

    def do_kill(self, name, step):
        self.retire(name).kill()

    def do_quit(self, name, step):
        self.retire(name).quit()

    def retire(self, name):
        """A later op starts another process on the same folder."""
        driver = self.drivers.pop("a" if name is True else name)
        self.past.append(driver)
        return driver

    # -- the network ------------------------------------------------------------------------------------------

    def do_fault(self, spec, step):
        with self.proxy.lock:
            self.proxy.faults.append(Fault(spec))

    def do_no_faults(self, value, step):
        with self.proxy.lock:
            self.proxy.faults.clear()

    def do_network(self, state, step):
        self.proxy.is_down = {"down": True, "up": False}[state]

    def do_mark(self, name, step):
        self.marks[name] = len(self.proxy.calls)

    def do_wait_call(self, on, step):
        """Waits until the proxy has seen such a call, from the mark on."""
        count = step.get("count", 1)
        with self.proxy.lock:
            there = self.proxy.lock.wait_for(lambda: len(self.matching(on, step)) >= count, step.get("within", OP_SECONDS))
        if not there:
            raise Failure(f"only {len(self.matching(on, step))} calls {on}")

    def matching(self, on, step):
        fault = Fault({"on": on, "do": "", "times": -1})
        calls = [call for call in self.proxy.calls[self.marks[step.get("since", "")]:] if fault.takes(call["method"], call["path"])]
        where = step.get("where")
        return calls if where is None else [call for call in calls if mismatch(where, call, dict(self.names)) is None]

    def do_calls(self, on, step):
        calls = self.matching(on, step)
        if "count" in step:
            self.check(f"number of calls {on}", step["count"], len(calls))
        for path in step.get("same", []):
            values = [dig(call, path) for call in calls]
            if any(value is None or value != values[0] for value in values):
                self.fail(f"{path} differs in calls {on}: {short(values)}")
        for path in step.get("distinct", []):
            values = [str(dig(call, path)) for call in calls]
            if len(set(values)) != len(values):
                self.fail(f"{path} is repeated in calls {on}: {short(values)}")
        if "first" in step:
            self.check(f"first call {on}", step["first"], calls[0] if calls else None)
        if "last" in step:
            self.check(f"last call {on}", step["last"], calls[-1] if calls else None)
        gap = step.get("gap_at_least")
        if gap and calls[-1]["at"] - calls[0]["at"] < gap:
            self.fail(f"calls {on} came within {calls[-1]['at'] - calls[0]['at']:.2f} s, not {gap} s")

    # -- the server -------------------------------------------------------------------------------------------

    def do_server_clock(self, span, step):
        status, _, reply = self.app.advance(span)
        if status != 200:
            self.fail(f"clock: {status} {reply}")

    def do_call(self, call, step):
        """A call that isn't the library's: of an administrator, or of another player. `within` repeats it."""
        self.poll(step, lambda: self.call_once(call, step))

    def call_once(self, call, step):
        method, path = substitute(call, self.names).split(" ")
        token = substitute(step.get("token"), self.names)
        status, _, reply = self.app.call(method, path, substitute(step.get("body"), self.names), token)
        self.check(f"status of {call}", step.get("status", "<=299"), status)
        self.check(f"reply of {call}", step.get("reply", {}), reply or {})

    def do_click(self, link, step):
        self.names[step["let"]] = self.app.click(link)

    def do_users(self, count, step):
        self.poll(step, lambda: self.check("users on the server", count, self.app.users()))

    def do_balances_of(self, uid, step):
        self.poll(step, lambda: self.check("balances on the server", step["are"], self.app.balances(uid)))

    def do_events_of(self, uid, step):
        expected = substitute(step["are"], self.names)
        ids = [one for item in expected for one in (item if isinstance(item, list) else [item])]
        def compare():
            found = self.app.events(uid)
            if sorted(found) != sorted(ids):
                self.fail(f"events on the server are {len(found)}: {short(found)}, not {len(ids)}: {short(ids)}")
        self.poll(step, compare)
        sent = self.sent_events(set(ids))
        if sent != ids and not step.get("any_order"):
            self.fail(f"events were sent in the order {short(sent)}, not {short(ids)}")

    def sent_events(self, ids):
        """In the order in which each was sent first."""
        batches = self.matching("POST /v1/events/batch", {})
        events = [event["id"] for call in batches for event in (call["body"] or {}).get("events", [])]
        return [one for one in dict.fromkeys(events) if one in ids]

    def do_differ(self, values, step):
        if values[0] == values[1]:
            self.fail(f"both are {values[0]}")

    def poll(self, step, check):
        end = time.monotonic() + step.get("within", 0)
        while True:
            try:
                return check()
            except Failure:
                if time.monotonic() >= end:
                    raise
                time.sleep(0.05)

    # -- the folder -------------------------------------------------------------------------------------------

    def do_file(self, name, step):
        """Changes a file: cuts its last bytes, flips one, adds some, replaces it, removes it, or locks it."""
        path = os.path.join(self.folder, name)
        if step.get("remove"):
            return os.remove(path)
        if "copy_to" in step:
            return shutil.copy2(path, os.path.join(self.folder, step["copy_to"]))
        data = bytearray(open(path, "rb").read()) if os.path.exists(path) else bytearray()
        if "cut" in step:
            del data[len(data) - step["cut"]:]
        if "flip" in step:
            data[step["flip"]] ^= 0x55
        data += bytes.fromhex(step.get("add", ""))
        with os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b") as file:
            file.write(data)
            file.truncate()

    def do_stored(self, name, step):
        """Checks a file's JSON, or that it is there."""
        path = os.path.join(self.folder, name)
        if "has" not in step:
            self.check(f"file {name} is there", step.get("is", True), os.path.exists(path))
            return
        import json
        self.check(f"file {name}", step["has"], json.loads(open(path, encoding="utf-8").read()))

    def do_disk(self, state, step):
        """Fills the disk of the folder, or frees it again."""
        ballast = os.path.join(self.folder, "ballast")
        if state == "free":
            return os.remove(ballast)
        with open(ballast, "wb", buffering=0) as file:
            try:
                while file.write(b"\0" * 512):
                    pass
            except OSError:
                return

    # ---------------------------------------------------------------------------------------------------------

    def check(self, what, pattern, value):
        found = mismatch(pattern, value, self.names, what)
        if found:
            self.fail(found)

    def fail(self, text):
        raise Failure(text)

    def stop(self):
        for driver in self.drivers.values():
            if driver.process.poll() is None:
                driver.kill()
            driver.process.wait()
        self.past += self.drivers.values()


def dig(value, path):
    for name in path.split("."):
        value = (value or {}).get(name) if not isinstance(value, list) else value[int(name)]
    return value
