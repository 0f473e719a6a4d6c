"""A PostgreSQL cluster of the benchmark's own, set up as the embedded one is (EmbeddedPostgres/ClusterSettings.swift)."""
import os
import pathlib
import signal
import subprocess
import time

from suite.processes import Background, as_user, family_cpu_seconds, tail

MEMORY_MB = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE") >> 20
SETTINGS = f"""
shared_buffers = {min(max(MEMORY_MB // 16, 128), 512)}MB
max_connections = 100
wal_level = replica
fsync = on
full_page_writes = on
synchronous_commit = on
jit = off
timezone = 'UTC'
lc_messages = 'C'
log_checkpoints = off
listen_addresses = ''
recovery_init_sync_method = syncfs
"""

ROLES = """
CREATE ROLE shipmate_owner LOGIN;
CREATE ROLE shipmate_service LOGIN;
CREATE DATABASE shipmate OWNER shipmate_owner;
"""


class Cluster:
    """One for all contestants: whatever it costs, it costs them alike."""

    # Who makes the schema, and how.
    owner = "shipmate_owner"
    migration = ("migrate",)
    # What a session runs first that joins tables by other columns than those they are spread by.
    gathering = ""

    def __init__(self, directory, more_settings=""):
        self.bin = pathlib.Path(subprocess.check_output(["pg_config", "--bindir"], text=True).strip())
        # Closed to all but PostgreSQL's user and root, so that `trust` trusts nobody else.
        self.directory = directory / "postgresql"
        self.directory.mkdir(mode=0o700)
        self.log = directory / "postgresql.log"
        self.more_settings = more_settings
        self.owner_url = self.url(self.owner)
        self.service_url = self.url("shipmate_service")
        self.user = as_user("postgres")
        self.process = None
        if self.user:
            directory.chmod(0o711)
            os.chown(self.directory, self.user["user"], self.user["group"])

    def url(self, role):
        return f"host={self.directory} user={role} dbname=shipmate sslmode=disable"

    def start(self, *initdb_options):
        """Makes it, and starts it."""
        self.run("initdb", *initdb_options, "-D", self.data, "-U", "postgres", "--auth=trust", "--data-checksums", "--encoding=UTF8",
                 "--locale=C.UTF-8", "--no-instructions", **self.user)
        with open(self.data / "postgresql.conf", "a") as settings:
            settings.write(SETTINGS + self.more_settings + f"unix_socket_directories = '{self.directory}'\n")
        self.launch()
        self.sql(ROLES, role="postgres", database="postgres")

    @property
    def data(self):
        return self.directory / "data"

    def launch(self):
        """Starts what was made before."""
        self.process = Background(
            [self.bin / "postgres", "-D", self.data], self.log, stop_signal=signal.SIGINT, cwd="/", **self.user)
        self.wait_until_up()

    def wait_until_up(self):
        while subprocess.run([self.bin / "pg_isready", "-q", "-h", self.directory, "-U", "postgres"]).returncode != 0:
            self.process.check(self.log)
            time.sleep(0.05)

    def stop(self):
        if self.process:
            self.process.stop()

    def checkpoint(self):
        self.sql("VACUUM ANALYZE; CHECKPOINT;", role="postgres")

    def sql(self, text, role=None, database="shipmate"):
        """Runs statements and returns what they print, unaligned."""
        return self.run("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", self.directory, "-U", role or self.owner,
                        "-d", database, "-f", "-", input=text).strip()

    def run(self, program, *arguments, **options):
        done = subprocess.run([self.bin / program, *map(str, arguments)], cwd="/", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stderr.strip()}\n{tail(self.log)}")
        return done.stdout

    @property
    def cpu_seconds(self):
        return family_cpu_seconds(self.process.pid)

    @property
    def cpu_seconds_by_part(self):
        """What it is made of is named, where it is more than one PostgreSQL."""
        return {"postgres": self.cpu_seconds}
