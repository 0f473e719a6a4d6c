"""Where the numbers come from."""
import dataclasses
import datetime
import os
import pathlib
import platform
import subprocess


@dataclasses.dataclass
class Machine:
    processor: str
    cores: int
    memory_gib: int
    kernel: str
    postgresql: str
    swift: str
    commit: str
    date: str

    @staticmethod
    def here(root):
        cpu = dict(pairs("/proc/cpuinfo"))
        memory = dict(pairs("/proc/meminfo"))
        return Machine(
            processor=cpu.get("model name", platform.machine()), cores=os.cpu_count(),
            memory_gib=round(int(memory["MemTotal"].split()[0]) / 1024 ** 2), kernel=platform.release(),
            postgresql=output("pg_config", "--version").removeprefix("PostgreSQL "),
            swift=version_line(output("swift", "--version")),
            commit=output("git", "-C", str(root), "describe", "--always", "--dirty"),
            date=datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"))

    def __str__(self):
        return (f"{self.processor}, {self.cores} cores, {self.memory_gib} GiB; Linux {self.kernel}; "
                f"PostgreSQL {self.postgresql}; {self.swift}; commit {self.commit}; {self.date}")


def pairs(path):
    for line in pathlib.Path(path).read_text().splitlines():
        name, _, value = line.partition(":")
        yield name.strip(), value.strip()


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except FileNotFoundError:
        return ""


def version_line(text):
    return next((line.strip() for line in text.splitlines() if "Swift version" in line), "Swift of unknown version")
