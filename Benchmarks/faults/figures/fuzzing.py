"""libFuzzer with AddressSanitizer on what reads strangers' bytes: Sources/Fuzzing says what each reader promises."""
import base64
import concurrent.futures
import os
import pathlib
import subprocess

from faults.report import Row
from suite.processes import tail
from suite.report import progress

RUNS, RUNS_LONG = 1_000_000, 10_000_000
# Of each reader's inputs, side by side: one reader takes far longer than any other.
PARTS = 4
# Longer inputs find little more, and cost as much as they are longer.
INPUT_BYTES_MAX = {"parser": 256, "link": 256, "csv": 96, "json": 128, "token": 384}
# Where memory was allocated is asked again of an input that failed; to note it each time costs more than the rest.
ENVIRONMENT = {"ASAN_OPTIONS": "malloc_context_size=0:quarantine_size_mb=8", "SWIFT_BACKTRACE": "enable=no"}
FLAGS = "-O -gnone -sanitize=fuzzer,address -parse-as-library".split()


def fuzzing(rig):
    program = build(rig)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = {name: begun(rig, pool, program, name) for name in INPUT_BYTES_MAX}
        return [ended(rig, program, name, runs) for name, runs in parts.items()]


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


def begun(rig, pool, program, name):
    """From the committed corpus on, in parts that tell each other what they find."""
    corpus = rig.folder(f"corpus-{name}")
    unpack(packed(rig, name), corpus)
    return [pool.submit(run, program, name, corpus, rig.directory / f"{name}-{part}", rig.random.randrange(1, 1 << 31),
                        inputs(rig) // PARTS) for part in range(PARTS)]


def run(program, name, corpus, prefix, seed, count):
    """Whether nothing was found, and how many inputs were tried."""
    log = prefix.with_suffix(".log")
    command = [program, f"-runs={count}", f"-seed={seed}", f"-max_len={INPUT_BYTES_MAX[name]}", f"-artifact_prefix={prefix}-",
               "-print_final_stats=1", corpus]
    with open(log, "wb") as output:
        status = subprocess.run(command, env=os.environ | ENVIRONMENT | {"FUZZ_TARGET": name}, stderr=output).returncode
    if status:
        progress(f"  {name} ended with {status}: {tail(log)}")
    return status == 0, stat(log, "number_of_executed_units")


def ended(rig, program, name, runs):
    """What was found besides is packed into the corpus with `--publish`."""
    outcomes = [run.result() for run in runs]
    holds, executed = all(holds for holds, _ in outcomes), sum(executed for _, executed in outcomes)
    known = len(packed(rig, name).read_text().split())
    progress(f"  {name}: {executed:,} inputs")
    if rig.publish:
        pack(merged(rig, program, name, rig.directory / f"corpus-{name}"), packed(rig, name))
    return Row(f"`{name}`, from {known:,} inputs on", f"{inputs(rig):,} inputs, no fault",
               f"{executed:,} inputs, {'no fault' if holds else 'a FAULT'}", holds and executed >= inputs(rig))


def inputs(rig):
    return RUNS_LONG if rig.long else RUNS


def packed(rig, name):
    return rig.root / f"Benchmarks/faults/fuzz/corpus/{name}.txt"


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
