"""A service of our own: the binary, a database of its own, and an app, the one that profile.json describes unless told."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request

from failure import Failure

PROFILE = pathlib.Path(__file__).with_name("profile.json")
READY_SECONDS_MAX = 60


class Service:
    def __init__(self, binary, profile=PROFILE):
        self.binary = binary
        self.profile = profile
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="shipmate-clients-"))
        # As root, PostgreSQL runs as its own user, who must be able to pass through.
        self.directory.chmod(0o711)
        self.log = (self.directory / "serve.log").open("w")
        try:
            self.start()
        except Failure:
            self.__exit__()
            raise
        return self

    def start(self):
        self.process = subprocess.Popen(
            [self.binary, "serve"], env=self.environment, stdout=self.log, stderr=subprocess.STDOUT
        )
        self.wait_until_ready()

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=60)

    def __exit__(self, *_):
        self.stop()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    @property
    def environment(self):
        return {
            "PATH": os.environ["PATH"],
            "SHIPMATE_APP_PROFILE": str(self.profile),
            "SHIPMATE_DATA_DIR": str(self.directory / "data"),
            "SHIPMATE_HTTP_PORT": str(self.port),
            # All callers have one address here, and call as fast as they can.
            "SHIPMATE_RATE_LIMITS": "off",
            # An import of 500 links, sent to a busy machine, may take its time.
            "SHIPMATE_HTTP_HANDLER_TIMEOUT_MILLISECONDS": "10000",
            "SHIPMATE_DATABASE_WAIT_MILLISECONDS": "10000",
            "SHIPMATE_DATABASE_STATEMENT_TIMEOUT_MILLISECONDS": "10000",
            "SHIPMATE_ACCESS_LOG": "off",
        }

    def key(self, scope):
        """A new key of that scope."""
        command = [self.binary, "keys", "create", "--scope", scope, "--name", "clients"]
        return subprocess.run(
            command, env=self.environment, check=True, stdout=subprocess.PIPE, text=True
        ).stdout.strip()

    def description(self):
        with urllib.request.urlopen(f"{self.url}/openapi.json", timeout=10) as reply:
            return reply.read()

    def wait_until_ready(self):
        end = time.monotonic() + READY_SECONDS_MAX
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}/health/ready", timeout=2):
                    return
            except OSError:
                time.sleep(0.1)
        self.log.flush()
        raise Failure("the service did not become ready:\n" + (self.directory / "serve.log").read_text()[-2000:])


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
