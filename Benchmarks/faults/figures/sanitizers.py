"""The tests under ThreadSanitizer and AddressSanitizer, and every server that they start: a report is a fault."""
import concurrent.futures
import dataclasses
import hashlib
import os
import re
import subprocess

from faults.report import Row
from suite.report import progress

# Where loops, threads and what they share are tried; the whole suite takes several times as long.
TARGETS = ("EventLoopsTests", "HTTPTests", "PostgresTests", "ServiceTests")
# Its tests wait for passwords, locks and each other's news: see `make test`.
ALONE = {"ServiceTests"}
# They preload libfaketime, which doesn't come up beside a sanitizer: both take the same calls for their own.
SKIPPED = r"\.ClockTests/"
# A target that takes longer hangs.
SECONDS_MAX = 1_800
# Lines for the reports' stacks; the rest of what a debugger wants takes longer than the compiler.
FLAGS = "-Xswiftc -gline-tables-only".split()
# Functions of Swift's libraries that ThreadSanitizer is told of, as seen.c names them.
TOLD = (
    "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF", "$s15Synchronization12_MutexHandleV11_unlockSlowyyF",
    "swift_continuation_resume", "swift_continuation_await")


@dataclasses.dataclass
class Sanitizer:
    name: str
    option: str
    variable: str
    settings: str
    head: str


SANITIZERS = (
    Sanitizer("ThreadSanitizer", "thread", "TSAN_OPTIONS", "history_size=4", "WARNING: ThreadSanitizer: "),
    # Leaks are no fault of tests: a loop that one stops keeps the tasks that it had, and they never end.
    Sanitizer("AddressSanitizer", "address", "ASAN_OPTIONS", "detect_leaks=0", "ERROR: AddressSanitizer: "),
)


def sanitizers(rig):
    """Both at once, since a build uses few of the processors for much of its time."""
    targets = sorted(path.name for path in (rig.root / "Tests").glob("*Tests")) if rig.long else TARGETS
    with concurrent.futures.ThreadPoolExecutor() as pool:
        runs = [pool.submit(suite, rig, sanitizer, targets) for sanitizer in SANITIZERS]
        return [row for run in runs for row in run.result()]


def suite(rig, sanitizer, targets):
    scratch = rig.root / f".build/sanitizers/{sanitizer.option}"
    command = ["--package-path", rig.root, "--scratch-path", scratch, f"--sanitize={sanitizer.option}", *FLAGS]
    progress(f"  building for {sanitizer.name}")
    done = subprocess.run(["swift", "build", "--build-tests", *command, *linking(rig, sanitizer, scratch)],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"no build for {sanitizer.name}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return [row(rig, sanitizer, target, command) for target in targets]


def linking(rig, sanitizer, scratch):
    if sanitizer.option != "thread":
        return []
    source = rig.root / "Benchmarks/faults/sanitizers/seen.c"
    # SwiftPM links again where the command has changed, not the file.
    seen = scratch / f"seen-{hashlib.sha256(source.read_bytes()).hexdigest()[:16]}.o"
    scratch.mkdir(parents=True, exist_ok=True)
    subprocess.run(["clang", "-c", "-O1", source, "-o", seen], check=True)
    return [word for option in (seen, *(f"--wrap={name}" for name in TOLD)) for word in ("-Xlinker", option)]


def row(rig, sanitizer, target, command):
    """A sanitizer makes everything slow: tests that failed beside others are tried again, one by one."""
    folder = rig.folder(f"{sanitizer.option}-{target}")
    folder.chmod(0o1777)  # Servers are other processes, some of another user: each has a file of reports of its own.
    tests, failed = run(sanitizer, target, command, folder, alone=target in ALONE)
    if failed:
        tests, failed = run(sanitizer, target, command, folder, alone=True)
    found = reports(folder, sanitizer)
    for report in found:
        progress(f"  {sanitizer.name}, {target}: {report}")
    measured = f"{tests} tests, {len(found)} reports" + (", and tests FAILED" if failed else "")
    progress(f"  {sanitizer.name}, {target}: {measured}")
    return Row(f"`{target}`, {sanitizer.name}", "0 reports", measured, not found and tests > 0 and not failed)


def run(sanitizer, target, command, folder, alone):
    """How many tests ran, and whether they failed or never came to say so."""
    options = f"{sanitizer.settings}:log_path={folder}/report"
    done = subprocess.run(
        ["timeout", str(SECONDS_MAX), "swift", "test", "--skip-build", "--disable-xctest", *command,
         "--filter", rf"^{target}\.", "--skip", SKIPPED, *(["--no-parallel"] if alone else [])],
        env=os.environ | {sanitizer.variable: options, "SWIFT_BACKTRACE": "enable=no"},
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    said = re.findall(r"Test run with (\d+) tests?.* (passed|failed) after", done.stdout)
    failed = not said or said[-1][1] == "failed"
    if failed:
        lines = [line for line in done.stdout.splitlines() if re.match("✘|Fatal|error", line)]
        progress("\n".join(lines) or done.stdout[-500:])
    return int(said[-1][0]) if said else 0, failed


def reports(folder, sanitizer):
    texts = (path.read_text(errors="replace") for path in sorted(folder.iterdir()))
    return [report for text in texts for report in text.split("=" * 18) if sanitizer.head in report]
