"""What `make test-clients` has schemathesis try, in a shorter form: every call of the description as every role."""
import json
import signal
import subprocess
import sys

from faults.report import Row
from suite.processes import tail

# Of each call in each phase that draws; `make test-clients` has ten.
EXAMPLES, EXAMPLES_LONG = 1, 10


ROLES = ("nobody", "user", "server", "read", "admin")


def schemathesis(rig):
    """All roles at once, each against a service of its own."""
    seed = rig.random.randrange(1 << 31)
    roles = [Role(rig, name, seed) for name in ROLES]
    for role in roles:
        role.process.wait()
    holds = all(role.holds for role in roles)
    stopped = "".join(f"; {role.name} stopped" for role in roles if role.process.returncode)
    return [Row(f"schemathesis as {', '.join(ROLES)}, seed {seed}", "0 failures",
                f"{sum(role.failures for role in roles)} in {sum(role.cases for role in roles):,} cases{stopped}", holds)]


class Role:
    def __init__(self, rig, name, seed):
        self.name = name
        self.out = rig.folder(f"schemathesis-{name}")
        self.log = self.out / "run.log"
        command = [sys.executable, rig.root / "Tests/Clients/run.py", "--fuzzing-only", "--roles", name, "--seed", str(seed),
                   "--binary", rig.binary, "--out", self.out, "--examples", str(EXAMPLES_LONG if rig.long else EXAMPLES)]
        with self.log.open("w") as told:
            self.process = subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT)
        rig.callback(self.stop)

    def stop(self):
        """The service that it started ends with it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait()

    @property
    def report(self):
        path = self.out / f"schemathesis/{self.name}.json"
        return json.loads(path.read_text())["test_cases"] if path.exists() else {"generated": 0, "unique_failures": 0}

    @property
    def cases(self):
        return self.report["generated"]

    @property
    def failures(self):
        return self.report["unique_failures"]

    @property
    def holds(self):
        holds = self.process.returncode == 0 and self.failures == 0 and self.cases > 100
        if not holds:
            print(tail(self.log), file=sys.stderr)
        return holds
