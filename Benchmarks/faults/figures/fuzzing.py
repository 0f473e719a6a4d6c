"""libFuzzer with AddressSanitizer on what reads strangers' bytes: Sources/Fuzzing says what each reader promises."""
import base64
import concurrent.futures
import os
import pathlib
import subprocess

from faults.report import Row
from suite.processes import tail
from suite.report import progress

RUNS, RUNS_LONG = 2_000_000, 10_000_000
# Longer inputs find little more, and cost as much as they are longer.
INPUT_BYTES_MAX = {"parser": 256, "link": 256, "csv": 96, "json": 128, "token": 384}
# Where memory was allocated is asked again of an input that failed; to note it each time costs more than the rest.
ENVIRONMENT = {"ASAN_OPTIONS": "malloc_context_size=0:quarantine_size_mb=8", "SWIFT_BACKTRACE": "enable=no"}
FLAGS = "-O -gnone -sanitize=fuzzer,address -parse-as-library".split()


def fuzzing(rig):
    program = build(rig)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {name: pool.submit(run, rig, program, name) for name in INPUT_BYTES_MAX}
        return [runs[name].result() for name in INPUT_BYTES_MAX]


def build(rig):
    progress("  building with libFuzzer")
    scratch = rig.root / ".build/fuzzing"
    command = ["swift", "build", "--package-path", rig.root, "--scratch-path", scratch, "--product", "fuzz"]
    done = subprocess.run(
        [*command, *(word for flag in FLAGS for word in ("-Xswiftc", flag))],
        env=os.environ | {"SHIPMATE_FUZZING": "1"}, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"the fuzzer doesn't build: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return scratch / "debug/fuzz"


def run(rig, program, name):
    """From the committed corpus on; what is found besides is packed into it with `--publish`."""
    count = RUNS_LONG if rig.long else RUNS
    packed = rig.root / f"Benchmarks/faults/fuzz/corpus/{name}.txt"
    corpus, log = rig.folder(f"corpus-{name}"), rig.directory / f"{name}.log"
    unpack(packed, corpus)
    command = [program, f"-runs={count}", f"-seed={rig.random.randrange(1, 1 << 31)}", f"-max_len={INPUT_BYTES_MAX[name]}",
               f"-artifact_prefix={rig.directory}/{name}-", "-print_final_stats=1", corpus]
    with open(log, "wb") as output:
        status = subprocess.run(command, env=os.environ | ENVIRONMENT | {"FUZZ_TARGET": name}, stderr=output).returncode
    progress(f"  {name}: ended with {status}")
    if status:
        progress(tail(log))
    if rig.publish:
        pack(merged(rig, program, name, corpus), packed)
    executed = stat(log, "number_of_executed_units")
    return Row(f"`{name}`, from {len(packed.read_text().split()):,} inputs on", f"{count:,} inputs, no fault",
               f"{executed:,} inputs, {'no fault' if status == 0 else 'a FAULT'}", status == 0 and executed >= count)


def merged(rig, program, name, corpus):
    """The least set of inputs that reaches as much."""
    least = rig.folder(f"least-{name}")
    subprocess.run([program, "-merge=1", least, corpus], env=os.environ | ENVIRONMENT | {"FUZZ_TARGET": name}, check=True,
                   stderr=subprocess.DEVNULL)
    return least


def unpack(packed, folder):
    for number, line in enumerate(packed.read_text().split()):
        (folder / str(number)).write_bytes(base64.b64decode(line))


def pack(folder: pathlib.Path, packed):
    """An input a line, in base64: one file, since nobody reads them by name."""
    inputs = sorted((path.read_bytes() for path in folder.iterdir()), key=lambda data: (len(data), data))
    packed.write_text("".join(base64.b64encode(data).decode() + "\n" for data in inputs))


def stat(log, name):
    """A figure of libFuzzer's own; 0 when it didn't come to say."""
    lines = (line for line in log.read_text(errors="replace").splitlines() if line.startswith(f"stat::{name}:"))
    return int(next(lines, ":0").rpartition(":")[2])
