"""What Swift Testing prints: the seconds of each test, and what failed."""

import re

ENDED = re.compile(r'^[✔✘] Test ("(?P<name>.*)"|(?P<function>\S+\(.*?\))) '
                   r"(with \d+ test cases )?(passed|failed) after (?P<seconds>[0-9.]+) seconds")
COUNT = re.compile(r"^[✔✘] Test run with (?P<count>\d+) test")
FAILURE = re.compile(r'✘|^(↳|error)|Fatal error|"level":"error"')


class Results:
    """Of one target, read line by line."""

    def __init__(self):
        self.seconds = []
        self.failures = []
        self.count = 0

    def read(self, line):
        line = line.rstrip("\n")
        if ended := ENDED.match(line):
            name = ended["name"] or ended["function"]
            self.seconds.append((float(ended["seconds"]), name))
        elif run := COUNT.match(line):
            self.count = int(run["count"])
        if FAILURE.search(line):
            self.failures.append(line)
