"""nginx and HAProxy in front of a server, each with one connection to it that all clients share."""
import os
import pathlib
import shutil
import socket
import time

from suite.processes import Background, tail
from suite.server import free_port

NGINX = """
daemon off; master_process off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    log_format line '$request_uri $upstream_status'; access_log {folder}/requests.log line;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    upstream shipmate {{ server 127.0.0.1:{backend}; keepalive 1; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass http://shipmate; proxy_http_version 1.1; proxy_set_header Connection "";
                      proxy_set_header Host $http_host; }}
    }}
}}
"""

HAPROXY = """
global
    maxconn 256
    nbthread 1
    log stdout format raw local0
defaults
    mode http
    log global
    log-format "%HU %ST"
    http-reuse always
    timeout connect 5s
    timeout client 10s
    timeout server 10s
listen shipmate
    bind 127.0.0.1:{port}
    server backend 127.0.0.1:{backend} maxconn 1 pool-max-conn 1
"""


class Proxy:
    """`requests()` says what it passed on: (target, status) of each."""

    def __init__(self, rig, name, backend):
        self.name, self.port, self.folder = name, free_port(), rig.folder(name)
        template = {"nginx": NGINX, "haproxy": HAPROXY}[name]
        configuration = self.folder / "configuration"
        configuration.write_text(template.format(folder=self.folder, port=self.port, backend=backend))
        program = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
        if not program:
            raise RuntimeError(f"{name} is not installed: `make faults` installs it")
        arguments = ["-c"] if name == "nginx" else ["-db", "-f"]
        self.log = self.folder / "log"
        self.lines = self.folder / "requests.log" if name == "nginx" else self.log
        self.process = Background([program, *arguments, configuration], self.log)
        rig.callback(self.process.stop)
        self.wait()

    def wait(self):
        began = time.monotonic()
        while time.monotonic() - began < 10:
            self.process.check(self.log)
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                time.sleep(0.02)
        raise RuntimeError(f"{self.name} doesn't listen: {tail(self.log)}")

    def requests(self):
        """nginx writes `-` where the request went no further, HAProxy its own status and no target."""
        words = (line.split() for line in pathlib.Path(self.lines).read_text(errors="replace").splitlines())
        return [(line[0], line[1]) for line in words if len(line) == 2 and line[1].isdigit()]
