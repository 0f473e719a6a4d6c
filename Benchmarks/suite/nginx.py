"""nginx that answers everything alike: as many workers as cores, with an access log, as ours has one."""
import os
import shutil
import time

from suite.comparison import Contestant, Sample
from suite.processes import Background, tail
from suite.server import free_port

CONFIGURATION = """
daemon off;
worker_processes {workers};
pid {directory}/nginx.pid;
error_log {directory}/nginx.log;
events {{ worker_connections 1024; }}
http {{
    access_log {directory}/nginx-access.log;
    keepalive_requests 1000000000;
    server {{
        listen 127.0.0.1:{port};
        location / {{ default_type application/json; {answer}; }}
    }}
}}
"""


class Nginx:
    def __init__(self, bench, answer):
        """`answer`: such as `return 204`. Raises when nginx is not installed: `make bench` installs it."""
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        if not program:
            raise RuntimeError("nginx is not installed")
        self.bench, self.answer, self.port = bench, answer, free_port()
        self.log, self.access_log = bench.directory / "nginx.log", bench.directory / "nginx-access.log"
        configuration = bench.directory / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(
            workers=os.cpu_count(), directory=bench.directory, port=self.port, answer=answer))
        self.process = Background([program, "-c", configuration], self.log)
        bench.cleanup.callback(self.process.stop)
        time.sleep(0.5)
        self.process.check(self.log)

    def contestant(self, clients, script="get", variables=None):
        """Answers what `script` of wrk asks, so that both sides of a comparison read the same requests."""
        def run():
            summary = self.bench.wrk.load(
                f"http://127.0.0.1:{self.port}/", clients, script, variables or {})
            if summary["failed"]:
                raise RuntimeError(f"nginx failed: {summary} {tail(self.log)}")
            return Sample(summary["requests"] / summary["seconds"], summary["requests"])
        return Contestant(f"nginx `{self.answer.split(' ' + chr(39))[0]}` @{clients}", run)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/"

    @property
    def requests(self):
        """How many it has answered."""
        with open(self.access_log, "rb") as log:
            return sum(piece.count(b"\n") for piece in iter(lambda: log.read(1 << 20), b""))

    def stop(self):
        self.process.stop()
