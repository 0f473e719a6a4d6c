"""Stacks that `perf` sampled, with names as people write them."""
import collections
import re
import shutil
import subprocess

# Frames that say nothing, and how many of the kernel's are kept after a system call.
EMPTY = {"[unknown]", "entry_SYSCALL_64_after_hwframe", "do_syscall_64"}
KERNEL_FRAMES_MAX = 6
# What Swift puts before a function's name, and after it.
BEFORE = re.compile(r"^(\(\d+\) (await resume|suspend resume|await|suspend) partial function for |specialized |generic |merged |"
                    r"partial apply( forwarder)? for |closure #\d+ in |implicit closure #\d+ in |protocol witness for |"
                    r"reabstraction thunk helper .*|outlined .* of |static |thunk for |@objc )+")
AFTER = re.compile(r"( in conformance .*| -> .*| async.*| throws.*)$")


def stacks(data):
    """Samples by their frames, (name, kind) each, the thread first."""
    text = subprocess.run(["perf", "script", "-i", data, "--no-inline", "-F", "comm,ip,sym,dso"], text=True, check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = collections.Counter()
    for block in text.split("\n\n"):
        thread, *frames = block.strip("\n").split("\n")
        if frames:
            found[(f"0 {re.sub('-[0-9]+$', '', thread.strip())} (thread)", *reversed(frames))] += 1
    named = demangled({frame for frames in found for frame in frames})
    merged = collections.Counter()
    for frames, count in found.items():
        merged[plain(named[frame] for frame in frames)] += count
    return merged


def demangled(frames):
    """(name, kind) of each of perf's lines: an address, a symbol, a file in parentheses."""
    parts = {frame: re.match(r"\s*\S+ (.*) \((.*)\)$", frame) for frame in frames}
    symbols = sorted({match[1].split("+0x")[0] for match in parts.values() if match})
    names = symbols
    if shutil.which("swift-demangle"):
        names = subprocess.run(["swift-demangle", "--simplified"], input="".join(f"{symbol}\n" for symbol in symbols), text=True,
                               check=True, stdout=subprocess.PIPE).stdout.splitlines()
    short = {symbol: shortened(name) for symbol, name in zip(symbols, names, strict=True)}
    return {frame: (short[match[1].split("+0x")[0]], kind(match[1], match[2])) if match else (frame.strip(), "l")
            for frame, match in parts.items()}


def shortened(name):
    """`Type.function`, without its arguments, and with `closure in` told by its function alone."""
    name = AFTER.sub("", BEFORE.sub("", name))
    while (shorter := re.sub(r"\([^()]*\)|<[^<>]*>", "", name)) != name:
        name = shorter
    return name.strip() or "thunk"


def kind(symbol, file):
    if file == "thread":
        return "t"
    if "kernel" in file:
        return "k"
    if symbol.startswith(("swift_", "_swift", "swift::", "$sS", "$ss")):
        return "r"
    return "s" if file.endswith("/shipmate") else "l"


def plain(frames):
    """Without empty frames and the kernel's depths; a function and its own closures are one box."""
    kept = []
    for frame in frames:
        in_kernel = sum(kind == "k" for _, kind in kept)
        if frame[0] not in EMPTY and (not kept or kept[-1] != frame) and in_kernel < KERNEL_FRAMES_MAX:
            kept.append(frame)
    return tuple(kept)
