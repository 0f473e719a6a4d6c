"""A library's driver program: one process, JSON lines in and out."""

import json
import os
import shlex
import signal
import subprocess
import threading


class Driver:
    def __init__(self, command, host, folder, err):
        self.folder, self.lines, self.changed = folder, [], threading.Condition()
        self.replies, self.number, self.is_over = {}, 0, False
        self.process = subprocess.Popen(
            [*shlex.split(command), host, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=err,
            text=True, encoding="utf-8", bufsize=1, start_new_session=True)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for text in self.process.stdout:
            with self.changed:
                try:
                    line = json.loads(text)
                except ValueError:
                    line = {"event": "noise", "text": text.rstrip()}
                self.lines.append(line)
                if "id" in line and "event" not in line:
                    self.replies[line["id"]] = line
                self.changed.notify_all()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def ask(self, op, fields):
        self.number += 1
        request = {**fields, "id": self.number, "op": op}
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            pass                                               # the reply is then "gone"
        return self.number

    def reply(self, number, seconds):
        """The reply; `{"gone": true}` if the process ended before it, None if it didn't come in time."""
        with self.changed:
            self.changed.wait_for(lambda: number in self.replies or self.is_over, seconds)
            found = self.replies.get(number)
            return found or ({"gone": True} if self.is_over else None)

    def event(self, fits, seconds):
        """Waits until an unrequested line fits."""
        def found():
            return next((line for line in self.lines if "event" in line and fits(line)), None)
        with self.changed:
            self.changed.wait_for(lambda: found() or self.is_over, seconds)
            return found()

    def kill(self):
        """The driver and what it has started, such as a browser."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()

    def quit(self):
        """Ends the input, as an app that is closed in good order."""
        self.process.stdin.close()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("The driver didn't end with its input.")
        self.reader.join()
